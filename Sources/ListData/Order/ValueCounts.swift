/// The frequencies of the values of a column in some rows.
package struct ValueCounts: Sendable {
  /// A value and the number of rows that have it.
  package struct Entry: Sendable, Hashable {
    /// The first row that has it.
    package var row: Int
    /// The number of rows that have it.
    package var count: Int
  }

  /// The values, the most frequent first; equally frequent ones in the order of their first rows.
  package let entries: [Entry]
  /// The number of rows that were counted.
  package let total: Int
  /// The number of different values, without empty cells.
  package let distinct: Int

  /// Counts the values; blanks around a cell are ignored. Counting ends early if the task is cancelled.
  ///
  /// - Complexity: O(*n*) in the bytes of the cells, plus O(*v* log *v*) in the number of values.
  package init(of table: TextTable, _ rows: some Sequence<Int>, by column: Int) {
    var values = ByteIndex()
    var entries: [Entry] = []
    var total = 0
    var hasEmpty = false
    for row in rows {
      if total & 0xFFFF == 0xFFFF, Task.isCancelled { break }
      total += 1
      let (number, isNew) = table.withCell(row, column) { cell in
        let value = cell.trimmed
        if value.isEmpty { hasEmpty = true }
        return values.insert(value)
      }
      if isNew { entries.append(Entry(row: row, count: 1)) } else { entries[number].count += 1 }
    }
    distinct = entries.count - (hasEmpty ? 1 : 0)
    self.total = total
    self.entries = entries.enumerated().sorted { one, other in
      (other.element.count, one.offset) < (one.element.count, other.offset)
    }.map(\.element)
  }
}
