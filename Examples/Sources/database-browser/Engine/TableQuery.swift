/// Which rows of a table are wanted, and in which order.
struct TableQuery: Hashable, Sendable {
  var filter = Filter("")
  var order = TableOrder()
}

/// The order of a list: by the values of a column and then by the key, or by the key alone.
///
/// NULL counts as more than any value: it comes last where the smallest value comes first, and first otherwise. Rows
/// with the same value stand in the order of their keys.
struct TableOrder: Hashable, Sendable {
  /// The column's place among those of the table; nil for the key alone.
  var column: Int?
  /// Whether the smallest value comes first. Otherwise the largest does: with growing numbers, the newest row.
  var isAscending = false
}
