/// A table of the user's database, as far as a list needs to know it.
///
/// All SQL of the browser is made here and in the extensions of this type.
struct BrowsedTable: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var name: String
    /// Whether its declared type says that it holds numbers.
    var isNumeric: Bool
    /// Whether there may be NULLs in it.
    var isNullable: Bool
  }

  /// What its rows are told apart and, unless the user asks for another order, ordered by.
  enum Key: Hashable, Sendable {
    /// The name by which SQLite's own number of the row is reached: no column has that name.
    case rowid(alias: String)
    /// The columns of the primary key of a table WITHOUT ROWID.
    case primaryKey([String])
  }

  let name: String
  let columns: [Column]
  let key: Key
  /// The column the key begins with; nil where the rowid is no column.
  let keyColumn: Int?
  /// The full-text index that finds its rows; nil where there is none.
  let index: FullTextIndex?
  /// How the database keeps texts.
  let encoding: TextEncoding

  /// The key's columns in SQL, of a table or an alias.
  var keyColumns: [String] {
    switch key {
    case .rowid(let alias): [alias]
    case .primaryKey(let names): names.map(\.sqlName)
    }
  }

  /// The table's name in SQL.
  var sql: String { name.sqlName }

  var shape: TableShape {
    TableShape(
      name: name, columns: columns.map { TableShape.Column(name: $0.name, isNumeric: $0.isNumeric) },
      keyColumn: keyColumn, hasWordIndex: index != nil)
  }
}

extension String {
  /// A name as SQL takes any, quotes and blanks included.
  var sqlName: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
