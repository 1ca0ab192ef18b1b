/// What rows are made of: where they begin and end, and what stands between their cells.
///
/// The defaults are those of a text in which each line is a row.
protocol RowGrammar: Sendable, Equatable {
  /// Whether each row contains signs or times that mark its cells.
  var hasMarks: Bool { get }
  /// Whether the bytes of a line, except its end, are those of its cells and of what separates them.
  var isByLines: Bool { get }
  /// Whether the text of an unchanged row stays the same whatever other rows there are.
  var keepsLines: Bool { get }
  /// Whether the indentation of cells is significant.
  var isIndented: Bool { get }
  /// The character around a cell whose text is inside; nil if there is none.
  var quote: UInt8? { get }

  // MARK: Rows

  /// Whether a row may have several lines.
  var isMultiline: Bool { get }
  /// Adds the rows in the bytes that have arrived to `index`, if rows may have several lines.
  func scan(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, by scanner: inout RowScanner,
    into index: inout RowIndex)
  /// Returns the role of a nonblank line.
  func verdict(on line: Range<Int>, of bytes: TextBytes, _ above: LinesAbove) -> LineVerdict
  /// Returns the row that begins with some lines, which end where the next row or another line begins, if rows may
  /// have several lines.
  func extent(in lines: Range<Int>, isLast: Bool, of bytes: TextBytes) -> Range<Int>

  // MARK: Cells

  /// Adds the cells of a row to `cells`, as they are written.
  func cut(_ row: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>])
  /// Does the same for a row whose values have names.
  func cut(
    _ row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns, columns: Int,
    into cells: inout [Range<Int>])
  /// Returns one cell of a row; nil if the entire row has to be cut to find it.
  func cell(_ column: Int, in row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns) -> Range<Int>?
  /// Returns the text of a cell; nil if its bytes, without quotes, are the text.
  func decoded(_ cell: Range<Int>, of bytes: TextBytes) -> [UInt8]?
  /// Returns the start of the text of a cell with many bytes, of nearly `limit` bytes.
  func beginning(of cell: Range<Int>, limit: Int, of bytes: TextBytes) -> String
  /// Returns a cell of `line` with its significant blanks.
  func exact(_ cell: Range<Int>, _ column: Int, in line: Range<Int>, of table: TextTable) -> Range<Int>

  // MARK: Shapes

  /// Returns the screen column where a column begins; nil if cells are separated regardless of position.
  func start(of column: Int) -> Int?
  /// Whether a line has as many cells as there are columns, all in their places.
  func fits(_ line: Range<Int>, of bytes: TextBytes, columns: Int) -> Bool
  /// Whether a line outside a table looks like a row of it; nil if its cells decide.
  func mayBeRow(_ line: Range<Int>, of table: TextTable) -> Bool?
  /// Returns a shape with this grammar adapted to a later run; nil if that is not such a table.
  func refitted(_ shape: TableShape, to sample: Sample) -> TableShape?
  /// Returns a shape with this grammar at the place of one that was found in a later run; nil if that is another table.
  func moved(_ shape: TableShape, to found: TableShape, in sample: Sample) -> TableShape?
}

extension RowGrammar {
  var hasMarks: Bool { false }
  var isByLines: Bool { true }
  var keepsLines: Bool { isByLines }
  var isIndented: Bool { false }
  var quote: UInt8? { nil }
  var isMultiline: Bool { false }

  func scan(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, by scanner: inout RowScanner,
    into index: inout RowIndex
  ) {
    scanner.scanLines(bytes, shape, isComplete: isComplete, into: &index)
  }

  func verdict(on line: Range<Int>, of bytes: TextBytes, _ above: LinesAbove) -> LineVerdict { .row }

  func extent(in lines: Range<Int>, isLast: Bool, of bytes: TextBytes) -> Range<Int> {
    bytes.firstLine(of: lines)
  }

  func cut(_ row: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) { cells.append(row) }

  func cut(
    _ row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns, columns: Int,
    into cells: inout [Range<Int>]
  ) {
    cut(row, of: bytes, into: &cells)
  }

  /// Returns the cells of a row, as they are written.
  func cells(_ row: Range<Int>, of bytes: TextBytes) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    cut(row, of: bytes, into: &cells)
    return cells
  }

  func cell(_ column: Int, in row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns) -> Range<Int>? {
    nil
  }

  func decoded(_ cell: Range<Int>, of bytes: TextBytes) -> [UInt8]? { nil }

  func beginning(of cell: Range<Int>, limit: Int, of bytes: TextBytes) -> String {
    guard let text = decoded(cell, of: bytes) else {
      return bytes.string(cell.lowerBound..<bytes.endOfCharacter(before: cell.lowerBound + limit))
    }
    guard text.count > limit else { return String(decoding: text, as: UTF8.self) }
    // The byte after the beginning is there, and says whether a character ends before it.
    return String(decoding: text[..<(text[...limit].lastIndex { $0 & 0xC0 != 0x80 } ?? 0)], as: UTF8.self)
  }

  /// Whether a quote is at both ends of a cell.
  func isQuoted(_ cell: Range<Int>, of bytes: TextBytes) -> Bool {
    guard let quote, cell.count >= 2 else { return false }
    return bytes[cell.lowerBound] == quote && bytes[cell.upperBound - 1] == quote
  }

  /// Returns `cell` without quotes around it.
  func bare(_ cell: Range<Int>, of bytes: TextBytes) -> Range<Int> {
    isQuoted(cell, of: bytes) ? (cell.lowerBound + 1)..<(cell.upperBound - 1) : cell
  }

  func exact(_ cell: Range<Int>, _ column: Int, in line: Range<Int>, of table: TextTable) -> Range<Int> {
    table.trimmed(cell)
  }

  func start(of column: Int) -> Int? { nil }
  func fits(_ line: Range<Int>, of bytes: TextBytes, columns: Int) -> Bool { false }
  func mayBeRow(_ line: Range<Int>, of table: TextTable) -> Bool? { nil }

  func refitted(_ shape: TableShape, to sample: Sample) -> TableShape? {
    shape.found(in: sample) ?? shape.moved(below: sample)
  }

  func moved(_ shape: TableShape, to found: TableShape, in sample: Sample) -> TableShape? {
    shape.columns.map(\.name) == found.columns.map(\.name) ? shape.taking(found) : nil
  }

  func isEqual(to other: any RowGrammar) -> Bool { (other as? Self) == self }
}

/// A grammar of any kind, which can be compared.
@propertyWrapper
struct AnyGrammar: Sendable, Equatable {
  var wrappedValue: any RowGrammar

  static func == (one: Self, other: Self) -> Bool { one.wrappedValue.isEqual(to: other.wrappedValue) }
}

/// What is known of the lines above one whose role is asked.
struct LinesAbove {
  /// The last line of the row directly above, which may still continue.
  var row: Range<Int>?
  /// Whether the previous line is blank, and whether the last one that is not blank is a rule.
  var isAfterBlank: Bool
  var isAfterRule: Bool
  /// The number of rows.
  var rows: Int
}

/// Each line is a row of one cell.
struct LineCut: RowGrammar {
  var isIndented: Bool { true }

  func exact(_ cell: Range<Int>, _ column: Int, in line: Range<Int>, of table: TextTable) -> Range<Int> {
    cell
  }

  func refitted(_ shape: TableShape, to sample: Sample) -> TableShape? {
    if let header = shape.headerLine {
      return sample.lines.count < header ? nil : shape.moved(to: sample.end(of: header - 1))
    }
    return shape.format == .binary
      ? shape.found(in: sample) : shape.moved(to: TableReader.start(ofLines: sample, shape.options))
  }
}
