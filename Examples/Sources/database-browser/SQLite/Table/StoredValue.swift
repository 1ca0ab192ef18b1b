import GRDB

/// A value of a column exactly as SQLite keeps it, of whatever type it is, to be compared with others once more.
///
/// A text is its bytes: read as such it would end with its first NUL, and stand elsewhere.
struct StoredValue: Hashable, Sendable {
  static let null = StoredValue(value: .null, isText: false)

  private let value: DatabaseValue
  private let isText: Bool

  var isNull: Bool { value.isNull }

  /// How many fields of a query it is read from.
  static let fieldCount = 2

  /// What a query has to ask for, for ``init(_:)``.
  static func fields(_ column: String) -> [String] {
    [
      "typeof(\(column)) = 'text'",
      "CASE typeof(\(column)) WHEN 'text' THEN CAST(\(column) AS BLOB) ELSE \(column) END",
    ]
  }

  /// Reads a value from the first fields of a row.
  init(_ fields: some Collection<DatabaseValue>) {
    value = fields.dropFirst().first ?? .null
    isText = fields.first == true.databaseValue
  }

  private init(value: DatabaseValue, isText: Bool) { (self.value, self.isText) = (value, isText) }

  /// The value as an operand, which takes over the affinity of what it is compared with: a plus takes its own away.
  var sql: SQL { isText ? "+CAST(\(value) AS TEXT)" : "\(value)" }
}
