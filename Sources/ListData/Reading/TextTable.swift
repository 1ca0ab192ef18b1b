internal import Synchronization

/// Bytes as rows and cells: the bytes are kept once, a row is the offset at which it begins, and cells are cut
/// when they are asked for.
///
/// ```swift
/// let bytes = TextBytes("NAME   AGE\nann     34\nbob     29\n")
/// let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
/// table.text(1, 0)  // bob
/// ```
///
/// A table of a file that is still being read grows with ``extend(to:isComplete:)``; copies taken before stay as
/// they are and share what they have in common with it. All numbers of rows and columns count from 0.
public struct TextTable: Sendable {
  /// The text as UTF-8, to which all ranges belong: the bytes the table was made of, or what they were converted to.
  public private(set) var bytes: TextBytes
  /// How the bytes are read.
  public let shape: TableShape
  /// The columns from left to right: those of the shape, then those that only later objects of JSON have.
  public private(set) var columns: [Column]
  /// What is wrong with JSON; nil if nothing is, and for other formats. Lines that are none among those that are, as a log
  /// may have them, are nothing wrong.
  public private(set) var jsonFlaw: JSONFlaw?
  /// Whether all of the file was there when it was last extended.
  private(set) var isComplete = false

  private var index = RowIndex()
  private var scanner: RowScanner
  private var converted: ConvertedText?
  /// The columns of members, for formats in which values have names.
  private var members: MemberColumns

  /// The rows of `bytes`, read as `shape` says.
  ///
  /// - Parameter isComplete: Whether nothing will follow; else a last row without an end waits for it.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ bytes: TextBytes, shape: TableShape, isComplete: Bool = true) {
    self.bytes = TextBytes([])
    self.shape = shape
    columns = shape.columns
    members = MemberColumns(shape)
    scanner = RowScanner(body: shape.body)
    converted = ConvertedText(from: shape.encoding, hasEscapes: shape.hasEscapes)
    extend(to: bytes, isComplete: isComplete)
  }

  /// Reads what `bytes` has more than before; it begins with all that was there.
  ///
  /// Rows appear when they are whole: the last one when its end has arrived, or with `isComplete`.
  ///
  /// - Complexity: O(*n*) in the number of new bytes; in all of them where they have to be converted.
  public mutating func extend(to bytes: TextBytes, isComplete: Bool) {
    if converted != nil {
      converted?.extend(to: bytes, isComplete: isComplete)
      self.bytes = converted?.bytes ?? bytes
    } else {
      self.bytes = bytes
    }
    let known = index.count
    scanner.scan(self.bytes, shape: shape, isComplete: isComplete, into: &index)
    findColumns(from: known)
    if isComplete, case .json(let layout) = shape.cut {
      jsonFlaw = flawAtEnd(layout, closedAt: scanner.json.close) ?? jsonFlaw
    }
    self.isComplete = isComplete
  }

  /// Adds columns for members that rows from `row` on have and that none has had before, and notes what is no JSON.
  private mutating func findColumns(from row: Int) {
    switch shape.cut {
    case .json(let layout) where layout.hasNames:
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
        members.note(found.map(\.name), of: bytes, isJSON: true, &columns)
      }
    case .records(let cut):
      for row in row..<rowCount {
        var names: [MemberName] = []
        cut.forEachField(in: line(row), of: bytes) { name, _ in
          if let name { names.append(MemberName(name)) }
        }
        members.note(names, of: bytes, isJSON: false, &columns)
      }
    default: break
    }
  }

  /// The same text, read by another shape that was found from ``bytes``; colours are kept.
  ///
  /// - Parameter former: the same of an earlier state of this table with this shape, which is extended; nil to read all.
  /// - Complexity: O(*n*) in the number of bytes, or of those that are new.
  public func reading(as shape: TableShape, extending former: TextTable? = nil) -> TextTable {
    var table = former ?? TextTable(TextBytes([]), shape: shape.ofConvertedText, isComplete: false)
    table.converted = nil
    table.extend(to: bytes, isComplete: isComplete)
    table.converted = converted
    return table
  }

  /// How many rows there are.
  public var rowCount: Int { index.count }

  /// Where `row` stands in ``bytes``, without the end of its line.
  ///
  /// A row may have several lines, where quotes hold an end of a line, or where the row is an object of JSON.
  public func line(_ row: Int) -> Range<Int> {
    let start = index[row]
    switch shape.cut {
    case .delimited(let delimiter) where delimiter.isMultiline:
      return bytes.withoutLineEnds(start..<(row + 1 < index.count ? index[row + 1] : scanner.rowsEnd))
    case .json(let layout) where !layout.isLines:
      let end =
        row + 1 < index.count ? bytes.withoutComma(start..<index[row + 1]).upperBound : scanner.rowsEnd
      return bytes.withoutLineEnds(start..<end)
    case .records(let cut) where cut.isMultiline:
      return bytes.withoutLineEnds(
        bytes.withoutBlankLines(start..<(row + 1 < index.count ? index[row + 1] : scanner.rowsEnd)))
    case .drawn(let cut) where cut.continuation != .none:
      return drawnLines(from: start, before: row + 1 < index.count ? index[row + 1] : scanner.rowsEnd, cut)
    default:
      if row + 1 == index.count { return bytes.withoutLineEnds(start..<scanner.rowsEnd) }
      let limit = row + 1 < index.count ? index[row + 1] : scanner.rowsEnd
      let end = bytes.first(ASCII.newline, in: start..<limit) ?? limit
      return bytes.withoutLineEnds(start..<end)
    }
  }

  /// So many bytes of a row are read to show it and to find out about its columns; all of it where it is handed on.
  private static let mostShown = 1 << 20
  /// JSON is read whole or not at all.
  static let mostOfJSON = 64 << 20

  /// The beginning of ``line(_:)``, for rows that are longer than anything the screen shows.
  ///
  /// - Complexity: O(1) in the length of the row.
  func shownLine(_ row: Int) -> Range<Int> {
    let start = index[row]
    let limit = row + 1 < index.count ? index[row + 1] : scanner.rowsEnd
    guard limit - start > Self.mostShown else { return line(row) }
    switch shape.cut {
    case .json:
      let line = line(row)
      return line.count > Self.mostOfJSON ? line.prefix(Self.mostShown) : line
    default:
      return line(row, endingBefore: start + Self.mostShown)
    }
  }

  private func line(_ row: Int, endingBefore limit: Int) -> Range<Int> {
    let start = index[row]
    switch shape.cut {
    case .delimited(let delimiter) where delimiter.isMultiline: return start..<limit
    case .records(let cut) where cut.isMultiline: return start..<limit
    case .drawn(let cut) where cut.continuation != .none: return drawnLines(from: start, before: limit, cut)
    default: return bytes.withoutLineEnds(start..<(bytes.first(ASCII.newline, in: start..<limit) ?? limit))
    }
  }

  /// The lines of a row that is drawn: all up to a rule, or to a line without strokes.
  private func drawnLines(from start: Int, before limit: Int, _ cut: DrawnCut) -> Range<Int> {
    var end = bytes.first(ASCII.newline, in: start..<limit) ?? limit
    while end < limit {
      let next = bytes.first(ASCII.newline, in: (end + 1)..<limit) ?? limit
      guard end + 1 < next, !bytes.isRule(end + 1..<next), cut.isRow(end + 1..<next, of: bytes) else { break }
      end = next
    }
    return bytes.withoutLineEnds(start..<end)
  }

  /// Lines that are in no row and in no header, in order: titles, remarks, other tables. Blank lines, rules and headers that are
  /// repeated are not among them.
  public var otherLines: [OtherLine] { scanner.others.lines }

  /// What was coloured in `range`, which begins in a row, by escape sequences that ``bytes`` no longer have.
  public func colors(in range: Range<Int>) -> [ColorSpan] {
    guard let converted else { return [] }
    var start = range.lowerBound
    while start > 0, bytes[start - 1] != ASCII.newline { start -= 1 }
    return converted.escapes.spans(in: range, from: start)
  }

  /// Hands over where the cells of `row` stand, as they are written: with quotes and blanks.
  ///
  /// There may be fewer than there are columns, or more.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  public func withCells<Result>(of row: Int, _ body: ([Range<Int>]) throws -> Result) rethrows -> Result {
    try body(cells(of: row))
  }

  /// As ``withCells(of:_:)``, of no more than is shown of a row: to find out how columns look.
  func withShownCells<Result>(of row: Int, _ body: ([Range<Int>]) throws -> Result) rethrows -> Result {
    try body(cells(inLine: shownLine(row)))
  }

  /// Where the cell stands as it is written, with quotes, without blanks around it; empty if the row has none there.
  ///
  /// - Complexity: O(*n*) in the length of the row up to the cell.
  public func cell(_ row: Int, _ column: Int) -> Range<Int> {
    let line = line(row)
    var found = line.upperBound..<line.upperBound
    if case .json(let layout) = shape.cut, let value = members.value(of: column, in: line, layout, of: bytes)
    {
      found = bytes.trimmed(value)
      ReadingWork.note(bytes: line.count, cells: 1)
    } else if case .delimited(let delimiter) = shape.cut {
      ReadingWork.note(bytes: line.count, cells: 1)
      var number = 0
      delimiter.cut(line, of: bytes) { cell in
        if number == column { found = bytes.trimmed(cell) }
        number += 1
        return number <= column
      }
    } else {
      let cells = cells(inLine: line)
      if column < cells.count { found = bytes.trimmed(cells[column]) }
    }
    return found
  }

  /// Cells of a row that stand beyond the columns, as they are written.
  public func extraCells(_ row: Int) -> [String] {
    let cells = cells(of: row)
    return cells.count > columns.count ? cells[columns.count...].map { text(in: bytes.trimmed($0)) } : []
  }

  func cells(of row: Int) -> [Range<Int>] { cells(inLine: line(row)) }

  /// The values of a row of JSON by their columns; nil for other formats, and for rows that are no objects.
  func memberValues(inLine line: Range<Int>) -> [MemberValue]? {
    guard case .json(let layout) = shape.cut, let values = members.values(in: line, layout, of: bytes) else {
      return nil
    }
    ReadingWork.note(bytes: line.count, cells: values.count)
    return values
  }

  func cells(inLine line: Range<Int>) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    cells.reserveCapacity(columns.count)
    switch shape.cut {
    case .line: cells.append(line)
    case .delimited(let delimiter):
      delimiter.cut(line, of: bytes) { cell in
        cells.append(cell)
        return true
      }
    case .aligned(let cut): cut.cut(line, of: bytes, into: &cells)
    case .pair(let cut): cut.cut(line, of: bytes, into: &cells)
    case .drawn(let cut): cut.cut(line, of: bytes, into: &cells)
    case .json(let layout): members.cut(line, layout, of: bytes, columns: columns.count, into: &cells)
    case .records(let cut): members.cut(record: line, cut, of: bytes, columns: columns.count, into: &cells)
    }
    ReadingWork.note(bytes: line.count, cells: cells.count)
    return cells
  }
}

/// What reading costs, counted in builds for debugging where a test asks for it: no test can go by a clock.
enum ReadingWork {
  #if DEBUG
    /// Counts for the task in which it is set.
    @TaskLocal static var counter: Counter?

    final class Counter: Sendable {
      private let work = Atomic(0)

      /// Bytes read and cells made.
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

/// Where rows begin: two bytes a row and four for each sixteen, in chunks, so that growing copies none of what a reader
/// still holds but the last chunk. A chunk in which sixteen rows take more than 64 KiB has four bytes a row.
struct RowIndex: Sendable {
  private struct Chunk: Sendable {
    /// The number of its first row.
    let first: Int
    /// What its offsets count from.
    let base: Int
    /// The offset of each sixteenth row, while `steps` tell the others; else of each row.
    private var offsets: [UInt32] = []
    /// How far each row begins behind the sixteenth before it.
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

    /// Adds a row, if its offset can be told.
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

  /// How many rows there are.
  private(set) var count = 0

  /// Adds a row that begins at `start`, which is not before the others.
  @inline(__always)
  mutating func append(_ start: Int) {
    let last = chunks.count - 1
    if last < 0 || chunks[last].count == 1 << Self.shift || !chunks[last].append(start) { openChunk(start) }
    count += 1
  }

  private mutating func openChunk(_ start: Int) {
    // The first chunk grows as it needs, for most tables are small.
    var chunk = Chunk(first: count, base: start, reserving: chunks.isEmpty ? 0 : 1 << Self.shift)
    _ = chunk.append(start)
    chunks.append(chunk)
  }

  /// Where `row` begins.
  ///
  /// - Complexity: O(1), and O(log *n*) where rows are gigabytes long.
  subscript(row: Int) -> Int {
    // A chunk that rows of gigabytes ended early moves those behind it to the right.
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
  /// The first row that has the same cell in a column as a row before; nil where none has.
  func firstRepetition(inColumn column: Int) -> Int? {
    var cells = ByteIndex()
    return (0..<min(rowCount, 2_000)).first { row in !cells.insert(bytes[cell(row, column)]).isNew }
  }
}
