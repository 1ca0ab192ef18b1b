import Foundation
import ListKit

/// The screen of the browser: a table of a database, of any size, with a filter, in any order.
@MainActor
final class BrowserController<Engine: TableEngine>: TableViewController, SearchBarDelegate {
  let look: RowLook
  private(set) var dataSource: PagedDataSource<Engine>!
  /// What was asked for last: it is shown, is on its way, or waits for the place of the row that is to stay.
  var wish: TableQuery
  /// Finds that place.
  var ordering: Task<Void, Never>?
  /// Columns that have turned out to have no order.
  var unordered: Set<Int> = []
  /// What there is to say about what was asked for last.
  var statusNote: String?
  private var hasMeasuredColumns = false
  private var metrics: TextMetrics?
  private var reading: Task<Void, Never>?

  init(
    engine: Engine, pageSize: Int, title: String, query: String = "", order: TableOrder = TableOrder()
  ) {
    wish = TableQuery(filter: Filter(query), order: order)
    look = RowLook(table: engine.shape)
    super.init()
    self.title = title
    tableView.primaryAction = { [weak self] in self?.open($0) }
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = PagedDataSource(
      tableView: tableView, engine: engine, query: wish, pageSize: pageSize, clock: QueueClock()
    ) { [weak self] tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self { cell.contentConfiguration = look.content(row.content, matching: wish.filter) }
      return cell
    }
    dataSource.willShow = { [weak self] in self?.prepareTable(forAnotherList: $0) }
    let searchBar = SearchBar(placeholder: "filter, in the database", delegate: self)
    searchBar.text = query
    self.searchBar = searchBar
    prepareOrders()
  }

  override func draw(in canvas: inout Canvas, at now: Duration) {
    metrics = canvas.metrics
    showStatus(columns: canvas.size.columns)
    super.draw(in: &canvas, at: now)
  }

  private func prepareTable(forAnotherList isAnother: Bool) {
    if isAnother {
      hasMeasuredColumns = false
      tableView.backgroundContent =
        dataSource.query.filter.isEmpty
        ? ListContentConfiguration(text: "The table is empty")
        : ListContentConfiguration(
          text: "No row matches", secondaryText: "backspace or ctrl-w shortens the filter, esc clears it")
    }
    measureColumns()
  }

  /// Columns are as wide as the first rows of a list need, and stay so while more are read; only numbers that are
  /// longer get more room.
  private func measureColumns() {
    guard let metrics else { return }
    let rows = dataSource.rows.map(\.content)
    let former = hasMeasuredColumns ? tableView.columns : nil
    hasMeasuredColumns = !rows.isEmpty
    let columns = look.columns(sample: rows, former: former, order: dataSource.query.order) {
      metrics.width(of: $0)
    }
    if columns != tableView.columns { tableView.columns = columns }
  }

  /// `100,000 rows, by city ▲  0.8 ms`, or why what is shown may be out of date.
  private func showStatus(columns: Int) {
    // The hint for help and two blanks stand beside it.
    let order = dataSource.query.order
    let status =
      statusNote ?? dataSource.refreshFailure.map { "not up to date: \($0)" }
      ?? RowLook.status(
        dataSource.rowCount, by: order.column.map { look.title(of: $0, in: order) },
        readIn: dataSource.readDuration, columns: columns - 9)
    if statusText.text != status { statusText = StyledText(status) }
  }

  private func open(_ indexPath: IndexPath) {
    guard let key = dataSource.row(for: indexPath)?.key else { return }
    reading?.cancel()
    reading = Task(executorPreference: dataSource.engine.executor) { @MainActor @Sendable [self] in
      let panel: Panel?
      do {
        panel = try await dataSource.engine.fullRecord(key).map(look.panel)
      } catch {
        panel = Panel(title: "Not read", lines: [Panel.Line("", StyledText("\(error)"))])
      }
      if let panel, !Task.isCancelled { present(panel) }
    }
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    let filter = Filter(searchText)
    // Without a filter the row under the cursor stays; with another one it is the first that counts.
    show(TableQuery(filter: filter, order: wish.order), keepingRow: filter.isEmpty)
  }
}
