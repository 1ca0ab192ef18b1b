import Foundation
import ListKit

/// The screen of the browser: rows as far as they are known, and a row for each gap between them.
///
/// Before each drawing it takes one step of what there is to show, and after it says what is seen; so what is
/// known follows the eye. What somebody wrote and what was merely read are never one step: changes are told as
/// changes, and nothing else is.
@MainActor
final class BrowserController: TableViewController {
  enum Section: Hashable, Sendable {
    case rows
  }

  typealias Listing = PageListing<RowKey, [String?]>
  typealias Item = Listing.Item
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>

  let pager: Pager<SQLiteEngine>
  let look: RowLook
  var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// What is shown.
  var listing = Listing()
  var shownRevision = 0
  var hasMeasuredColumns = false
  private(set) var filter: Filter
  private var reading: Task<Void, Never>?

  init(engine: SQLiteEngine, pageSize: Int, title: String, query: String = "") {
    filter = Filter(query)
    pager = Pager(engine: engine, query: filter, pageSize: pageSize)
    look = RowLook(table: engine.table)
    super.init()
    navigationItem.title = title
    prepareTable()
    let searchController = SearchController()
    searchController.searchBar.placeholder = "filter, in the database"
    searchController.searchBar.text = query
    searchController.searchResultsUpdater = self
    navigationItem.searchController = searchController
    pager.didChange = { [weak self] in self?.setNeedsDisplay() }
  }

  private func prepareTable() {
    tableView.prefetchDataSource = self
    tableView.primaryAction = { [weak self] in self?.open($0) }
    let rows = TableView.CellRegistration<TableViewCell, Item> { [weak self] cell, _, item in
      self?.configure(cell, for: item)
    }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, item in
      tableView.dequeueConfiguredReusableCell(using: rows, for: indexPath, item: item)
    }
  }

  private func configure(_ cell: TableViewCell, for item: Item) {
    cell.accessories = []
    switch item {
    case .row(let key):
      cell.contentConfiguration = look.content(listing.contents[key] ?? [], matching: filter)
    case .gap(let id):
      if let reason = listing.failures[id] {
        cell.contentConfiguration = ListContentConfiguration(
          text: "Not read: \(reason)", secondaryText: "enter tries again")
      } else {
        cell.contentConfiguration = ListContentConfiguration(text: "Reading")
        cell.accessories = [.spinner(placement: .leading)]
      }
    }
  }

  override func draw(in canvas: inout Canvas, at now: Duration) {
    if let update = pager.takeUpdate() { show(update, metrics: canvas.metrics) }
    showStatus()
    super.draw(in: &canvas, at: now)
    lookAround()
    if !pager.model.updates.isEmpty { setNeedsDisplay() }
  }

  /// Tells what is seen.
  private func lookAround() {
    let visible = tableView.indexPathsForVisibleRows.compactMap { dataSource.itemIdentifier(for: $0) }
    let focus = PageFocus<RowKey, [String?]>(
      visible: visible, cursor: dataSource.cursorItemIdentifier, room: tableView.visibleSize.lines)
    pager.update { $0.look(focus, at: shownRevision) }
  }

  // MARK: What a person does

  override func handle(_ event: Event) {
    switch event {
    // Whoever goes on does not want to be taken to the end any more.
    case .key, .mouse, .paste: pager.update { $0.cancelJump() }
    case .resize, .resume, .traitsChange, .terminate, .hangup: break
    }
    super.handle(event)
    pager.update { $0.moveCursor(to: dataSource.cursorItemIdentifier) }
  }

  override func perform(_ command: Command) -> Bool {
    if panel == nil {
      switch command {
      case .first: pager.update { $0.jump(to: .first) }
      case .last: pager.update { $0.jump(to: .last) }
      default: break
      }
    }
    return super.perform(command)
  }

  private func open(_ indexPath: IndexPath) {
    switch dataSource.itemIdentifier(for: indexPath) {
    case .row(let key)?:
      reading?.cancel()
      reading = Task {
        let panel: Panel?
        do {
          panel = try await pager.engine.fullRecord(key).map(look.panel)
        } catch {
          panel = Panel(title: "Not read", lines: [Panel.Line("", StyledText("\(error)"))])
        }
        if let panel, !Task.isCancelled { present(panel) }
      }
    case .gap(let id)?: pager.update { $0.retry(id) }
    case nil: break
    }
  }
}

extension BrowserController: TableViewDataSourcePrefetching {
  /// What comes near may be a gap, which is read before it is seen.
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) { lookAround() }
}

extension BrowserController: SearchResultsUpdating {
  func updateSearchResults(for searchController: SearchController) {
    filter = Filter(searchController.searchBar.text)
    // Without a filter the row under the cursor stays; with another one it is the first that counts.
    var kept: RowKey?
    if filter.isEmpty, case .row(let key)? = dataSource.cursorItemIdentifier { kept = key }
    pager.search(filter, keeping: kept)
  }
}
