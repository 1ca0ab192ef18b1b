import ListKit
import ListSearch

/// An outline of tasks, edited with keys; each edit is saved at once and can be undone.
@MainActor
final class TasksController: TableViewController, SearchBarDelegate {
  private(set) var list: TaskList
  private var file: TaskFile
  private var undoStack = UndoStack<TaskList>()
  private var dataSource: TableViewDiffableDataSource<Int, Int>!
  private var query = Query("")
  /// Whether the file has the list as it is now.
  private var isSaved = true

  init(_ file: TaskFile) {
    self.file = file
    list = file.tasks
    super.init()
    title = file.url.lastPathComponent
    searchBar = SearchBar(placeholder: "a task", delegate: self)
    hidesSearchBarWhenEmpty = true
    tableView.backgroundContent = ListContentConfiguration(text: "Nothing to do: a adds a task")
    tableView.primaryAction = { [unowned self] _ in rename() }
    setUpDataSource()
    addKeys()
    show()
  }

  private func setUpDataSource() {
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] task in content(of: task)
    }
    dataSource.sectionSnapshotHandlers.willExpandItem = { [unowned self] task in list.outline.expand([task]) }
    dataSource.sectionSnapshotHandlers.willCollapseItem = { [unowned self] task in
      list.outline.collapse([task])
    }
    dataSource.reorderingHandlers.canReorderItem = { [unowned self] _ in query.isEmpty }
    dataSource.reorderingHandlers.didReorder = { [unowned self] _ in
      edit { list in list.outline = dataSource.snapshot(for: 0) }
    }
  }

  /// Returns the title with its checkbox, and the number of its children that are done.
  private func content(of task: Int) -> ListContentConfiguration {
    let title = list.titles[task]
    let isDone = list.done.contains(task)
    var text = StyledText(title, matches: query.highlights(in: title))
    if isDone {
      text.runs.append(.init(0..<title.count, TextStyle(attributes: .strikethrough)))
    }
    let below = list.outline.children(of: task)
    let doneBelow = below.count(where: list.done.contains)
    return ListContentConfiguration(
      attributedText: (isDone ? "[x] " : "[ ] ") + text,
      secondaryAttributedText: below.isEmpty ? nil : "\(doneBelow)/\(below.count)",
      arrangement: .trailing)
  }

  private func addKeys() {
    tableView.primaryActionTitle = "rename"
    keyHints = ["a", KeyHint("space", "done"), KeyHint("d", "delete"), "u", KeyHint("/", "search")]
    addKeyCommand(.character("a"), title: "add") { [unowned self] in add() }
    addEdit(.character(" "), "mark as done or not done") { list, task in
      list.done.formSymmetricDifference([task])
    }
    addEdit(.character("d"), "delete with all subtasks") { list, task in list.outline.delete([task]) }
    addKeyCommand(.character("u"), title: "undo") { [unowned self] in
      if let former = undoStack.undo(from: list) { show(former) }
    }
    addKeyCommand(.control("r"), title: "redo") { [unowned self] in
      if let next = undoStack.redo(from: list) { show(next) }
    }
  }

  /// Adds a key that changes the task under the cursor.
  private func addEdit(_ key: KeyPress, _ title: String, _ change: @escaping (inout TaskList, Int) -> Void) {
    dataSource.addKeyCommand(key, title: title, when: .whenNotTyping) { [unowned self] task in
      edit { list in change(&list, task) }
    }
  }

  private func show() {
    var outline = list.outline.filtered { query.matches([list.titles[$0]]) }
    if !query.isEmpty { outline.expandAll() }
    dataSource.apply(outline, to: 0)
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    statusText = ""
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    query = Query(searchText)
    if query.isEmpty {
      if let task = dataSource.cursorItemIdentifier { list.outline.reveal(task) }
      show()
    } else {
      show()
      moveCursorToFirstMatch()
    }
  }

  private func moveCursorToFirstMatch() {
    let tasks = dataSource.snapshot().itemIdentifiers
    guard let match = tasks.first(where: { query.matches([list.titles[$0]]) }),
      let path = dataSource.indexPath(for: match)
    else { return }
    tableView.moveCursor(to: path)
  }

  private func edit(_ change: (inout TaskList) -> Void) {
    undoStack.record(list)
    var next = list
    change(&next)
    show(next)
  }

  /// Shows a list and saves it.
  private func show(_ next: TaskList) {
    list = next
    show()
    do {
      try file.write(list)
      isSaved = true
    } catch {
      isSaved = false
      statusText = StyledText("not saved: \(error)", style: currentTheme.deleted.mark)
    }
  }

  override func shouldClose() -> CloseResponse {
    if isSaved { return .yes }
    return .ask { [unowned self] in
      await confirm("Leave without saving?", action: "Leave", isDestructive: true)
    }
  }

  private func add() {
    let sibling = dataSource.cursorItemIdentifier
    Task {
      guard let title = await prompt("New task"), !title.isEmpty else { return }
      edit { list in _ = list.add(title, after: sibling) }
      let newest = list.titles.count - 1
      if let path = dataSource.indexPath(for: newest) { tableView.moveCursor(to: path) }
    }
  }

  private func rename() {
    guard let task = dataSource.cursorItemIdentifier else { return }
    Task {
      guard let title = await prompt("Rename", text: list.titles[task]) else { return }
      edit { list in list.titles[task] = title }
    }
  }
}
