/// Finds where rows begin and end, as far as the bytes have arrived.
///
/// What it found never depends on how many pieces the bytes came in: a row counts when its end is there, and only
/// the end of the whole decides about what stays open.
struct RowScanner: Sendable {
  /// Where the next row may begin.
  private var position: Int
  /// Up to where the bytes were searched for the end of that row.
  private var searched: Int
  /// The end of the last row.
  private(set) var rowsEnd: Int
  /// What is in no row and in no header.
  private(set) var others = OtherLines()
  /// Whether the lines above the rows were read.
  private var hasReadHead = false
  /// Whether the line before was blank.
  private var isAfterBlank = false
  /// Whether the line before, blank ones apart, was a rule.
  private var isAfterRule = false
  /// The last line of the row that may still go on.
  private var openLine: Range<Int>?
  /// Whether the table is over; what follows are no rows of it.
  private var isEnded = false
  /// The quote that opened the cell in which the search stands.
  private var openQuote: Int?
  /// From here on no quote is closed any more.
  private var looseQuotes = Int.max
  /// Where the search stands in JSON.
  private(set) var json = JSONScan()

  init(body: Int) {
    position = body
    searched = body
    rowsEnd = body
  }

  /// Looks for rows in the bytes that are new.
  mutating func scan(_ bytes: TextBytes, shape: TableShape, isComplete: Bool, into index: inout RowIndex) {
    guard shape.format != .binary else { return }
    // Rows may begin within a line: whether one ends just there shows only in what follows.
    if !hasReadHead, bytes.count > shape.body || isComplete { readHead(bytes, shape) }
    if !isEnded { scanRows(bytes, shape, isComplete: isComplete, into: &index) }
    if isEnded { scanRest(bytes, isComplete: isComplete, row: index.count) }
  }

  private mutating func scanRows(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, into index: inout RowIndex
  ) {
    var bytes = bytes
    var isComplete = isComplete
    // What stands behind the limit is another table.
    if let limit = shape.limit, limit <= bytes.count {
      bytes = bytes.prefix(limit)
      isComplete = true
    }
    switch shape.cut {
    case .delimited(let delimiter) where delimiter.isMultiline:
      scanQuoted(bytes, delimiter, isComplete: isComplete, into: &index)
    case .json(let layout) where !layout.isLines:
      scanJSON(bytes, layout, isComplete: isComplete, into: &index)
    case .records(let cut) where cut.isMultiline:
      scanRecords(bytes, cut, isComplete: isComplete, into: &index)
    default:
      scanLines(bytes, shape, isComplete: isComplete, into: &index)
    }
    if shape.limit.map({ $0 <= bytes.count }) ?? false, !isEnded {
      isEnded = true
      position = max(position, bytes.count)
    }
  }

  /// Notes the lines above the rows that name no columns.
  private mutating func readHead(_ bytes: TextBytes, _ shape: TableShape) {
    hasReadHead = true
    let header = shape.headerLine.map { $0 - 1..<$0 - 1 + shape.headerCount }
    var start = 0
    var number = 0
    while start < min(shape.body, bytes.count) {
      let newline = bytes.first(ASCII.newline, in: start..<min(shape.body, bytes.count))
      guard let end = newline ?? (shape.body >= bytes.count ? bytes.count : nil) else { return }
      if header?.contains(number) != true { noteOther(start..<end, of: bytes, row: 0) }
      start = end + 1
      number += 1
    }
  }

  /// Notes the lines behind the rows.
  private mutating func scanRest(_ bytes: TextBytes, isComplete: Bool, row: Int) {
    if position > 0, position < bytes.count, bytes[position - 1] != ASCII.newline, position < rowsEnd + 1 {
      // The rest of the line in which the last row ends.
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

  /// Takes each line as a row that holds more than blanks and that the cut takes for one.
  private mutating func scanLines(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, into index: inout RowIndex
  ) {
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
        switch verdict(on: line, of: bytes, shape.cut, rows: index.count) {
        case .row:
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

  /// Whether a line is named with a colon, `Average:`, and the row above it is not.
  private func isAverage(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    func isNamed(_ line: Range<Int>) -> Bool {
      bytes.words(line).first.map { bytes[$0.upperBound - 1] == ASCII.colon } ?? false
    }
    guard let openLine else { return false }
    return isNamed(line) && !isNamed(openLine)
  }

  /// What a line that is not blank is to the table.
  private func verdict(on line: Range<Int>, of bytes: TextBytes, _ cut: RowCut, rows: Int) -> LineVerdict {
    switch cut {
    case .aligned(let cut):
      if rows > 0, bytes.isFooter(line), isAfterRule || !cut.header.isEmpty && isAverage(line, of: bytes) {
        return .other
      }
      return cut.verdict(on: line, of: bytes, isAfterBlank: isAfterBlank)
    case .drawn(let cut):
      if bytes.isRule(line) { return .decoration }
      guard cut.isRow(line, of: bytes) else { return rows == 0 || bytes.hasEdge(line) ? .other : .end }
      if let openLine, cut.continues(openLine, with: line, of: bytes) { return .continuation }
      return isAfterRule && rows > 1 && bytes.isFooter(line) ? .other : .row
    case .pair(let cut): return cut.isPair(line, of: bytes) ? .row : .other
    default: return .row
    }
  }

  /// Takes lines as rows; where a quoted cell is open, the line goes on in the next.
  private mutating func scanQuoted(
    _ bytes: TextBytes, _ delimiter: Delimiter, isComplete: Bool, into index: inout RowIndex
  ) {
    while position < bytes.count {
      if let quote = openQuote {
        // The last byte may be the first of two quotes.
        let close = delimiter.closingQuote(in: searched..<bytes.count, of: bytes)
        if let close, isComplete || close + 1 < bytes.count {
          searched = close + 1
        } else if isComplete {
          // Never closed: a letter like others, as are all that follow.
          looseQuotes = quote
          searched = quote + 1
        } else {
          // Without one all quotes so far are pairs; else it may be the first of a pair.
          searched = close ?? bytes.count
          return
        }
        openQuote = nil
      }
      guard let place = bytes.first(ASCII.newline, or: delimiter.quote, in: searched..<bytes.count) else {
        searched = bytes.count
        guard isComplete else { return }
        take(position..<bytes.count, of: bytes, into: &index)
        position = bytes.count
        return
      }
      searched = place + 1
      if bytes[place] == ASCII.newline {
        take(position..<place, of: bytes, into: &index)
        position = place + 1
      } else if place < looseQuotes, delimiter.opensCell(place, from: position, of: bytes) {
        openQuote = place
      }
    }
  }

  private mutating func take(_ line: Range<Int>, of bytes: TextBytes, into index: inout RowIndex) {
    if bytes.isEmptyLine(line) { return }
    index.append(line.lowerBound)
    rowsEnd = line.upperBound
  }
}

/// What a line is to a table.
enum LineVerdict {
  /// A row.
  case row
  /// A further line of the row above.
  case continuation
  /// A rule, or a head that is repeated.
  case decoration
  /// Neither, and the table goes on behind it.
  case other
  /// The first line behind the table.
  case end
}

/// Lines that are in no row and in no header.
struct OtherLines: Sendable {
  private(set) var lines: [OtherLine] = []

  fileprivate mutating func append(_ line: Range<Int>, row: Int) {
    lines.append(OtherLine(range: line, row: row))
  }
}

/// A line that is in no row and in no header: a title, a remark, a line of another table.
public struct OtherLine: Sendable, Equatable {
  /// Where it stands in ``TextTable/bytes``.
  public let range: Range<Int>
  /// The row above which it stands; the number of rows for lines below the last.
  public let row: Int
}

extension TextBytes {
  /// Whether `line` holds something to read: a letter, a digit or a character beyond ASCII that draws no box.
  func hasText(_ line: Range<Int>) -> Bool {
    var place = line.lowerBound
    while place < line.upperBound {
      let byte = base[place]
      if byte.isLetter || byte.isDigit { return true }
      if byte >= 0x80 {
        guard boxSign(at: place) != nil else { return true }
        place += 2
      }
      place += 1
    }
    return false
  }

  /// Whether a line begins with a word for a sum of the lines above: `Total`, `SUM:`, `Average`; or ends with it, behind numbers
  /// alone.
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
    // Most lines are told apart by their first letter.
    guard start < end, end - start < 10, [0x74, 0x73, 0x61, 0x6F].contains(base[start] | 0x20) else {
      return false
    }
    let word = String(decoding: self[start..<end], as: UTF8.self).lowercased()
    return ["total", "totals", "sum", "average", "avg", "overall", "subtotal"].contains(word)
  }

  /// Whether a line only counts what stands above: `(7 rows)`, `2 rows in set (0.00 sec)`, `3 timers listed.`
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

  /// Whether a line begins with a stroke that draws an edge.
  func hasEdge(_ line: Range<Int>) -> Bool {
    guard let first = trimmed(line).first else { return false }
    return base[first] == UInt8(ascii: "|") || boxSign(at: first) == .vertical
  }

  /// `range` without blank lines at its ends.
  func withoutBlankLines(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, base[start].isSpace { start += 1 }
    while start > range.lowerBound, base[start - 1].isBlank { start -= 1 }
    return start..<max(start, trimmed(range).upperBound)
  }

  /// Whether `line` holds nothing but blanks.
  @inline(__always)
  func isBlank(_ line: Range<Int>) -> Bool {
    for place in line where !base[place].isSpace { return false }
    return true
  }

  /// Whether `line` holds nothing, or only the end of a line.
  @inline(__always)
  func isEmptyLine(_ line: Range<Int>) -> Bool {
    line.isEmpty || (line.count == 1 && base[line.lowerBound] == ASCII.carriageReturn)
  }
}

extension RowScanner {
  /// Takes elements of an array, members of an object or values one after the other as rows.
  ///
  /// Only brackets and strings are parsed: what is between them is read when cells are cut.
  mutating func scanJSON(
    _ bytes: TextBytes, _ layout: JSONLayout, isComplete: Bool, into index: inout RowIndex
  ) {
    while !isEnded {
      if json.close != nil {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
        guard position < bytes.count else { return }
        guard layout.container == .array, !layout.isInside, bytes[position] == UInt8(ascii: "[") else {
          isEnded = true
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

  /// The end of the row that begins at `position`; nil if it has not arrived.
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
  /// Takes blocks of lines as rows.
  fileprivate mutating func scanRecords(
    _ bytes: TextBytes, _ cut: RecordCut, isComplete: Bool, into index: inout RowIndex
  ) {
    // `position` is where the block begins that is open.
    while searched < bytes.count {
      guard let (end, next) = bytes.lineEnd(from: searched, isComplete: isComplete) else { return }
      let line = searched..<end
      if bytes.isBlank(line) || bytes.isRule(line) && !bytes.isRecordTitle(line) {
        if cut.beginning == .blank {
          takeRecord(bytes, cut, until: searched, into: &index)
          position = next
        }
      } else if cut.begins(line, of: bytes) == true {
        takeRecord(bytes, cut, until: searched, into: &index)
        position = searched
      } else if bytes.isCount(line), cut.field(line, of: bytes) == nil {
        // `2 rows in set` ends the last record.
        takeRecord(bytes, cut, until: searched, into: &index)
        noteOther(line, of: bytes, row: index.count)
        position = next
      }
      searched = next
    }
    if isComplete {
      takeRecord(bytes, cut, until: bytes.count, into: &index)
      position = bytes.count
    }
  }

  /// Takes a block as a row, or, if it has no name, its lines as lines that are none.
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

/// Where a search for the end of a value of JSON stands.
struct JSONScan: Sendable {
  /// Whether a row has begun and its end is searched.
  var hasBegun = false
  /// How many arrays and objects are open in it.
  var depth = 0
  /// Whether a string is open.
  var isInString = false
  /// Where the bracket stands that closed the array, the last of several; nil where one is open.
  var close: Int?
}

extension UInt8 {
  /// Whether it is the closing bracket of an array or an object.
  @inline(__always)
  fileprivate var closesJSON: Bool { self == UInt8(ascii: "}") || self == UInt8(ascii: "]") }
}
