import ListData

/// What is different from one run to the next, by the identifiers of rows.
struct Comparison: Sendable {
  /// The run before.
  let former: Run
  /// Whether the run before is the one that the user looked at last, and not the one right before.
  let isSinceReference: Bool
  /// Whether nearly all rows changed identity: then the key hardly identifies them.
  let replacesNearlyAll: Bool
  /// Rows that changed in columns that count.
  let loud: Set<Int>
  /// Those of them that changed just now.
  private(set) var flashing: Set<Int>
  /// Rows that the run before had not.
  let added: Set<Int>
  /// How many rows went.
  private let removedCount: Int
  /// For each row that changed, its place in the run before and the columns.
  private let cells: [Int: (oldRow: Int, columns: [Int])]

  /// Compares two runs, and lets the columns be known whose changes are noise.
  ///
  /// - Complexity: as ``TableChanges``.
  init(from former: Run, to run: Run, _ noisy: inout NoisyColumns, isSinceReference: Bool = false) {
    self.former = former
    self.isSinceReference = isSinceReference
    let changes = TableChanges(
      from: former.table, former.identifiers.array, to: run.table, run.identifiers.array)
    noisy.note(changes, from: former.table, to: run.table)
    // Over a long time all rows may come and go.
    replacesNearlyAll = changes.replacesNearlyAll && !isSinceReference
    let identifiers = run.identifiers
    added = Set(changes.added.lazy.map { identifiers[$0] })
    removedCount = changes.removed.count
    var cells: [Int: (Int, [Int])] = [:]
    var loud: Set<Int> = []
    let isNoisy = run.table.columns.indices.map { noisy.isNoisy($0, of: run.table) }
    for changed in changes.changed {
      let columns = Array(changes.columns(of: changed))
      cells[identifiers[changed.row]] = (changed.oldRow, columns)
      if columns.contains(where: { $0 >= isNoisy.count || !isNoisy[$0] }) {
        loud.insert(identifiers[changed.row])
      }
    }
    (self.cells, self.loud) = (cells, loud)
    flashing = loud
  }

  /// Whether rows of two runs are the same where their identifiers are.
  static func isPossible(from former: Run, to run: Run) -> Bool {
    run.isComplete && run.problem == nil && former.isComplete && run.key == former.key
      && run.schema == former.schema
  }

  /// What is to be compared, and what comes of it.
  struct Work: Sendable {
    var run: Run
    /// The run right before, from which is learned which columns are noisy; nil where there is none.
    var former: Run?
    /// The run that the user looked at last; nil for the one right before.
    var reference: Run?
    /// Whether rows that went are shown as well.
    var showsGone: Bool
    /// Which columns are noisy by all that is known.
    var noisy: NoisyColumns
    /// What is different from the run right before, and from the one that the user compares with.
    var step: Comparison?
    var comparison: Comparison?

    /// Compares, off the main actor.
    ///
    /// - Complexity: as ``TableChanges``.
    @concurrent
    func done() async -> Work {
      var work = self
      work.step = former.map { Comparison(from: $0, to: run, &work.noisy) }
      if let reference {
        // What gathers in an hour does not say which columns change all the time.
        var noisy = work.noisy
        var comparison = Comparison(from: reference, to: run, &noisy, isSinceReference: true)
        comparison.flashing = work.step?.loud ?? []
        work.comparison = comparison
      } else {
        work.comparison = work.step
      }
      if showsGone, let other = reference ?? former { work.run = GoneRows.shown(in: run, of: other) }
      return work
    }
  }

  /// `+2 −1 ~1`: how many rows were added, removed and changed; nil for none.
  var summary: String? {
    let parts = [("+", added.count), ("−", removedCount), ("~", loud.count)].filter { $0.1 > 0 }
    return parts.isEmpty ? nil : parts.map { "\($0)\($1)" }.joined(separator: " ")
  }

  /// Whether a row was added or changed.
  func isChanged(_ identifier: Int) -> Bool {
    added.contains(identifier) || cells[identifier] != nil
  }

  /// Whether a cell changed.
  func isChanged(_ identifier: Int, column: Int) -> Bool {
    cells[identifier]?.columns.contains(column) ?? false
  }

  /// The columns in which a row changed.
  func columns(of identifier: Int) -> [Int] { cells[identifier]?.columns ?? [] }

  /// The row's place in the run before; nil where it was not there, or was the same.
  func oldRow(of identifier: Int) -> Int? { cells[identifier]?.oldRow }
}
