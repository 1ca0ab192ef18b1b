/// What a row is known by as long as it stands where it stands: which row it is, and its value in the column that the
/// rows are ordered by.
struct RowKey: PlacedKey, Hashable, Sendable {
  /// Its rowid, or the values of its primary key: what it keeps when everything else about it changes.
  let identity: [StoredValue]
  /// The column of the order; nil for an order by identity alone.
  var column: Int?
  /// The value in that column.
  var value = StoredValue.null
}
