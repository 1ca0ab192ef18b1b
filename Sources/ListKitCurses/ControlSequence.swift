import ListKit

/// A control sequence, `ESC [` parameters final, as terminals send it for keys that terminfo does not list.
struct ControlSequence: Equatable {
  enum Meaning: Equatable {
    case key(KeyPress)
    case mouse(MouseReport)
    case pasteBegins
    case answer(TerminalAnswer)
    /// Another answer, a change of focus, or an unknown key: the program ignores it.
    case nothing
  }

  /// A leading `<`, `=`, `>` or `?`, which gives the sequence another meaning.
  private var marker: UInt8?
  private var parameters: [Int] = []
  /// Whether a byte such as `$` precedes the final one, which also gives the sequence another meaning.
  private var hasIntermediate = false
  private var final: UInt8

  /// The maximum parameter; no key and no screen position reaches it.
  private static let limit = 1 << 24

  /// Parses the bytes between `ESC [` and the final byte.
  init(body: [UInt8], final: UInt8) {
    self.final = final
    var body = body[...]
    if let first = body.first, (0x3C...0x3F).contains(first) { marker = body.removeFirst() }
    if body.isEmpty { return }
    parameters = [0]
    var isDetail = false
    for byte in body {
      switch byte {
      case UInt8(ascii: ";"):
        parameters.append(0)
        isDetail = false
      // A subparameter of the previous parameter, which is ignored.
      case UInt8(ascii: ":"): isDetail = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let last = parameters.count - 1
        if !isDetail { parameters[last] = min(Self.limit, parameters[last] * 10 + Int(byte & 0xF)) }
      default: hasIntermediate = true
      }
    }
  }

  var meaning: Meaning {
    if hasIntermediate { return .nothing }
    if marker == UInt8(ascii: "<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
      return MouseReport(parameters: parameters, final: final).map(Meaning.mouse) ?? .nothing
    }
    if marker == UInt8(ascii: "?") {
      switch final {
      case UInt8(ascii: "c"): return .answer(.attributes)
      case UInt8(ascii: "n") where parameter(0) == 997: return .answer(.colorsChanged)
      default: return .nothing
      }
    }
    guard marker == nil else { return .nothing }
    switch final {
    // F3 with modifiers is "ESC [ 1 ; 2 R" and so on: on line 1, only column 1 is certainly a position.
    case UInt8(ascii: "R") where parameters.count == 2 && (parameter(0) > 1 || parameter(1) == 1):
      return .answer(.cursor(ScreenPoint(line: max(0, parameter(0) - 1), column: max(0, parameter(1) - 1))))
    case UInt8(ascii: "~"): return tilde
    case UInt8(ascii: "u"): return character(parameter(0), modifiers(at: 1))
    default:
      guard let key = Self.letters[final] else { return .nothing }
      // "ESC [ 1 ; 5 A"; with another first parameter than 1 it is not a key.
      guard parameter(0) <= 1, parameters.count <= 2 else { return .nothing }
      var modifiers = modifiers(at: 1)
      if final == UInt8(ascii: "Z") { modifiers.insert(.shift) }
      return .key(KeyPress(key, modifiers))
    }
  }

  private func parameter(_ index: Int) -> Int { index < parameters.count ? parameters[index] : 0 }

  /// Modifiers are encoded as the sum of their bits plus one.
  private func modifiers(at index: Int) -> KeyPress.Modifiers {
    KeyPress.Modifiers(xtermCode: parameter(index))
  }

  private var tilde: Meaning {
    let number = parameter(0)
    if number == 200 { return .pasteBegins }
    // xterm's modifyOtherKeys: "ESC [ 27 ; modifiers ; character ~".
    if number == 27, parameters.count == 3 { return character(parameter(2), modifiers(at: 1)) }
    guard let key = Self.numbers[number] else { return .nothing }
    return .key(KeyPress(key, modifiers(at: 1)))
  }

  /// Returns the meaning of a character sent by its number, as terminals do for combinations without a byte
  /// of their own.
  private func character(_ number: Int, _ modifiers: KeyPress.Modifiers) -> Meaning {
    switch number {
    case 9: return .key(KeyPress(.tab, modifiers))
    case 10, 13: return .key(KeyPress(.enter, modifiers))
    case 27: return .key(KeyPress(.escape, modifiers))
    case 8, 127: return .key(KeyPress(.backspace, modifiers))
    default:
      // Excludes control characters, and the private-use ones with which kitty numbers keys that are not
      // characters.
      let isKey = number >= 0xA0 && !(0xE000..<0xF900).contains(number) || (0x20..<0x7F).contains(number)
      guard isKey, let scalar = Unicode.Scalar(UInt32(number)) else { return .nothing }
      return .key(KeyPress(.character(Character(scalar)), modifiers.subtracting(.shift)))
    }
  }

  /// The keys of final bytes; the same bytes follow `ESC O`.
  static let letters: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .tab,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]

  /// The keys of "ESC [ number ~".
  private static let numbers: [Int: Key] = {
    var keys: [Int: Key] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    // DEC left gaps in the numbers of its function keys.
    for (index, number) in [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].enumerated() {
      keys[number] = .function(index + 1)
    }
    return keys
  }()
}

extension KeyPress.Modifiers {
  /// Decodes xterm's modifier number: the sum of shift 1, alt 2, control 4 and meta 8, plus one. Zero also
  /// means none.
  init(xtermCode: Int) {
    self = []
    let bits = max(0, xtermCode - 1)
    if bits & 1 != 0 { insert(.shift) }
    if bits & (2 | 8) != 0 { insert(.alt) }
    if bits & 4 != 0 { insert(.control) }
  }
}

// MARK: - ControlString

/// A string with which a terminal answers, such as a colour or its version.
///
/// ```text
///   ESC ] 11 ; rgb:ffff/ffff/ffff BEL          OSC
///   ESC P 1 + r 544e=787465726d ESC \          DCS; likewise APC (_), PM (^) and SOS (X)
/// ```
///
/// A control string is never a key. Only its start is stored; the rest is skipped up to its end: `ESC \`, for
/// OSC also BEL or a bare ESC, with which urxvt ends its answers.
struct ControlString {
  /// The bytes that start a control string after an escape.
  static let introducers = Array("]P_^X".utf8)
  /// The maximum length; a longer string has lost its end.
  private static let limit = 1 << 16

  /// The maximum length of the answers that are parsed.
  private static let longestHead = 64

  let introducer: Character
  /// The start of the string, without the introducer.
  private(set) var head: [UInt8] = []
  /// Whether the last byte was an escape, which may be the first byte of the end.
  private(set) var hasEscape = false
  private var count = 0

  init(introducer: Character) { self.introducer = introducer }

  var isEmpty: Bool { count == 0 }

  /// The effect of a byte on a string.
  enum Effect {
    case goesOn
    /// The byte is the last of the string.
    case ends
    /// The byte is after the string, and so is the escape before it, unless that escape was the end.
    case follows(hasEscape: Bool)
  }

  mutating func take(_ byte: UInt8) -> Effect {
    count += 1
    switch byte {
    case UInt8(ascii: "\\") where hasEscape: return .ends
    case InputDecoder.escape where hasEscape: return .follows(hasEscape: false)
    case _ where hasEscape:
      // Either the next sequence has cut off the string, or the escape was its end.
      let begins = [UInt8(ascii: "["), UInt8(ascii: "O")].contains(byte) || Self.introducers.contains(byte)
      return .follows(hasEscape: introducer != "]" || begins)
    case InputDecoder.escape:
      hasEscape = true
      return .goesOn
    case 0x07 where introducer == "]": return .ends
    case 0x18, 0x1A: return .ends  // Cancel and substitute.
    default:
      if head.count < Self.longestHead { head.append(byte) }
      return count < Self.limit ? .goesOn : .ends
    }
  }
}

// MARK: - MouseReport

/// A mouse report of a terminal: a code with the button and the modifiers in its bits, and a position.
///
/// ```text
///   ESC [ < code ; column ; line M     press, or movement       (SGR, xterm's mode 1006)
///   ESC [ < code ; column ; line m     release
///   ESC [ M code+32 column+32 line+32  three bytes; release has code 3   (X10 and 1000)
/// ```
///
/// Terminals are asked for the first form, because the second has no columns beyond 223; some support no
/// other.
struct MouseReport: Equatable {
  var code: Int
  var column: Int
  var line: Int
  private var isRelease: Bool

  /// Parses the parameters of the SGR form.
  init?(parameters: [Int], final: UInt8) {
    guard parameters.count == 3 else { return nil }
    self.init(
      code: parameters[0], column: parameters[1], line: parameters[2], isRelease: final == UInt8(ascii: "m"))
  }

  /// Parses the three bytes of the older form.
  init?(bytes: [UInt8]) {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    let code = Int(bytes[0]) - 32
    self.init(
      code: code, column: Int(bytes[1]) - 32, line: Int(bytes[2]) - 32,
      isRelease: code & 0x63 == 3)
  }

  private init(code: Int, column: Int, line: Int, isRelease: Bool) {
    self.code = code
    self.column = column
    self.line = line
    self.isRelease = isRelease
  }

  /// The position; terminals count from 1.
  var location: ScreenPoint { ScreenPoint(line: max(0, line - 1), column: max(0, column - 1)) }

  /// The modifier keys that were held down.
  var modifiers: KeyPress.Modifiers {
    var modifiers: KeyPress.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// The action; nil for events that are not reported: other buttons, and movement without a button.
  var action: MouseEvent.Action? {
    let button = code & 0x43
    let isMovement = code & 32 != 0
    if isRelease { return button == 0 || button == 3 ? .release : nil }
    switch (button, isMovement) {
    case (0, false): return .press
    case (0, true): return .drag
    case (2, false): return .secondaryPress
    case (64, false): return .wheelUp
    case (65, false): return .wheelDown
    default: return nil
    }
  }
}

// MARK: - TerminalAnswer

/// A terminal's information about itself.
enum TerminalAnswer: Hashable, Sendable {
  /// The background colour as red, green and blue, each from 0 to 1: the answer to `ESC ] 11 ; ?`.
  case background(SIMD3<Double>)
  /// The type of the terminal: the answer to `ESC [ c`, which every terminal gives, after its answers to
  /// earlier questions.
  case attributes
  /// A notification that the colours have changed: sent after `ESC [ ? 2031 h`.
  case colorsChanged
  /// The position of the terminal's cursor: the answer to `ESC [ 6 n`.
  case cursor(ScreenPoint)

  /// Parses the text between `ESC ]` and its end, such as `11;rgb:ffff/ffff/ffff`.
  init?(operatingSystemCommand text: [UInt8]) {
    let prefix = Array("11;rgb".utf8)
    guard text.starts(with: prefix) else { return nil }
    // rgba: has a fourth number, which is ignored.
    let numbers = String(
      decoding: text.dropFirst(prefix.count).drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self
    )
    .split(separator: "/", omittingEmptySubsequences: false).prefix(3).map(Self.part)
    guard numbers.count == 3, let red = numbers[0], let green = numbers[1], let blue = numbers[2] else {
      return nil
    }
    self = .background([red, green, blue])
  }

  /// Parses one to four hexadecimal digits, of which the maximum is 1.0.
  private static func part(_ digits: Substring) -> Double? {
    guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
    return Double(value) / Double(1 << (4 * digits.utf8.count) - 1)
  }
}

// MARK: - Paste

/// A paste that is arriving: the text that is kept, and the recognised part of the end mark.
struct Paste {
  /// The maximum number of bytes that are kept; the rest is only counted.
  static let limit = 1 << 20
  private static let end = Array("\u{1B}[201~".utf8)

  private(set) var text = String.UnicodeScalarView()
  /// The number of bytes that were not kept.
  private(set) var omitted = 0
  private var kept = 0
  private var utf8 = UTF8Decoder()
  private var previous: Unicode.Scalar?
  /// The number of bytes of the end mark that have arrived.
  private var matched = 0

  /// Takes bytes up to the end mark.
  ///
  /// - Returns: the index after the mark; nil if it has not arrived yet.
  /// - Complexity: O(bytes).
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if matched == 0, kept >= Self.limit {
        let next = bytes[index...].firstIndex(of: Self.end[0]) ?? bytes.endIndex
        omitted += next - index
        index = next
        if index == bytes.endIndex { break }
      }
      index += 1
      if take(bytes[index - 1]) { return index }
    }
    return nil
  }

  /// Appends a partial end mark to the text, because it will not be completed.
  mutating func finish() {
    for byte in Self.end.prefix(matched) { append(byte) }
    matched = 0
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched = (matched + 1) % Self.end.count
      return matched == 0
    }
    if matched > 0 {
      finish()
      return take(byte)
    }
    append(byte)
    return false
  }

  /// Appends a byte to the text. Terminals send the line ends of a paste as carriage returns, like the return
  /// key. Control characters other than tab and newline are dropped.
  private mutating func append(_ byte: UInt8) {
    guard kept < Self.limit else { return omitted += 1 }
    kept += 1
    guard let scalar = utf8.decode(byte) else { return }
    defer { previous = scalar }
    switch scalar {
    case "\r": text.append("\n")
    case "\n" where previous == "\r": break
    case "\n", "\t": text.append(scalar)
    case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): break
    default: text.append(scalar)
    }
  }
}
