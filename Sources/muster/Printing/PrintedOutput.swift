import ListKit
import ListKitCurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Standard output for rows: bytes as they are, or, where they may come to a terminal, what could steer it spelled out.
struct PrintedOutput: ~Copyable {
  private var output = StandardOutput()
  /// Whether what could steer a terminal is spelled out.
  private let escapes: Bool

  /// - Parameter isExact: Whether somebody asked for the bytes as they are; a terminal never gets them.
  init(isExact: Bool) { escapes = !isExact || isatty(STDOUT_FILENO) != 0 }

  mutating func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBufferPointer { try write($0) }
  }

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard escapes else {
      try output.write(bytes: bytes)
      return
    }
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let plain = bytes[start...].firstIndex { !Self.isPlain($0) } ?? bytes.endIndex
      try output.write(bytes: bytes[start..<plain])
      start = plain
      // Up to the end of the line, so that no character is parted.
      var end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x09 } ?? bytes.endIndex
      let next = end
      // The end of a line on Windows moves nothing but to the next.
      if end < bytes.endIndex, bytes[end] == 0x0A, bytes[end - 1] == 0x0D, end > start { end -= 1 }
      try output.write(bytes: EscapedText(bytes[start..<end]).text.utf8)
      try output.write(bytes: bytes[end..<next])
      start = next
    }
  }

  /// Hands on what has gathered.
  mutating func flush() throws { try output.flush() }

  consuming func finish() throws { try output.finish() }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x09
  }
}
