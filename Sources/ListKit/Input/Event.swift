/// Input from the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// A text was pasted. `omitted` is the number of bytes beyond the first megabyte, which are not included.
  case paste(String, omitted: Int = 0)
  case mouse(MouseEvent)
  /// The screen has a new size, or must be redrawn at its current size.
  case resize(ScreenSize)
  /// The program continues after it was suspended: everything must be redrawn.
  case resume
  /// The capabilities or the background colour of the terminal became known or changed: redraw everything
  /// with the new ``Screen/traits``.
  case traitsChange
  /// A signal asks the program to end: SIGINT (also ctrl-c), SIGTERM or SIGHUP.
  case terminate(signal: Int32)
  /// The terminal was closed.
  case hangup
}

/// A key with its modifiers.
public struct KeyPress: Hashable, Sendable {
  /// Modifier keys.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, one per key.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, if the terminal reports it; never set for characters, whose case includes it.
    public static let shift = Modifiers(rawValue: 1 << 0)
    /// Alt, also called meta or option.
    public static let alt = Modifiers(rawValue: 1 << 1)
    /// The control key. For letters, terminals send control characters: ctrl-i is tab, ctrl-m is enter.
    public static let control = Modifiers(rawValue: 1 << 2)
  }

  /// The modifiers, as far as the terminal reports them.
  public var modifiers: Modifiers
  /// The key; a character if it types one.
  public var key: Key

  /// Creates a key press, for bindings and tests.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A key of the keyboard.
public enum Key: Hashable, Sendable {
  /// A printable character; with control, the lower-case letter or the symbol.
  case character(Character)
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// Return or enter.
  case enter
  /// Tab; with shift, back tab.
  case tab
  /// Deletes backwards.
  case backspace
  /// Deletes forwards.
  case delete
  case insert
  /// Escape, pressed alone.
  case escape
  /// F1, F2 and so on.
  case function(Int)
}

/// A mouse event: an action at a position.
public struct MouseEvent: Hashable, Sendable {
  /// An action of the mouse.
  public enum Action: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The right button went down.
    case secondaryPress
    /// The mouse moved while the left button was down.
    case drag
    /// The left button was released.
    case release
    /// The left button was clicked twice at the same place within a short time; follows the second press.
    case doubleClick
    /// The wheel turned by one notch, away from the user.
    case wheelUp
    /// The wheel turned by one notch, towards the user.
    case wheelDown
  }

  /// The action.
  public var action: Action
  /// The position of the pointer in glyphs, from the upper left corner.
  public var location: ScreenPoint
  /// The modifiers, as far as the terminal reports them: many terminals use shift themselves.
  public var modifiers: KeyPress.Modifiers

  /// Creates a mouse event, for tests.
  public init(_ action: Action, at location: ScreenPoint, modifiers: KeyPress.Modifiers = []) {
    self.action = action
    self.location = location
    self.modifiers = modifiers
  }
}

// MARK: - Name

extension KeyPress {
  /// Returns the name of the key, such as `ctrl-o`, `shift-←` or `F1`.
  ///
  /// - Parameter isUnicode: whether arrows are written as symbols; otherwise as words. ``init(name:)`` parses
  ///   both.
  public func name(isUnicode: Bool = true) -> String {
    var name = ""
    for (modifier, word) in Self.modifierNames where modifiers.contains(modifier) { name += word }
    return name + key.name(isUnicode: isUnicode)
  }

  /// Parses the name of a key: `ctrl-o`, `shift-left`, `pgdn`, `f1`, `a`; returns nil for any other text.
  public init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    // A lone `-` is a key; a prefix must have a key after it.
    while let found = Self.modifierNames.first(where: {
      rest.hasPrefix($0.word) && rest.count > $0.word.count
    }) {
      modifiers.insert(found.modifier)
      rest.removeFirst(found.word.count)
    }
    guard let key = Key(name: rest) else { return nil }
    self.init(key, modifiers)
  }

  /// The key to bind instead of this one, which terminals do not send; nil if they do.
  var replacement: KeyPress? {
    switch key {
    case .character(let character) where modifiers.contains(.shift):
      KeyPress(.character(Character(character.uppercased())), modifiers.subtracting(.shift))
    case .character(let character) where modifiers.contains(.control):
      switch character {
      case "A"..."Z": KeyPress(.character(Character(character.lowercased())), modifiers)
      case "i": KeyPress(.tab, modifiers.subtracting(.control))
      case "m": KeyPress(.enter, modifiers.subtracting(.control))
      case "h": KeyPress(.backspace, modifiers.subtracting(.control))
      case "[": KeyPress(.escape, modifiers.subtracting(.control))
      default: nil
      }
    default: nil
    }
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
