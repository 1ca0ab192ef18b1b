package import ListData

/// Rows of a table in the requested arrangement: filtered, sorted and structured. The screen shows them, and
/// `print` prints them.
///
/// ```text
///   rows ─▶ query ─▶ sort ─▶ list, groups or tree
/// ```
package struct ArrangedRows: Sendable {
  package enum Structure: Sendable {
    case list([Int])
    /// The rows of each group, which share a value.
    case groups([[Int]])
    case tree(RowForest)
  }

  package let structure: Structure
  /// The query as it was answered.
  package let query: RowQuery
  /// The number of rows that match, without removed ones.
  package let matchCount: Int
  /// Whether rows are in the order of the search, the best first.
  let isRanked: Bool
  /// The rows that match, if a list also shows the rows around them.
  package let context: RowContext?
  /// The first row that matches, if rows that do not match are shown too; nil otherwise.
  package let firstMatch: Int?
  /// The column in which a tree is drawn, if that determines the structure or the rows are a list, or of its paths.
  package let drawnColumn: Int?
  /// Whether rows are not grouped because there would be too many groups.
  package let hasTooManyGroups: Bool
  package let totals: RowTotals

  /// Arranges rows.
  ///
  /// - Parameters:
  ///   - key: identifies rows, and so the parents in a tree.
  ///   - rows: the available rows, in the order of the table.
  ///   - removed: removed rows, which are shown but count in no total.
  ///   - search: how the query is answered.
  ///   - mostGroups: the maximum number of groups; rows are not grouped if there would be more.
  ///   - now: the current time, with which times without a year are read.
  ///   - former: the query before this one; see ``RowQuery``.
  /// - Complexity: O(bytes of the rows).
  package init(
    of table: TextTable, key: TableKey?, among rows: some RandomAccessCollection<Int>,
    removed: RemovedRows? = nil,
    _ arrangement: Arrangement, search: RowSearch = .words, mostGroups: Int = .max, now: Double,
    after former: RowQuery? = nil
  ) {
    let found = RowQuery(arrangement.query, for: table, now: now, after: former).search(among: rows, search)
    var matching = found.rows
    query = found.query
    isRanked = found.isRanked
    func sorted(_ rows: [Int]) -> [Int] {
      // Sorting by a column keeps the order of equal values, so the column that decides comes last.
      arrangement.sorts.reversed().reduce(rows) { rows, sort in
        guard sort.column < table.columns.count else { return rows }
        return ColumnOrder(of: table, rows, by: sort.column, descending: sort.isDescending, now: now).rows
      }
    }
    var firstMatch: Int?
    var drawnColumn: Int?
    func forest(_ links: RowForest.Links) -> RowForest {
      let forest = RowForest(links, of: Array(rows), matching: matching, sorted)
      if forest.isFiltered {
        let isMatching = Set(matching)
        firstMatch = forest.inOrder.first(where: isMatching.contains)
      }
      return forest
    }
    func first(_ rows: [Int]) -> [Int] { arrangement.limit.map { Array(rows.prefix($0)) } ?? rows }
    var groups: [[Int]] = []
    var hasTooManyGroups = false
    func grouped(_ rows: [Int], by column: Int) -> [[Int]] {
      let found = RowGroups(of: table, rows, by: column, most: mostGroups, now: now)
      hasTooManyGroups = hasTooManyGroups || found.hasTooMany
      let isDescending = arrangement.sorts.first == Arrangement.Sort(column: column, isDescending: true)
      return isDescending ? found.groups.reversed() : found.groups
    }
    var tree: RowForest?
    let isPossible = arrangement.structure.columns.allSatisfy { $0 < table.columns.count }
    switch arrangement.structure {
    case .groups(let columns) where isPossible && columns.count == 1:
      groups = grouped(sorted(matching), by: columns[0]).map(first)
      if arrangement.limit != nil { matching = groups.flatMap(\.self) }
    case .groups(let columns) where isPossible:
      // Grouping keeps the order within groups, so the outermost column comes last.
      var rows = columns.reversed().reduce(sorted(matching)) { grouped($0, by: $1).flatMap(\.self) }
      if let limit = arrangement.limit {
        var (values, count) = ([[UInt8]](), 0)
        rows.removeAll { row in
          let next = columns.map { table.valueBytes(row, $0) }
          (values, count) = (next, next == values ? count + 1 : 1)
          return count > limit
        }
        matching = rows
      }
      let links = RowForest.Links(groupsOf: rows, by: columns, of: table)
      hasTooManyGroups = hasTooManyGroups || links.headings.count > mostGroups
      if !hasTooManyGroups { tree = RowForest(links, of: rows, matching: rows) { _ in rows } }
    case .tree(let column) where isPossible:
      tree = forest(RowForest.Links(RowTree(of: table, by: column, key: key ?? .position).parents))
    case .paths(let column) where isPossible:
      tree = forest(RowForest.Links(pathsIn: column, of: table))
      drawnColumn = column
    case .natural:
      if let drawn = DrawnTree(of: table) {
        tree = forest(RowForest.Links(drawn.parents))
        drawnColumn = drawn.column
      }
    case .flat, .groups, .tree, .paths: break
    }
    if tree == nil, groups.isEmpty, arrangement.limit != nil { matching = first(sorted(matching)) }
    matchCount = removed.map { removed in matching.count { !removed.contains(row: $0) } } ?? matching.count
    // A folder of `du` has the sum of what is in it.
    let outermost =
      arrangement.totals.isEmpty || PathTree.diskUsage(of: table, isComplete: false) == nil
      ? nil : tree?.outermost(of: matching)
    var totals = RowTotals(
      of: table, outermost ?? matching, groups: groups, leavingOut: removed, arrangement.totals, now: now)
    let sort = arrangement.sorts.first.flatMap { totals.all[$0.column] == nil ? nil : $0 }
    if let sort { totals.sort(&groups, by: sort.column, descending: sort.isDescending) }
    if tree != nil, outermost == nil, !totals.all.isEmpty {
      totals.sum(&tree!, of: table, matching, leavingOut: removed, sortedBy: sort, now: now)
    }
    self.totals = totals
    // Rows around a match are those of the input.
    let isInOrder = arrangement.sorts.isEmpty && !isRanked && tree == nil && groups.isEmpty
    let isWhole = rows.first == 0 && rows.last == rows.count - 1
    let context =
      arrangement.context > 0 && isInOrder && isWhole
      ? RowContext(of: matching, count: arrangement.context) : nil
    if let tree {
      structure = .tree(tree)
    } else if !groups.isEmpty {
      structure = .groups(groups)
    } else {
      structure = .list(context?.rows(in: 0..<rows.count) ?? sorted(matching))
      drawnColumn = DrawnTree.column(of: table)
      firstMatch = context?.firstMatch
    }
    self.context = context
    self.firstMatch = firstMatch
    self.drawnColumn = drawnColumn
    self.hasTooManyGroups = hasTooManyGroups
  }

  /// All rows from the first to the last, parents before their children.
  package var inOrder: [Int] {
    switch structure {
    case .list(let rows): rows
    case .groups(let groups): groups.flatMap(\.self)
    case .tree(let forest): forest.inOrder
    }
  }
}
