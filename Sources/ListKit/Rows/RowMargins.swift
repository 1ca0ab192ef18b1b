/// The columns of a row that are not its content's: the gutter before it, and those of the scroll bar behind.
struct RowMargins: Hashable {
  var leading: Int
  var trailing: Int

  /// Room for the cursor and marks on one side, and for the scroll bar on the other.
  static let standard = RowMargins(leading: TableView.gutterColumns, trailing: TableView.scrollBarColumns)

  /// The content has all columns: items touch each other.
  static let none = RowMargins(leading: 0, trailing: 0)

  /// How many they are.
  var columns: Int { leading + trailing }

  /// Whether there is a gutter to draw signs in.
  var hasGutter: Bool { leading > 0 }

  /// The columns between them, in a row of a number of columns.
  func content(of columns: Int) -> Range<Int> { leading..<max(leading, columns - trailing) }
}
