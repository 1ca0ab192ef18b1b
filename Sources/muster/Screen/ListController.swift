import ListData
import ListKit
import ListSearch

/// The screen of a list: what arrives is shown in place, as a person has arranged it.
@MainActor
final class ListController: TableViewController, SearchBarDelegate {
  typealias Section = Listing.Section
  typealias RowSource = TableViewDiffableDataSource<Section, Int>

  let source: Source
  let options: MusterOptions
  var dataSource: RowSource!
  /// The newest run, and the one on the screen with the one before it.
  var newest: Run?
  var shown: Run?
  var listing: Listing?
  /// How many levels its tree has.
  var levels = 0
  var arrangement = Arrangement() { didSet { if arrangement != oldValue { refresh() } } }
  var widths = ColumnWidths()
  var quietness = NoisyColumns()
  var comparison: Comparison?
  /// The columns that are shown, in view or not, from left to right.
  var columns: [Int] = []
  /// The column that keys are about; nil until one was chosen.
  var chosenColumn: Int?
  /// How many columns there is no room for.
  var hiddenColumns = 0
  var showsDeltas = false {
    didSet {
      if showsDeltas, let shown { widths.makeRoomForDifferences(shown.table) }
      placeColumns()
      reconfigure()
    }
  }
  /// The run that a person is on the way to, in time.
  var wantedNumber: Int?
  /// What there is to say besides the state of the list, until the next key.
  var statusNote: String? { didSet { describeState() } }

  /// The rows that were picked, as they were written: those marked, else the one under the cursor when enter was pressed.
  var pickedLines: [[UInt8]] = []
  /// The rows that are marked, those among them that the query hides.
  var marked: Set<Int> = []

  private var reader: Task<Void, Never>?
  private var clock: Task<Void, Never>?
  /// How long the run that is to come takes by now, where that is long.
  private var secondsRunning: Int?
  /// Arranges many rows.
  var work: Task<Void, Never>?
  /// The listing that is being made, and of which wish.
  var making: (arrangement: Arrangement, task: Task<Listing?, Never>)?
  /// Whether something else is wanted than what is being arranged.
  var isStale = false
  /// How runs with other columns were looked at.
  var schemas: [Int: SchemaView] = [:]
  /// How far the command line has arranged the rows.
  var startup = StartupArrangement()
  /// The run with which the one on the screen is still to be compared.
  var former: Run?
  /// The last run of which it was learned which columns are quiet.
  var learnedNumber = 0
  /// Ends with an error once the terminal was given back.
  var failure: (any Error)?
  /// What is said once the terminal was given back.
  var exitMessage: String?

  /// Nil where the source's own are read.
  private let runs: RunChannel.Runs?

  init(source: Source, options: MusterOptions, runs: RunChannel.Runs? = nil) {
    (self.source, self.options, self.runs) = (source, options, runs)
    super.init()
    title = source.title
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.allowsSectionCollapsing = true
    tableView.allowsMultipleSelection = options.use.multi || !options.use.isPicker
    if options.reading.follow { tableView.followsEnd = true }
    tableView.backgroundContent = ListContentConfiguration(text: "reading")
    tableView.columnTitleAction = { [weak self] place in self?.sortByTitle(place) }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self { cell.contentConfiguration = content(of: item) }
      return cell
    }
    dataSource.headerProvider = { [weak self] in self?.header(of: $0) }
    searchBar = SearchBar(placeholder: "words, in any cell", delegate: self)
    searchBar?.help = QueryHelp.signs
    hidesSearchBarWhenEmpty = !options.use.isPicker
    addCommands()
  }

  deinit {
    reader?.cancel()
    clock?.cancel()
    work?.cancel()
    making?.task.cancel()
  }

  override func viewDidLoad() {
    let runs = runs ?? source.runs()
    reader = Task { [weak self] in
      do {
        for try await run in runs {
          guard let self else { return }
          take(run)
          // What goes on waits until it is shown.
          if source.isStream { await work?.value }
        }
        self?.describeState()
      } catch {
        self?.fail(error)
      }
    }
    clock = Task { [weak self, seconds = source.slowRunTimer.seconds] in
      for await seconds in seconds {
        guard let self else { return }
        guard seconds != secondsRunning else { continue }
        secondsRunning = seconds
        describeState()
      }
    }
  }

  /// Ends; who runs the screen says why.
  private func fail(_ error: any Error) {
    failure = error
    exit(status: 2)
  }

  // MARK: What arrives

  func take(_ run: Run) {
    let isFollowing = shown.map { $0.number == newest?.number } ?? true
    let former = newest
    newest = run
    if run.isAwaited {
      exitMessage = run.statusNote
      return exit()
    }
    if isFollowing {
      show(run, after: run.number == former?.number ? nil : former)
    } else {
      describeState()
    }
  }

  /// Shows a run, marked by what is different from another one.
  func show(_ run: Run, after former: Run?) {
    let before = shown
    shown = run
    if let before, before.schema != run.schema { adopt(run, after: before) }
    widths.note(run.table)
    comparison = nil
    let isComparable =
      run.isComplete && run.problem == nil && former?.isComplete ?? false && run.key == former?.key
      && run.schema == former?.schema
    self.former = isComparable ? former : nil
    do {
      try start(with: run)
    } catch {
      return fail(error)
    }
    refresh()
  }

  func reconfigure() { tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows) }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeColumns()
    showChosenColumn()
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    statusNote = nil
    arrangement.query = searchText
  }

  /// Says what is shown.
  func describeState() {
    guard let newest, let shown, let listing else { return }
    let state = StatusText(
      source: source, newest: newest, shown: shown, listing: listing, isWorking: work != nil,
      hiddenColumns: hiddenColumns, secondsRunning: secondsRunning)
    title = state.title
    statusText = StyledText(statusNote ?? state.status)
    workProgress = shown.progress.flatMap { $0.percent.map { .fraction(Double($0) / 100) } }
    if workProgress == nil, work != nil { workProgress = .indeterminate }
    tableView.backgroundContent = state.background
  }

  /// The row under the cursor, of the run on the screen.
  var cursorRow: (run: Run, row: Int, identifier: Int)? {
    guard let identifier = dataSource.cursorItemIdentifier, let listing, let row = listing.row(of: identifier)
    else {
      return nil
    }
    return (listing.run, row, identifier)
  }
}
