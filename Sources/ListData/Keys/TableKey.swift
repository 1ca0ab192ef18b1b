/// What identifies the rows of a table.
public enum TableKey: Sendable, Hashable {
  /// The cells of these columns together.
  case columns([Int])
  /// The whole row: a row that changes is another one.
  case line
  /// The place of the row, from the top.
  case place

  /// The columns whose cells are the key; nil where it is the row or its place.
  public var columns: [Int]? { if case .columns(let columns) = self { columns } else { nil } }
}
