import LibC
import ListKit

/// A name or a path as the file system has it: any bytes, which need not be text.
struct FileName: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The names `ls` leaves out unless told otherwise.
  var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

  /// Whether it is a path that names nothing, such as `..`.
  var isOnlyDots: Bool { bytes.allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") } }

  /// The path of what is called `name` in the directory with this path.
  func appending(_ name: FileName) -> FileName {
    bytes.last == UInt8(ascii: "/") ? FileName(bytes + name.bytes) : FileName(bytes + [0x2F] + name.bytes)
  }

  /// Whether it is the path of a directory, or of a link that leads to one.
  var leadsToDirectory: Bool {
    var status = stat()
    return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Calls a function of C with it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { text in
        // There is at least the zero at the end.
        guard let start = text.baseAddress else { fatalError("a C string has an end") }
        return try body(start)
      }
    }
  }
}

extension FileName {
  /// The name cut where something in it could do harm on a screen.
  ///
  /// ```text
  ///   two\nlines   caf\xE9   \u{202E}gpj.exe
  ///      ^^           ^^^^   ^^^^^^^^
  /// ```
  ///
  /// - Complexity: O(bytes).
  var pieces: [EscapedText.Piece] { EscapedText(bytes).pieces }

  /// The name with spellings for what could do harm; of two names it may make one.
  var text: String { EscapedText(bytes).text }

  /// The name for other programs: on one line, and so that no two names look the same.
  var escaped: String { EscapedText(bytes).field }
}
