/// The method that cuts rows between drawn rules: at their vertical lines. If a row has more of these than
/// the table needs, only those below the crossings of the rule count.
///
/// A row can have several lines. The texts of a cell on these lines belong together:
///
/// ```text
///  id | city  | note
/// ----+-------+--------
///   8 | Li   +| first .
///     | ne    |.progra.
///     |       |.mmer
/// ```
struct DrawnCut: RowGrammar {
  /// The way to recognise lines that continue the row above them.
  enum Continuation: Sendable, Equatable {
    /// Each line is a row.
    case none
    /// A mark at the end of a cell, as `psql` writes: `+`, `.`, `↵`, `…`.
    case marks
    /// Each row ends with a rule.
    case rules
    /// The first cell is empty, and others continue text that did not fit in the line above.
    case wraps
  }

  /// The screen columns of the crossings of the rule, without those at the edges.
  var crossings: [Int]
  /// The width of the rule in screen columns.
  var width: Int
  /// The number of vertical lines before the first cell, and after the last one.
  var leading: Int
  var trailing: Int
  /// Whether vertical lines are `|`; otherwise they are box-drawing characters, and `|` is text.
  var isASCII: Bool
  var continuation = Continuation.none
  /// Whether lines of empty cells only separate rows.
  var skipsEmptyRows = false

  var isByLines: Bool { false }
  var isMultiline: Bool { continuation != .none }

  func verdict(on line: Range<Int>, of bytes: TextBytes, _ above: LinesAbove) -> LineVerdict {
    if bytes.isRule(line) || isGap(line, of: bytes) { return .decoration }
    guard isRow(line, of: bytes) else { return above.rows == 0 ? .other : .end }
    if let row = above.row, continues(row, with: line, of: bytes) { return .continuation }
    return above.isAfterRule && above.rows > 1 && bytes.isFooter(line) ? .other : .row
  }

  /// Returns the lines of a row: all up to a rule or to a line without vertical lines.
  func extent(in lines: Range<Int>, isLast: Bool, of bytes: TextBytes) -> Range<Int> {
    var end = bytes.first(ASCII.newline, in: lines) ?? lines.upperBound
    while end < lines.upperBound {
      let next = bytes.first(ASCII.newline, in: (end + 1)..<lines.upperBound) ?? lines.upperBound
      guard end + 1 < next, !bytes.isRule(end + 1..<next), isRow(end + 1..<next, of: bytes) else { break }
      end = next
    }
    return lines.lowerBound..<end
  }

  func start(of column: Int) -> Int? {
    column == 0 ? 0 : column <= crossings.count ? crossings[column - 1] + 1 : nil
  }

  func mayBeRow(_ line: Range<Int>, of table: TextTable) -> Bool? { isRow(line, of: table.bytes) }

  /// Whether a line may be a row: it has the vertical lines of a row.
  func isRow(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let found = strokes(line, of: bytes)
    return crossings.isEmpty ? found.hasEdge : !found.inner.isEmpty
  }

  /// Whether a line has only empty cells and separates rows.
  func isGap(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    guard skipsEmptyRows else { return false }
    return cells(ofLine: line, of: bytes).allSatisfy { bytes.isBlank($0) }
  }

  /// Cuts a row of one or several lines.
  func cut(_ row: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    guard continuation != .none, let newline = bytes.first(ASCII.newline, in: row) else {
      cells = self.cells(ofLine: row, of: bytes)
      return
    }
    cells = self.cells(ofLine: row.lowerBound..<newline, of: bytes).enumerated().map { column, cell in
      fragment(cell, column, lineEnd: newline, of: bytes)
    }
    var start = newline + 1
    while start < row.upperBound {
      let end = bytes.first(ASCII.newline, in: start..<row.upperBound) ?? row.upperBound
      for (column, cell) in self.cells(ofLine: start..<end, of: bytes).enumerated() where column < cells.count
      {
        let cell = fragment(cell, column, lineEnd: end, of: bytes)
        if cell.isEmpty { continue }
        cells[column] = cells[column].isEmpty ? cell : cells[column].lowerBound..<cell.upperBound
      }
      start = end + 1
    }
  }

  /// Returns the text of a cell: its lines joined, `\|` as `|`; nil if the bytes are the text.
  func decoded(_ cell: Range<Int>, of bytes: TextBytes) -> [UInt8]? {
    guard continuation != .none, bytes.first(ASCII.newline, in: cell) != nil else {
      guard isASCII, bytes.first(ASCII.backslash, in: cell) != nil else { return nil }
      return withoutEscapes(bytes[cell])
    }
    var start = cell.lowerBound
    while start > 0, bytes[start - 1] != ASCII.newline { start -= 1 }
    var text: [UInt8] = []
    var column: Int?
    var isWrapped = false
    while start < cell.upperBound {
      let end = bytes.first(ASCII.newline, in: start..<bytes.count) ?? bytes.count
      let cells = cells(ofLine: start..<end, of: bytes)
      column =
        column ?? cells.firstIndex { $0.lowerBound <= cell.lowerBound && cell.lowerBound <= $0.upperBound }
      if let column, column < cells.count {
        var piece = fragment(cells[column], column, lineEnd: end, of: bytes)
        let isCut = cellEnd(of: cells[column], column, lineEnd: end, bytes) == .wrap
        // A blank before the mark is part of the text.
        if isCut {
          piece =
            piece
            .lowerBound..<(cells[column].upperBound - (bytes[cells[column].upperBound - 1] < 0x80 ? 1 : 3))
        }
        if !text.isEmpty, !piece.isEmpty, !isWrapped {
          text.append(continuation == .wraps ? ASCII.space : ASCII.newline)
        }
        text += bytes[piece]
        if !piece.isEmpty { isWrapped = isCut }
      }
      start = end + 1
    }
    return isASCII ? withoutEscapes(text) : text
  }

  private func withoutEscapes(_ text: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text {
      if byte == UInt8(ascii: "|"), result.last == ASCII.backslash { result.removeLast() }
      result.append(byte)
    }
    return result
  }

  // MARK: Vertical lines

  /// Returns the vertical lines between the cells of a line, and the range between its edges.
  private func strokes(_ line: Range<Int>, of bytes: TextBytes) -> (
    inner: ArraySlice<Range<Int>>, inside: Range<Int>, hasEdge: Bool
  ) {
    var inside = bytes.trimmed(line)
    var inner = bytes.verticals(inside, areASCII: isASCII)[...]
    var hasEdge = false
    for _ in 0..<leading {
      guard let first = inner.first, first.lowerBound == inside.lowerBound else { break }
      inside = first.upperBound..<inside.upperBound
      inner.removeFirst()
      hasEdge = true
    }
    for _ in 0..<trailing {
      guard let last = inner.last, last.upperBound == inside.upperBound else { break }
      inside = inside.lowerBound..<last.lowerBound
      inner.removeLast()
    }
    return (inner, inside, hasEdge)
  }

  /// Cuts one line of a row.
  func cells(ofLine line: Range<Int>, of bytes: TextBytes) -> [Range<Int>] {
    let (all, inside, _) = strokes(line, of: bytes)
    let inner =
      all.count > crossings.count && !crossings.isEmpty ? chosen(from: Array(all), line, bytes) : Array(all)
    var cells: [Range<Int>] = []
    var start = inside.lowerBound
    for stroke in inner {
      cells.append(start..<stroke.lowerBound)
      start = stroke.upperBound
    }
    return cells + [start..<max(start, inside.upperBound)]
  }

  /// Selects the vertical lines that separate cells if there are more of them than crossings: those below the
  /// crossings; otherwise those between blanks; otherwise the first.
  private func chosen(from strokes: [Range<Int>], _ line: Range<Int>, _ bytes: TextBytes) -> [Range<Int>] {
    let screen = ScreenLine(line, of: bytes)
    let offsets = Set(strokes.map(\.lowerBound))
    let below = crossings.map { screen.offset($0) }
    if below.allSatisfy(offsets.contains) { return strokes.filter { below.contains($0.lowerBound) } }
    let spaced = strokes.filter { bytes.isBetweenBlanks($0, in: line) }
    return spaced.count == crossings.count ? spaced : Array(strokes.prefix(crossings.count))
  }

  // MARK: Rows of several lines

  private enum CellEnd { case none, newline, wrap }

  /// Whether a mark at the end of a cell of `line` continues that cell on the next line.
  func goesOn(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let cells = cells(ofLine: line, of: bytes)
    return cells.indices.contains { cellEnd(of: cells[$0], $0, lineEnd: line.upperBound, bytes) != .none }
  }

  /// Whether `line` continues the row whose last line is `former`.
  func continues(_ former: Range<Int>, with line: Range<Int>, of bytes: TextBytes) -> Bool {
    switch continuation {
    case .none: return false
    case .rules: return true
    case .marks: return goesOn(former, of: bytes)
    case .wraps: return isWrapped(former, line, of: bytes)
    }
  }

  /// Whether the first cell of `line` is empty, its other texts are below text, and the first word of one of
  /// them did not fit in the cell above.
  func isWrapped(_ former: Range<Int>, _ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let (above, cells) = (cells(ofLine: former, of: bytes), cells(ofLine: line, of: bytes))
    guard cells.count == above.count, cells.count > 1, bytes.isBlank(cells[0]) else { return false }
    let filled = cells.indices.filter { !bytes.isBlank(cells[$0]) }
    guard !filled.isEmpty, filled.allSatisfy({ !bytes.isBlank(above[$0]) }) else { return false }
    return filled.contains { column in
      let room = ScreenLine(above[column], of: bytes).width
      let area = above[column].count
      let word = bytes.words(cells[column]).first.map { $0.count } ?? 0
      return room + word + 1 >= area
    }
  }

  private func cellEnd(of cell: Range<Int>, _ column: Int, lineEnd: Int, _ bytes: TextBytes) -> CellEnd {
    guard continuation == .marks, cell.count > 1 else { return .none }
    // The last cell may end anywhere; its mark is below the end of the rule.
    if column == crossings.count, trailing == 0 {
      var start = cell.lowerBound
      while start > 0, bytes[start - 1] != ASCII.newline { start -= 1 }
      guard ScreenLine(start..<lineEnd, of: bytes).width >= width else { return .none }
    }
    switch bytes[cell.upperBound - 1] {
    case ASCII.plus: return .newline
    case ASCII.dot: return .wrap
    case 0xB5 where bytes.has("↵", at: cell.upperBound - 3): return .newline
    case 0xA6 where bytes.has("…", at: cell.upperBound - 3): return .wrap
    default: return .none
    }
  }

  /// Returns the text of a cell in one line, without blanks and marks.
  private func fragment(_ cell: Range<Int>, _ column: Int, lineEnd: Int, of bytes: TextBytes) -> Range<Int> {
    var cell = cell
    if continuation == .marks {
      if cellEnd(of: cell, column, lineEnd: lineEnd, bytes) != .none {
        let length = bytes[cell.upperBound - 1] < 0x80 ? 1 : 3
        cell = cell.lowerBound..<max(cell.lowerBound, cell.upperBound - length)
      }
      if let first = cell.first, bytes[first] == ASCII.dot {
        cell = (first + 1)..<cell.upperBound
      } else if let first = cell.first, bytes.has("…", at: first) {
        cell = (first + 3)..<cell.upperBound
      }
    }
    return bytes.trimmed(cell)
  }
}

extension TextBytes {
  /// Whether `range` has a blank or an end of the line on both sides.
  func isBetweenBlanks(_ range: Range<Int>, in line: Range<Int>) -> Bool {
    (range.lowerBound == line.lowerBound || base[range.lowerBound - 1].isBlank)
      && (range.upperBound >= line.upperBound || base[range.upperBound].isBlank)
  }
}
