import ListKit

/// A table of a PostgreSQL database, or of one that speaks its protocol, as far as a list needs to know it.
///
/// All SQL about rows is made here and in the extensions of this type.
struct PostgresTable: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var name: String
    /// Its type as SQL has it: `character varying(20)`.
    var type: String
    /// One letter that says what kind of type it is: N for numbers, S for texts.
    var category: String
    /// Whether there may be NULLs in it.
    var isNullable: Bool
  }

  /// The number by which the server knows the table.
  let identifier: String
  let schema: String
  let name: String
  let columns: [Column]
  /// The columns its rows are told apart and, unless the user asks for another order, ordered by: those of the primary
  /// key, or of another unique one.
  let key: [Column]
  /// What finds its rows by words; nil where there is none.
  let index: PostgresTextIndex?

  /// The table's name in SQL.
  var sql: String { "\(schema.sqlName).\(name.sqlName)" }

  var shape: TableShape {
    TableShape(
      name: name, columns: columns.map { TableShape.Column(name: $0.name, isNumeric: $0.category == "N") },
      keyColumn: key.first.flatMap(columns.firstIndex), hasWordIndex: index != nil)
  }

  /// The channel on which the trigger tells of changes: see ``PostgresTrigger``.
  var channel: String { "listkit_\(identifier)" }
}

/// What a row is known by as long as it stands where it stands: which row it is, and its value in the column that the
/// rows are ordered by, as texts the server made and takes again.
struct PostgresKey: PlacedKey, Hashable, Sendable {
  /// The values of its key.
  let values: [String]
  /// The column of the order; nil for an order by the key alone.
  var column: Int?
  /// The value in that column; nil for NULL.
  var value: String?
}

/// An index that finds rows by words.
struct PostgresTextIndex: Hashable, Sendable {
  /// What is indexed, in SQL: a column, or `to_tsvector('english'::regconfig, body)`.
  let expression: String
  /// The configuration that made words of texts; nil for the server's own.
  let configuration: String?

  /// - Parameters:
  ///   - expression: what is indexed, as the server tells it.
  ///   - origin: what the column is generated from, empty where that is nothing.
  init(expression: String, origin: String) {
    self.expression = expression
    configuration = [expression, origin].lazy.compactMap(Self.configuration(in:)).first
  }

  private static func configuration(in text: String) -> String? {
    text.firstMatch(of: /to_tsvector\('((?:[^']|'')+)'::regconfig/).map {
      String($0.1).replacing("''", with: "'")
    }
  }
}
