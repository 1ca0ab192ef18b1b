/// What was said about bytes and is not so; they were read as far as they could be.
public enum UnmetOption: Sendable, Equatable {
  /// They are not in that format, and each line is a row.
  case format(ReaderOptions.Format)
  /// No columns are named on that line.
  case header(Int)
}

extension TableShape {
  /// What the options say that the bytes are not; nil where everything is as it was said.
  ///
  /// ```swift
  /// let shape = TableReader.shape(of: TextBytes("hello\n"), options: ReaderOptions(format: .json))
  /// shape.unmetOption  // .format(.json)
  /// ```
  public var unmetOption: UnmetOption? {
    switch options.format {
    case .json, .table: if format == .lines, headerLine == nil { return .format(options.format) }
    case .auto, .csv, .tsv, .lines: break
    }
    if case .line(let number) = options.header, headerLine == nil, format != .json { return .header(number) }
    return nil
  }
}
