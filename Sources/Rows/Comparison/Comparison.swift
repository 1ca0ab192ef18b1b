package import ListData

/// The differences between two runs, by the identifiers of rows.
package struct Comparison: Sendable {
  package let former: Run
  /// Whether the older run is the reference that the user set, and not the run directly before.
  package let isSinceReference: Bool
  /// Whether nearly all rows changed identity, so that the key hardly identifies them.
  package let replacesNearlyAll: Bool
  /// Rows that changed in columns that are not noisy.
  package let marked: Set<Int>
  /// The marked rows that changed in the newer run, and not earlier since the reference.
  private(set) var flashing: Set<Int>
  /// Rows that the older run does not have.
  package let added: Set<Int>
  /// The number of removed rows.
  private let removedCount: Int
  /// The changes in noisy columns, which are not marked: `412 numbers changed (LOAD, ERR)`; nil if there are
  /// none.
  let unmarkedChanges: String?
  /// The number of rows that changed their position among the others.
  private let movedCount: Int
  /// For each changed row, its position in the older run and the changed columns.
  private let cells: [Int: (oldRow: Int, columns: [Int])]

  /// Compares two runs, and updates which columns are noisy.
  ///
  /// - Complexity: as ``TableChanges``.
  init(from former: Run, to run: Run, _ noisy: inout NoisyColumns, isSinceReference: Bool = false) {
    self.former = former
    self.isSinceReference = isSinceReference
    let changes = TableChanges(
      from: former.table, former.identifiers.array, to: run.table, run.identifiers.array)
    noisy.note(changes, from: former.table, to: run.table)
    // Over a long time all rows may be replaced, even if the key is good.
    replacesNearlyAll = changes.replacesNearlyAll && !isSinceReference && !run.isPart && !former.isPart
    let identifiers = run.identifiers
    // Rows beyond the end of a truncated run are neither removed nor new.
    added = former.isPart ? [] : Set(changes.added.lazy.map { identifiers[$0] })
    removedCount = run.isPart ? 0 : changes.removed.count
    var cells: [Int: (Int, [Int])] = [:]
    var marked: Set<Int> = []
    let isNoisy = run.table.columns.indices.map { noisy.isNoisy($0, of: run.table) }
    var unmarked = [Int](repeating: 0, count: isNoisy.count)
    for changed in changes.changed {
      let columns = Array(changes.columns(of: changed))
      cells[identifiers[changed.row]] = (changed.oldRow, columns)
      var isMarked = false
      for column in columns {
        if column < isNoisy.count, isNoisy[column] { unmarked[column] += 1 } else { isMarked = true }
      }
      if isMarked { marked.insert(identifiers[changed.row]) }
    }
    (self.cells, self.marked) = (cells, marked)
    flashing = marked
    unmarkedChanges = Self.text(ofUnmarked: unmarked, in: run.table)
    movedCount = changes.moved.count
  }

  /// - Parameter counts: The number of unmarked changes in each column.
  private static func text(ofUnmarked counts: [Int], in table: TextTable) -> String? {
    let columns = counts.indices.filter { counts[$0] > 0 }
    guard !columns.isEmpty else { return nil }
    let count = counts.reduce(0, +)
    let noun = columns.allSatisfy { table.columns[$0].kind.isNumeric } ? "number" : "value"
    let names = columns.prefix(mostNames).map(table.name) + (columns.count > mostNames ? ["…"] : [])
    return "\(counted(count, noun)) changed (\(names.joined(separator: ", ")))"
  }

  /// The maximum number of columns that are named.
  private static let mostNames = 4

  /// Whether rows of two runs are the same if their identifiers are equal.
  static func isPossible(from former: Run, to run: Run) -> Bool {
    run.isComplete && run.series != .whole && run.problem == nil && former.isComplete && run.key == former.key
      && run.schema == former.schema
  }

  /// The input of a comparison, and its results.
  package struct Work: Sendable {
    package var run: Run
    /// The run directly before, from which noisy columns are learned; nil if there is none.
    package var former: Run?
    /// The run that the user set as the reference; nil to compare with the run directly before.
    package var reference: Run?
    /// Whether removed rows are shown as well.
    var showsRemoved: Bool
    /// The noisy columns, as learned from all runs so far.
    package var noisy: NoisyColumns
    /// The differences from the run directly before.
    package var step: Comparison?
    /// The differences from the reference, or from the run directly before if there is no reference.
    package var comparison: Comparison?

    /// Makes the comparison off the main actor.
    ///
    /// - Complexity: as ``TableChanges``.
    @concurrent
    package func done() async -> Work {
      var work = self
      work.step = former.map { Comparison(from: $0, to: run, &work.noisy) }
      if let reference {
        // Changes that accumulate over an hour do not show which columns change all the time.
        var noisy = work.noisy
        var comparison = Comparison(from: reference, to: run, &noisy, isSinceReference: true)
        comparison.flashing = work.step?.marked ?? []
        work.comparison = comparison
      } else {
        work.comparison = work.step
      }
      if showsRemoved, let other = reference ?? former { work.run = RemovedRows.shown(in: run, of: other) }
      return work
    }
  }

  /// The number of added, removed and changed rows that are marked, `+2 −1 ~1`; nil if there are none.
  var summary: String? {
    let parts = [("+", added.count), ("−", removedCount), ("~", marked.count)].filter { $0.1 > 0 }
    return parts.isEmpty ? nil : parts.map { "\($0)\($1)" }.joined(separator: " ")
  }

  /// All changes in words, also those that are not marked; nil if there are none.
  package var words: String? {
    let marked = summary
    let moved = marked == nil && movedCount > 0 ? "\(counted(movedCount, "row")) moved" : nil
    let others = [unmarkedChanges, moved].compactMap(\.self)
    if marked == nil, others.isEmpty { return nil }
    return ([marked ?? "no marked change"] + others).joined(separator: " · ")
  }

  /// Whether a row was added or changed.
  package func isChanged(_ identifier: Int) -> Bool {
    added.contains(identifier) || cells[identifier] != nil
  }

  package func isChanged(_ identifier: Int, column: Int) -> Bool {
    cells[identifier]?.columns.contains(column) ?? false
  }

  /// Returns the columns in which a row changed.
  package func columns(of identifier: Int) -> [Int] { cells[identifier]?.columns ?? [] }

  /// Returns the row's position in the older run; nil if the row was not there or is unchanged.
  package func oldRow(of identifier: Int) -> Int? { cells[identifier]?.oldRow }
}
