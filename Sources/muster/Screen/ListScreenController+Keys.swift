import ListKit
import ListKitCurses

/// The keys of all lists.
extension ListScreenController {
  typealias Action = @MainActor (ListScreenController) -> Void

  /// Adds all keys. Of several commands for a key, the first one applies: the user's.
  func addCommands() {
    let isPicker = options.use.isPicker
    tableView.primaryAction = { [weak self] _ in
      guard let self else { return }
      if isPicker { pick() } else if let action = actionOfEnter { perform(action) } else { model.openRow() }
    }
    if isPicker {
      tableView.primaryActionTitle =
        options.use.multi ? "print the marked rows, or the row, and end" : "print the row and end"
      keyMap.rename(.back, "clear the query, cancel")
      let marks = options.use.multi ? [KeyHint(.tab, "mark")] : []
      keyHints = [KeyHint(.enter, "pick")] + marks + [KeyHint(.escape, "cancel")]
    } else if !options.actions.isEmpty {
      keyHints.insert(KeyHint("x", "run"), at: 0)
    }
    keyMap.synonyms.merge(Self.synonyms) { "\($0) \($1)" }
    // Tab marks rows, even beside a preview.
    keyMap.bindings.removeAll { [.moveFocus(1), .moveFocus(-1)].contains($0.command) }
    let standard = keyMap.bindings.count
    addActions()
    addLetters()
    addPreviewCommands()
    // The last one added would apply, so the order is reversed.
    let own = keyMap.bindings.count - standard
    keyMap.bindings = keyMap.bindings.prefix(own).reversed() + keyMap.bindings.dropFirst(own)
    bindKeys()
  }

  /// Gives the keys of `--bind` the commands of other keys, all of which have those from before. A key loses its own.
  private func bindKeys() {
    let (bindings, bound) = (keyMap.bindings, options.use.bind)
    for index in keyMap.bindings.indices {
      keyMap.bindings[index].keys.removeAll { key in bound.contains { $0.key == key } }
    }
    keyMap.bindings.removeAll(where: \.keys.isEmpty)
    for (key, original) in bound.map({ ($0.key, $0.original) }) {
      let found = bindings.filter { $0.keys.contains(original) }
      if found.isEmpty { statusNote = "--bind: \(original.name()) has no action; F1 lists the keys" }
      keyMap.bindings.insert(
        contentsOf: found.map { binding in
          var binding = binding
          binding.keys = [key]
          // A key that types nothing has its meaning while a query is typed too.
          if !key.modifiers.isEmpty { binding.conditions.remove(.whenNotTyping) }
          return binding
        }, at: 0)
    }
  }

  /// Other words for words in the titles of keys.
  private static let synonyms = [
    "alert": "problem", "changed": "different modified new", "compare": "baseline reference snapshot",
    "count": "number total", "differences": "delta rate", "end": "kill terminate",
    "error": "problem failure warning",
    "group": "aggregate category", "hide": "remove", "input": "format delimiter header raw lines",
    "key": "identity id",
    "members": "nested object", "narrower": "width resize",
    "often": "count frequency histogram unique distribution",
    "original": "unsort reset", "pause": "stop freeze resume", "pin": "freeze lock sticky",
    "preview": "pane side",
    "run": "execute refresh reload", "show": "unhide", "sparkline": "chart graph plot trend",
    "sum": "total add average count minimum maximum", "time": "history earlier older past date",
    "tree": "hierarchy parents children", "value": "cell", "wider": "width resize", "wrap": "long break",
  ]

  private func addLetters() {
    model.addKeys()
    add("y", "copy the row, or the marked rows") { $0.copyRows() }
    add(",", "filter by the value of the column in this row") { $0.filterByValue() }
    add("Y", "copy the entire value of the column") { $0.copyValue() }
    add("v", "the entire value of the column in $PAGER") { $0.pageValue() }
    add("W", "write the entire value of the column to a file") { $0.askForFile() }
    add("S", "save the rows as they are shown: csv, tsv, json, md, html") { $0.askToSave() }
    add("C", "choose, hide, move columns; jump to one", waits: true, opensPage: true) {
      $0.showColumns()
    }
    add("<", "narrower column", waits: true) { $0.widen($0.columnOfKeys, by: -2) }
    add(">", "wider column", waits: true) { $0.widen($0.columnOfKeys, by: 2) }
    add("w", "wrap or unwrap the column's texts", waits: true) { $0.toggleWrapping($0.columnOfKeys) }
    add("-", "hide the column", waits: true) { $0.hideColumn() }
    add("+", "show all columns", waits: true) { $0.model.show(columns: nil) }
    add("f", "pin or unpin the column", waits: true) { $0.togglePin() }
    model.addKeysOfInput()
    add("q", "quit") { if !$0.asksToLeave() { $0.exit() } }
  }

  /// Adds a key.
  ///
  /// - Parameters:
  ///   - title: For the help; nil to leave it out.
  ///   - waits: Whether the key, pressed before there are rows, is performed on the first ones.
  ///   - opensPage: Whether such a key opens a page, which receives the keys behind it.
  func add(
    _ key: KeyPress, _ title: String?, when conditions: KeyBinding.Conditions = .whenNotTyping,
    waits: Bool = false, opensPage: Bool = false, _ action: @escaping Action
  ) {
    addKeyCommand(key, title: title, when: conditions) { [weak self] in
      guard let self else { return }
      statusNote = nil
      if waits { performOnRows(opensPage: opensPage, action) } else { action(self) }
    }
  }

  /// Gives the actions of `--exec` their keys. `x` runs the only one, or shows a menu of several.
  private func addActions() {
    let actions = options.actions
    keyHints.removeAll { hint in actions.contains { $0.key == hint.key } }
    for action in actions {
      if let key = action.key, key != .enter {
        add(key, action.name, when: action.isTyped ? .whenNotTyping : []) { $0.perform(action) }
      }
    }
    if let first = actions.first {
      add("x", actions.count == 1 ? first.name : RowAction.menuName) { list in
        list.choose(among: actions) { [weak list] in list?.perform($0) }
      }
    }
  }

  /// The action of `--exec` that enter performs.
  var actionOfEnter: RowAction? { options.actions.first { $0.key == .enter } }

  /// Which letters of `--exec` are keys of the list otherwise; nil if none is.
  var takenKeys: String? {
    let taken = options.actions.compactMap { action -> String? in
      guard action.isTyped, let key = action.key else { return nil }
      let others = keyMap.bindings.filter { $0.keys.contains(key) && !$0.conditions.contains(.hasPanel) }
        .dropFirst()
      return others.first.map { "\(key.name()) is \(action.name), not \($0.title ?? "a key of the list")" }
    }
    return taken.isEmpty ? nil : taken.joined(separator: "; ")
  }

  /// The menu of a row: what keys do with the row under the cursor, and the actions of `--exec`.
  var rowMenu: Menu? {
    if options.use.isPicker { return nil }
    let keys: [KeyPress] = [.enter, "y", ",", "s"]
    var actions = keys.map { key in
      let binding = keyMap.bindings.first { $0.keys.contains(key) }
      let title = key == .enter ? tableView.primaryActionTitle : binding?.title
      return ListKit.Action(title: String((title ?? "").prefix { $0.isLetter })) { [weak self] _ in
        self?.press(key)
      }
    }
    actions += options.actions.map { action in
      ListKit.Action(title: action.name) { [weak self] _ in self?.perform(action) }
    }
    var menu = Menu(children: actions)
    menu.repeatsKeys = true
    return menu
  }

  private func addPreviewCommands() {
    let isPicker = options.use.isPicker
    add(
      isPicker ? .alt("p") : "P", "show or hide the preview of the row", when: isPicker ? [] : .whenNotTyping
    ) { $0.togglePreview() }
    let scrolling: [(key: KeyPress, title: String, command: Command)] = [
      (KeyPress(.up, .alt), "preview up", .scroll(-1)), (KeyPress(.down, .alt), "preview down", .scroll(1)),
      (KeyPress(.pageUp, .alt), "preview: a screenful up", .page(-1)),
      (KeyPress(.pageDown, .alt), "preview: a screenful down", .page(1)),
    ]
    for (key, title, command) in scrolling {
      add(key, title, when: .canMoveFocus) { $0.performInPreview(command) }
    }
    add(.control("o"), "to the preview", when: .canMoveFocus) { _ = $0.perform(.moveFocus(1)) }
  }

  /// Asks for a text, and calls the function with it.
  ///
  /// - Parameters:
  ///   - verb: The title of the action.
  ///   - completions: Returns the texts that complete a text.
  func ask(
    forText title: String, message: String, verb: String,
    completions: @escaping (String) -> [String] = { _ in [] }, _ action: @escaping @MainActor (String) -> Void
  ) {
    let alert = AlertController(title: title, message: message)
    alert.addTextField { $0.completions = completions }
    alert.addAction(AlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      AlertAction(title: verb) { [weak alert] _ in
        if let text = alert?.textFields[0].text, !text.isEmpty { action(text) }
      })
    present(alert)
  }
}
