/// Keys with their command, conditions and title.
public struct KeyBinding: Hashable, Sendable {
  /// Conditions of a binding; all of them must hold. Those of the library's own bindings are not public.
  public struct Conditions: OptionSet, Hashable, Sendable {
    /// The bits, one per condition.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The screen has a query, and letters go to it.
    public static let hasQuery = Conditions(rawValue: 1 << 0)
    /// Letters are keys: the screen has no query, or the query is not open.
    public static let whenNotTyping = Conditions(rawValue: 1 << 1)
    /// The query is empty.
    public static let queryIsEmpty = Conditions(rawValue: 1 << 2)
    /// The query is not empty.
    package static let queryIsNotEmpty = Conditions(rawValue: 1 << 3)
    /// The cursor is on a row of an outline.
    package static let isOnOutlineRow = Conditions(rawValue: 1 << 4)
    /// The table shows an outline.
    public static let hasOutline = Conditions(rawValue: 1 << 5)
    /// Other items may be beside the one under the cursor.
    package static let isBesideItems = Conditions(rawValue: 1 << 6)
    /// The cursor is on a row with a detail accessory.
    package static let hasDetails = Conditions(rawValue: 1 << 7)
    /// The cursor is on a row that can be marked and has no children.
    package static let isOnMarkableRow = Conditions(rawValue: 1 << 8)
    /// Several rows can be selected.
    package static let canMarkSeveral = Conditions(rawValue: 1 << 9)
    /// The data source allows moving rows.
    package static let canReorder = Conditions(rawValue: 1 << 10)
    /// Rows can be deleted or inserted.
    package static let canEdit = Conditions(rawValue: 1 << 11)
    /// Rows may have a menu.
    package static let hasMenu = Conditions(rawValue: 1 << 12)
    /// The menu of a row is open.
    package static let isMenuOpen = Conditions(rawValue: 1 << 13)
    /// A panel is on top of the rows.
    public static let hasPanel = Conditions(rawValue: 1 << 14)
    /// The screen has a query that is not open.
    package static let canSearch = Conditions(rawValue: 1 << 15)
    /// The user opened the query, which takes the letters until it is closed.
    public static let isSearching = Conditions(rawValue: 1 << 16)
    /// A text field of an alert has the focus.
    package static let isEditingText = Conditions(rawValue: 1 << 17)
    /// Another part of the screen can take the focus.
    package static let canMoveFocus = Conditions(rawValue: 1 << 18)
    /// The table has columns that do not fit.
    package static let hasMoreColumns = Conditions(rawValue: 1 << 19)
    /// The program can find rows without hiding the others.
    package static let canFind = Conditions(rawValue: 1 << 20)

    /// Rows can be moved to another level.
    package static let canChangeLevel = Conditions(rawValue: 1 << 21)

    /// The cursor is on cells.
    package static let hasCells = Conditions(rawValue: 1 << 22)

    /// The cursor is on a row.
    package static let isOnRow = Conditions(rawValue: 1 << 23)

    /// The conditions that are the same for all rows and for any typed text.
    static let ofScreen: Conditions = [
      .hasCells, .canSearch, .canFind, .canMarkSeveral, .canReorder, .canChangeLevel, .canEdit, .hasMenu,
    ]
    static let ofQuery: Conditions = [
      .hasQuery, .whenNotTyping, .queryIsEmpty, .queryIsNotEmpty, .isSearching,
    ]
    /// The conditions under which printable characters are text, unless a binding requires one of them.
    static let typing: Conditions = [.isSearching, .isEditingText]
  }

  /// The keys; the help shows the first one first. Where letters are typed into a query, those that type a character
  /// have the command only if ``conditions`` has one of the query, such as `.queryIsEmpty`.
  public var keys: [KeyPress]
  /// The command of the keys while the conditions hold.
  public var command: Command
  /// The title in the help; nil omits the binding there.
  public var title: String?
  /// The title in the status line; nil for ``title``.
  public var shortTitle: String?
  /// The conditions, all of which must hold; empty means always.
  public var conditions: Conditions

  /// Whether the binding applies while a panel is open. The program's own commands concern rows, so they must
  /// require ``Conditions/hasPanel``.
  var appliesOnPanels: Bool {
    if case .keyCommand = command { conditions.contains(.hasPanel) } else { true }
  }

  /// Returns whether a key can have the command of this binding under given conditions.
  func applies(to press: KeyPress, under circumstances: Conditions) -> Bool {
    guard circumstances.isSuperset(of: conditions) else { return false }
    if circumstances.contains(.whenNotTyping) || !press.isPrintable { return true }
    let typing = circumstances.intersection(.typing)
    return !conditions.isDisjoint(with: typing.isEmpty ? .ofQuery : typing)
  }

  /// Creates a binding of one or more keys.
  public init(
    _ keys: [KeyPress], _ command: Command, _ title: String? = nil, shortTitle: String? = nil,
    when conditions: Conditions = []
  ) {
    self.shortTitle = shortTitle
    self.keys = keys
    self.command = command
    self.title = title
    self.conditions = conditions
  }
}

extension KeyPress: ExpressibleByStringLiteral {
  /// Whether the key types a character.
  var isPrintable: Bool {
    if case .character = key { modifiers.isEmpty } else { false }
  }

  /// Returns a character with control.
  public static func control(_ character: Character) -> KeyPress { KeyPress(.character(character), .control) }

  /// Returns a character with alt.
  public static func alt(_ character: Character) -> KeyPress { KeyPress(.character(character), .alt) }

  /// Returns the key that types a character, which includes shift: `.character("A")`.
  public static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }

  /// ``Key/up`` without modifiers.
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
  /// ``Key/enter`` without modifiers; ctrl-m is the same key.
  public static let enter = KeyPress(.enter)
  /// ``Key/tab`` without modifiers; ctrl-i is the same key.
  public static let tab = KeyPress(.tab)
  /// ``Key/backspace`` without modifiers.
  public static let backspace = KeyPress(.backspace)
  /// ``Key/delete`` without modifiers.
  public static let delete = KeyPress(.delete)
  /// ``Key/escape`` without modifiers.
  public static let escape = KeyPress(.escape)

  /// Creates a key from its name in the help, as in `addKeyCommand("ctrl-o", …)`; see ``init(name:)``.
  ///
  /// Traps if the name is not that of a key. Swift does not tell a literal its line, so the message quotes the
  /// literal as it is in the source: search for it.
  public init(stringLiteral name: String) {
    guard let press = KeyPress(name: name) else {
      trap(
        "KeyPress: \"\(name)\" in your source is not the name of a key - names are \"a\", \"ctrl-a\", \"shift-tab\", \"pgdn\", \"F1\""
      )
    }
    self = press
  }

  /// Returns a function key, such as F1.
  public static func function(_ number: Int) -> KeyPress { KeyPress(.function(number)) }
}
