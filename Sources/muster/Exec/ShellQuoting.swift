/// Where a reader of a shell's command is, as far as quoting a value there needs to know.
///
/// Only three places are sure: outside of quotes, and inside of single and of double ones. After anything that opens a
/// place with rules of its own (a substitution, a here-document, a comment) none is, and ``construct`` names it.
struct ShellQuoting: Hashable, Sendable {
  private enum Place { case plain, single, double }

  private var place = Place.plain
  private var previous: UInt8 = 0x20
  /// Whether a backslash stands right before.
  private(set) var isEscaped = false
  /// What makes every later place unsure.
  private(set) var construct: String?

  /// Reads one byte of the command.
  mutating func take(_ byte: UInt8) {
    defer { previous = isEscaped ? 0 : byte }
    if isEscaped {
      isEscaped = false
      previous = 0
      return
    }
    switch (place, byte) {
    case (.single, UInt8(ascii: "'")): place = .plain
    case (.single, _): break
    case (_, UInt8(ascii: "\\")): isEscaped = true
    case (_, UInt8(ascii: "`")): construct = construct ?? "`"
    case (_, UInt8(ascii: "(")) where previous == UInt8(ascii: "$"): construct = construct ?? "$("
    case (_, UInt8(ascii: "{")) where previous == UInt8(ascii: "$"): construct = construct ?? "${"
    case (_, UInt8(ascii: "[")) where previous == UInt8(ascii: "$"): construct = construct ?? "$["
    case (.double, UInt8(ascii: "\"")): place = .plain
    case (.double, _): break
    case (.plain, UInt8(ascii: "'")) where previous == UInt8(ascii: "$"): construct = construct ?? "$'"
    case (.plain, UInt8(ascii: "'")): place = .single
    case (.plain, UInt8(ascii: "\"")): place = .double
    case (.plain, UInt8(ascii: "<")) where previous == byte: construct = construct ?? "<<"
    case (.plain, UInt8(ascii: "(")) where previous == byte: construct = construct ?? "(("
    case (.plain, UInt8(ascii: "#")) where Self.endsWord(previous): construct = construct ?? "#"
    case (.plain, _): break
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool { " \t\n;&|()".utf8.contains(byte) }

  /// A value such that the shell takes it as it is at this place.
  func quoted(_ value: [UInt8]) -> [UInt8] {
    let apostrophe = UInt8(ascii: "'")
    switch place {
    // The quotes around are closed, and opened again behind.
    case .single: return [apostrophe] + Self.quoted(value) + [apostrophe]
    case .double: return [0x22] + Self.quoted(value) + [0x22]
    case .plain: return value.isEmpty || !value.allSatisfy(Self.isPlain) ? Self.quoted(value) : value
    }
  }

  /// A value in single quotes, whatever is in it.
  static func quoted(_ value: [UInt8]) -> [UInt8] {
    var quoted = [UInt8(ascii: "'")]
    for byte in value {
      quoted += byte == UInt8(ascii: "'") ? Array("'\\''".utf8) : [byte]
    }
    return quoted + [UInt8(ascii: "'")]
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "_./:@%+,-".utf8.contains(byte)
    }
  }
}
