import ListData

/// Which rows and columns are printed, and in which order.
struct RowSelection: Sendable {
  private let options: StartOptions
  private let filter: RowFilter
  private let now: Double

  init(_ options: StartOptions, now: WallTime = .now) {
    self.options = options
    filter = RowFilter(options.query ?? "")
    self.now = now.localSeconds
  }

  /// Whether rows are printed only where they match something.
  var isFiltered: Bool { !filter.isEmpty }

  /// Whether rows can be printed in the order in which they come.
  var isInOrder: Bool { options.sort == nil && options.group == nil && options.tree == nil }

  /// Whether everything is printed as it came.
  var isEverything: Bool { isInOrder && !isFiltered && options.columns == nil }

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
  func matching(_ rows: Range<Int>, of table: TextTable) -> [Int] {
    filter.rows(of: table, among: rows)
  }

  /// All rows that match, in their order, and in a tree those above them.
  ///
  /// - Parameter others: The columns of another table; what is only there has no effect here.
  func rows(
    of table: TextTable, key: TableKey?, or others: ColumnNames? = nil
  ) throws(ColumnReference.Refusal) -> [Int] {
    let names = ColumnNames(table.columns.map(\.name))
    let arrangement = try Arrangement(options, columns: names, or: others)
    return ArrangedRows(of: table, key: key, among: 0..<table.rowCount, arrangement, now: now).inOrder
  }
}

extension TextTable {
  /// All cells of a row as text, those beyond the columns too.
  func texts(of row: Int) -> [String] {
    columns.indices.map { text(row, $0) } + extraCells(row)
  }
}
