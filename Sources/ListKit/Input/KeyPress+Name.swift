extension KeyPress {
  /// How the key is written, such as `ctrl-o`, `shift-←` or `F1`.
  ///
  /// - Parameter isUnicode: whether arrows are arrows; in words otherwise, which ``init(name:)`` reads too.
  public func name(isUnicode: Bool = true) -> String {
    var name = ""
    for (modifier, word) in Self.modifierNames where modifiers.contains(modifier) { name += word }
    return name + key.name(isUnicode: isUnicode)
  }

  /// Reads a key as the help writes it: `ctrl-o`, `shift-left`, `pgdn`, `f1`, `a`; nil for what is none.
  public init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    // A lone `-` is a key; a prefix needs one behind it.
    while let found = Self.modifierNames.first(where: {
      rest.hasPrefix($0.word) && rest.count > $0.word.count
    }) {
      modifiers.insert(found.modifier)
      rest.removeFirst(found.word.count)
    }
    guard let key = Key(name: rest) else { return nil }
    self.init(key, modifiers)
  }

  private static let modifierNames: [(modifier: Modifiers, word: String)] = [
    (.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-"),
  ]
}

extension Key {
  func name(isUnicode: Bool) -> String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .up: isUnicode ? "↑" : "up"
    case .down: isUnicode ? "↓" : "down"
    case .left: isUnicode ? "←" : "left"
    case .right: isUnicode ? "→" : "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    case .enter: "enter"
    case .tab: "tab"
    case .backspace: "backspace"
    case .delete: "delete"
    case .insert: "insert"
    case .escape: "esc"
    case .function(let number): "F\(number)"
    }
  }

  init?(name: Substring) {
    let named: [Key] = [
      .character(" "), .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace,
      .delete, .insert, .escape,
    ]
    if let key = named.first(where: { $0.name(isUnicode: false) == name || $0.name(isUnicode: true) == name })
    {
      self = key
    } else if name.count == 1, let character = name.first {
      self = .character(character)
    } else if name.first == "F" || name.first == "f", let number = Int(name.dropFirst()), number > 0 {
      self = .function(number)
    } else {
      return nil
    }
  }
}
