import ListData
import ListKit

/// What a list looks like: the runs that came, what was asked for, and the rows that came of both.
///
/// ```text
///  take(run) ──┐
///              ├─▶ comparing ─▶ arranging ─▶ ListingChange ─▶ show
///  arrangement ┘      (off the main actor)
/// ```
///
/// It is a value and knows no task, no clock and no terminal.
struct ListScreen: Sendable {
  /// The newest run.
  private(set) var newest: Run?
  /// The run that is shown, or will be once it is arranged.
  private(set) var shown: Run?
  /// The rows on the screen.
  private(set) var listing: Listing?
  /// How many levels its tree has; 0 in a list.
  private(set) var levels = 0
  /// How the runs with the columns of ``shown`` are looked at.
  var view = SchemaView()

  /// How runs with other columns were looked at, by their schema.
  private var otherViews: [Int: SchemaView] = [:]
  private var startup: StartupArrangement
  /// How queries are answered.
  private let search: RowSearch
  /// What is different in the shown run; nil until it was compared.
  private var comparison: Comparison?
  /// The shown run with the rows that went; nil where they are not shown.
  private var shownWithGone: Run?
  /// The run right before the shown one; nil where they cannot be compared.
  private var former: Run?
  /// The run that all later ones are compared with, instead of with the one before; nil unless asked for.
  private var reference: Run?
  /// Whether the shown run is still to be compared.
  private var isCompared = true
  /// What is marked for longer than a moment; nil unless asked for.
  private(set) var marks: RowMarks?
  /// The last run that was not open: that with which an open run is compared, whatever rows it has by now.
  private var lastClosed: Run?
  /// The last run from which it was learned which columns are noisy.
  private var learnedNumber = 0
  /// What esc takes back, the last last.
  private var steps: [Step] = []

  /// - Parameter keep: how long rows are marked that changed; nil for a moment.
  init(
    startup: StartupArrangement = StartupArrangement(), search: RowSearch = .letters, keep: KeepOption? = nil
  ) {
    self.startup = startup
    self.search = search
    marks = keep.map(RowMarks.init)
  }

  // MARK: Runs

  /// Whether the shown run is the newest.
  var isAtNewest: Bool { shown?.number == newest?.number }

  /// What there is to say of the start options: a column that does not exist yet.
  var startupNote: String? { startup.note }

  /// Takes the next run, and shows it unless a former one is looked at.
  ///
  /// - Returns: whether it is shown.
  /// - Throws: what the start options ask for and the run does not have.
  mutating func take(_ run: Run) throws -> Bool {
    let wasAtNewest = isAtNewest
    let before = newest
    newest = run
    if let before, before.number != run.number { lastClosed = before }
    if let before, before.number == run.number, before.series == .open,
      before.table.hasSameLines(as: run.table)
    {
      // To show the same rows again would take the marks away.
      if wasAtNewest { shown = run }
      return false
    }
    guard wasAtNewest else { return false }
    try show(run, after: run.number == before?.number ? (before?.series == .open ? lastClosed : nil) : before)
    return true
  }

  /// Shows the newest run, and from now on those that follow it.
  mutating func showNewest() throws {
    guard let newest else { return }
    try show(newest, after: lastClosed)
  }

  /// Shows a run, marked by what is different from another one.
  ///
  /// - Throws: what the start options ask for and the run does not have.
  mutating func show(_ run: Run, after former: Run?) throws {
    let before = shown
    shown = run
    // The same run, its rows identified by another key.
    if newest?.number == run.number { newest = run }
    if let before, before.schema != run.schema { switchView(from: before, to: run) }
    comparison = nil
    shownWithGone = nil
    self.former = former.flatMap { Comparison.isPossible(from: $0, to: run) ? $0 : nil }
    isCompared = false
    if let wanted = try startup.arrangement(for: run, instead: view.arrangement) { view.arrangement = wanted }
  }

  /// Looks at a run with other columns as at those that had them, or else as at the one before, as far as columns have the
  /// same names.
  private mutating func switchView(from before: Run, to run: Run) {
    otherViews[before.schema] = view
    let query = view.arrangement.query
    view =
      otherViews[run.schema]
      ?? SchemaView(
        arrangement: view.arrangement.moved(
          from: ColumnNames(before.table.columns.map(\.name)), to: ColumnNames(run.table.columns.map(\.name)))
      )
    view.arrangement.query = query
    steps.removeAll { if case .structure = $0 { true } else { false } }
  }

  // MARK: What is asked for

  /// What a person has made of the list. Setting it can be taken back step by step; see ``takeBack(isPaused:)``.
  var arrangement: Arrangement {
    get { view.arrangement }
    set {
      let old = view.arrangement
      view.arrangement = newValue
      if old.query.isEmpty, !newValue.query.isEmpty { note(.query) }
      if !old.showsOnlyChanged, newValue.showsOnlyChanged { note(.onlyChanged) }
      if old.structure != newValue.structure { noteStructure(old.structure) }
    }
  }

  /// What esc takes back.
  enum Step: Hashable, Sendable {
    case query
    case onlyChanged
    /// Groups or a tree, and what there was before.
    case structure(Arrangement.Structure)
    case time
    case pause
    /// The run that others are compared with.
    case reference
  }

  /// Notes what esc is to take back first.
  mutating func note(_ step: Step) {
    steps.removeAll { $0 == step }
    steps.append(step)
  }

  private mutating func noteStructure(_ old: Arrangement.Structure) {
    var first = old
    steps.removeAll { step in
      guard case .structure(let former) = step else { return false }
      first = former
      return true
    }
    if first != view.arrangement.structure { steps.append(.structure(first)) }
  }

  /// Takes back the last step that still has an effect.
  ///
  /// - Returns: which one; the caller ends a search, a pause and the way back in time itself. Nil where there is none.
  mutating func takeBack(isPaused: Bool) -> Step? {
    while let step = steps.popLast() {
      switch step {
      case .query where !view.arrangement.query.isEmpty: view.arrangement.query = ""
      case .onlyChanged where view.arrangement.showsOnlyChanged: view.arrangement.showsOnlyChanged = false
      case .structure(let former): view.arrangement.structure = former
      case .time where !isAtNewest: break
      case .pause where isPaused: break
      case .reference where reference != nil:
        reference = nil
        isCompared = false
        comparison = nil
        shownWithGone = nil
      case .query, .onlyChanged, .time, .pause, .reference: continue
      }
      return step
    }
    return nil
  }

  // MARK: Arranging

  /// What is to be compared before the shown run is arranged; nil where there is nothing to compare.
  var comparing: Comparison.Work? {
    guard !isCompared, let shown else { return nil }
    let reference = usedReference
    guard former != nil || reference != nil else { return nil }
    return Comparison.Work(
      run: shown, former: former, reference: reference, showsGone: reference != nil || !isAtNewest,
      noisy: view.noisy)
  }

  /// The reference, where the shown run can be compared with it and is no older.
  private var usedReference: Run? {
    guard let reference, let shown, reference.number <= shown.number,
      Comparison.isPossible(from: reference, to: shown)
    else { return nil }
    return reference
  }

  /// Takes over what is different in the shown run, and what that says of columns: of each run once, however often it is
  /// looked at.
  mutating func take(_ work: Comparison.Work) {
    let run = work.run
    guard shown?.number == run.number, shown?.schema == run.schema,
      work.reference?.number == usedReference?.number
    else { return }
    comparison = work.comparison
    shownWithGone = run.goneRows == nil ? nil : run
    isCompared = true
    guard run.number > learnedNumber, let step = work.step else { return }
    view.noisy = work.noisy
    learnedNumber = run.number
    marks?.note(step, at: run.time)
  }

  /// Compares later runs with the shown one, until another one is set.
  mutating func setReference() {
    guard let shown, shown.isComplete, shown.problem == nil else { return }
    reference = shown
    isCompared = false
    comparison = nil
    shownWithGone = nil
    marks?.removeAll()
    note(.reference)
  }

  /// Arranges the shown run as it is asked for now; nil where the task was cancelled.
  ///
  /// - Parameter metrics: how many screen columns texts take.
  @concurrent
  func arranged(now: Double, _ metrics: TextMetrics) async -> Listing? {
    guard let shown = shownWithGone ?? shown else { return nil }
    var listing = Listing(
      shown, comparison: comparison, arrangement, search: search, now: now, after: listing)
    listing.widths = view.widths
    listing.widths.note(shown, metrics)
    listing.courses = view.courses
    listing.courses.note(shown)
    return Task.isCancelled ? nil : listing
  }

  /// Gets ready for the first key of a query, where rows are ranked.
  @concurrent
  func prepareSearch() async {
    if case .ranked(let index) = search, let shown, shown.isComplete { index.prepare(shown.table) }
  }

  /// Takes over what is on the screen now.
  mutating func show(_ change: ListingChange) {
    listing = change.listing
    levels = change.levels
    if shown?.schema == change.listing.run.schema { takeMeasures(of: change.listing) }
  }
}

extension ListScreen {
  /// Takes over what a listing has learnt of its run.
  private mutating func takeMeasures(of listing: Listing) {
    view.widths = listing.widths
    view.courses.fill(from: listing.courses)
  }
}

/// How runs with the same columns are looked at: all that refers to columns by their position.
struct SchemaView: Sendable {
  var arrangement = Arrangement()
  var widths = ColumnWidths()
  var noisy = NoisyColumns()
  /// The columns whose course is drawn, and their numbers.
  var courses = ColumnCourses()
  /// The column that keys are about; nil until one was chosen.
  var chosenColumn: Int?
  var adjustments = ColumnAdjustments()
  /// Columns that stay in view beside those of the key.
  var pinnedColumns: [Int] = []
}

/// How the command line wants the rows, as far as that is known.
///
/// What is found from the first bytes of a stream may be wrong, and a column may come later: until then its name is
/// reported, and the other options hold.
struct StartupArrangement: Sendable {
  private let options: StartOptions?
  private let kept: StartOptions?
  private let key: KeyOption?
  private let templates: [ExecTemplate]
  private let output: OutputTemplate?
  private let canGrow: Bool
  /// Whether all that was asked for holds.
  private var isSettled = false
  /// What was asked for, by the columns of the last run.
  private var arrangement = Arrangement()
  /// Which column does not exist so far.
  private(set) var note: String?

  /// - Parameters:
  ///   - kept: how the list was looked at last, where the options ask for nothing else; columns that it has no more are left
  ///     out.
  ///   - key: the columns that are to identify rows.
  ///   - templates: commands whose placeholders name columns too.
  ///   - output: how picked rows are printed, which names columns as well.
  ///   - canGrow: whether columns may come later.
  init(
    _ options: StartOptions? = nil, kept: StartOptions? = nil, key: KeyOption? = nil,
    templates: [ExecTemplate] = [], output: OutputTemplate? = nil, canGrow: Bool = false
  ) {
    self.kept = kept
    self.key = key
    self.options = options
    self.templates = templates
    self.output = output
    self.canGrow = canGrow
  }

  /// What a run is to be arranged by; nil where that stays as it is.
  ///
  /// - Parameter current: how rows are arranged now; what a person has changed stays.
  /// - Throws: which column the run does not have, where none can come later.
  mutating func arrangement(for run: Run, instead current: Arrangement) throws -> Arrangement? {
    // The error message of a command that failed has other columns.
    guard let options, !isSettled, run.problem == nil, !run.table.columns.isEmpty else { return nil }
    let isSure = run.progress.map { $0.bytes > RunBuilder.sample } ?? !canGrow
    let names = ColumnNames(run.table.columns.map(\.name))
    var wanted = Arrangement()
    do {
      if let missing = wanted.apply(options, columns: names) { throw missing }
      if case .columns(let columns)? = key { for column in columns { _ = try column.index(in: names) } }
      for column in output?.columns ?? [] { _ = try column.index(in: names) }
      for template in templates {
        let table = run.table.opening(membersNamed: template.names)
        try template.check(names: ColumnNames(table.columns.map(\.name)))
      }
      isSettled = isSure
      note = nil
    } catch {
      if isSure, !canGrow { throw error }
      if canGrow || run.isComplete { note = "\(error)" }
    }
    if let kept { wanted.fill(from: kept, unless: options, columns: names) }
    guard current == arrangement, wanted != current else { return nil }
    arrangement = wanted
    return wanted
  }
}
