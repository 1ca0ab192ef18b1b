/// What identifies the rows of a table.
public enum TableKey: Sendable, Hashable {
  /// The cells of these columns together.
  case columns([Int])
  /// The whole row: a row that changes is another one.
  case line
  /// The place of the row, from the top.
  case place
}
