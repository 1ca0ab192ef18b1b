import ListData
import Rows

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
  /// The byte offset of the end of the last row that was printed.
  private var printedEnd = 0
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
    if run.number != number { (rowsEnd, printedEnd, bytes) = (0, 0, 0) }
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
    var next = run.table.firstRow(from: printedEnd)
    let rows =
      needsAll
      ? try selection.rows(of: run.table, key: run.key)[...]
      : try selection.arriving(
        run.table.firstRow(from: rowsEnd)..<run.table.rowCount, of: run.table, after: next)
    var rest = rows
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      var lines: [UInt8] = []
      var index = batch.startIndex
      text.write(batch, of: run.table) { line in
        // As grep -C does.
        if separates, batch[index] > next, count > 0 { lines += Array("--\n".utf8) }
        next = batch[index] + 1
        lines += line
        index += 1
        count += 1
      }
      try output.write(lines)
    }
    if let last = rows.last { printedEnd = max(printedEnd, run.table.line(last).upperBound) }
    if run.table.rowCount > 0 { rowsEnd = max(rowsEnd, run.table.line(run.table.rowCount - 1).upperBound) }
    try output.flush()
  }

  /// Whether a line stands between rows that are apart in the input.
  private var separates: Bool { format == .raw && selection.hasContext }

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

  /// Ends the output. Returns the number of printed rows.
  consuming func finish() throws -> Int {
    let count = count
    try output.finish()
    return count
  }
}
