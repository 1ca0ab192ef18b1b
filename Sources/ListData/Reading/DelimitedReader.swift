/// Finds tables with cells between delimiters.
struct DelimitedReader: RowFormat {
  private let sample: Sample
  private let options: ReaderOptions

  init(_ sample: Sample, _ options: ReaderOptions) {
    self.sample = sample
    self.options = options
  }

  func candidates() -> [Candidate] {
    if options.format == .tsv { return [Candidate(shape(ASCII.tab), .tabs)] }
    if options.format == .csv || options.delimiter != nil {
      return [Candidate(shape(ASCII.comma), .delimiter)]
    }
    let tables = tables()
    return (tables.isEmpty ? ragged() : tables).map {
      Candidate(shape($0), $0.delimiter.byte == ASCII.tab ? .tabs : .delimiter)
    } + [locations()].compactMap { $0.map { Candidate($0, .delimiter) } }
  }

  /// Returns the rows for each delimiter that splits most rows into equally many cells.
  private func tables() -> [DelimitedRows] {
    let delimiters: [Delimiter] =
      [
        Delimiter(byte: ASCII.tab), Delimiter(byte: ASCII.tab, isCollapsed: true, hasQuotes: false),
        Delimiter(byte: ASCII.tab, hasQuotes: false), Delimiter(byte: UInt8(ascii: ",")),
        Delimiter(byte: UInt8(ascii: ";")),
        Delimiter(byte: UInt8(ascii: ","), sign: ASCII.apostrophe),
        Delimiter(byte: UInt8(ascii: "|"), isSpaced: true, hasQuotes: false),
        Delimiter(byte: UInt8(ascii: "|")), Delimiter(byte: UInt8(ascii: "|"), isDoubled: true),
        Delimiter(byte: UInt8(ascii: ","), isDoubled: true),
        Delimiter(byte: UInt8(ascii: ";"), isDoubled: true), Delimiter(byte: ASCII.space),
        Delimiter(byte: UInt8(ascii: ":"), hasQuotes: false),
      ]
      + ([UInt8(ascii: "^"), UInt8(ascii: "`")] + ASCII.separators).map {
        Delimiter(byte: $0, hasQuotes: false)
      }
    let rows = delimiters.filter(occurs)
      .map { DelimitedRows(sample, $0, header: options.header) }
    // Where text follows a quote that closes a cell, the quote may be a part of the cell.
    let loose = rows.filter { $0.delimiter.hasQuotes && $0.haveLooseQuotes }.flatMap { rows in
      var delimiter = rows.delimiter
      delimiter.closesAtDelimiters = true
      var escaped = rows.delimiter
      escaped.hasEscapes = true
      return (hasEscapedQuotes ? [escaped, delimiter] : [delimiter])
        .map { DelimitedRows(sample, $0, header: options.header) }
    }
    return (loose + rows).filter(\.isTable)
  }

  /// Whether the text contains a delimiter, and what sets it apart from others with the same byte.
  private func occurs(_ delimiter: Delimiter) -> Bool {
    let bytes = sample.bytes
    let text = sample.start..<bytes.count
    if delimiter.byte == ASCII.space || delimiter.sign != ASCII.quote,
      bytes.first(delimiter.sign, in: text) == nil
    {
      return false
    }
    return delimiter.next(in: text, of: bytes) != nil
  }

  /// Whether a backslash precedes a quote.
  private var hasEscapedQuotes: Bool {
    let bytes = sample.bytes
    var offset = sample.start + 1
    while let quote = bytes.first(ASCII.quote, in: offset..<bytes.count) {
      if bytes[quote - 1] == ASCII.backslash { return true }
      offset = quote + 1
    }
    return false
  }

  /// Returns the rows for each delimiter that splits a header into names, whatever the rows contain.
  private func ragged() -> [DelimitedRows] {
    guard options.header == .auto else { return [] }
    // In text, a bar has other uses as well.
    return [ASCII.tab, UInt8(ascii: ","), UInt8(ascii: ";")]
      .map { DelimitedRows(sample, Delimiter(byte: $0), header: .auto, isRagged: true) }.filter(\.isTable)
  }

  /// Returns the shape of lines that begin with a path and a line number, as `grep -n` and compilers print
  /// them: `main.c:4:5: warning: …`.
  private func locations() -> TableShape? {
    let lines = sample.lines.filter { !sample.bytes.isBlank($0) }
    guard lines.count > 1, options.header == .auto else { return nil }
    let parts = lines.map { numbers(behindPath: $0) }
    guard let least = parts.min(), least > 0 else { return nil }
    let delimiter = Delimiter(byte: UInt8(ascii: ":"), hasQuotes: false, most: least + 2)
    return TableShape(
      .csv, unnamed: least + 2, body: lines[0].lowerBound, cut: delimiter)
  }

  /// Returns how many numbers follow a path, each between colons, at most two.
  private func numbers(behindPath line: Range<Int>) -> Int {
    let bytes = sample.bytes
    guard let colon = bytes.first(ASCII.colon, in: line), colon > line.lowerBound,
      bytes[line.lowerBound..<colon].contains(where: { $0 == ASCII.dot || $0 == ASCII.slash }),
      !bytes[line.lowerBound].isDigit, !bytes[line.lowerBound..<colon].contains(ASCII.space)
    else { return 0 }
    var count = 0
    var offset = colon + 1
    while count < 2 {
      var end = offset
      while end < line.upperBound, bytes[end].isDigit { end += 1 }
      guard end > offset, end < line.upperBound, bytes[end] == ASCII.colon else { return count }
      count += 1
      offset = end + 1
    }
    return count
  }

  /// Returns the shape for the delimiter of the options, or else for `standard`.
  private func shape(_ standard: UInt8) -> TableShape {
    let byte = options.delimiter ?? standard
    return shape(DelimitedRows(sample, Delimiter(byte: byte), header: options.header))
  }

  private func shape(_ guess: DelimitedRows) -> TableShape {
    let bytes = sample.bytes
    var rows = guess
    if rows.delimiter.sign == ASCII.quote, rows.areQuotedWithApostrophes {
      var delimiter = rows.delimiter
      delimiter.sign = ASCII.apostrophe
      rows = DelimitedRows(sample, delimiter, header: options.header)
    }
    rows.delimiter.isPadded = rows.arePadded
    rows.delimiter.width = rows.haveOrdinaryQuotes ? rows.width : 0
    rows.delimiter.skipsBareLines = rows.haveBareEnd
    rows.delimiter.hasUnits = rows.haveUnits
    let format: TableFormat = rows.delimiter.byte == ASCII.tab ? .tsv : .csv
    let count = max(rows.width, 1)
    guard let header = rows.header else {
      return TableShape(format, unnamed: count, body: rows.body, cut: rows.delimiter)
    }
    let reader = TextTable(
      bytes, shape: TableShape(format, columns: [], body: header.lowerBound, cut: rows.delimiter))
    // The chosen line may be blank, with no row after it.
    var names = reader.rowCount > 0 ? reader.extraCells(0) : []
    if let first = names.first, rows.isComment { names[0] = String(first.drop { $0 == "#" || $0 == " " }) }
    while names.count < count { names.append("") }
    return TableShape(
      format, columns: names.map { Column(name: $0) }, headerLine: sample.number(at: header.lowerBound),
      body: rows.body, cut: rows.delimiter)
  }
}

/// The delimiter between the cells of a row, and the use of quotes.
///
/// A cell is quoted if its first byte after blanks is a quote that is closed in the same row; a doubled quote
/// inside stands for one. Any other quote is an ordinary character: `5" disk,3` has two cells.
struct Delimiter: RowGrammar {
  /// The byte between cells.
  var byte: UInt8
  /// Whether it counts only with a blank on each side: `a | b|c | d` then has three cells.
  var isSpaced = false
  /// Whether consecutive delimiters count as one, such as tabs that only align.
  var isCollapsed = false
  /// Whether two of it are one delimiter: `a||b`.
  var isDoubled = false
  /// Whether cells may be quoted.
  var hasQuotes = true
  /// The character around a quoted cell: `"`, or `'` if the table uses no other.
  var sign = ASCII.quote
  var quote: UInt8? { hasQuotes ? sign : nil }
  /// The number of columns of the table if quotes of some rows enclose no cells; 0 otherwise.
  var width = 0
  /// Whether a quote closes a cell only before a delimiter or a line end: `"W. "Bud" B",3` has two cells.
  var closesAtDelimiters = false
  /// Whether the byte behind a backslash is an ordinary character in a quoted cell: `"say \"hi\""`.
  var hasEscapes = false
  /// The maximum number of cells of a row; the last cell takes the rest. 0 means no limit.
  var most = 0
  /// Whether blanks around cells only align them.
  var isPadded = false
  /// Whether lines that begin with `#` are comments.
  var hasComments = false
  /// Whether lines without a delimiter are no rows.
  var skipsBareLines = false
  /// Whether lines of cells in brackets are units and no rows: `[UTC],[°C],[m/s]`.
  var hasUnits = false
  /// Whether a cell may continue on the next line; only quotes allow that.
  var isMultiline: Bool { hasQuotes }

  var hasMarks: Bool { true }

  func scan(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, by scanner: inout RowScanner,
    into index: inout RowIndex
  ) {
    scanner.scanQuoted(bytes, self, shape, isComplete: isComplete, into: &index)
  }

  func verdict(on line: Range<Int>, of bytes: TextBytes, _ above: LinesAbove) -> LineVerdict {
    isRow(line, of: bytes) ? .row : .other
  }

  func extent(in lines: Range<Int>, isLast: Bool, of bytes: TextBytes) -> Range<Int> { lines }

  /// Returns the range of the next delimiter; nil if there is none in `range`.
  @inline(__always)
  func next(in range: Range<Int>, of bytes: TextBytes) -> Range<Int>? {
    var offset = range.lowerBound
    while let found = bytes.first(byte, in: offset..<range.upperBound) {
      if isCollapsed {
        var end = found + 1
        while end < range.upperBound, bytes[end] == byte { end += 1 }
        return found..<end
      }
      if isDoubled {
        if found + 1 < range.upperBound, bytes[found + 1] == byte { return found..<(found + 2) }
        offset = found + 1
        continue
      }
      if !isSpaced { return found..<(found + 1) }
      if found > range.lowerBound, bytes[found - 1].isBlank,
        found + 1 == range.upperBound || bytes[found + 1].isBlank
      {
        return (found - 1)..<min(found + 2, range.upperBound)
      }
      offset = found + 1
    }
    return nil
  }

  /// Whether a line is a row: neither a comment nor, if the rows have many cells, a text of one.
  @inline(__always)
  func isRow(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    if hasComments, bytes[line.lowerBound] == UInt8(ascii: "#") { return false }
    if hasUnits, bytes[line.lowerBound] == UInt8(ascii: "["),
      cells(line, of: bytes).allSatisfy({ bytes.isBracketed(bytes.trimmed($0)) })
    {
      return false
    }
    return !skipsBareLines || next(in: line, of: bytes) != nil
      || bytes.first(ASCII.newline, in: line) != nil
  }

  /// Returns the offset of the closing quote of a quoted cell, with `range` after its opening quote; nil if
  /// there is none.
  func closingQuote(in range: Range<Int>, of bytes: TextBytes) -> Int? {
    var offset = range.lowerBound
    while let found = bytes.first(sign, in: offset..<range.upperBound) {
      if hasEscapes, isEscaped(found, from: range.lowerBound, of: bytes) {
        offset = found + 1
        continue
      }
      guard found + 1 < range.upperBound, bytes[found + 1] == sign else {
        if !closesAtDelimiters || endsCell(found + 1, before: range.upperBound, of: bytes) { return found }
        offset = found + 1
        continue
      }
      // `"he said "yes"",3`
      if closesAtDelimiters, endsCell(found + 2, before: range.upperBound, of: bytes) { return found + 1 }
      offset = found + 2
    }
    return nil
  }

  /// Whether an odd number of backslashes precedes a quote in a cell that begins at `start`.
  private func isEscaped(_ quote: Int, from start: Int, of bytes: TextBytes) -> Bool {
    var offset = quote
    while offset > start, bytes[offset - 1] == ASCII.backslash { offset -= 1 }
    return (quote - offset) % 2 == 1
  }

  /// Whether the bytes behind a quote show whether it closes a cell.
  func isDecided(after offset: Int, of bytes: TextBytes) -> Bool {
    guard closesAtDelimiters else { return offset < bytes.count }
    return (offset..<bytes.count).contains {
      bytes[$0] == byte || !bytes[$0].isBlank && bytes[$0] != ASCII.carriageReturn
    }
  }

  /// Whether only blanks are between `offset` and the next delimiter, line end or the end.
  private func endsCell(_ offset: Int, before end: Int, of bytes: TextBytes) -> Bool {
    var offset = offset
    while offset < end, bytes[offset] != byte, bytes[offset].isBlank || bytes[offset] == ASCII.carriageReturn
    {
      offset += 1
    }
    return offset == end || bytes[offset] == byte || bytes[offset] == ASCII.newline
  }

  /// Whether a quote at `offset` opens a cell of the row that begins at `start`.
  @inline(__always)
  func opensCell(_ offset: Int, from start: Int, of bytes: TextBytes) -> Bool {
    var before = offset
    while before > start, bytes[before - 1] != byte, bytes[before - 1].isBlank { before -= 1 }
    return before == start || bytes[before - 1] == byte
  }

  /// Whether quotes of a row may not enclose its cells.
  @inline(__always)
  func mayBeLoose(_ row: Range<Int>, of bytes: TextBytes) -> Bool {
    hasQuotes && width > 0 && bytes.first(sign, in: row) != nil
  }

  /// Cuts a row; a cell keeps its quotes. If the row has another number of cells than the table has columns, and
  /// as many if its quotes are ordinary characters, they are.
  func cut(_ row: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    func append(_ cell: Range<Int>) -> Bool {
      cells.append(cell)
      return true
    }
    cut(row, of: bytes, append)
    guard cells.count != width, mayBeLoose(row, of: bytes) else { return }
    let quoted = cells
    cells.removeAll(keepingCapacity: true)
    var bare = self
    bare.hasQuotes = false
    bare.cut(row, of: bytes, append)
    if cells.count != width { cells = quoted }
  }

  /// Cuts a row; a cell keeps its quotes.
  ///
  /// `body` is called for each cell until it returns false.
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
        if open < row.upperBound, bytes[open] == sign,
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

extension Delimiter {
  func cell(_ column: Int, in row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns) -> Range<Int>? {
    guard !mayBeLoose(row, of: bytes) else { return nil }
    var found = row.upperBound..<row.upperBound
    var number = 0
    cut(row, of: bytes) { cell in
      if number == column { found = cell }
      number += 1
      return number <= column
    }
    return found
  }

  func decoded(_ cell: Range<Int>, of bytes: TextBytes) -> [UInt8]? {
    guard hasQuotes, let first = cell.first, bytes[first] == sign else { return nil }
    let inside = (cell.lowerBound + 1)..<cell.upperBound
    guard let close = closingQuote(in: inside, of: bytes) else { return nil }
    let hasPairs = bytes.first(sign, in: inside.lowerBound..<close) != nil
    let isEscaped = hasEscapes && bytes.first(ASCII.backslash, in: inside.lowerBound..<close) != nil
    guard hasPairs || isEscaped || close + 1 < cell.upperBound else { return nil }
    return bytes.withoutPairs(inside.lowerBound..<close, of: isEscaped ? ASCII.backslash : sign)
      + bytes[(close + 1)..<cell.upperBound]
  }

  func beginning(of cell: Range<Int>, limit: Int, of bytes: TextBytes) -> String {
    let isQuoted = isQuoted(cell, of: bytes)
    if !isQuoted, let text = decoded(cell, of: bytes) { return String(decoding: text, as: UTF8.self) }
    let start = isQuoted ? cell.lowerBound + 1 : cell.lowerBound
    let text = start..<bytes.endOfCharacter(before: start + limit)
    return isQuoted
      ? String(decoding: bytes.withoutPairs(text, of: sign), as: UTF8.self) : bytes.string(text)
  }

  func exact(_ cell: Range<Int>, _ column: Int, in line: Range<Int>, of table: TextTable) -> Range<Int> {
    let trimmed = table.trimmed(cell)
    // A quoted cell shows its blanks inside the quotes.
    return isSpaced || isPadded || trimmed.first.map { table.bytes[$0] == sign } ?? false ? trimmed : cell
  }

  func fits(_ line: Range<Int>, of bytes: TextBytes, columns: Int) -> Bool {
    var count = 0
    cut(line, of: bytes) { _ in
      count += 1
      return true
    }
    return count == columns
  }

  func refitted(_ shape: TableShape, to sample: Sample) -> TableShape? {
    (shape.headerLine == nil ? nil : shape.headed(in: sample)) ?? shape.found(in: sample)
      ?? (shape.headerLine == nil ? shape.moved(below: sample) : nil)
  }
}
