import Files
import ListData
import ListKit
import ListSearch
import Rows
import Runs

/// The screen of a list: passes runs and keys to a ``ListScreen``, and its rows to the table.
///
/// ```text
///  Runs ─▶ take ─▶ ListScreen ─▶ refresh ─▶ ListingChange ─▶ apply ─▶ table
///                     ▲  keys, query
/// ```
@MainActor
final class ListController: TableViewController {
  typealias Section = Listing.Section
  typealias RowSource = TableViewDiffableDataSource<Section, Int>

  /// What the program does after it has left the screen.
  struct Ending {
    /// The error that ended it.
    var failure: (any Error)?
    /// The run that met the condition of `--until`.
    var awaited: Run?
    /// The picked rows; nil before a choice, and if it was cancelled.
    var picked: PickedRows?
  }

  let source: Source
  let options: MusterOptions
  private(set) var dataSource: RowSource!
  /// The runs, the arrangement of the rows, and the rows that result from both.
  var list: ListScreen
  var ending = Ending()
  /// The action of enter on a row; nil to show the details of the row.
  var openRow: ((_ run: Run, _ row: Int) -> Void)? {
    didSet { tableView.primaryActionTitle = "open it; esc comes back" }
  }
  /// The files whose comparison is shown; nil for all other lists.
  var comparedFiles: ComparedFiles?
  /// The page with the values of a column, while it is open.
  weak var valueCounts: ValueCountsController?
  let preview: PreviewController
  var statusNote: String? { didSet { describeState() } }
  var shownColumns: [Int] = []
  /// How numbers are displayed.
  var numbers = NumberDisplay.asPrinted {
    didSet {
      placeColumns()
      reconfigure()
    }
  }

  /// The state of the current find.
  var finding = FindState()
  /// The number of the run to show, while it is being read from the history; otherwise nil.
  private var wantedNumber: Int?
  /// The seconds that the next run has taken so far, if it is slow.
  private var secondsRunning: Int?
  private var readingTask: Task<Void, Never>?
  private var timerTask: Task<Void, Never>?
  /// Ends the program after `--timeout`.
  private var timeoutTask: Task<Void, Never>?
  /// Waits for the next mark to expire.
  private var marksTask: Task<Void, Never>?
  /// Arranges rows until the list is up to date.
  private var arrangingTask: Task<Void, Never>?
  /// The listing in preparation, and its arrangement.
  private var making: (arrangement: Arrangement, task: Task<Listing?, Never>)?
  /// Whether the last line reports that rows are being arranged.
  private var showsArranging = false
  /// Receives the percentage read, while the last line shows it.
  private var readingStages: AsyncStream<Int>.Continuation?
  /// Whether the rows have to be arranged again.
  private var isStale = false
  /// The keys that were pressed before there were rows, and are performed on the first ones.
  private var waitingKeys: [Action] = []
  /// Performs these keys.
  private var catchingUpTask: Task<Void, Never>?
  /// The options with which runs are read, if they differ from those of the source.
  private(set) var choice: ReadingChoice
  /// Whether the first run was searched for JSON members that identify rows. This happens once.
  private var hasSoughtMembers = false
  /// Reads the shown run again.
  private var rereadingTask: Task<Void, Never>?
  /// The runs of the source.
  private let runs: RunSequence
  private var noticeTask: Task<Void, Never>?
  private var observation: Observation?
  /// The column that the user chose as key; nil if there was no choice.
  private(set) var chosenKey: String?

  init(source: Source, options: MusterOptions, runs: RunSequence) {
    self.source = source
    self.options = options
    self.runs = runs
    choice = ReadingChoice(isFollowing: options.reading.follow && !options.reading.update)
    list = ListScreen(
      startup: StartupArrangement(
        options.start.options, kept: options.kept.start, key: options.reading.key,
        templates: options.use.templates,
        output: options.use.isPicker ? options.use.output?.template : nil, canGrow: source.canGrow),
      search: options.use.isPicker ? .ranked(RowIndex()) : .letters, keep: options.start.keep)
    preview = PreviewController(template: options.use.preview, clock: source.clock)
    super.init()
    title = options.use.isPicker ? source.givenTitle ?? "" : source.title
    prepare(placeholder: "words, in any cell")
    tableView.allowsSectionCollapsing = true
    if options.reading.follow { tableView.followsEnd = true }
    tableView.backgroundContent = ListContentConfiguration(text: "reading")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self {
        cell.contentConfiguration = content(of: item)
        cell.changeMark = changeMark(of: item)
      }
      return cell
    }
    dataSource.headerProvider = { [weak self] in self?.header(of: $0) }
    dataSource.isItemHidden = { [weak self] item in
      guard let listing = self?.list.listing else { return false }
      return listing.row(of: item) != nil && !listing.run.isGone(item)
    }
    findAction = { [weak self] in self?.find($0) }
    contentState = { [weak self] in self?.stateOfRows ?? .complete }
    addCommands()
  }

  deinit {
    for task in [
      readingTask, timerTask, timeoutTask, marksTask, noticeTask, arrangingTask, rereadingTask, finding.task,
      catchingUpTask,
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
          // A stream waits until the rows that have arrived are shown.
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

  /// Shows the messages of the observers: hooks and the recorder.
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

  /// Returns a run, read with the current ``choice``.
  private func read(_ run: Run) async -> Run {
    while choice.options != nil {
      let (read, used) = await choice.reading(run, source.identity)
      // Another key may have changed the choice meanwhile.
      guard used.number == choice.number else { continue }
      choice = used
      return read
    }
    return run
  }

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
    enqueueReading { [weak self] in
      guard let self, let run = list.shown, let options = await options(run) else { return }
      let row = cursorRow.flatMap { $0.run.number == run.number ? $0.row : nil }
      let former = choice.options
      choice.choose(options)
      guard let read = try? await progress(of: "reading", { [self] _ in await read(run) }) else {
        choice.choose(former)
        return statusNote = "stopped"
      }
      // A run that arrived meanwhile was read with the new options already.
      if list.shown?.number == run.number, list.shown?.table.bytes.count == run.table.bytes.count {
        show(read, after: nil)
      }
      await untilArrangedOnce()
      await shown(row)
    }
  }

  /// Reads the shown run in another way, once earlier such work is done.
  func enqueueReading(_ work: @escaping @MainActor () async -> Void) {
    rereadingTask = Task { [before = rereadingTask] in
      await before?.value
      await work()
    }
  }

  /// Shows other rows of the newest run, in another arrangement.
  func show(_ run: Run, _ arrange: (inout Arrangement) -> Void) {
    change { list in
      arrange(&list.arrangement)
      return try list.take(run)
    }
  }

  /// Moves the cursor to a row of the run on the screen.
  func moveCursor(toRow row: Int) {
    guard let run = list.listing?.run, row < run.identifiers.count,
      let place = dataSource.indexPath(for: run.identifiers[row])
    else { return }
    tableView.moveCursor(to: place)
  }

  /// Shows a run from the history.
  private func show(_ run: Run, after former: Run?) {
    change { list in
      try list.show(run, after: former)
      return true
    }
  }

  /// Changes the state of the list.
  ///
  /// - Parameter body: Changes it, and returns whether rows have to be arranged again.
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

  /// Changes the arrangement of the rows.
  func arrange(_ body: (inout Arrangement) -> Void) {
    let former = list.arrangement
    body(&list.arrangement)
    if list.arrangement != former { refresh() }
  }

  /// Arranges the rows again, off the main actor, until they match the arrangement.
  func refresh() {
    isStale = true
    // A new arrangement cancels the work for an old one; new rows alone do not.
    if let making, making.arrangement != list.arrangement { making.task.cancel() }
    guard arrangingTask == nil, list.shown != nil else {
      showArranging()
      return describeState()
    }
    arrangingTask = Task { [weak self] in
      while await self?.arrangeOnce() == true {}
      self?.arrangingTask = nil
      self?.describeState()
      self?.catchUp()
    }
    showArranging()
  }

  /// Reports in the last line that rows are being arranged, until they are shown or esc cancels this.
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

  /// Returns to the arrangement on the screen.
  func stopArranging() {
    guard arrangingTask != nil, navigationController != nil, let listing = list.listing,
      listing.run.schema == list.shown?.schema
    else { return }
    arrange { $0 = listing.arrangement }
    searchBar?.text = listing.arrangement.query
    statusNote = "stopped"
  }

  /// Shows in the last line how much of a file has been read, until all is read or esc stops this.
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

  /// - Returns: Whether there may be more to do.
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

  // MARK: Before there are rows

  /// How much of the rows is shown.
  private var stateOfRows: ContentState {
    guard let newest = list.newest, list.listing != nil, arrangingTask == nil, catchingUpTask == nil,
      wantedNumber == nil
    else { return .loading }
    if newest.isComplete { return .complete }
    if source.isStream { return newest.table.rowCount > 0 ? .complete : .partial }
    return newest.table.rowCount > 0 ? .partial : .loading
  }

  /// Whether no rows have arrived, and some may.
  private var isWithoutRows: Bool {
    guard let listing = list.listing else { return true }
    return listing.run.table.rowCount == 0 && !listing.run.isComplete
  }

  /// Performs a key, or keeps it until there are rows. Keys that act on a row must not be kept: the user has
  /// not seen it.
  func performOnRows(_ action: @escaping Action) {
    guard isWithoutRows || catchingUpTask != nil, waitingKeys.count < Self.mostWaitingKeys else {
      return action(self)
    }
    waitingKeys.append(action)
  }

  private static let mostWaitingKeys = 1_000

  /// Returns when the keys that waited for rows took effect.
  func untilCaughtUp() async { await catchingUpTask?.value }

  /// Performs the keys that waited for rows, each after the one before took effect.
  private func catchUp() {
    guard !waitingKeys.isEmpty, catchingUpTask == nil, !isWithoutRows else { return }
    catchingUpTask = Task { [weak self] in
      while let self, !waitingKeys.isEmpty {
        waitingKeys.removeFirst()(self)
        setNeedsDisplay()
        await untilArranged()
      }
      self?.catchingUpTask = nil
    }
  }

  /// Calls a function once the rows match the arrangement: at once if they do now.
  func whenArranged(_ body: @escaping @MainActor () -> Void) {
    guard arrangingTask != nil || rereadingTask != nil else { return body() }
    Task {
      await untilArranged()
      body()
    }
  }

  /// Returns when the rows match the arrangement.
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
    if isOther { tableView.scrollColumns(by: -tableView.columns.count) }
    if change.listing.arrangement.startsClosed {
      let known = Set(list.listing?.sections.map(\.section) ?? [])
      let groups = change.listing.sections.map(\.section).filter { $0.value != nil && !known.contains($0) }
      dataSource.setCollapsed(true, sections: groups)
    }
    list.show(change)
    placeColumns()
  }

  private func finish(_ change: ListingChange) {
    // Otherwise rows that were inserted or removed for other reasons would be marked too.
    if change.isMarked, case .outlines = change.content { mark(change.listing.markedIdentifiers) }
    // Changes of noisy columns are displayed too, without a mark.
    reconfigure()
    if change.isFound { moveCursorToFirstMatch() }
    findAgain()
    if options.use.isPicker { Task { [list] in await list.prepareSearch() } }
    waitForEndOfMarks()
    valueCounts?.update(change.listing)
    updatePreview()
    describeState()
  }

  /// Draws the visible rows again each time marks expire.
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
    // A list that follows its end keeps the cursor there.
    if tableView.followsEnd { return tableView.moveCursorToLastRow() }
    // Starts at the top, so that the headers or parents above the match are visible too.
    tableView.moveCursorToFirstRow()
    if let place = list.listing?.firstMatch.flatMap(dataSource.indexPath) { tableView.moveCursor(to: place) }
  }

  /// Marks rows of a tree as changed, which outlines do not support.
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
    if command.movesCursor, panel == nil, presentedAlert == nil, isWithoutRows || catchingUpTask != nil {
      performOnRows { $0.tableView.perform(command) }
      return true
    }
    // If no row matches, no row handles enter.
    if command == .primaryAction, options.use.isPicker, panel == nil, list.listing?.count == 0 {
      choose()
      return true
    }
    // The command may have moved the cursor to another match.
    defer { if isFinding { describeState() } }
    return super.perform(command)
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    statusNote = nil
    arrange { $0.query = searchText }
  }

  /// Updates the title, the status and the progress.
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
    // A picker is part of other work and shows only the rows and the query.
    if !options.use.isPicker { title = state.title(columns: tableView.visibleSize.columns) }
    statusText = StyledText(statusNote ?? state.status)
    showReading()
    // In a picker esc leaves, whatever is in progress.
    workProgress = options.use.isPicker ? progressOfPicker(isArranging) : nil
    tableView.backgroundContent = state.background
  }

  private func progressOfPicker(_ isArranging: Bool) -> WorkProgress? {
    if let percent = list.shown?.progress?.percent { return .fraction(Double(percent) / 100) }
    return isArranging ? .indeterminate : nil
  }

  // MARK: Time

  /// A direction in time.
  enum TimeStep { case back, forward }

  /// Shows the earlier or later run that differs; new runs continue to arrive. Equal runs are one step, to
  /// the first of them, which shows what it changed. Steps made meanwhile add up.
  func goInTime(_ step: TimeStep) {
    guard let shown = list.shown, let numbers = source.history.numbers else { return }
    let number = wantedNumber ?? shown.number
    let span = source.history.span(of: number)?.numbers ?? number...number
    switch step {
    case .back where number > span.lowerBound: goInTime(to: span.lowerBound)
    case .back where span.lowerBound > numbers.lowerBound:
      goInTime(to: source.history.span(of: span.lowerBound - 1)?.numbers.lowerBound ?? numbers.lowerBound)
    case .back: statusNote = "no older run is kept"
    case .forward where span.upperBound < numbers.upperBound:
      let next = max(span.upperBound + 1, numbers.lowerBound)
      if next == numbers.upperBound { goToNewest() } else { goInTime(to: next) }
    case .forward: goToNewest()
    }
  }

  /// Makes the run on the screen the one that later runs are compared with.
  func compareFromNowOn() {
    guard let shown = list.shown, shown.isComplete, shown.problem == nil else {
      statusNote = "m needs a complete run on the screen"
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
    // The newest run is not complete, and not in the history yet.
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
          // The history has dropped the run meanwhile; show the oldest one left.
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

  /// Asks for a time, and shows the run of that time.
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
      statusNote = "'\(text)' is not a time; try \(Self.timeExamples)"
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

  /// Saves the view of the list, if the list has a name.
  func keepView() {
    guard let file = options.start.name.flatMap(KeptView.file), let shown = list.shown else { return }
    var key = chosenKey
    if key == nil, case .columns(let columns)? = options.reading.key ?? options.kept.key {
      key = columns.map(\.text).joined(separator: ",")
    }
    let view = KeptView(
      list.arrangement, key: key, columns: ColumnNames(of: shown.table))
    guard view != options.kept.view else { return }
    do throws(SystemError) {
      try view.save(to: file)
    } catch {
      Muster.note("columns and order are not kept: \(error)")
    }
  }

  /// Makes the column that keys act on the key of the rows.
  func useColumnAsKey() {
    guard let column = columnOfKeys, let shown = list.shown else { return }
    let row = cursorRow.flatMap { $0.run.number == shown.number ? $0.row : nil }
    source.identity.use(.columns([column]), in: shown.schema)
    chosenKey = ColumnNames(of: shown.table).names[column]
    Task {
      guard let kept = await source.history.run(shown.number) else { return }
      let run = await read(kept)
      show(run, after: nil)
      await untilArranged()
      // The row is the same, but may have another identifier.
      if let row { moveCursor(toRow: row) }
      let groups = await Task.detached { RowGroups(of: run.table, by: column, now: 0).groups.count }.value
      if groups < run.table.rowCount, list.shown?.key == .columns([column]) {
        statusNote = "\(run.table.name(of: column)) is not unique: rows with equal values are numbered"
      }
    }
  }

  // MARK: Rows

  /// The row under the cursor, in the run on the screen.
  var cursorRow: (run: Run, row: Int, identifier: Int)? {
    guard let identifier = dataSource.cursorItemIdentifier, let listing = list.listing,
      let row = listing.row(of: identifier)
    else { return nil }
    return (listing.run, row, identifier)
  }

  /// Returns the marked rows that still exist, or else the row under the cursor, in the order of the run.
  ///
  /// - Parameter withGone: Whether to include removed rows that are still shown.
  func chosenRows(withGone: Bool = false) -> [Int] {
    guard let listing = list.listing else { return [] }
    let marked = dataSource.selectedItemIdentifiers
    // The row under the cursor does not take the place of marked rows that are gone: the user did not choose it.
    if marked.isEmpty, tableView.hasMissingSelectedRows { return [] }
    let items = marked.isEmpty ? [dataSource.cursorItemIdentifier].compactMap(\.self) : marked
    return items.filter { withGone || !listing.run.isGone($0) }.compactMap(listing.row).sorted()
  }

  /// Forgets the marks and reports that, if there are marks but all marked rows are gone.
  ///
  /// - Parameter next: What to do to act on the row under the cursor.
  /// - Returns: Whether that is the case.
  func noteGoneMarks(_ next: String, withGone: Bool = false) -> Bool {
    let isMarked = tableView.numberOfSelectedRows > 0 || tableView.hasMissingSelectedRows
    guard isMarked, chosenRows(withGone: withGone).isEmpty else { return false }
    dataSource.selectedItemIdentifiers = []
    statusNote = "the marked rows are gone; \(next)"
    return true
  }

  /// Picks the marked rows, or the row under the cursor, and ends. Also ends if no row matches.
  func pick() {
    guard let listing = list.listing,
      !noteGoneMarks("enter picks the row under the cursor")
    else { return }
    let rows = chosenRows()
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

extension Command {
  /// Whether the command moves the cursor or the view, and changes nothing else.
  fileprivate var movesCursor: Bool {
    switch self {
    case .moveCursor, .moveBeside, .firstOfLine, .lastOfLine, .page, .first, .last, .scroll, .scrollColumns:
      true
    default: false
    }
  }
}
