/// Text from outside in a form that is safe to show: on one line, and unable to control the terminal.
///
/// File names, database values, arguments and environment variables can be any bytes. Everything in them that
/// could do harm is escaped: bytes that are not UTF-8, control characters (including `ESC`, C1 and line
/// ends), and invisible characters that change the direction of text or hide some.
///
/// ```swift
/// print(EscapedText("two\nlines \u{1B}[2J \u{202E}gpj.exe").text)  // two\nlines \x1B[2J \u{202E}gpj.exe
/// ```
///
/// A table does not need this: it sends only printable characters to the terminal.
public struct EscapedText: Hashable, Sendable {
  /// A part of a text: unchanged, or the escape sequence for something that cannot be shown.
  public struct Piece: Hashable, Sendable {
    /// The part, or its escape sequence in ASCII.
    public var text: String
    /// Whether the part is escaped.
    public var isSpelled: Bool
  }

  /// The parts of the text, alternately escaped and unchanged.
  public private(set) var pieces: [Piece] = []

  /// Escapes a text.
  ///
  /// - Complexity: O(bytes).
  public init(_ text: String) {
    if text.utf8.allSatisfy(Self.isPlain) {
      add(text, isSpelled: false)
    } else {
      add(Array(text.utf8)[...])
    }
  }

  /// Escapes bytes that should be UTF-8 but need not be.
  ///
  /// - Complexity: O(bytes).
  public init(_ bytes: some Sequence<UInt8>) { add(Array(bytes)[...]) }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let plain = rest.prefix(while: Self.isPlain)
      if !plain.isEmpty {
        add(String(decoding: plain, as: UTF8.self), isSpelled: false)
        rest = rest.dropFirst(plain.count)
        continue
      }
      if let flag = Self.subdivisionFlag(at: rest) {
        add(String(decoding: flag, as: UTF8.self), isSpelled: false)
        rest = rest.dropFirst(flag.count)
        continue
      }
      var input = rest.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      switch parser.parseScalar(from: &input) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        let spelling = Self.spelling(of: scalar)
        add(spelling ?? String(scalar), isSpelled: spelling != nil)
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        for byte in rest.prefix(length) { add(Self.spelling(of: byte), isSpelled: true) }
        rest = rest.dropFirst(length)
      case .emptyInput: return
      }
    }
  }

  /// The text for human readers. Different inputs can have the same text, because a backslash stays single.
  ///
  /// Escaping it again changes nothing.
  public var text: String { pieces.map(\.text).joined() }

  /// The text for other programs, as a field between tabs: backslashes are doubled, so that different inputs
  /// have different texts.
  public var field: String {
    pieces.map { $0.isSpelled ? $0.text : $0.text.replacingAll("\\", with: "\\\\") }.joined()
  }

  private mutating func add(_ text: String, isSpelled: Bool) {
    if pieces.last?.isSpelled == isSpelled {
      pieces[pieces.count - 1].text += text
    } else if !text.isEmpty {
      pieces.append(Piece(text: text, isSpelled: isSpelled))
    }
  }
}

extension EscapedText {
  private static func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

  private static func spelling(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    // They only join or separate letters and emoji.
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

  /// Returns the flag of a region at the beginning: a black flag, letters and digits as tags, and the closing
  /// tag. Tags elsewhere are invisible text.
  private static func subdivisionFlag(at bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let (flag, tag): ([UInt8], [UInt8]) = ([0xF0, 0x9F, 0x8F, 0xB4], [0xF3, 0xA0])
    guard bytes.starts(with: flag) else { return nil }
    var end = bytes.startIndex + flag.count
    while end + 4 <= bytes.endIndex, bytes[end...].starts(with: tag) {
      let letter = (UInt32(bytes[end + 2]) & 0x3F) << 6 | UInt32(bytes[end + 3]) & 0x3F
      end += 4
      switch letter {
      case 0x30...0x39, 0x61...0x7A: continue
      case 0x7F where end > bytes.startIndex + 8: return bytes[..<end]
      default: return nil
      }
    }
    return nil
  }
}
