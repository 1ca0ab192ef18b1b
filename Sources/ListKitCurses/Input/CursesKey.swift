import CNcurses
import ListKit

extension KeyPress {
  /// The key a control byte stands for; nil if `byte` is none.
  ///
  /// Return sends CR and ctrl-j LF: the terminal's modes keep them apart. Both bytes that terminals send
  /// for backspace are backspace, whichever the terminfo entry names.
  init?(controlByte byte: UInt8) {
    switch byte {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self.init(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1C...0x1F: self.init(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: return nil
    }
  }

  /// The key a code of curses stands for; nil if it is none a program can use.
  init?(cursesCode code: Int32) {
    if (cn_function_key_first...cn_function_key_last).contains(code) {
      self.init(functionKey: Int(code - cn_function_key_first))
    } else if let press = Self.cursesKeys[code] {
      self = press
    } else if let name = keyname(code), let press = KeyPress(extendedName: String(cString: name)) {
      self = press
    } else {
      return nil
    }
  }

  /// Terminfo numbers function keys on across modifiers: F13 is shift-F1, F25 control-F1 and so on.
  private init?(functionKey number: Int) {
    let rows: [Modifiers] = [[], .shift, .control, [.shift, .control], .alt, [.shift, .alt]]
    guard number >= 1, (number - 1) / 12 < rows.count else { return nil }
    self.init(.function((number - 1) % 12 + 1), rows[(number - 1) / 12])
  }

  /// Keys with modifiers have no code of their own: curses numbers them as it meets them, so they are
  /// known by name. `kUP5` is up with xterm's modifier number 5.
  private init?(extendedName name: String) {
    guard let digit = name.last?.wholeNumberValue else {
      guard let key = Self.extendedKeys[name] else { return nil }
      self.init(key, .shift)
      return
    }
    guard let key = Self.extendedKeys[String(name.dropLast())] else { return nil }
    self.init(key, Modifiers(xtermCode: digit))
  }

  private static let extendedKeys: [String: Key] = [
    "kUP": .up, "kDN": .down, "kLFT": .left, "kRIT": .right, "kHOM": .home, "kEND": .end, "kPRV": .pageUp,
    "kNXT": .pageDown, "kDC": .delete, "kIC": .insert, "kcbt": .tab,
  ]

  private static let cursesKeys: [Int32: KeyPress] = [
    KEY_UP: KeyPress(.up), KEY_DOWN: KeyPress(.down), KEY_LEFT: KeyPress(.left),
    KEY_RIGHT: KeyPress(.right), KEY_HOME: KeyPress(.home), KEY_END: KeyPress(.end),
    KEY_PPAGE: KeyPress(.pageUp), KEY_NPAGE: KeyPress(.pageDown), KEY_ENTER: KeyPress(.enter),
    KEY_BACKSPACE: KeyPress(.backspace), KEY_DC: KeyPress(.delete), KEY_IC: KeyPress(.insert),
    KEY_BTAB: KeyPress(.tab, .shift), KEY_FIND: KeyPress(.home), KEY_SELECT: KeyPress(.end),
    // What xterm sends for shift with an arrow, terminfo calls scroll.
    KEY_SR: KeyPress(.up, .shift), KEY_SF: KeyPress(.down, .shift), KEY_SLEFT: KeyPress(.left, .shift),
    KEY_SRIGHT: KeyPress(.right, .shift), KEY_SHOME: KeyPress(.home, .shift),
    KEY_SEND: KeyPress(.end, .shift), KEY_SPREVIOUS: KeyPress(.pageUp, .shift),
    KEY_SNEXT: KeyPress(.pageDown, .shift), KEY_SDC: KeyPress(.delete, .shift),
    KEY_SIC: KeyPress(.insert, .shift),
    // The number pad.
    KEY_A1: KeyPress(.home), KEY_A3: KeyPress(.pageUp), KEY_C1: KeyPress(.end), KEY_C3: KeyPress(.pageDown),
  ]
}
