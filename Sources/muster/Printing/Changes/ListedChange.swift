import ListData

/// A row that came, went, moved or is another.
struct ListedChange: Hashable, Sendable {
  enum Mark: String, Sendable {
    case added = "+"
    case removed = "-"
    case changed = "~"
    case moved = "^"
  }

  var mark: Mark
  /// The row in the old file.
  var oldRow: Int?
  /// The row in the new one.
  var row: Int?
  /// The columns that are others, and beyond them cells that the row has too many.
  var columns: [Int] = []
}

/// The changes from one file to another in the order in which the rows stand in the new one; rows that are gone stand
/// where they stood.
struct ChangeList: Sendable {
  let changes: [ListedChange]

  /// - Complexity: O(n), and O(n log n) where rows moved.
  init(from old: TextTable, _ oldIdentifiers: [Int], to new: TextTable, _ identifiers: [Int]) {
    let found = TableChanges(from: old, oldIdentifiers, to: new, identifiers)
    var marks: [Int: ListedChange] = [:]
    for row in found.added { marks[row] = ListedChange(mark: .added, row: row) }
    for row in found.moved { marks[row] = ListedChange(mark: .moved, row: row) }
    let moved = Set(found.moved)
    for changed in found.changed {
      marks[changed.row] = ListedChange(
        mark: .changed, oldRow: changed.oldRow, row: changed.row, columns: Array(found.columns(of: changed)))
    }
    var places: [Int: Int] = [:]
    for (row, identifier) in oldIdentifiers.enumerated() { places[identifier] = row }
    var changes: [ListedChange] = []
    var gone = found.removed[...]
    for row in 0..<new.rowCount {
      let origin = places[identifiers[row]]
      // A row that moved does not tell where others stood.
      if let origin, !moved.contains(row) {
        while let removed = gone.first, removed < origin {
          changes.append(ListedChange(mark: .removed, oldRow: removed))
          gone.removeFirst()
        }
      }
      guard var change = marks[row] else { continue }
      change.oldRow = change.oldRow ?? origin
      changes.append(change)
    }
    changes += gone.map { ListedChange(mark: .removed, oldRow: $0) }
    self.changes = changes
  }
}
