/// The description of a database table, as far as a list needs it.
package struct DatabaseTable: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var name: String
    /// Its declared type; in PostgreSQL and DuckDB as written in SQL, such as `character varying(20)`.
    package var type: String
    package var kind: Kind
    /// Whether it may contain NULL.
    var isNullable: Bool

    package enum Kind: Hashable, Sendable {
      case number
      case text
      /// Another type, which the database compares by its own rules.
      case other
      /// Values of any type, as SQLite stores them in columns without a declared type.
      case anything
    }

    /// Whether PostgreSQL or DuckDB stores its numbers as binary fractions.
    var isBinary: Bool { ["double precision", "real", "DOUBLE", "FLOAT"].contains(type) }

    /// Its qualified name in SQL. In ORDER BY, a bare name would refer to a selected field.
    var sql: String { "t.\(name.sqlName)" }
  }

  /// A part of the key, which identifies rows and also orders them unless the user chooses another order.
  struct KeyTerm: Hashable, Sendable {
    var sql: String
    /// Its type; statements for SQLite have none.
    var type: String?
  }

  /// A table that stores rows of a partitioned or inherited table.
  struct Part: Hashable, Sendable {
    /// Its name in SQL with the alias `t`, without the tables that inherit from it.
    var source: String
    /// Whether it is on another server.
    var isRemote: Bool
  }

  let dialect: SQLDialect
  /// The server's number for the table.
  var identifier = ""
  /// Its name, with its schema if that is needed.
  package let name: String
  /// Its name in SQL, with the alias `t`.
  let source: String
  package internal(set) var columns: [Column] = []
  /// The terms that identify a row; empty if there are none, as in a view: then all rows are read at once.
  var key: [KeyTerm] = []
  /// The first column of the key; nil if the key does not begin with a column.
  package internal(set) var keyColumn: Int?
  /// Whether nothing ensures that rows have different keys.
  var isKeyDoubtful = false
  /// The number of times that rows with the same key were found.
  private(set) var doubts = 0
  /// The terms for where the database stores a row, which distinguish rows with the same key; empty if they
  /// are unknown.
  var rowID: [KeyTerm] = []
  /// The tables that store its rows, if some of them are on other servers.
  var remoteParts: [Part] = []
  /// Notes for the user: columns that are left out, what identifies rows.
  package internal(set) var notes: [String] = []

  init(_ dialect: SQLDialect, name: String, source: String) {
    self.dialect = dialect
    self.name = name
    self.source = source
  }

  /// Whether its rows can be read page by page.
  package var hasKey: Bool { !key.isEmpty }

  /// Returns the column with a name or a number. Case is ignored if only one column matches then.
  package func column(named name: String) throws -> Int {
    let names = columns.map(\.name)
    if let column = names.index(of: name) { return column }
    let alike = names.indices.filter { names[$0].lowercased() == name.lowercased() }
    if alike.count == 1 { return alike[0] }
    if let number = Int(name), names.indices.contains(number - 1) { return number - 1 }
    throw DatabaseError.noColumn(name, names)
  }

  /// Uses columns that the user names as the key.
  mutating func useKey(_ names: [String]) throws {
    let found = try names.map(column)
    key = found.map { KeyTerm(sql: columns[$0].sql, type: columns[$0].type) }
    keyColumn = found.first
    isKeyDoubtful = true
    if found.contains(where: { columns[$0].isNullable }) {
      notes.append("rows with NULL in \(names.joined(separator: ", ")) are left out: the key needs values")
    }
  }

  /// Whether some of its rows are on other servers, where no key is unique for all rows.
  package var isRemote: Bool { remoteParts.contains(where: \.isRemote) }

  /// Distinguishes rows that turned out to have the same key, by their position if that is known.
  mutating func doubtKey() {
    guard isKeyDoubtful else { return }
    doubts += 1
    if rowID.isEmpty {
      isKeyDoubtful = false
      notes.append("several rows have the same key: some may not be shown")
    } else {
      // Rows on two servers may still have the same position.
      key += rowID
      rowID = []
      notes.append("several rows have the same key: they are identified by position too")
    }
  }
}

extension [String] {
  /// Returns the index of a name: the one with the same bytes, or else one that is equal as text. Databases
  /// compare names by their bytes.
  func index(of name: String) -> Int? {
    firstIndex { $0.utf8.elementsEqual(name.utf8) } ?? firstIndex(of: name)
  }

  /// Returns the position of the table with a name. Case is ignored if no table has exactly this name.
  ///
  /// - Throws: ``DatabaseError`` if there is none.
  func index(ofTable name: String) throws -> Int {
    guard let index = index(of: name) ?? firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
      throw DatabaseError.noTable(name, self)
    }
    return index
  }
}

/// An entry in the list of tables: a table, a view or the like.
package struct TableSummary: Hashable, Sendable {
  package var name: String
  package var kind: String
  /// The number of rows; nil if counting them takes too long.
  package var rows: RowCount?
  /// Its size in bytes, including its indexes.
  package var bytes: Int?

  package enum RowCount: Hashable, Sendable {
    case exactly(Int)
    case about(Int)
  }
}

/// The rows of a table to read, and their order.
package struct TableQuery: Hashable, Sendable {
  package var filter: TableFilter
  package var order: TableOrder
  /// The description of the table to which its columns refer; see ``TableEngine/generation``.
  package var generation: Int

  package init(filter: TableFilter = TableFilter(), order: TableOrder = TableOrder(), generation: Int = 0) {
    self.filter = filter
    self.order = order
    self.generation = generation
  }
}

/// The order of a list: by the values of a column and then by the key, or by the key alone.
///
/// NULL counts as greater than any value: it comes last in ascending order, and first in descending order.
/// Rows with the same value follow the order of their keys.
package struct TableOrder: Hashable, Sendable {
  /// The index of the column in the table; nil to sort by the key alone.
  package var column: Int?
  package var isDescending: Bool

  package init(column: Int? = nil, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// The identity of a row, and its position in the current order: the key of the row, and its value in the
/// column that the rows are sorted by.
package struct TableRowKey: Hashable, Sendable {
  /// The values of its key, which stay the same when everything else about the row changes.
  package let identity: [SQLValue]
  /// The column of the order; nil for an order by key alone.
  package let column: Int?
  /// The value in that column.
  let value: SQLValue
  /// The number of the row among rows with the same key, if the key is not unique.
  package internal(set) var occurrence = 0
}
