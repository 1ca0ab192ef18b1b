import ListData

/// Two files read as tables whose rows know each other.
struct ComparedFiles: Sendable {
  let old: TextTable
  let new: TextTable
  let oldIdentifiers: [Int]
  let identifiers: [Int]
  /// What identifies the rows, by the columns of the new file.
  let key: TableKey
  /// The same by the columns of the old one.
  let oldKey: TableKey

  /// - Throws: what cannot be read, or which column there is not.
  init(from oldPath: String, to newPath: String, _ options: ReadingOptions) throws {
    let (oldBytes, newBytes) = (try Self.bytes(oldPath), try Self.bytes(newPath))
    let (oldShape, newShape) = Self.shapes(oldBytes, newBytes, options.reader)
    old = TextTable(oldBytes, shape: oldShape)
    new = TextTable(newBytes, shape: newShape)
    let (one, other) = old.rowCount > 0 ? (old, new) : (new, old)
    let naming = RowNaming(choice: options.key)
    try naming.start(with: one)
    var (key, otherKey) = (naming.key ?? .line, naming.key ?? .line)
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

  private static func bytes(_ path: String) throws -> TextBytes {
    let isInput = path == "-"
    let path = FilePathBytes(typed: path)
    let descriptor = isInput ? 0 : try FileReading.open(path)
    var reading = try FileReading(descriptor, name: isInput ? "standard input" : path.text)
    let end = try reading.read(try StopSignal()) { _ in }
    guard end == .end else { throw ByteStore.Full(capacity: reading.store.capacity) }
    return reading.store.text
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
