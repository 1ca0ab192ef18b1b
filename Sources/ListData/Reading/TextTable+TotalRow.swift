extension TextTable {
  /// The last row where it holds the sums of the others, as `df --total`, `du -c` and `wc` print them: a cell of it, and no
  /// cell of the row before, says `total`. It counts in no total.
  public var totalRow: Int? {
    guard rowCount > 1, saysTotal(rowCount - 1), !saysTotal(rowCount - 2) else { return nil }
    return rowCount - 1
  }

  private func saysTotal(_ row: Int) -> Bool {
    columns.indices.contains { column in
      columns[column].kind == .text
        && withCell(row, column) { cell in
          var word = cell.trimmed
          if word.last == ASCII.colon { word = UnsafeBufferPointer(rebasing: word.dropLast()) }
          guard (3...6).contains(word.count) else { return false }
          return ["total", "totals", "sum"].contains { name in
            name.utf8.elementsEqual(word.lazy.map { $0 | 0x20 })
          }
        }
    }
  }
}
