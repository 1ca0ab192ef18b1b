import Databases
import ListData
import ListKit

/// The screen of a database table of any length: only the rows in view are read, page by page.
///
/// ```text
///  keys, query ─▶ wish ─▶ PagedDataSource.search ─▶ pages ─▶ shown
/// ```
///
/// The keys are those of ``ListController``. Keys that need all rows report that they do not apply.
@MainActor
final class TableController: TableViewController, MusterList {
  let options: MusterOptions
  let engine: TableEngine
  let preview: PreviewController
  private(set) var dataSource: PagedDataSource<TableEngine>!
  /// The current query: its rows are on the screen, are being read, or wait for the position of the row to
  /// keep.
  private(set) var wish: TableQuery
  /// The query of the rows on the screen.
  private(set) var shown: TableQuery
  /// The picked rows, as they are printed.
  private(set) var picked: PickedRows?
  var statusNote: String? { didSet { describeState() } }
  /// The shown columns, the chosen one, and those that stay in view.
  private(set) var view = TableColumns()

  /// Finds the position of the row to keep.
  private var ordering: Task<Void, Never>?
  /// Reads entire rows.
  private var reading: Task<Void, Never>?
  private var inspecting: Task<Void, Never>?
  private var watching: Task<Void, Never>?
  /// A message if the database has not answered for some seconds.
  private var lateNote: String? { didSet { if lateNote != oldValue { describeState() } } }
  /// Reports how long a search takes.
  private var waiting: Task<Void, Never>?
  /// The message about a slow search.
  private var waitingNote: String? { didSet { if waitingNote != oldValue { describeState() } } }

  /// The identity of a marked row, which is the same in any order of the list.
  private struct MarkedRow: Hashable {
    var identity: [SQLValue]
    var occurrence: Int

    init(_ key: TableRowKey) { (identity, occurrence) = (key.identity, key.occurrence) }
  }

  /// - Parameters:
  ///   - query: The filter and the order at the start.
  ///   - columns: The columns to show; nil for all.
  ///   - isPushed: Whether a list of tables opened it, whose title names the database.
  init(engine: TableEngine, options: MusterOptions, query: TableQuery, columns: [Int]?, isPushed: Bool) {
    self.engine = engine
    self.options = options
    preview = PreviewController(template: options.use.preview, clock: ContinuousClock())
    wish = query
    shown = query
    super.init()
    view.shown = columns
    title = isPushed ? engine.table.name : "\(engine.table.name) · \(engine.database.name)"
    prepare(placeholder: "filter, in the database")
    searchBar?.text = options.start.query ?? ""
    tableView.cursorDidMove = { [weak self] _ in if self?.statusNote != nil { self?.statusNote = nil } }
    dataSource = PagedDataSource(tableView: tableView, engine: engine, query: query) {
      [weak self] tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self { cell.contentConfiguration = content(of: row) }
      return cell
    }
    dataSource.willShow = { [weak self] in self?.prepareTable(forAnotherList: $0) }
    contentState = { [weak self] in
      guard let source = self?.dataSource, source.refreshFailure == nil else { return .complete }
      return source.isSearching || source.rows.isEmpty && source.rowCount == nil ? .loading : .complete
    }
    addCommands()
  }

  deinit { for task in [ordering, reading, inspecting, watching, waiting] { task?.cancel() } }

  override func viewDidLoad() {
    if options.start.last { perform(.last) }
    watching = Task { [weak self, engine] in
      for await isLate in engine.lateness {
        self?.lateNote = isLate ? "no answer yet: rows may be old" : nil
        guard isLate, let obstacle = await engine.database.obstacle() else { continue }
        self?.lateNote = "\(obstacle): rows may be old"
      }
    }
    inspecting = Task { [weak self, engine] in
      for await _ in engine.schemaChanges { await self?.inspect() }
    }
  }

  // MARK: What is asked for

  /// Returns the query for typed text, in the current order.
  private func query(_ text: String) -> TableQuery {
    TableQuery(
      filter: TableFilter(text, of: engine.table.columns), order: wish.order, generation: engine.generation)
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    let query = query(searchText)
    // Without a filter the cursor keeps its row; a new filter moves it to the first row.
    show(query, keepingRow: query.filter.isEmpty)
  }

  func sort(by column: Int?) {
    let table = engine.table
    let current = wish.order.column ?? table.keyColumn
    if let column, column == current { return reverse() }
    let order = TableOrder(column: column == table.keyColumn ? nil : column)
    show(TableQuery(filter: wish.filter, order: order, generation: engine.generation), keepingRow: true)
  }

  func reverse() {
    var query = wish
    query.order.isDescending.toggle()
    show(query, keepingRow: true)
  }

  /// Shows a query. The cursor keeps its row on request; without that row, or if it is gone, it moves to the
  /// first row.
  private func show(_ query: TableQuery, keepingRow keepsRow: Bool) {
    wish = query
    statusNote = nil
    ordering?.cancel()
    ordering = nil
    let row = keepsRow ? dataSource.keyKeptAfterQuery : nil
    // A row key of an order by a column is valid for the reverse order too.
    if dataSource.query.order.column == query.order.column, row == nil || row?.column == query.order.column {
      return search(query, keeping: row)
    }
    ordering = Task { [weak self] in await self?.find(row, andShow: query) }
    waitForRows()
  }

  private func find(_ row: TableRowKey?, andShow query: TableQuery) async {
    var place: TableRowKey?
    do {
      place = try await engine.place(of: row, in: query.order)
    } catch let error as DatabaseError where error.kind == .refused && query.order.column != nil {
      if Task.isCancelled { return }
      // The database cannot sort by this column.
      wish = dataSource.query
      return statusNote = "\(error)"
    } catch {
      // The list reports why nothing can be read.
    }
    if Task.isCancelled { return }
    ordering = nil
    // A user who has moved the cursor meanwhile wants to stay there.
    let isElsewhere = row != nil && dataSource.cursorRow.map { $0.key != row } ?? false
    if isElsewhere { return show(query, keepingRow: true) }
    search(query, keeping: place)
  }

  private func search(_ query: TableQuery, keeping row: TableRowKey?) {
    dataSource.search(query, keeping: row)
    waitForRows()
  }

  /// Whether the rows of another query than that on the screen are being read.
  var isWaiting: Bool { ordering != nil || dataSource.isSearching }

  /// Cancels a slow search; the rows on the screen stay.
  ///
  /// - Returns: false if there is no search.
  private func stopSearching() -> Bool {
    guard isWaiting, !dataSource.rows.isEmpty else { return false }
    searchBar?.text = shownText
    show(shown, keepingRow: true)
    statusNote = "stopped"
    return true
  }

  /// The filter whose rows are being counted exactly, and the end of the progress message.
  private var counting: (filter: TableFilter, end: AsyncStream<Never>.Continuation)?

  /// The typed text of the query on the screen.
  private var shownText = ""

  // MARK: Waiting

  /// Reports how long it takes until the rows arrive.
  private func waitForRows() {
    stopTellingWaiting()
    waiting = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(1))) != nil, let self, !Task.isCancelled else { return }
      var isStopped = false
      if isWaiting {
        do {
          try await progress(of: "searching") { [self] _ in await tellWaiting() }
        } catch {
          isStopped = true
        }
      }
      if Task.isCancelled { return }
      stopTellingWaiting()
      // If there are no rows to return to, the list is left.
      if isStopped, isWaiting, navigationController != nil, !stopSearching() { perform(.back) }
    }
  }

  private func stopTellingWaiting() {
    waiting?.cancel()
    waiting = nil
    waitingNote = nil
  }

  private func tellWaiting() async {
    var seconds = 1
    while isWaiting, !Task.isCancelled {
      let obstacle = await engine.database.obstacle()
      if Task.isCancelled || !isWaiting { break }
      waitingNote = (obstacle.map { $0 + ", " } ?? "") + "\(seconds) s"
      if seconds == 1 { redrawRows() }
      try? await Task.sleep(for: .seconds(1))
      seconds += 1
    }
  }

  private func redrawRows() { tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows) }

  /// Prepares the table for other rows, just before they are shown.
  private func prepareTable(forAnotherList isAnother: Bool) {
    if isAnother {
      // Rows may still be on their way: the first ones, while the list is empty, or those of a newer query.
      if !isWaiting { stopTellingWaiting() }
      shown = dataSource.query
      shownText = searchBar?.text ?? ""
      view.forgetWidths()
      tableView.backgroundContent =
        shown.filter.isEmpty
        ? ListContentConfiguration(text: "No rows")
        : ListContentConfiguration(text: "No row matches", secondaryText: "esc clears the query")
    }
    placeColumns()
  }

  override func draw(in canvas: inout Canvas, at now: Duration) {
    showMarks()
    // The first read and repeated attempts start without an action of the user.
    if isWaiting, waiting == nil { waitForRows() }
    describeState()
    updatePreview()
    super.draw(in: &canvas, at: now)
  }

  // MARK: Other columns

  /// Reads the description of the table again, and adapts the columns and the query to it.
  private func inspect() async {
    let former = engine.table
    do {
      guard try await engine.inspect() else { return }
    } catch {
      // The next read reports the reason.
      return
    }
    let table = engine.table
    func place(_ column: Int) -> Int? {
      former.columns.indices.contains(column)
        ? table.columns.firstIndex { $0.name == former.columns[column].name } : nil
    }
    view.move(place)
    wish.order.column = wish.order.column.flatMap(place)
    show(query(searchBar?.text ?? ""), keepingRow: true)
    statusNote = "columns changed"
  }

  // MARK: Rows

  /// Selects marked rows that are visible in another order, in which they have other keys.
  private func showMarks() {
    guard tableView.numberOfHiddenSelectedRows > 0 else { return }
    var keys = Dictionary(dataSource.selectedKeys.map { (MarkedRow($0), $0) }) { first, _ in first }
    var hasChanged = false
    for key in tableView.indexPathsForVisibleRows.compactMap({ dataSource.row(for: $0)?.key }) {
      guard let former = keys[MarkedRow(key)], former != key else { continue }
      keys[MarkedRow(key)] = key
      hasChanged = true
    }
    if hasChanged { dataSource.selectedKeys = Array(keys.values) }
  }

  /// The marked rows, or else the row under the cursor.
  private var chosenRows: [TableRowKey] {
    let keys = dataSource.selectedKeys
    return keys.isEmpty ? [dataSource.cursorRow?.key].compactMap(\.self) : keys
  }

  /// Reads the chosen rows with their full values, and calls the function with those that still exist.
  func withChosenRows(_ body: @escaping @MainActor ([[String?]]) -> Void) {
    let keys = chosenRows
    guard !keys.isEmpty else { return }
    if tableView.numberOfSelectedRows == 0 { tableView.holdCursor() }
    read { [engine, dataSource] report in
      var rows: [[String?]] = []
      for (index, key) in keys.enumerated() {
        if let row = try await engine.record(key, isWhole: true) {
          rows.append(row)
        } else {
          dataSource?.selectedKeys.removeAll { $0 == key }
        }
        report(.fraction(Double(index + 1) / Double(keys.count)))
      }
      if !Task.isCancelled, !rows.isEmpty { body(rows) }
    }
  }

  /// Starts a read for the user, in place of the one before.
  private func read(
    _ body: @escaping @MainActor (@escaping @Sendable (WorkProgress) -> Void) async throws -> Void
  ) {
    reading?.cancel()
    reading = Task {
      do {
        try await progress(of: "reading", body)
      } catch {
        if !Task.isCancelled { statusNote = error is CancellationError ? "stopped" : "not read: \(error)" }
      }
    }
  }

  /// Shows all values of the row under the cursor.
  func showDetails() {
    guard let key = dataSource.cursorRow?.key else { return }
    read { [self] _ in
      guard let row = try await engine.record(key), !Task.isCancelled else { return }
      let lines = zip(engine.table.columns, row).map { column, value in
        Panel.Line(column.name, StyledText(value.map { Self.line($0) + Self.rest(of: $0) } ?? "NULL"))
      }
      present(Panel(title: name(of: row), lines: lines))
    }
  }

  /// Returns the key of a row.
  private func name(of row: [String?]) -> String {
    Self.line(engine.table.keyColumn.flatMap { row[$0] } ?? engine.table.name)
  }

  /// Returns the name of a row in a question.
  func questionName(of row: [String?]) -> String {
    let column = RowName.column(
      of: engine.table.columns.map { ($0.name, $0.kind == .text) },
      besideKey: engine.table.keyColumn.map { [$0] } ?? [])
    return RowName.text(key: name(of: row), name: column.flatMap { row[$0] }.map(Self.line))
  }

  /// Returns the note after a value of which only the beginning is shown.
  private static func rest(of text: String) -> String {
    text.utf8.count >= DatabaseTable.longLength && text.unicodeScalars.count >= DatabaseTable.longLength
      ? " … the rest with v" : ""
  }

  func updatePreview() {
    guard showsPreview else { return }
    preview.show(
      dataSource.cursorRow.map { [engine] row in
        let gone = DatabaseViewing.Refusal(description: "the row is gone")
        return PreviewedRow(
          text: Array(row.content.map { $0.map { "+\($0)" } ?? "" }.joined(separator: "\0").utf8)
            + Array("\(row.key)".utf8),
          details: .read { [weak self] in
            guard let values = try await engine.record(row.key), let self else { throw gone }
            let lines = zip(engine.table.columns, values).map { column, value in
              "\(column.name)\n" + (value.map { $0 + Self.rest(of: $0) } ?? "NULL")
            }
            return (name(of: values), StyledText(lines.joined(separator: "\n\n")))
          },
          command: { template in
            guard let values = try await engine.record(row.key, isWhole: true) else { throw gone }
            return try template.commands(
              for: [0], names: ColumnNames(engine.table.columns.map(\.name))
            ) { Array((values[$1] ?? "").utf8) }[0]
          })
      })
  }

  /// Reads the full value of the chosen column, and calls the function with it.
  func withValue(_ body: @escaping @MainActor ([UInt8]) -> Void) {
    guard let key = dataSource.cursorRow?.key, let column = columnOfKeys else { return }
    read { [self] _ in
      let value = try await engine.value(of: column, key)
      if Task.isCancelled { return }
      if let value { body(value) } else { statusNote = "NULL, or the row is gone" }
    }
  }

  /// Counts the rows of the query on the screen exactly, however long that takes.
  func countExactly() {
    if case .exactly? = dataSource.rowCount { return statusNote = "the number is exact" }
    let filter = shown.filter
    guard counting?.filter != filter else { return }
    engine.countExactly(filter)
    dataSource.refresh()
    counting?.end.finish()
    let (ends, end) = AsyncStream<Never>.makeStream()
    counting = (filter, end)
    Task {
      do {
        try await progress(of: "counting") { _ in for await _ in ends {} }
      } catch {
        stopCounting(filter)
      }
    }
  }

  private func stopCounting(_ filter: TableFilter) {
    guard counting?.filter == filter, navigationController != nil else { return }
    counting = nil
    engine.countExactly(nil)
    // The running count ends with the other reads.
    show(shown, keepingRow: true)
    statusNote = "stopped"
  }

  /// Returns the output for picked rows.
  ///
  /// - Throws: An error that names the column of `--output` that does not exist.
  func picked(_ rows: [[String?]]) throws -> PickedRows {
    let shown = options.start.columns == nil ? nil : view.shown
    let columns = try options.rowFormat.template == nil ? shown : options.printedColumns(of: engine.table)
    let format = DatabaseRowText(options.rowFormat, engine.table, columns: columns)
    return PickedRows(query: searchBar?.text ?? "", lines: rows.map(format.line))
  }

  /// Ends, and prints the chosen rows after the screen is gone.
  func pick() {
    withChosenRows { [weak self] rows in
      guard let self else { return }
      do {
        picked = try picked(rows)
        exit()
      } catch {
        statusNote = "\(error)"
      }
    }
  }

  // MARK: Looks

  private func content(of row: PageRow<TableRowKey, [String?]>) -> ColumnContentConfiguration {
    // Rows of an earlier query are outdated.
    let isOld = waitingNote != nil && isWaiting
    return ColumnContentConfiguration(
      view.columns(of: engine.table).map { column in
        guard column < row.content.count, let text = row.content[column] else {
          return StyledText("NULL", style: Style(attributes: .dim))
        }
        let line = Self.line(text)
        if isOld { return StyledText(line, style: currentTheme.secondaryText) }
        return StyledText(line, matches: shown.filter.highlights(in: line, column: column))
      })
  }

  /// Returns a text as one line: blanks replace line breaks and tabs.
  nonisolated static func line(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  // MARK: Columns

  var shownColumns: [Int] { view.columns(of: engine.table) }

  var chosenColumn: Int? {
    get { view.chosen }
    set { view.chosen = newValue }
  }

  var pinnedColumns: [Int] {
    get { view.pinned }
    set { view.pinned = newValue }
  }

  var keyColumns: [Int] { (engine.table.keyColumn.map { [$0] } ?? []) + view.pinned }

  func show(columns: [Int]?) {
    view.shown = columns
    placeColumns()
    redrawRows()
  }

  func placeColumns() {
    guard dataSource != nil else { return }
    let metrics = textMetrics
    let columns = view.placed(engine.table, dataSource.rows.map(\.content), shown.order) {
      metrics.width(of: $0)
    }
    if columns != tableView.columns { tableView.columns = columns }
  }

  // MARK: Status

  /// Updates the status: `100,000 rows · key id · by city ▲ · 0.8 ms`, or why the rows may be out of date.
  private func describeState() {
    guard dataSource != nil else { return }
    let table = engine.table
    var parts: [String] = []
    // The reason for outdated rows precedes messages about keys.
    if let failure = dataSource.refreshFailure { parts.append("not up to date: \(failure)") }
    if let statusNote { parts.append(statusNote) }
    if let problem = wish.filter.problem { parts.append(problem) }
    if let waitingNote { parts.append(waitingNote) }
    if let lateNote, !isWaiting { parts.append(lateNote) }
    let isExact = if case .exactly? = dataSource.rowCount { true } else { false }
    if let counting, isExact || counting.filter != shown.filter {
      counting.end.finish()
      self.counting = nil
    }
    parts.append(Self.text(of: dataSource.rowCount))
    if let column = shown.order.column, table.columns.indices.contains(column) {
      parts.append("by \(table.columns[column].name) \(shown.order.isDescending ? "▼" : "▲")")
    }
    parts += table.notes
    if let duration = dataSource.readDuration {
      let (unit, name) =
        duration < .seconds(1) ? (Duration.milliseconds(0.1), "ms") : (.milliseconds(100), "s")
      let tenths = Int((duration / unit).rounded())
      parts.append("\(tenths / 10).\(tenths % 10) \(name)")
    }
    let text = parts.joined(separator: " · ")
    if statusText.text != text { statusText = StyledText(text) }
  }

  /// Returns the number of rows as far as it is known: `100,000 rows`, `about 98,000,000 rows`, `10,000 rows
  /// or more`.
  static func text(of count: PageCount?) -> String {
    switch count {
    case nil: "… rows"
    case .exactly(1): "1 row"
    case .exactly(let number): "\(grouped(number)) rows"
    case .about(let number): "about \(grouped(number)) rows"
    case .atLeast(0): "rows not counted"
    case .atLeast(let number): "\(grouped(number)) rows or more"
    }
  }
}
