import ListData

/// Two tables whose rows know each other: of two files, or of two runs.
struct ComparedTables: Sendable {
  let old: TextTable
  let new: TextTable
  let oldIdentifiers: [Int]
  let identifiers: [Int]
  /// What identifies the rows, by the columns of the new file.
  let key: TableKey
  /// The same by the columns of the old one.
  let oldKey: TableKey

  /// - Throws: what cannot be read, or which column there is not.
  init(from oldPath: FilePathBytes, to newPath: FilePathBytes, _ options: ReadingOptions) throws {
    let (oldBytes, newBytes) = (try Self.bytes(oldPath), try Self.bytes(newPath))
    let (oldShape, newShape) = Self.shapes(oldBytes, newBytes, options.reader)
    old = TextTable(oldBytes, shape: oldShape)
    new = TextTable(newBytes, shape: newShape)
    let (one, other) = old.rowCount > 0 ? (old, new) : (new, old)
    let identity = RowIdentity(choice: options.key)
    try identity.start(with: one)
    var (key, otherKey) = (identity.key ?? .line, identity.key ?? .line)
    if case .columns(let columns) = key {
      // Where one file has no such column, only whole rows can be the same.
      let others = Self.columns(columns, of: one, in: other)
      if others == nil { key = .line }
      otherKey = others.map { .columns($0) } ?? .line
    }
    let (oldKey, newKey) = old.rowCount > 0 ? (key, otherKey) : (otherKey, key)
    var keys = RowKeys()
    oldIdentifiers = keys.identifiers(of: old, key: newKey, at: oldKey.columns)
    identifiers = keys.identifiers(of: new, key: newKey)
    (self.key, self.oldKey) = (newKey, oldKey)
  }

  /// Two runs with the same columns and key.
  init(from former: Run, to run: Run) {
    (old, new) = (former.table, run.table)
    (oldIdentifiers, identifiers) = (former.identifiers.array, run.identifiers.array)
    key = run.key ?? .line
    oldKey = former.key ?? .line
  }

  /// The column of the old file that a column of the new one was.
  func oldColumn(_ column: Int) -> Int? {
    guard let name = new.columns[column].name else { return column < old.columns.count ? column : nil }
    // Of equal names the first is the first.
    let place = new.columns[...column].count { $0.name == name }
    let places = old.columns.indices.filter { old.columns[$0].name == name }
    return places.count >= place ? places[place - 1] : nil
  }

  /// The columns of the old file that the new one has not.
  var goneColumns: [Int] {
    let staying = Set(new.columns.indices.compactMap(oldColumn))
    return old.columns.indices.filter { !staying.contains($0) }
  }

  /// How two files are read: both the same way if they can be, for a row of one may hide what they have in common.
  private static func shapes(
    _ old: TextBytes, _ new: TextBytes, _ options: ReaderOptions
  ) -> (TableShape, TableShape) {
    let (oldShape, newShape) = (
      TableReader.shape(of: old, options: options), TableReader.shape(of: new, options: options)
    )
    // A file without rows does not tell how they would look.
    if TextTable(new, shape: newShape).rowCount == 0 { return (oldShape, oldShape) }
    if TextTable(old, shape: oldShape).rowCount == 0 { return (newShape, newShape) }
    let isRenamed = oldShape.headerLine != nil && newShape.headerLine != nil && oldShape.head != newShape.head
    guard !isRenamed else { return (oldShape, newShape) }
    if oldShape.headerLine != nil, let fitted = oldShape.fitted(to: new) { return (oldShape, fitted) }
    if newShape.headerLine != nil, let fitted = newShape.fitted(to: old) { return (fitted, newShape) }
    return (oldShape, newShape)
  }

  private static func bytes(_ path: FilePathBytes) throws -> TextBytes {
    let isInput = path.text == "-"
    let descriptor = isInput ? 0 : try FileReading.open(path)
    var reading = try FileReading(descriptor, name: isInput ? "standard input" : path.text)
    let end = try reading.read(try StopSignal()) { _ in 0 }
    guard end == .end else { throw ByteStore.Full(capacity: reading.store.capacity) }
    let whole = reading.reading(end)
    if let end = whole.end, !end.isSuccess {
      throw DamagedInput(name: reading.name, diagnostics: whole.diagnostics, end: end)
    }
    return whole.bytes
  }

  /// The columns of a key in another table, found by their names, and where they have none by their places; nil where
  /// one of them is not there.
  private static func columns(_ columns: [Int], of one: TextTable, in other: TextTable) -> [Int]? {
    let names = other.columns.map(\.name)
    let found = columns.compactMap { column -> Int? in
      guard let name = one.columns[column].name else { return column < names.count ? column : nil }
      return names.firstIndex(of: name)
    }
    return found.count == columns.count ? found : nil
  }
}

extension TableShape {
  /// The names of the columns as one line, whichever words of it were taken together.
  fileprivate var head: String { columns.map { $0.name ?? "" }.joined(separator: " ") }
}

/// The columns of two files that are printed beside each other: those of the new file, then those that only the old one has.
struct ComparedColumns: Sendable {
  /// Where a column stands in each file; in one of them at least.
  struct Pair: Hashable, Sendable {
    var old: Int?
    var new: Int?
  }

  /// What is printed of each row; nil for all there is of it, in both files the same columns, and cells beyond.
  let pairs: [Pair]?

  /// - Parameter wanted: nil for all.
  /// - Throws: which column none of the files has.
  init(_ files: ComparedTables, _ wanted: [ColumnReference]?) throws(ColumnReference.Refusal) {
    let (old, new) = (ColumnNames(files.old.columns.map(\.name)), ColumnNames(files.new.columns.map(\.name)))
    if let wanted {
      pairs = try wanted.map { reference throws(ColumnReference.Refusal) in
        if let column = try reference.index(in: new, or: old) {
          return Pair(old: files.oldColumn(column), new: column)
        }
        return Pair(old: try reference.index(in: old), new: nil)
      }
    } else if old != new {
      let common = files.new.columns.indices.map { Pair(old: files.oldColumn($0), new: $0) }
      pairs = common + files.goneColumns.map { Pair(old: $0, new: nil) }
    } else {
      pairs = nil
    }
  }

  /// What the columns are called; empty where they have no name.
  func names(_ files: ComparedTables) -> [String] {
    guard let pairs else { return files.new.columns.map { $0.name ?? "" } }
    return pairs.map { pair in
      let name =
        pair.new.map { files.new.columns[$0].name } ?? pair.old.map { files.old.columns[$0].name } ?? nil
      return name ?? ""
    }
  }

  /// Whether a change of a column of the new file is printed.
  func contains(_ column: Int) -> Bool { pairs?.contains { $0.new == column } ?? true }

  /// Whether that a column of the old file is gone is printed.
  func contains(gone column: Int) -> Bool { place(ofGone: column) != nil }

  /// Where a column of the new file is printed.
  func place(of column: Int) -> Int? {
    pairs.map { pairs in pairs.firstIndex { $0.new == column } } ?? column
  }

  /// Where a column is printed that only the old file has.
  func place(ofGone column: Int) -> Int? {
    pairs?.firstIndex { $0.new == nil && $0.old == column }
  }
}

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
  init(of files: ComparedTables) {
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
