package import ListData
package import struct ListKit.TextMetrics

/// The content of a list: the runs that arrived, the arrangement that the user requested, and the rows that
/// result from both.
///
/// ```text
///  take(run) ──┐
///              ├─▶ comparing ─▶ arranging ─▶ ListingChange ─▶ show
///  arrangement ┘      (off the main actor)
/// ```
///
/// It is a value that does not depend on tasks, clocks or terminals.
package struct ListState: Sendable {
  package private(set) var newest: Run?
  /// The run that is shown, or will be once it is arranged.
  package private(set) var shown: Run?
  /// The rows on the screen.
  package private(set) var listing: Listing?
  /// The view of runs that have the same columns as ``shown``.
  package var view = SchemaView()

  /// The views of runs with other columns, by schema.
  private var otherViews: [Int: SchemaView] = [:]
  private var startup: StartupArrangement
  /// How queries are answered.
  private let search: RowSearch
  /// The differences of the shown run; nil until it has been compared.
  private var comparison: Comparison?
  /// The shown run with its removed rows; nil if they are not shown.
  private var shownWithRemoved: Run?
  /// The run directly before the shown one; nil if the two cannot be compared.
  private var former: Run?
  /// The run with which all later runs are compared, instead of with the one before; nil unless the user set
  /// one.
  private var reference: Run?
  /// Whether the shown run has been compared.
  private var isCompared = true
  /// Marks that last longer than a moment; nil unless the user requested them.
  package private(set) var marks: RowMarks?
  /// The last run that was not open. An open run is compared with it, however many rows it has so far.
  private var lastClosed: Run?
  /// The number of the last run that was used to learn which columns are noisy.
  private var learnedNumber = 0
  /// The changes that esc undoes, most recent last.
  private var steps: [Step] = []

  /// - Parameter keep: how long changed rows stay marked; nil for a moment.
  package init(
    startup: StartupArrangement = StartupArrangement(), search: RowSearch = .letters, keep: KeepOption? = nil
  ) {
    self.startup = startup
    self.search = search
    marks = keep.map(RowMarks.init)
  }

  // MARK: Runs

  package var isAtNewest: Bool { shown?.number == newest?.number }

  /// A note about a start option that names a column that does not exist yet.
  package var startupNote: String? { startup.note }

  /// Takes the next run, and shows it unless an older one is displayed.
  ///
  /// - Returns: whether the run is shown.
  /// - Throws: an error if a start option names a column that the run does not have.
  package mutating func take(_ run: Run) throws -> Bool {
    let before = newest
    // A command has ended: the runs that were parts of its output no longer exist.
    let replacesRuns = run.series == .whole && run.number <= before?.number ?? 0
    let wasAtNewest = isAtNewest || replacesRuns
    newest = run
    if replacesRuns {
      (lastClosed, reference, learnedNumber) = (nil, nil, run.number)
    } else if let before, before.number != run.number {
      lastClosed = before
    }
    if let before, before.number == run.number, before.series == .open,
      before.table.hasSameLines(as: run.table)
    {
      // Showing the same rows again would remove the marks.
      if wasAtNewest { shown = run }
      return false
    }
    guard wasAtNewest else { return false }
    try show(run, after: run.number == before?.number ? (before?.series == .open ? lastClosed : nil) : before)
    return true
  }

  /// Shows the newest run and, from now on, those that follow it.
  package mutating func showNewest() throws {
    guard let newest else { return }
    try show(newest, after: lastClosed)
  }

  /// Shows a run, and marks its differences from another one.
  ///
  /// - Throws: an error if a start option names a column that the run does not have.
  package mutating func show(_ run: Run, after former: Run?) throws {
    let before = shown
    shown = run
    // This may be the same run, with its rows identified by another key.
    if newest?.number == run.number { newest = run }
    if let before, before.schema != run.schema { switchView(from: before, to: run) }
    compareAgain()
    self.former = former.flatMap { Comparison.isPossible(from: $0, to: run) ? $0 : nil }
    let wanted = try startup.arrangement(for: run, instead: view.arrangement, search)
    if let wanted { view.arrangement = wanted }
  }

  /// Switches to the view of runs with the same columns. If there is none, creates one from the current view,
  /// as far as columns have the same names.
  private mutating func switchView(from before: Run, to run: Run) {
    otherViews[before.schema] = view
    let query = view.arrangement.query
    view =
      otherViews[run.schema]
      ?? SchemaView(
        arrangement: view.arrangement.moved(
          from: ColumnNames(of: before.table), to: ColumnNames(of: run.table))
      )
    view.arrangement.query = query
    steps.removeAll { if case .structure = $0 { true } else { false } }
  }

  // MARK: Arrangement and undo

  /// The user's arrangement. Changes can be undone step by step; see ``takeBack(isPaused:)``.
  package var arrangement: Arrangement {
    get { view.arrangement }
    set {
      let old = view.arrangement
      view.arrangement = newValue
      if old.query.isEmpty, !newValue.query.isEmpty { note(.query) }
      if !old.showsOnlyChanged, newValue.showsOnlyChanged { note(.onlyChanged) }
      if !old.showsUnchanged, newValue.showsUnchanged { note(.unchanged) }
      if newValue.limit != nil, old.limit != newValue.limit { note(.limit) }
      if old.structure != newValue.structure { noteStructure(old.structure) }
    }
  }

  /// A change that esc undoes.
  package enum Step: Hashable, Sendable {
    case query
    case onlyChanged
    case unchanged
    /// The first rows only.
    case limit
    /// Groups or a tree, with the structure before.
    case structure(Arrangement.Structure)
    case time
    case pause
    /// The run with which others are compared.
    case reference
  }

  /// Adds the step that esc undoes next.
  package mutating func note(_ step: Step) {
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

  /// Undoes the last step that still has an effect.
  ///
  /// - Returns: the step; nil if there is none. The caller itself must end the search or the pause, or show
  ///   the newest run.
  package mutating func takeBack(isPaused: Bool) -> Step? {
    while let step = steps.popLast() {
      switch step {
      case .query where !view.arrangement.query.isEmpty: view.arrangement.query = ""
      case .onlyChanged where view.arrangement.showsOnlyChanged: view.arrangement.showsOnlyChanged = false
      case .unchanged where view.arrangement.showsUnchanged: view.arrangement.showsUnchanged = false
      case .limit where view.arrangement.limit != nil: view.arrangement.limit = nil
      case .structure(let former): view.arrangement.structure = former
      case .time where !isAtNewest: break
      case .pause where isPaused: break
      case .reference where reference != nil:
        reference = nil
        compareAgain()
      case .query, .onlyChanged, .unchanged, .limit, .time, .pause, .reference: continue
      }
      return step
    }
    return nil
  }

  // MARK: Arranging

  /// The comparison that is needed before the shown run is arranged; nil if there is nothing to compare.
  package var comparing: Comparison.Work? {
    guard !isCompared, let shown else { return nil }
    let reference = usedReference
    guard former != nil || reference != nil else { return nil }
    return Comparison.Work(
      run: shown, former: former, reference: reference, showsRemoved: reference != nil || !isAtNewest,
      noisy: view.noisy)
  }

  /// Forgets how the shown run differs from others.
  private mutating func compareAgain() { (isCompared, comparison, shownWithRemoved) = (false, nil, nil) }

  /// The reference, if the shown run can be compared with it and is not older.
  private var usedReference: Run? {
    guard let reference, let shown, reference.number <= shown.number,
      Comparison.isPossible(from: reference, to: shown)
    else { return nil }
    return reference
  }

  /// Stores the differences of the shown run, and learns from them which columns are noisy: once for each
  /// run, however often it is displayed.
  package mutating func take(_ work: Comparison.Work) {
    let run = work.run
    guard shown?.number == run.number, shown?.schema == run.schema,
      work.reference?.number == usedReference?.number
    else { return }
    comparison = work.comparison
    shownWithRemoved = run.removedRows == nil ? nil : run
    isCompared = true
    guard run.number > learnedNumber, let step = work.step else { return }
    view.noisy = work.noisy
    learnedNumber = run.number
    marks?.note(step, at: run.time)
  }

  /// Makes a run the one with which later runs are compared, until another one is set. esc ends that after it has gone
  /// back to now.
  ///
  /// - Parameter run: nil for the shown one.
  package mutating func setReference(_ run: Run? = nil) {
    guard let run = run ?? shown, run.isComplete, run.problem == nil else { return }
    reference = run
    compareAgain()
    marks?.removeAll()
    note(.reference)
    if steps.contains(.time) { note(.time) }
  }

  /// Arranges the shown run by the current arrangement. Returns nil if the task was cancelled.
  ///
  /// - Parameter metrics: measures texts in screen columns.
  @concurrent
  package func arranged(now: Double, _ metrics: TextMetrics) async -> Listing? {
    guard let shown = shownWithRemoved ?? shown else { return nil }
    var listing = Listing(
      shown, comparison: comparison, arrangement, search: search, now: now, after: listing)
    listing.widths = view.widths
    listing.widths.note(shown, metrics)
    if listing.tree == nil {
      listing.widths.note(
        heads: listing.sections.lazy.compactMap { section, items in
          section.value.map { (Listing.name(ofGroup: $0), items.count) }
        })
    } else {
      listing.widths.note(heads: listing.headings.lazy.map { ($0.name, $0.count) })
    }
    listing.courses = view.courses
    listing.courses.note(shown)
    return Task.isCancelled ? nil : listing
  }

  /// Prepares the index for the first key of a query, if rows are ranked.
  @concurrent
  package func prepareSearch() async {
    if case .ranked(let index) = search, let shown, shown.isComplete { index.prepare(shown.table) }
  }

  /// Stores the change that is now on the screen, and the measurements that its listing made of the run.
  package mutating func show(_ change: ListingChange) {
    listing = change.listing
    guard shown?.schema == change.listing.run.schema else { return }
    view.widths = change.listing.widths
    view.courses.fill(from: change.listing.courses)
  }
}

/// The view of runs with the same columns: everything that refers to columns by their position.
package struct SchemaView: Sendable {
  package var arrangement = Arrangement()
  package var widths = ColumnWidths()
  package var noisy = NoisyColumns()
  /// The columns with sparklines, and their numbers.
  package var courses = ColumnCourses()
  package var adjustments = ColumnAdjustments()
}

/// The arrangement that the command line requests, as far as it is known.
///
/// The columns found in the first bytes of a stream may be wrong, and a column may appear later. Until then
/// ``note`` reports its name, and the other options apply.
package struct StartupArrangement: Sendable {
  private let options: ArrangementOptions?
  private let kept: ArrangementOptions?
  private let key: KeyOption?
  private let templates: [ExecTemplate]
  private let output: OutputTemplate?
  private let canGrow: Bool
  /// Whether all options have been applied.
  private var isSettled = false
  /// The requested arrangement, by the columns of the last run.
  private var arrangement = Arrangement()
  /// An error message about a column that does not exist so far.
  package private(set) var note: String?

  /// - Parameters:
  ///   - kept: the saved arrangement of the list, for what the options do not set; columns that no longer
  ///     exist are ignored.
  ///   - key: the columns that the user chose to identify rows.
  ///   - templates: commands whose placeholders also name columns.
  ///   - output: the format of printed rows, which also names columns.
  ///   - canGrow: whether columns may appear later.
  package init(
    _ options: ArrangementOptions? = nil, kept: ArrangementOptions? = nil, key: KeyOption? = nil,
    templates: [ExecTemplate] = [], output: OutputTemplate? = nil, canGrow: Bool = false
  ) {
    self.kept = kept
    self.key = key
    self.options = options
    self.templates = templates
    self.output = output
    self.canGrow = canGrow
  }

  /// Returns the requested arrangement of a run; nil if the current one stays.
  ///
  /// Unless rows are picked, the output of `du` is a tree whose largest folders come first.
  ///
  /// - Parameter current: the current arrangement, which stays if the user has changed it.
  /// - Throws: an error that names a column that the run does not have, if no column can appear later.
  package mutating func arrangement(
    for run: Run, instead current: Arrangement, _ search: RowSearch = .letters
  ) throws -> Arrangement? {
    // The error message of a failed command has other columns.
    guard let options, !isSettled, run.problem == nil, !run.table.columns.isEmpty else { return nil }
    let isSure = run.progress.map { $0.bytes > Run.sample } ?? !canGrow
    let names = ColumnNames(of: run.table)
    var wanted = Arrangement()
    do {
      let filled = options.filled(from: kept, columns: names)
      if let missing = wanted.apply(filled, columns: names) { throw missing }
      if !filled.hasStructure, filled.sort == nil, case .letters = search,
        let usage = PathTree.diskUsage(of: run.table, isComplete: run.isComplete)
      {
        wanted.structure = .paths(column: usage.path)
        wanted.sorts = [Arrangement.Sort(column: usage.size, isDescending: true)]
      }
      if case .columns(let columns)? = key { for column in columns { _ = try column.index(in: names) } }
      for column in output?.columns ?? [] { _ = try column.index(in: names) }
      for template in templates {
        let table = run.table.opening(membersNamed: template.memberNames)
        try template.check(names: ColumnNames(of: table))
      }
      isSettled = isSure
      note = nil
    } catch {
      if isSure, !canGrow { throw error }
      if canGrow || run.isComplete { note = "\(error)" }
    }
    var before = arrangement
    arrangement = wanted
    // A query that was typed before there were rows stays, with the rest of what is requested.
    if current.query != before.query {
      before.query = current.query
      wanted.query = current.query
    }
    return current == before && wanted != current ? wanted : nil
  }
}
