import GRDB

/// What a row keeps when everything else about it changes: its rowid, or the values of its primary key.
enum RowKey: Hashable, Sendable {
  case rowid(Int64)
  case values([DatabaseValue])

  /// Reads the key from the columns a query put first.
  init(_ values: some Collection<DatabaseValue>) {
    if values.count == 1, let value = values.first, case .int64(let rowid) = value.storage {
      self = .rowid(rowid)
    } else {
      self = .values(Array(values))
    }
  }

  /// The values as a query takes them.
  var arguments: StatementArguments {
    switch self {
    case .rowid(let rowid): [rowid]
    case .values(let values): StatementArguments(values)
    }
  }
}
