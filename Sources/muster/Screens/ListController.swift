import ListData
import ListKit
import ListSearch

/// The screen of a list: what arrives is shown in place, as a person has arranged it.
@MainActor
final class ListController: TableViewController, SearchBarDelegate {
  typealias Section = Listing.Section

  let source: Source
  let options: MusterOptions
  var dataSource: TableViewDiffableDataSource<Section, Int>!
  /// The newest run, and the one on the screen with the one before it.
  var newest: Run?
  var shown: Run?
  var listing: Listing?
  /// How many levels its tree has.
  var levels = 0
  var arrangement = Arrangement() { didSet { if arrangement != oldValue { refresh() } } }
  var widths = ColumnWidths()
  var quietness = Quietness()
  var comparison: Comparison?
  /// The columns that are on the screen, from left to right.
  var columns: [Int] = []
  /// The column that keys are about; nil until one was chosen.
  var chosenColumn: Int?
  /// How many columns there is no room for.
  var hiddenColumns = 0
  /// How many columns are scrolled out of view at the left.
  var scrolledColumns = 0
  var showsDeltas = false { didSet { reconfigure() } }
  /// The run that a person is on the way to, in time.
  var wantedNumber: Int?
  /// What there is to say besides the state of the list, until the next key.
  var remark: String? { didSet { describeState() } }

  /// The rows that were picked, as they were written: those marked, else the one under the cursor when enter was pressed.
  var pickedLines: [[UInt8]] = []
  /// The rows that are marked, those among them that the query hides.
  var marked: Set<Int> = []

  private var reader: Task<Void, Never>?
  private var work: Task<Void, Never>?
  private var isStale = false
  /// How far the command line has arranged the rows.
  var beginning = Beginning()
  /// The run with which the one on the screen is still to be compared.
  private var former: Run?
  /// The last run of which it was learned which columns are quiet.
  private var learnedNumber = 0
  private var until: UntilCondition?
  /// Ends with an error once the terminal was given back.
  var failure: (any Error)?

  /// Up to how many rows are arranged at once, while keys wait.
  private static let fewRows = 20_000

  /// Nil where the source's own are read.
  private let runs: RunChannel.Runs?

  init(source: Source, options: MusterOptions, runs: RunChannel.Runs? = nil) {
    (self.source, self.options, self.runs) = (source, options, runs)
    until = options.use.until.map(UntilCondition.init)
    super.init()
    title = source.title
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.allowsSectionCollapsing = true
    tableView.allowsMultipleSelection = options.use.multi
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
    hidesSearchBarWhenEmpty = !options.use.isPicker
    addCommands()
  }

  deinit {
    reader?.cancel()
    work?.cancel()
  }

  override func viewDidLoad() {
    let runs = runs ?? source.runs()
    reader = Task { [weak self] in
      do {
        for try await run in runs { self?.take(run) }
        self?.describeState()
      } catch {
        self?.fail(error)
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
    if until?.isMet(by: run) ?? false { return exit() }
    if isFollowing {
      show(run, after: run.number == former?.number ? nil : former)
    } else {
      describeState()
    }
  }

  /// Shows a run, marked by what is different from another one.
  func show(_ run: Run, after former: Run?) {
    shown = run
    widths.note(run.table)
    comparison = nil
    let isComparable =
      run.isComplete && run.problem == nil && former?.isComplete ?? false && run.key == former?.key
    self.former = isComparable ? former : nil
    do throws(ColumnReference.Refusal) {
      try start(with: run)
    } catch {
      return fail(error)
    }
    refresh()
  }

  /// Arranges the rows again: at once where they are few, else off the main actor, the newest wish last.
  func refresh() {
    guard let run = shown else { return }
    let now = WallTime.now.localSeconds
    if run.table.rowCount <= Self.fewRows, work == nil {
      if let former { take(Comparison.learning(from: former, to: run, quietness), of: run) }
      return apply(Listing(run, comparison: comparison, arrangement, now: now))
    }
    isStale = true
    guard work == nil else { return }
    work = Task { [weak self] in
      while let self, isStale, let run = shown {
        isStale = false
        if let former {
          let compared = await Comparison.make(from: former, to: run, quietness)
          // Another run has come meanwhile.
          if isStale, shown?.number != run.number { continue }
          take(compared, of: run)
        }
        let listing = await Listing.make(run, comparison: comparison, arrangement, now: now)
        // What is read on meanwhile does not keep back what is known.
        if listing.arrangement == arrangement { apply(listing) }
      }
      self?.work = nil
      self?.describeState()
    }
    describeState()
  }

  /// Takes over what is different in the run on the screen, and what that says of columns: of each run once, however
  /// often it is looked at.
  private func take(_ compared: (comparison: Comparison, quietness: Quietness), of run: Run) {
    (comparison, former) = (compared.comparison, nil)
    if run.number > learnedNumber { (quietness, learnedNumber) = (compared.quietness, run.number) }
  }

  private func apply(_ new: Listing) {
    let former = listing
    rememberMarks()
    (listing, levels) = (new, new.levels)
    placeColumns()
    let isCalm = former.map(new.isMarkedAgainst) ?? false
    if let tree = new.tree {
      let open = former?.tree == nil ? tree : dataSource.snapshot(for: Section())
      let outline = tree.adoptingExpansion(from: open, expandingNewItems: true)
      dataSource.apply([(Section(), outline)], animatingDifferences: isCalm, completion: nil)
      mark(new.markedIdentifiers)
    } else {
      var snapshot = DiffableDataSourceSnapshot(new.sections.filter { !$0.items.isEmpty })
      if isCalm { snapshot.reconfigureItems(new.markedIdentifiers.filter(snapshot.contains)) }
      dataSource.apply(snapshot, animatingDifferences: isCalm, completion: nil)
    }
    showMarks()
    // Quiet changes are shown as well, without a mark.
    reconfigure()
    if former?.arrangement.query != new.arrangement.query, !new.arrangement.query.isEmpty {
      tableView.moveCursorToFirstRow()
    }
    describeState()
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

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeColumns()
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { arrangement.query = searchText }

  /// Says what is shown.
  func describeState() {
    guard let newest, let shown, let listing else { return }
    let state = StateDescription(
      source: source, newest: newest, shown: shown, listing: listing, isWorking: work != nil,
      hiddenColumns: hiddenColumns)
    title = state.title
    statusText = StyledText(remark ?? state.status)
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
