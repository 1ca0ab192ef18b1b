/// The formats of tables: each is found by a reader of its own and cut by a case of ``RowCut``.
public enum TableFormat: String, Sendable, CaseIterable {
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

/// How bytes are read as a table: what was found, or was said, about their format, columns and header.
///
/// A shape is found once, from the first run of a command, and stays; later runs are read by it.
public struct TableShape: Sendable, Equatable {
  /// What the bytes look like.
  public internal(set) var format: TableFormat
  /// The columns from left to right. Those of JSON may be followed by more as the file goes on; see
  /// ``TextTable/columns``.
  public internal(set) var columns: [Column]
  /// The line with the names of the columns, counted from 1; nil if there is none.
  public internal(set) var headerLine: Int?
  /// How many lines the header has.
  var headerCount = 1
  /// Where the table is over at the latest, in the text as UTF-8: where another one begins. Nil if nothing is known of that.
  var limit: Int?
  /// How the text is encoded.
  var encoding: TextEncoding
  /// Whether escape sequences are taken out of it.
  var hasEscapes = false
  /// The line above the table that may be its name.
  public internal(set) var title: String?
  /// Which of the tables in the text it is, counted from 1.
  public internal(set) var number = 1
  /// How many tables the text has.
  public internal(set) var count = 1
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

  /// The column of the screen, counted from 0, in which a column of the table begins; nil where delimiters, names or words
  /// part cells, wherever they stand.
  public func place(of column: Int) -> Int? {
    switch cut {
    case .aligned(let cut): cut.isByWords || column >= cut.places.count ? nil : cut.places[column].start
    case .drawn(let cut):
      column == 0 ? 0 : column <= cut.crossings.count ? cut.crossings[column - 1] + 1 : nil
    case .line, .delimited, .pair, .json, .records: nil
    }
  }

  /// The same shape with columns for the members of some members of JSON: with `http`, columns such as `http.status` in place
  /// of one column `http`. Members inside those are named by their path: `http.headers`.
  ///
  /// Columns have to be found anew: take them from a ``TextTable`` of this shape.
  public func opening(_ members: Set<String>) -> TableShape {
    guard case .json(var layout) = cut, layout.opened != members else { return self }
    var shape = self
    layout.opened = members
    shape.cut = .json(layout)
    shape.columns = layout.container == .map ? Array(columns.prefix(1)) : []
    return shape
  }

  /// The members of JSON whose own members are columns; see ``opening(_:)``.
  public var openedMembers: Set<String> {
    if case .json(let layout) = cut { layout.opened } else { [] }
  }

  /// What stands between cells; nil where nothing does.
  public var delimiter: Character? {
    if case .delimited(let delimiter) = cut { Character(Unicode.Scalar(delimiter.byte)) } else { nil }
  }

  /// The encoding that the text was converted from, such as `Windows-1252`; nil for UTF-8.
  public var convertedEncoding: String? { encoding == .utf8 ? nil : encoding.rawValue }

  /// Whether colours were taken out of the text.
  public var hasColors: Bool { hasEscapes }

  /// The same shape for a text that is UTF-8 by now, as ``TextTable/bytes`` are.
  public var ofConvertedText: TableShape {
    var shape = self
    shape.encoding = .utf8
    shape.hasEscapes = false
    return shape
  }

  init(
    _ format: TableFormat, columns: [Column], headerLine: Int? = nil, encoding: TextEncoding = .utf8,
    body: Int,
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

/// A column of a table.
public struct Column: Sendable, Equatable {
  /// What stands above it; nil if nothing names the columns, empty if this one alone has no name.
  public var name: String?
  /// What its cells are, found from the first of them.
  public var kind: ColumnKind

  /// Whether its name says that it tells rows or other things apart: numbers of processes, ports. The difference of two
  /// such numbers says nothing.
  public var identifies: Bool { KeyCost.identifies(name) }

  /// Whether a column before it has its name, and rows are objects of JSON in which both members stand.
  var isRepeated = false

  /// Whether it holds what has no column of its own, of rows of more than a thousand names.
  var isRest = false

  init(name: String?, kind: ColumnKind = .text, isRepeated: Bool = false, isRest: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRepeated = isRepeated
    self.isRest = isRest
  }
}

extension TextTable {
  /// From how many rows the kind of a column is found.
  private static let mostCells = 400
  private static let mostSampled = 200_000

  /// The columns, each with the kind of its first cells; those before `first` stay as they are.
  func columnsWithKinds(from first: Int = 0) -> [Column] {
    var samples = columns[first...].map { KindSample(named: $0.name) }
    let rows = min(rowCount, Self.mostCells, max(Self.mostSampled / max(columns.count, 1), 50))
    for row in 0..<rows {
      withShownCells(of: row) { cells in
        for column in first..<min(columns.count, cells.count) {
          let range = bytes.trimmed(cells[column])
          if isEncoded(range) {
            withCell(in: range) { samples[column - first].note($0) }
          } else {
            samples[column - first].note(bytes[range])
          }
        }
      }
    }
    var found = columns
    for (column, sample) in samples.enumerated() { found[first + column].kind = sample.kind }
    return found
  }
}

/// What was said about bytes and is not so; they were read as far as they could be.
public enum UnmetOption: Sendable, Equatable {
  /// They are not in that format, and each line is a row.
  case format(TableFormat)
  /// No columns are named on that line.
  case header(Int)
  /// There are fewer tables.
  case table(Int)
  /// No array and no object of JSON stands there.
  case rows(String)
}

extension TableShape {
  /// What the options say that the bytes are not; nil where everything is as it was said.
  ///
  /// ```swift
  /// let shape = TableReader.shape(of: TextBytes("hello\n"), options: ReaderOptions(format: .json))
  /// shape.unmetOption  // .format(.json)
  /// ```
  public var unmetOption: UnmetOption? {
    if let rows = options.rows, format == .lines { return .rows(rows) }
    if let table = options.table, table > count { return .table(table) }
    switch options.format {
    case .json, .records, .drawn, .aligned:
      if let told = options.format, format == .lines, headerLine == nil { return .format(told) }
    case nil, .csv, .tsv, .lines, .binary: break
    }
    if case .line(let number) = options.header, headerLine == nil, format != .json { return .header(number) }
    return nil
  }
}

extension RowCut {
  /// Whether a row that stays the same is written the same, whatever other rows there are.
  var keepsLines: Bool {
    switch self {
    case .line, .delimited, .pair: true
    case .aligned, .drawn, .json, .records: false
    }
  }
}
