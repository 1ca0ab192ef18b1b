/// The bytes of rows' keys: the cell or the line itself, or several cells, each with its length before it.
struct JoinedKey {
  private let columns: [Int]
  /// Whether lines are taken as they stand.
  private let isRawLine: Bool
  private let isLine: Bool
  private var bytes: [UInt8] = []

  /// The keys of a table's rows. Where columns are aligned, a whole row is all its cells, for its blanks come and go
  /// with the widths of its neighbours.
  init(_ key: TableKey, of table: TextTable) {
    switch key {
    case .columns(let columns):
      self.columns = columns.filter(table.columns.indices.contains)
      isLine = false
      isRawLine = false
    case .line, .place:
      columns = Array(table.columns.indices)
      isLine = true
      isRawLine = table.shape.cut.keepsLines
    }
  }

  /// Calls `body` with the key of a row.
  mutating func withBytes<R>(of row: Int, in table: TextTable, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R
  {
    if isRawLine { return body(table.bytes[table.bytes.trimmed(table.line(row))]) }
    if !isLine, columns.count == 1 { return table.withCell(row, columns[0]) { body($0.trimmed) } }
    bytes.removeAll(keepingCapacity: true)
    table.withCells(of: row) { cells in
      for column in columns { append(column < cells.count ? cells[column] : 0..<0, row, column, table) }
      // Cells that the row has too many are a part of it.
      if isLine, cells.count > table.columns.count {
        for cell in cells[table.columns.count...] { append(table.bytes[table.bytes.trimmed(cell)]) }
      }
    }
    return bytes.withUnsafeBufferPointer(body)
  }

  private mutating func append(_ range: Range<Int>, _ row: Int, _ column: Int, _ table: TextTable) {
    let range = table.bytes.trimmed(range)
    // Only what begins with a quote may be written otherwise than it is.
    if let first = range.first, table.bytes[first] == ASCII.quote {
      table.withCell(row, column) { append($0.trimmed) }
    } else {
      append(table.bytes[range])
    }
  }

  private mutating func append(_ cell: UnsafeBufferPointer<UInt8>) {
    var length = UInt32(truncatingIfNeeded: cell.count)
    withUnsafeBytes(of: &length) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: cell)
  }
}

extension RowCut {
  /// Whether a row that stays the same is written the same, whatever other rows there are.
  fileprivate var keepsLines: Bool {
    switch self {
    case .line, .delimited, .pair: true
    case .aligned, .drawn, .json, .records: false
    }
  }
}
