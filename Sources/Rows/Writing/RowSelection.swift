package import ListData

/// The rows and columns to print, and their order.
package struct RowSelection: Sendable {
  package let options: ArrangementOptions
  /// The saved view, for what the options do not set.
  private let kept: ArrangementOptions?
  private let search: RowSearch
  private let now: Double

  package init(
    _ options: ArrangementOptions, kept: ArrangementOptions? = nil, search: RowSearch = .words,
    now: WallTime = .now
  ) {
    self.options = options
    self.kept = kept
    self.search = search
    self.now = now.localSeconds
  }

  /// Whether only rows that match a query are printed.
  package var isFiltered: Bool { options.query?.contains { !$0.isWhitespace } == true }

  /// Whether rows can be printed in the order in which they arrive.
  package var isInOrder: Bool {
    guard case .words = search, options.limit == nil else { return false }
    return [options, kept].allSatisfy { $0?.sort == nil && $0?.hasStructure != true }
  }

  /// Whether everything is printed as it is read.
  package var isEverything: Bool {
    isInOrder && !isFiltered && options.columns == nil && kept?.columns == nil
  }

  /// Whether totals are printed after the rows.
  package var hasTotals: Bool { options.totals != nil }

  /// Returns the columns to print; nil for all, including cells beyond them.
  package func columns(of table: TextTable) throws(ColumnReference.Refusal) -> [Int]? {
    let names = ColumnNames(of: table)
    guard let columns = wantedColumns(in: names) else { return nil }
    return try columns.map { column throws(ColumnReference.Refusal) in try column.index(in: names) }
  }

  /// Returns the requested columns; nil for all.
  package func wantedColumns(in names: ColumnNames) -> [ColumnReference]? {
    options.filled(from: kept, columns: names).columns?.all(in: names)
  }

  /// Whether rows around those that match are printed, in the order of the input.
  package var hasContext: Bool { options.context > 0 && isFiltered && isInOrder }

  /// Returns those of some rows that match, in the order of the input.
  ///
  /// - Complexity: O(bytes of these rows).
  ///
  /// - Throws: the first condition of the query that could not be read.
  package func matching(_ rows: Range<Int>, of table: TextTable) throws(Refusal) -> [Int] {
    let query = query(for: table)
    if let problem = query.problem { throw problem }
    return query.rows(among: rows)
  }

  /// Returns the rows to print after some rows have arrived: those that match, and the rows around these and around
  /// earlier matches.
  ///
  /// - Parameter printed: the number of rows up to the last one that was printed.
  package func arriving(_ rows: Range<Int>, of table: TextTable, after printed: Int) throws(Refusal)
    -> ArraySlice<Int>
  {
    guard hasContext else { return try matching(rows, of: table)[...] }
    let near = max(0, rows.lowerBound - options.context)..<rows.upperBound
    return RowContext(of: try matching(near, of: table), count: options.context).rows(in: near)
      .drop { $0 < printed }
  }

  /// Returns the query, interpreted for a table.
  package func query(for table: TextTable) -> RowQuery { RowQuery(options.query ?? "", for: table, now: now) }

  /// Returns the totals of the rows that match, a line for each group and one for all rows; empty unless
  /// requested.
  package func totalLines(of table: TextTable) throws -> [String] {
    guard hasTotals else { return [] }
    let names = ColumnNames(of: table)
    let arrangement = try Arrangement(options.filled(from: kept, columns: names), columns: names)
    let rows = ArrangedRows(of: table, key: nil, among: 0..<table.rowCount, arrangement, now: now)
    var lines: [String] = []
    func line(_ name: String, _ count: Int, _ totals: [Int: ColumnTotal]) -> String {
      let words = RowTotals.words(totals, of: table, in: rows.totals.all)
      return "\(name): \(([counted(count, "row")] + words).joined(separator: ", "))"
    }
    switch rows.structure {
    case .list: break
    case .groups(let groups):
      lines = zip(groups, rows.totals.groups).map { group, totals in
        line(table.text(group[0], arrangement.structure.columns[0]), group.count, totals)
      }
    case .tree(let forest):
      lines = forest.headingsInOrder.map { node, heading in
        let name = heading.key.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
        return line(name, heading.count, rows.totals.subtrees.compactMapValues { $0[node] })
      }
    }
    return lines + [RowTotals.words(rows.totals.all, of: table).joined(separator: ", ")]
  }

  /// Returns all rows that match, in the requested order; in a tree, with their ancestors.
  package func rows(of table: TextTable, key: TableKey?) throws -> [Int] {
    let names = ColumnNames(of: table)
    var arrangement = try Arrangement(options.filled(from: kept, columns: names), columns: names)
    // A drawn tree is printed as a flat list.
    if arrangement.structure == .natural { arrangement.structure = .flat }
    let rows = ArrangedRows(
      of: table, key: key, among: 0..<table.rowCount, arrangement, search: search, now: now)
    if let problem = rows.query.problem { throw problem }
    return rows.inOrder
  }
}
