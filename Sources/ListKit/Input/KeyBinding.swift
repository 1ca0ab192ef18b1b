/// Keys that mean a command, when they do, and what to call it.
public struct KeyBinding: Hashable, Sendable {
  /// Circumstances in which a binding holds; all of them must.
  public struct Conditions: OptionSet, Hashable, Sendable {
    /// The bits, one a circumstance.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The screen has a query, which takes the letters.
    public static let hasQuery = Conditions(rawValue: 1 << 0)
    /// No letters are typed: the screen has no query, or one that is not open, and letters are keys.
    public static let whenNotTyping = Conditions(rawValue: 1 << 1)
    /// There is no text in the query.
    public static let queryIsEmpty = Conditions(rawValue: 1 << 2)
    /// There is text in the query.
    public static let queryIsNotEmpty = Conditions(rawValue: 1 << 3)
    /// The cursor is on a row of an outline.
    public static let isOnOutlineRow = Conditions(rawValue: 1 << 4)
    /// The table shows an outline.
    public static let hasOutline = Conditions(rawValue: 1 << 5)
    /// The cursor is on an item that others may stand beside: in a strip.
    public static let isInStrip = Conditions(rawValue: 1 << 6)
    /// The cursor is on a row with a sign for its details.
    public static let hasDetails = Conditions(rawValue: 1 << 7)
    /// The cursor is on a row that can be marked and has none below it.
    public static let isOnMarkableRow = Conditions(rawValue: 1 << 8)
    /// Several rows can be selected.
    public static let canMarkSeveral = Conditions(rawValue: 1 << 9)
    /// The data source lets rows be moved.
    public static let canReorder = Conditions(rawValue: 1 << 10)
    /// Rows can be deleted or inserted.
    public static let canEdit = Conditions(rawValue: 1 << 11)
    /// Rows may have actions at their right end.
    public static let hasTrailingSwipeActions = Conditions(rawValue: 1 << 12)
    /// The menu on a row is open.
    public static let isSwiping = Conditions(rawValue: 1 << 13)
    /// A panel lies on top of the rows.
    public static let hasPanel = Conditions(rawValue: 1 << 14)
    /// The screen has a query that is not open.
    public static let canSearch = Conditions(rawValue: 1 << 15)
    /// The query was opened, and takes the letters until it is closed.
    public static let isSearching = Conditions(rawValue: 1 << 16)
    /// A field of an alert has the keys.
    public static let isEditingText = Conditions(rawValue: 1 << 17)
    /// Another part of the screen can take the keys.
    public static let canMoveFocus = Conditions(rawValue: 1 << 18)
    /// The table has columns for which there is no room.
    public static let hasMoreColumns = Conditions(rawValue: 1 << 19)
    /// The program finds rows without hiding others.
    public static let canFind = Conditions(rawValue: 1 << 20)
    /// Rows may have actions at their left end.
    public static let hasLeadingSwipeActions = Conditions(rawValue: 1 << 21)

    /// What holds on all rows of a screen, whatever is typed.
    static let ofScreen: Conditions = [
      .canSearch, .canFind, .canMarkSeveral, .canReorder, .canEdit, .hasLeadingSwipeActions,
      .hasTrailingSwipeActions,
    ]
    /// What says something of the query.
    static let ofQuery: Conditions = [
      .hasQuery, .whenNotTyping, .queryIsEmpty, .queryIsNotEmpty, .isSearching,
    ]
    /// Printable characters are text, whatever else they mean otherwise.
    static let typing: Conditions = [.isSearching, .isEditingText]
  }

  /// The keys, the first one being the one to show.
  public var keys: [KeyPress]
  /// What the keys do while the conditions hold.
  public var command: Command
  /// What to call it in the help; nil keeps it out.
  public var title: String?
  /// What has to hold, all of it, for the keys to mean this; empty: always.
  public var conditions: Conditions

  /// Whether it may hold while a panel lies on top: a program's own commands are about rows, unless they say.
  var holdsOnPanels: Bool {
    if case .keyCommand = command { conditions.contains(.hasPanel) } else { true }
  }

  /// Whether a key means the command.
  func holds(for press: KeyPress, under circumstances: Conditions) -> Bool {
    let typing = circumstances.intersection(.typing)
    return circumstances.isSuperset(of: conditions)
      && (typing.isEmpty || !press.isPrintable || !conditions.isDisjoint(with: typing))
  }

  /// Creates a binding of one or several keys.
  public init(
    _ keys: [KeyPress], _ command: Command, _ title: String? = nil, when conditions: Conditions = []
  ) {
    self.keys = keys
    self.command = command
    self.title = title
    self.conditions = conditions
  }
}

extension KeyPress: ExpressibleByStringLiteral {
  /// Whether it is a character that can be typed.
  var isPrintable: Bool {
    if case .character = key { modifiers.isEmpty } else { false }
  }

  /// A character with control held down.
  public static func control(_ character: Character) -> KeyPress { KeyPress(.character(character), .control) }

  /// A character with alt held down.
  public static func alt(_ character: Character) -> KeyPress { KeyPress(.character(character), .alt) }

  /// The press of a key that types a character, with shift already in it: `.character("A")`.
  public static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }

  /// The arrow, with nothing held down, as ``Key/up``; like all that follow.
  public static let up = KeyPress(.up)
  /// ``Key/down`` without modifiers.
  public static let down = KeyPress(.down)
  /// ``Key/left`` without modifiers.
  public static let left = KeyPress(.left)
  /// ``Key/right`` without modifiers.
  public static let right = KeyPress(.right)
  /// ``Key/home`` without modifiers.
  public static let home = KeyPress(.home)
  /// ``Key/end`` without modifiers.
  public static let end = KeyPress(.end)
  /// ``Key/pageUp`` without modifiers.
  public static let pageUp = KeyPress(.pageUp)
  /// ``Key/pageDown`` without modifiers.
  public static let pageDown = KeyPress(.pageDown)
  /// ``Key/enter`` without modifiers, which ctrl-m is as well.
  public static let enter = KeyPress(.enter)
  /// ``Key/tab`` without modifiers, which ctrl-i is as well.
  public static let tab = KeyPress(.tab)
  /// ``Key/backspace`` without modifiers.
  public static let backspace = KeyPress(.backspace)
  /// ``Key/delete`` without modifiers.
  public static let delete = KeyPress(.delete)
  /// ``Key/escape`` without modifiers.
  public static let escape = KeyPress(.escape)

  /// The key that the help writes so, as in `addKeyCommand("ctrl-o", …)`; see ``init(name:)``.
  ///
  /// Traps for a name of no key.
  public init(stringLiteral name: String) {
    guard let press = KeyPress(name: name) else { trap("KeyPress: '\(name)' is not the name of a key") }
    self = press
  }

  /// A function key, such as F1.
  public static func function(_ number: Int) -> KeyPress { KeyPress(.function(number)) }
}
