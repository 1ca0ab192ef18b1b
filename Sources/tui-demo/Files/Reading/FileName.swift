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

  /// Calls a function of C with it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { text in
        // There is at least the zero at the end.
        guard let start = text.baseAddress else { preconditionFailure("a C string has an end") }
        return try body(start)
      }
    }
  }
}

extension FileName {
  /// A stretch of a name: text as it is, or the spelling of something that cannot be shown.
  struct Piece: Hashable, Sendable {
    var text: String
    var isSpelled: Bool
  }

  /// The name cut where something in it could do harm on a screen: bytes that are no UTF-8, control characters,
  /// line ends, and what changes the direction of text.
  ///
  /// ```text
  ///   two\nlines   caf\xE9   \u{202E}gpj.exe
  ///      ^^           ^^^^   ^^^^^^^^
  /// ```
  ///
  /// - Complexity: O(bytes).
  var pieces: [Piece] {
    var pieces: [Piece] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var input = rest.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      switch parser.parseScalar(from: &input) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        let spelling = Self.spelling(of: scalar)
        pieces.add(spelling ?? String(scalar), isSpelled: spelling != nil)
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        for byte in rest.prefix(length) { pieces.add(Self.spelling(of: byte), isSpelled: true) }
        rest = rest.dropFirst(length)
      case .emptyInput: return pieces
      }
    }
    return pieces
  }

  /// The name with spellings for what could do harm; of two names it may make one.
  var text: String { pieces.map(\.text).joined() }

  /// The name for other programs: on one line, and so that no two names look the same.
  var escaped: String {
    pieces.map { $0.isSpelled ? $0.text : $0.text.replacing("\\", with: "\\\\") }.joined()
  }

  private static func spelling(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    // They join letters and emoji, and do nothing else.
    case "\u{200C}", "\u{200D}": return nil
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control where scalar.isASCII: return spelling(of: UInt8(scalar.value))
    case .control, .format, .lineSeparator, .paragraphSeparator:
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: return nil
    }
  }

  private static func spelling(of byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}

extension [FileName.Piece] {
  fileprivate mutating func add(_ text: String, isSpelled: Bool) {
    if last?.isSpelled == isSpelled {
      self[count - 1].text += text
    } else {
      append(FileName.Piece(text: text, isSpelled: isSpelled))
    }
  }
}
