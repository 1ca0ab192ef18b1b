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
  /// The columns of the old file that the new one has not, and in which there was something.
  var goneColumns: [Int] = []
}

/// The changes from one file to another in the order in which the rows stand in the new one; rows that are gone stand
/// where they stood.
struct ChangeList: Sendable {
  let changes: [ListedChange]

  /// - Complexity: O(n), and O(n log n) where rows moved.
  init(of files: ComparedFiles) {
    let (old, new) = (files.old, files.new)
    let (oldIdentifiers, identifiers) = (files.oldIdentifiers, files.identifiers)
    let found = TableChanges(from: old, oldIdentifiers, to: new, identifiers)
    let goneColumns = files.goneColumns
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
    var removedRows = found.removed[...]
    for row in 0..<new.rowCount {
      let origin = places[identifiers[row]]
      // A row that moved does not tell where others stood.
      if let origin, !moved.contains(row) {
        while let removed = removedRows.first, removed < origin {
          changes.append(ListedChange(mark: .removed, oldRow: removed))
          removedRows.removeFirst()
        }
      }
      let gone = origin.map { origin in goneColumns.filter { !old.cell(origin, $0).isEmpty } } ?? []
      guard var change = marks[row] ?? (gone.isEmpty ? nil : ListedChange(mark: .changed, row: row)) else {
        continue
      }
      change.oldRow = change.oldRow ?? origin
      if !gone.isEmpty { (change.mark, change.goneColumns) = (.changed, gone) }
      changes.append(change)
    }
    changes += removedRows.map { ListedChange(mark: .removed, oldRow: $0) }
    self.changes = changes
  }
}
