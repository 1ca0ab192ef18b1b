import ListKit

/// A value of a database.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes of a text, which need not be UTF-8 and may contain NUL.
  case text([UInt8])
  case blob([UInt8])

  init(_ text: String) { self = .text(Array(text.utf8)) }

  /// The value as text; nil for NULL.
  package var text: String? {
    switch self {
    case .null: nil
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let bytes), .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension SQLValue {
  /// Returns the bytes of hexadecimal digits: `00ff`.
  static func bytes(ofHexadecimal text: ArraySlice<UInt8>) -> [UInt8] {
    let digits = text.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

package typealias SQLRow = [SQLValue]

/// A value as a database delivers it, valid only during the call that receives its row.
package struct SQLCell {
  package enum Kind: Sendable {
    case null
    case number
    case text
    case blob
  }

  package var kind: Kind
  /// The value as text; the bytes of a blob.
  package var bytes: UnsafeBufferPointer<UInt8>
}

/// A row as a database delivers it, valid only during the call that receives it.
package struct SQLCells {
  package let count: Int
  /// The entire row with cells separated by tabs, if it is delivered like that and has only printable ASCII
  /// and no NULL.
  package private(set) var line: UnsafeBufferPointer<UInt8>?
  let cell: (Int) -> SQLCell

  package subscript(index: Int) -> SQLCell { cell(index) }
}

/// The dialects of SQL.
package enum SQLDialect: Hashable, Sendable {
  case sqlite
  case postgres
  case duckdb

  /// Returns an expression for a value as it is read: PostgreSQL sends each as text, and DuckDB is asked to.
  func text(of expression: String) -> String {
    switch self {
    case .sqlite: expression
    case .postgres, .duckdb: "\(expression)::text"
    }
  }

  /// Whether a comparison of rows, `(a, b) > (1, 2)`, skips parts of a table or an index.
  var comparesRows: Bool {
    switch self {
    case .sqlite, .postgres: true
    case .duckdb: false
    }
  }

  /// Whether all rows are sorted with their fields, computed and kept in memory, before a limit leaves some of them.
  var sortsEntireRows: Bool {
    switch self {
    case .sqlite, .postgres: false
    case .duckdb: true
    }
  }
}

/// A statement and its values, which are never part of the text.
package struct SQLStatement: Hashable, Sendable {
  package var sql: String
  private(set) var values: [SQLValue]
  private let dialect: SQLDialect

  init(_ sql: String = "", _ dialect: SQLDialect, _ values: [SQLValue] = []) {
    self.sql = sql
    self.values = values
    self.dialect = dialect
  }

  /// Adds a value.
  ///
  /// - Parameter type: The type of the value for PostgreSQL and DuckDB.
  /// - Returns: The placeholder for the text, which may be used several times.
  mutating func parameter(_ value: SQLValue, type: String? = nil) -> String {
    values.append(value)
    return switch dialect {
    case .sqlite: "?\(values.count)"
    case .postgres, .duckdb: "$\(values.count)::\(type ?? "text")"
    }
  }
}

/// A read for one page: statements that run one after the other until they have returned as many rows as the
/// limit.
package struct SQLRead: Sendable {
  var statements: [SQLStatement]
  var limit = Int.max

  init(_ statements: [SQLStatement], limit: Int = .max) {
    self.statements = statements
    self.limit = limit
  }

  /// Returns the rows of the page.
  ///
  /// - Parameter execute: returns the rows of a statement.
  func rows(_ execute: (SQLStatement) throws -> [SQLRow]) rethrows -> [SQLRow] {
    var found: [SQLRow] = []
    for statement in statements where found.count < limit { found += try execute(statement) }
    return found.count > limit ? Array(found.prefix(limit)) : found
  }
}

extension String {
  /// The text as a quoted name in SQL.
  var sqlName: String { "\"" + replacingAll("\"", with: "\"\"") + "\"" }

  /// The text as a quoted text in SQL.
  var sqlLiteral: String { "'" + replacingAll("'", with: "''") + "'" }
}

/// Joins conditions with as little nesting as possible: databases limit the depth of an expression, not its
/// length, and a table may have 1,600 columns.
func joined(_ conditions: some Collection<String>, _ sign: String) -> String {
  guard conditions.count > 8 else { return conditions.joined(separator: " \(sign) ") }
  let half = conditions.index(conditions.startIndex, offsetBy: conditions.count / 2)
  return "(\(joined(conditions[..<half], sign))) \(sign) (\(joined(conditions[half...], sign)))"
}
