import ListData

extension TextTable {
  /// What a column is called; its number, counted from 1, where it has no name.
  func name(of column: Int) -> String {
    (columns.indices.contains(column) ? columns[column].name : nil) ?? "\(column + 1)"
  }
}
