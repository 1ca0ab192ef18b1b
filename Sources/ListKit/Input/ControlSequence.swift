/// A control sequence, `ESC [` parameters final, as terminals send for keys that terminfo does not list.
struct ControlSequence: Equatable {
  /// What it stands for.
  enum Meaning: Equatable {
    case key(KeyPress)
    case mouse(MouseReport)
    case pasteBegins
    case answer(TerminalAnswer)
    /// Another answer, a change of focus, an unknown key: not for the program.
    case nothing
  }

  /// A leading `<`, `=`, `>` or `?`, which makes another sequence of it.
  private var marker: UInt8?
  private var parameters: [Int] = []
  /// Whether a byte such as `$` stands before the final one, which makes another sequence of it as well.
  private var hasIntermediate = false
  private var final: UInt8

  /// What no parameter of a key or of a place on a screen reaches.
  private static let limit = 1 << 24

  /// Reads what stood between `ESC [` and the final byte.
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
      // A detail of the parameter before it, which is not wanted.
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
    // F3 with something held down is "ESC [ 1 ; 2 R" and more: only a column of 1 tells line 1 from it.
    case UInt8(ascii: "R") where parameters.count == 2 && (parameter(0) > 1 || parameter(1) == 1):
      return .answer(.cursor(Point(line: max(0, parameter(0) - 1), column: max(0, parameter(1) - 1))))
    case UInt8(ascii: "~"): return tilde
    case UInt8(ascii: "u"): return character(parameter(0), modifiers(at: 1))
    default:
      guard let key = Self.letters[final] else { return .nothing }
      // "ESC [ 1 ; 5 A"; a first parameter other than 1 makes it something else.
      guard parameter(0) <= 1, parameters.count <= 2 else { return .nothing }
      var modifiers = modifiers(at: 1)
      if final == UInt8(ascii: "Z") { modifiers.insert(.shift) }
      return .key(KeyPress(key, modifiers))
    }
  }

  private func parameter(_ index: Int) -> Int { index < parameters.count ? parameters[index] : 0 }

  /// Modifiers are sent as one more than the sum of their bits.
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

  /// A character sent by its number, as terminals do for combinations that have no byte of their own.
  private func character(_ number: Int, _ modifiers: KeyPress.Modifiers) -> Meaning {
    switch number {
    case 9: return .key(KeyPress(.tab, modifiers))
    case 10, 13: return .key(KeyPress(.enter, modifiers))
    case 27: return .key(KeyPress(.escape, modifiers))
    case 8, 127: return .key(KeyPress(.backspace, modifiers))
    default:
      // Control characters, and the private ones by which kitty numbers keys that are no characters.
      let isKey = number >= 0xA0 && !(0xE000..<0xF900).contains(number) || (0x20..<0x7F).contains(number)
      guard isKey, let scalar = Unicode.Scalar(UInt32(number)) else { return .nothing }
      return .key(KeyPress(.character(Character(scalar)), modifiers.subtracting(.shift)))
    }
  }

  /// Final bytes that are keys by themselves; `ESC O` uses the same.
  static let letters: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .tab,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]

  /// Keys sent as "ESC [ number ~".
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
  /// Reads xterm's number for what was held down: one more than the sum of shift 1, alt 2, control 4,
  /// meta 8. Zero stands for none as well.
  init(xtermCode: Int) {
    self = []
    let bits = max(0, xtermCode - 1)
    if bits & 1 != 0 { insert(.shift) }
    if bits & (2 | 8) != 0 { insert(.alt) }
    if bits & 4 != 0 { insert(.control) }
  }
}

// MARK: - ControlString

/// A string by which a terminal answers, such as a colour or its version.
///
/// ```text
///   ESC ] 11 ; rgb:ffff/ffff/ffff BEL          OSC
///   ESC P 1 + r 544e=787465726d ESC \          DCS; likewise APC (_), PM (^) and SOS (X)
/// ```
///
/// Whatever it says, it is no key. Only its beginning is kept; the rest is followed to its end: `ESC \`, for OSC also BEL or a
/// bare ESC, which is how urxvt ends its answers.
struct ControlString {
  /// What stands behind the escape that begins one.
  static let introducers = Array("]P_^X".utf8)
  /// No answer is longer; what goes on beyond it is a string whose end was lost.
  private static let limit = 1 << 16

  /// Answers that are understood are not longer.
  private static let longestHead = 64

  let introducer: Character
  /// How it begins, without the introducer.
  private(set) var head: [UInt8] = []
  /// Whether the last byte was an escape, which may belong to the end.
  private(set) var hasEscape = false
  private var count = 0

  init(introducer: Character) { self.introducer = introducer }

  var isEmpty: Bool { count == 0 }

  /// What a byte does to a string.
  enum Effect {
    case goesOn
    /// It is the last.
    case ends
    /// It stands behind the string; so does the escape before it, unless that was the end.
    case follows(hasEscape: Bool)
  }

  /// Takes the next byte.
  mutating func take(_ byte: UInt8) -> Effect {
    count += 1
    switch byte {
    case UInt8(ascii: "\\") where hasEscape: return .ends
    case InputDecoder.escape where hasEscape: return .follows(hasEscape: false)
    case _ where hasEscape:
      // Either the string was cut off by the next sequence, or the escape was its end.
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

/// What a terminal says about its mouse: a code with button and modifiers in its bits, and a place.
///
/// ```text
///   ESC [ < code ; column ; line M     press, or movement       (SGR, xterm's mode 1006)
///   ESC [ < code ; column ; line m     release
///   ESC [ M code+32 column+32 line+32  three bytes; release has code 3   (X10 and 1000)
/// ```
///
/// Terminals are asked for the first, as in the second there are no columns beyond 223; some know no other.
struct MouseReport: Equatable {
  var code: Int
  var column: Int
  var line: Int
  private var isRelease: Bool

  /// Reads the parameters of the SGR form.
  init?(parameters: [Int], final: UInt8) {
    guard parameters.count == 3 else { return nil }
    self.init(
      code: parameters[0], column: parameters[1], line: parameters[2], isRelease: final == UInt8(ascii: "m"))
  }

  /// Reads the three bytes of the older form.
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

  /// Where it happened; terminals count from 1.
  var location: Point { Point(line: max(0, line - 1), column: max(0, column - 1)) }

  /// What was held down.
  var modifiers: KeyPress.Modifiers {
    var modifiers: KeyPress.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// What the mouse did; nil for what is not reported: other buttons, movement without a button.
  var action: MouseEvent.Action? {
    let button = code & 0x43
    let isMovement = code & 32 != 0
    if isRelease { return button == 0 || button == 3 ? .release : nil }
    switch (button, isMovement) {
    case (0, false): return .press
    case (0, true): return .drag
    case (64, false): return .wheelUp
    case (65, false): return .wheelDown
    default: return nil
    }
  }
}

// MARK: - TerminalAnswer

/// What a terminal says of itself.
package enum TerminalAnswer: Hashable, Sendable {
  /// Red, green and blue of its background, each from 0 to 1: the answer to `ESC ] 11 ; ?`.
  case background(SIMD3<Double>)
  /// Its kind: the answer to `ESC [ c`, which every terminal gives, after those to questions asked before.
  case attributes
  /// Its colours have changed: told unasked after `ESC [ ? 2031 h`.
  case colorsChanged
  /// Where its cursor is: the answer to `ESC [ 6 n`.
  case cursor(Point)

  /// Reads what stood between `ESC ]` and its end, such as `11;rgb:ffff/ffff/ffff`.
  init?(operatingSystemCommand text: [UInt8]) {
    let prefix = Array("11;rgb".utf8)
    guard text.starts(with: prefix) else { return nil }
    // rgba: has a fourth number, which is not wanted.
    let numbers = String(
      decoding: text.dropFirst(prefix.count).drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self
    )
    .split(separator: "/", omittingEmptySubsequences: false).prefix(3).map(Self.part)
    guard numbers.count == 3, let red = numbers[0], let green = numbers[1], let blue = numbers[2] else {
      return nil
    }
    self = .background([red, green, blue])
  }

  /// One to four hexadecimal digits, of which the most stand for 1.
  private static func part(_ digits: Substring) -> Double? {
    guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
    return Double(value) / Double(1 << (4 * digits.utf8.count) - 1)
  }
}

// MARK: - Paste

/// A paste that is arriving: its text as far as it will be kept, and where its end mark has got to.
struct Paste {
  /// The bytes of text that are kept; what is longer is counted. A query needs no megabyte.
  static let limit = 1 << 20
  private static let end = Array("\u{1B}[201~".utf8)

  private(set) var text = String.UnicodeScalarView()
  /// The bytes that were not kept.
  private(set) var omitted = 0
  private var kept = 0
  private var utf8 = UTF8Decoder()
  private var previous: Unicode.Scalar?
  /// How much of the end mark has arrived.
  private var matched = 0

  /// Takes bytes up to the end mark.
  ///
  /// - Returns: the index behind the mark; nil while it has not come.
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

  /// Takes the beginning of an end mark that will not be completed for text, which it is.
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

  /// Terminals send the ends of pasted lines as the return key does. Of the control characters only tab
  /// and newline are text.
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
