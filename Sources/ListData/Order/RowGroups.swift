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
    var first: [Int] = []
    var counts: [Int] = []
    var numbers = [UInt32](repeating: 0, count: table.rowCount)
    for row in subset {
      let (number, isNew) = table.withCell(row, column) { values.insert($0.trimmed) }
      numbers[row] = UInt32(truncatingIfNeeded: number)
      if isNew {
        first.append(row)
        counts.append(1)
      } else {
        counts[number] += 1
      }
    }
    let order = ColumnOrder(of: table, first, by: column, now: now).rows
    var places = [Int](repeating: 0, count: order.count)
    var groups = order.enumerated().map { place, row in
      let number = Int(numbers[row])
      places[number] = place
      var group: [Int] = []
      group.reserveCapacity(counts[number])
      return group
    }
    for row in subset { groups[places[Int(numbers[row])]].append(row) }
    self.groups = groups
  }
}
