import ListData
import ListKit
import ListSearch

/// The screen of a list: what arrives is shown in place, as a person has arranged it.
@MainActor
final class ListController: TableViewController, SearchBarDelegate {
  typealias Section = Listing.Section

  let source: Source
  let options: MusterOptions
  private(set) var dataSource: TableViewDiffableDataSource<Section, Int>!
  /// The newest run, and the one on the screen with the one before it.
  var newest: Run?
  private(set) var shown: Run?
  private(set) var listing: Listing?
  /// How many levels its tree has.
  private var levels = 0
  var arrangement = Arrangement() { didSet { if arrangement != oldValue { refresh() } } }
  private var widths = ColumnWidths()
  private var quietness = Quietness()
  private var comparison: Comparison?
  /// The columns that are on the screen, from left to right.
  private var columns: [Int] = []
  /// The column that keys are about; nil until one was chosen.
  var chosenColumn: Int?
  /// How many columns are scrolled out of view at the left.
  private var scrolledColumns = 0
  var showsDeltas = false { didSet { reconfigure() } }
  /// What there is to say besides the state of the list, until the next key.
  var remark: String? { didSet { describeState() } }

  private var reader: Task<Void, Never>?
  private var work: Task<Void, Never>?
  private var isStale = false
  private var isArranged = false
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

  override func viewDidLoad() {
    let runs = runs ?? source.runs()
    reader = Task { [weak self] in
      do {
        for try await run in runs { self?.take(run) }
        self?.didEnd()
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

  private func didEnd() { describeState() }

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
    if let former, run.isComplete, former.isComplete, run.problem == nil, run.key == former.key {
      comparison = Comparison(from: former, to: run, &quietness)
    } else {
      comparison = nil
    }
    // What a command that fails says has other columns.
    if !isArranged, run.problem == nil, !run.table.columns.isEmpty {
      isArranged = true
      do throws(ColumnReference.Refusal) {
        arrangement = try Arrangement(options.start, columns: ColumnNames(run.table.columns.map(\.name)))
        if !arrangement.query.isEmpty { searchBar?.text = arrangement.query }
      } catch {
        return fail(error)
      }
    }
    refresh()
  }

  /// Arranges the rows again: at once where they are few, else off the main actor, the newest wish last.
  func refresh() {
    guard let run = shown else { return }
    let now = WallTime.now.seconds
    if run.table.rowCount <= Self.fewRows, work == nil {
      return apply(Listing(run, comparison: comparison, arrangement, now: now))
    }
    isStale = true
    guard work == nil else { return }
    work = Task { [weak self] in
      while let self, isStale, let run = shown {
        isStale = false
        let listing = await Listing.make(run, comparison: comparison, arrangement, now: now)
        if !isStale { apply(listing) }
      }
      self?.work = nil
    }
  }

  private func apply(_ new: Listing) {
    let former = listing
    (listing, levels) = (new, new.levels)
    placeColumns()
    let isCalm = former != nil && new.comparison?.replacesNearlyAll != true && former?.run.key == new.run.key
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

  private func reconfigure() { tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows) }

  // MARK: What is shown

  private func content(of identifier: Int) -> ColumnContentConfiguration {
    guard let listing, let row = listing.row(of: identifier) else {
      return ColumnContentConfiguration([StyledText]())
    }
    let cells = RowCells(
      listing: listing, quietness: quietness, showsDeltas: showsDeltas, theme: currentTheme,
      query: Query(arrangement.query))
    var fields = columns.map { cells.text(identifier, row, $0) }
    let extra = listing.run.table.extraCells(row)
    if !extra.isEmpty, let last = fields.indices.last {
      fields[last] = fields[last].appending(
        StyledText("  + \(extra.joined(separator: " "))", style: currentTheme.secondaryText))
    }
    return ColumnContentConfiguration(fields)
  }

  private func header(of section: Section) -> ListContentConfiguration? {
    guard let value = section.value else { return nil }
    let count = listing?.sections.first { $0.section == section }?.items.count ?? 0
    return ListContentConfiguration(
      text: value.isEmpty ? "–" : value, secondaryText: "\(count)", arrangement: .inline)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeColumns()
  }

  /// Says which columns are on the screen: those of the key always, and the chosen one.
  private func placeColumns() {
    guard let listing, case let table = listing.run.table else { return }
    let shown = arrangement.shownColumns(of: table.columns.count)
    let key = keyColumns
    func placed() -> ShownColumns {
      widths.columns(
        shown, keeping: key, from: scrolledColumns, of: table, arrangement, treeLevels: levels,
        chosen: chosenColumn)
    }
    scrolledColumns = min(scrolledColumns, max(0, shown.count - key.count - 1))
    var result = placed()
    if let chosenColumn, !key.contains(chosenColumn),
      let place = shown.filter({ !key.contains($0) }).firstIndex(of: chosenColumn)
    {
      scrolledColumns = min(scrolledColumns, place)
      result = placed()
      while scrolledColumns < place, !result.isInView(chosenColumn, in: tableView.visibleSize.columns) {
        scrolledColumns += 1
        result = placed()
      }
    }
    columns = result.indexes
    if tableView.columns != result.columns {
      tableView.columns = table.shape.format == .lines ? [] : result.columns
      reconfigure()
    }
  }

  /// The columns of the key, where it is one.
  var keyColumns: [Int] {
    if case .columns(let columns)? = shown?.key { columns } else { [] }
  }

  /// The column that keys are about: the chosen one, or the first.
  var columnOfKeys: Int? { chosenColumn ?? columns.first }

  /// Chooses the column some places further right.
  func chooseColumn(by step: Int) {
    guard let table = listing?.run.table else { return }
    let order =
      keyColumns + arrangement.shownColumns(of: table.columns.count).filter { !keyColumns.contains($0) }
    guard !order.isEmpty else { return }
    let place = chosenColumn.flatMap(order.firstIndex) ?? (step > 0 ? -1 : order.count)
    chosenColumn = order[min(max(place + step, 0), order.count - 1)]
    placeColumns()
    setNeedsDisplay()
  }

  private func sortByTitle(_ place: Int) {
    guard columns.indices.contains(place) else { return }
    arrangement.toggleSort(by: columns[place])
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { arrangement.query = searchText }

  /// Says what is shown.
  func describeState() {
    guard let newest, let shown, let listing else { return }
    let state = StateDescription(
      source: source, newest: newest, shown: shown, listing: listing, comparison: comparison)
    title = state.title
    statusText = StyledText(remark ?? state.status)
    workProgress = shown.progress.flatMap { $0.percent.map { .fraction(Double($0) / 100) } }
    tableView.backgroundContent = state.background
  }

  /// The rows that were picked, as they were written: those marked, else the one under the cursor when enter was pressed.
  private(set) var pickedLines: [[UInt8]] = []

  /// Picks what is marked, or the row under the cursor, and ends.
  func pick() {
    guard let listing else { return }
    let marked = (tableView.indexPathsForSelectedRows ?? []).compactMap(dataSource.itemIdentifier)
    let items = marked.isEmpty ? [dataSource.cursorItemIdentifier].compactMap(\.self) : marked
    let table = listing.run.table
    pickedLines = items.compactMap(listing.row).sorted().map { Array(table.bytes[table.line($0)]) }
    if !pickedLines.isEmpty { exit() }
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
