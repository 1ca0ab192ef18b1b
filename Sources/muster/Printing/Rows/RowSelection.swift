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

  /// The rows among some of them that match, in the order in which they came.
  ///
  /// - Complexity: O(bytes of these rows).
  func matching(_ rows: Range<Int>, of table: TextTable) -> [Int] {
    filter.rows(of: table, among: rows)
  }

  /// All rows that match, in their order.
  func rows(of table: TextTable, key: TableKey?) throws(ColumnReference.Refusal) -> [Int] {
    var rows = matching(0..<table.rowCount, of: table)
    if isInOrder { return rows }
    let names = ColumnNames(table.columns.map(\.name))
    if let sort = options.sort {
      let column = try sort.column.index(in: names)
      rows = ColumnOrder(of: table, rows, by: column, descending: sort.isDescending, now: now).rows
    }
    if let group = options.group {
      rows = RowGroups(of: table, rows, by: try group.index(in: names), now: now).groups.flatMap(\.self)
    }
    if let tree = options.tree {
      let parents = RowTree(of: table, by: try tree.index(in: names), key: key ?? .line).parents
      rows = Self.inTreeOrder(rows, parents)
    }
    return rows
  }

  /// Parents before their children, these before the next; a row whose parent is not printed stands where the parent
  /// would.
  private static func inTreeOrder(_ rows: [Int], _ parents: [Int?]) -> [Int] {
    let printed = Set(rows)
    func ancestor(of row: Int) -> Int? {
      var row = row
      while let parent = parents[row] {
        if printed.contains(parent) { return parent }
        row = parent
      }
      return nil
    }
    var children: [Int: [Int]] = [:]
    var waiting: [Int] = []
    for row in rows {
      if let parent = ancestor(of: row) {
        children[parent, default: []].append(row)
      } else {
        waiting.append(row)
      }
    }
    waiting.reverse()
    var ordered: [Int] = []
    while let row = waiting.popLast() {
      ordered.append(row)
      waiting += (children[row] ?? []).reversed()
    }
    return ordered
  }
}

extension TextTable {
  /// All cells of a row as text, those beyond the columns too.
  func texts(of row: Int) -> [String] {
    columns.indices.map { text(row, $0) } + extraCells(row)
  }
}
