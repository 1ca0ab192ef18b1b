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
    let format: TableShape.Format = rows.delimiter.byte == ASCII.tab ? .tsv : .csv
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
