import ListData

/// What is different from one run to the next, by the identifiers of rows.
struct Comparison: Sendable {
  /// The run before.
  let former: Run
  /// Whether nearly all rows have other names: then they are hardly the names of rows.
  let replacesNearlyAll: Bool
  /// Rows that changed in columns that count.
  let loud: [Int]
  private let added: Set<Int>
  /// How many rows went.
  private let removedCount: Int
  /// For each row that changed, its place in the run before and the columns.
  private let cells: [Int: (oldRow: Int, columns: [Int])]

  /// Compares two runs, and lets the quiet columns be known that come of it.
  ///
  /// - Complexity: as ``TableChanges``.
  init(from former: Run, to run: Run, _ quietness: inout NoisyColumns) {
    self.former = former
    let changes = TableChanges(
      from: former.table, former.identifiers.array, to: run.table, run.identifiers.array)
    quietness.note(changes, from: former.table, to: run.table)
    replacesNearlyAll = changes.replacesNearlyAll
    let identifiers = run.identifiers
    added = Set(changes.added.lazy.map { identifiers[$0] })
    removedCount = changes.removed.count
    var cells: [Int: (Int, [Int])] = [:]
    var loud: [Int] = []
    let quiet = run.table.columns.indices.map { quietness.isNoisy($0, of: run.table) }
    for changed in changes.changed {
      let columns = Array(changes.columns(of: changed))
      cells[identifiers[changed.row]] = (changed.oldRow, columns)
      if columns.contains(where: { $0 >= quiet.count || !quiet[$0] }) {
        loud.append(identifiers[changed.row])
      }
    }
    (self.cells, self.loud) = (cells, loud)
  }

  /// Compares two runs.
  ///
  /// - Returns: what is different, and which columns are quiet by all that is known then.
  /// - Complexity: as ``TableChanges``.
  static func learning(
    from former: Run, to run: Run, _ quietness: NoisyColumns
  ) -> (comparison: Comparison, quietness: NoisyColumns) {
    var quietness = quietness
    let comparison = Comparison(from: former, to: run, &quietness)
    return (comparison, quietness)
  }

  /// The same, off the main actor.
  @concurrent
  static func make(
    from former: Run, to run: Run, _ quietness: NoisyColumns
  ) async -> (comparison: Comparison, quietness: NoisyColumns) {
    learning(from: former, to: run, quietness)
  }

  /// `+2 −1 ~1`: how many rows came, went and changed; nil where none did.
  var summary: String? {
    let parts = [("+", added.count), ("−", removedCount), ("~", loud.count)].filter { $0.1 > 0 }
    return parts.isEmpty ? nil : parts.map { "\($0)\($1)" }.joined(separator: " ")
  }

  /// Whether a row came or is another than before.
  func isChanged(_ identifier: Int) -> Bool {
    added.contains(identifier) || cells[identifier] != nil
  }

  /// Whether a cell is another than before.
  func isChanged(_ identifier: Int, column: Int) -> Bool {
    cells[identifier]?.columns.contains(column) ?? false
  }

  /// The row's place in the run before; nil where it was not there, or was the same.
  func oldRow(of identifier: Int) -> Int? { cells[identifier]?.oldRow }
}
