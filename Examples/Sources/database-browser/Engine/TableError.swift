import GRDB

/// Why a table cannot be browsed.
enum TableError: Error, Hashable {
  case noFile(String)
  case noDatabase(String, reason: String)
  case noTables(String)
  case noTable(String, tables: [String])
  case tableNotNamed(tables: [String])
  case noKey(String)
  case noColumn(String, columns: [String])
  /// The values of a column are neither more nor less than each other.
  case noOrder(column: String, reason: String)
  /// The reader of the message knows the file.
  case notRead(reason: String)
  case otherTable(String)

  /// Carries out a body; what SQLite says about a file is told with its path.
  static func telling<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw TableError.noDatabase(path, reason: error.reason)
    }
  }
}

extension TableError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noFile(let path): "\(path): no such file"
    case .noDatabase(let path, let reason): "\(path): \(reason)"
    case .notRead(let reason): reason
    case .noTables(let path): "\(path): no tables"
    case .noTable(let name, let tables): "no table '\(name)'; there are \(Self.list(tables))"
    case .tableNotNamed(let tables): "which table? --table takes one of \(Self.list(tables))"
    case .noKey(let name): "table '\(name)' has neither rowid nor primary key to go by"
    case .noColumn(let name, let columns): "no column '\(name)'; there are \(Self.list(columns))"
    case .noOrder(let column, let reason): "no order by '\(column)': \(reason)"
    case .otherTable(let name): "table '\(name)' has other columns than before: start anew to see it"
    }
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

extension DatabaseError {
  /// What SQLite says, without the statement.
  var reason: String { message ?? "\(resultCode)" }
}
