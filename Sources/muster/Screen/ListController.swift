import Files
import ListData
import ListKit
import ListSearch

/// The screen of a list: hands runs and wishes to a ``ListScreen``, and its rows to the table.
///
/// ```text
///  Runs ─▶ take ─▶ ListScreen ─▶ refresh ─▶ ListingChange ─▶ apply ─▶ table
///                     ▲  keys, query
/// ```
@MainActor
final class ListController: TableViewController, SearchBarDelegate {
  typealias Section = Listing.Section
  typealias RowSource = TableViewDiffableDataSource<Section, Int>

  /// What the program does once the terminal was given back.
  struct Ending {
    /// Why it failed.
    var failure: (any Error)?
    /// The run that met the condition of `--until`.
    var awaited: Run?
    /// What was picked; nil while nothing was, and where the choice was cancelled.
    var picked: PickedRows?
  }

  let source: Source
  let options: MusterOptions
  private(set) var dataSource: RowSource!
  /// The runs, what is asked for, and the rows that come of both.
  var list: ListScreen
  var ending = Ending()
  /// What enter does with a row, in place of showing its details.
  var openRow: ((_ run: Run, _ row: Int) -> Void)? {
    didSet { tableView.primaryActionTitle = "open it; esc comes back" }
  }
  /// The values of a column and how often they occur, while they are looked at.
  weak var valueCounts: ValueCountsController?
  let preview: PreviewController
  /// What is said instead of the state of the list, until the next key.
  var statusNote: String? { didSet { describeState() } }
  /// The columns that are asked for, from left to right.
  var shownColumns: [Int] = []
  /// How numbers are shown.
  var numbers = NumberDisplay.asPrinted {
    didSet {
      placeColumns()
      reconfigure()
    }
  }

  /// The find that goes on.
  var finding = FindState()
  /// The rows that are marked, those included that the query hides.
  private var marked: Set<Int> = []
  /// The run that the user is on the way to, in time.
  private var wantedNumber: Int?
  /// How long the next run takes by now, where that is long.
  private var secondsRunning: Int?
  private var readingTask: Task<Void, Never>?
  private var timerTask: Task<Void, Never>?
  /// Ends the program when `--timeout` is over.
  private var timeoutTask: Task<Void, Never>?
  /// Waits for the end of a mark.
  private var marksTask: Task<Void, Never>?
  /// Arranges rows until nothing else is wanted.
  private var arrangingTask: Task<Void, Never>?
  /// The listing that is being made, and for which wish.
  private var making: (arrangement: Arrangement, task: Task<Listing?, Never>)?
  /// Whether the last line says that rows are being arranged.
  private var showsArranging = false
  /// Takes how much is read, in percent, while the last line says so.
  private var readingStages: AsyncStream<Int>.Continuation?
  /// Whether something else is wanted than what is being arranged.
  private var isStale = false
  /// How runs are read otherwise than the source reads them.
  private(set) var choice: ReadingChoice
  /// Whether members of JSON were looked for that identify rows: once, in the first run.
  private var hasSoughtMembers = false
  /// Reads the shown run anew.
  private var rereadingTask: Task<Void, Never>?
  /// What is shown.
  private let runs: Runs
  private var noticeTask: Task<Void, Never>?
  private var observation: Observation?
  /// The column that the user chose as key; nil for what identifies rows without that.
  private(set) var chosenKey: String?

  init(source: Source, options: MusterOptions, runs: Runs) {
    self.source = source
    self.options = options
    self.runs = runs
    choice = ReadingChoice(isFollowing: options.reading.follow && !options.reading.update)
    list = ListScreen(
      startup: StartupArrangement(
        options.start, kept: options.kept.start, key: options.reading.key, templates: options.use.templates,
        output: options.use.isPicker ? options.use.output?.template : nil, canGrow: source.canGrow),
      search: options.use.isPicker ? .ranked(RowIndex()) : .letters, keep: options.start.keep)
    preview = PreviewController(template: options.use.preview, clock: source.clock)
    super.init()
    title = options.use.isPicker ? source.givenTitle ?? "" : source.title
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.allowsSectionCollapsing = true
    tableView.allowsMultipleSelection = options.use.multi || !options.use.isPicker
    if options.reading.follow { tableView.followsEnd = true }
    tableView.backgroundContent = ListContentConfiguration(text: "reading")
    tableView.columnTitleAction = { [weak self] in self?.sortByTitle($0) }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self {
        cell.contentConfiguration = content(of: item)
        cell.changeMark = changeMark(of: item)
      }
      return cell
    }
    dataSource.headerProvider = { [weak self] in self?.header(of: $0) }
    searchBar = SearchBar(placeholder: "words, in any cell", delegate: self)
    searchBar?.help = QueryHelp.signs
    hidesSearchBarWhenEmpty = !options.use.isPicker
    findAction = { [weak self] in self?.find($0) }
    addCommands()
  }

  deinit {
    for task in [
      readingTask, timerTask, timeoutTask, marksTask, noticeTask, arrangingTask, rereadingTask, finding.task,
    ] {
      task?.cancel()
    }
    making?.task.cancel()
  }

  // MARK: Runs

  override func viewDidLoad() {
    readingTask = Task { [weak self, runs] in
      do {
        for try await run in runs {
          guard let self else { return }
          await take(run)
          // A stream waits until what has arrived is shown.
          if source.isStream { await arrangingTask?.value }
        }
        self?.describeState()
      } catch {
        self?.fail(error)
      }
    }
    if let limit = options.use.timeout {
      timeoutTask = Task { [weak self] in
        guard (try? await Task.sleep(for: .seconds(limit.seconds))) != nil else { return }
        self?.exit(status: Printing.timedOut)
      }
    }
    timerTask = Task { [weak self, seconds = source.slowRunTimer.seconds] in
      for await seconds in seconds {
        guard let self else { return }
        guard seconds != secondsRunning else { continue }
        secondsRunning = seconds
        describeState()
      }
    }
  }

  /// Says what comes from what sees all runs: hooks, the recorder.
  func report(_ notices: AsyncStream<String>, of observation: Observation) {
    self.observation = observation
    noticeTask = Task { [weak self] in
      for await notice in notices { self?.statusNote = notice }
    }
  }

  private func fail(_ error: any Error) {
    ending.failure = error
    exit(status: 2)
  }

  func take(_ run: Run) async {
    if run.isAwaited {
      ending.awaited = run
      return exit()
    }
    if !hasSoughtMembers, run.key != nil {
      hasSoughtMembers = true
      if choice.options == nil, !options.namesColumns,
        let wanted = await ReadingChoice.identifying(run, source.reading.reader)
      {
        choice.choose(wanted)
      }
    }
    let isFirst = list.newest == nil
    let run = await read(run)
    change { list in try list.take(run) }
    if options.use.replay, isFirst, let numbers = source.history.numbers { goInTime(to: numbers.lowerBound) }
  }

  // MARK: Reading otherwise

  /// A run as it is to be read by now.
  private func read(_ run: Run) async -> Run {
    while choice.options != nil {
      let (read, used) = await choice.reading(run, source.identity)
      // Something else may have been asked for meanwhile.
      guard used.number == choice.number else { continue }
      choice = used
      return read
    }
    return run
  }

  /// Reads runs otherwise from now on, and the shown one too; steps that come meanwhile follow one after the other.
  ///
  /// - Parameters:
  ///   - options: what is asked for; nil where the key means nothing.
  ///   - shown: called with the row that was under the cursor, once the run is shown.
  func readOtherwise(
    _ options: @escaping @MainActor (Run) async -> ReaderOptions?,
    shown: @escaping @MainActor (_ cursorRow: Int?) async -> Void = { _ in }
  ) {
    let before = rereadingTask
    rereadingTask = Task { [weak self] in
      await before?.value
      guard let self, let run = list.shown, let options = await options(run) else { return }
      let row = cursorRow.flatMap { $0.run.number == run.number ? $0.row : nil }
      let former = choice.options
      choice.choose(options)
      guard let read = try? await progress(of: "reading", { [self] _ in await read(run) }) else {
        choice.choose(former)
        return statusNote = "stopped"
      }
      // A run that came meanwhile was read so too.
      if list.shown?.number == run.number, list.shown?.table.bytes.count == run.table.bytes.count {
        show(read, after: nil)
      }
      await untilArrangedOnce()
      await shown(row)
    }
  }

  /// Puts the cursor on a row of the run on the screen.
  func moveCursor(toRow row: Int) {
    guard let run = list.listing?.run, row < run.identifiers.count,
      let place = dataSource.indexPath(for: run.identifiers[row])
    else { return }
    tableView.moveCursor(to: place)
  }

  /// Shows a run of the history.
  private func show(_ run: Run, after former: Run?) {
    change { list in
      try list.show(run, after: former)
      return true
    }
  }

  /// Changes what is shown.
  ///
  /// - Parameter body: returns whether rows are to be arranged again.
  private func change(_ body: (inout ListScreen) throws -> Bool) {
    let (query, note) = (list.arrangement.query, list.startupNote)
    do {
      let isShown = try body(&list)
      if list.startupNote != note { statusNote = list.startupNote }
      if list.arrangement.query != query { searchBar?.text = list.arrangement.query }
      if isShown { refresh() } else { describeState() }
    } catch {
      fail(error)
    }
  }

  // MARK: Arranging

  /// Changes what is asked for.
  func arrange(_ body: (inout Arrangement) -> Void) {
    let former = list.arrangement
    body(&list.arrangement)
    if list.arrangement != former { refresh() }
  }

  /// Arranges the rows again, off the main actor, until they are as asked for.
  func refresh() {
    isStale = true
    // A newer wish ends the work for an older one; what is read on meanwhile does not.
    if let making, making.arrangement != list.arrangement { making.task.cancel() }
    guard arrangingTask == nil, list.shown != nil else {
      showArranging()
      return describeState()
    }
    arrangingTask = Task { [weak self] in
      while await self?.arrangeOnce() == true {}
      self?.arrangingTask = nil
      self?.describeState()
    }
    showArranging()
  }

  /// Lets the last line say that rows are on their way which were asked for, until they are there or esc takes them back.
  private func showArranging() {
    guard let arrangingTask, !showsArranging, !options.use.isPicker, let listing = list.listing,
      listing.arrangement != list.arrangement
    else { return }
    showsArranging = true
    Task {
      defer { showsArranging = false }
      do {
        try await progress(of: "arranging") { _ in await arrangingTask.value }
      } catch {
        stopArranging()
      }
    }
  }

  /// Asks again for what is on the screen.
  func stopArranging() {
    guard arrangingTask != nil, navigationController != nil, let listing = list.listing,
      listing.run.schema == list.shown?.schema
    else { return }
    arrange { $0 = listing.arrangement }
    searchBar?.text = listing.arrangement.query
    statusNote = "stopped"
  }

  /// Lets the last line say how much of a file is read, until all is or esc stops that.
  private func showReading() {
    let percent = options.use.isPicker ? nil : list.newest?.progress?.percent
    guard let percent else {
      readingStages?.finish()
      return readingStages = nil
    }
    if readingStages == nil {
      let (stages, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
      readingStages = continuation
      Task {
        do {
          try await progress(of: "reading") { report in
            for await percent in stages { report(.fraction(Double(percent) / 100)) }
          }
        } catch {
          source.pacer.cut()
        }
      }
    }
    readingStages?.yield(percent)
  }

  /// - Returns: whether there may be more to do.
  private func arrangeOnce() async -> Bool {
    guard isStale, list.shown != nil else { return false }
    isStale = false
    if let work = list.comparing { list.take(await work.done()) }
    let task = Task { [list, textMetrics] in
      await list.arranged(now: WallTime.now.localSeconds, textMetrics)
    }
    making = (list.arrangement, task)
    let listing = await task.value
    making = nil
    if let listing, listing.arrangement == list.arrangement {
      await apply(.make(to: listing, from: list.listing, open: openTree))
    }
    return true
  }

  /// Does something once the rows are as asked for: now, if they are.
  func whenArranged(_ body: @escaping @MainActor () -> Void) {
    guard arrangingTask != nil || rereadingTask != nil else { return body() }
    Task {
      await untilArranged()
      body()
    }
  }

  /// Returns when the rows are as asked for.
  func untilArranged() async {
    await rereadingTask?.value
    await untilArrangedOnce()
    await finding.task?.value
  }

  private func untilArrangedOnce() async { while let arrangingTask { await arrangingTask.value } }

  /// The rows of the tree on the screen, expanded and collapsed as they are.
  private var openTree: Listing.Outline? {
    list.listing?.tree == nil ? nil : dataSource.snapshot(for: Section())
  }

  /// Shows a listing.
  private func apply(_ change: ListingChange) async {
    rememberMarks()
    if change.isLarge {
      // The table looks for the difference off the main actor, and shows it in its turn.
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
    if isOther { tableView.scrollColumns(by: -tableView.columns.count) }
    list.show(change)
    placeColumns()
  }

  private func finish(_ change: ListingChange) {
    // Else what came and went for other reasons would be marked with it.
    if change.isMarked, case .outlines = change.content { mark(change.listing.markedIdentifiers) }
    showMarks()
    // Noisy changes are shown as well, without a mark.
    reconfigure()
    if change.isFound { moveCursorToFirstMatch() }
    findAgain()
    if options.use.isPicker { Task { [list] in await list.prepareSearch() } }
    waitForEndOfMarks()
    valueCounts?.update(change.listing)
    updatePreview()
    describeState()
  }

  /// Draws rows again whose marks end, when they do.
  private func waitForEndOfMarks() {
    marksTask?.cancel()
    let now = WallTime.now.seconds
    guard let end = list.marks?.nextEnd(after: now) else { return }
    marksTask = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(end - now))) != nil, let self else { return }
      reconfigure()
      waitForEndOfMarks()
    }
  }

  private func moveCursorToFirstMatch() {
    // A list that is followed goes on at its end.
    if tableView.followsEnd { return tableView.moveCursorToLastRow() }
    // From the top, so that what it stands below is seen too.
    tableView.moveCursorToFirstRow()
    if let place = list.listing?.firstMatch.flatMap(dataSource.indexPath) { tableView.moveCursor(to: place) }
  }

  /// Marks rows of a tree as changed, which outlines cannot.
  private func mark(_ items: [Int]) {
    var snapshot = dataSource.snapshot()
    let marked = items.filter(snapshot.contains)
    guard !marked.isEmpty else { return }
    snapshot.reconfigureItems(marked)
    dataSource.apply(snapshot, completion: nil)
  }

  func reconfigure() { tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows) }

  // MARK: Drawing

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeColumns()
    scrollToChosenColumn()
  }

  override func perform(_ command: Command) -> Bool {
    let isAboutList =
      panel == nil && presentedAlert == nil && !isSearching && !isFinding && !options.use.isPicker
    if command == .back, isAboutList, goBack() { return true }
    // No row takes enter, where none matches.
    if command == .primaryAction, options.use.isPicker, panel == nil, list.listing?.count == 0 {
      choose()
      return true
    }
    // The cursor may be on another match.
    defer { if isFinding { describeState() } }
    return super.perform(command)
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    statusNote = nil
    arrange { $0.query = searchText }
  }

  /// Says what is shown.
  func describeState() {
    guard let newest = list.newest, let shown = list.shown, let listing = list.listing else {
      tableView.backgroundContent = ListContentConfiguration(
        text: "reading", secondaryText: secondsRunning.map { "running for \($0) s" })
      return
    }
    let isArranging = arrangingTask != nil && shown.table.rowCount > ListingChange.largeCount
    let state = StatusText(
      source: source, newest: newest, shown: shown, listing: listing, isPicker: options.use.isPicker,
      find: findStatus, isWorking: isArranging, secondsRunning: secondsRunning)
    // A picker stands in the middle of other work: no line but rows and query.
    if !options.use.isPicker { title = state.title(columns: tableView.visibleSize.columns) }
    statusText = StyledText(statusNote ?? state.status)
    showReading()
    // Esc leaves a picker whatever goes on.
    workProgress = options.use.isPicker ? progressOfPicker(isArranging) : nil
    tableView.backgroundContent = state.background
  }

  private func progressOfPicker(_ isArranging: Bool) -> WorkProgress? {
    if let percent = list.shown?.progress?.percent { return .fraction(Double(percent) / 100) }
    return isArranging ? .indeterminate : nil
  }

  // MARK: Time

  /// Shows the run before the one on the screen, or the one behind it; new runs go on. Steps that come meanwhile add up.
  func goInTime(by step: Int) {
    guard let shown = list.shown, let numbers = source.history.numbers else { return }
    let wanted = (wantedNumber ?? shown.number) + step
    if !numbers.contains(wanted), step < 0 { statusNote = "no older run is kept" }
    if step > 0, wanted > numbers.upperBound { return goToNewest() }
    goInTime(to: min(max(wanted, numbers.lowerBound), numbers.upperBound))
  }

  /// Compares with the run on the screen from now on.
  func compareFromNowOn() {
    guard let shown = list.shown, shown.isComplete, shown.problem == nil else {
      statusNote = "m compares with a whole run; there is none on the screen"
      return
    }
    change { list in
      list.setReference()
      return true
    }
  }

  func goToNewest() {
    guard let newest = list.newest, let numbers = source.history.numbers, !list.isAtNewest else { return }
    if numbers.contains(newest.number) { return goInTime(to: newest.number) }
    // It is not over, and not kept yet.
    wantedNumber = nil
    change { list in
      try list.showNewest()
      return true
    }
  }

  private func goInTime(to number: Int) {
    let isOnTheWay = wantedNumber != nil
    wantedNumber = number
    if isOnTheWay { return }
    list.note(.time)
    Task {
      while let number = wantedNumber, number != list.shown?.number {
        guard let run = await source.history.run(number) else {
          // It went while it was made: then it is the oldest that is left.
          guard let oldest = source.history.numbers?.lowerBound, number < oldest else { break }
          if wantedNumber == number { wantedNumber = oldest }
          continue
        }
        let before = number > 1 ? await source.history.run(number - 1) : nil
        var former: Run?
        if let before { former = await read(before) }
        let read = await read(run)
        if wantedNumber == nil { break }
        show(read, after: former)
      }
      wantedNumber = nil
      describeState()
    }
  }

  /// Asks for a time, and goes to what was there then.
  func askForTime() {
    let alert = AlertController(title: "Go to a time", message: Self.timeExamples)
    alert.addTextField { _ in }
    alert.addAction(AlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      AlertAction(title: "Go") { [weak self, weak alert] _ in
        if let text = alert?.textFields[0].text { self?.goInTime(to: text) }
      })
    present(alert)
  }

  private static let timeExamples = "22:04, -5m, 3h ago, yesterday 22:04"

  private func goInTime(to text: String) {
    guard let point = TimePoint(text) else {
      statusNote = "'\(text)' is no time; try \(Self.timeExamples)"
      return
    }
    guard let shown = list.shown, let newest = list.newest,
      let number = source.history.number(at: point.time(shown: shown.time, newest: newest.time))
    else {
      statusNote = "no run is kept"
      return
    }
    goInTime(to: number)
  }

  /// Keeps how the list is looked at, where it has a name.
  func keepView() {
    guard let file = options.start.name.flatMap(KeptView.file), let shown = list.shown else { return }
    var key = chosenKey
    if key == nil, case .columns(let columns)? = options.reading.key ?? options.kept.key {
      key = columns.map(\.text).joined(separator: ",")
    }
    let view = KeptView(
      list.arrangement, key: key, columns: ColumnNames(shown.table.columns.map(\.name)))
    guard view != options.kept.view else { return }
    do throws(SystemError) {
      try view.save(to: file)
    } catch {
      Muster.note("columns and order are not kept: \(error)")
    }
  }

  /// Identifies rows by the column that keys are about.
  func useColumnAsKey() {
    guard let column = columnOfKeys, let shown = list.shown else { return }
    let row = cursorRow.flatMap { $0.run.number == shown.number ? $0.row : nil }
    source.identity.use(.columns([column]), in: shown.schema)
    chosenKey = ColumnNames(shown.table.columns.map(\.name)).names[column]
    Task {
      guard let kept = await source.history.run(shown.number) else { return }
      let run = await read(kept)
      show(run, after: nil)
      await untilArranged()
      // The row is the same under any identifier.
      if let row { moveCursor(toRow: row) }
      let groups = await Task.detached { RowGroups(of: run.table, by: column, now: 0).groups.count }.value
      if groups < run.table.rowCount, list.shown?.key == .columns([column]) {
        statusNote = "\(run.table.name(of: column)) is not unique: equal values are counted in order"
      }
    }
  }

  // MARK: Rows

  /// The row under the cursor, of the run on the screen.
  var cursorRow: (run: Run, row: Int, identifier: Int)? {
    guard let identifier = dataSource.cursorItemIdentifier, let listing = list.listing,
      let row = listing.row(of: identifier)
    else { return nil }
    return (listing.run, row, identifier)
  }

  /// Takes over what the user marked among the rows on the screen.
  private func rememberMarks() {
    guard tableView.allowsMultipleSelection else { return }
    marked = marked.filter { dataSource.indexPath(for: $0) == nil }
    marked.formUnion((tableView.indexPathsForSelectedRows ?? []).compactMap(dataSource.itemIdentifier))
  }

  /// Shows the marks of rows that are visible again.
  private func showMarks() {
    for indexPath in marked.compactMap(dataSource.indexPath) {
      tableView.selectRow(at: indexPath, animated: false)
    }
  }

  /// The marked rows as far as they exist, else the row under the cursor, in their order.
  ///
  /// - Parameter withGone: whether rows are among them that are shown and went.
  func chosenRows(withGone: Bool = false) -> [Int] {
    guard let listing = list.listing else { return [] }
    rememberMarks()
    let items = marked.isEmpty ? [dataSource.cursorItemIdentifier].compactMap(\.self) : Array(marked)
    return items.filter { withGone || !listing.run.isGone($0) }.compactMap(listing.row).sorted()
  }

  /// Picks what is marked, or the row under the cursor, and ends; also where no row matches.
  func pick() {
    guard let listing = list.listing else { return }
    let rows = chosenRows()
    if rows.isEmpty, !marked.isEmpty {
      // Only what was chosen is picked.
      marked = []
      statusNote = "the marked rows are gone; enter picks the row under the cursor"
      return
    }
    guard !rows.isEmpty || (listing.count == 0 && listing.run.isComplete) else { return }
    do {
      let picked = try PickedRows(rows, of: listing.run.table, query: list.arrangement.query, options)
      ending.picked = picked
      exit(status: picked.lines.isEmpty ? 1 : 0)
    } catch {
      fail(error)
    }
  }
}
