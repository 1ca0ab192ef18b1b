import ListData
import ListKit
import Rows

/// The output of a picker: the chosen rows, or none if no row matched.
struct PickedRows: Sendable {
  var query: String
  /// The rows, with their line ends.
  var lines: [[UInt8]]
}

extension PickedRows {
  /// - Throws: an error that names a column of `--output` that does not exist.
  init(_ rows: [Int], of table: TextTable, query: String, _ options: MusterOptions)
    throws(ColumnReference.Refusal)
  {
    self.query = query
    lines = []
    let text = try RowSelection(options.start.options).text(options.rowFormat, of: table)
    text.write(rows, of: table) { lines.append($0) }
    // Lists are often indented; the indentation is not part of the chosen row.
    if options.use.output == nil, text.format == .raw {
      lines = lines.map { Array($0.drop { $0 == 0x20 || $0 == 0x09 }) }
    }
  }

  /// Prints the rows. Returns the exit status.
  func print(withQuery: Bool) throws -> Int32 {
    var output = PrintedOutput(isExact: true)
    if withQuery { try output.write(Array((query + "\n").utf8)) }
    for line in lines { try output.write(line) }
    try output.finish()
    return lines.isEmpty ? 1 : 0
  }
}

/// The decision of `--select-1` and `--exit-0`, which end a picker before it has a screen if there is nothing
/// to choose.
struct UnseenChoice {
  let options: MusterOptions
  let now: Double
  private let search: RowSearch

  init(options: MusterOptions, now: Double) {
    self.options = options
    self.now = now
    search = options.use.pickerSearch
  }

  enum Decision {
    case picked(PickedRows)
    /// The user has to choose, whatever else arrives.
    case screen
    /// More rows may arrive and decide.
    case open
  }

  func decision(on run: Run) throws -> Decision {
    let table = run.table
    var arrangement = Arrangement()
    _ = arrangement.apply(options.start.options, columns: ColumnNames(of: table))
    let rows = ArrangedRows(
      of: table, key: run.key, among: 0..<table.rowCount, arrangement, search: search, now: now)
    let count = rows.matchCount
    if count > (options.use.selectsSingle ? 1 : 0) { return .screen }
    // All rows of a stream count that prints its list again, unless it never ends.
    let isPart = run.series == .closed && !options.reading.follow
    guard run.isComplete, !isPart else { return .open }
    if let missing = rows.query.missing { throw missing }
    guard count == 0 ? options.use.exitsEmpty : options.use.selectsSingle else { return .screen }
    let row = count == 0 ? nil : rows.firstMatch ?? rows.inOrder.first
    return .picked(
      try PickedRows([row].compactMap(\.self), of: table, query: arrangement.query, options))
  }
}
