/// Detects how bytes are to be read as a table.
///
/// Each format proposes shapes without regard to the others, and the shape by which the text needs the fewest
/// bits is used; see ``DescriptionLength``. The remaining lines may form additional tables. No rule depends
/// on the command that printed the bytes.
///
/// A guess may be wrong; ``ReaderOptions`` override it.
package enum TableReader {
  /// Returns the shape of the largest table in `bytes`, or of the table that the options select.
  ///
  /// Only the first 64 KiB or 2,000 lines are read, or more if the first two lines are longer.
  package static func shape(of bytes: TextBytes, options: ReaderOptions = ReaderOptions()) -> TableShape {
    let sample = Sample(bytes)
    let tables = tables(in: sample, options)
    var chosen = tables.indices.first ?? 0
    if let number = options.table {
      chosen = min(max(number - 1, 0), tables.count - 1)
    } else {
      for (index, table) in tables.enumerated() where table.isLarger(than: tables[chosen]) { chosen = index }
    }
    return finished(tables[chosen].shape, bytes, sample, options)
  }

  /// Returns the shapes of all tables in `bytes`, from the top.
  package static func shapes(of bytes: TextBytes, options: ReaderOptions = ReaderOptions()) -> [TableShape] {
    let sample = Sample(bytes)
    return tables(in: sample, options).map { finished($0.shape, bytes, sample, options) }
  }

  /// Returns the shape with the kinds of its columns.
  private static func finished(
    _ found: TableShape, _ bytes: TextBytes, _ sample: Sample, _ options: ReaderOptions
  ) -> TableShape {
    var shape = found.opening(options.opened)
    shape.keepsCarriageReturns = shape.cut.isByLines && sample.hasBareLineEnds
    var known = TextTable(sample.bytes, shape: shape, isComplete: sample.isWhole)
    // The first row may be longer than the sample.
    if known.rowCount == 0, !sample.isWhole, sample.encoding == .utf8, !sample.hasEscapes {
      let more = bytes.prefix(Sample.mostBytesOfRow)
      known = TextTable(more, shape: shape, isComplete: more.count == bytes.count)
    }
    // A drawing of one line is more likely a row without its header, unless a line counts no rows.
    if shape.format == .drawn, known.rowCount == 0, sample.isWhole, options.format == nil, shape.count == 1,
      !known.otherLines.contains(where: { sample.bytes.isCount($0.range) })
    {
      return finished(lines(sample, options), bytes, sample, options)
    }
    shape.columns = known.columnsWithKinds(options.areNumbers)
    shape.encoding = sample.encoding
    shape.hasEscapes = sample.hasEscapes
    shape.options = options
    return shape
  }

  // MARK: Tables

  /// A table of a sample.
  struct FoundTable {
    var shape: TableShape
    let table: TextTable
    /// The numbers of its rows and cells there.
    var rows: Int { table.rowCount }
    var cells: Int { table.rowCount * max(table.columns.count, 1) }
    /// The lines of the sample that it explains.
    var lines: Int { rows + (shape.headerLine == nil ? 0 : 1) }
    /// The part of the sample in which it was found.
    private let sample: Sample

    /// The bits that its rows need less than their lines as plain text.
    var saved: Double {
      DescriptionLength(plain: sample).bits - DescriptionLength(of: table, in: sample).bits
    }

    /// Whether it has more rows, or more cells in a row that is the only one: the devices of `iostat -x`
    /// rather than the processor.
    func isLarger(than other: FoundTable) -> Bool {
      rows > other.rows || (rows == 1 && other.rows == 1 && cells > other.cells)
    }

    init(_ shape: TableShape, in sample: Sample) {
      self.shape = shape
      table = sample.table(shape)
      self.sample = sample
    }
  }

  /// The tables of a sample, from the top; at least one.
  static func tables(in sample: Sample, _ options: ReaderOptions) -> [FoundTable] {
    let shapes = shapes(of: sample, options)
    guard options.format == nil, options.header == .auto, options.delimiter == nil,
      shapes[0].format != .binary, shapes[0].format != .json
    else { return [FoundTable(shapes[0], in: sample)] }
    var found = cover(sample, shapes, options)
    if found.count > 1 { found.sort { $0.shape.body < $1.shape.body } }
    for index in found.indices {
      found[index].shape.number = index + 1
      found[index].shape.count = found.count
      found[index].shape.title = title(
        of: found[index].shape, below: index > 0 ? found[index - 1].shape : nil, in: sample)
      // A table ends where the next one, or a rule above that, begins.
      if index + 1 < found.count {
        found[index].shape.limit = max(
          found[index].shape.body,
          min(limit(before: found[index + 1].shape, in: sample), found[index].shape.limit ?? .max))
      }
    }
    return found
  }

  /// Returns the tables that save the most bits: one of the whole sample with those in the lines outside it,
  /// or those of the paragraphs. What no table explains are other lines.
  private static func cover(_ sample: Sample, _ shapes: [TableShape], _ options: ReaderOptions)
    -> [FoundTable]
  {
    func saved(_ tables: [FoundTable]) -> Double { tables.reduce(0) { $0 + $1.saved } }
    func withOutside(_ shape: TableShape) -> [FoundTable] {
      let first = FoundTable(shape, in: sample)
      return [first]
        + parts(of: first.table, in: sample).flatMap { partTables(sample, $0, options, depth: 0) }
    }
    let isPlain = shapes[0].format == .lines
    var joined = isPlain ? [FoundTable(shapes[0], in: sample)] : withOutside(shapes[0])
    // A shape that needs more bits by itself may leave other tables over.
    let rivals = (isPlain ? [] : shapes.prefix(mostShapes).dropFirst()).filter { $0.headerLine != nil }
      .map(withOutside).filter { $0.count > 1 }
    if !rivals.isEmpty {
      var most = saved(joined)
      for rival in rivals {
        let bits = saved(rival)
        if bits > most { (joined, most) = (rival, bits) }
      }
    }
    var paragraphs = paragraphs(of: sample)
    if isPlain || isRagged(joined[0].table) { paragraphs = paragraphs.flatMap { sections($0, of: sample) } }
    guard isPlain || paragraphs.count > 1 else { return joined }
    let apart = paragraphs.flatMap { partTables(sample, $0, options, depth: 0) }
    let lines = sample.lines.count { !sample.bytes.isBlank($0) }
    // A few aligned words in a long text are no table.
    guard saved(apart) > (isPlain ? 0 : saved(joined)),
      apart.reduce(0, { $0 + $1.lines }) * fewestLines >= lines
    else {
      return joined
    }
    return apart
  }

  /// The number of the best shapes of a sample that are compared together with the tables outside them.
  private static let mostShapes = 3

  /// Whether delimiters split rows into another number of cells than there are columns.
  private static func isRagged(_ table: TextTable) -> Bool {
    table.shape.delimiter != nil
      && (0..<min(table.rowCount, 200)).contains { table.cells(of: $0).count != table.columns.count }
  }

  /// Splits lines into runs with equally many commas, if most of them have any: the sections of a CSV file.
  private static func sections(_ lines: Range<Int>, of sample: Sample) -> [Range<Int>] {
    let counts = lines.map { line in sample.bytes[sample.lines[line]].count { $0 == ASCII.comma } }
    guard counts.count(where: { $0 > 0 }) * 2 > counts.count else { return [lines] }
    var parts: [Range<Int>] = []
    var start = 0
    for end in 1...counts.count where end == counts.count || counts[end] != counts[start] {
      if end - start > 1 { parts.append(lines.lowerBound + start..<lines.lowerBound + end) }
      start = end
    }
    return Array(parts.prefix(mostParts))
  }

  /// One line in this number, at least, belongs to a table if a text is not a list of lines.
  private static let fewestLines = 6

  /// The maximum number of parts that are searched in the lines outside a table.
  private static let mostParts = 64

  /// Returns the tables in lines that are not part of the largest table.
  private static func partTables(
    _ sample: Sample, _ lines: Range<Int>, _ options: ReaderOptions, depth: Int
  ) -> [FoundTable] {
    guard lines.count > 1, depth < 4 else { return [] }
    let part = Sample(sample, lines: lines)
    var found = shape(of: part, options)
    // Any line may be a row between delimiters, so these tables end with their part.
    if found.cut.hasMarks, part.bytes.count < sample.bytes.count { found.limit = part.bytes.count }
    guard found.format != .json else { return [] }
    let first = FoundTable(found, in: part)
    let table = first.table
    guard table.rowCount > 0 else { return [] }
    // Words that are aligned by chance are no table: it has a header or a distinctive format.
    let isTable =
      found.headerLine != nil || found.format == .drawn || found.format == .records
      || (table.columns.count > 2 && table.rowCount > 2 && found.cut.hasMarks)
    guard isTable else { return [] }
    return [first]
      + parts(of: table, in: part).map { $0.lowerBound + lines.lowerBound..<$0.upperBound + lines.lowerBound }
      .flatMap { partTables(sample, $0, options, depth: depth + 1) }
  }

  /// Returns the ranges of lines that are not rows of a table.
  private static func parts(of table: TextTable, in sample: Sample) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var number = 0
    var row = -1
    let header = (table.shape.headerLine ?? 0) - 1 - sample.firstNumber
    for other in table.otherLines {
      while number < sample.lines.count, sample.lines[number].lowerBound < other.range.lowerBound {
        number += 1
      }
      if let last = parts.last, row == other.row,
        !(last.upperBound..<max(number, last.upperBound)).contains(header)
      {
        parts[parts.count - 1] = last.lowerBound..<number + 1
      } else {
        parts.append(number..<number + 1)
      }
      row = other.row
    }
    return Array(parts.prefix(mostParts)).flatMap { part in split(part, of: sample) }
  }

  /// Splits lines into paragraphs at blank lines; a rule directly below the last paragraph belongs to it.
  private static func split(_ lines: Range<Int>, of sample: Sample) -> [Range<Int>] {
    var parts = lines.split { sample.bytes.isBlank(sample.lines[$0]) }
    // A rule below the last line belongs to a drawing.
    if let last = parts.last, last.upperBound < sample.lines.count,
      sample.bytes.isRule(sample.lines[last.upperBound])
    {
      parts[parts.count - 1] = last.lowerBound..<last.upperBound + 1
    }
    // A blank line may separate a title from its table; `lineAbove` skips it.
    return parts
  }

  private static func paragraphs(of sample: Sample) -> [Range<Int>] {
    Array(split(0..<sample.lines.count, of: sample).prefix(mostParts))
  }

  /// Returns the line above a table if it contains text and is not a row of the table above.
  private static func title(of shape: TableShape, below former: TableShape?, in sample: Sample) -> String? {
    guard let above = lineAbove(shape, in: sample) else { return nil }
    if let former, case let start = sample.lines[above].lowerBound {
      let others = TextTable(sample.bytes, shape: former, isComplete: true).otherLines
      guard others.contains(where: { $0.range.lowerBound == start }) else { return nil }
    }
    var line = sample.bytes.trimmed(sample.lines[above])
    if let last = line.last, sample.bytes[last] == ASCII.colon { line = line.lowerBound..<last }
    return line.count <= 200 && sample.bytes.hasText(line) ? sample.bytes.string(line) : nil
  }

  /// Returns the index of the line above the header, skipping rules and one blank line; nil if there is none.
  private static func lineAbove(_ shape: TableShape, in sample: Sample) -> Int? {
    let first =
      shape.headerLine.map { $0 - 1 } ?? sample.lines.firstIndex { $0.lowerBound >= shape.body } ?? 0
    var above = first - 1
    var blanks = 0
    while above >= 0, above < sample.lines.count {
      if sample.bytes.isBlank(sample.lines[above]) {
        blanks += 1
        if blanks > 1 { return nil }
      } else if !sample.bytes.isRule(sample.lines[above]) {
        return above
      }
      above -= 1
    }
    return nil
  }

  /// Returns the offset where a table ends if `shape` is the next table.
  private static func limit(before shape: TableShape, in sample: Sample) -> Int {
    let first =
      shape.headerLine.map { $0 - 1 } ?? sample.lines.firstIndex { $0.lowerBound >= shape.body } ?? 0
    guard first > 0, first < sample.lines.count else { return shape.body }
    var start = first
    while start > 0, !sample.bytes.isBlank(sample.lines[start - 1]),
      sample.bytes.isRule(sample.lines[start - 1])
    {
      start -= 1
    }
    return sample.lines[start].lowerBound
  }

  // MARK: Shapes

  /// The formats that read text unless the options choose others.
  static let formats: [any RowFormat.Type] = [
    JSONReader.self, RecordReader.self, DrawnReader.self, DelimitedReader.self, AlignedReader.self,
    PairReader.self, BareReader.self, NamedLines.self, LogReader.self, FieldsReader.self,
  ]

  /// Returns the formats among which the options leave a choice.
  private static func formats(for options: ReaderOptions) -> [any RowFormat.Type] {
    switch options.format {
    case .csv, .tsv: [DelimitedReader.self]
    case nil where options.delimiter != nil, .binary where options.delimiter != nil: [DelimitedReader.self]
    case nil, .binary:
      switch options.header {
      case .auto: formats
      case .line: [DelimitedReader.self, AlignedReader.self]
      case .none: [DelimitedReader.self, PairReader.self, BareReader.self]
      }
    case .json: [JSONReader.self]
    case .records: [RecordReader.self]
    case .aligned, .drawn:
      switch options.header {
      case .auto: [DrawnReader.self, AlignedReader.self, PairReader.self, BareReader.self]
      case .line: [AlignedReader.self]
      case .none: [PairReader.self, BareReader.self]
      }
    case .lines: []
    }
  }

  /// Returns the candidate that needs the fewest bits; plain lines if no format proposes one.
  static func shape(of sample: Sample, _ options: ReaderOptions) -> TableShape {
    shapes(of: sample, options)[0]
  }

  /// Returns the candidates, that with the fewest bits first; plain lines if no format proposes one.
  private static func shapes(of sample: Sample, _ options: ReaderOptions) -> [TableShape] {
    // An explicit format or delimiter is used even for binary data.
    guard options.format != nil || options.delimiter != nil || !isBinary(sample) else {
      return [binary]
    }
    let ranked = ranked(sample, options, formats(for: options)).map(\.shape)
    return ranked.isEmpty ? [lines(sample, options)] : ranked
  }

  /// Returns the shapes that `formats` propose, the best first; a single one is not measured.
  static func ranked(
    _ sample: Sample, _ options: ReaderOptions, _ formats: [any RowFormat.Type]
  ) -> [(shape: TableShape, bits: Double)] {
    var candidates = formats.flatMap { $0.init(sample, options).candidates() }
    if options.header == .auto, options.delimiter == nil {
      for frame in Frame.frames(of: sample) {
        let inside = formats.flatMap { $0.init(frame.sample, options).candidates() }
        candidates += inside.compactMap { one in
          frame.shape(one.shape).map { Candidate($0, one.separation) }
        }
      }
    }
    guard candidates.count > 1 else { return candidates.map { ($0.shape, 0) } }
    var seen: Set<String> = []
    return candidates.map { ($0.shape, $0.bits(of: sample)) }
      .sorted { $0.bits < $1.bits }
      // Several frames lead to the same table.
      .filter { shape, _ in
        seen.insert("\(shape.format) \(shape.headerLine ?? 0) \(shape.columns.map { $0.name ?? "" })")
          .inserted
      }
  }

  /// A way to read a text, beside others.
  package struct Reading: Sendable {
    /// The format and the columns.
    package let shape: TableShape
    /// The cost of the text if it is read so, in percent of its cost in the best way.
    package let cost: Int
    /// The number of rows in the sample.
    package let rows: Int
    /// The number of lines of the sample that are no rows of the table.
    package let otherLines: Int
    /// The options that choose this way; nil if none do.
    package let options: ReaderOptions?
  }

  /// Returns the ways in which the formats can read the whole text without options, the best first, at most
  /// `most`. Empty if there is no other than that of ``shape(of:options:)``.
  package static func readings(of bytes: TextBytes, most: Int = 4) -> [Reading] {
    let sample = Sample(bytes)
    let ranked = ranked(sample, ReaderOptions(), formats(for: ReaderOptions()))
    guard ranked.count > 1, let first = ranked.first?.bits, first > 0 else { return [] }
    // Several tables may need fewer bits than one.
    let tables = tables(in: sample, ReaderOptions())
    let least =
      tables.count > 1
      ? min(first, DescriptionLength(plain: sample).bits - tables.reduce(0) { $0 + $1.saved }) : first
    return ranked.prefix(most).map { shape, bits in
      let table = TextTable(sample.bytes, shape: shape, isComplete: true)
      var known = shape
      known.columns = table.columns
      return Reading(
        shape: known, cost: Int((bits / least * 100).rounded()), rows: table.rowCount,
        otherLines: table.otherLines.count, options: self.options(choosing: shape, in: sample))
    }
  }

  /// Returns the options that make a sample be read with the columns of `shape`; nil if there are none.
  private static func options(choosing shape: TableShape, in sample: Sample) -> ReaderOptions? {
    let header = shape.format == .json ? ReaderOptions.Header.auto : .none
    var options = ReaderOptions(format: shape.format, header: shape.headerLine.map { .line($0) } ?? header)
    if let delimiter = shape.cut as? Delimiter { options.delimiter = delimiter.byte }
    for header in [options.header, .auto] {
      options.header = header
      let found = self.shape(of: sample, options)
      if found.format == shape.format, found.columns.map(\.name) == shape.columns.map(\.name) {
        return options
      }
    }
    return nil
  }

  /// Returns the shape in which each line is a row, below the header if the options give its line.
  private static func lines(_ sample: Sample, _ options: ReaderOptions) -> TableShape {
    if case .line(let number) = options.header, sample.lines.indices.contains(number - 1) {
      let name = sample.bytes.string(sample.bytes.trimmed(sample.lines[number - 1]))
      return TableShape(
        .lines, columns: [Column(name: name)], headerLine: number, body: sample.end(of: number - 1),
        cut: LineCut())
    }
    return TableShape(
      .lines, columns: [Column(name: nil)], body: start(ofLines: sample, options), cut: LineCut())
  }

  /// Returns the start of the first plain line. A first line such as `Listing... Done` reports progress and
  /// is no row.
  static func start(ofLines sample: Sample, _ options: ReaderOptions) -> Int {
    guard options.format == nil, sample.lines.count > 2,
      case let first = sample.bytes.trimmed(sample.lines[0]),
      ["...", "... Done"].contains(where: { sample.bytes[first].suffix($0.utf8.count).elementsEqual($0.utf8) }
      )
    else { return sample.start }
    return sample.end(of: 0)
  }

  private static let binary = TableShape(.binary, columns: [], body: 0, cut: LineCut())

  /// Whether more than one byte in fifty is a control character that text does not have.
  ///
  /// A log with a few zero bytes is still text.
  private static func isBinary(_ sample: Sample) -> Bool {
    let text = sample.start..<sample.bytes.count
    let odd = sample.bytes[text].count {
      $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != ASCII.escape && !ASCII.separators.contains($0)
    }
    return odd * 50 > text.count
  }
}

/// Facts about the bytes that are known in advance and need not be guessed.
package struct ReaderOptions: Sendable, Hashable {
  /// The position of the column names.
  package enum Header: Sendable, Hashable {
    /// Detect the position.
    case auto
    /// On this line, counted from 1; lines above it are not rows.
    case line(Int)
    /// The table has no column names.
    case none
  }

  /// The format of the bytes; nil to detect it.
  package var format: TableFormat?
  /// The byte between cells; only for `csv`, `tsv` and if no format is given.
  var delimiter: UInt8?
  /// The position of the column names.
  package var header: Header
  /// The number of the selected table, counted from 1; nil for the largest.
  package var table: Int?
  /// The members of JSON whose own members are columns; see ``TableShape/opening(_:)``.
  package var opened: Set<String> = []
  /// The JSON array or object whose elements are the rows, as the path of member names that leads to it:
  /// `items`, `data.nodes`; nil for the only array of objects.
  package var rows: String?
  /// Columns that are computed from those of the bytes.
  package var computed: [ComputedColumn] = []
  /// Whether each column contains numbers, as a database says; nil if its cells show that, as they do in
  /// tables with another number of columns.
  package var areNumbers: [Bool?] = []

  /// Creates options; without arguments everything is detected.
  package init(format: TableFormat? = nil, delimiter: UInt8? = nil, header: Header = .auto, table: Int? = nil)
  {
    self.format = format
    self.delimiter = delimiter
    self.header = header
    self.table = table
  }
}

/// The part of a text from which its shape is detected: the first 64 KiB or 2,000 lines, whichever is less.
struct Sample {
  static let mostBytes = 64 << 10
  static let mostLines = 2000
  /// The number of bytes in which the end of the first row is searched.
  static let mostBytesOfRow = 16 << 20

  let bytes: TextBytes
  /// Whether the sample is the entire text.
  let isWhole: Bool
  /// The offset where the text begins, after a byte order mark.
  let start: Int
  /// The number of lines above the sample.
  let firstNumber: Int
  /// The lines, without their ends; a last line that the limit cuts off is left out.
  let lines: [Range<Int>]

  let encoding: TextEncoding
  /// Whether escape sequences were removed from the text.
  let hasEscapes: Bool
  /// Whether at least half of the lines end in a newline without a carriage return before it.
  let hasBareLineEnds: Bool

  /// Creates a sample of bytes.
  ///
  /// - Parameter encoding: The encoding of the text; nil to detect it.
  init(_ bytes: TextBytes, _ encoding: TextEncoding? = nil) {
    let encoding = encoding ?? TextEncoding.of(bytes.prefix(Self.mostBytes))
    let limit = Self.limit(of: bytes, encoding)
    let hasEscapes = Self.hasEscapes(bytes.prefix(limit), encoding)
    var text = bytes
    if var converted = ConvertedText(from: encoding, hasEscapes: hasEscapes) {
      converted.extend(to: bytes.prefix(limit), isComplete: bytes.count <= limit)
      text = converted.bytes
    }
    self.init(text, limit: limit, encoding, hasEscapes: hasEscapes)
  }

  /// Creates a sample of some lines of another sample.
  init(_ sample: Sample, lines range: Range<Int>) {
    encoding = sample.encoding
    hasEscapes = sample.hasEscapes
    hasBareLineEnds = sample.hasBareLineEnds
    firstNumber = sample.firstNumber + range.lowerBound
    lines = Array(sample.lines[range])
    start = sample.lines[range.lowerBound].lowerBound
    bytes = sample.bytes.prefix(sample.end(of: range.upperBound - 1))
    isWhole = true
  }

  /// Returns the length of the sample: more than the usual limit if the first two lines are longer.
  private static func limit(of bytes: TextBytes, _ encoding: TextEncoding) -> Int {
    guard bytes.count > mostBytes, encoding == .utf8 else { return mostBytes }
    let most = min(bytes.count, mostBytesOfRow)
    guard let first = bytes.first(ASCII.newline, in: 0..<most), first >= mostBytes / 2 else {
      return mostBytes
    }
    let second = bytes.first(ASCII.newline, in: (first + 1)..<most) ?? first
    return min(max(second + 1, mostBytes), most)
  }

  /// Whether a text contains a sequence that ends a colour. A sequence that only starts one is data.
  private static func hasEscapes(_ bytes: TextBytes, _ encoding: TextEncoding) -> Bool {
    guard encoding != .utf16LittleEndian, encoding != .utf16BigEndian else { return false }
    var offset = 0
    while let found = bytes.first(ASCII.escape, in: offset..<bytes.count) {
      offset = found + 1
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "[") else { continue }
      var end = offset + 1
      while end < bytes.count, bytes[end].isDigit || bytes[end] == UInt8(ascii: ";") { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: "m") else { continue }
      let parameters = bytes.string((offset + 1)..<end)
      if ["", "0", "00", "22", "24", "27", "39", "49"].contains(parameters) || parameters.hasPrefix("0;") {
        return true
      }
    }
    return false
  }

  private init(_ all: TextBytes, limit: Int, _ encoding: TextEncoding, hasEscapes: Bool) {
    self.encoding = encoding
    self.hasEscapes = hasEscapes
    let limited = all.prefix(limit)
    start = limited.count >= 3 && limited[0] == 0xEF && limited[1] == 0xBB && limited[2] == 0xBF ? 3 : 0
    var lines: [Range<Int>] = []
    var offset = start
    var bareLineEnds = 0
    while offset < limited.count, lines.count < Self.mostLines {
      guard let newline = limited.first(ASCII.newline, in: offset..<limited.count) else {
        if all.count == limited.count || lines.isEmpty {
          lines.append(limited.withoutLineEnds(offset..<limited.count))
        }
        offset = limited.count
        break
      }
      if newline == offset || limited[newline - 1] != ASCII.carriageReturn { bareLineEnds += 1 }
      lines.append(limited.withoutLineEnds(offset..<newline))
      offset = newline + 1
    }
    hasBareLineEnds = bareLineEnds > 0 && bareLineEnds * 2 >= lines.count
    firstNumber = 0
    bytes = limited.prefix(offset)
    isWhole = offset == all.count
    self.lines = lines
  }

  /// Returns the table with a shape, without lines above the sample.
  func table(_ shape: TableShape) -> TextTable {
    var shape = shape
    shape.head = TableShape.Head(start: start, line: firstNumber)
    return TextTable(bytes, shape: shape, isComplete: true)
  }

  /// Returns the number, counted from 1, of the line that begins at `offset`.
  func number(at offset: Int) -> Int {
    1 + firstNumber + lines.prefix { $0.lowerBound < offset }.count
  }

  /// Returns the offset where the line after `line` begins.
  func end(of line: Int) -> Int {
    line + 1 < lines.count ? lines[line + 1].lowerBound : bytes.count
  }
}
