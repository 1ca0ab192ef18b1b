import Files
import ListData
import ListKit
import ListKitCurses
import Rows
import Runs

/// The rows of runs: passes runs and keys to a ``ListState``, and its rows to the table.
///
/// ```text
///  Runs ─▶ take ─▶ ListState ─▶ refresh ─▶ NewestWork: Listing ─▶ ListingChange ─▶ apply ─▶ table
///                     ▲  keys, query
/// ```
@MainActor
final class RunList: ListModel {
  typealias Section = Listing.Section
  typealias RowSource = TableViewDiffableDataSource<Section, Int>

  let source: Source
  let options: MusterOptions
  let readings: RunReadings
  /// The runs, the arrangement of the rows, and the rows that result from both.
  private(set) var list: ListState
  /// The run that met the condition of `--until`.
  private(set) var awaited: Run?
  /// What is said on standard error once the screen has ended: that the time of `--timeout` is over.
  private var lastNote: String?
  /// Opens a row; nil to show its details.
  var open: ((_ run: Run, _ row: Int) -> Void)?
  /// The files whose comparison is shown; nil for all other lists.
  var comparedFiles: ComparedFiles?
  private(set) weak var screen: ListScreenController?
  private(set) var tableView: TableView!
  private(set) var dataSource: RowSource!
  /// The columns as they were placed last.
  private(set) var shownColumns: [Int] = []
  /// How numbers are displayed.
  private(set) var numbers = NumberDisplay.asPrinted
  /// The widths of the widest numbers shown so far, by column, and whether the columns are narrower.
  private(set) var shownNumbers = (schema: 0, widths: [Int: Int](), isUnplaced: false)
  /// The seconds that the next run has taken so far, if it is slow.
  private(set) var secondsRunning: Int?
  /// What `--meter` shows; nil without the option.
  private var meters: ColumnMeters?

  private let runs: RunSequence
  /// The tasks that last as long as the list, and the one that waits for the next mark to expire.
  private var (tasks, marksTask) = ([Task<Void, Never>](), Task<Void, Never>?.none)
  /// Whether the last line reports that rows are being arranged.
  private var showsArranging = false
  /// Receives the percentage read, while the last line shows it.
  private var readingStages: AsyncStream<Int>.Continuation?
  /// Makes listings.
  private(set) lazy var arranging = NewestWork<Arrangement>(
    { [weak self] _ in await self?.arrangeOnce() },
    didEnd: { [weak self] in
      self?.screen?.describeState()
      self?.screen?.performEarlyKeys()
    })
  /// Shows runs of the history, by their numbers.
  private(set) lazy var travel = NewestWork<Int>(
    { [weak self] in await self?.showRun($0) }, didEnd: { [weak self] in self?.screen?.describeState() })
  private(set) lazy var finder = RowFinder(in: self)

  init(source: Source, options: MusterOptions, runs: RunSequence) {
    self.source = source
    self.options = options
    self.runs = runs
    readings = RunReadings(source.reader(), alert: options.use.alert)
    meters = options.start.meter.map(ColumnMeters.init)
    list = ListState(
      startup: StartupArrangement(
        options.start.options, kept: options.kept.start, key: options.reading.key,
        templates: options.use.templates,
        output: options.use.isPicker ? options.use.output?.template : nil, canGrow: source.canGrow),
      search: options.use.isPicker ? options.use.pickerSearch : .letters, keep: options.start.keep)
  }

  deinit { for task in tasks + [marksTask].compactMap(\.self) { task.cancel() } }

  var name: String { source.title }

  var clock: any Clock<Duration> { source.clock }

  var placeholder: String { "words, in any cell" }

  func connect(to screen: ListScreenController) {
    self.screen = screen
    tableView = screen.tableView
    screen.title = options.use.isPicker ? source.givenTitle ?? "" : source.title
    screen.keyMap.rename(
      .back,
      source.isComparison
        ? "undo the last filter, d, group; leave" : "undo the last filter, d, m, group, time, pause; leave")
    screen.keyHints = [
      KeyHint("/", "filter"), KeyHint("h", "column"), KeyHint("l", "column"), KeyHint("s", "sort"),
      KeyHint("b", "group"), KeyHint(.enter, open == nil ? "details" : "open"),
      KeyHint("d", source.isComparison ? "unchanged" : "changed"),
    ]
    screen.findAction = { [weak self] in self?.finder.find($0) }
    tableView.allowsSectionCollapsing = true
    if options.reading.follow { tableView.followsEnd = true }
    tableView.backgroundContent = ListContentConfiguration(text: "reading")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self, let screen = self.screen {
        cell.contentConfiguration = content(of: item, theme: screen.currentTheme)
        cell.changeMark = changeMark(of: item)
        if screen.currentSymbols == .words { cell.accessories = words(for: item) }
        cell.hasRuleBelow = list.listing.map { $0.row(of: item).map($0.endsStretch) ?? false } ?? false
      }
      return cell
    }
    dataSource.headerProvider = { [weak self] in self?.header(of: $0) }
    dataSource.contextMenuProvider = { [weak self] in
      self?.list.listing?.row(of: $0) == nil ? nil : self?.screen?.rowMenu
    }
    dataSource.isItemHidden = { [weak self] item in
      guard let listing = self?.list.listing else { return false }
      return listing.row(of: item) != nil && !listing.run.isRemoved(item)
    }
  }

  // MARK: Runs

  func start() {
    perform { [weak self, runs] in
      do {
        for try await run in runs {
          guard let self else { return }
          await take(run)
          // A stream waits until the rows that have arrived are shown.
          if source.isStream { await arranging.done() }
        }
        self?.screen?.describeState()
      } catch {
        self?.screen?.fail(error)
      }
    }
    if let limit = options.use.timeout {
      perform { [weak self] in
        guard (try? await Task.sleep(for: .seconds(limit.seconds))) != nil, let self else { return }
        lastNote = limit.note(list.newest?.untilProgress)
        screen?.exit(status: Printing.timedOut)
      }
    }
    perform { [weak self, seconds = source.slowRunTimer.seconds] in
      for await seconds in seconds {
        guard let self else { return }
        guard seconds != secondsRunning else { continue }
        secondsRunning = seconds
        screen?.describeState()
      }
    }
  }

  /// Performs work until the list is gone.
  private func perform(_ work: @escaping @MainActor () async -> Void) { tasks.append(Task { await work() }) }

  /// Shows the messages of the observers: hooks and the recorder.
  func report(_ notices: AsyncStream<String>, of observation: Observation) {
    perform { [weak self] in
      for await notice in notices { self?.report(notice) }
      withExtendedLifetime(observation) {}
    }
  }

  /// Shows the comparison of two files, and again whenever one of them has changed.
  func compare(_ files: ComparedFiles) {
    comparedFiles = files
    perform { [weak self, clock] in
      for await result in files.changes(clock: clock) {
        guard let self else { return }
        await takeComparison(result)
      }
    }
  }

  func takeComparison(_ result: Result<ComparedFiles, any Error>) async {
    guard var run = list.newest else { return }
    let number = run.number
    do {
      let files = try result.get()
      run = try await files.run(showingUnchanged: run.unchangedCount > 0)
      comparedFiles = files
    } catch {
      run.problem = .unreadable("\(error)")
    }
    run.number = number + 1
    await take(run)
  }

  func take(_ run: Run) async {
    if run.isAwaited {
      awaited = run
      screen?.exit()
      return
    }
    if !options.namesColumns { await readings.seekMembers(in: run, source.reading.reader) }
    let isFirst = list.newest == nil
    let run = await readings.read(run)
    announceAlerts(of: run)
    if run.isComplete || source.isStream, let known = meters { meters = await known.noting(run) }
    change { list in try list.take(run) }
    if options.use.replay, options.use.speed == nil, isFirst, let numbers = source.history.numbers {
      goInTime(to: numbers.lowerBound)
    }
  }

  private func announceAlerts(of run: Run) {
    // A run that is not complete may still get the rows that the one before had.
    guard let count = run.alerts?.count, let screen,
      run.isComplete || source.isStream && count > screen.alertCount ?? -1
    else { return }
    screen.announceAlerts(count, of: source.title)
  }

  /// Changes the state of the list.
  ///
  /// - Parameter body: Changes it, and returns whether rows have to be arranged again.
  func change(_ body: (inout ListState) throws -> Bool) {
    let (query, note) = (list.arrangement.query, list.startupNote)
    do {
      let isShown = try body(&list)
      if list.startupNote != note { report(list.startupNote) }
      if list.arrangement.query != query { screen?.searchBar?.text = list.arrangement.query }
      if isShown { refresh() } else { screen?.describeState() }
    } catch {
      screen?.fail(error)
    }
  }

  /// Shows a run of the history, or the shown run in another way.
  func show(_ run: Run, after former: Run? = nil) {
    change { list in
      try list.show(run, after: former)
      return true
    }
  }

  // MARK: Reading otherwise

  /// Reads runs with other options from now on, including the shown run. Calls made meanwhile run one after
  /// the other.
  ///
  /// - Parameters:
  ///   - options: Returns the options; nil if the key has no effect.
  ///   - shown: Called with the row that was under the cursor, once the run is shown.
  func readOtherwise(
    _ options: @escaping @MainActor (Run) async -> ReaderOptions?,
    shown: @escaping @MainActor (_ cursorRow: Int?) async -> Void = { _ in }
  ) {
    readings.enqueue { [weak self] in
      guard let self, let screen, let run = list.shown, let options = await options(run) else { return }
      let row = cursorRow.flatMap { $0.run.number == run.number ? $0.row : nil }
      let former = readings.reader.chosenOptions
      readings.choose(options)
      guard let read = await screen.result(of: "reading", { [readings] _ in await readings.read(run) }) else {
        return readings.choose(former)
      }
      // A run that arrived meanwhile was read with the new options already.
      if list.shown?.number == run.number, list.shown?.table.bytes.count == run.table.bytes.count {
        show(read)
      }
      await arranging.done()
      await shown(row)
    }
  }

  /// Makes a column the key of the rows.
  func useAsKey(_ column: Int) {
    guard let shown = list.shown else { return }
    let row = cursorRow.flatMap { $0.run.number == shown.number ? $0.row : nil }
    readings.useAsKey(column, of: shown)
    Task {
      guard let kept = await source.history.run(shown.number) else { return }
      let run = await readings.read(kept)
      show(run)
      await untilSettled()
      // The row is the same, but may have another identifier.
      if let row { moveCursor(toRow: row) }
      let groups = await offMainActor { RowGroups(of: run.table, by: column, now: 0).groups.count }
      guard list.shown?.key == .columns([column]) else { return }
      let name = run.table.name(of: column)
      report(
        groups < run.table.rowCount
          ? "\(name) is not unique: rows with equal values are numbered" : "key \(name)")
    }
  }

  // MARK: Arranging

  /// Changes the arrangement of the rows.
  func arrange(_ body: (inout Arrangement) -> Void) {
    let former = list.arrangement
    body(&list.arrangement)
    if list.arrangement != former { refresh() }
  }

  func filter(by text: String) { arrange { $0.query = text } }

  /// Notes which columns the screen has now.
  func note(shownColumns: [Int]) { self.shownColumns = shownColumns }

  /// Changes what does not concern the rows.
  func update<Result>(_ body: (inout ListState) -> Result) -> Result { body(&list) }

  /// Switches to the next display of numbers.
  func showNextNumbers() {
    numbers = numbers.next
    screen?.placeColumns()
    screen?.reconfigureRows()
    report(numbers.look.note)
  }

  /// Arranges the rows again, off the main actor, until they match the arrangement.
  func refresh() {
    guard list.shown != nil else { return screen?.describeState() ?? () }
    // A new arrangement cancels the work for an old one; new rows alone do not.
    arranging.perform(list.arrangement) { [list] in $0 != list.arrangement }
    showArranging()
    screen?.describeState()
  }

  /// Reports in the last line that rows are being arranged, until they are shown or esc cancels this.
  private func showArranging() {
    guard !showsArranging, !options.use.isPicker, let screen, let listing = list.listing,
      listing.arrangement != list.arrangement
    else { return }
    showsArranging = true
    Task {
      defer { showsArranging = false }
      do {
        try await screen.progress(of: "arranging") { [arranging] _ in await arranging.done() }
      } catch {
        stopArranging()
      }
    }
  }

  /// Returns to the arrangement on the screen.
  func stopArranging() {
    guard !arranging.isIdle, screen?.navigationController != nil, let listing = list.listing,
      listing.run.schema == list.shown?.schema
    else { return }
    arrange { $0 = listing.arrangement }
    screen?.searchBar?.text = listing.arrangement.query
    report("stopped")
  }

  private func arrangeOnce() async {
    if let work = list.comparing { list.take(await work.done()) }
    guard let screen else { return }
    let listing = await list.arranged(now: WallTime.now.localSeconds, screen.textMetrics)
    if let listing, listing.arrangement == list.arrangement {
      let (former, open) = (list.listing, openTree)
      await apply(offMainActor { ListingChange(to: listing, from: former, open: open) })
    }
  }

  /// Whether rows are being arranged.
  var isArranging: Bool { !arranging.isIdle }

  /// Calls a function once the rows match the arrangement: at once if they do now.
  func whenSettled(_ body: @escaping @MainActor () -> Void) {
    guard isArranging || !readings.isIdle else { return body() }
    Task {
      await untilSettled()
      body()
    }
  }

  func untilSettled() async {
    await readings.done()
    await arranging.done()
    await finder.done()
  }

  /// The rows of the tree on the screen, expanded and collapsed as they are.
  private var openTree: Listing.Outline? {
    list.listing?.tree == nil ? nil : dataSource.snapshot(for: Section())
  }

  // MARK: Applying

  private func apply(_ change: ListingChange) async {
    if change.isLarge {
      // The table computes the difference off the main actor, and shows it after earlier changes.
      await withCheckedContinuation { continuation in
        dataSource.didApply = { [weak self] _ in
          self?.dataSource.didApply = nil
          self?.begin(change)
          continuation.resume()
        }
        Self.enqueueElsewhere(change, dataSource)
      }
    } else {
      begin(change)
      change.cause.perform { Self.enqueue(change, dataSource) }
    }
    finish(change)
  }

  private static func enqueue(
    _ change: ListingChange, _ source: RowSource, isolation: isolated (any Actor)? = #isolation
  ) {
    switch change.content {
    case .list(let snapshot):
      source.apply(snapshot, animatingDifferences: change.isMarked, completion: nil)
    case .reorderedList(let snapshot): source.applySnapshotUsingReloadData(snapshot)
    case .outlines(let outlines):
      source.apply(outlines, animatingDifferences: change.isMarked, completion: nil)
    }
  }

  private nonisolated static func enqueueElsewhere(_ change: ListingChange, _ source: RowSource) {
    enqueue(change, source)
  }

  private func begin(_ change: ListingChange) {
    let isOther = list.listing.map { $0.run.schema != change.listing.run.schema } ?? false
    if isOther { tableView.perform(.scrollColumns(-tableView.columns.count)) }
    if change.listing.arrangement.startsClosed {
      let known = Set(list.listing?.sections.map(\.section) ?? [])
      let groups = change.listing.sections.map(\.section).filter { $0.value != nil && !known.contains($0) }
      dataSource.setCollapsed(true, sections: groups)
    }
    list.show(change)
    screen?.placeColumns()
  }

  private func finish(_ change: ListingChange) {
    // Otherwise rows that were inserted or removed for other reasons would be marked too.
    if change.isMarked, case .outlines = change.content { mark(change.listing.markedIdentifiers) }
    // Changes of noisy columns are displayed too, without a mark.
    screen?.reconfigureRows()
    if change.isFound { moveCursorToFirstMatch() }
    finder.findAgain()
    if options.use.isPicker { Task { [list] in await list.prepareSearch() } }
    waitForEndOfMarks()
    screen?.rowsDidChange()
    screen?.describeState()
  }

  /// Draws the visible rows again each time marks expire.
  private func waitForEndOfMarks() {
    marksTask?.cancel()
    let now = WallTime.now.seconds
    guard let end = list.marks?.nextEnd(after: now) else { return }
    marksTask = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(end - now))) != nil, let self else { return }
      screen?.reconfigureRows()
      waitForEndOfMarks()
    }
  }

  private func moveCursorToFirstMatch() {
    // A list that follows its end keeps the cursor there.
    if tableView.followsEnd { return tableView.moveCursorToLastRow() }
    // Starts at the top, so that the headers or parents above the match are visible too.
    tableView.moveCursorToFirstRow()
    if let indexPath = list.listing?.firstMatch.flatMap(dataSource.indexPath) {
      tableView.moveCursor(to: indexPath)
    }
  }

  /// Marks rows of a tree as changed, which outlines do not support.
  private func mark(_ items: [Int]) {
    var snapshot = dataSource.snapshot()
    let marked = items.filter(snapshot.contains)
    guard !marked.isEmpty else { return }
    snapshot.reconfigureItems(marked)
    dataSource.apply(snapshot, completion: nil)
  }

  // MARK: State

  var contentState: ContentState {
    guard let newest = list.newest, list.listing != nil, !isArranging, travel.isIdle else { return .loading }
    if newest.isComplete { return .complete }
    if source.isStream { return newest.table.rowCount > 0 ? .complete : .partial }
    return newest.table.rowCount > 0 ? .partial : .loading
  }

  var isWithoutRows: Bool {
    guard let listing = list.listing else { return true }
    return listing.run.table.rowCount == 0 && !listing.run.isComplete
  }

  var hasNoMatch: Bool { list.listing.map { $0.count == 0 && $0.run.isComplete } ?? false }

  func screenWillDraw() {
    if shownNumbers.isUnplaced { screen?.placeColumns() }
    shownNumbers.isUnplaced = false
  }

  /// Records the width of a number on the screen. The next drawing gives its column more room if it needs that.
  func noteShown(_ width: Int, of column: Int) {
    guard let listing = list.listing else { return }
    if shownNumbers.schema != listing.run.schema { shownNumbers = (listing.run.schema, [:], false) }
    guard width > max(shownNumbers.widths[column] ?? 0, listing.widths.width(ofColumn: column) ?? 0) else {
      return
    }
    shownNumbers.widths[column] = width
    shownNumbers.isUnplaced = true
    screen?.setNeedsDisplay()
  }

  /// `%CPU sum 143.2 ▂▃▇`, for each meter.
  private func metersInTitle(at run: Int) -> [String] {
    guard let meters, let screen else { return [] }
    return meters.shown(at: run, count: Self.meterColumns).map { words, values in
      let chart = Chart.sparkline(values, columns: values.count)
      let course = chart.styledText(theme: screen.currentTheme, symbols: screen.currentSymbols).text
      return values.count < 2 ? words : "\(words) \(course)"
    }
  }

  private static let meterColumns = 20

  func captions(noting note: String?) -> ListCaptions {
    guard let newest = list.newest, let shown = list.shown, let listing = list.listing else {
      let seconds = secondsRunning.map { "running for \($0) s" }
      return ListCaptions(
        status: note ?? "", background: ListContentConfiguration(text: "reading", secondaryText: seconds))
    }
    let isSlow = isArranging && shown.table.rowCount > ListingChange.largeCount
    let text = StatusText(
      source: source, newest: newest, shown: shown, listing: listing, isPicker: options.use.isPicker,
      find: finder.status, showsTitle: screen?.showsTitle ?? true, isWorking: isSlow,
      secondsRunning: secondsRunning, meters: metersInTitle(at: shown.number))
    showReading()
    let query = listing.arrangement.query
    screen?.searchBar?.wrong =
      query == screen?.searchBar?.text
      ? listing.query.wrongCharacters(in: query, now: listing.run.time.localSeconds) : nil
    var captions = ListCaptions(
      title: text.title(columns: tableView.visibleSize.columns), status: note ?? text.status,
      background: text.background)
    // In a picker esc leaves, whatever is in progress.
    if options.use.isPicker {
      captions.progress =
        shown.progress?.percent.map { .fraction(Double($0) / 100) } ?? (isSlow ? .indeterminate : nil)
    }
    return captions
  }

  /// Shows in the last line how much of a file has been read, until all is read or esc stops this.
  private func showReading() {
    let percent = options.use.isPicker ? nil : list.newest?.progress?.percent
    guard let percent, let screen else {
      readingStages?.finish()
      return readingStages = nil
    }
    if readingStages == nil {
      let (stages, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
      readingStages = continuation
      Task {
        do {
          try await screen.progress(of: "reading") { report in
            for await percent in stages { report(.fraction(Double(percent) / 100)) }
          }
        } catch {
          source.stream.stopReading()
        }
      }
    }
    readingStages?.yield(percent)
  }

  func screenDidEnd() throws {
    keepView()
    if let lastNote, !options.use.quiet { Muster.note(lastNote) }
    if let awaited, let until = options.use.until {
      try Printing(options).printRows(of: awaited, meeting: until)
    }
  }

  /// Saves the view of the list, if the list has a name.
  private func keepView() {
    guard let file = options.start.name.flatMap(KeptView.file), let shown = list.shown else { return }
    let reader = readings.reader.chosenOptions ?? readings.reader.options
    var key = readings.chosenKey
    if key == nil, case .columns(let columns)? = options.reading.key ?? options.kept.key {
      key = columns.map(\.text).joined(separator: ",")
    }
    let view = KeptView(
      list.arrangement, key: key, columns: ColumnNames(of: shown.table), computed: reader.computed)
    guard view != options.kept.view else { return }
    do {
      try view.save(to: file)
    } catch {
      Muster.note("columns and order are not kept: \(error)")
    }
  }
}
