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
  /// The first row that matches, in a tree that also shows the ancestors of such rows; nil otherwise.
  package let firstMatch: Int?
  /// The column in which a tree is drawn, if that determines the structure or the rows are a flat list.
  package let drawnColumn: Int?
  /// Whether rows are not grouped because there would be too many groups.
  package let hasTooManyGroups: Bool
  /// The totals of the rows that match.
  package let totals: RowTotals

  /// Arranges rows.
  ///
  /// - Parameters:
  ///   - key: identifies rows, and so the parents in a tree.
  ///   - rows: the available rows, in the order of the table.
  ///   - gone: removed rows, which are shown but count in no total.
  ///   - search: how the query is answered.
  ///   - mostGroups: the maximum number of groups; rows are not grouped if there would be more.
  ///   - now: the current time, with which times without a year are read.
  /// - Complexity: O(bytes of the rows).
  package init(
    of table: TextTable, key: TableKey?, among rows: some RandomAccessCollection<Int>, gone: GoneRows? = nil,
    _ arrangement: Arrangement, search: RowSearch = .words, mostGroups: Int = .max, now: Double
  ) {
    let found = RowQuery(arrangement.query, for: table, now: now).search(among: rows, search)
    let matching = found.rows
    query = found.query
    isRanked = found.isRanked
    matchCount = gone.map { gone in matching.count { !gone.contains(row: $0) } } ?? matching.count
    func sorted(_ rows: [Int]) -> [Int] {
      // Sorting by a column keeps the order of equal values, so the column that decides comes last.
      arrangement.sorts.reversed().reduce(rows) { rows, sort in
        guard sort.column < table.columns.count else { return rows }
        return ColumnOrder(of: table, rows, by: sort.column, descending: sort.isDescending, now: now).rows
      }
    }
    var firstMatch: Int?
    var drawnColumn: Int?
    func forest(_ parents: [Int?]) -> Structure {
      let forest = RowForest(parents, of: rows, matching: matching, sorted)
      if matching.count < rows.count {
        let isMatching = Set(matching)
        firstMatch = forest.inOrder.first(where: isMatching.contains)
      }
      return .tree(forest)
    }
    var groups: [[Int]] = []
    var hasTooManyGroups = false
    if case .groups(let column) = arrangement.structure, column < table.columns.count {
      let found = RowGroups(of: table, sorted(matching), by: column, most: mostGroups, now: now)
      (groups, hasTooManyGroups) = (found.groups, found.hasTooMany)
      if arrangement.sorts.first == Arrangement.Sort(column: column, isDescending: true) { groups.reverse() }
    }
    var totals = RowTotals(
      of: table, matching, groups: groups, leavingOut: gone, arrangement.totals, now: now)
    if let sort = arrangement.sorts.first, totals.all[sort.column] != nil {
      totals.sort(&groups, by: sort.column, descending: sort.isDescending)
    }
    self.totals = totals
    switch arrangement.structure {
    case .groups(let column) where column < table.columns.count && !hasTooManyGroups:
      structure = .groups(groups)
    case .tree(let column) where column < table.columns.count:
      structure = forest(RowTree(of: table, by: column, key: key ?? .place).parents)
    case .natural:
      if let tree = DrawnTree(of: table) {
        structure = forest(tree.parents)
        drawnColumn = tree.column
      } else {
        structure = .list(sorted(matching))
      }
    case .flat, .groups, .tree:
      structure = .list(sorted(matching))
      drawnColumn = DrawnTree.column(of: table)
    }
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

/// The rows of a tree: those that match, and their ancestors.
package struct RowForest: Sendable {
  let roots: [Int]
  let children: [Int: [Int]]

  /// - Parameters:
  ///   - parents: the parent of each row of the table.
  ///   - rows: the available rows. A parent that is not among them is replaced by its own parent.
  ///   - matching: the available rows that match.
  ///   - sorted: sorts rows.
  init(
    _ parents: [Int?], of rows: some RandomAccessCollection<Int>, matching: [Int], _ sorted: ([Int]) -> [Int]
  ) {
    var isThere = [Bool](repeating: false, count: parents.count)
    for row in rows { isThere[row] = true }
    func parent(of row: Int) -> Int? {
      var next = parents[row]
      while let row = next, !isThere[row] { next = parents[row] }
      return next
    }
    var isShown = isThere
    if matching.count < rows.count {
      isShown = [Bool](repeating: false, count: parents.count)
      for row in matching {
        var next: Int? = row
        while let row = next, !isShown[row] {
          isShown[row] = true
          next = parent(of: row)
        }
      }
    }
    var roots: [Int] = []
    var children: [Int: [Int]] = [:]
    for row in sorted(rows.filter { isShown[$0] }) {
      if let parent = parent(of: row) { children[parent, default: []].append(row) } else { roots.append(row) }
    }
    (self.roots, self.children) = (roots, children)
  }

  /// The rows in depth-first order: parents before their children, and these before the next parent.
  package var inOrder: [Int] {
    var ordered: [Int] = []
    var waiting = Array(roots.reversed())
    while let row = waiting.popLast() {
      ordered.append(row)
      waiting += (children[row] ?? []).reversed()
    }
    return ordered
  }
}
