/// What is known beforehand about bytes, so that it need not be guessed.
public struct ReaderOptions: Sendable, Equatable {
  /// How the bytes are to be read.
  public enum Format: String, Sendable, CaseIterable {
    /// As it looks.
    case auto
    /// Cells between commas, or what `delimiter` says, with quotes.
    case csv
    /// Cells between tabs, or what `delimiter` says, with quotes.
    case tsv
    /// JSON: an array, one object after the other, or one a line.
    case json
    /// Aligned columns, or a table drawn with rules.
    case table
    /// Each line a row of one cell.
    case lines
  }

  /// Where the names of the columns stand.
  public enum Header: Sendable, Equatable {
    /// Where they seem to stand.
    case auto
    /// On that line, counted from 1; what stands above is no row.
    case line(Int)
    /// Nowhere.
    case none
  }

  /// How the bytes are to be read.
  public var format: Format
  /// What stands between cells; only for `auto`, `csv` and `tsv`.
  var delimiter: UInt8?
  /// Where the names of the columns stand.
  public var header: Header

  /// Options; without arguments everything is found out.
  public init(format: Format = .auto, delimiter: UInt8? = nil, header: Header = .auto) {
    self.format = format
    self.delimiter = delimiter
    self.header = header
  }
}
