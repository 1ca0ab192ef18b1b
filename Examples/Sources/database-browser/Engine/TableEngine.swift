import ListKit

/// A table of some database, as the screen needs it: pages of texts, and all of one row.
protocol TableEngine: PageEngine where Content == [String?], Query == Filter {
  /// What is shown of it.
  var shape: TableShape { get }

  /// All of one row, as much of each value as a panel can show; nil where it is gone.
  ///
  /// - Throws: why it cannot be read, described in a line for the user.
  func fullRecord(_ key: Key) async throws -> [(name: String, text: String?)]?

  /// Goes through all that matches, with every value at full length, while the caller waits.
  func forEachRow(matching filter: Filter, _ body: ([String?]) throws -> Void) throws
}

/// What a screen has to know of a table.
struct TableShape: Hashable, Sendable {
  /// A column that is shown.
  struct Column: Hashable, Sendable {
    var name: String
    /// Whether its declared type says that it holds numbers.
    var isNumeric: Bool
  }

  var name: String
  var columns: [Column]
  /// Whether an index finds words by their beginnings; else any part of a value is found.
  var hasWordIndex: Bool
}
