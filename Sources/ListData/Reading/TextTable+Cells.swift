extension TextTable {
  /// Returns the text of a cell for display: without quotes, escapes resolved, invalid UTF-8 as U+FFFD.
  ///
  /// Control characters are kept.
  package func text(_ row: Int, _ column: Int) -> String {
    text(in: cell(row, column))
  }

  /// Returns the texts of some columns of a row, as ``text(_:_:)`` returns them. The row is cut once.
  package func texts(_ row: Int, _ columns: some Sequence<Int>) -> [String] {
    let cells = cells(of: row)
    return columns.map { $0 < cells.count ? text(in: trimmed(cells[$0])) : "" }
  }

  /// Returns the start of the cell as ``text(_:_:)`` returns it: the entire cell if it has at most `limit`
  /// bytes; otherwise at least the text of nearly `limit` bytes.
  ///
  /// For the screen, which is narrower than the longest cells. Indentation is kept.
  ///
  /// - Complexity: O(`limit`), plus cutting the row as in ``shownCells(of:)``.
  package func beginning(_ row: Int, _ column: Int, limit: Int) -> String {
    let cells = shownCells(of: row)
    return column < cells.count ? beginning(in: cells[column], limit: limit) : ""
  }

  /// Returns the ranges of the cells of a row for ``beginning(in:limit:)``, including cells beyond the last
  /// column; fewer than the number of columns if the row has fewer cells.
  ///
  /// - Complexity: O(*n*) in the length of the row, of which 1 MiB is read, of JSON 64 MiB. It is cut once.
  package func shownCells(of row: Int) -> [Range<Int>] {
    let line = shownLine(row)
    let cells = cells(of: row, in: line)
    guard shape.cut.isIndented else { return cells.map(trimmed) }
    return cells.enumerated().map { column, cell in
      column < columns.count ? exact(cell, column, in: line) : trimmed(cell)
    }
  }

  /// Returns the start of a cell of ``shownCells(of:)``, as ``beginning(_:_:limit:)`` does.
  package func beginning(in range: Range<Int>, limit: Int) -> String {
    guard range.count > limit + 2 else { return text(in: range) }
    return shape.cut.beginning(of: range, limit: limit, of: bytes)
  }

  /// Calls `body` with the bytes of the text that ``text(_:_:)`` returns, if possible without a string.
  package func withCell<Result>(
    _ row: Int, _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try withCell(in: cell(row, column), body)
  }

  /// Returns the bytes of the text that ``text(_:_:)`` returns, without blanks at both ends: the identity of
  /// a value in ``RowGroups`` and ``ValueCounts``.
  ///
  /// Texts that are equal as strings may have different bytes, as `é` written as one scalar or two, or bytes
  /// that are no UTF-8.
  package func valueBytes(_ row: Int, _ column: Int) -> [UInt8] {
    withCell(row, column) { Array($0.trimmed) }
  }

  func withCell<Result>(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    if let decoded = decoded(range) { return try decoded.withUnsafeBufferPointer(body) }
    return try body(bytes[bare(range)])
  }

  func text(in range: Range<Int>) -> String {
    if let decoded = decoded(range) { return String(decoding: decoded, as: UTF8.self) }
    return bytes.string(bare(range))
  }

  /// Returns `range` without quotes around it.
  func bare(_ range: Range<Int>) -> Range<Int> { shape.cut.bare(range, of: bytes) }

  /// Whether the text of a cell may differ from its bytes.
  func isEncoded(_ range: Range<Int>) -> Bool {
    if Self.isComputed(range) { return true }
    guard let first = range.first else { return false }
    return shape.cut.quote.map { bytes[first] == $0 } ?? (decoded(range) != nil)
  }

  /// Returns the text of a cell if it differs from its bytes; nil if the bytes, without quotes, are the text.
  func decoded(_ range: Range<Int>) -> [UInt8]? {
    if Self.isComputed(range) { return computedText(range) }
    return shape.cut.decoded(range, of: bytes)
  }
}

extension TextBytes {
  /// Returns the bytes in `range` with each doubled quote as one, or, if `quote` is a backslash, without those that
  /// precede another byte.
  func withoutPairs(_ range: Range<Int>, of quote: UInt8) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let isFirst =
        base[offset] == quote && offset + 1 < range.upperBound
        && (base[offset + 1] == quote || quote == ASCII.backslash)
      if isFirst { offset += 1 }
      text.append(base[offset])
      offset += 1
    }
    return text
  }

  /// Returns `end`, or, if `end` is inside a character, the start of that character.
  func endOfCharacter(before end: Int) -> Int {
    var end = end
    while end > 0, base[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  @inline(__always)
  func withoutLineEnds(_ row: Range<Int>) -> Range<Int> {
    var end = row.upperBound
    while end > row.lowerBound, base[end - 1] == ASCII.newline || base[end - 1] == ASCII.carriageReturn {
      end -= 1
    }
    return row.lowerBound..<end
  }

  /// Returns a JSON element without the separator behind it: white space, a comma, `] [`.
  func withoutComma(_ element: Range<Int>) -> Range<Int> {
    var element = trimmed(element)
    while let last = element.last, base[last] == UInt8(ascii: "[") {
      element = trimmed(element.lowerBound..<last)
      if let last = element.last { element = trimmed(element.lowerBound..<last) }
    }
    guard let last = element.last, base[last] == UInt8(ascii: ",") else { return element }
    return trimmed(element.lowerBound..<last)
  }
}

/// Cells with their significant blanks, to display, print and compare them.
///
/// ```text
/// a, b ,c         " b " between commas
///   /etc          all of a plain line
/// PID COMMAND     the indentation of a last column of text
///   1 init
///  88  \_ sshd    " \_ sshd"
/// ```
///
/// In other formats blanks only align cells.
extension TextTable {
  /// Returns the range of a cell as it is written, with quotes and its significant blanks; empty if the row
  /// does not have the cell.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  package func exactCell(_ row: Int, _ column: Int) -> Range<Int> {
    let line = line(row)
    let cells = cells(of: row, in: line)
    return column < cells.count ? exact(cells[column], column, in: line) : line.upperBound..<line.upperBound
  }

  /// Returns the bytes of a cell, without quotes, escapes resolved. Columns after the last are extra cells.
  package func exactBytes(_ row: Int, _ column: Int) -> [UInt8] {
    let range = exactCell(row, column)
    return decoded(range) ?? Array(bytes[bare(range)])
  }

  /// Calls `body` for each requested cell, or for all cells of a row including those beyond the last column,
  /// with the position of the cell among them and its bytes as ``exactBytes(_:_:)`` returns them.
  ///
  /// The row is cut once.
  package func forEachCell(
    of row: Int, _ wanted: [Int]?, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let line = line(row)
    let cells = cells(of: row, in: line)
    for (offset, column) in (wanted ?? Array(0..<max(columns.count, cells.count))).enumerated() {
      guard column < cells.count else {
        body(offset, UnsafeBufferPointer(start: nil, count: 0))
        continue
      }
      let range = exact(cells[column], column, in: line)
      if let decoded = decoded(range) {
        decoded.withUnsafeBufferPointer { body(offset, $0) }
      } else {
        body(offset, bytes[bare(range)])
      }
    }
  }

  /// Returns the range of a cell of `line` with its significant blanks.
  func exact(_ cell: Range<Int>, _ column: Int, in line: Range<Int>) -> Range<Int> {
    if Self.isComputed(cell) { return cell }
    return shape.cut.exact(cell, column, in: line, of: self)
  }
}

extension TextTable {
  /// The last row if it holds the sums of the others, as `df --total`, `du -c` and `wc` print it: one of its
  /// cells says `total`, and no cell of the row before does. Column totals leave it out.
  package var totalRow: Int? {
    guard rowCount > 1, saysTotal(rowCount - 1), !saysTotal(rowCount - 2) else { return nil }
    return rowCount - 1
  }

  private func saysTotal(_ row: Int) -> Bool {
    columns.indices.contains { column in
      columns[column].kind == .text
        && withCell(row, column) { cell in
          var word = cell.trimmed
          if word.last == ASCII.colon { word = UnsafeBufferPointer(rebasing: word.dropLast()) }
          guard (3...6).contains(word.count) else { return false }
          return ["total", "totals", "sum"].contains { name in
            name.utf8.elementsEqual(word.lazy.map { $0 | 0x20 })
          }
        }
    }
  }
}
