import ListData
import ListKit

/// What a picker prints: the rows that were chosen, none where nothing matched.
struct PickedRows: Sendable {
  /// What was typed.
  var query: String
  /// The rows with the ends of their lines.
  var lines: [[UInt8]]

  init(query: String, lines: [[UInt8]]) {
    self.query = query
    self.lines = lines
  }

  /// - Throws: which column of `--output` does not exist.
  init(_ rows: [Int], of table: TextTable, query: String, _ options: MusterOptions)
    throws(ColumnReference.Refusal)
  {
    self.query = query
    lines = []
    let text = try RowSelection(options.start).text(options.rowFormat, of: table)
    text.write(rows, of: table) { lines.append($0) }
    // A list is often set in from the left; that is no part of what is meant.
    if options.use.output == nil, text.format == .raw {
      lines = lines.map { Array($0.drop { $0 == 0x20 || $0 == 0x09 }) }
    }
  }

  /// Prints them.
  ///
  /// - Returns: the exit status.
  func print(withQuery: Bool) throws -> Int32 {
    var output = PrintedOutput(isExact: true)
    if withQuery { try output.write(Array((query + "\n").utf8)) }
    for line in lines { try output.write(line) }
    try output.finish()
    return lines.isEmpty ? 1 : 0
  }
}

/// What `--select-1` and `--exit-0` do: they end a picker that has no screen yet, where nothing is to be chosen.
struct UnseenChoice {
  let options: MusterOptions
  let now: Double
  private let search = RowSearch.ranked(RowIndex())

  init(options: MusterOptions, now: Double) {
    self.options = options
    self.now = now
  }

  enum Decision {
    case picked(PickedRows)
    /// A person is to choose, whatever else comes.
    case screen
    /// More rows may come.
    case open
  }

  func decision(on run: Run) throws -> Decision {
    let table = run.table
    var arrangement = Arrangement()
    _ = arrangement.apply(options.start, columns: ColumnNames(table.columns.map(\.name)))
    let rows = ArrangedRows(
      of: table, key: run.key, among: 0..<table.rowCount, arrangement, search: search, now: now)
    let count = rows.matchCount
    if count > (options.use.selectsSingle ? 1 : 0) { return .screen }
    guard run.isComplete else { return .open }
    guard count == 0 ? options.use.exitsEmpty : options.use.selectsSingle else { return .screen }
    let row = count == 0 ? nil : rows.firstMatch ?? rows.inOrder.first
    return .picked(
      try PickedRows([row].compactMap(\.self), of: table, query: arrangement.query, options))
  }
}
