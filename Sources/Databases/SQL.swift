/// A value of a database.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// A text as its bytes, which need not be UTF-8 and may have NULs in them.
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
  /// Bytes that are written as `00ff`.
  static func bytes(ofHexadecimal text: ArraySlice<UInt8>) -> [UInt8] {
    let digits = text.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

package typealias SQLRow = [SQLValue]

/// A value on its way out of a database, valid only while its row is at hand.
package struct SQLCell {
  package enum Kind: Sendable {
    case null
    case number
    case text
    case blob
  }

  package var kind: Kind
  /// The value as text; of a blob its bytes.
  package var bytes: UnsafeBufferPointer<UInt8>

  package init(kind: Kind, bytes: UnsafeBufferPointer<UInt8>) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// A row on its way out of a database.
package struct SQLCells {
  package let count: Int
  /// The whole row between tabs, where it has no NULL and nothing but printable ASCII, and comes like that.
  package let line: UnsafeBufferPointer<UInt8>?
  private let cell: (Int) -> SQLCell

  package init(
    count: Int, line: UnsafeBufferPointer<UInt8>? = nil, cell: @escaping (Int) -> SQLCell
  ) {
    self.count = count
    self.line = line
    self.cell = cell
  }

  package subscript(index: Int) -> SQLCell { cell(index) }
}

/// What databases write differently.
package enum SQLDialect: Hashable, Sendable {
  case sqlite
  case postgres
}

/// A statement and its values, which are never part of its text.
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
  /// - Parameter type: the type that PostgreSQL shall take it for.
  /// - Returns: what stands for it in the text, any number of times.
  mutating func place(_ value: SQLValue, type: String? = nil) -> String {
    values.append(value)
    return switch dialect {
    case .sqlite: "?\(values.count)"
    case .postgres: "$\(values.count)::\(type ?? "text")"
    }
  }
}

/// What is read for one page: the rows of statements that are carried out one after the other until there are more
/// than a limit.
package struct SQLRead: Sendable {
  var statements: [SQLStatement]
  var limit = Int.max

  init(_ statements: [SQLStatement], limit: Int = .max) {
    self.statements = statements
    self.limit = limit
  }
}

extension String {
  /// A name as SQL takes any, quotes and blanks included.
  var sqlName: String { "\"" + replacingAll("\"", with: "\"\"") + "\"" }

  /// A text between quotes.
  var sqlLiteral: String { "'" + replacingAll("'", with: "''") + "'" }

  /// Without Foundation, of which the standard library has no such function.
  func replacingAll(_ character: Character, with text: String) -> String {
    contains(character) ? String(flatMap { $0 == character ? Array(text) : [$0] }) : self
  }
}

/// Conditions joined so that they are nested as little as can be: databases limit the depth of an expression, not its
/// length, and a table may have 1,600 columns.
func joined(_ conditions: some Collection<String>, _ sign: String) -> String {
  guard conditions.count > 8 else { return conditions.joined(separator: " \(sign) ") }
  let half = conditions.index(conditions.startIndex, offsetBy: conditions.count / 2)
  return "(\(joined(conditions[..<half], sign))) \(sign) (\(joined(conditions[half...], sign)))"
}
