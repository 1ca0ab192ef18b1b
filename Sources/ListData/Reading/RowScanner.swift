/// Finds the starts and ends of rows in the bytes that have arrived.
///
/// The result does not depend on the pieces in which the bytes arrive: a row counts when its end has arrived,
/// and only the end of the text decides about a row or a quote that is still open.
struct RowScanner: Sendable {
  /// The offset where the next row may begin.
  private var position: Int
  /// The offset up to which the end of that row was searched.
  private var searched: Int
  /// The end of the last row.
  private(set) var rowsEnd: Int
  /// The lines outside rows and the header.
  private(set) var others = OtherLines()
  /// The number of rows below blank lines, except the first.
  private(set) var blankLines = 0
  /// Whether the lines above the rows were read.
  private var hasReadHead = false
  /// Whether the previous line was blank.
  private var isAfterBlank = false
  /// Whether the previous line that is not blank was a rule.
  private var isAfterRule = false
  /// The last line of the row, which may still continue.
  private var openLine: Range<Int>?
  /// Whether the table has ended; the following lines are not its rows.
  private var isEnded = false
  /// The offset of the quote that opened the current cell.
  private var openQuote: Int?
  /// The offset of the first quote that is never closed. It and all later quotes are ordinary characters.
  private var looseQuotes = Int.max
  /// The state of the search in JSON.
  private(set) var json = JSONScan()

  init(body: Int) {
    position = body
    searched = body
    rowsEnd = body
  }

  mutating func scan(_ bytes: TextBytes, shape: TableShape, isComplete: Bool, into index: inout RowIndex) {
    guard shape.format != .binary else { return }
    // Rows may begin within a line, so the head is read when bytes beyond it have arrived.
    if !hasReadHead, bytes.count > shape.body || isComplete { readHead(bytes, shape) }
    if !isEnded { scanRows(bytes, shape, isComplete: isComplete, into: &index) }
    if isEnded { scanRest(bytes, isComplete: isComplete, row: index.count) }
  }

  private mutating func scanRows(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, into index: inout RowIndex
  ) {
    var bytes = bytes
    var isComplete = isComplete
    // Text beyond the limit is another table.
    if let limit = shape.limit, limit <= bytes.count {
      bytes = bytes.prefix(limit)
      isComplete = true
    }
    if shape.cut.isMultiline {
      shape.cut.scan(bytes, shape, isComplete: isComplete, by: &self, into: &index)
    } else {
      scanLines(bytes, shape, isComplete: isComplete, into: &index)
    }
    if shape.limit.map({ $0 <= bytes.count }) ?? false, !isEnded {
      isEnded = true
      position = max(position, bytes.count)
    }
  }

  /// Notes the lines above the rows that are not the header.
  private mutating func readHead(_ bytes: TextBytes, _ shape: TableShape) {
    hasReadHead = true
    let header = shape.headerLine.map { $0 - 1..<$0 - 1 + shape.headerCount }
    var start = shape.head.start
    var number = shape.head.line
    while start < min(shape.body, bytes.count) {
      let newline = bytes.first(ASCII.newline, in: start..<min(shape.body, bytes.count))
      guard let end = newline ?? (shape.body >= bytes.count ? bytes.count : nil) else { return }
      if header?.contains(number) != true { noteOther(start..<end, of: bytes, row: 0) }
      start = end + 1
      number += 1
    }
  }

  /// Notes the lines below the rows.
  private mutating func scanRest(_ bytes: TextBytes, isComplete: Bool, row: Int) {
    if position > 0, position < bytes.count, bytes[position - 1] != ASCII.newline, position < rowsEnd + 1 {
      // Skip the rest of the line in which the last row ends.
      position = bytes.first(ASCII.newline, in: position..<bytes.count).map { $0 + 1 } ?? position
    }
    while position < bytes.count, let (end, next) = bytes.lineEnd(from: position, isComplete: isComplete) {
      noteOther(position..<end, of: bytes, row: row)
      position = next
    }
  }

  private mutating func noteOther(_ line: Range<Int>, of bytes: TextBytes, row: Int) {
    if bytes.hasText(line) { others.append(line, row: row) }
  }

  /// Adds a row for each line that is not blank and that the cut accepts as a row.
  mutating func scanLines(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, into index: inout RowIndex
  ) {
    let cut = shape.cut
    while position < bytes.count {
      guard let (end, next) = bytes.lineEnd(from: searched, isComplete: isComplete) else {
        searched = bytes.count
        return
      }
      let line = position..<end
      if !shape.keepsBlankLines, bytes.isBlank(line) {
        isAfterBlank = true
        openLine = nil
      } else {
        let above = LinesAbove(
          row: openLine, isAfterBlank: isAfterBlank, isAfterRule: isAfterRule, rows: index.count)
        switch shape.isRemark(line, of: bytes) ? .other : cut.verdict(on: line, of: bytes, above) {
        case .row:
          if isAfterBlank, index.count > 0 { blankLines += 1 }
          index.append(position)
          rowsEnd = end
          openLine = line
          isAfterRule = false
        case .continuation:
          rowsEnd = end
          openLine = line
        case .decoration:
          openLine = nil
          isAfterRule = true
        case .other:
          openLine = nil
          noteOther(line, of: bytes, row: index.count)
        case .end:
          isEnded = true
          return
        }
        isAfterBlank = false
      }
      position = next
      searched = next
    }
  }

  /// Adds a row for each line; an open quoted cell continues the row on the next line.
  mutating func scanQuoted(
    _ bytes: TextBytes, _ delimiter: Delimiter, _ shape: TableShape, isComplete: Bool,
    into index: inout RowIndex
  ) {
    while position < bytes.count {
      if let quote = openQuote {
        // The last byte may be the first of a doubled quote.
        let close = delimiter.closingQuote(in: searched..<bytes.count, of: bytes)
        if let close, isComplete || delimiter.isDecided(after: close + 1, of: bytes) {
          searched = close + 1
        } else if isComplete {
          // A quote that is never closed is an ordinary character, and so are all later ones.
          looseQuotes = quote
          searched = quote + 1
        } else {
          // Without a closing quote all quotes so far are doubled; one at the end may be the first of a
          // doubled quote.
          searched = close ?? bytes.count
          return
        }
        openQuote = nil
      }
      guard let offset = bytes.first(ASCII.newline, or: delimiter.sign, in: searched..<bytes.count) else {
        searched = bytes.count
        guard isComplete else { return }
        take(position..<bytes.count, of: bytes, delimiter, shape, into: &index)
        position = bytes.count
        return
      }
      searched = offset + 1
      if bytes[offset] == ASCII.newline {
        take(position..<offset, of: bytes, delimiter, shape, into: &index)
        position = offset + 1
      } else if offset < looseQuotes, delimiter.opensCell(offset, from: position, of: bytes) {
        openQuote = offset
      }
    }
  }

  private mutating func take(
    _ line: Range<Int>, of bytes: TextBytes, _ delimiter: Delimiter, _ shape: TableShape,
    into index: inout RowIndex
  ) {
    if bytes.isEmptyLine(line) { return isAfterBlank = true }
    if isAfterBlank, index.count > 0 { blankLines += 1 }
    isAfterBlank = false
    guard delimiter.isRow(line, of: bytes), !shape.isRemark(line, of: bytes) else {
      return noteOther(line, of: bytes, row: index.count)
    }
    index.append(line.lowerBound)
    rowsEnd = line.upperBound
  }
}

/// The role of a line in a table.
enum LineVerdict {
  /// A row.
  case row
  /// An additional line of the row above.
  case continuation
  /// A rule or a repeated header.
  case decoration
  /// Another line; the table continues below it.
  case other
  /// The first line below the table.
  case end
}

/// The lines outside rows and the header.
struct OtherLines: Sendable {
  private(set) var lines: [OtherLine] = []

  /// Returns the offset of the first line directly above a row, below the row before it; nil if there is none.
  func firstAbove(_ row: Int) -> Int? {
    guard let last = lines.last, last.row >= row else { return nil }
    var (low, high) = (0, lines.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].row < row { low = middle + 1 } else { high = middle }
    }
    return lines[low].row == row ? lines[low].range.lowerBound : nil
  }

  fileprivate mutating func append(_ line: Range<Int>, row: Int) {
    lines.append(OtherLine(range: line, row: row))
  }
}

/// A line outside rows and the header: a title, a remark, a line of another table.
package struct OtherLine: Sendable, Equatable {
  /// The range of the line in ``TextTable/bytes``.
  package let range: Range<Int>
  /// The row above which the line is located; the number of rows for lines below the last row.
  package let row: Int
}

extension TextBytes {
  /// Whether `line` contains letters, digits or characters beyond ASCII, except box-drawing characters.
  func hasText(_ line: Range<Int>) -> Bool {
    var offset = line.lowerBound
    while offset < line.upperBound {
      let byte = base[offset]
      if byte.isLetter || byte.isDigit { return true }
      if byte >= 0x80 {
        guard boxSign(at: offset) != nil else { return true }
        offset += 2
      }
      offset += 1
    }
    return false
  }

  /// Whether a line begins with a word for a sum of the lines above, such as `Total`, `SUM:`, `Average`, or
  /// consists of values followed by `total`.
  func isFooter(_ line: Range<Int>) -> Bool {
    let line = trimmed(line)
    if let first = line.first, base[first].isDigit, let last = line.last, base[last] == UInt8(ascii: "l") {
      let words = words(line)
      return words.count > 2 && self[words[words.count - 1]].elementsEqual("total".utf8)
        && words.dropLast().allSatisfy { isLiteral($0) }
    }
    var start = line.lowerBound
    while start < line.upperBound, !base[start].isLetter {
      guard base[start] < 0x80 || boxSign(at: start) != nil else { return false }
      if base[start].isDigit { return false }
      start += base[start] < 0x80 ? 1 : 3
    }
    var end = start
    while end < line.upperBound, base[end].isLetter { end += 1 }
    guard
      end == line.upperBound
        || !(base[end].isDigit || base[end] == UInt8(ascii: "_") || base[end] == ASCII.minus)
    else {
      return false
    }
    // The first letter rules out most lines.
    guard start < end, end - start < 10, [0x74, 0x73, 0x61, 0x6F].contains(base[start] | 0x20) else {
      return false
    }
    let word = String(decoding: self[start..<end], as: UTF8.self).lowercased()
    return ["total", "totals", "sum", "average", "avg", "overall", "subtotal"].contains(word)
  }

  /// Whether a line only states the number of lines above: `(7 rows)`, `2 rows in set (0.00 sec)`,
  /// `3 timers listed.`
  func isCount(_ line: Range<Int>) -> Bool {
    let line = trimmed(line)
    guard line.count <= 80, let first = line.first else { return false }
    let words = words(line)
    guard (2...7).contains(words.count) else { return false }
    let number = base[first] == ASCII.openParenthesis ? first + 1..<words[0].upperBound : words[0]
    guard !number.isEmpty, self[number].allSatisfy(\.isDigit) else { return false }
    let noun = String(decoding: self[words[1]], as: UTF8.self).lowercased().filter(\.isLetter)
    return ["row", "rows", "record", "records", "entry", "entries", "result", "results", "item", "items"]
      .contains(noun)
      || words.last.map { string($0).hasPrefix("listed") || string($0).hasPrefix("loaded") } ?? false
  }

  /// Whether a line below some rows begins or ends with their number, beside at least two other words:
  /// `17 upgrades available.`, `Total entries: 9`.
  func isRemark(_ line: Range<Int>, below rows: Int) -> Bool {
    let line = trimmed(line)
    guard let first = line.first, let last = line.last, line.count <= 200,
      base[first].isDigit || base[last].isDigit, hasSingleBlanks(line)
    else { return false }
    let words = words(line)
    return words.count { base[$0.lowerBound].isLetter } > 1
      && [words[0], words[words.count - 1]].contains { self[$0].elementsEqual("\(rows)".utf8) }
  }

  /// Whether single blanks separate the words of a line.
  func hasSingleBlanks(_ line: Range<Int>) -> Bool {
    let words = words(line)
    return zip(words, words.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound }
  }

  /// Returns `range` without blank lines at both ends.
  func withoutBlankLines(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, base[start].isSpace { start += 1 }
    while start > range.lowerBound, base[start - 1].isBlank { start -= 1 }
    return start..<max(start, trimmed(range).upperBound)
  }

  /// Returns the first line in `range`, without its newline.
  func firstLine(of range: Range<Int>) -> Range<Int> {
    range.lowerBound..<(first(ASCII.newline, in: range) ?? range.upperBound)
  }

  /// Whether `line` contains only white space.
  @inline(__always)
  func isBlank(_ line: Range<Int>) -> Bool {
    for offset in line where !base[offset].isSpace { return false }
    return true
  }

  /// Whether `line` is empty, or contains only a carriage return.
  @inline(__always)
  func isEmptyLine(_ line: Range<Int>) -> Bool {
    line.isEmpty || (line.count == 1 && base[line.lowerBound] == ASCII.carriageReturn)
  }
}

extension RowScanner {
  /// Adds rows for the elements of an array, the members of an object, or consecutive values.
  ///
  /// Only brackets and strings are parsed; the text between them is parsed when cells are cut.
  mutating func scanJSON(
    _ bytes: TextBytes, _ layout: JSONLayout, _ shape: TableShape, isComplete: Bool,
    into index: inout RowIndex
  ) {
    while !isEnded {
      if let close = json.close {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
        guard position < bytes.count else { return }
        guard layout.container == .array, !layout.isInside, bytes[position] == UInt8(ascii: "[") else {
          isEnded = true
          // The blanks before the text belong to its line.
          var start = position
          while start > close + 1, bytes[start - 1] != ASCII.newline { start -= 1 }
          if start > close + 1 { position = start }
          return
        }
        json.close = nil
        position += 1
      }
      if !json.hasBegun {
        while position < bytes.count, bytes[position].isSpace || bytes[position] == UInt8(ascii: ",") {
          position += 1
        }
        guard position < bytes.count else { return }
        if !shape.remarks.isEmpty, position == 0 || bytes[position - 1] == ASCII.newline {
          guard let (end, next) = bytes.lineEnd(from: position, isComplete: isComplete) else { return }
          if shape.isRemark(position..<end, of: bytes) {
            noteOther(position..<end, of: bytes, row: index.count)
            position = next
            continue
          }
        }
        if layout.container != .sequence, bytes[position].closesJSON {
          json.close = position
          position += 1
          continue
        }
        json = JSONScan(hasBegun: true)
        searched = position
      }
      guard let end = endOfJSON(bytes, layout) ?? (isComplete ? bytes.count : nil) else { return }
      index.append(position)
      rowsEnd = bytes.trimmed(position..<end).upperBound
      json.hasBegun = false
      position = end
    }
  }

  /// Returns the end of the row that begins at `position`; nil if it has not arrived.
  private mutating func endOfJSON(_ bytes: TextBytes, _ layout: JSONLayout) -> Int? {
    let isSequence = layout.container == .sequence
    while searched < bytes.count {
      if json.isInString {
        guard let found = bytes.first(ASCII.quote, or: ASCII.backslash, in: searched..<bytes.count) else {
          searched = bytes.count
          return nil
        }
        guard bytes[found] == ASCII.quote else {
          searched = found
          guard found + 1 < bytes.count else { return nil }
          searched = found + 2
          continue
        }
        json.isInString = false
        searched = found + 1
        if isSequence, json.depth == 0 { return searched }
        continue
      }
      let byte = bytes[searched]
      if byte == ASCII.quote {
        json.isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        json.depth += 1
      } else if byte.closesJSON {
        if json.depth == 0, !isSequence { return searched }
        json.depth = max(json.depth - 1, 0)
        if json.depth == 0, isSequence { return searched + 1 }
      } else if json.depth == 0, isSequence ? byte.isSpace : byte == UInt8(ascii: ",") {
        return searched
      }
      searched += 1
    }
    return nil
  }
}

extension RowScanner {
  /// Adds rows for blocks of lines.
  mutating func scanRecords(
    _ bytes: TextBytes, _ cut: RecordCut, _ shape: TableShape, isComplete: Bool,
    into index: inout RowIndex
  ) {
    // `position` is the start of the open block.
    while searched < bytes.count {
      guard let (end, next) = bytes.lineEnd(from: searched, isComplete: isComplete) else { return }
      let line = searched..<end
      if bytes.isBlank(line) || bytes.isRule(line) && !bytes.isRecordTitle(line) {
        if cut.beginning == .blank {
          takeRecord(bytes, cut, until: searched, into: &index)
          position = next
        }
      } else if shape.isRemark(line, of: bytes)
        || bytes.isCount(line) && cut.field(line, of: bytes) == nil && cut.begins(line, of: bytes) != true
      {
        // `2 rows in set` ends the last record.
        takeRecord(bytes, cut, until: searched, into: &index)
        noteOther(line, of: bytes, row: index.count)
        position = next
      } else if cut.begins(line, of: bytes) == true {
        takeRecord(bytes, cut, until: searched, into: &index)
        position = searched
      }
      searched = next
    }
    if isComplete {
      takeRecord(bytes, cut, until: bytes.count, into: &index)
      position = bytes.count
    }
  }

  /// Adds a block as a row, or, if no field of it has a name, notes its lines as other lines.
  private mutating func takeRecord(
    _ bytes: TextBytes, _ cut: RecordCut, until end: Int, into index: inout RowIndex
  ) {
    let block = bytes.withoutLineEnds(bytes.withoutBlankLines(position..<end))
    guard !block.isEmpty else { return }
    var hasName = false
    cut.forEachField(in: block, of: bytes) { name, _ in if name != nil { hasName = true } }
    guard hasName else {
      var start = block.lowerBound
      while start < block.upperBound {
        let next = bytes.first(ASCII.newline, in: start..<block.upperBound) ?? block.upperBound
        noteOther(start..<next, of: bytes, row: index.count)
        start = next + 1
      }
      return
    }
    index.append(block.lowerBound)
    rowsEnd = block.upperBound
  }
}

/// The state of a search for the end of a JSON value.
struct JSONScan: Sendable {
  /// Whether a row has begun whose end has not been found.
  var hasBegun = false
  /// The number of open arrays and objects in the row.
  var depth = 0
  var isInString = false
  /// The offset of the bracket that closed the array, or the last array; nil while an array is open.
  var close: Int?
}

extension UInt8 {
  /// Whether the byte is the closing bracket of an array or an object.
  @inline(__always)
  fileprivate var closesJSON: Bool { self == UInt8(ascii: "}") || self == UInt8(ascii: "]") }
}
