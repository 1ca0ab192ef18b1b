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
    guard options.format != nil || options.delimiter != nil || !isBinary(sample.bytes) else {
      return binary
    }
    switch options.format {
    case nil, .binary:
      if options.delimiter != nil { return DelimitedReader(sample, options).shape(UInt8(ascii: ",")) }
      if options.header != .auto { return table(sample, options) ?? lines(sample, options) }
      return JSONReader(sample).shape() ?? RecordReader(sample).shape() ?? table(sample, options)
        ?? NamedLines.shape(sample) ?? DelimitedReader(sample, options).ragged() ?? lines(sample, options)
    case .csv: return DelimitedReader(sample, options).shape(UInt8(ascii: ","))
    case .tsv: return DelimitedReader(sample, options).shape(ASCII.tab)
    case .json: return JSONReader(sample, isTold: true).shape() ?? lines(sample, options)
    case .records: return RecordReader(sample).shape() ?? lines(sample, options)
    case .aligned, .drawn: return aligned(sample, options) ?? lines(sample, options)
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
      (options.format == .aligned || options.format == .drawn ? DrawnReader(sample).shape() : nil) ?? AlignedReader(sample).headed()
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

/// What is known beforehand about bytes, so that it need not be guessed.
public struct ReaderOptions: Sendable, Equatable {
  /// Where the names of the columns stand.
  public enum Header: Sendable, Equatable {
    /// Where they seem to stand.
    case auto
    /// On that line, counted from 1; what stands above is no row.
    case line(Int)
    /// Nowhere.
    case none
  }

  /// What the bytes are; nil for what they look like.
  public var format: TableFormat?
  /// What stands between cells; only for `csv`, `tsv` and where no format is said.
  var delimiter: UInt8?
  /// Where the names of the columns stand.
  public var header: Header

  /// Options; without arguments everything is found out.
  public init(format: TableFormat? = nil, delimiter: UInt8? = nil, header: Header = .auto) {
    self.format = format
    self.delimiter = delimiter
    self.header = header
  }
}

/// What is looked at to find a shape: the first 64 KiB, or the first 2,000 lines if they are fewer bytes.
struct Sample {
  static let mostBytes = 64 << 10
  static let mostLines = 2000
  /// Up to where the end of the first row is looked for.
  static let mostBytesOfRow = 16 << 20

  /// The bytes looked at, and no more.
  let bytes: TextBytes
  /// Whether that is all there is.
  let isWhole: Bool
  /// Where the text begins, behind a mark of its encoding.
  let start: Int
  /// The lines, without their ends; a last one that the limit cuts is left out.
  let lines: [Range<Int>]

  /// A sample of bytes in an encoding.
  init(_ bytes: TextBytes, _ encoding: TextEncoding) {
    var text = bytes
    if var converted = ConvertedText(from: encoding) {
      converted.extend(to: bytes.prefix(Self.mostBytes), isComplete: bytes.count <= Self.mostBytes)
      text = converted.bytes
    }
    self.init(text)
  }

  private init(_ all: TextBytes) {
    let limited = all.prefix(Self.mostBytes)
    start = limited.count >= 3 && limited[0] == 0xEF && limited[1] == 0xBB && limited[2] == 0xBF ? 3 : 0
    var lines: [Range<Int>] = []
    var place = start
    while place < limited.count, lines.count < Self.mostLines {
      guard let newline = limited.first(ASCII.newline, in: place..<limited.count) else {
        if all.count == limited.count || lines.isEmpty {
          lines.append(limited.withoutLineEnds(place..<limited.count))
        }
        place = limited.count
        break
      }
      lines.append(limited.withoutLineEnds(place..<newline))
      place = newline + 1
    }
    bytes = limited.prefix(place)
    isWhole = place == all.count
    self.lines = lines
  }

  /// The number of the line, counted from 1, that begins at `offset`.
  func number(at offset: Int) -> Int {
    1 + lines.prefix { $0.lowerBound < offset }.count
  }

  /// Where the line behind `line` begins.
  func end(of line: Int) -> Int {
    line + 1 < lines.count ? lines[line + 1].lowerBound : bytes.count
  }
}
