import ListData

/// What is different from one run to the next, by the identifiers of rows.
struct Comparison: Sendable {
  /// The run before.
  let former: Run
  /// Whether nearly all rows changed identity: then the key hardly identifies them.
  let replacesNearlyAll: Bool
  /// Rows that changed in columns that count.
  let loud: [Int]
  private let added: Set<Int>
  /// How many rows went.
  private let removedCount: Int
  /// For each row that changed, its place in the run before and the columns.
  private let cells: [Int: (oldRow: Int, columns: [Int])]

  /// Compares two runs, and lets the columns be known whose changes are noise.
  ///
  /// - Complexity: as ``TableChanges``.
  init(from former: Run, to run: Run, _ noisy: inout NoisyColumns) {
    self.former = former
    let changes = TableChanges(
      from: former.table, former.identifiers.array, to: run.table, run.identifiers.array)
    noisy.note(changes, from: former.table, to: run.table)
    replacesNearlyAll = changes.replacesNearlyAll
    let identifiers = run.identifiers
    added = Set(changes.added.lazy.map { identifiers[$0] })
    removedCount = changes.removed.count
    var cells: [Int: (Int, [Int])] = [:]
    var loud: [Int] = []
    let isNoisy = run.table.columns.indices.map { noisy.isNoisy($0, of: run.table) }
    for changed in changes.changed {
      let columns = Array(changes.columns(of: changed))
      cells[identifiers[changed.row]] = (changed.oldRow, columns)
      if columns.contains(where: { $0 >= isNoisy.count || !isNoisy[$0] }) {
        loud.append(identifiers[changed.row])
      }
    }
    (self.cells, self.loud) = (cells, loud)
  }

  /// Whether rows of two runs are the same where their identifiers are.
  static func isPossible(from former: Run, to run: Run) -> Bool {
    run.isComplete && run.problem == nil && former.isComplete && run.key == former.key
      && run.schema == former.schema
  }

  /// Compares two runs, off the main actor.
  ///
  /// - Returns: what is different, and which columns are noisy by all that is known then.
  /// - Complexity: as ``TableChanges``.
  @concurrent
  static func make(
    from former: Run, to run: Run, _ noisy: NoisyColumns
  ) async -> (comparison: Comparison, noisy: NoisyColumns) {
    var noisy = noisy
    let comparison = Comparison(from: former, to: run, &noisy)
    return (comparison, noisy)
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

  /// The row's place in the run before; nil where it was not there, or was the same.
  func oldRow(of identifier: Int) -> Int? { cells[identifier]?.oldRow }
}
