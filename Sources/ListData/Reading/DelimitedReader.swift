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
      Delimiter(byte: ASCII.tab), Delimiter(byte: UInt8(ascii: ",")), Delimiter(byte: UInt8(ascii: ";")),
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

  /// The shape with a delimiter that is known.
  func shape(_ standard: UInt8) -> TableShape {
    let byte = options.delimiter ?? standard
    return shape(DelimitedRows(sample, Delimiter(byte: byte), header: options.header))
  }

  private func shape(_ rows: DelimitedRows) -> TableShape {
    let bytes = sample.bytes
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
  /// Whether cells may be quoted.
  var hasQuotes = true
  /// Whether a cell may go on in the next line; only quotes allow that.
  var isMultiline: Bool { hasQuotes }

  /// Where the delimiter stands next, and how long it is; nil if it does not come before the end of `range`.
  @inline(__always)
  func next(in range: Range<Int>, of bytes: TextBytes) -> Range<Int>? {
    var place = range.lowerBound
    while let found = bytes.first(byte, in: place..<range.upperBound) {
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
    while let quote = bytes.first(ASCII.quote, in: place..<range.upperBound) {
      guard quote + 1 < range.upperBound, bytes[quote + 1] == ASCII.quote else { return quote }
      place = quote + 2
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
    while true {
      var search = start
      if hasQuotes {
        var quote = start
        while quote < row.upperBound, bytes[quote].isBlank, bytes[quote] != byte { quote += 1 }
        if quote < row.upperBound, bytes[quote] == ASCII.quote,
          let close = closingQuote(in: (quote + 1)..<row.upperBound, of: bytes)
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
