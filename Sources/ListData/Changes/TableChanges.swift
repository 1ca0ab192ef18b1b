/// The changes from one state of a table to the next: added, removed and moved rows, and changed cells.
///
/// Rows are the same if their identifiers are equal, see ``RowKeys``. Columns are the same if their names are
/// equal, or, without names, their positions.
package struct TableChanges: Sendable {
  /// A row that is in both states and has changed cells.
  package struct ChangedRow: Sendable, Equatable {
    /// The row in the new state.
    package let row: Int
    /// The row in the old state.
    package let oldRow: Int
    /// The range of its columns in the list of all changed columns.
    let cells: Range<Int>
  }

  /// Rows that are only in the new state, in order.
  package let added: [Int]
  /// Rows that are only in the old state, in order.
  package let removed: [Int]
  /// Rows with changed cells, in the order of the new state.
  package let changed: [ChangedRow]
  /// Rows of the new state that changed their place among the kept rows: the smallest possible number of
  /// them.
  package let moved: [Int]
  /// The number of rows that are in both states.
  let keptCount: Int
  /// Columns that are only in the new state.
  let addedColumns: [Int]
  /// Columns that are only in the old state.
  let removedColumns: [Int]
  private let columns: [Int]

  /// Compares two states of a table.
  ///
  /// - Parameters:
  ///   - identifiers: The identifiers of the rows, one per row and all different, as ``RowKeys`` returns
  /// them.
  /// - Complexity: O(n) in the number of rows and in the bytes of changed rows; O(n log n) if rows moved.
  package init(
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

  /// Returns the columns of a row's changed cells; numbers beyond the last column denote extra cells of the
  /// row.
  package func columns(of row: ChangedRow) -> ArraySlice<Int> { columns[row.cells] }

  /// Whether there is no change in rows, cells, order or columns.
  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && moved.isEmpty && addedColumns.isEmpty
      && removedColumns.isEmpty
  }

  /// Whether nearly all rows changed identity at once: then the key is probably wrong, and marks are useless.
  ///
  /// Lists of four rows or fewer are often replaced entirely.
  package var replacesNearlyAll: Bool {
    let fewer = keptCount + min(added.count, removed.count)
    return fewer > 4 && 10 * keptCount <= fewer
  }
}

/// The correspondence of the columns of two states.
struct ColumnMatch {
  /// The old column of each new one, or nil.
  let old: [Int?]
  let added: [Int]
  let removed: [Int]
  /// Whether each column has the same position.
  let isIdentity: Bool

  init(from old: [Column], to new: [Column]) {
    var places: [String: [Int]] = [:]
    for (position, column) in old.enumerated().reversed() {
      if let name = column.name { places[name, default: []].append(position) }
    }
    // Columns with equal names are matched in order.
    let matched: [Int?] = new.enumerated().map { position, column in
      guard let name = column.name else {
        return position < old.count && old[position].name == nil ? position : nil
      }
      return places[name]?.popLast()
    }
    self.old = matched
    added = new.indices.filter { matched[$0] == nil }
    let kept = Set(matched.compactMap { $0 })
    removed = old.indices.filter { !kept.contains($0) }
    isIdentity = old.count == new.count && matched.enumerated().allSatisfy { $0 == $1 }
  }
}

/// The old row of each row of a new state, by their identifiers.
struct RowOrigins {
  /// The old row, or -1.
  private let origins: [Int32]
  /// Old rows that no new row corresponds to.
  let missing: [Int]

  init(of identifiers: [Int], in old: [Int]) {
    let positions = IdentifierPositions(old)
    var isKept = [Bool](repeating: false, count: old.count)
    origins = identifiers.map { identifier in
      guard let position = positions[identifier] else { return -1 }
      isKept[position] = true
      return Int32(truncatingIfNeeded: position)
    }
    missing = old.indices.filter { !isKept[$0] }
  }

  subscript(row: Int) -> Int? { origins[row] < 0 ? nil : Int(origins[row]) }

  /// New rows that changed their order: all but those of a longest increasing subsequence of old rows.
  ///
  /// - Complexity: O(n) if no row moved, otherwise O(n log n).
  var moved: [Int] {
    var last: Int32 = -1
    let isSorted = origins.allSatisfy { origin in
      if origin < 0 { return true }
      defer { last = origin }
      return origin > last
    }
    if isSorted { return [] }
    // Patience sorting: for each length, the row that ends a sequence with the smallest old position, and its
    // predecessor.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: origins.count)
    for row in origins.indices where origins[row] >= 0 {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if origins[ends[middle]] < origins[row] { low = middle + 1 } else { high = middle }
      }
      before[row] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(row) } else { ends[low] = row }
    }
    var stays = [Bool](repeating: false, count: origins.count)
    var row = ends.last ?? -1
    while row >= 0 {
      stays[row] = true
      row = before[row]
    }
    return origins.indices.filter { origins[$0] >= 0 && !stays[$0] }
  }
}

/// The positions of identifiers in a list: an array if the identifiers are dense, as in most runs, otherwise a
/// dictionary.
package struct IdentifierPositions: Sendable {
  private var lowest = 0
  private var positions: [Int32] = []
  private var sparse: [Int: Int32] = [:]

  package init(_ identifiers: [Int]) {
    guard let low = identifiers.min(), let high = identifiers.max() else { return }
    lowest = low
    if high - low < 8 * identifiers.count + 1_024 {
      positions = [Int32](repeating: -1, count: high - low + 1)
      for (position, identifier) in identifiers.enumerated() {
        positions[identifier - low] = Int32(truncatingIfNeeded: position)
      }
    } else {
      for (position, identifier) in identifiers.enumerated() {
        sparse[identifier] = Int32(truncatingIfNeeded: position)
      }
    }
  }

  package subscript(identifier: Int) -> Int? {
    if !sparse.isEmpty { return sparse[identifier].map(Int.init) }
    let offset = identifier - lowest
    return positions.indices.contains(offset) && positions[offset] >= 0 ? Int(positions[offset]) : nil
  }
}
