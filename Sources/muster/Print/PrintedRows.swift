import ListData

/// Writes rows to standard output, each once, as soon as it has arrived and its order is certain.
struct PrintedRows: ~Copyable {
  private let selection: RowSelection
  private let format: OutputFormat
  /// Whether a text with several tables is printed as it is.
  private let isVerbatim: Bool
  private var output: PrintedOutput
  private var text: RowText?
  /// The number of rows that are written at once.
  private static let batch = 1_000
  /// The byte offset of the end of the last row that was read. A count of rows would not do: with more lines,
  /// another line may turn out to be the header.
  private var rowsEnd = 0
  /// The number of the run that was printed last.
  private var number = 0
  /// The number of printed rows.
  private var count = 0
  /// The number of printed bytes of a text that is printed in full.
  private var bytes = 0

  init(_ selection: RowSelection, _ format: OutputFormat, isExact: Bool, isVerbatim: Bool = true) {
    self.selection = selection
    self.isVerbatim = isVerbatim
    self.format = format
    output = PrintedOutput(isExact: isExact)
  }

  /// Prints the part of a run that has not been printed yet.
  ///
  /// Rows of another run of a stream follow those of the run before.
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

  /// Whether the text of a run is printed as it is, whatever it contains.
  private func isWhole(_ run: Run) -> Bool {
    format == .raw && selection.isEverything && (isVerbatim || run.table.shape.count == 1)
  }

  /// Returns a note about tables that are not printed; nil if all are.
  func note(on run: Run) -> String? {
    let shape = run.table.shape
    guard shape.count > 1, !isWhole(run) else { return nil }
    let title = shape.title.map { " (\($0))" } ?? ""
    return "table \(shape.number) of \(shape.count)\(title) is printed; --table chooses another one"
  }

  /// Prints the rest of the text, up to the last line end if the run is not complete.
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

  /// Ends the output.
  ///
  /// - Returns: the number of printed rows.
  consuming func finish() throws -> Int {
    let count = count
    try output.finish()
    return count
  }
}

/// The rows and columns to print, and their order.
struct RowSelection: Sendable {
  let options: StartOptions
  /// The saved view, for what the options do not set.
  private let kept: StartOptions?
  private let search: RowSearch
  private let now: Double

  init(
    _ options: StartOptions, kept: StartOptions? = nil, search: RowSearch = .words, now: WallTime = .now
  ) {
    self.options = options
    self.kept = kept
    self.search = search
    self.now = now.localSeconds
  }

  /// Whether only rows that match a query are printed.
  var isFiltered: Bool { options.query?.contains { !$0.isWhitespace } == true }

  /// Whether rows can be printed in the order in which they arrive.
  var isInOrder: Bool {
    guard case .words = search else { return false }
    return [options, kept].allSatisfy { $0?.sort == nil && $0?.group == nil && $0?.tree == nil }
  }

  /// Whether everything is printed as it is read.
  var isEverything: Bool { isInOrder && !isFiltered && options.columns == nil && kept?.columns == nil }

  /// Whether totals are printed after the rows.
  var hasTotals: Bool { options.totals != nil }

  /// Returns the columns to print; nil for all, including cells beyond them.
  func columns(of table: TextTable) throws(ColumnReference.Refusal) -> [Int]? {
    let names = ColumnNames(of: table)
    guard let columns = wantedColumns(in: names) else { return nil }
    return try columns.map { column throws(ColumnReference.Refusal) in try column.index(in: names) }
  }

  /// Returns the requested columns; nil for all.
  func wantedColumns(in names: ColumnNames) -> [ColumnReference]? {
    options.filled(from: kept, columns: names).columns?.columns
  }

  /// Returns those of some rows that match, in the order of the input.
  ///
  /// - Complexity: O(bytes of these rows).
  ///
  /// - Throws: the first condition of the query that could not be read.
  func matching(_ rows: Range<Int>, of table: TextTable) throws(RowQuery.Problem) -> [Int] {
    let query = RowQuery(options.query ?? "", for: table, now: now)
    if let problem = query.problem { throw problem }
    return query.rows(among: rows)
  }

  /// Returns the column of the query that a table does not have; nil if it has all.
  func missing(in table: TextTable) -> ColumnReference.Refusal? {
    RowQuery(options.query ?? "", for: table, now: now).missing
  }

  /// Returns the remark on the query for a table.
  func remark(on table: TextTable) -> String? {
    RowQuery(options.query ?? "", for: table, now: now).remark
  }

  /// Returns the totals of the rows that match, a line for each group and one for all rows; empty unless
  /// requested.
  func totalLines(of table: TextTable) throws -> [String] {
    guard hasTotals else { return [] }
    let names = ColumnNames(of: table)
    let arrangement = try Arrangement(options.filled(from: kept, columns: names), columns: names)
    let rows = ArrangedRows(of: table, key: nil, among: 0..<table.rowCount, arrangement, now: now)
    var lines: [String] = []
    if case .groups(let groups) = rows.structure, let column = arrangement.structure.column {
      lines = zip(groups, rows.totals.groups).map { group, totals in
        let words = [counted(group.count, "row")] + RowTotals.words(totals, of: table)
        return "\(table.text(group[0], column)): \(words.joined(separator: ", "))"
      }
    }
    return lines + [RowTotals.words(rows.totals.all, of: table).joined(separator: ", ")]
  }

  /// Returns all rows that match, in the requested order; in a tree, with their ancestors.
  ///
  /// - Parameter others: The columns of another table; options for columns that only this table has are
  ///   ignored.
  func rows(
    of table: TextTable, key: TableKey?, or others: ColumnNames? = nil
  ) throws -> [Int] {
    let names = ColumnNames(of: table)
    var arrangement = try Arrangement(options.filled(from: kept, columns: names), columns: names, or: others)
    // A drawn tree is printed as a flat list.
    if arrangement.structure == .natural { arrangement.structure = .flat }
    let rows = ArrangedRows(
      of: table, key: key, among: 0..<table.rowCount, arrangement, search: search, now: now)
    if let problem = rows.query.problem { throw problem }
    return rows.inOrder
  }
}

extension TextTable {
  /// Returns all cells of a row as text, including those beyond the columns.
  func texts(of row: Int) -> [String] {
    columns.indices.map { text(row, $0) } + extraCells(row)
  }
}
