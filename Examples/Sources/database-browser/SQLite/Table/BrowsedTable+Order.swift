import GRDB
import ListKit

/// Rows are ordered by a column and then by the key. SQLite keeps the key in each index, so rows with the same value are
/// one range of it, and those with other values are another: a page costs what its rows cost, wherever it begins and
/// however many rows have the same value.
extension BrowsedTable {
  /// What the rows of a page have to be like: ranges to be read one after the other until there are enough rows.
  func ranges(of request: PageRequest<RowKey>, in order: TableOrder) -> [SQL] {
    guard let column = order.column else {
      return [range(request, keyColumns, isAscending: order.isAscending)]
    }
    let isNullable = columns[column].isNullable
    return OrderStretch.stretches(
      of: request, isAscending: order.isAscending, isNull: isNullable ? { $0.value.isNull } : nil
    ).flatMap { stretch in
      let name = columns[column].name.sqlName
      if stretch.part != .nulls {
        return ranges(of: stretch.request, by: name, isAscending: order.isAscending)
      }
      let range = range(stretch.request, keyColumns, isAscending: order.isAscending)
      return ["\(sql: name) IS NULL AND \(range)"]
    }
  }

  /// The ranges of rows that have values.
  ///
  /// ```text
  ///   first ──▶ the rest of those with its value │ other values │ those with the value of ──▶ last
  /// ```
  private func ranges(of request: PageRequest<RowKey>, by column: String, isAscending: Bool) -> [SQL] {
    let (after, before) = isAscending ? (">", "<") : ("<", ">")
    func compare(_ sign: String, _ bound: PageBound<RowKey>) -> SQL? {
      bound.key.map { "\(sql: column) \(sql: sign) \($0.value.sql)" }
    }
    let (first, last) = (request.first, request.last)
    let (isBehindFirst, isBeforeLast) = (compare(after, first), compare(before, last))
    // What is equal is for SQLite to say, so no range relies on two values being others.
    let head = compare("=", first).map { isEqual -> SQL in
      let keys = range(
        PageRequest(first: first, last: .edge, limit: 1), keyColumns, isAscending: isAscending)
      return .all(isEqual, keys, condition(last, before, [column] + keyColumns, hasValue: true))
    }
    let tail = compare("=", last).map { isEqual -> SQL in
      let keys = range(PageRequest(first: .edge, last: last, limit: 1), keyColumns, isAscending: isAscending)
      return .all(isEqual, keys, isBehindFirst)
    }
    let body = SQL.all("\(sql: column) IS NOT NULL", isBehindFirst, isBeforeLast)
    let ranges = [head, body, tail].compactMap(\.self)
    return request.isFromEnd ? ranges.reversed() : ranges
  }

  /// The rows of a request in the order of the key alone.
  func range(_ request: PageRequest<RowKey>, _ keys: [String], isAscending: Bool) -> SQL {
    let (after, before) = isAscending ? (">", "<") : ("<", ">")
    return .all(condition(request.first, after, keys), condition(request.last, before, keys))
  }

  /// What a bound asks of keys, with the value of the order's column before them or without; nil for nothing.
  private func condition(
    _ bound: PageBound<RowKey>, _ sign: String, _ names: [String], hasValue: Bool = false
  ) -> SQL? {
    let (comparison, key): (String, RowKey)
    switch bound {
    case .edge: return nil
    case .upTo(let bound): (comparison, key) = (sign, bound)
    case .through(let bound): (comparison, key) = (sign + "=", bound)
    }
    let values = ((hasValue ? [key.value] : []) + key.identity).map(\.sql).joined(separator: ", ")
    return "(\(sql: names.joined(separator: ", "))) \(sql: comparison) (\(values))"
  }

  /// What a query asks for to know where a row stands, for ``key(_:in:)``.
  func keyFields(in order: TableOrder) -> [String] {
    (keyColumns + [column(of: order)].compactMap(\.self)).flatMap(StoredValue.fields)
  }

  /// The column of an order in SQL; nil for the key alone.
  private func column(of order: TableOrder) -> String? { order.column.map { columns[$0].name.sqlName } }

  /// Reads a key from those fields, with which a row begins.
  func key(_ values: some Collection<DatabaseValue>, in order: TableOrder) -> RowKey {
    let values = Array(values)
    let count = keyColumns.count
    func stored(_ index: Int) -> StoredValue { StoredValue(values.dropFirst(index * StoredValue.fieldCount)) }
    let identity = (0..<count).map(stored)
    guard let column = order.column else { return RowKey(identity: identity) }
    return RowKey(identity: identity, column: column, value: stored(count))
  }

  /// The order of a list, or that from its end.
  func ordering(_ order: TableOrder, keys: [String]? = nil, isFromEnd: Bool) -> String {
    let terms = [column(of: order)].compactMap(\.self) + (keys ?? keyColumns)
    return terms.map { "\($0) \(order.isAscending != isFromEnd ? "ASC" : "DESC")" }.joined(separator: ", ")
  }

  /// Where a row stands in an order; nil where it is gone.
  func place(_ db: Database, of key: RowKey, in order: TableOrder) throws -> RowKey? {
    let fields = keyFields(in: order).joined(separator: ", ")
    let request: SQLRequest<Row> = "SELECT \(sql: fields) FROM \(sql: sql) WHERE \(identity(of: key))"
    return try request.fetchOne(db).map { self.key($0.databaseValues, in: order) }
  }

  /// The row of a key, wherever it stands.
  func identity(of key: RowKey) -> SQL {
    zip(keyColumns, key.identity).map { "\(sql: $0) = \($1.sql)" as SQL }.joined(separator: " AND ")
  }
}

extension SQL {
  /// All of these conditions that there are.
  fileprivate static func all(_ conditions: SQL?...) -> SQL {
    let conditions = conditions.compactMap(\.self)
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }
}

extension PageBound {
  /// The key that it is at; nil for the end of the list.
  fileprivate var key: Key? {
    switch self {
    case .edge: nil
    case .through(let key), .upTo(let key): key
    }
  }
}
