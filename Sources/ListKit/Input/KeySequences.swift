/// The bytes a terminal sends for its keys, to be recognised one by one.
///
/// ```text
///   root ── ESC ── [ ──┬── A                 up
///                      ├── 5 ──┬── ~         page up
///                      │       └── $         shift with page up
///                      └── [ ──── A          F1 of the Linux console
/// ```
package struct KeySequences: Sendable {
  /// A place in the tree: the bytes so far, which are a key, the beginning of others, or both.
  ///
  /// The few bytes that may follow are a chain: a start makes hundreds of nodes, and a dictionary in each costs more than
  /// all comparisons of a session.
  struct Node: Sendable {
    let byte: UInt8
    var key: KeyPress?
    fileprivate(set) var firstChild: Int?
    fileprivate(set) var sibling: Int?
  }

  static let root = 0
  private(set) var nodes = [Node(byte: 0)]

  /// Creates a table that knows no key: those of ``ControlSequence`` are understood without one.
  package init() {}

  /// Creates a table; of equal sequences the first counts.
  ///
  /// Left out is what is no sequence: single bytes, which mean the same on every terminal, and what begins
  /// with a character that can be typed.
  ///
  /// - Complexity: O(bytes).
  package init(_ keys: some Sequence<(bytes: [UInt8], press: KeyPress)>) {
    for (bytes, press) in keys where bytes.count > 1 && bytes[0] < 0x20 {
      var place = Self.root
      for byte in bytes { place = node(after: place, byte) ?? append(byte, to: place) }
      nodes[place].key = nodes[place].key ?? press
    }
  }

  /// The place that a byte leads to; nil where no key goes on with it.
  func node(after node: Int, _ byte: UInt8) -> Int? {
    var child = nodes[node].firstChild
    while let place = child, nodes[place].byte != byte { child = nodes[place].sibling }
    return child
  }

  private mutating func append(_ byte: UInt8, to node: Int) -> Int {
    nodes.append(Node(byte: byte, sibling: nodes[node].firstChild))
    nodes[node].firstChild = nodes.count - 1
    return nodes.count - 1
  }
}

// MARK: - TerminfoKeys

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
