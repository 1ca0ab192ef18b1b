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

/// For each row of a new state its row in the old one, by their identifiers.
struct RowOrigins {
  /// The old row, or -1.
  private let origins: [Int32]
  /// Old rows that no new one comes from.
  let missing: [Int]

  init(of identifiers: [Int], in old: [Int]) {
    let places = IdentifierPlaces(old)
    var isKept = [Bool](repeating: false, count: old.count)
    origins = identifiers.map { identifier in
      let place = places[identifier]
      if place >= 0 { isKept[Int(place)] = true }
      return place
    }
    missing = old.indices.filter { !isKept[$0] }
  }

  subscript(row: Int) -> Int? { origins[row] < 0 ? nil : Int(origins[row]) }

  /// New rows that overtook others: all but a longest run of rows in their old order.
  ///
  /// - Complexity: O(n) if none moved, O(n log n) else.
  var moved: [Int] {
    var last: Int32 = -1
    let isSorted = origins.allSatisfy { origin in
      if origin < 0 { return true }
      defer { last = origin }
      return origin > last
    }
    if isSorted { return [] }
    // Patience: for each length the row that ends a run of it with the smallest old place, and whom it follows.
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

/// Where identifiers stand in a list: an array where they are dense, as they are in most runs, a dictionary else.
private struct IdentifierPlaces {
  private var lowest = 0
  private var places: [Int32] = []
  private var sparse: [Int: Int32] = [:]

  init(_ identifiers: [Int]) {
    guard let low = identifiers.min(), let high = identifiers.max() else { return }
    lowest = low
    if high - low < 8 * identifiers.count + 1_024 {
      places = [Int32](repeating: -1, count: high - low + 1)
      for (place, identifier) in identifiers.enumerated() {
        places[identifier - low] = Int32(truncatingIfNeeded: place)
      }
    } else {
      for (place, identifier) in identifiers.enumerated() {
        sparse[identifier] = Int32(truncatingIfNeeded: place)
      }
    }
  }

  subscript(identifier: Int) -> Int32 {
    if !sparse.isEmpty { return sparse[identifier] ?? -1 }
    let offset = identifier - lowest
    return places.indices.contains(offset) ? places[offset] : -1
  }
}
