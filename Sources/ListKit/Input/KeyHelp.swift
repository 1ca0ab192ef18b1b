/// What the help says: keys and what they do, in groups, the most used first.
struct KeyHelp: Hashable, Sendable {
  /// What commands have in common, in the order of the help.
  enum Group: Int, CaseIterable, Sendable {
    case common, own, moving, outline, rows, query, screen

    /// What to call it; the first needs no name.
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

  /// Keys that do the same.
  struct Entry: Hashable, Sendable {
    var group: Group
    /// The names of the keys, with blanks between them.
    var keys: String
    var title: String
  }

  /// The entries, group by group.
  private(set) var entries: [Entry] = []

  /// Lists the keys of a map for what a screen has and its rows allow.
  ///
  /// Bindings that hold on some rows only, or with some queries only, are listed too.
  ///
  /// - Complexity: O(bindings²).
  init(_ keyMap: KeyMap, under circumstances: KeyBinding.Conditions, isUnicode: Bool) {
    let hasQuery = circumstances.contains(.hasQuery)
    var passing: KeyBinding.Conditions = [.queryIsEmpty, .queryIsNotEmpty]
    if circumstances.contains(.hasOutline) { passing.insert(.isOnOutlineRow) }
    let possible = circumstances.union(passing)
    let bindings = keyMap.bindings
    for (index, binding) in bindings.enumerated() {
      guard let title = binding.title, possible.isSuperset(of: binding.conditions) else { continue }
      let given = binding.conditions.union(hasQuery ? .hasQuery : [.hasNoQuery, .queryIsEmpty])
      let earlier = bindings[..<index].filter { given.isSuperset(of: $0.conditions) }
      let keys = binding.keys.filter { key in
        binding.holds(for: key, under: possible) && !earlier.contains { $0.keys.contains(key) }
      }
      add(keys.map { $0.name(isUnicode: isUnicode) }, title, binding.command.group)
    }
    entries = Group.allCases.flatMap { group in entries.filter { $0.group == group } }
  }

  /// Adds keys to the entry that says the same.
  private mutating func add(_ keys: [String], _ title: String, _ group: Group) {
    if keys.isEmpty { return }
    let names = keys.joined(separator: " ")
    if let index = entries.firstIndex(where: { $0.title == title && $0.group == group }) {
      entries[index].keys += " " + names
    } else {
      entries.append(Entry(group: group, keys: names, title: title))
    }
  }

  /// The lines of a panel, with a heading over each group but the first.
  ///
  /// - Parameter first: what comes before all others.
  func lines(after first: [Panel.Line], theme: Theme) -> [Panel.Line] {
    first
      + Group.allCases.flatMap { group -> [Panel.Line] in
        let lines = entries.filter { $0.group == group }.map { Panel.Line($0.keys, StyledText($0.title)) }
        if lines.isEmpty || group.title.isEmpty { return lines }
        return [Panel.Line("", ""), Panel.Line("", StyledText(group.title, style: theme.title))] + lines
      }
  }
}

extension Command {
  fileprivate var group: KeyHelp.Group {
    switch self {
    case .primaryAction, .back, .quit, .help, .beginSearch, .endSearch, .moveFocus: .common
    case .custom: .own
    case .moveCursor, .moveBeside, .firstOfLine, .lastOfLine, .page, .first, .last, .scroll: .moving
    case .collapse, .expand, .collapseSubtree, .expandSubtree, .toggle, .collapseAll, .expandAll,
      .expandToLevel:
      .outline
    case .mark, .markAndMove, .markRange, .selectAll, .invertSelection, .moveRow, .moveRowBeside, .grab,
      .delete,
      .openSwipeActions, .chooseAction, .toggleEditing, .showDetails:
      .rows
    case .edit: .query
    case .redraw: .screen
    }
  }
}
