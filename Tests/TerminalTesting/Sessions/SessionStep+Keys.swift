extension SessionStep {
  /// The bytes that an xterm sends for keys, by the key names of the help.
  static let keys: [String: [UInt8]] = {
    var keys: [String: String] = [
      "enter": "\r", "esc": "\u{1b}", "tab": "\t", "shift-tab": "\u{1b}[Z", "space": " ",
      "backspace": "\u{7f}",
      "alt-backspace": "\u{1b}\u{7f}", "alt-enter": "\u{1b}\r", "ctrl-space": "\u{0}", "F1": "\u{1b}OP",
      "F2": "\u{1b}OQ", "F5": "\u{1b}[15~", "F10": "\u{1b}[21~", "shift-F1": "\u{1b}[1;2P",
    ]
    let letters = ["up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"]
    let numbers = ["insert": 2, "delete": 3, "pageup": 5, "pagedown": 6]
    let modifiers = ["shift": 2, "alt": 3, "ctrl": 5, "ctrl-shift": 6]
    for (name, letter) in letters {
      // In the mode that curses selects; see `smkx`.
      keys[name] = "\u{1b}O\(letter)"
      for (modifier, number) in modifiers { keys["\(modifier)-\(name)"] = "\u{1b}[1;\(number)\(letter)" }
    }
    for (name, number) in numbers {
      keys[name] = "\u{1b}[\(number)~"
      for (modifier, code) in modifiers { keys["\(modifier)-\(name)"] = "\u{1b}[\(number);\(code)~" }
    }
    // Without c and \, which end a program, and z, which stops it. (i and m are tab and enter.)
    for byte in UInt8(ascii: "a")...UInt8(ascii: "z") where !"cimz".utf8.contains(byte) {
      keys["ctrl-\(Unicode.Scalar(byte))"] = String(Unicode.Scalar(byte & 0x1F))
    }
    for scalar in "abdefguvwxyz0123456789*+-<>./".unicodeScalars { keys["alt-\(scalar)"] = "\u{1b}\(scalar)" }
    return keys.mapValues { Array($0.utf8) }
  }()

  /// All key names in a fixed order.
  static let keyNames = keys.keys.sorted()
}
