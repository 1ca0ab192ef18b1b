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
  /// Whether the line before was blank.
  private var isAfterBlank = false
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
    guard !isEnded, shape.format != .binary else { return }
    switch shape.cut {
    case .delimited(let delimiter) where delimiter.isMultiline:
      scanQuoted(bytes, delimiter, isComplete: isComplete, into: &index)
    case .json(let layout) where !layout.isLines:
      scanJSON(bytes, layout, isComplete: isComplete, into: &index)
    case .records(let cut):
      scanRecords(bytes, cut, isComplete: isComplete, into: &index)
    default:
      scanLines(bytes, shape, isComplete: isComplete, into: &index)
    }
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
      if !shape.keepsBlankLines, bytes.isBlank(position..<end) {
        isAfterBlank = true
      } else {
        switch shape.cut.verdict(on: position..<end, of: bytes, isAfterBlank: isAfterBlank) {
        case .row:
          index.append(position)
          rowsEnd = end
        case .decoration: break
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
      guard let place = bytes.first(ASCII.newline, or: ASCII.quote, in: searched..<bytes.count) else {
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
  /// A rule, or a head that is repeated.
  case decoration
  /// The first line behind the table.
  case end
}

extension RowCut {
  /// What a line that is not blank is to the table.
  func verdict(on line: Range<Int>, of bytes: TextBytes, isAfterBlank: Bool) -> LineVerdict {
    switch self {
    case .aligned(let cut): cut.verdict(on: line, of: bytes, isAfterBlank: isAfterBlank)
    case .drawn(let cut): cut.verdict(on: line, of: bytes)
    default: .row
    }
  }
}

extension TextBytes {
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
  /// Only brackets and strings are looked at: what is between them is read when cells are cut.
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
  /// Takes blocks of lines between blank lines as rows.
  mutating func scanRecords(
    _ bytes: TextBytes, _ cut: RecordCut, isComplete: Bool, into index: inout RowIndex
  ) {
    // `position` is the block's begin, `rowsEnd` the end of what was taken; `isAfterBlank` means no block is open.
    while searched < bytes.count {
      guard let (end, next) = bytes.lineEnd(from: searched, isComplete: isComplete) else { return }
      if bytes.isBlank(searched..<end) {
        takeRecord(bytes, until: searched, into: &index)
        position = next
      }
      searched = next
    }
    if isComplete {
      takeRecord(bytes, until: bytes.count, into: &index)
      position = bytes.count
    }
  }

  private mutating func takeRecord(_ bytes: TextBytes, until end: Int, into index: inout RowIndex) {
    let block = bytes.trimmed(position..<end)
    guard !block.isEmpty else { return }
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
