/// What changed from one state of a table to the next: which rows came, went, moved, and which of their cells are
/// others.
///
/// Rows are the same if their identifiers are, see ``RowKeys``. Columns are the same if their names are, and without
/// names if their places are.
public struct TableChanges: Sendable {
  /// A row that is in both states, with other cells.
  public struct ChangedRow: Sendable, Equatable {
    /// Its place in the new state.
    public let row: Int
    /// Its place in the old one.
    public let oldRow: Int
    /// Where its columns stand.
    let cells: Range<Int>
  }

  /// Rows of the new state that the old one had not, in order.
  public let added: [Int]
  /// Rows of the old state that are gone, in order.
  public let removed: [Int]
  /// Rows with other cells, in the order of the new state.
  public let changed: [ChangedRow]
  /// Rows of the new state that stand at another place among those that stayed: as few as can be.
  public let moved: [Int]
  /// How many rows are in both states.
  let keptCount: Int
  /// Columns of the new state that the old one had not.
  let addedColumns: [Int]
  /// Columns of the old state that are gone.
  let removedColumns: [Int]
  private let columns: [Int]

  /// Compares two states of a table.
  ///
  /// - Parameters:
  ///   - identifiers: the rows' numbers, one a row and each but once; those of ``RowKeys`` are so.
  /// - Complexity: O(n) in rows, and in the bytes of those that changed; O(n log n) if rows moved.
  public init(
    from old: TextTable, _ oldIdentifiers: [Int], to new: TextTable, _ identifiers: [Int]
  ) {
    let origins = RowOrigins(of: identifiers, in: oldIdentifiers)
    let match = ColumnMatch(from: old.columns, to: new.columns)
    let comparison = RowComparison(old, new, match)
    var added: [Int] = []
    var changed: [ChangedRow] = []
    var columns: [Int] = []
    for row in 0..<new.rowCount {
      guard let oldRow = origins[row] else {
        added.append(row)
        continue
      }
      let start = columns.count
      comparison.appendChanges(oldRow, row, to: &columns)
      if columns.count > start {
        changed.append(ChangedRow(row: row, oldRow: oldRow, cells: start..<columns.count))
      }
    }
    self.added = added
    self.changed = changed
    self.columns = columns
    removed = origins.missing
    moved = origins.moved
    keptCount = new.rowCount - added.count
    addedColumns = match.added
    removedColumns = match.removed
  }

  /// The columns in which a row's cells are others; beyond the last column, cells that the row has too many.
  public func columns(of row: ChangedRow) -> ArraySlice<Int> { columns[row.cells] }

  /// Whether nothing is different: no row, no cell, no order, no column.
  public var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && moved.isEmpty && addedColumns.isEmpty
      && removedColumns.isEmpty
  }

  /// Whether nearly all rows changed identity at once: then the key is hardly one, and marks would say nothing.
  ///
  /// Lists of four rows and less come and go as a whole.
  public var replacesNearlyAll: Bool {
    let fewer = keptCount + min(added.count, removed.count)
    return fewer > 4 && 10 * keptCount <= fewer
  }
}

/// Which columns of two states are the same.
struct ColumnMatch {
  /// For each new column the old one, or nil.
  let old: [Int?]
  let added: [Int]
  let removed: [Int]
  /// Whether each column is where it was.
  let isIdentity: Bool

  init(from old: [Column], to new: [Column]) {
    var places: [String: [Int]] = [:]
    for (place, column) in old.enumerated().reversed() {
      if let name = column.name { places[name, default: []].append(place) }
    }
    // Of equal names the first is the first.
    let matched: [Int?] = new.enumerated().map { place, column in
      guard let name = column.name else { return place < old.count && old[place].name == nil ? place : nil }
      return places[name]?.popLast()
    }
    self.old = matched
    added = new.indices.filter { matched[$0] == nil }
    let kept = Set(matched.compactMap { $0 })
    removed = old.indices.filter { !kept.contains($0) }
    isIdentity = old.count == new.count && matched.enumerated().allSatisfy { $0 == $1 }
  }
}
