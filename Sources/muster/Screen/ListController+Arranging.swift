import ListData
import ListKit

/// From a run and a wish to the rows of the screen.
extension ListController {
  /// Up to how many rows are arranged at once, while keys wait.
  private static let fewRows = 20_000

  /// Arranges the rows again: at once where they are few, else off the main actor, the newest wish last.
  func refresh() {
    guard let run = shown else { return }
    let now = WallTime.now.localSeconds
    if run.table.rowCount <= Self.fewRows, work == nil {
      if let former { take(Comparison.learning(from: former, to: run, quietness), of: run) }
      let listing = Listing(run, comparison: comparison, arrangement, now: now, after: self.listing)
      return apply(ListingChange(to: listing, from: self.listing, open: openTree))
    }
    isStale = true
    // A newer wish ends the work for an older one; what is read on meanwhile does not.
    if let making, making.arrangement != arrangement { making.task.cancel() }
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
        let making = Task { [comparison, arrangement, listing] in
          await Listing.make(run, comparison: comparison, arrangement, now: now, after: listing)
        }
        self.making = (arrangement, making)
        let made = await making.value
        self.making = nil
        guard let made, made.arrangement == arrangement else { continue }
        await applyInTurn(.make(to: made, from: listing, open: openTree))
      }
      self?.work = nil
      self?.describeState()
    }
    describeState()
  }

  /// The rows of the tree on the screen, opened and closed as they are.
  private var openTree: Listing.Outline? {
    listing?.tree == nil ? nil : dataSource.snapshot(for: Section())
  }

  /// Takes over what is different in the run on the screen, and what that says of columns: of each run once, however
  /// often it is looked at.
  private func take(_ compared: (comparison: Comparison, quietness: NoisyColumns), of run: Run) {
    (comparison, former) = (compared.comparison, nil)
    if run.number > learnedNumber { (quietness, learnedNumber) = (compared.quietness, run.number) }
  }

  // MARK: To the screen

  private func apply(_ change: ListingChange) {
    rememberMarks()
    begin(change)
    Self.enqueue(change, dataSource)
    finish(change)
  }

  /// The same for many rows, which are compared off the main actor.
  private func applyInTurn(_ change: ListingChange) async {
    rememberMarks()
    await withCheckedContinuation { continuation in
      dataSource.didApply = { [weak self] _ in
        self?.dataSource.didApply = nil
        self?.begin(change)
        continuation.resume()
      }
      Self.enqueueElsewhere(change, dataSource)
    }
    finish(change)
  }

  /// Called on the main actor, it is shown at once; from elsewhere, in its turn.
  private static func enqueue(
    _ change: ListingChange, _ source: RowSource, isolation: isolated (any Actor)? = #isolation
  ) {
    switch change.content {
    case .list(let snapshot):
      source.apply(snapshot, animatingDifferences: change.isMarked, completion: nil)
    case .tree(let outline):
      source.apply([(Section(), outline)], animatingDifferences: change.isMarked, completion: nil)
    }
  }

  private nonisolated static func enqueueElsewhere(_ change: ListingChange, _ source: RowSource) {
    enqueue(change, source)
  }

  private func begin(_ change: ListingChange) {
    (listing, levels) = (change.listing, change.levels)
    placeColumns()
  }

  private func finish(_ change: ListingChange) {
    // Else what came and went for other reasons would be marked with it.
    if change.isMarked, case .tree = change.content { mark(change.listing.markedIdentifiers) }
    showMarks()
    // Quiet changes are shown as well, without a mark.
    reconfigure()
    if change.isFound { moveCursorToFirstMatch() }
    describeState()
  }

  private func moveCursorToFirstMatch() {
    // From the top, so that what it stands below is seen too.
    tableView.moveCursorToFirstRow()
    if let place = listing?.firstMatch.flatMap(dataSource.indexPath) { tableView.moveCursor(to: place) }
  }

  /// Marks rows of a tree as changed, which outlines cannot.
  private func mark(_ items: [Int]) {
    var snapshot = dataSource.snapshot()
    let marked = items.filter(snapshot.contains)
    guard !marked.isEmpty else { return }
    snapshot.reconfigureItems(marked)
    dataSource.apply(snapshot, completion: nil)
  }
}

/// How the command line wants the rows, as far as that is known.
struct StartupArrangement {
  /// Whether the columns are sure by which it was arranged.
  var isSure = false
  /// What was asked for, by the columns of the last run.
  var arrangement = Arrangement()
  /// What was said of a column that was not there yet.
  var refusal: String?
}

extension ListController {
  /// Arranges the rows as the command line asks for.
  ///
  /// What is found from the first bytes of a stream may be wrong: until there are more of them, a column that is not
  /// there is only said.
  func start(with run: Run) throws {
    // What a command that fails says has other columns.
    guard !startup.isSure, run.problem == nil, !run.table.columns.isEmpty else { return }
    let isSure = run.progress.map { $0.bytes > RunBuilder.sample } ?? !source.isStream
    do {
      let names = ColumnNames(run.table.columns.map(\.name))
      let wanted = try Arrangement(options.start, columns: names)
      try options.use.exec?.check(names: names)
      startup.isSure = isSure
      if statusNote != nil, statusNote == startup.refusal { statusNote = nil }
      // What a person has arranged meanwhile stays.
      guard arrangement == startup.arrangement, wanted != arrangement else { return }
      startup.arrangement = wanted
      arrangement = wanted
      if !wanted.query.isEmpty { searchBar?.text = wanted.query }
    } catch {
      if isSure { throw error }
      if run.isComplete {
        startup.refusal = "\(error)"
        statusNote = startup.refusal
      }
    }
  }
}

/// How runs with the same columns are looked at: what means columns by their places.
struct SchemaView {
  var arrangement: Arrangement
  var widths = ColumnWidths()
  var quietness = NoisyColumns()
  var chosenColumn: Int?
}

extension ListController {
  /// Looks at a run with other columns than the one before as at those that had them, or else as at the one before, as far as
  /// columns have the same names.
  func adopt(_ run: Run, after before: Run) {
    schemas[before.schema] = SchemaView(
      arrangement: arrangement, widths: widths, quietness: quietness, chosenColumn: chosenColumn)
    let (old, new) = (
      ColumnNames(before.table.columns.map(\.name)), ColumnNames(run.table.columns.map(\.name))
    )
    var view = schemas[run.schema] ?? SchemaView(arrangement: arrangement.moved(from: old, to: new))
    view.arrangement.query = arrangement.query
    (widths, quietness) = (view.widths, view.quietness)
    widths.note(run.table)
    chosenColumn = view.chosenColumn
    tableView.scrollColumns(by: -tableView.columns.count)
    (comparison, former) = (nil, nil)
    arrangement = view.arrangement
  }
}
