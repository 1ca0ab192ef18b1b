/// A table of somebody's database, as far as a list needs to know it.
///
/// All SQL of the browser is made here and in the extensions of this type.
struct BrowsedTable: Hashable, Sendable {
  typealias Column = TableShape.Column

  /// What its rows are told apart and ordered by.
  enum Key: Hashable, Sendable {
    /// The name by which SQLite's own number of the row is reached: no column has that name.
    case rowid(alias: String)
    /// The columns of the primary key of a table WITHOUT ROWID.
    case primaryKey([String])
  }

  let name: String
  let columns: [Column]
  let key: Key
  /// The full-text index that finds its rows; nil where there is none.
  let index: FullTextIndex?
  /// How the database keeps texts.
  let encoding: TextEncoding
  /// Whether the smallest key comes first. Otherwise the largest does: with growing numbers, the newest row.
  var isAscending = false

  /// The key's columns in SQL, of a table or an alias.
  var keyColumns: [String] {
    switch key {
    case .rowid(let alias): [alias]
    case .primaryKey(let names): names.map(\.sqlName)
    }
  }

  /// The table's name in SQL.
  var sql: String { name.sqlName }

  /// The order of the list in SQL, or that from its end.
  func ordering(_ keys: [String], isReversed: Bool) -> String {
    keys.map { "\($0) \(isAscending != isReversed ? "ASC" : "DESC")" }.joined(separator: ", ")
  }
}

extension String {
  /// A name as SQL takes any, quotes and blanks included.
  var sqlName: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
