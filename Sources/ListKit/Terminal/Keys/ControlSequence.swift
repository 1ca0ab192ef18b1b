/// A control sequence, `ESC [` parameters final, as terminals send for keys that terminfo does not list.
struct ControlSequence: Equatable {
  /// What it stands for.
  enum Meaning: Equatable {
    case key(KeyPress)
    case mouse(MouseReport)
    case pasteBegins
    case answer(TerminalAnswer)
    /// Another answer, a change of focus, a key nobody knows: not for the program.
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
    case UInt8(ascii: "~"): return tilde
    case UInt8(ascii: "u"): return character(parameter(0), modifiers(at: 1))
    default:
      guard let key = Self.letters[final] else { return .nothing }
      // "ESC [ 1 ; 5 A"; a first parameter other than 1 makes it something else, such as a report of
      // the cursor's place, which ends in R like F3.
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
