internal import Synchronization

/// Bytes read as rows and cells: the table stores the bytes once, a row is its start offset, and cells are
/// cut on demand.
///
/// ```swift
/// let bytes = TextBytes("NAME   AGE\nann     34\nbob     29\n")
/// let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
/// table.text(1, 0)  // bob
/// ```
///
/// A table of a file that is still being read grows with ``extend(to:isComplete:)``; earlier copies do not
/// change and share their common part with it. All row and column numbers count from 0.
package struct TextTable: Sendable {
  /// The UTF-8 text to which all ranges refer: the original bytes, or the bytes converted from them.
  package private(set) var bytes: TextBytes
  /// The format, columns and header by which the bytes are read.
  package let shape: TableShape
  /// The columns from left to right: those of the shape, those of ``ReaderOptions/computed``, then those that only
  /// later JSON objects have.
  package private(set) var columns: [Column]
  /// The columns whose cells are in the bytes.
  private var readColumns: [Column]
  private var computed: [ComputedCells] = []
  /// A flaw of the JSON; nil for valid JSON and for other formats. In a file with one object per line, a line
  /// that is not JSON, as in a log, is not a flaw.
  package private(set) var jsonFlaw: JSONFlaw?
  /// Whether the file was complete when the table was last extended.
  private(set) var isComplete = false

  private var index = RowIndex()
  private var scanner: RowScanner
  private var converted: ConvertedText?
  /// The columns of members, for formats in which values have names.
  private var members: MemberColumns

  /// Creates a table of the rows of `bytes`, read according to `shape`.
  ///
  /// - Parameter isComplete: Whether no bytes will follow; otherwise an unterminated last row is left out.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: TextBytes, shape: TableShape, isComplete: Bool = true) {
    self.bytes = TextBytes([])
    self.shape = shape
    columns = shape.columns
    readColumns = columns
    members = MemberColumns(shape)
    scanner = RowScanner(body: shape.body)
    converted = ConvertedText(from: shape.encoding, hasEscapes: shape.hasEscapes)
    extend(to: bytes, isComplete: isComplete)
  }

  /// Reads the bytes that `bytes` adds to the previous ones; `bytes` starts with all previous bytes.
  ///
  /// A row appears when it is complete: the last one when its end has arrived, or with `isComplete`.
  ///
  /// - Complexity: O(*n*) in the number of new bytes, or of all bytes if they have to be converted.
  package mutating func extend(to bytes: TextBytes, isComplete: Bool) {
    if converted != nil {
      converted?.extend(to: bytes, isComplete: isComplete)
      self.bytes = converted?.bytes ?? bytes
    } else {
      self.bytes = bytes
    }
    let known = index.count
    scanner.scan(self.bytes, shape: shape, isComplete: isComplete, into: &index)
    let columnCount = readColumns.count
    findColumns(from: known)
    if known == 0 || readColumns.count > columnCount { addComputedColumns() }
    if isComplete, let layout = shape.cut as? JSONLayout {
      jsonFlaw = flawAtEnd(layout, closedAt: scanner.json.close) ?? jsonFlaw
    }
    self.isComplete = isComplete
  }

  /// Adds a column for each new member in the rows from `row` on, and notes values that are not valid JSON.
  private mutating func findColumns(from row: Int) {
    if let layout = shape.cut as? JSONLayout, layout.hasNames {
      for row in row..<rowCount {
        let value = layout.keyed(line(row), of: bytes).value
        guard let found = layout.members(value, of: bytes) else {
          if jsonFlaw == nil, !layout.isLines, value.count <= Self.mostOfJSON, !bytes.isJSONScalar(value) {
            jsonFlaw = .row(row)
          }
          continue
        }
        for member in found {
          if jsonFlaw == nil, !bytes.mayBeJSONValue(member.value) { jsonFlaw = .row(row) }
        }
        members.note(found.map(\.name), of: bytes, isJSON: true, &readColumns)
      }
    } else if let cut = shape.cut as? RecordCut {
      for row in row..<rowCount {
        var names: [MemberName] = []
        cut.forEachField(in: line(row), of: bytes) { name, _ in
          if let name { names.append(MemberName(name)) }
        }
        members.note(names, of: bytes, isJSON: false, &readColumns)
      }
    }
  }

  /// Returns the same text read by another shape that was found from ``bytes``; colours are kept.
  ///
  /// - Parameter former: An earlier result for this table and this shape, to extend; nil to read everything.
  /// - Complexity: O(*n*) in the number of bytes, or of new bytes with `former`.
  package func reading(as shape: TableShape, extending former: TextTable? = nil) -> TextTable {
    var table = former ?? TextTable(TextBytes([]), shape: shape.ofConvertedText, isComplete: false)
    table.converted = nil
    table.extend(to: bytes, isComplete: isComplete)
    table.converted = converted
    return table
  }

  /// The number of rows.
  package var rowCount: Int { index.count }

  /// Returns the range of `row` in ``bytes``, without the end of its line.
  ///
  /// A row can have several lines: quotes can contain line ends, and a JSON object can span lines.
  package func line(_ row: Int) -> Range<Int> { line(row, before: end(ofLinesIn: row)) }

  private func line(_ row: Int, before end: Int) -> Range<Int> {
    let lines = index[row]..<end
    return withoutLineEnd(
      shape.cut.isMultiline
        ? shape.cut.extent(in: lines, isLast: row + 1 == index.count, of: bytes) : bytes.firstLine(of: lines))
  }

  /// Returns the offset before which the lines of a row end: that of the next row, or of another line above it.
  @inline(__always)
  private func end(ofLinesIn row: Int) -> Int {
    guard row + 1 < index.count else { return scanner.rowsEnd }
    return scanner.others.firstAbove(row + 1) ?? index[row + 1]
  }

  /// Returns a row without the end of its line, which includes a carriage return if most lines end in one.
  @inline(__always)
  private func withoutLineEnd(_ row: Range<Int>) -> Range<Int> {
    var line = bytes.withoutLineEnds(row)
    guard shape.keepsCarriageReturns else { return line }
    while line.upperBound < row.upperBound, bytes[line.upperBound] == ASCII.carriageReturn {
      line = line.lowerBound..<line.upperBound + 1
    }
    return line
  }

  /// The maximum number of bytes of a row that are read to display it and to examine its columns. Output
  /// reads all of the row.
  private static let mostShown = 1 << 20
  /// The maximum length of a JSON value that is parsed: JSON is parsed entirely or not at all.
  static let mostOfJSON = 64 << 20

  /// Returns the start of ``line(_:)``, for rows that are longer than anything the screen shows.
  ///
  /// - Complexity: O(1) in the length of the row, except for JSON.
  func shownLine(_ row: Int) -> Range<Int> {
    let (start, end) = (index[row], end(ofLinesIn: row))
    guard end - start > Self.mostShown else { return line(row, before: end) }
    guard shape.format == .json else { return line(row, before: start + Self.mostShown) }
    let line = line(row, before: end)
    return line.count > Self.mostOfJSON ? line.prefix(Self.mostShown) : line
  }

  /// The lines outside rows and the header, in order: titles, remarks, other tables. Blank lines, rules and
  /// repeated headers are excluded.
  package var otherLines: [OtherLine] { scanner.others.lines }

  /// The number of rows below blank lines, except the first.
  var blankLines: Int { scanner.blankLines }

  /// Returns the colours in `range`, which starts in a row. The escape sequences are no longer in ``bytes``.
  package func colors(in range: Range<Int>) -> [ColorSpan] {
    guard let converted, !Self.isComputed(range) else { return [] }
    var start = range.lowerBound
    while start > 0, bytes[start - 1] != ASCII.newline { start -= 1 }
    return converted.escapes.spans(in: range, from: start)
  }

  /// Calls `body` with the ranges of the cells of `row` as they are written, with quotes and blanks.
  ///
  /// The row can have fewer or more cells than the table has columns.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  package func withCells<Result>(of row: Int, _ body: ([Range<Int>]) throws -> Result) rethrows -> Result {
    try body(cells(of: row))
  }

  /// Like ``withCells(of:_:)``, but reads only the displayed part of a row, to examine columns.
  /// Computed cells are empty.
  func withShownCells<Result>(of row: Int, _ body: ([Range<Int>]) throws -> Result) rethrows -> Result {
    let cells = cells(of: row, in: shownLine(row))
    return try body(computed.isEmpty ? cells : cells.map { Self.isComputed($0) ? 0..<0 : $0 })
  }

  /// Returns the range of a cell as it is written, with quotes, without blanks around it; empty if the row
  /// does not have the cell.
  ///
  /// - Complexity: O(*n*) in the length of the row up to the cell.
  package func cell(_ row: Int, _ column: Int) -> Range<Int> {
    var column = column
    if !computed.isEmpty, column >= shape.columns.count {
      if column < shape.columns.count + computed.count { return range(ofComputed: column, row) }
      column -= computed.count
    }
    let line = line(row)
    if let cell = shape.cut.cell(column, in: line, of: bytes, members) {
      ReadingWork.note(bytes: line.count, cells: 1)
      return trimmed(cell)
    }
    let cells = cells(inLine: line)
    return column < cells.count ? trimmed(cells[column]) : line.upperBound..<line.upperBound
  }

  /// Returns the cells of a row beyond the last column, as they are written.
  package func extraCells(_ row: Int) -> [String] {
    let cells = cells(of: row)
    return cells.count > columns.count ? cells[columns.count...].map { text(in: trimmed($0)) } : []
  }

  func cells(of row: Int) -> [Range<Int>] { cells(of: row, in: line(row)) }

  /// Returns the cells of a row whose line is known, the computed ones too.
  func cells(of row: Int, in line: Range<Int>) -> [Range<Int>] {
    var cells = cells(inLine: line)
    guard !computed.isEmpty else { return cells }
    let first = shape.columns.count
    while cells.count < first { cells.append(line.upperBound..<line.upperBound) }
    cells.insert(contentsOf: computed.indices.map { range(ofComputed: first + $0, row) }, at: first)
    return cells
  }

  /// Returns the values of a JSON row by column; nil for other formats and for rows that are not objects.
  func memberValues(inLine line: Range<Int>) -> [MemberValue]? {
    guard let layout = shape.cut as? JSONLayout, let values = members.values(in: line, layout, of: bytes)
    else {
      return nil
    }
    ReadingWork.note(bytes: line.count, cells: values.count)
    return values
  }

  func cells(inLine line: Range<Int>) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    cells.reserveCapacity(readColumns.count)
    shape.cut.cut(line, of: bytes, members, columns: readColumns.count, into: &cells)
    // Readers take carriage returns for blanks.
    if shape.keepsCarriageReturns, let end = line.last, bytes[end] == ASCII.carriageReturn,
      let last = cells.popLast()
    {
      cells.append(last.lowerBound..<max(last.upperBound, line.upperBound))
    }
    ReadingWork.note(bytes: line.count, cells: cells.count)
    return cells
  }

  /// Returns a cell of ``cells(inLine:)`` without blanks around it. A carriage return that belongs to the cell is
  /// not a blank.
  @inline(__always)
  func trimmed(_ cell: Range<Int>) -> Range<Int> {
    if Self.isComputed(cell) { return cell }
    let inner = bytes.trimmed(cell)
    guard shape.keepsCarriageReturns, inner.upperBound < cell.upperBound,
      bytes[cell.upperBound - 1] == ASCII.carriageReturn
    else { return inner }
    return inner.lowerBound..<cell.upperBound
  }
}

/// Computed cells. The range of such a cell is beyond all bytes, and names its row and its column; its text
/// is computed when it is read.
extension TextTable {
  private static let firstComputed = 1 << 60
  private static let mostComputed = 1 << 10

  private func range(ofComputed column: Int, _ row: Int) -> Range<Int> {
    let offset = Self.firstComputed + row * Self.mostComputed + column - shape.columns.count
    return offset..<offset + 1
  }

  /// Whether the range of a cell names a computed one, which has no bytes.
  @inline(__always)
  package static func isComputed(_ cell: Range<Int>) -> Bool { cell.lowerBound >= firstComputed }

  /// Returns the text of a computed cell.
  func computedText(_ cell: Range<Int>) -> [UInt8] {
    let (row, number) = (cell.lowerBound - Self.firstComputed).quotientAndRemainder(
      dividingBy: Self.mostComputed)
    return computed[number].text(row, of: self)
  }

  /// Whether words of a query may stand in cells that are not in the bytes.
  package var hasComputedCells: Bool { !computed.isEmpty }

  /// Adds the computed columns behind those of the shape.
  private mutating func addComputedColumns() {
    guard !shape.options.computed.isEmpty || columns.count != readColumns.count else { return }
    let (added, first) = (shape.options.computed.prefix(Self.mostComputed), shape.columns.count)
    var unknown = Column(name: nil)
    unknown.isComputed = true
    columns = readColumns
    columns.insert(contentsOf: repeatElement(unknown, count: added.count), at: first)
    computed = []
    for (offset, column) in zip(first..., added) {
      let cells = ComputedCells(column, of: self, unknown: offset..<first + added.count)
      columns[offset].name = column.name
      columns[offset].kind = cells.kind
      computed.append(cells)
    }
  }

  /// What is wrong with computed columns, by their number; they have no cells.
  package var problemsOfComputedColumns: [(column: ComputedColumn, problem: ComputedColumn.Problem)] {
    zip(shape.options.computed, computed).compactMap { column, cells in cells.problem.map { (column, $0) } }
  }

  /// Returns what would be wrong with another computed column; nil if it can be added.
  package func problem(of column: ComputedColumn) -> ComputedColumn.Problem? {
    ComputedCells(column, of: self, unknown: 0..<0).problem
  }

  /// Returns the column that an expression names: by its name, `NAME_2` for the second one with it; else by its name
  /// in other letters, if only one has it; else by its number.
  func column(referredToAs name: String) -> Int? {
    if let index = columns.firstIndex(where: { ($0.name ?? $0.role?.rawValue) == name }) { return index }
    if let sign = name.lastIndex(of: "_"), let number = Int(name[name.index(after: sign)...]), number > 1 {
      let alike = columns.indices.filter { columns[$0].name == String(name[..<sign]) }
      if alike.count >= number { return alike[number - 1] }
    }
    let alike = columns.indices.filter { columns[$0].name?.lowercased() == name.lowercased() }
    if alike.count == 1 { return alike[0] }
    return Int(name).flatMap { columns.indices.contains($0 - 1) ? $0 - 1 : nil }
  }
}

/// Counts the work of reading in debug builds if a test sets ``counter``: tests cannot rely on a clock.
enum ReadingWork {
  #if DEBUG
    /// The counter of the task in which it is set.
    @TaskLocal static var counter: Counter?

    final class Counter: Sendable {
      private let work = Atomic(0)

      /// The number of bytes read plus cells cut.
      var total: Int { work.load(ordering: .relaxed) }

      fileprivate func add(_ amount: Int) { work.add(amount, ordering: .relaxed) }
    }
  #endif

  /// Counts a row that is cut.
  @inline(__always)
  static func note(bytes: Int, cells: Int) {
    #if DEBUG
      counter?.add(bytes + cells)
    #endif
  }
}

/// The start offsets of rows: two bytes per row and four per 16 rows, in chunks, so that appending while a
/// reader holds a copy copies only the last chunk. A chunk in which 16 rows take more than 64 KiB has four
/// bytes per row.
struct RowIndex: Sendable {
  private struct Chunk: Sendable {
    /// The number of its first row.
    let first: Int
    /// The offset that is subtracted from all offsets.
    let base: Int
    /// The offset of every 16th row while `steps` has the others; otherwise the offset of each row.
    private var offsets: [UInt32] = []
    /// The distance of each row from the preceding 16th row.
    private var steps: [UInt16] = []
    private var isWide = false

    var count: Int { isWide ? offsets.count : steps.count }

    init(first: Int, base: Int, reserving capacity: Int) {
      self.first = first
      self.base = base
      offsets.reserveCapacity(capacity / 16)
      steps.reserveCapacity(capacity)
    }

    subscript(row: Int) -> Int {
      base + (isWide ? Int(offsets[row]) : Int(offsets[row >> 4]) + Int(steps[row]))
    }

    /// Adds a row; returns false if its offset does not fit in 32 bits.
    @inline(__always)
    mutating func append(_ start: Int) -> Bool {
      guard let offset = UInt32(exactly: start - base) else { return false }
      if !isWide {
        if count & 15 == 0 { offsets.append(offset) }
        if let step = UInt16(exactly: offset - offsets[count >> 4]) {
          steps.append(step)
          return true
        }
        widen()
      }
      offsets.append(offset)
      return true
    }

    private mutating func widen() {
      offsets = steps.indices.map { offsets[$0 >> 4] + UInt32(steps[$0]) }
      steps = []
      isWide = true
    }
  }

  private static let shift = 15
  private var chunks: [Chunk] = []

  /// The number of rows.
  private(set) var count = 0

  /// Adds a row that starts at `start`, which is not before the starts of earlier rows.
  @inline(__always)
  mutating func append(_ start: Int) {
    let last = chunks.count - 1
    if last < 0 || chunks[last].count == 1 << Self.shift || !chunks[last].append(start) { openChunk(start) }
    count += 1
  }

  private mutating func openChunk(_ start: Int) {
    // The first chunk grows on demand, because most tables are small.
    var chunk = Chunk(first: count, base: start, reserving: chunks.isEmpty ? 0 : 1 << Self.shift)
    _ = chunk.append(start)
    chunks.append(chunk)
  }

  /// The offset at which `row` starts.
  ///
  /// - Complexity: O(1), or O(log *n*) if rows have gigabytes.
  subscript(row: Int) -> Int {
    // Rows of gigabytes end a chunk early; later rows are then in chunks further to the right.
    var low = min(row >> Self.shift, chunks.count - 1)
    var high = chunks.count
    if chunks[low].first <= row, low + 1 == high || row < chunks[low + 1].first { high = low + 1 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if chunks[middle].first <= row { low = middle } else { high = middle }
    }
    return chunks[low][row - chunks[low].first]
  }
}

extension TextTable {
  /// Returns the first row whose cell in a column equals that of an earlier row; nil if none of the first
  /// 2,000 rows does.
  func firstRepetition(inColumn column: Int) -> Int? {
    var cells = ByteIndex()
    return (0..<min(rowCount, 2_000)).first { row in !cells.insert(bytes[cell(row, column)]).isNew }
  }
}
