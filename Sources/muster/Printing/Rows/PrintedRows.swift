import ListData

/// Rows on their way to standard output: each once, as soon as it is there and its order is sure.
struct PrintedRows: ~Copyable {
  private let selection: RowSelection
  private let format: OutputFormat
  private var output: PrintedOutput
  private var text: RowText?
  /// How many rows are written at once.
  private static let batch = 1_000
  /// Where the last row that was looked at ends. Rows are not counted: with more lines other ones may be found to be
  /// the header.
  private var rowsEnd = 0
  /// How many rows were printed.
  private var count = 0
  /// How many bytes of a text that is printed whole were.
  private var bytes = 0

  init(_ selection: RowSelection, _ format: OutputFormat, isExact: Bool) {
    self.selection = selection
    self.format = format
    output = PrintedOutput(isExact: isExact)
  }

  /// Prints what a run has more than the one before.
  mutating func add(_ run: Run) throws {
    if format == .raw, selection.isEverything { return try addBytes(run.table, isComplete: run.isComplete) }
    // The last object of JSON may have a column that nobody had before.
    let needsAll =
      !selection.isInOrder || (run.table.shape.format == .json && format != .json && format != .raw)
    guard run.isComplete || !needsAll else { return }
    let text = RowText(format: format, columns: try selection.columns(of: run.table))
    if self.text == nil, run.table.rowCount > 0 || run.isComplete {
      try output.write(text.head(of: run.table))
      self.text = text
    }
    let rows =
      needsAll
      ? try selection.rows(of: run.table, key: run.key)
      : selection.matching(run.table.firstRow(from: rowsEnd)..<run.table.rowCount, of: run.table)
    for start in stride(from: 0, to: rows.count, by: Self.batch) {
      var lines: [UInt8] = []
      text.write(rows[start..<min(start + Self.batch, rows.count)], of: run.table) { lines += $0 }
      try output.write(lines)
    }
    count += rows.count
    if run.table.rowCount > 0 { rowsEnd = max(rowsEnd, run.table.line(run.table.rowCount - 1).upperBound) }
    try output.flush()
  }

  /// Prints all that is there, up to the end of a line.
  private mutating func addBytes(_ table: TextTable, isComplete: Bool) throws {
    var end = table.bytes.count
    if !isComplete {
      end = (bytes..<max(bytes, end)).last { table.bytes[$0] == 0x0A }.map { $0 + 1 } ?? bytes
    }
    guard end > bytes else { return }
    try output.write(table.bytes[bytes..<end])
    (bytes, count) = (end, table.rowCount)
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
