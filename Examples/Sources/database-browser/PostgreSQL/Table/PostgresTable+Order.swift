import ListKit

/// Rows are ordered by a column and then by the key. Comparisons of rows and orders alike are of these columns as they
/// are, so that an index which begins with the column gives a page, wherever it begins.
extension PostgresTable {
  /// The columns that an order is made of.
  func terms(in order: TableOrder) -> [Column] { [column(of: order)].compactMap(\.self) + key }

  private func column(of order: TableOrder) -> Column? { order.column.map { columns[$0] } }

  /// The stretches to be read for a page, one after the other until there are enough rows.
  func stretches(of request: PageRequest<PostgresKey>, in order: TableOrder) -> [OrderStretch<PostgresKey>] {
    let isNullable = order.column.map { columns[$0].isNullable } ?? false
    return OrderStretch.stretches(
      of: request, isAscending: order.isAscending, isNull: isNullable ? { $0.value == nil } : nil)
  }

  /// What is asked for to know where a row stands, for ``key(_:in:)``.
  func keyTexts(in order: TableOrder) -> [String] {
    (key + [column(of: order)].compactMap(\.self)).map { "\($0.sql)::text" }
  }

  /// Reads a key from these texts, with which a row begins.
  func key(_ row: [String?], in order: TableOrder) -> PostgresKey {
    PostgresKey(
      values: row.prefix(key.count).map { $0 ?? "" }, column: order.column,
      value: order.column == nil ? nil : row[key.count])
  }

  /// What a stretch asks of rows.
  func conditions(
    _ stretch: OrderStretch<PostgresKey>, in order: TableOrder, of statement: inout PostgresStatement
  ) -> [String] {
    let (after, before) = order.isAscending ? (">", "<") : ("<", ">")
    let column = column(of: order)
    func condition(_ bound: PageBound<PostgresKey>, _ sign: String) -> String? {
      let (comparison, key): (String, PostgresKey)
      switch bound {
      case .edge: return nil
      case .upTo(let bound): (comparison, key) = (sign, bound)
      case .through(let bound): (comparison, key) = (sign + "=", bound)
      }
      var (terms, values) = (self.key, key.values)
      if let column, let value = key.value { (terms, values) = ([column] + terms, [value] + values) }
      return compare(terms, comparison, values, in: &statement)
    }
    let part: String? =
      switch stretch.part {
      case .all: nil
      case .values: column.map { "\($0.sql) IS NOT NULL" }
      case .nulls: column.map { "\($0.sql) IS NULL" }
      }
    return [part, condition(stretch.request.first, after), condition(stretch.request.last, before)]
      .compactMap(\.self)
  }

  private func compare(
    _ columns: [Column], _ sign: String, _ values: [String], in statement: inout PostgresStatement
  ) -> String {
    let places = zip(columns, values).map { "\(statement.place($1))::\($0.type)" }.joined(separator: ", ")
    return "(\(columns.map(\.sql).joined(separator: ", "))) \(sign) (\(places))"
  }

  /// Which way the columns of an order go, where a page is read from its beginning or from its end.
  func direction(of request: PageRequest<PostgresKey>, in order: TableOrder) -> String {
    order.isAscending != request.isFromEnd ? "ASC" : "DESC"
  }

  /// The order of rows for a page.
  func ordering(_ request: PageRequest<PostgresKey>, in order: TableOrder) -> String {
    let direction = direction(of: request, in: order)
    return terms(in: order).map { "\($0.sql) \(direction)" }.joined(separator: ", ")
  }

  /// Asks where a row stands in an order, of which the server says whether there is one.
  ///
  /// - Parameter key: the row; nil for none.
  func place(of key: PostgresKey?, in order: TableOrder) -> PostgresStatement {
    var statement = PostgresStatement("")
    let condition = key.map { identity(of: $0, in: &statement) } ?? "false"
    let first = PageRequest<PostgresKey>(first: .edge, last: .edge, limit: 1)
    statement.sql = """
      SELECT \(keyTexts(in: order).joined(separator: ", ")) FROM \(sql) AS t WHERE \(condition)
      ORDER BY \(ordering(first, in: order))
      """
    return statement
  }

  /// The row of a key, wherever it stands.
  func identity(of key: PostgresKey, in statement: inout PostgresStatement) -> String {
    compare(self.key, "=", key.values, in: &statement)
  }
}

extension PostgresTable.Column {
  /// Its name in SQL. ORDER BY takes a name alone for that of what is selected, which is a text.
  var sql: String { "t.\(name.sqlName)" }
}
