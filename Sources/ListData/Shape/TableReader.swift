/// Finds out how bytes are to be read as a table.
///
/// The first that fits is taken, in this order: no text at all; JSON; blocks of `name: value`; tables drawn with
/// rules; cells between delimiters; columns aligned under a header; pairs of a name and a value; columns aligned
/// without a header; plain lines. No rule knows which command printed the bytes.
///
/// A guess may be wrong, and is never needed: ``ReaderOptions`` overrule it.
public enum TableReader {
  /// The shape of the table that begins with `bytes`.
  ///
  /// Only the first 64 KiB or 2,000 lines are looked at.
  public static func shape(of bytes: TextBytes, options: ReaderOptions = ReaderOptions()) -> TableShape {
    let encoding = TextEncoding.of(bytes.prefix(Sample.mostBytes))
    let sample = Sample(bytes, encoding)
    var shape = shape(of: sample, options)
    var known = TextTable(sample.bytes, shape: shape, isComplete: sample.isWhole)
    // A first row may be longer than what is looked at else.
    if known.rowCount == 0, !sample.isWhole, encoding == .utf8 {
      let more = bytes.prefix(Sample.mostBytesOfRow)
      known = TextTable(more, shape: shape, isComplete: more.count == bytes.count)
    }
    shape.columns = known.columnsWithKinds()
    shape.encoding = encoding
    shape.options = options
    return shape
  }

  static func shape(of sample: Sample, _ options: ReaderOptions) -> TableShape {
    // Who says what it is gets that, whatever is in it.
    guard options.format != .auto || options.delimiter != nil || !isBinary(sample.bytes) else {
      return binary
    }
    switch options.format {
    case .auto:
      if options.delimiter != nil { return DelimitedReader(sample, options).shape(UInt8(ascii: ",")) }
      if options.header != .auto { return table(sample, options) ?? lines(sample, options) }
      return JSONReader(sample).shape() ?? RecordReader(sample).shape() ?? table(sample, options)
        ?? NamedLines.shape(sample) ?? DelimitedReader(sample, options).ragged() ?? lines(sample, options)
    case .csv: return DelimitedReader(sample, options).shape(UInt8(ascii: ","))
    case .tsv: return DelimitedReader(sample, options).shape(ASCII.tab)
    case .json: return JSONReader(sample, isTold: true).shape() ?? lines(sample, options)
    case .table: return aligned(sample, options) ?? lines(sample, options)
    case .lines: return lines(sample, options)
    }
  }

  private static func table(_ sample: Sample, _ options: ReaderOptions) -> TableShape? {
    if options.header == .auto, let drawn = DrawnReader(sample).shape() { return drawn }
    return DelimitedReader(sample, options).guess() ?? aligned(sample, options)
  }

  private static func aligned(_ sample: Sample, _ options: ReaderOptions) -> TableShape? {
    switch options.header {
    case .auto:
      (options.format == .table ? DrawnReader(sample).shape() : nil) ?? AlignedReader(sample).headed()
        ?? PairReader(sample).shape() ?? BareReader(sample).shape()
    case .line(let number): AlignedReader(sample).headed(below: number - 1)
    case .none: PairReader(sample).shape() ?? BareReader(sample).shape()
    }
  }

  /// Each line a row, below the header if it is known where that is.
  private static func lines(_ sample: Sample, _ options: ReaderOptions) -> TableShape {
    if case .line(let number) = options.header, sample.lines.indices.contains(number - 1) {
      let name = sample.bytes.string(sample.bytes.trimmed(sample.lines[number - 1]))
      return TableShape(
        .lines, columns: [Column(name: name)], headerLine: number, body: sample.end(of: number - 1),
        cut: .line)
    }
    return TableShape(.lines, columns: [Column(name: nil)], body: sample.start, cut: .line)
  }

  private static let binary = TableShape(.binary, columns: [], body: 0, cut: .line)

  /// Whether more than one byte in fifty is a control character that text does not have.
  ///
  /// A hole of a few zero bytes in a log leaves it text.
  private static func isBinary(_ bytes: TextBytes) -> Bool {
    let odd = bytes[0..<bytes.count].count {
      $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != ASCII.escape && $0 != 0x1F && $0 != 0x1E
    }
    return odd * 50 > bytes.count
  }
}
