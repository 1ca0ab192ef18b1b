/// How bytes are read as a table: what was found, or was said, about their format, columns and header.
///
/// A shape is found once, from the first run of a command, and stays; later runs are read by it.
public struct TableShape: Sendable, Equatable {
  /// What the bytes look like.
  public enum Format: String, Sendable {
    /// No text.
    case binary
    /// Cells between commas, semicolons, bars or colons.
    case csv
    /// Cells between tabs.
    case tsv
    /// JSON in any of its forms.
    case json
    /// Blocks of `name: value`.
    case records
    /// A table with drawn rules.
    case drawn
    /// Columns that stand below each other, or words of equal number.
    case aligned
    /// Each line a row of one cell.
    case lines
  }

  /// What the bytes look like.
  public internal(set) var format: Format
  /// The columns from left to right. Those of JSON may be followed by more as the file goes on; see
  /// ``TextTable/columns``.
  public internal(set) var columns: [Column]
  /// The line with the names of the columns, counted from 1; nil if there is none.
  public internal(set) var headerLine: Int?
  /// How the text is encoded.
  var encoding: TextEncoding
  /// Where the first row may begin, in the text as UTF-8.
  var body: Int
  /// How rows are found and cut.
  var cut: RowCut
  /// What was known before.
  var options = ReaderOptions()
  /// Whether blank lines are rows.
  private(set) var keepsBlankLines = false

  /// Every line as it is, blank ones too, of a text that is UTF-8.
  public static let everyLine = TableShape(
    .lines, columns: [Column(name: nil)], body: 0, cut: .line, keepsBlankLines: true)

  /// The same shape for a text that is UTF-8 by now, as ``TextTable/bytes`` are.
  public var ofConvertedText: TableShape {
    var shape = self
    shape.encoding = .utf8
    return shape
  }

  init(
    _ format: Format, columns: [Column], headerLine: Int? = nil, encoding: TextEncoding = .utf8, body: Int,
    cut: RowCut, keepsBlankLines: Bool = false
  ) {
    self.format = format
    self.columns = columns
    self.headerLine = headerLine
    self.encoding = encoding
    self.body = body
    self.cut = cut
    self.keepsBlankLines = keepsBlankLines
  }
}

/// How rows are found and cut into cells.
enum RowCut: Sendable, Equatable {
  /// Each line is a row of one cell.
  case line
  /// Cells between delimiters.
  case delimited(Delimiter)
  /// Cells below each other.
  case aligned(AlignedCut)
  /// A name, a separator, and the rest of the line.
  case pair(PairCut)
  /// Cells between drawn lines.
  case drawn(DrawnCut)
  /// Members of objects.
  case json(JSONLayout)
  /// Blocks of names and values.
  case records(RecordCut)

  /// Whether cells may begin with blanks that are to be seen.
  var isIndented: Bool {
    switch self {
    case .line: true
    case .aligned(let cut): cut.places.last?.indentedFrom != nil
    default: false
    }
  }
}
