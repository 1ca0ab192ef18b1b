/// The bytes of rows' keys: the cell itself, or several cells, each with its length before it.
struct JoinedKey {
  private let columns: [Int]
  private let isJoined: Bool
  private var bytes: [UInt8] = []

  /// The keys of a table's rows. A whole row is all its cells, for its blanks come and go with its neighbours' widths.
  init(_ key: TableKey, of table: TextTable) {
    switch key {
    case .columns(let columns): self.columns = columns.filter(table.columns.indices.contains)
    case .line, .place: columns = Array(table.columns.indices)
    }
    isJoined = columns.count != 1
  }

  /// Calls `body` with the key of a row.
  mutating func withBytes<R>(of row: Int, in table: TextTable, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R
  {
    guard isJoined else { return table.withCell(row, columns[0]) { body($0.trimmed) } }
    bytes.removeAll(keepingCapacity: true)
    for column in columns {
      table.withCell(row, column) { cell in
        let cell = cell.trimmed
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: cell.count)) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: cell)
      }
    }
    return bytes.withUnsafeBufferPointer(body)
  }
}
