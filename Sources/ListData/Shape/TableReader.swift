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
    var text = bytes
    if var converted = ConvertedText(from: encoding) {
      converted.extend(to: bytes.prefix(Sample.mostBytes), isComplete: bytes.count <= Sample.mostBytes)
      text = converted.bytes
    }
    let sample = Sample(text)
    var shape = shape(of: sample, options: options)
    shape.columns = TextTable(sample.bytes, shape: shape, isComplete: sample.isWhole).columnsWithKinds()
    shape.encoding = encoding
    return shape
  }

  private static func shape(of sample: Sample, options: ReaderOptions) -> TableShape {
    switch options.format {
    case .auto: break
    case .csv: return DelimitedReader(sample, options).shape(UInt8(ascii: ","))
    case .tsv: return DelimitedReader(sample, options).shape(ASCII.tab)
    case .lines: return lines(sample)
    case .json, .table: break
    }
    if let delimiter = options.delimiter { return DelimitedReader(sample, options).shape(delimiter) }
    return DelimitedReader(sample, options).guess() ?? AlignedReader(sample).headed() ?? lines(sample)
  }

  /// Each line a row.
  static func lines(_ sample: Sample) -> TableShape {
    TableShape(.lines, columns: [Column(name: nil)], body: sample.start, cut: .line)
  }
}
