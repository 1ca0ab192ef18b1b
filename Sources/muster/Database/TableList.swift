import Databases
import ListData
import ListKit
import ListKitPaging
import ListSearch
import Rows

/// A database table of any length: only the rows in view are read, page by page.
///
/// ```text
///  keys, query ─▶ wish ─▶ PagedDataSource.search ─▶ pages ─▶ shown
/// ```
@MainActor
final class TableList: ListModel {
  let options: MusterOptions
  let engine: TableEngine
  private(set) weak var screen: ListScreenController?
  private(set) var tableView: TableView!
  private(set) var dataSource: PagedDataSource<TableEngine>!
  /// The current query: its rows are on the screen, are being read, or wait for the position of the row to
  /// keep.
  private(set) var wish: TableQuery
  /// The query of the rows on the screen, and its text as typed.
  private(set) var (shown, shownText) = (TableQuery(), "")
  /// The shown columns, and those that stay in view.
  private(set) var view = TableColumns()
  /// Whether a list of tables opened it, whose title names the database.
  private let isPushed: Bool
  /// The tasks that last as long as the list.
  private var tasks: [Task<Void, Never>] = []
  /// Finds the position of the row to keep.
  private var ordering: Task<Void, Never>?
  /// Reads entire rows.
  private var reading: Task<Void, Never>?
  /// A message if the database has not answered for some seconds.
  private var lateNote: String? { didSet { if lateNote != oldValue { screen?.describeState() } } }
  /// Reports how long a search takes.
  private var waiting: Task<Void, Never>?
  /// The message about a slow search.
  private var waitingNote: String? { didSet { if waitingNote != oldValue { screen?.describeState() } } }
  /// The number of rows that pass `--alert`; nil until they were counted.
  private var alerts: PageCount?
  /// The filter whose rows are being counted exactly, and the end of the progress message.
  private var counting: (filter: TableFilter, end: AsyncStream<Never>.Continuation)?

  /// - Parameters:
  ///   - query: The filter and the order at the start.
  ///   - columns: The columns to show; nil for all.
  ///   - isPushed: Whether a list of tables opened it, whose title names the database.
  init(engine: TableEngine, options: MusterOptions, query: TableQuery, columns: [Int]?, isPushed: Bool) {
    self.engine = engine
    self.options = options
    self.isPushed = isPushed
    (wish, shown) = (query, query)
    view.shown = columns
  }

  deinit { for task in tasks + [ordering, reading, waiting].compactMap(\.self) { task.cancel() } }

  var name: String { engine.table.name }

  var clock: any Clock<Duration> { ContinuousClock() }

  var placeholder: String { "filter, in the database" }

  func connect(to screen: ListScreenController) {
    self.screen = screen
    tableView = screen.tableView
    screen.title = title
    screen.searchBar?.text = options.start.query ?? ""
    screen.keyHints = [
      KeyHint("/", "filter"), KeyHint("h", "column"), KeyHint("l", "column"), KeyHint("s", "sort"),
      KeyHint(.enter, "details"), KeyHint("y", "copy"),
    ]
    tableView.cursorDidMove = { [weak screen] _ in if screen?.statusNote != nil { screen?.statusNote = nil } }
    dataSource = PagedDataSource(tableView: tableView, engine: engine, query: wish) {
      [weak self] tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self, let theme = self.screen?.currentTheme {
        cell.contentConfiguration = content(of: row, theme)
        if self.screen?.currentSymbols == .words, isAlert(row) { cell.accessories = [.label(text: "alert")] }
      }
      return cell
    }
    dataSource.contextMenuProvider = { [weak screen] _ in screen?.rowMenu }
    dataSource.didLoad = { [weak self] in self?.prepareTable(forAnotherList: $0) }
  }

  func start() {
    if options.start.last { _ = screen?.perform(.last) }
    perform { [weak self, engine] in
      for await isLate in engine.lateness {
        self?.lateNote = isLate ? "no answer yet: rows may be old" : nil
        guard isLate, let obstacle = await engine.database.obstacle() else { continue }
        self?.lateNote = "\(obstacle): rows may be old"
      }
    }
    perform { [weak self, engine] in
      for await _ in engine.schemaChanges { await self?.inspect() }
    }
    perform { [weak self, engine] in
      for await totals in engine.totals {
        self?.view.take(totals)
        self?.take(totals.alerts)
        self?.screen?.placeColumns()
        if let problem = totals.problem { self?.report(problem) }
      }
    }
  }

  /// Performs work until the list is gone.
  private func perform(_ work: @escaping @MainActor () async -> Void) { tasks.append(Task { await work() }) }

  private func take(_ count: PageCount?) {
    guard let count, count != alerts else { return }
    alerts = count
    screen?.announceAlerts(count.number, of: title)
    screen?.describeState()
  }

  private var title: String { isPushed ? name : "\(name) · \(engine.database.name)" }

  // MARK: What is asked for

  /// Returns the query for typed text, in the current order.
  private func query(_ text: String) -> TableQuery {
    TableQuery(
      filter: TableFilter(text, of: engine.table.columns), order: wish.order, generation: engine.generation)
  }

  func filter(by text: String) {
    let query = query(text)
    // Without a filter the cursor keeps its row; a new filter moves it to the first row.
    show(query, keepingRow: query.filter.isEmpty)
  }

  func sort(by column: Int?) {
    let table = engine.table
    let current = wish.order.column ?? table.keyColumn
    if let column, column == current { return reverse() }
    let order = TableOrder(column: column == table.keyColumn ? nil : column)
    show(
      TableQuery(filter: wish.filter, order: order, generation: engine.generation),
      keepingRow: !tableView.isFollowing)
  }

  func reverse() {
    var query = wish
    query.order.isDescending.toggle()
    // A cursor that was not moved stays on the first row.
    show(query, keepingRow: !tableView.isFollowing)
  }

  /// Shows a query. The cursor keeps its row on request; without that row, or if it is gone, it moves to the
  /// first row.
  private func show(_ query: TableQuery, keepingRow keepsRow: Bool) {
    wish = query
    screen?.valueCounts?.refresh()
    report(nil)
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
    var position: TableRowKey?
    do {
      position = try await engine.position(of: row, in: query.order)
    } catch let error as DatabaseError where error.kind == .refused && query.order.column != nil {
      if Task.isCancelled { return }
      // The database cannot sort by this column.
      wish = dataSource.query
      return report("\(error)")
    } catch {
      // The list reports why nothing can be read.
    }
    if Task.isCancelled { return }
    ordering = nil
    // A user who has moved the cursor meanwhile wants to stay there.
    let isElsewhere = row != nil && dataSource.cursorRow.map { $0.key != row } ?? false
    if isElsewhere { return show(query, keepingRow: true) }
    search(query, keeping: position)
  }

  private func search(_ query: TableQuery, keeping row: TableRowKey?) {
    dataSource.search(query, keeping: row)
    waitForRows()
  }

  /// Whether the rows of another query than that on the screen are being read.
  var isWaiting: Bool { ordering != nil || dataSource.isSearching }

  /// Cancels a slow search; the rows on the screen stay. Returns false if there is no search.
  private func stopSearching() -> Bool {
    guard isWaiting, !dataSource.rows.isEmpty else { return false }
    screen?.searchBar?.text = shownText
    show(shown, keepingRow: true)
    report("stopped")
    return true
  }

  // MARK: Waiting

  /// Reports how long it takes until the rows arrive.
  private func waitForRows() {
    stopTellingWaiting()
    waiting = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(1))) != nil, let self, let screen, !Task.isCancelled
      else { return }
      var isStopped = false
      if isWaiting {
        do {
          try await screen.progress(of: "searching") { [self] _ in await tellWaiting() }
        } catch {
          isStopped = true
        }
      }
      if Task.isCancelled { return }
      stopTellingWaiting()
      // If there are no rows to return to, the list is left.
      if isStopped, isWaiting, screen.navigationController != nil, !stopSearching() {
        _ = screen.perform(.back)
      }
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
      if seconds == 1 { screen?.reconfigureRows() }
      try? await Task.sleep(for: .seconds(1))
      seconds += 1
    }
  }

  /// Prepares the table for other rows, just before they are shown.
  private func prepareTable(forAnotherList isAnother: Bool) {
    if isAnother {
      // Rows may still be on their way: the first ones, while the list is empty, or those of a newer query.
      if !isWaiting { stopTellingWaiting() }
      shown = dataSource.query
      shownText = screen?.searchBar?.text ?? ""
      view.forgetTexts()
      tableView.backgroundContent =
        shown.filter.isEmpty
        ? ListContentConfiguration(text: "No rows")
        : ListContentConfiguration(text: "No row matches", secondaryText: "esc clears the query")
      screen?.valueCounts?.refresh()
    }
    screen?.placeColumns()
  }

  func screenDidEnd() {}

  func screenWillDraw() {
    showMarks()
    // The first read and repeated attempts start without an action of the user.
    if isWaiting, waiting == nil { waitForRows() }
    screen?.describeState()
    screen?.updatePreview()
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
    func newIndex(_ column: Int) -> Int? {
      former.columns.indices.contains(column)
        ? table.columns.firstIndex { $0.name == former.columns[column].name } : nil
    }
    view.move(newIndex)
    engine.total(view.aggregates)
    wish.order.column = wish.order.column.flatMap(newIndex)
    show(query(screen?.searchBar?.text ?? ""), keepingRow: true)
    if table.columns != former.columns { report("columns changed") }
  }

  /// The identity of a marked row, which is the same in any order of the list.
  private struct MarkedRow: Hashable {
    var identity: [SQLValue]
    var occurrence: Int

    init(_ key: TableRowKey) { (identity, occurrence) = (key.identity, key.occurrence) }
  }

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

  private func content(of row: PageRow<TableRowKey, [String?]>, _ theme: Theme) -> ColumnContentConfiguration
  {
    // Rows of an earlier query are outdated.
    let isOld = waitingNote != nil && isWaiting
    let alert = isAlert(row) ? CellMeaning.alertStyle(theme) : nil
    return ColumnContentConfiguration(
      view.columns(of: engine.table).map { column in
        guard column < row.content.count, let text = row.content[column] else {
          return StyledText("NULL", style: theme.secondaryText)
        }
        let blanks = DecimalPlaces.blanks(after: text, of: view.decimals[column]?.most ?? 0)
        let line = Self.line(text) + String(repeating: " ", count: blanks)
        if isOld { return StyledText(line, style: theme.secondaryText) }
        let matches = shown.filter.highlights(in: line, column: column).map { StyledText.Run($0, nil) }
        if let alert { return StyledText(line, runs: [StyledText.Run(0..<line.count, alert)] + matches) }
        let meaning =
          options.colorsMeaning
          ? CellMeaning.runs(
            of: line, in: Column(name: engine.table.columns[column].name),
            words: view.firstWords.few(in: column), theme) : []
        return StyledText(line, runs: meaning + matches)
      })
  }

  /// Whether a row passed `--alert` when it was read, which the value after those of its columns says.
  private func isAlert(_ row: PageRow<TableRowKey, [String?]>) -> Bool {
    row.content.count == columnCount + 1 && (row.content.last ?? nil) != nil
  }

  /// Moves the cursor to the next or the previous row that passes `--alert`, which the database finds.
  func goToAlert(isForward: Bool) {
    dataSource.whenShown { [self] in
      dataSource.moveCursor { [self] in
        var key: TableRowKey?
        await performRead { [self] _ in
          key = try await engine.alert(from: dataSource.cursorRow?.key, isForward: isForward, matching: shown)
          if key == nil, !Task.isCancelled { report("no \(isForward ? "further" : "earlier") alert") }
        }
        return key
      }
    }
  }

  /// Returns a text as one line: blanks replace line breaks and tabs.
  nonisolated static func line(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  // MARK: Columns

  var columnCount: Int { engine.table.columns.count }

  func name(of column: Int) -> String { engine.table.columns[column].name }

  func kind(of column: Int) -> String { engine.table.columns[column].type }

  var shownColumns: [Int] { view.columns(of: engine.table) }

  var keyColumns: [Int] { (engine.table.keyColumn.map { [$0] } ?? []) + view.choice.pinned }

  var columnChoice: ColumnAdjustments {
    get { view.choice }
    set { view.choice = newValue }
  }

  func show(columns: [Int]?) {
    view.shown = columns
    screen?.placeColumns()
  }

  func placedColumns(room: Int) -> [TableColumn]? {
    guard let screen else { return nil }
    let decimals = view.decimals
    defer { if view.decimals != decimals { screen.reconfigureRows() } }
    return view.placed(engine.table, dataSource.rows.map(\.content), shown, screen.currentTheme, room: room) {
      screen.textMetrics.width(of: $0)
    }
  }

  /// Switches to the next total of a column.
  func toggleTotal(_ column: Int) {
    view.toggleTotal(column, of: engine.table)
    engine.total(view.aggregates)
    dataSource.refresh()
    screen?.placeColumns()
    if view.aggregates[column] == nil { report("\(name(of: column)): no total") }
  }

  // MARK: Reading

  typealias Read = @MainActor (_ report: @escaping @Sendable (WorkProgress) -> Void) async throws -> Void

  /// Starts a read for the user, in place of the one before.
  func read(_ body: @escaping Read) {
    reading?.cancel()
    reading = Task { await performRead(body) }
  }

  private func performRead(_ body: @escaping Read) async {
    await screen?.result(of: "reading", failing: "not read", body)
  }

  /// Counts the rows of the query on the screen exactly, however long that takes.
  func countExactly() {
    if case .exactly? = dataSource.rowCount { return report("the number is exact") }
    let filter = shown.filter
    guard counting?.filter != filter else { return }
    engine.countExactly(filter)
    dataSource.refresh()
    counting?.end.finish()
    let (ends, end) = AsyncStream<Never>.makeStream()
    counting = (filter, end)
    Task { [weak self, weak screen] in
      do {
        try await screen?.progress(of: "counting") { _ in for await _ in ends {} }
      } catch {
        self?.stopCounting(filter)
      }
    }
  }

  private func stopCounting(_ filter: TableFilter) {
    guard counting?.filter == filter, screen?.navigationController != nil else { return }
    counting = nil
    engine.countExactly(nil)
    // The running count ends with the other reads.
    show(shown, keepingRow: true)
    report("stopped")
  }

  // MARK: State

  var contentState: ContentState {
    guard dataSource.refreshFailure == nil else { return .complete }
    return dataSource.isMovingCursor || dataSource.isSearching
      || dataSource.rows.isEmpty && dataSource.rowCount == nil
      ? .loading : .complete
  }

  var isWithoutRows: Bool { false }

  var hasNoMatch: Bool {
    if case .exactly(0)? = dataSource.rowCount { !isWaiting && dataSource.rows.isEmpty } else { false }
  }

  func goBack() -> Bool { false }

  let lossOfLeaving: String? = nil
  let titleOfUndo: String? = nil
  let titleOfEnter = "details"

  func untilSettled() async {
    await ordering?.value
    await reading?.value
  }

  /// Returns the status: `100,000 rows · key id · by city ▲ · 0.8 ms`, or why the rows may be out of date.
  func captions(noting note: String?) -> ListCaptions {
    let table = engine.table
    var parts: [String] = []
    // The reason for outdated rows precedes messages about keys.
    if let failure = dataSource.refreshFailure { parts.append("not up to date: \(failure)") }
    if let note { parts.append(note) }
    let remark = dataSource.rowCount == .exactly(0) ? wish.filter.remark : nil
    if let problem = wish.filter.problem ?? remark { parts.append(problem) }
    screen?.searchBar?.wrong = wish.filter.problem.flatMap { _ in
      QuerySyntax.characters(in: screen?.searchBar?.text ?? "") {
        TableFilter($0, of: table.columns).problem != nil
      }
    }
    if let problem = engine.alertProblem { parts.append("--alert: \(problem)") }
    if let waitingNote { parts.append(waitingNote) }
    if let lateNote, !isWaiting { parts.append(lateNote) }
    let isExact = if case .exactly? = dataSource.rowCount { true } else { false }
    if let counting, isExact || counting.filter != shown.filter {
      counting.end.finish()
      self.counting = nil
    }
    parts.append(dataSource.rowCount?.text("row") ?? "… rows")
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
    let alertText = alerts.flatMap { $0 == .exactly(0) ? nil : $0.text("alert") }
    return ListCaptions(
      title: [title, alertText].compactMap(\.self).joined(separator: " · "),
      status: parts.joined(separator: " · "))
  }
}

extension PageCount {
  /// The number, as far as it is known.
  fileprivate var number: Int {
    switch self {
    case .exactly(let number), .about(let number), .atLeast(let number): number
    }
  }

  /// Returns the number with a noun: `100,000 rows`, `about 98,000,000 rows`, `10,000 rows or more`.
  func text(_ noun: String) -> String {
    switch self {
    case .exactly(let number): counted(number, noun)
    case .about(let number): "about \(counted(number, noun))"
    case .atLeast(0): "\(noun)s not counted"
    case .atLeast(let number): "\(counted(number, noun)) or more"
    }
  }
}
