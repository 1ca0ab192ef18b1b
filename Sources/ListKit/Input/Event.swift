/// Something that arrived from the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted in one piece; `omitted` bytes behind the first megabyte were not kept.
  case paste(String, omitted: Int = 0)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// The screen has a new size, or must be drawn anew at the one it has.
  case resize(Size)
  /// The program was stopped and goes on: all must be drawn anew.
  case resume
  /// The terminal can show something else than before, or its background is known or another now: all is drawn
  /// with the new ``Screen/traits``.
  case traitsChange
  /// The program is asked to end by a signal: SIGINT (also ctrl-c), SIGTERM or SIGHUP.
  case terminate(signal: Int32)
  /// The terminal is gone.
  case hangup
}

/// A key with what was held down.
public struct KeyPress: Hashable, Sendable {
  /// Keys that change the meaning of another.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, one a key.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, where the terminal reports it; never set for characters, whose case says it.
    public static let shift = Modifiers(rawValue: 1 << 0)
    /// Alt, also called meta or option.
    public static let alt = Modifiers(rawValue: 1 << 1)
    /// The control key. Of letters only the terminal's control characters arrive: ctrl-i is tab, ctrl-m is enter.
    public static let control = Modifiers(rawValue: 1 << 2)
  }

  /// The keys that were held down, as far as the terminal reports them.
  public var modifiers: Modifiers
  /// The key that was pressed, a character where it types one.
  public var key: Key

  /// Creates a key press, as bindings and tests name it.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A key of the keyboard.
public enum Key: Hashable, Sendable {
  /// A printable character; with control, the lower-case letter or the sign.
  case character(Character)
  /// An arrow.
  case up
  /// An arrow.
  case down
  /// An arrow.
  case left
  /// An arrow.
  case right
  /// To the start.
  case home
  /// To the end.
  case end
  /// A screenful up.
  case pageUp
  /// A screenful down.
  case pageDown
  /// Return or enter.
  case enter
  /// Tab; with shift, back tab.
  case tab
  /// Deletes backwards.
  case backspace
  /// Deletes forwards.
  case delete
  /// Insert.
  case insert
  /// Escape, pressed alone.
  case escape
  /// F1, F2 and so on.
  case function(Int)
}

/// What the mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
  /// A thing a mouse does.
  public enum Action: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The mouse moved with the left button down.
    case drag
    /// The left button came up.
    case release
    /// The left button was clicked a second time within a moment at the same place; comes after the
    /// second press.
    case doubleClick
    /// A notch of the wheel, away from the user.
    case wheelUp
    /// A notch of the wheel, towards the user.
    case wheelDown
  }

  /// Whether a button was pressed, released or dragged, or the wheel was turned.
  public var action: Action
  /// The cell of the screen under the pointer, counted from the upper left corner.
  public var location: Point
  /// The keys that were held down, as far as the terminal reports them: many keep shift for themselves.
  public var modifiers: KeyPress.Modifiers

  /// Creates a mouse event, as tests send it.
  public init(_ action: Action, at location: Point, modifiers: KeyPress.Modifiers = []) {
    self.action = action
    self.location = location
    self.modifiers = modifiers
  }
}

// MARK: - Name

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

// MARK: - ControlByte

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
}
