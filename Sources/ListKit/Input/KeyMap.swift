/// The meaning of keys: a list of bindings, of which the first that matches is used.
///
/// The help is derived from the same list, so it is always correct.
public struct KeyMap: Hashable, Sendable {
  /// The bindings, in order of precedence.
  public var bindings: [KeyBinding]
  /// Other words that find a key in the list of keys, by the beginning of a word in its title: `["sum": "total add"]`.
  public var synonyms = Self.commonSynonyms

  /// Creates a map; of two bindings that match, the first one is used.
  public init(_ bindings: [KeyBinding]) { self.bindings = bindings }

  /// Adds a binding that takes precedence over all others.
  public mutating func bind(
    _ keys: KeyPress..., to command: Command, _ title: String? = nil,
    when conditions: KeyBinding.Conditions = []
  ) {
    bindings.insert(KeyBinding(keys, command, title, when: conditions), at: 0)
  }

  /// Renames a command in the help; nil omits it there.
  public mutating func rename(_ command: Command, _ title: String?) {
    for index in bindings.indices where bindings[index].command == command {
      bindings[index].title = title
    }
  }

  private static let commonSynonyms = [
    "choose": "select pick", "clear": "cancel reset", "close": "collapse fold", "column": "field",
    "copy": "clipboard yank", "delete": "remove erase", "details": "info inspect show",
    "filter": "search find query",
    "first": "top start beginning", "keys": "commands palette shortcuts", "last": "bottom end",
    "mark": "select tick",
    "match": "find", "move": "drag order", "open": "show expand unfold", "part": "pane focus",
    "quit": "exit end leave close", "redraw": "refresh repaint", "reverse": "descending invert",
    "save": "export",
    "screenful": "page scroll", "search": "find", "sort": "order arrange", "undo": "clear cancel reset back",
    "write": "export",
  ]

  /// Returns the words that find a title besides its own.
  func synonyms(of title: String) -> String {
    title.lowercased().split { !$0.isLetter }.flatMap { word in
      synonyms.filter { word.hasPrefix($0.key) }.map(\.value)
    }.joined(separator: " ")
  }

  /// Returns the title of a command in the help; nil if it has none.
  func title(of command: Command) -> String? { bindings.first { $0.command == command }?.title }

  /// Returns the title of a key for the status line.
  func shortTitle(of press: KeyPress, under circumstances: KeyBinding.Conditions) -> String? {
    binding(for: press, under: circumstances).flatMap { $0.shortTitle ?? $0.title ?? title(of: $0.command) }
  }

  /// Returns the command of a key under given conditions; nil if there is none.
  ///
  /// On a panel, the program's own commands are used only if their bindings require `hasPanel`. Where letters go to a
  /// query, a printable character has the command of a binding only if its conditions concern the query; while the
  /// user types into a text field or an opened query, only if they require that. Others are inserted.
  ///
  /// - Complexity: O(bindings).
  public func command(for press: KeyPress, under circumstances: KeyBinding.Conditions) -> Command? {
    if let binding = binding(for: press, under: circumstances) { return binding.command }
    guard circumstances.contains(.hasQuery), press.isPrintable, case .character(let character) = press.key
    else { return nil }
    return .edit(.insert(String(character)))
  }

  private func binding(for press: KeyPress, under circumstances: KeyBinding.Conditions) -> KeyBinding? {
    let isOnPanel = circumstances.contains(.hasPanel)
    return bindings.first {
      // Compare the conditions first: it is faster than comparing characters.
      $0.applies(to: press, under: circumstances) && (!isOnPanel || $0.appliesOnPanels)
        && $0.keys.contains(press)
    }
  }
}

extension KeyMap {
  /// Returns the meaning of a key in a text field.
  func meaningInText(of press: KeyPress) -> Command? {
    command(for: press, under: [.hasQuery, .queryIsNotEmpty, .hasPanel, .isEditingText])
  }
}

// MARK: - Standard

extension KeyMap {
  /// The standard keys of every list.
  public static let standard = KeyMap(
    fields + inMenu + moving + beside + selecting + reordering + editing + outline + cells + sideways
      + query
      + program)

  /// The keys that move between the parts of a screen, and special keys of text fields.
  private static let fields: [KeyBinding] = [
    KeyBinding([.tab], .moveFocus(1), "other part of the screen", when: .canMoveFocus),
    KeyBinding([KeyPress(.tab, .shift)], .moveFocus(-1), "other part of the screen", when: .canMoveFocus),
    KeyBinding([.alt("<")], .resizePanes(-1), "smaller list, larger list", when: .canMoveFocus),
    KeyBinding([.alt(">")], .resizePanes(1), "smaller list, larger list", when: .canMoveFocus),
    KeyBinding([.home], .edit(.moveToStart), when: .isEditingText),
    KeyBinding([.end], .edit(.moveToEnd), when: .isEditingText),
  ]

  private static let moving: [KeyBinding] = [
    KeyBinding([.up, .control("k"), .character("k")], .moveCursor(-1), "up"),
    KeyBinding([.down, .control("j"), .character("j")], .moveCursor(1), "down"),
    // As in pickers; where letters are keys, ctrl-p lists all keys.
    KeyBinding([.control("p")], .moveCursor(-1), "up", when: .hasQuery),
    KeyBinding([.control("n")], .moveCursor(1), "down", when: .hasQuery),
    KeyBinding([.pageUp], .page(-1), "a screenful up"),
    KeyBinding([.pageDown], .page(1), "a screenful down"),
    KeyBinding([.control("u")], .page(-1), "a screenful up", when: .whenNotTyping),
    KeyBinding([.control("d")], .page(1), "a screenful down", when: .whenNotTyping),
    KeyBinding([.home, KeyPress(.home, .control), .character("g")], .first, "first row"),
    KeyBinding([.end, KeyPress(.end, .control), .character("G")], .last, "last row"),
    KeyBinding([KeyPress(.up, .shift)], .scroll(-1), "scroll up, cursor stays"),
    KeyBinding([KeyPress(.down, .shift)], .scroll(1), "scroll down, cursor stays"),
  ]

  private static let beside: [KeyBinding] = [
    KeyBinding([.left, .character("h")], .moveBeside(-1), "left", when: .isBesideItems),
    KeyBinding([.right, .character("l")], .moveBeside(1), "right", when: .isBesideItems),
    KeyBinding([KeyPress(.left, .control)], .firstOfLine, "first of the line", when: .isBesideItems),
    KeyBinding([KeyPress(.right, .control)], .lastOfLine, "last of the line", when: .isBesideItems),
    KeyBinding([.character("h")], .moveBeside(-1), cellTitle, when: .hasCells),
    KeyBinding([.character("l")], .moveBeside(1), cellTitle, when: .hasCells),
  ]

  private static let cellTitle = "choose a column"
  private static let endsTitle = "first, last column"

  /// The keys that move over cells, except on rows of an outline.
  private static let cells: [KeyBinding] = [
    KeyBinding([.left], .moveBeside(-1), cellTitle, when: [.hasCells, .queryIsEmpty]),
    KeyBinding([.right], .moveBeside(1), cellTitle, when: [.hasCells, .queryIsEmpty]),
    KeyBinding([KeyPress(.left, .control)], .firstOfLine, endsTitle, when: [.hasCells, .queryIsEmpty]),
    KeyBinding([KeyPress(.right, .control)], .lastOfLine, endsTitle, when: [.hasCells, .queryIsEmpty]),
  ]

  private static let sideways: [KeyBinding] = [
    KeyBinding([KeyPress(.left, .shift)], .scrollColumns(-1), "columns to the left", when: .hasMoreColumns),
    KeyBinding([KeyPress(.right, .shift)], .scrollColumns(1), "columns to the right", when: .hasMoreColumns),
  ]

  /// Where characters go to a query, those of an outline need alt.
  private static let outline: [KeyBinding] =
    [
      KeyBinding([.left, .character("h")], .collapse, "close, or go to the parent", when: .isOnOutlineRow),
      KeyBinding(
        [.right, .character("l")], .expand, "open, or go to the first child", when: .isOnOutlineRow),
      KeyBinding(
        [KeyPress(.left, .shift)], .collapseSubtree, "close with all children", when: .isOnOutlineRow),
      KeyBinding([KeyPress(.right, .shift)], .expandSubtree, "open with all children", when: .isOnOutlineRow),
      KeyBinding([.character(" ")], .toggle, "open or close", when: [.isOnOutlineRow, .queryIsEmpty]),
      KeyBinding([.alt("*"), .character("*")], .expandAll, "open all", when: .hasOutline),
      KeyBinding([.alt("-"), .character("-")], .collapseAll, "close all", when: .hasOutline),
      KeyBinding([.alt("+"), .character("+")], .expand, "open", when: .isOnOutlineRow),
    ]
    + (1...9).map { level in
      let digit = Character("\(level)")
      return KeyBinding(
        [.alt(digit), .character(digit)], .expandToLevel(level),
        level == 1 ? "show levels up to 1 … 9" : nil, when: .hasOutline)
    }

  private static let query: [KeyBinding] = [
    KeyBinding([.left], .edit(.move(-1)), when: .hasQuery),
    KeyBinding([.right], .edit(.move(1)), when: .hasQuery),
    KeyBinding([.control("b")], .edit(.move(-1)), "left in the query", when: .hasQuery),
    KeyBinding([.control("f")], .edit(.move(1)), "right in the query", when: .hasQuery),
    KeyBinding([.control("a")], .edit(.moveToStart), "start of the query", when: .hasQuery),
    KeyBinding([.control("e")], .edit(.moveToEnd), "end of the query", when: .hasQuery),
    KeyBinding(
      [.alt("b"), KeyPress(.left, .control)], .edit(.moveWordBackward), "back one word", when: .hasQuery),
    KeyBinding(
      [.alt("f"), KeyPress(.right, .control)], .edit(.moveWordForward), "forward one word", when: .hasQuery),
    KeyBinding([.backspace], .edit(.deleteBackward), "delete backwards", when: .hasQuery),
    KeyBinding([.delete], .edit(.deleteForward), "delete forwards", when: .hasQuery),
    KeyBinding(
      [.control("w"), KeyPress(.backspace, .alt)], .edit(.deleteWordBackward), "delete a word",
      when: .hasQuery
    ),
    KeyBinding([.alt("d")], .edit(.deleteWordForward), "delete the next word", when: .hasQuery),
    KeyBinding([.control("u")], .edit(.deleteToStart), "delete to the start", when: .hasQuery),
    KeyBinding([.control("y")], .edit(.insertDeleted), "insert the deleted text", when: .hasQuery),
  ]

  private static let helpTitle = "all keys and actions: type to find"

  private static let program: [KeyBinding] = [
    KeyBinding([.character("/")], .beginSearch, "filter the rows", when: .canSearch),
    KeyBinding([.control("f")], .beginFind, "search without hiding rows", when: .canFind),
    KeyBinding([.character("n")], .findNext(1), "next, previous match", when: .canFind),
    KeyBinding([.character("N")], .findNext(-1), "next, previous match", when: .canFind),
    KeyBinding([.enter], .endSearch, "keep the query, go to the rows", when: .isSearching),
    KeyBinding([.enter], .primaryAction, "open"),
    KeyBinding([.alt("i")], .showDetails, "show the row's details", when: .hasDetails),
    // Some terminals use F1 themselves; ctrl-g is the help key of nano.
    KeyBinding([.function(1), .control("g")], .help, helpTitle),
    KeyBinding([.character(":"), .control("p"), .character("?")], .help, helpTitle, when: .whenNotTyping),
    KeyBinding([.escape], .back, "close, clear the query, go back, quit", when: .hasQuery),
    KeyBinding([.escape, .character("q")], .back, "close, go back, quit", when: .whenNotTyping),
    KeyBinding([.control("c")], .quit, "quit at once"),
    KeyBinding([.control("l")], .redraw, "redraw the screen"),
  ]

  // MARK: - Rows

  /// The keys that mark rows.
  private static let selecting: [KeyBinding] = [
    KeyBinding([.character(" ")], .mark, "mark or unmark", when: [.isOnMarkableRow, .queryIsEmpty]),
    KeyBinding([.tab], .markAndMove(1), "mark and go down", when: .canMarkSeveral),
    KeyBinding([KeyPress(.tab, .shift)], .markAndMove(-1), "mark and go up", when: .canMarkSeveral),
    KeyBinding([.alt("r")], .markRange, "mark from the row marked last to here", when: .canMarkSeveral),
    KeyBinding([.alt("a")], .selectAll, "mark all or none", when: .canMarkSeveral),
    KeyBinding([.control("t")], .invertSelection, "invert the marks", when: .canMarkSeveral),
  ]

  /// The keys that move rows.
  private static let reordering: [KeyBinding] = [
    KeyBinding([KeyPress(.up, .alt)], .moveRow(-1), "move the row up", when: .canReorder),
    KeyBinding([KeyPress(.down, .alt)], .moveRow(1), "move the row down", when: .canReorder),
    KeyBinding(
      [KeyPress(.left, [.alt, .shift])], .moveRowBeside(-1), "move the row to the left",
      when: [.canReorder, .isBesideItems]),
    KeyBinding(
      [KeyPress(.right, [.alt, .shift])], .moveRowBeside(1), "move the row to the right",
      when: [.canReorder, .isBesideItems]),
    KeyBinding(
      [.tab, KeyPress(.right, [.alt, .shift])], .changeLevel(1), "one level deeper, one level back",
      when: .canChangeLevel),
    KeyBinding(
      [KeyPress(.tab, .shift), KeyPress(.left, [.alt, .shift])], .changeLevel(-1),
      "one level deeper, one level back", when: .canChangeLevel),
    KeyBinding([.alt("m"), .character("m")], .grab, "pick the row up or drop it", when: .canReorder),
  ]

  /// The keys of the open menu of a row.
  private static let inMenu: [KeyBinding] = [
    KeyBinding([.left], .chooseAction(-1), when: .isMenuOpen),
    KeyBinding([.right], .chooseAction(1), when: .isMenuOpen),
  ]

  /// The keys that delete rows and open their menus.
  private static let editing: [KeyBinding] = [
    KeyBinding(
      [KeyPress(.right, .alt)], .openMenu, "menu of the row; again: its first action", when: .hasMenu),
    KeyBinding(
      [.delete, .backspace], .delete, "delete the row, asking first", when: [.canEdit, .queryIsEmpty]),
    KeyBinding([.character("d")], .delete, "delete the row, asking first", when: .canEdit),
    KeyBinding([.alt("e"), .character("e")], .toggleEditing, "show controls to edit rows", when: .canEdit),
  ]
}

// MARK: - KeyHelp

/// The content of the help: keys and their titles, in groups, the most used first. The program's own commands
/// are in the order in which they were added, not in order of precedence.
struct KeyHelp: Equatable, Sendable {
  /// The groups of commands, in the order of the help.
  enum Group: Int, CaseIterable, Sendable {
    case common, own, moving, outline, rows, query, screen

    /// The heading of the group; the first has none.
    var title: String {
      switch self {
      case .common: ""
      case .own: "This screen"
      case .moving: "Moving"
      case .outline: "Outline"
      case .rows: "Rows"
      case .query: "Query"
      case .screen: "Terminal"
      }
    }
  }

  /// Keys with the same title.
  struct Entry: Equatable, Sendable {
    var group: Group
    /// The names of the keys, separated by spaces.
    var keys: String
    var presses: [KeyPress]
    var commands: [Command]
    var title: String
  }

  /// The entries, group by group.
  private(set) var entries: [Entry] = []

  /// Lists the keys of a map for a screen and its rows.
  ///
  /// Includes bindings that apply only on some rows or only with some queries.
  ///
  /// - Parameter first: keys to list before all others.
  /// - Complexity: O(bindings²).
  init(
    _ keyMap: KeyMap, under circumstances: KeyBinding.Conditions, isUnicode: Bool, first: [KeyPress] = []
  ) {
    let hasQuery = circumstances.contains(.hasQuery)
    var passing: KeyBinding.Conditions = [.queryIsEmpty, .queryIsNotEmpty, .isOnRow]
    if circumstances.contains(.hasOutline) { passing.insert(.isOnOutlineRow) }
    let possible = circumstances.union(passing)
    let bindings = keyMap.bindings
    let order = bindings.indices.map { (bindings[$0].command.addition, $0) }.sorted(by: <)
    for index in order.map(\.1) {
      let binding = bindings[index]
      guard let title = binding.title, possible.isSuperset(of: binding.conditions) else { continue }
      let given = binding.conditions.union(
        hasQuery ? [.hasQuery, .isOnRow] : [.isOnRow, .whenNotTyping, .queryIsEmpty]
      )
      .union(circumstances.intersection(.ofScreen))
      let keys = binding.keys.filter { key in
        binding.applies(to: key, under: possible)
          && !bindings[..<index].contains { $0.applies(to: key, under: given) && $0.keys.contains(key) }
      }
      add(keys, title, binding.command, isUnicode)
    }
    var leading: [Entry] = []
    for key in first {
      guard let index = entries.firstIndex(where: { $0.presses.contains(key) }) else { continue }
      var entry = entries.remove(at: index)
      entry.group = .common
      leading.append(entry)
    }
    entries = leading + entries
    entries = Group.allCases.flatMap { group in entries.filter { $0.group == group } }
  }

  /// Adds keys to the entry with the same title, or adds an entry.
  private mutating func add(_ keys: [KeyPress], _ title: String, _ command: Command, _ isUnicode: Bool) {
    if keys.isEmpty { return }
    let names = keys.map { $0.name(isUnicode: isUnicode) }.joined(separator: " ")
    let group = command.group
    if let index = entries.firstIndex(where: { $0.title == title && $0.group == group }) {
      entries[index].keys += " " + names
      entries[index].presses += keys
      entries[index].commands.append(command)
    } else {
      entries.append(Entry(group: group, keys: names, presses: keys, commands: [command], title: title))
    }
  }

  /// Returns the lines of a panel, with a heading above each group but the first.
  ///
  /// - Parameter meaning: returns the command that a key has at the moment. A line whose keys have none of its
  ///   commands is off.
  func lines(_ meaning: (KeyPress) -> Command?) -> [Panel.Line] {
    Group.allCases.flatMap { group -> [Panel.Line] in
      let lines = entries.filter { $0.group == group }.map { entry in
        var line = Panel.Line(entry.keys, StyledText(entry.title))
        let now = entry.presses.compactMap { press in meaning(press).map { (press, $0) } }
        line.action = now.first { entry.commands.contains($0.1) }.map { .press($0.0, $0.1) }
        line.isOff = line.action == nil
        return line
      }
      if lines.isEmpty || group.title.isEmpty { return lines }
      return [Panel.Line("", ""), .title(group.title)] + lines
    }
  }
}

extension Command {
  /// The index of the call that added the command if the program did, else -1.
  fileprivate var addition: Int { if case .keyCommand(let number) = self { number } else { -1 } }

  fileprivate var group: KeyHelp.Group {
    switch self {
    case .primaryAction, .back, .quit, .help, .beginSearch, .endSearch, .beginFind, .findNext, .moveFocus:
      .common
    case .keyCommand: .own
    case .moveCursor, .moveBeside, .firstOfLine, .lastOfLine, .page, .first, .last, .scroll,
      .scrollColumns:
      .moving
    case .collapse, .expand, .collapseSubtree, .expandSubtree, .toggle, .collapseAll, .expandAll,
      .expandToLevel:
      .outline
    case .mark, .markAndMove, .markRange, .selectAll, .invertSelection, .moveRow, .moveRowBeside,
      .changeLevel,
      .grab,
      .delete,
      .openMenu, .chooseAction, .toggleEditing, .showDetails:
      .rows
    case .edit: .query
    case .redraw, .resizePanes: .screen
    }
  }
}

extension KeyMap {
  /// Returns whether a key keeps its meaning while the cursor moves from row to row.
  func keepsMeaning(_ press: KeyPress, under circumstances: KeyBinding.Conditions) -> Bool {
    let ofRows: KeyBinding.Conditions = [
      .isOnOutlineRow, .isBesideItems, .hasDetails, .isOnMarkableRow, .isOnRow,
    ]
    for binding in bindings where binding.keys.contains(press) {
      if !binding.conditions.isDisjoint(with: ofRows) { return false }
      if binding.applies(to: press, under: circumstances) { return true }
    }
    return true
  }
}
