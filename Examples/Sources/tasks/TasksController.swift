import ListKit
import ListSearch

/// An outline of tasks, edited by keys; each edit is saved at once and can be undone.
@MainActor
final class TasksController: TableViewController, SearchBarDelegate {
  private(set) var list: TaskList
  private var file: TaskFile
  private var past: [TaskList] = []
  private var dataSource: TableViewDiffableDataSource<Int, Int>!
  private var query = Query("")

  init(_ file: TaskFile) {
    (self.file, list) = (file, file.tasks)
    super.init()
    title = file.url.lastPathComponent
    searchBar = SearchBar(placeholder: "a task", delegate: self)
    hidesSearchBarWhenEmpty = true
    tableView.backgroundContent = ListContentConfiguration(text: "Nothing to do: a adds a task")
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "task")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] table, indexPath, task in
      let cell = table.dequeueReusableCell(withIdentifier: "task", for: indexPath)
      let (title, isDone) = (list.titles[task], list.done.contains(task))
      var text = StyledText(title, matches: query.highlights(in: title))
      if isDone { text.runs.append(.init(0..<title.count, Style(attributes: .strikethrough))) }
      let below = list.outline.children(of: task)
      cell.contentConfiguration = ListContentConfiguration(
        attributedText: StyledText(isDone ? "[x] " : "[ ] ").appending(text),
        secondaryAttributedText: below.isEmpty
          ? nil : "\(below.count(where: list.done.contains))/\(below.count)",
        arrangement: .trailing)
      return cell
    }
    dataSource.sectionSnapshotHandlers.willExpandItem = { [unowned self] in list.outline.expand([$0]) }
    dataSource.sectionSnapshotHandlers.willCollapseItem = { [unowned self] in list.outline.collapse([$0]) }
    dataSource.canMoveRow = { [unowned self] _ in query.isEmpty }
    dataSource.reorderingHandlers.didReorder = { [unowned self] _ in
      edit { $0.outline = dataSource.snapshot(for: 0) }
    }
    tableView.primaryAction = { [unowned self] _ in rename() }
    keyMap.rename(.primaryAction, "rename")
    addEdit(KeyPress(.tab, .shift), "put behind the task above") { $0.outdent($1) }
    addEdit(.tab, "put below the task before") { $0.indent($1) }
    addKeyCommand(.character("u"), title: "undo", when: .hasNoQuery) { [unowned self] in
      past.popLast().map(set)
    }
    addEdit(.character("d"), "delete, with all below") { $0.outline.delete([$1]) }
    addEdit(.character(" "), "done, or not") { $0.done.formSymmetricDifference([$1]) }
    addKeyCommand(.character("a"), title: "add", when: .hasNoQuery) { [unowned self] in add() }
    show()
  }

  /// Lets a key change the task under the cursor.
  private func addEdit(_ key: KeyPress, _ title: String, _ change: @escaping (inout TaskList, Int) -> Void) {
    addKeyCommand(key, title: title, when: .hasNoQuery) { [unowned self] in
      if let task = dataSource.cursorItemIdentifier { edit { change(&$0, task) } }
    }
  }

  private func show() {
    var outline = list.outline.filtered { query.matches([list.titles[$0]]) }
    if !query.isEmpty { outline.expandAll() }
    dataSource.apply(outline, to: 0)
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    statusText = "a add  enter rename  space done  d delete  u undo  / search"
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    query = Query(searchText)
    if query.isEmpty { dataSource.cursorItemIdentifier.map { list.outline.reveal($0) } }
    show()
    guard !query.isEmpty else { return }
    let found = dataSource.snapshot().itemIdentifiers.first { query.matches([list.titles[$0]]) }
    found.flatMap(dataSource.indexPath).map { tableView.moveCursor(to: $0) }
  }

  private func edit(_ change: (inout TaskList) -> Void) {
    past.append(list)
    change(&list)
    set(list)
  }

  private func set(_ next: TaskList) {
    list = next
    show()
    do { try file.write(list) } catch {
      statusText = StyledText("not saved: \(error)", style: currentTheme.deleted.mark)
    }
  }

  private func add() {
    let sibling = dataSource.cursorItemIdentifier
    Task {
      guard let title = await prompt("New task"), !title.isEmpty else { return }
      edit { _ = $0.add(title, after: sibling) }
      dataSource.indexPath(for: list.titles.count - 1).map { tableView.moveCursor(to: $0) }
    }
  }

  private func rename() {
    guard let task = dataSource.cursorItemIdentifier else { return }
    Task {
      if let title = await prompt("Rename", text: list.titles[task]) { edit { $0.titles[task] = title } }
    }
  }
}
