/// The rows of a table grouped by the values of a column.
///
/// Groups have the order of their values, as in ``ColumnOrder``, so that they keep their positions when rows
/// are inserted and removed; rows have the order of the table.
package struct RowGroups: Sendable, Equatable {
  /// The rows of each group, at least one. The column of any of them contains the common value: see
  /// ``TextTable/valueBytes(_:_:)``. Empty if there are more values than allowed.
  package let groups: [[Int]]
  /// Whether there are more values than allowed.
  package let hasTooMany: Bool

  /// Groups the rows by a column. Blanks around a cell are ignored.
  ///
  /// - Complexity: O(n).
  package init(of table: TextTable, by column: Int, now: Double) {
    self.init(of: table, 0..<table.rowCount, by: column, now: now)
  }

  /// Groups some rows by a column, in the order given.
  ///
  /// - Parameter most: The maximum number of groups. It limits the memory, apart from four bytes per row.
  package init(
    of table: TextTable, _ subset: some Collection<Int>, by column: Int, most: Int = .max, now: Double
  ) {
    var values = ByteIndex()
    var first: [Int] = []
    var counts: [Int] = []
    var numbers = [UInt32](repeating: 0, count: table.rowCount)
    for row in subset {
      let (number, isNew) = table.withCell(row, column) { values.insert($0.trimmed) }
      numbers[row] = UInt32(truncatingIfNeeded: number)
      if isNew {
        guard first.count < most else {
          (groups, hasTooMany) = ([], true)
          return
        }
        first.append(row)
        counts.append(1)
      } else {
        counts[number] += 1
      }
    }
    let order = ColumnOrder(of: table, first, by: column, now: now).rows
    var places = [Int](repeating: 0, count: order.count)
    var groups = order.enumerated().map { position, row in
      let number = Int(numbers[row])
      places[number] = position
      var group: [Int] = []
      group.reserveCapacity(counts[number])
      return group
    }
    for row in subset { groups[places[Int(numbers[row])]].append(row) }
    self.groups = groups
    hasTooMany = false
  }
}

/// The rows of a table as a tree: a row is a child of the row whose key a column of it contains, as `PPID`
/// contains the `PID` of the parent process.
package struct RowTree: Sendable, Equatable {
  /// The parent of each row; nil if the parent is not in the table or the row is its own parent.
  ///
  /// Chains of parents always end: the first row of a cycle has no parent.
  package let parents: [Int?]

  /// Creates the tree from a column.
  ///
  /// - Parameters:
  ///   - key: The key of the rows. Of several columns, the one in which most parents are found is used.
  /// - Complexity: O(n).
  package init(of table: TextTable, by column: Int, key: TableKey) {
    var best: [Int?] = Array(repeating: nil, count: table.rowCount)
    var most = 0
    if case .columns(let columns) = key {
      for name in columns where name != column && table.columns.indices.contains(name) {
        let parents = Self.parents(in: table, column, named: name)
        let found = parents.count { $0 != nil }
        if found > most { (best, most) = (parents, found) }
      }
    }
    Self.cutCycles(&best)
    parents = best
  }

  /// Returns the column that contains the parents of rows, such as `PPID`; nil if no column name indicates
  /// one.
  package static func parentColumn(of table: TextTable, key: TableKey?) -> Int? {
    var keys: [Int] = []
    if case .columns(let columns)? = key { keys = columns }
    return table.columns.indices.first { column in
      !keys.contains(column) && parentNames.contains(Self.letters(table.columns[column].name))
    }
  }

  /// Returns the column that best describes a row to a person, in which to draw a tree: the command or the
  /// name, otherwise the last text column; nil without columns.
  ///
  /// - Parameter columns: The columns to choose from.
  package static func readableColumn(of table: TextTable, among columns: [Int]) -> Int? {
    let names = columns.map { letters(table.columns[$0].name) }
    for name in readableNames { if let position = names.firstIndex(of: name) { return columns[position] } }
    return columns.last { table.columns[$0].kind == .text } ?? columns.first
  }

  private static let parentNames: Set = [
    "ppid", "parent", "parentid", "parentpid", "parentname", "pidparent",
  ]
  private static let readableNames = ["command", "cmd", "args", "comm", "name", "process", "title", "path"]

  /// Returns the letters of a name, in lower case.
  private static func letters(_ name: String?) -> String { (name ?? "").lowercased().filter(\.isLetter) }

  private static func parents(in table: TextTable, _ column: Int, named name: Int) -> [Int?] {
    var names = ByteIndex()
    var rows: [Int] = []
    for row in 0..<table.rowCount {
      let isNew = table.withCell(row, name) { names.insert($0.trimmed).isNew }
      if isNew { rows.append(row) }
    }
    return (0..<table.rowCount).map { row in
      let parent = table.withCell(row, column) { cell -> Int? in
        let cell = cell.trimmed
        return cell.isEmpty ? nil : names.number(of: cell).map { rows[$0] }
      }
      return parent == row ? nil : parent
    }
  }

  /// Makes the first row of each cycle a root.
  private static func cutCycles(_ parents: inout [Int?]) {
    // 0: not visited; 1: on the path from the current row; 2: known to end.
    var marks = [UInt8](repeating: 0, count: parents.count)
    for start in parents.indices where marks[start] == 0 {
      var way: [Int] = []
      var row: Int? = start
      while let current = row, marks[current] == 0 {
        marks[current] = 1
        way.append(current)
        row = parents[current]
      }
      if let met = row, marks[met] == 1, let position = way.firstIndex(of: met),
        let first = way[position...].min()
      {
        parents[first] = nil
      }
      for row in way { marks[row] = 2 }
    }
  }
}
