/// How the cells of a column look, for what that says of a key.
struct CellLook {
  /// Whether most have blanks inside.
  var holdsBlanks: Bool { 2 * blanks > rows }
  /// Whether most have a slash, and most no blank.
  var holdsPaths: Bool { 2 * slashes > rows && !holdsBlanks }
  /// Whether all are numbers or dates, each more than the one before, and there are some.
  var rises: Bool { rows > 1 && isRising }

  private var rows = 0
  private var blanks = 0
  private var slashes = 0
  private var isRising = true
  private var last = -Double.infinity

  private static let sample = 200

  /// The looks of all columns, by the first rows.
  static func all(of table: TextTable) -> [CellLook] {
    let readings = table.columns.map { CellReading($0.kind, now: 0) }
    var looks = Array(repeating: CellLook(), count: readings.count)
    for row in 0..<min(table.rowCount, sample) {
      table.withCells(of: row) { cells in
        for column in looks.indices {
          let cell =
            column < cells.count ? table.bytes.withoutQuotes(table.bytes.trimmed(cells[column])) : 0..<0
          looks[column].note(table.bytes[cell], readings[column])
        }
      }
    }
    return looks
  }

  private mutating func note(_ cell: UnsafeBufferPointer<UInt8>, _ reading: CellReading) {
    rows += 1
    if cell.contains(ASCII.space) { blanks += 1 }
    if cell.contains(ASCII.slash) { slashes += 1 }
    guard isRising else { return }
    let value = reading.value(of: cell).number ?? last
    isRising = value > last
    last = value
  }
}

extension TextBytes {
  /// Whether a cell is empty, with quotes or without.
  func saysNothing(_ cell: Range<Int>) -> Bool { withoutQuotes(cell).isEmpty }

  /// A cell without quotes around it.
  fileprivate func withoutQuotes(_ cell: Range<Int>) -> Range<Int> {
    guard cell.count >= 2, self[cell.lowerBound] == ASCII.quote, self[cell.upperBound - 1] == ASCII.quote
    else { return cell }
    return cell.lowerBound + 1..<cell.upperBound - 1
  }
}
