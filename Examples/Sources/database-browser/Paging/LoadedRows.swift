/// The beginning of the list, as far as it has been read.
///
/// ```text
///   keys      ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓
///                              ▲ end: what comes next is after this key, even where its row is gone
/// ```
struct LoadedRows: Hashable, Sendable {
  private(set) var keys: [RowKey] = []
  private(set) var contents: [RowKey: [String?]] = [:]
  /// The last key of the last page; nil before the first page and behind the last one.
  private(set) var end: RowKey?
  /// Whether there is nothing more to read.
  private(set) var isComplete = false

  /// The part of the list that this is; nil before the first page.
  var part: BrowsedTable.Part? { end.map { .through($0) } ?? (isComplete ? .all : nil) }

  /// Adds the next page. A row that is there already, because it came in between, stays where it is.
  ///
  /// - Returns: the keys that are new.
  /// - Complexity: O(rows of the page).
  mutating func append(_ page: Page) -> [RowKey] {
    let new = page.records.filter { contents[$0.key] == nil }
    for record in new { contents[record.key] = record.texts }
    keys += new.map(\.key)
    isComplete = page.isLast
    end = page.isLast ? nil : page.records.last?.key
    return new.map(\.key)
  }

  /// Takes over how the rows stand now that were there when somebody looked; what was appended since then stays
  /// behind them.
  ///
  /// - Complexity: O(rows) to copy their keys; else O(rows that changed).
  mutating func take(_ news: News) {
    let inserted = Set(news.inserted.flatMap(\.keys))
    keys = news.keys + keys[news.formerCount...].filter { !inserted.contains($0) }
    for key in news.removed { contents[key] = nil }
    for row in news.contents { contents[row.key] = row.texts }
  }
}

/// Rows one after the other, as one query finds them.
struct Page: Sendable {
  var records: [ListedRow]
  /// Whether nothing comes after them.
  var isLast: Bool
  /// How long the query took.
  var duration: Duration
}
