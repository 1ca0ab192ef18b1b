import ListKit

/// The screen of the events, and of the bindings of the latest.
@MainActor
final class KeysScreen: SplitViewController {
  let events = KeysController()

  init() { super.init(listViewController: events, detailViewController: events.bindings) }

  /// All that arrives is looked at, and no click takes the keys away.
  override func handle(_ event: Event) {
    super.handle(event)
    focusedViewController = events
    events.add(event)
  }
}

/// The events, the latest on top.
@MainActor
final class KeysController: TableViewController {
  enum Section: Hashable, Sendable { case events }

  /// The number of an event.
  typealias Item = Int

  private(set) var model = KeysModel()
  private var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// The bindings of the latest.
  let bindings = TableViewController()
  private var bindingSource: TableViewDiffableDataSource<Event, KeyBinding>!

  init() {
    super.init()
    title = "Keys"
    keyMap = Self.ownKeys
    prepareTable()
    prepareBindings()
    show()
  }

  /// All but these are only looked at.
  private static let ownKeys = KeyMap([
    KeyBinding([KeyPress(.escape)], .back, "leave, when pressed twice"),
    KeyBinding([.control("c")], .quit, "leave at once"),
    KeyBinding([KeyPress(.function(1))], .help, "these keys"),
    KeyBinding([.control("l")], .redraw, "draw anew"),
    KeyBinding([KeyPress(.enter)], .back, when: .hasPanel),
    KeyBinding([KeyPress(.up)], .scroll(-1), when: .hasPanel),
    KeyBinding([KeyPress(.down)], .scroll(1), when: .hasPanel),
  ])

  private func prepareTable() {
    tableView.allowsSelection = false
    tableView.columns = KeysRow.columns
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "event")
    tableView.register(TableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "line")
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [weak self] tableView, indexPath, number in
      let cell = tableView.dequeueReusableCell(withIdentifier: "event", for: indexPath)
      if let record = self?.model.record(number) { cell.contentConfiguration = KeysRow.content(of: record) }
      return cell
    }
    dataSource.headerViewProvider = { [weak self] tableView, _ in
      let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "line")
      if let self { view?.contentConfiguration = LineContent(line: model.line) }
      return view
    }
  }

  private func prepareBindings() {
    bindings.title = "Bindings"
    let table = bindings.tableView
    table.allowsSelection = false
    table.motion = .none
    table.columns = KeysRow.bindingColumns
    table.register(TableViewCell.self, forCellReuseIdentifier: "binding")
    table.backgroundContent = ListContentConfiguration(
      text: "Press a key, paste, click or drag", secondaryText: "what keys mean is told here")
    bindingSource = TableViewDiffableDataSource(tableView: table) { tableView, indexPath, binding in
      let cell = tableView.dequeueReusableCell(withIdentifier: "binding", for: indexPath)
      cell.contentConfiguration = KeysRow.content(of: binding)
      return cell
    }
    bindingSource.headerProvider = { [weak self] event in
      ListContentConfiguration(
        text: event.name, secondaryText: self?.model.summaryOfLatest ?? "",
        arrangement: .inline)
    }
  }

  // MARK: Events

  func add(_ event: Event) {
    model.add(event)
    show()
    // The wheel looks back; all else shows what has come.
    if !event.isWheel { tableView.moveCursorToFirstRow() }
  }

  override func perform(_ command: Command) -> Bool {
    // The first escape is an event like all others.
    if command == .back, panel == nil, model.latest != .key(KeyPress(.escape)) { return true }
    return super.perform(command)
  }

  private func show() {
    var snapshot = DiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections([.events])
    snapshot.appendItems(model.records.map(\.number))
    dataSource.apply(snapshot)
    tableView.headerView(forSection: 0)?.contentConfiguration = LineContent(line: model.line)
    showBindings()
    let isLeaving = model.latest == .key(KeyPress(.escape))
    statusText = isLeaving ? "esc again leaves" : "esc esc or ctrl-c leaves, the wheel looks back"
  }

  private func showBindings() {
    var snapshot = DiffableDataSourceSnapshot<Event, KeyBinding>()
    if let latest = model.latest {
      snapshot.appendSections([latest])
      snapshot.appendItems(model.bindingsOfLatest)
    }
    bindingSource.apply(snapshot, animatingDifferences: false)
  }
}
