import ListData

/// Rows on their way to standard output: each once, as soon as it is there and its order is sure.
struct PrintedRows: ~Copyable {
  private let selection: RowSelection
  private let format: OutputFormat
  /// Whether a text of several tables is printed as it is.
  private let isVerbatim: Bool
  private var output: PrintedOutput
  private var text: RowText?
  /// How many rows are written at once.
  private static let batch = 1_000
  /// Where the last row that was looked at ends. Rows are not counted: with more lines other ones may be found to be
  /// the header.
  private var rowsEnd = 0
  /// The number of the run that was printed last.
  private var number = 0
  /// How many rows were printed.
  private var count = 0
  /// How many bytes of a text that is printed whole were.
  private var bytes = 0

  init(_ selection: RowSelection, _ format: OutputFormat, isExact: Bool, isVerbatim: Bool = true) {
    self.selection = selection
    self.isVerbatim = isVerbatim
    self.format = format
    output = PrintedOutput(isExact: isExact)
  }

  /// Prints what a run has more than the one before.
  ///
  /// Rows of a further run of a stream follow those of the run before.
  mutating func add(_ run: Run) throws {
    if run.number != number { (rowsEnd, bytes) = (0, 0) }
    number = run.number
    if isWhole(run) { return try addBytes(run.table, isComplete: run.isComplete) }
    // The last object of JSON may have a column that no other has.
    let needsAll =
      !selection.isInOrder || (run.table.shape.format == .json && format != .json && format != .raw)
    guard run.isComplete || !needsAll else { return }
    let text = try selection.text(format, of: run.table)
    if self.text == nil, run.table.rowCount > 0 || run.isComplete {
      try output.write(text.head(of: run.table))
      self.text = text
    }
    let rows =
      needsAll
      ? try selection.rows(of: run.table, key: run.key)
      : try selection.matching(run.table.firstRow(from: rowsEnd)..<run.table.rowCount, of: run.table)
    for start in stride(from: 0, to: rows.count, by: Self.batch) {
      var lines: [UInt8] = []
      text.write(rows[start..<min(start + Self.batch, rows.count)], of: run.table) { lines += $0 }
      try output.write(lines)
    }
    count += rows.count
    if run.table.rowCount > 0 { rowsEnd = max(rowsEnd, run.table.line(run.table.rowCount - 1).upperBound) }
    try output.flush()
  }

  /// Whether the text of a run is printed as it is, whatever is in it.
  private func isWhole(_ run: Run) -> Bool {
    format == .raw && selection.isEverything && (isVerbatim || run.table.shape.count == 1)
  }

  /// What there is to say of tables that are not printed; nil where all are.
  func note(on run: Run) -> String? {
    let shape = run.table.shape
    guard shape.count > 1, !isWhole(run) else { return nil }
    let title = shape.title.map { " (\($0))" } ?? ""
    return "table \(shape.number) of \(shape.count)\(title) is printed; --table chooses another one"
  }

  /// Prints all that is there, up to the end of a line.
  private mutating func addBytes(_ table: TextTable, isComplete: Bool) throws {
    var end = table.bytes.count
    if !isComplete {
      end = (bytes..<max(bytes, end)).last { table.bytes[$0] == 0x0A }.map { $0 + 1 } ?? bytes
    }
    guard end > bytes else { return }
    try output.write(table.bytes[bytes..<end])
    bytes = end
    count += table.rowCount - (rowsEnd > 0 ? table.firstRow(from: rowsEnd) : 0)
    if table.rowCount > 0 { rowsEnd = max(rowsEnd, table.line(table.rowCount - 1).upperBound) }
    try output.flush()
  }

  /// Ends.
  ///
  /// - Returns: how many rows were printed.
  consuming func finish(_ last: Run) throws -> Int {
    let count = count
    try output.finish()
    return count
  }
}

/// Which rows and columns are printed, and in which order.
struct RowSelection: Sendable {
  private let options: StartOptions
  private let search: RowSearch
  private let now: Double

  init(_ options: StartOptions, search: RowSearch = .words, now: WallTime = .now) {
    self.options = options
    self.search = search
    self.now = now.localSeconds
  }

  /// Whether rows are printed only where they match something.
  var isFiltered: Bool { options.query?.contains { !$0.isWhitespace } == true }

  /// Whether rows can be printed in the order in which they come.
  var isInOrder: Bool {
    guard case .words = search else { return false }
    return options.sort == nil && options.group == nil && options.tree == nil
  }

  /// Whether everything is printed as it came.
  var isEverything: Bool { isInOrder && !isFiltered && options.columns == nil }

  /// Whether totals are printed behind the rows.
  var hasTotals: Bool { options.totals != nil }

  /// The columns; nil for all of them, and cells beyond.
  func columns(of table: TextTable) throws(ColumnReference.Refusal) -> [Int]? {
    guard let columns = options.columns?.columns else { return nil }
    let names = ColumnNames(table.columns.map(\.name))
    return try columns.map { column throws(ColumnReference.Refusal) in try column.index(in: names) }
  }

  /// The columns as they were asked for; nil for all of them.
  var wantedColumns: [ColumnReference]? { options.columns?.columns }

  /// The rows among some of them that match, in the order in which they came.
  ///
  /// - Complexity: O(bytes of these rows).
  ///
  /// - Throws: what of the query cannot be understood.
  func matching(_ rows: Range<Int>, of table: TextTable) throws(RowQuery.Problem) -> [Int] {
    let query = RowQuery(options.query ?? "", for: table, now: now)
    if let problem = query.problem { throw problem }
    return query.rows(among: rows)
  }

  /// What the columns of the rows that match add up to, a line for each group and one for all; empty unless asked for.
  func totalLines(of table: TextTable) throws -> [String] {
    guard hasTotals else { return [] }
    let arrangement = try Arrangement(options, columns: ColumnNames(table.columns.map(\.name)))
    let rows = ArrangedRows(of: table, key: nil, among: 0..<table.rowCount, arrangement, now: now)
    var lines: [String] = []
    if case .groups(let groups) = rows.structure, let column = arrangement.structure.column {
      lines = zip(groups, rows.totals.groups).map { group, totals in
        let words = ["\(group.count) row\(group.count == 1 ? "" : "s")"] + RowTotals.words(totals, of: table)
        return "\(table.text(group[0], column)): \(words.joined(separator: ", "))"
      }
    }
    return lines + [RowTotals.words(rows.totals.all, of: table).joined(separator: ", ")]
  }

  /// All rows that match, in their order, and in a tree those above them.
  ///
  /// - Parameter others: The columns of another table; what is only there has no effect here.
  func rows(
    of table: TextTable, key: TableKey?, or others: ColumnNames? = nil
  ) throws -> [Int] {
    let names = ColumnNames(table.columns.map(\.name))
    var arrangement = try Arrangement(options, columns: names, or: others)
    // A tree that is drawn is printed as it was.
    if arrangement.structure == .natural { arrangement.structure = .flat }
    let rows = ArrangedRows(
      of: table, key: key, among: 0..<table.rowCount, arrangement, search: search, now: now)
    if let problem = rows.query.problem { throw problem }
    return rows.inOrder
  }
}

extension TextTable {
  /// All cells of a row as text, those beyond the columns too.
  func texts(of row: Int) -> [String] {
    columns.indices.map { text(row, $0) } + extraCells(row)
  }
}
