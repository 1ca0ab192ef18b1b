import ListKit

/// A table of some database, as the screen needs it: pages of texts, and all of one row.
protocol TableEngine: PageEngine where Content == [String?], Query == TableQuery, Key: PlacedKey {
  /// What is shown of it.
  var shape: TableShape { get }

  /// All of one row, as much of each value as a panel can show; nil where it is gone.
  ///
  /// - Throws: why it cannot be read, described in a line for the user.
  func fullRecord(_ key: Key) async throws -> [(name: String, text: String?)]?

  /// Finds out, while the caller waits, whether rows can be ordered so.
  ///
  /// - Throws: ``TableError/noOrder(column:reason:)`` where the column's values have no order.
  func check(_ order: TableOrder) throws

  /// Where a row stands in another order; nil where it is gone.
  ///
  /// - Parameter key: the row; nil to find out only whether there is such an order.
  /// - Throws: ``TableError/noOrder(column:reason:)`` where the column's values have no order, or why it cannot be read.
  func place(of key: Key?, in order: TableOrder) async throws -> Key?

  /// Goes through all that matches, with every value at full length, while the caller waits.
  func forEachRow(matching query: TableQuery, _ body: ([String?]) throws -> Void) throws
}

/// A key that says in which order it is a place.
protocol PlacedKey {
  /// The column of the order; nil for an order by the key alone.
  var column: Int? { get }
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
  /// The column that the key begins with, by which rows are ordered unless another order is wanted; nil where the key
  /// is none.
  var keyColumn: Int?
  /// Whether an index finds words by their beginnings; else any part of a value is found.
  var hasWordIndex: Bool
}

extension TableShape {
  /// The order by a column, which is that of the key where the key begins with it.
  func order(by column: Int?, isAscending: Bool) -> TableOrder {
    TableOrder(column: column == keyColumn ? nil : column, isAscending: isAscending)
  }

  /// The order by the column of a name, in any case.
  ///
  /// - Throws: ``TableError`` where there is none.
  func order(by name: String, isAscending: Bool) throws -> TableOrder {
    let names = columns.map(\.name)
    guard
      let column = names.firstIndex(of: name)
        ?? names.firstIndex(where: { $0.lowercased() == name.lowercased() })
    else { throw TableError.noColumn(name, columns: names) }
    return order(by: column, isAscending: isAscending)
  }

  /// The column that rows stand in the order of; nil where that is none.
  func column(of order: TableOrder) -> Int? { order.column ?? keyColumn }
}
