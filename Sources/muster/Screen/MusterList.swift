import ListKit
import ListKitCurses

/// A list of runs, or a table of a database: the same columns, actions and keys, and a pane beside the rows or below
/// them.
@MainActor
protocol MusterList: TableViewController, SearchBarDelegate {
  var options: MusterOptions { get }
  var preview: PreviewController { get }
  /// A message in place of the status, until the next key.
  var statusNote: String? { get set }
  /// The columns to show, from left to right.
  var shownColumns: [Int] { get }
  /// The column that keys act on; nil until the user chooses one.
  var chosenColumn: Int? { get set }
  /// The columns that the user pinned.
  var pinnedColumns: [Int] { get set }
  /// The columns that stay in view while others scroll: those of the key, and pinned ones.
  var keyColumns: [Int] { get }

  /// Shows some columns; nil for all.
  func show(columns: [Int]?)
  /// Sorts by a column, or if the rows are sorted by it reverses their order; nil for the original order.
  func sort(by column: Int?)
  /// Gives the table its columns.
  func placeColumns()
  /// Runs an action for the marked rows, or the row under the cursor.
  func perform(_ action: RowAction)
  /// Shows the row under the cursor in the preview, if the preview is visible.
  func updatePreview()
}

extension MusterList {
  /// Prepares the table and the search bar, before there are rows.
  func prepare(placeholder: String) {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.allowsMultipleSelection = options.use.multi || !options.use.isPicker
    tableView.columnTitleAction = { [weak self] place in
      guard let self, shownColumns.indices.contains(place) else { return }
      sort(by: shownColumns[place])
    }
    let searchBar = SearchBar(placeholder: placeholder, delegate: self)
    searchBar.help = QueryHelp.signs
    self.searchBar = searchBar
    hidesSearchBarWhenEmpty = !options.use.isPicker
  }

  // MARK: Keys

  /// Adds a key.
  ///
  /// - Parameter title: For the help; nil to leave it out.
  func add(
    _ key: KeyPress, _ title: String?, when conditions: KeyBinding.Conditions = .whenNotTyping,
    _ action: @escaping @MainActor (Self) -> Void
  ) {
    addKeyCommand(key, title: title, when: conditions) { [weak self] in
      guard let self else { return }
      statusNote = nil
      action(self)
    }
  }

  /// Gives the actions of `--exec` their keys. `x` runs the only one, or shows a menu of several.
  func addActions() {
    let actions = options.use.exec
    for action in actions {
      if let key = action.key {
        add(key, action.name, when: action.isTyped ? .whenNotTyping : []) { $0.perform(action) }
      }
    }
    if let first = actions.first {
      add(.character("x"), actions.count == 1 ? first.name : RowAction.menuName) { list in
        list.choose(among: actions) { [weak list] in list?.perform($0) }
      }
    }
  }

  /// Copies the lines of some rows.
  func copy(_ lines: [String]) {
    let said = lines.count == 1 ? "copied" : "copied \(lines.count) rows"
    statusNote = Terminal.copy(lines.joined(separator: "\n")) ? said : "not copied: the terminal cannot"
  }

  // MARK: Columns

  /// The shown columns in the order in which `h` and `l` choose them: that of the screen. Lines have one.
  private var columnOrder: [Int] {
    let order = tableView.columnOrder
    return order.count == shownColumns.count ? order.map { shownColumns[$0] } : shownColumns
  }

  /// The column that keys act on: the chosen one, otherwise the first.
  var columnOfKeys: Int? { chosenColumn ?? shownColumns.first }

  /// Moves the choice of a column to the right by some columns; by a negative count to the left.
  func chooseColumn(by step: Int) {
    let order = columnOrder
    guard !order.isEmpty else { return }
    let position = chosenColumn.flatMap(order.firstIndex) ?? (step > 0 ? -1 : order.count)
    choose(column: order[min(max(position + step, 0), order.count - 1)])
  }

  /// Makes a column the one that keys act on, and scrolls to it.
  func choose(column: Int?) {
    chosenColumn = column
    placeColumns()
    scrollToChosenColumn()
    setNeedsDisplay()
  }

  func scrollToChosenColumn() {
    if let position = chosenColumn.flatMap(shownColumns.firstIndex) {
      tableView.scrollToColumn(at: position)
    }
  }

  /// Hides the chosen column, unless it is the last one, and chooses the one beside it.
  func hideColumn() {
    guard let column = chosenColumn else { return statusNote = "choose a column with h and l first" }
    let before = columnOrder
    guard let position = before.firstIndex(of: column), before.count > 1 else { return }
    show(columns: shownColumns.filter { $0 != column })
    let left = before.filter { $0 != column }
    choose(column: left[min(position, left.count - 1)])
  }

  /// Pins the column, so that it stays in view while others scroll, or unpins it.
  func togglePin() {
    guard let column = columnOfKeys else { return }
    if let position = pinnedColumns.firstIndex(of: column) {
      pinnedColumns.remove(at: position)
    } else if !keyColumns.contains(column) {
      pinnedColumns.append(column)
    }
    placeColumns()
  }

  // MARK: Preview

  /// Returns the list with its preview, which is hidden unless `--preview` is given.
  func withPreview() -> SplitViewController {
    let split = SplitViewController(listViewController: self, detailViewController: preview)
    split.preferredPrimaryColumnWidthFraction = 0.5
    split.isDetailHidden = options.use.preview == nil
    split.detailProvider = { [weak self] _ in
      self?.updatePreview()
      return nil
    }
    return split
  }

  /// Adds commands, and those of the preview. Of several commands for a key, the first one applies: the
  /// user's.
  func addCommands(_ add: () -> Void) {
    // Tab marks rows, even beside a preview.
    keyMap.bindings.removeAll { $0.command == .moveFocus }
    let standard = keyMap.bindings.count
    add()
    addPreviewCommands()
    // The last one added would apply, so the order is reversed.
    let own = keyMap.bindings.count - standard
    keyMap.bindings = keyMap.bindings.prefix(own).reversed() + keyMap.bindings.dropFirst(own)
  }

  private func addPreviewCommands() {
    let isPicker = options.use.isPicker
    add(
      isPicker ? .alt("p") : .character("P"), "show or hide the preview of the row",
      when: isPicker ? [] : .whenNotTyping
    ) {
      $0.togglePreview()
    }
    let scrolling: [(key: KeyPress, title: String, command: Command)] = [
      (KeyPress(.up, .alt), "preview up", .scroll(-1)), (KeyPress(.down, .alt), "preview down", .scroll(1)),
      (KeyPress(.pageUp, .alt), "preview: a screenful up", .page(-1)),
      (KeyPress(.pageDown, .alt), "preview: a screenful down", .page(1)),
    ]
    for (key, title, command) in scrolling {
      add(key, title, when: .canMoveFocus) { $0.preview.perform(command) }
    }
    add(.control("o"), "to the preview", when: .canMoveFocus) { _ = $0.perform(.moveFocus) }
  }

  private func togglePreview() {
    guard let splitViewController else { return }
    splitViewController.isDetailHidden.toggle()
    if splitViewController.isDetailHidden { preview.show(nil) } else { updatePreview() }
  }

  /// Whether the preview is visible.
  var showsPreview: Bool { splitViewController?.isDetailHidden == false }
}

extension ListController: MusterList {
  func updatePreview() {
    guard showsPreview else { return }
    preview.show(cursorRow.map { PreviewedRow($0.run, $0.row) })
  }
}
