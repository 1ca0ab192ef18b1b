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

    /// Shift, where the terminal tells; never set for characters, whose case says it.
    public static let shift = Modifiers(rawValue: 1 << 0)
    /// Alt, also called meta or option.
    public static let alt = Modifiers(rawValue: 1 << 1)
    /// The control key. Of letters only the terminal's control characters arrive: ctrl-i is tab, ctrl-m is enter.
    public static let control = Modifiers(rawValue: 1 << 2)
  }

  /// The key that was pressed, a character where it types one.
  public var key: Key
  /// The keys that were held down, as far as the terminal tells.
  public var modifiers: Modifiers

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
  /// The keys that were held down, as far as the terminal tells: many keep shift for themselves.
  public var modifiers: KeyPress.Modifiers

  /// Creates a mouse event, as tests send it.
  public init(_ action: Action, at location: Point, modifiers: KeyPress.Modifiers = []) {
    self.action = action
    self.location = location
    self.modifiers = modifiers
  }
}
