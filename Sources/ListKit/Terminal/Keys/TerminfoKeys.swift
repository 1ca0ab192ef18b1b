/// The keys that descriptions of terminals (terminfo) name, by the names of their capabilities.
package enum TerminfoKeys {
  /// All capabilities that stand for a key a program can use.
  package static let presses: [(capability: String, press: KeyPress)] = plain + functionKeys + modified

  private static let plain: [(capability: String, press: KeyPress)] = [
    ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
    ("kcuf1", KeyPress(.right)), ("khome", KeyPress(.home)), ("kend", KeyPress(.end)),
    ("kpp", KeyPress(.pageUp)), ("knp", KeyPress(.pageDown)), ("kent", KeyPress(.enter)),
    ("kdch1", KeyPress(.delete)), ("kich1", KeyPress(.insert)), ("kcbt", KeyPress(.tab, .shift)),
    ("kfnd", KeyPress(.home)), ("kslt", KeyPress(.end)),
    // What xterm sends for shift with an arrow, terminfo calls scroll.
    ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
    // The number pad.
    ("ka1", KeyPress(.home)), ("ka3", KeyPress(.pageUp)), ("kc1", KeyPress(.end)),
    ("kc3", KeyPress(.pageDown)),
    ("kpADD", KeyPress(.character("+"))), ("kpSUB", KeyPress(.character("-"))),
    ("kpMUL", KeyPress(.character("*"))), ("kpDIV", KeyPress(.character("/"))),
    ("kpDOT", KeyPress(.character("."))), ("kpCMA", KeyPress(.character(","))),
  ]

  /// Terminfo numbers function keys on across modifiers: F13 is shift-F1, F25 control-F1 and so on.
  private static let functionKeys: [(capability: String, press: KeyPress)] = {
    let rows: [KeyPress.Modifiers] = [[], .shift, .control, [.shift, .control], .alt, [.shift, .alt]]
    return (1...63).map { number in
      ("kf\(number)", KeyPress(.function((number - 1) % 12 + 1), rows[(number - 1) / 12]))
    }
  }()

  /// Keys with modifiers: `kLFT` is left with shift, `kLFT5` left with xterm's modifier number 5.
  private static let modified: [(capability: String, press: KeyPress)] = {
    let names: [(String, Key)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
      ("kPRV", .pageUp), ("kNXT", .pageDown), ("kDC", .delete), ("kIC", .insert), ("kcbt", .tab),
    ]
    return names.flatMap { name, key in
      [(name, KeyPress(key, .shift))].filter { $0.0 != "kcbt" }
        + (2...8).map { ("\(name)\($0)", KeyPress(key, KeyPress.Modifiers(xtermCode: $0))) }
    }
  }()
}
