/// What became of rows that were read before.
///
/// Rows are in the order of their keys, and a row keeps its key: so rows come and go, and none moves.
struct News: Sendable {
  /// New rows that stand together.
  struct Run: Hashable, Sendable {
    /// The row above them, which was there before; nil at the beginning.
    var after: RowKey?
    var keys: [RowKey]
  }

  /// All of them as they are now, in order.
  let keys: [RowKey]
  /// How many there were.
  let formerCount: Int
  let removed: [RowKey]
  let inserted: [Run]
  /// Those that were there before and read differently now.
  let changed: [RowKey]
  /// What is new about those that are new or changed.
  let contents: [ListedRow]
  let duration: Duration

  /// Compares what is with what was, away from the screen.
  ///
  /// - Complexity: O(rows).
  init(_ now: [ListedRow], before: LoadedRows, duration: Duration) {
    var inserted: [Run] = []
    var changed: [RowKey] = []
    var contents: [ListedRow] = []
    var above: RowKey?
    for row in now {
      let former = before.contents[row.key]
      if former != row.texts { contents.append(row) }
      if former == nil {
        if inserted.isEmpty || inserted[inserted.count - 1].after != above {
          inserted.append(Run(after: above, keys: []))
        }
        inserted[inserted.count - 1].keys.append(row.key)
      } else {
        if former != row.texts { changed.append(row.key) }
        above = row.key
      }
    }
    keys = now.map(\.key)
    let known = Set(keys)
    removed = before.keys.filter { !known.contains($0) }
    formerCount = before.keys.count
    (self.inserted, self.changed, self.contents, self.duration) = (inserted, changed, contents, duration)
  }

  /// Whether nothing is new.
  var isEmpty: Bool { removed.isEmpty && contents.isEmpty }
}
