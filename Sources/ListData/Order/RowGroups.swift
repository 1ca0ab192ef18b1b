/// The rows of a table by what stands in a column.
///
/// Groups stand in the order of their values, as ``ColumnOrder`` has it, so that they stay where they are when rows
/// come and go; rows stand in the order of the table.
public struct RowGroups: Sendable, Equatable {
  /// The rows of each group, at least one. What they share stands in the column of any of them.
  public let groups: [[Int]]

  /// Groups the rows by a column. Blanks around a cell make no difference.
  ///
  /// - Complexity: O(n).
  public init(of table: TextTable, by column: Int, now: Double) {
    self.init(of: table, 0..<table.rowCount, by: column, now: now)
  }

  /// Groups some rows by a column, in the order given.
  public init(of table: TextTable, _ subset: some Collection<Int>, by column: Int, now: Double) {
    var values = ByteIndex()
    var groups: [[Int]] = []
    for row in subset {
      let (number, isNew) = table.withCell(row, column) { values.insert($0.trimmed) }
      if isNew { groups.append([row]) } else { groups[number].append(row) }
    }
    let numbers = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1[0], $0) })
    self.groups = ColumnOrder(of: table, groups.map { $0[0] }, by: column, now: now).rows.compactMap { row in
      numbers[row].map { groups[$0] }
    }
  }
}
