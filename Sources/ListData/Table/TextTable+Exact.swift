/// Cells with the blanks that belong to them, for who shows them, hands them on, or tells whether they are others.
///
/// ```text
/// a, b ,c         " b " between commas
///   /etc          all of a plain line
/// PID COMMAND     the indentation of a last column of text
///   1 init
///  88  \_ sshd    " \_ sshd"
/// ```
///
/// Elsewhere blanks only put cells below each other.
extension TextTable {
  /// Where the cell stands as it is written, with quotes and the blanks that belong to it; empty if the row has none there.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  public func exactCell(_ row: Int, _ column: Int) -> Range<Int> {
    let line = line(row)
    let cells = cells(inLine: line)
    return column < cells.count ? exact(cells[column], column, in: line) : line.upperBound..<line.upperBound
  }

  /// The bytes of the cell, without quotes, escapes resolved. Columns beyond the last are cells that the row has too many.
  public func exactBytes(_ row: Int, _ column: Int) -> [UInt8] {
    let range = exactCell(row, column)
    return decoded(range) ?? Array(bytes[bare(range)])
  }

  /// Hands over the cells of some columns, or all cells of a row, those beyond the columns too: the number of each among
  /// them, and its bytes as ``exactBytes(_:_:)`` has them.
  ///
  /// The row is cut once.
  public func forEachCell(
    of row: Int, _ wanted: [Int]?, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let line = line(row)
    let cells = cells(inLine: line)
    for (place, column) in (wanted ?? Array(0..<max(columns.count, cells.count))).enumerated() {
      guard column < cells.count else {
        body(place, UnsafeBufferPointer(start: nil, count: 0))
        continue
      }
      let range = exact(cells[column], column, in: line)
      if let decoded = decoded(range) {
        decoded.withUnsafeBufferPointer { body(place, $0) }
      } else {
        body(place, bytes[bare(range)])
      }
    }
  }

  /// A cell of `line` with the blanks that belong to it.
  func exact(_ cell: Range<Int>, _ column: Int, in line: Range<Int>) -> Range<Int> {
    switch shape.cut {
    case .line: return cell
    case .delimited(let delimiter) where !delimiter.isSpaced:
      let trimmed = bytes.trimmed(cell)
      // What is quoted says itself which blanks it has.
      return trimmed.first.map { bytes[$0] == ASCII.quote } ?? false ? trimmed : cell
    case .aligned(let cut) where column == cut.places.count - 1 && columns[column].kind == .text:
      return cut.indented(cell, in: line, of: bytes)
    default: return bytes.trimmed(cell)
    }
  }
}
