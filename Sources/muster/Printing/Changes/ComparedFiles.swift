import ListData

/// Two files read as tables whose rows know each other.
struct ComparedFiles: Sendable {
  let old: TextTable
  let new: TextTable
  let oldIdentifiers: [Int]
  let identifiers: [Int]
  /// What identifies the rows, by the columns of the old file, or of the new one where that has no rows.
  let key: TableKey

  /// - Throws: what cannot be read, or which column there is not.
  init(from oldPath: String, to newPath: String, _ options: ReadingOptions) throws {
    let (oldBytes, newBytes) = (try Self.bytes(oldPath), try Self.bytes(newPath))
    var oldShape = TableReader.shape(of: oldBytes, options: options.reader)
    var newShape = TableReader.shape(of: newBytes, options: options.reader)
    // A file without rows does not tell how they would look.
    if TextTable(newBytes, shape: newShape).rowCount == 0 { newShape = oldShape }
    if TextTable(oldBytes, shape: oldShape).rowCount == 0 { oldShape = newShape }
    old = TextTable(oldBytes, shape: oldShape)
    new = TextTable(newBytes, shape: newShape)
    let naming = RowNaming(choice: options.key)
    try naming.start(with: old.rowCount > 0 ? old : new)
    key = naming.key ?? .line
    (oldIdentifiers, identifiers) = Self.identifiers(old, new, key, isOfNew: old.rowCount == 0)
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

  /// Gives the rows of both files numbers by a key of one of them; its columns are found in the other by their names.
  private static func identifiers(
    _ old: TextTable, _ new: TextTable, _ key: TableKey, isOfNew: Bool
  ) -> ([Int], [Int]) {
    var keys = RowKeys()
    guard case .columns(let columns) = key else {
      return (keys.identifiers(of: old, key: key), keys.identifiers(of: new, key: key))
    }
    let (one, other) = isOfNew ? (new, old) : (old, new)
    let otherNames = other.columns.map(\.name)
    let others = columns.map { column -> Int? in
      guard let name = one.columns[column].name else { return column < other.columns.count ? column : nil }
      return otherNames.firstIndex(of: name)
    }
    if others == columns.map(Optional.some) {
      return (keys.identifiers(of: old, key: key), keys.identifiers(of: new, key: key))
    }
    // The same columns at other places: their cells are compared, not their places.
    var numbers = CellNumbers()
    let matched = others.compactMap(\.self)
    let isWhole = matched.count == columns.count
    let (oldColumns, newColumns) = isOfNew ? (matched, columns) : (columns, matched)
    guard isWhole else {
      return (keys.identifiers(of: old, key: .line), keys.identifiers(of: new, key: .line))
    }
    return (numbers.identifiers(of: old, oldColumns), numbers.identifiers(of: new, newColumns))
  }
}

/// Numbers of rows by cells whose columns stand elsewhere in each table.
private struct CellNumbers {
  private struct Key: Hashable {
    var cells: [[UInt8]]
    /// How many rows of the same cells stand before.
    var occurrence: Int
  }

  private var numbers: [Key: Int] = [:]

  mutating func identifiers(of table: TextTable, _ columns: [Int]) -> [Int] {
    var occurrences: [[[UInt8]]: Int] = [:]
    return (0..<table.rowCount).map { row in
      let cells = columns.map { table.withCell(row, $0) { Array($0) } }
      let key = Key(cells: cells, occurrence: occurrences[cells, default: 0])
      occurrences[cells, default: 0] += 1
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
  }
}
