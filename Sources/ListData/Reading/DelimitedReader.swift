/// Finds tables whose cells stand between delimiters.
struct DelimitedReader {
  private let sample: Sample
  private let options: ReaderOptions

  init(_ sample: Sample, _ options: ReaderOptions) {
    self.sample = sample
    self.options = options
  }

  /// The shape with the delimiter that parts nearly every row into equally many cells; nil if none does.
  func guess() -> TableShape? {
    let candidates: [Delimiter] = [
      Delimiter(byte: ASCII.tab), Delimiter(byte: ASCII.tab, isCollapsed: true, hasQuotes: false),
      Delimiter(byte: UInt8(ascii: ",")), Delimiter(byte: UInt8(ascii: ";")),
      Delimiter(byte: UInt8(ascii: ","), quote: ASCII.apostrophe),
      Delimiter(byte: UInt8(ascii: "|"), isSpaced: true, hasQuotes: false),
      Delimiter(byte: UInt8(ascii: "|")),
      Delimiter(byte: UInt8(ascii: ":"), hasQuotes: false),
    ]
    let tables = candidates.lazy.filter { sample.bytes.first($0.byte, in: 0..<sample.bytes.count) != nil }
      .map { DelimitedRows(sample, $0, header: options.header) }.filter(\.isTable)
    // `Name;Price` above `Ann;12,50`: the delimiter that parts the first line as well is the right one.
    return (tables.first { !$0.hasTitles } ?? tables.first).map(shape)
  }

  /// The shape with the delimiter that parts the names of a header, whatever rows have below them; nil if none does. It is
  /// asked for where nothing else fits.
  func ragged() -> TableShape? {
    guard options.header == .auto else { return nil }
    // A bar stands in text for other things as well.
    return [ASCII.tab, UInt8(ascii: ","), UInt8(ascii: ";")].lazy
      .map { DelimitedRows(sample, Delimiter(byte: $0), header: .auto, isRagged: true) }
      .first(where: \.isTable).map(shape)
  }

  /// Lines that begin with a path and the number of a line, as of `grep -n` and compilers: `main.c:4:5: warning: …`.
  func locations() -> TableShape? {
    let lines = sample.lines.filter { !sample.bytes.isBlank($0) }
    guard lines.count > 1, options.header == .auto else { return nil }
    let parts = lines.map { numbers(behindPath: $0) }
    guard let least = parts.min(), least > 0 else { return nil }
    let delimiter = Delimiter(byte: UInt8(ascii: ":"), hasQuotes: false, most: least + 2)
    return TableShape(
      .csv, columns: Array(repeating: Column(name: nil), count: least + 2), body: lines[0].lowerBound,
      cut: .delimited(delimiter))
  }

  /// How many numbers follow a path, each behind a colon, two at most.
  private func numbers(behindPath line: Range<Int>) -> Int {
    let bytes = sample.bytes
    guard let colon = bytes.first(ASCII.colon, in: line), colon > line.lowerBound,
      bytes[line.lowerBound..<colon].contains(where: { $0 == ASCII.dot || $0 == ASCII.slash }),
      !bytes[line.lowerBound].isDigit, !bytes[line.lowerBound..<colon].contains(ASCII.space)
    else { return 0 }
    var count = 0
    var place = colon + 1
    while count < 2 {
      var end = place
      while end < line.upperBound, bytes[end].isDigit { end += 1 }
      guard end > place, end < line.upperBound, bytes[end] == ASCII.colon else { return count }
      count += 1
      place = end + 1
    }
    return count
  }

  /// The shape with a delimiter that is known.
  func shape(_ standard: UInt8) -> TableShape {
    let byte = options.delimiter ?? standard
    return shape(DelimitedRows(sample, Delimiter(byte: byte), header: options.header))
  }

  private func shape(_ guess: DelimitedRows) -> TableShape {
    let bytes = sample.bytes
    var rows = guess
    if rows.delimiter.quote == ASCII.quote, rows.areQuotedWithApostrophes {
      var delimiter = rows.delimiter
      delimiter.quote = ASCII.apostrophe
      rows = DelimitedRows(sample, delimiter, header: options.header)
    }
    rows.delimiter.isPadded = rows.arePadded
    let format: TableFormat = rows.delimiter.byte == ASCII.tab ? .tsv : .csv
    let count = max(rows.width, 1)
    guard let header = rows.header else {
      return TableShape(
        format, columns: Array(repeating: Column(name: nil), count: count), body: rows.body,
        cut: .delimited(rows.delimiter))
    }
    let reader = TextTable(
      bytes, shape: TableShape(format, columns: [], body: header.lowerBound, cut: .delimited(rows.delimiter)))
    var names = reader.extraCells(0)
    if let first = names.first, rows.isComment { names[0] = String(first.drop { $0 == "#" || $0 == " " }) }
    while names.count < count { names.append("") }
    return TableShape(
      format, columns: names.map { Column(name: $0) }, headerLine: sample.number(at: header.lowerBound),
      body: rows.body, cut: .delimited(rows.delimiter))
  }
}

/// What stands between the cells of a row, and whether quotes protect it.
///
/// A cell is quoted where its first byte, or the first after blanks, is a quote that is closed in the same row;
/// two quotes inside mean one. Any other quote is a letter like others: `5" disk,3` has two cells.
struct Delimiter: Sendable, Equatable {
  /// The byte that parts cells.
  var byte: UInt8
  /// Whether it counts only with a blank on each side: `a | b|c | d` has three cells then.
  var isSpaced = false
  /// Whether several that follow each other count as one, as tabs do that only align.
  var isCollapsed = false
  /// Whether cells may be quoted.
  var hasQuotes = true
  /// What stands around a quoted cell: `"`, or `'` where the table has no other.
  var quote = ASCII.quote
  /// How many cells a row has at most; the last takes the rest. 0 for any number.
  var most = 0
  /// Whether blanks around cells only put them below each other.
  var isPadded = false
  /// Whether a cell may go on in the next line; only quotes allow that.
  var isMultiline: Bool { hasQuotes }

  /// Where the delimiter stands next, and how long it is; nil if it does not come before the end of `range`.
  @inline(__always)
  func next(in range: Range<Int>, of bytes: TextBytes) -> Range<Int>? {
    var place = range.lowerBound
    while let found = bytes.first(byte, in: place..<range.upperBound) {
      if isCollapsed {
        var end = found + 1
        while end < range.upperBound, bytes[end] == byte { end += 1 }
        return found..<end
      }
      if !isSpaced { return found..<(found + 1) }
      if found > range.lowerBound, bytes[found - 1].isBlank,
        found + 1 == range.upperBound || bytes[found + 1].isBlank
      {
        return (found - 1)..<min(found + 2, range.upperBound)
      }
      place = found + 1
    }
    return nil
  }

  /// Where the quoted cell that begins at `start` has its closing quote; nil if none does.
  func closingQuote(in range: Range<Int>, of bytes: TextBytes) -> Int? {
    var place = range.lowerBound
    while let found = bytes.first(quote, in: place..<range.upperBound) {
      guard found + 1 < range.upperBound, bytes[found + 1] == quote else { return found }
      place = found + 2
    }
    return nil
  }

  /// Whether a quote at `place` opens a cell of the row that begins at `start`.
  @inline(__always)
  func opensCell(_ place: Int, from start: Int, of bytes: TextBytes) -> Bool {
    var before = place
    while before > start, bytes[before - 1] != byte, bytes[before - 1].isBlank { before -= 1 }
    return before == start || bytes[before - 1] == byte
  }

  /// Cuts a row; a cell keeps its quotes.
  ///
  /// Each cell is handed over until `body` wants no more.
  @inline(__always)
  func cut(_ row: Range<Int>, of bytes: TextBytes, _ body: (Range<Int>) -> Bool) {
    var start = row.lowerBound
    var count = 1
    while true {
      if count == most {
        _ = body(start..<row.upperBound)
        return
      }
      count += 1
      var search = start
      if hasQuotes {
        var open = start
        while open < row.upperBound, bytes[open].isBlank, bytes[open] != byte { open += 1 }
        if open < row.upperBound, bytes[open] == quote,
          let close = closingQuote(in: (open + 1)..<row.upperBound, of: bytes)
        {
          search = close + 1
        }
      }
      guard let delimiter = next(in: search..<row.upperBound, of: bytes) else {
        _ = body(start..<row.upperBound)
        return
      }
      guard body(start..<delimiter.lowerBound) else { return }
      start = delimiter.upperBound
    }
  }
}
