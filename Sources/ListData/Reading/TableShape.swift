/// The formats of tables. Each has its own reader that detects it and a ``RowGrammar`` that cuts it.
package enum TableFormat: String, Sendable, CaseIterable {
  /// Data that is not text.
  case binary
  /// Cells between commas, semicolons, bars or colons.
  case csv
  /// Cells between tabs.
  case tsv
  /// JSON in any form.
  case json
  /// Blocks of `name: value`.
  case records
  /// A table drawn with rules.
  case drawn
  /// Aligned columns, or lines with an equal number of words.
  case aligned
  /// Plain lines; each is a row with one cell.
  case lines
}

/// The format, columns and header by which bytes are read as a table, detected or given as options.
///
/// A shape is detected once, from the first run of a command, and kept for reading later runs.
package struct TableShape: Sendable, Equatable {
  /// The detected format.
  package internal(set) var format: TableFormat
  /// The columns from left to right. Later parts of JSON can add columns; see ``TextTable/columns``.
  package internal(set) var columns: [Column]
  /// The line with the column names, counted from 1; nil if there is none.
  package internal(set) var headerLine: Int?
  /// The number of header lines.
  var headerCount = 1
  /// The offset in the UTF-8 text where the next table begins, so that this one ends there at the latest; nil
  /// if unknown.
  var limit: Int?
  /// The lines below the rows of the sample that are no rows, wherever they are.
  var remarks: [[UInt8]] = []
  /// The offset from which lines above the rows are noted, and the number of the first one, counted from 0: those of
  /// the text, or of the part of a sample in which tables are compared.
  var head = Head()
  struct Head: Sendable, Equatable {
    var start = 0
    var line = 0
  }
  var encoding: TextEncoding
  /// Whether escape sequences are removed from the text.
  var hasEscapes = false
  /// The line above the table that may be its title.
  package internal(set) var title: String?
  /// The position of this table in the text, counted from 1.
  package internal(set) var number = 1
  /// The number of tables in the text.
  package internal(set) var count = 1
  /// The offset in the UTF-8 text where the first row may begin.
  var body: Int
  /// The method that finds and cuts rows.
  @AnyGrammar var cut: any RowGrammar
  /// The options given in advance.
  package internal(set) var options = ReaderOptions()
  /// Whether a carriage return at the end of a line belongs to its last cell: most lines end without one.
  var keepsCarriageReturns = false
  private(set) var keepsBlankLines = false

  /// A shape in which each line of UTF-8 text is a row, blank lines too.
  package static let everyLine = TableShape(
    .lines, columns: [Column(name: nil)], body: 0, cut: LineCut(), keepsBlankLines: true)

  /// Returns the screen column, counted from 0, where a column of the table begins; nil if delimiters, names
  /// or words separate cells regardless of position.
  package func start(of column: Int) -> Int? {
    cut.start(of: column)
  }

  /// Returns this shape with separate columns for the nested members of some JSON members: with `http`,
  /// columns such as `http.status` replace the column `http`. Deeper members are named by their path:
  /// `http.headers`.
  ///
  /// The columns have to be found again: take them from a ``TextTable`` of this shape.
  package func opening(_ members: Set<String>) -> TableShape {
    guard var layout = cut as? JSONLayout, layout.opened != members else { return self }
    var shape = self
    layout.opened = members
    shape.cut = layout
    shape.columns = layout.container == .map ? Array(columns.prefix(1)) : []
    return shape
  }

  /// The members of JSON whose own members are columns; see ``opening(_:)``.
  package var openedMembers: Set<String> {
    (cut as? JSONLayout)?.opened ?? []
  }

  /// The character between cells; nil if there is none.
  package var delimiter: Character? {
    (cut as? Delimiter).map { Character(Unicode.Scalar($0.byte)) }
  }

  /// The encoding from which the text was converted, such as `Windows-1252`; nil for UTF-8.
  package var convertedEncoding: String? { encoding == .utf8 ? nil : encoding.rawValue }

  /// Whether colours were removed from the text.
  package var hasColors: Bool { hasEscapes }

  /// What stands between the rows and behind the last one, besides line ends: a comma and a bracket in an array or
  /// an object of JSON; nil in other texts.
  package var brackets: (separator: UInt8, close: UInt8)? {
    guard let layout = cut as? JSONLayout, layout.container != .sequence else { return nil }
    return (UInt8(ascii: ","), UInt8(ascii: layout.container == .map ? "}" : "]"))
  }

  /// This shape for text that is already converted to UTF-8, as ``TextTable/bytes`` are.
  package var ofConvertedText: TableShape {
    var shape = self
    shape.encoding = .utf8
    shape.hasEscapes = false
    return shape
  }

  /// Whether a line is one of the remarks below the table.
  func isRemark(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    guard !remarks.isEmpty else { return false }
    let line = bytes.withoutLineEnds(line)
    return remarks.contains { $0.count == line.count && bytes[line].elementsEqual($0) }
  }

  init(
    _ format: TableFormat, columns: [Column], headerLine: Int? = nil, encoding: TextEncoding = .utf8,
    body: Int,
    cut: any RowGrammar, keepsBlankLines: Bool = false
  ) {
    self.format = format
    self.columns = columns
    self.headerLine = headerLine
    self.encoding = encoding
    self.body = body
    self.cut = cut
    self.keepsBlankLines = keepsBlankLines
  }

  /// Creates a shape with `count` columns without names.
  init(_ format: TableFormat, unnamed count: Int, body: Int, cut: any RowGrammar) {
    self.init(format, columns: Array(repeating: Column(name: nil), count: count), body: body, cut: cut)
  }
}

/// A column of a table.
package struct Column: Sendable, Equatable {
  /// The name above the column; nil if no column has a name, empty if only this column has none.
  package var name: String?
  /// The kind of its cells, detected from the first ones.
  package var kind: ColumnKind
  /// What the cells of a log without names are; nil if that is unknown.
  package internal(set) var role: Role?

  /// What the cells of a column of a log are.
  package enum Role: String, Sendable {
    case time
    /// The severity of the message: `INFO`, `[error]`.
    case level
    case message
  }

  /// Whether the column's name indicates identifiers, such as process numbers or ports. The difference of two
  /// identifiers has no meaning.
  package var identifies: Bool { KeyCost.identifies(name) }

  /// Whether an earlier column has the same name, and rows are JSON objects that contain both members.
  var isRepeated = false

  /// Whether the column collects the values that have no column of their own, because rows have more than
  /// 1,000 names.
  var isRest = false

  /// Whether its cells are computed from others: they have no bytes.
  package internal(set) var isComputed = false

  package init(name: String?, kind: ColumnKind = .text, isRepeated: Bool = false, isRest: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRepeated = isRepeated
    self.isRest = isRest
  }
}

extension TextTable {
  /// The maximum number of rows from which the kind of a column is detected.
  private static let mostCells = 400
  private static let mostSampled = 200_000

  /// Returns the columns with the kinds of their first cells; columns before `first` stay as they are.
  ///
  /// - Parameter areNumbers: See ``ReaderOptions/areNumbers``.
  func columnsWithKinds(from first: Int = 0, _ areNumbers: [Bool?] = []) -> [Column] {
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
    if areNumbers.count == found.count {
      for (column, isNumber) in areNumbers.enumerated() {
        let looksLikeNumber = [.integer, .float].contains(found[column].kind)
        if isNumber == true, !looksLikeNumber { found[column].kind = .float }
        if isNumber == false, looksLikeNumber { found[column].kind = .text }
      }
    }
    return found
  }
}

/// An option that does not match the bytes. They are read as far as possible.
package enum UnmetOption: Sendable, Equatable {
  /// The bytes do not have that format, and each line is a row.
  case format(TableFormat)
  /// That line does not contain column names.
  case header(Int)
  /// The text has fewer tables.
  case table(Int)
  /// That path does not lead to a JSON array or object.
  case rows(String)
}

extension TableShape {
  /// The option that does not match the bytes; nil if all options match.
  ///
  /// ```swift
  /// let shape = TableReader.shape(of: TextBytes("hello\n"), options: ReaderOptions(format: .json))
  /// shape.unmetOption  // .format(.json)
  /// ```
  package var unmetOption: UnmetOption? {
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
