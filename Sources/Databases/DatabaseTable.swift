/// A table of a database, as far as a list needs to know it.
package struct DatabaseTable: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var name: String
    /// Its declared type; in PostgreSQL as SQL has it, such as `character varying(20)`.
    package var type: String
    package var kind: Kind
    /// Whether there may be NULLs in it.
    var isNullable: Bool

    package enum Kind: Hashable, Sendable {
      case number
      case text
      /// Another type, which the database compares by its own rules.
      case other
      /// Values of any type, as SQLite keeps them in columns that declare none.
      case anything
    }

    /// Its name in SQL. ORDER BY takes a name alone for that of what is selected.
    var sql: String { "t.\(name.sqlName)" }
  }

  /// A part of what rows are told apart and, unless the user asks for another order, ordered by.
  struct KeyTerm: Hashable, Sendable {
    var sql: String
    /// Its type, for PostgreSQL.
    var type: String?
  }

  /// A table that rows of another one are in.
  struct Part: Hashable, Sendable {
    /// The table in SQL, as `t`, without those that inherit from it.
    var source: String
    /// Whether it is on another server.
    var isRemote: Bool
  }

  let dialect: SQLDialect
  /// The number by which a server knows the table.
  var identifier = ""
  /// What it is called, with its schema where it is needed.
  package let name: String
  /// The table in SQL, as `t`.
  let source: String
  package internal(set) var columns: [Column] = []
  /// Empty for what has no key, such as a view: its rows can only be read as a whole.
  var key: [KeyTerm] = []
  /// The column that the key begins with; nil where that is none.
  package internal(set) var keyColumn: Int?
  /// Whether nothing makes sure that rows have different keys.
  var isKeyDoubtful = false
  /// How often rows with the same key were found.
  private(set) var doubts = 0
  /// Where a row is, for rows that turn out to have the same key; empty where that is unknown.
  var place: [KeyTerm] = []
  /// The tables that its rows are in, where some of them are on other servers.
  var remoteParts: [Part] = []
  var wordIndex: WordIndex?
  /// What the user should know: columns that are left out, what rows are known by.
  package internal(set) var notes: [String] = []

  init(_ dialect: SQLDialect, name: String, source: String) {
    self.dialect = dialect
    self.name = name
    self.source = source
  }

  /// Whether its rows can be read page by page.
  package var hasKey: Bool { !key.isEmpty }

  /// Whether words are found by their beginnings, by an index; else any part of a value is found.
  package var hasWordIndex: Bool { wordIndex != nil }

  /// The column of a name, letters of either case being the same where no other column has it.
  package func column(named name: String) throws -> Int {
    let names = columns.map(\.name)
    if let column = names.firstIndex(of: name) { return column }
    let alike = names.indices.filter { names[$0].lowercased() == name.lowercased() }
    if alike.count == 1 { return alike[0] }
    if let number = Int(name), names.indices.contains(number - 1) { return number - 1 }
    throw DatabaseError.noColumn(name, names)
  }

  /// Takes columns that the user names for the key.
  mutating func useKey(_ names: [String]) throws {
    let found = try names.map(column)
    key = found.map { KeyTerm(sql: columns[$0].sql, type: dialect == .postgres ? columns[$0].type : nil) }
    keyColumn = found.first
    isKeyDoubtful = true
    if found.contains(where: { columns[$0].isNullable }) {
      notes.append("rows with NULL in \(names.joined(separator: ", ")) are left out: the key says so")
    }
  }

  /// Whether some of its rows are on other servers, which no key holds over.
  package var isRemote: Bool { remoteParts.contains(where: \.isRemote) }

  /// Tells rows apart that were found to have the same key, by their place if that is known.
  mutating func doubtKey() {
    guard isKeyDoubtful else { return }
    doubts += 1
    if place.isEmpty {
      isKeyDoubtful = false
      notes.append("several rows have the same key: some may not be shown")
    } else {
      // Rows of two servers may have the same place as well.
      key += place
      place = []
      notes.append("several rows have the same key: they are known by their place too")
    }
  }
}

/// An index that finds rows by words.
enum WordIndex: Hashable, Sendable {
  /// A table of SQLite's FTS5.
  case fullText(table: String)
  /// What an index of PostgreSQL is over, in SQL, and the configuration that made words of texts; nil for the server's own.
  case vector(expression: String, configuration: String?)
}

/// A table, a view or the like, in a list of them.
package struct TableSummary: Hashable, Sendable {
  package var name: String
  package var kind: String
  /// How many rows it has; nil where that is not known without taking long.
  package var rows: RowCount?
  /// How many bytes it takes, with its indexes.
  package var bytes: Int?

  package enum RowCount: Hashable, Sendable {
    case exactly(Int)
    case about(Int)
  }
}

/// Which rows of a table are wanted, and in which order.
package struct TableQuery: Hashable, Sendable {
  package var filter: TableFilter
  package var order: TableOrder
  /// Of which description of the table its columns are, see ``TableEngine/generation``.
  package var generation: Int

  package init(filter: TableFilter = TableFilter(), order: TableOrder = TableOrder(), generation: Int = 0) {
    self.filter = filter
    self.order = order
    self.generation = generation
  }
}

/// The order of a list: by the values of a column and then by the key, or by the key alone.
///
/// NULL counts as more than any value: it comes last where the smallest value comes first, and first otherwise. Rows
/// with the same value stand in the order of their keys.
package struct TableOrder: Hashable, Sendable {
  /// The column's place among those of the table; nil for the key alone.
  package var column: Int?
  package var isDescending: Bool

  package init(column: Int? = nil, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// What a row is known by as long as it stands where it stands: which row it is, and its value in the column that the
/// rows are ordered by.
package struct TableRowKey: Hashable, Sendable {
  /// The values of its key: what it keeps when everything else about it changes.
  package let identity: [SQLValue]
  /// The column of the order; nil for an order by identity alone.
  package let column: Int?
  /// The value in that column.
  let value: SQLValue
  /// Which of several rows with the same key it is, where the key holds less than it promises.
  package internal(set) var occurrence = 0
}
