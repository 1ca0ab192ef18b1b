package import ListData

/// Two tables with matched rows: of two files, or of two runs.
package struct ComparedTables: Sendable {
  package private(set) var old: TextTable
  package private(set) var new: TextTable
  /// The names of the columns of each table.
  package private(set) var (oldNames, names): (ColumnNames, ColumnNames)
  package let oldIdentifiers: [Int]
  package let identifiers: [Int]
  /// The key of the rows, by the columns of the new table.
  package let key: TableKey
  /// The key of the rows, by the columns of the old table.
  package let oldKey: TableKey
  /// The identifiers of all keys, so that a row keeps its identifier when the texts are read again.
  private let keys: RowKeys

  /// Reads the tables of two texts.
  ///
  /// - Parameters:
  ///   - key: what identifies rows; nil to guess it.
  ///   - former: the tables of the same files as they were read before.
  /// - Throws: an error if a column of the key does not exist.
  package init(
    from oldBytes: TextBytes, to newBytes: TextBytes, _ options: ReaderOptions, key choice: KeyOption?,
    after former: ComparedTables? = nil
  ) throws {
    (old, new) = RunReader.both(oldBytes, newBytes, options)
    (oldNames, names) = (ColumnNames(of: old), ColumnNames(of: new))
    let (one, other) = old.rowCount > 0 ? (old, new) : (new, old)
    let identity = RowIdentity(choice: choice)
    try identity.start(with: one)
    var (key, otherKey) = (identity.key ?? .line, identity.key ?? .line)
    if case .columns(let columns) = key {
      // If one file lacks a column of the key, only entire rows can be the same.
      let others = Self.columns(columns, of: one, in: other)
      if others == nil { key = .line }
      otherKey = others.map { .columns($0) } ?? .line
    }
    let (oldKey, newKey) = old.rowCount > 0 ? (key, otherKey) : (otherKey, key)
    var keys = former?.keys ?? RowKeys()
    oldIdentifiers = keys.identifiers(of: old, key: newKey, at: oldKey.columns)
    identifiers = keys.identifiers(of: new, key: newKey)
    (self.key, self.oldKey, self.keys) = (newKey, oldKey, keys)
  }

  /// Takes the tables of two runs with the same columns and key.
  package init(from former: Run, to run: Run) {
    (old, new) = (former.table, run.table)
    names = ColumnNames(of: new)
    oldNames = old.head == new.head ? names : ColumnNames(of: old)
    (oldIdentifiers, identifiers) = (former.identifiers.array, run.identifiers.array)
    key = run.key ?? .line
    (oldKey, keys) = (former.key ?? .line, RowKeys())
  }

  /// Returns the same rows with columns for the named members of JSON that are not open.
  func opening(membersNamed names: [String]) -> Self {
    guard !names.isEmpty, [old, new].contains(where: { $0.shape.format == .json }) else { return self }
    var opened = self
    (opened.old, opened.new) = (old.opening(membersNamed: names), new.opening(membersNamed: names))
    (opened.oldNames, opened.names) = (ColumnNames(of: opened.old), ColumnNames(of: opened.new))
    return opened
  }

  /// Returns the old column that corresponds to a new one; nil if there is none.
  func oldColumn(_ column: Int) -> Int? {
    guard let name = new.columns[column].name else { return column < old.columns.count ? column : nil }
    // Columns with equal names correspond in their order.
    let occurrence = new.columns[...column].count { $0.name == name }
    let named = old.columns.indices.filter { old.columns[$0].name == name }
    return named.count >= occurrence ? named[occurrence - 1] : nil
  }

  /// The old columns that the new table does not have.
  package var goneColumns: [Int] {
    let staying = Set(new.columns.indices.compactMap(oldColumn))
    return old.columns.indices.filter { !staying.contains($0) }
  }

  /// Returns the columns of a key in another table, by their names, or by their positions if they have none;
  /// nil if one of them does not exist.
  private static func columns(_ columns: [Int], of one: TextTable, in other: TextTable) -> [Int]? {
    let names = other.columns.map(\.name)
    let found = columns.compactMap { column -> Int? in
      guard let name = one.columns[column].name else { return column < names.count ? column : nil }
      return names.firstIndex(of: name)
    }
    return found.count == columns.count ? found : nil
  }
}

/// The printed columns of two tables: those of the new table, then those that only the old one has.
package struct ComparedColumns: Hashable, Sendable {
  /// The position of a column in each table; at least one has it.
  struct Pair: Hashable, Sendable {
    package var old: Int?
    package var new: Int?
  }

  /// The printed columns; nil if both tables have the same columns and all are printed, including cells
  /// beyond them.
  private(set) var pairs: [Pair]?

  /// Takes all columns.
  package init(_ files: ComparedTables) {
    guard files.oldNames != files.names else { return }
    pairs = Self.common(files) + files.goneColumns.map { Pair(old: $0, new: nil) }
  }

  private static func common(_ files: ComparedTables) -> [Pair] {
    files.new.columns.indices.map { Pair(old: files.oldColumn($0), new: $0) }
  }

  /// Returns the columns at some positions, in their order.
  package func only(_ positions: [Int], _ files: ComparedTables) -> Self {
    let all = pairs ?? Self.common(files)
    var columns = self
    columns.pairs = positions.map { all[$0] }
    return columns
  }

  /// Returns the names of the columns, or their numbers.
  package func names(_ files: ComparedTables) -> [String] {
    (pairs ?? Self.common(files)).map { pair in
      pair.new.map(files.new.name) ?? pair.old.map(files.old.name) ?? ""
    }
  }

  /// Whether the values of the column at a printed position are numbers, in each table that has it.
  package func hasNumbers(at position: Int, _ files: ComparedTables) -> Bool {
    let pair = pairs?[position] ?? Pair(old: position, new: position)
    return [(pair.old, files.old), (pair.new, files.new)].allSatisfy { column, table in
      column.map { $0 < table.columns.count && table.columns[$0].kind.isNumeric } ?? true
    }
  }

  /// Whether a change in a new column is printed.
  package func contains(_ column: Int) -> Bool { pairs?.contains { $0.new == column } ?? true }

  /// Whether the removal of an old column is printed.
  package func contains(gone column: Int) -> Bool { position(ofGone: column) != nil }

  /// Returns the position at which a new column is printed.
  package func position(of column: Int) -> Int? {
    pairs.map { pairs in pairs.firstIndex { $0.new == column } } ?? column
  }

  /// Returns the position at which a column is printed that only the old table has.
  package func position(ofGone column: Int) -> Int? {
    pairs?.firstIndex { $0.new == nil && $0.old == column }
  }
}

/// A row that was added, removed, moved or changed, or that is listed among such rows.
package struct ListedChange: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case added = "+"
    case removed = "-"
    case changed = "~"
    case moved = "^"
    case unchanged = ""
  }

  package var kind: Kind
  package var oldRow: Int?
  package var row: Int?
  /// The changed columns, and beyond them additional cells of the row.
  package var columns: [Int] = []
  /// The columns that only the old table has and in which the row had a value.
  package var goneColumns: [Int] = []
}

/// The changes from one table to another, in the order of the rows in the new one; removed rows are at their
/// old position.
package struct ChangeList: Sendable {
  package let changes: [ListedChange]

  /// - Parameter listsUnchanged: Whether unchanged rows are listed too.
  /// - Complexity: O(n), and O(n log n) where rows moved.
  package init(of files: ComparedTables, listsUnchanged: Bool = false) {
    let (old, new) = (files.old, files.new)
    let (oldIdentifiers, identifiers) = (files.oldIdentifiers, files.identifiers)
    let found = TableChanges(from: old, oldIdentifiers, to: new, identifiers)
    let goneColumns = files.goneColumns
    var marks: [Int: ListedChange] = [:]
    for row in found.added { marks[row] = ListedChange(kind: .added, row: row) }
    for row in found.moved { marks[row] = ListedChange(kind: .moved, row: row) }
    let moved = Set(found.moved)
    for changed in found.changed {
      marks[changed.row] = ListedChange(
        kind: .changed, oldRow: changed.oldRow, row: changed.row, columns: Array(found.columns(of: changed)))
    }
    var oldRows: [Int: Int] = [:]
    for (row, identifier) in oldIdentifiers.enumerated() { oldRows[identifier] = row }
    var changes: [ListedChange] = []
    var removedRows = found.removed[...]
    for row in 0..<new.rowCount {
      let origin = oldRows[identifiers[row]]
      // A moved row does not show where removed rows were.
      if let origin, !moved.contains(row) {
        while let removed = removedRows.first, removed < origin {
          changes.append(ListedChange(kind: .removed, oldRow: removed))
          removedRows.removeFirst()
        }
      }
      let gone = origin.map { origin in goneColumns.filter { !old.cell(origin, $0).isEmpty } } ?? []
      let unmarked = ListedChange(kind: gone.isEmpty ? .unchanged : .changed, row: row)
      var change = marks[row] ?? unmarked
      guard listsUnchanged || change.kind != .unchanged else { continue }
      change.oldRow = change.oldRow ?? origin
      if !gone.isEmpty { (change.kind, change.goneColumns) = (.changed, gone) }
      changes.append(change)
    }
    changes += removedRows.map { ListedChange(kind: .removed, oldRow: $0) }
    self.changes = changes
  }
}
