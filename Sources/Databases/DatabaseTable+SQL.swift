import ListKitPaging

/// Pages are found by key, never by counting: the page after row 90,000,000 costs as much as the first one,
/// and if rows are inserted or removed meanwhile, no other rows are repeated or skipped.
///
/// Rows are sorted by a column and then by the key. Rows with the same value form one range of an index on
/// the column, rows with other values form another, and NULLs form a range of their own:
///
/// ```text
///   first ──▶ rows with its value │ other values │ rows with the value of the last ──▶ last │ NULLs
/// ```
///
/// A page is read from these ranges one after the other, until it has enough rows.
extension DatabaseTable {
  /// - Parameter alert: Rows that pass it have one more value, `1`, and others NULL; nil for no such value.
  func read(
    _ request: PageRequest<TableRowKey>, matching query: TableQuery, marking alert: TableFilter? = nil
  ) -> SQLRead {
    // An additional row shows whether there are more.
    let limit = request.limit + 1
    let fields = keyFields(in: query.order) + columns.map(shortText)
    return SQLRead(
      ranges(of: request, in: query.order).map {
        select(fields, $0, query, marking: alert, isFromEnd: request.isFromEnd, limit: limit)
      }, limit: limit)
  }

  /// The reads that precede others in a transaction. Without statistics, a server takes a table on other
  /// servers for small, and would fetch all of it to sort it.
  var preparation: [SQLRead] {
    isRemote ? [SQLRead([SQLStatement("SET LOCAL enable_sort = off", dialect)])] : []
  }

  /// Makes a page from the rows that were read. Rows with the same key are numbered.
  ///
  /// - Returns: The page, and whether rows have the same key; the first row after the page counts too.
  func page(
    _ rows: [SQLRow], of request: PageRequest<TableRowKey>, in order: TableOrder
  ) -> (page: Page<TableRowKey, [String?]>, hasEqualKeys: Bool) {
    let keyCount = key.count
    let fieldCount = keyCount + (order.column == nil ? 0 : 1)
    var seen: [TableRowKey: Int] = [:]
    var found = rows.prefix(request.limit).map { row in
      var key = key(row, in: order)
      let count = seen[key, default: 0]
      seen[key] = count + 1
      key.occurrence = count
      return PageRow(key: key, content: row[fieldCount...].map(\.text))
    }
    let hasEqualKeys =
      seen.count < found.count
      || rows.dropFirst(request.limit).contains { seen[key($0, in: order)] != nil }
    if request.isFromEnd { found.reverse() }
    return (Page(rows: found, isComplete: rows.count <= request.limit), hasEqualKeys)
  }

  /// Returns the statements for all rows that match, with full values.
  ///
  /// - Parameter columns: The columns to read.
  package func statements(
    _ columns: [Int], matching query: TableQuery, isFromEnd: Bool = false, limit: Int? = nil
  ) -> [SQLStatement] {
    let all: PageRequest<TableRowKey> = isFromEnd ? PageRequest(last: 1) : PageRequest(first: 1)
    let fields = columns.map { index in
      switch dialect {
      case .sqlite, .postgres: dialect.text(of: self.columns[index])
      // DuckDB is asked for the types of the columns, and then for texts.
      case .duckdb: self.columns[index].sql
      }
    }
    return ranges(of: all, in: query.order).map {
      select(fields, $0, query, isFromEnd: isFromEnd, limit: limit)
    }
  }

  /// Returns the statement for the rows with a key.
  ///
  /// - Parameter isWhole: Whether to read full values, not only as much as a panel can show.
  func record(_ key: TableRowKey, isWhole: Bool) -> SQLStatement {
    select(columns.map { fullText($0, isWhole: isWhole) }.joined(separator: ", "), key)
  }

  /// Returns the statement for a full value of the rows with a key.
  func value(of column: Int, _ key: TableRowKey) -> SQLStatement {
    select(dialect.text(of: columns[column]), key)
  }

  private func select(_ fields: String, _ key: TableRowKey) -> SQLStatement {
    var statement = SQLStatement("", dialect)
    statement.sql = "SELECT \(fields) FROM \(source) WHERE \(condition(key, in: &statement))"
    return statement
  }

  /// Returns the condition that a row has a key.
  private func condition(_ key: TableRowKey, in statement: inout SQLStatement) -> String {
    zip(self.key, key.identity).map { term, value in
      let parameter = statement.parameter(value, type: term.type)
      // With `=`, a server would search only the partition in which the row should be.
      return isRemote
        ? "\(term.sql) >= \(parameter) AND \(term.sql) <= \(parameter)" : "\(term.sql) = \(parameter)"
    }.joined(separator: " AND ")
  }

  /// Returns the statement for the key of a row in an order.
  ///
  /// - Parameter key: The row; nil only to check whether the order is possible.
  func position(of key: TableRowKey?, in order: TableOrder) -> SQLStatement {
    var statement = SQLStatement("", dialect)
    let condition = key.map { self.condition($0, in: &statement) } ?? "1 = 0"
    statement.sql = """
      SELECT \(keyFields(in: order).joined(separator: ", ")) FROM \(source) WHERE \(condition)
      ORDER BY \(ordering(order, isFromEnd: false))
      """
    return statement
  }

  /// A statement whose result changes when the columns of the table change.
  var fingerprint: SQLStatement {
    switch dialect {
    case .sqlite: SQLStatement("SELECT schema_version FROM pragma_schema_version", dialect)
    case .duckdb:
      SQLStatement(
        """
        SELECT md5(concat(string_agg(column_name || ' ' || column_type, ','),
          (SELECT string_agg(concat(table_name, comment), ',') FROM duckdb_tables()))) FROM (DESCRIBE SELECT * FROM \(source))
        """, dialect)
    case .postgres:
      SQLStatement(
        """
        SELECT md5(string_agg(a.attname || ':' || a.atttypid::text, ',' ORDER BY a.attnum)) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
        """, dialect, [SQLValue(identifier)])
    }
  }

  func key(_ row: SQLRow, in order: TableOrder) -> TableRowKey {
    TableRowKey(
      identity: Array(row[..<key.count]), column: order.column,
      value: order.column == nil ? .null : row[key.count])
  }

  /// Returns the statement for a field of each row that matches.
  ///
  /// - Parameter source: A part of the table; nil for the entire table.
  func each(
    _ field: String, of source: String? = nil, matching filter: TableFilter, limit: Int?
  ) -> SQLStatement {
    var statement = SQLStatement("", dialect)
    let conditions = filter.sql(of: self, in: &statement)
    statement.sql =
      "SELECT \(field) FROM \(source ?? self.source)\(Self.clause(conditions))"
      + (limit.map { " LIMIT \($0)" } ?? "")
    return statement
  }

  // MARK: Ranges

  /// The conditions for a range of rows.
  private typealias Range = (inout SQLStatement) -> [String]

  private func ranges(of request: PageRequest<TableRowKey>, in order: TableOrder) -> [Range] {
    guard let column = order.column else {
      return [{ keyRange(request, order, in: &$0) }]
    }
    let name = columns[column].sql
    guard columns[column].isNullable else { return valueRanges(request, column, order) }
    func isNull(_ bound: PageBound<TableRowKey>) -> Bool? { bound.key.map { $0.value == .null } }
    let (first, last) = (isNull(request.after), isNull(request.before))
    // Ascending order: values, then NULLs. Descending order: NULLs, then values.
    func stretch(_ isOfNulls: Bool) -> [Range] {
      let isFirst = isOfNulls == order.isDescending
      // The stretch is entirely before the first requested row, or after the last.
      if isFirst ? first == !isOfNulls : last == !isOfNulls { return [] }
      var part = request
      if first != isOfNulls { part.after = .edge }
      if last != isOfNulls { part.before = .edge }
      guard isOfNulls else { return valueRanges(part, column, order) }
      return [{ ["\(name) IS NULL"] + keyRange(part, order, in: &$0) }]
    }
    let isNullsFirst = order.isDescending != request.isFromEnd
    return stretch(isNullsFirst) + stretch(!isNullsFirst)
  }

  /// Returns the ranges of rows with a value. Only the database decides which values are equal, so no range
  /// relies on two values being different.
  private func valueRanges(
    _ request: PageRequest<TableRowKey>, _ column: Int, _ order: TableOrder
  ) -> [Range] {
    let name = columns[column].sql
    let type = columns[column].type
    let (after, before) = order.isDescending ? ("<", ">") : (">", "<")
    func compare(_ sign: String, _ bound: PageBound<TableRowKey>, _ statement: inout SQLStatement) -> [String]
    {
      bound.key.map { ["\(name) \(sign) \(statement.parameter($0.value, type: type))"] } ?? []
    }
    /// Compares by value and key together.
    func whole(_ bound: PageBound<TableRowKey>, _ sign: String, _ statement: inout SQLStatement) -> [String] {
      guard let key = bound.key else { return [] }
      let terms = [KeyTerm(sql: name, type: type)] + self.key
      return [compareRows(terms, sign + bound.equality, [key.value] + key.identity, in: &statement)]
    }
    let (first, last) = (request.after, request.before)
    var ranges: [Range] = []
    if first.key != nil {
      ranges.append { statement in
        let keys = PageRequest(first: 1, after: first)
        return compare("=", first, &statement) + keyRange(keys, order, in: &statement)
          + whole(last, before, &statement)
      }
    }
    ranges.append { statement in
      (first.key == nil && last.key == nil && columns[column].isNullable ? ["\(name) IS NOT NULL"] : [])
        + compare(after, first, &statement) + compare(before, last, &statement)
    }
    if last.key != nil {
      ranges.append { statement in
        let keys = PageRequest(first: 1, before: last)
        return compare("=", last, &statement) + keyRange(keys, order, in: &statement)
          + compare(after, first, &statement)
      }
    }
    return request.isFromEnd ? ranges.reversed() : ranges
  }

  /// Returns the conditions for the rows between the bounds of a request, by key alone.
  private func keyRange(
    _ request: PageRequest<TableRowKey>, _ order: TableOrder, in statement: inout SQLStatement
  ) -> [String] {
    let (after, before) = order.isDescending ? ("<", ">") : (">", "<")
    return [(request.after, after), (request.before, before)].compactMap { bound, sign in
      guard let key = bound.key else { return nil }
      return compareRows(self.key, sign + bound.equality, key.identity, in: &statement)
    }
  }

  private func compareRows(
    _ terms: [KeyTerm], _ sign: String, _ values: [SQLValue], in statement: inout SQLStatement
  ) -> String {
    let parameters = zip(terms, values).map { statement.parameter($1, type: $0.type) }
    if terms.count == 1 { return "\(terms[0].sql) \(sign) \(parameters[0])" }
    guard isRemote || !dialect.comparesRows else {
      return "(\(terms.map(\.sql).joined(separator: ", "))) \(sign) (\(parameters.joined(separator: ", ")))"
    }
    // Other servers do not get comparisons of rows either: `a >= 1 AND (a > 1 OR (a = 1 AND (b > 2)))`
    let bare = String(sign.prefix(1))
    let nested = zip(terms, parameters).dropLast().reversed()
      .reduce("\(terms[terms.count - 1].sql) \(sign) \(parameters[parameters.count - 1])") { rest, term in
        "\(term.0.sql) \(bare) \(term.1) OR (\(term.0.sql) = \(term.1) AND (\(rest)))"
      }
    return "\(terms[0].sql) \(bare)= \(parameters[0]) AND (\(nested))"
  }

  // MARK: Parts of statements

  private func select(
    _ fields: [String], _ range: Range, _ query: TableQuery, marking alert: TableFilter? = nil,
    isFromEnd: Bool, limit: Int?
  ) -> SQLStatement {
    var statement = SQLStatement("", dialect)
    let limit = limit.map { " LIMIT \($0)" } ?? ""
    let ordering = ordering(query.order, isFromEnd: isFromEnd)
    let conditions = range(&statement) + query.filter.sql(of: self, in: &statement)
    var fields = fields
    if let alert {
      let met = alert.sql(of: self, in: &statement)
      fields.append("CASE WHEN \(met.isEmpty ? "1 = 1" : met.joined(separator: " AND ")) THEN '1' END")
    }
    let order = ordering.isEmpty ? "" : " ORDER BY \(ordering)"
    var rows = "\(source)\(Self.clause(conditions))\(order)\(limit)"
    if dialect.sortsEntireRows, !limit.isEmpty {
      let terms = key.map(\.sql).joined(separator: ", ")
      rows =
        key.isEmpty
        ? "(SELECT t.* FROM \(rows)) AS t\(order)"
        : "\(source) WHERE (\(terms)) IN (SELECT \(terms) FROM \(rows))\(order)\(limit)"
    }
    statement.sql = "SELECT \(fields.joined(separator: ", ")) FROM \(rows)"
    return statement
  }

  static func clause(_ conditions: [String]) -> String {
    conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  private func ordering(_ order: TableOrder, isFromEnd: Bool) -> String {
    let direction = order.isDescending != isFromEnd ? "DESC" : "ASC"
    let terms = (order.column.map { [columns[$0].sql] } ?? []) + key.map(\.sql)
    return terms.map { "\($0) \(direction)" }.joined(separator: ", ")
  }

  /// Returns the fields that make up the key of a row.
  private func keyFields(in order: TableOrder) -> [String] {
    (key.map(\.sql) + (order.column.map { [columns[$0].sql] } ?? [])).map(dialect.text(of:))
  }

  /// The maximum number of characters of a value for a line of the screen, and for a panel. Reading more
  /// takes time.
  package static let (shortLength, longLength) = (1024, 1 << 20)

  func shortText(_ column: Column) -> String {
    let name = column.sql
    switch dialect {
    case .sqlite:
      return "CASE typeof(\(name)) WHEN 'blob' THEN 'blob of ' || length(\(name)) || ' bytes' "
        + "WHEN 'text' THEN \(start(of: name, Self.shortLength)) ELSE CAST(\(name) AS TEXT) END"
    case .postgres where column.type == "bytea":
      return "'blob of ' || octet_length(\(name))::text || ' bytes'"
    case .duckdb where column.isBlob: return "'blob of ' || octet_length(\(name)) || ' bytes'"
    case .postgres, .duckdb: return "left(\(dialect.text(of: column)), \(Self.shortLength))"
    }
  }

  /// Returns the beginning of a text. A shorter text stays as it is, because SQLite would cut it at a NUL.
  private func start(of name: String, _ length: Int) -> String {
    "CASE WHEN length(\(name)) > \(length) THEN substr(\(name), 1, \(length)) ELSE \(name) END"
  }

  private func fullText(_ column: Column, isWhole: Bool) -> String {
    let name = column.sql
    switch dialect {
    case .sqlite:
      let bytes = isWhole ? name : "substr(\(name), 1, \(Self.longLength / 2))"
      let text = isWhole ? name : start(of: name, Self.longLength)
      return
        "CASE typeof(\(name)) WHEN 'blob' THEN 'x''' || hex(\(bytes)) || '''' "
        + "WHEN 'text' THEN \(text) ELSE CAST(\(name) AS TEXT) END"
    case .duckdb where column.isBlob: return "'x''' || hex(\(name)) || ''''"
    case .postgres, .duckdb:
      let text = dialect.text(of: column)
      return isWhole ? text : "left(\(text), \(Self.longLength))"
    }
  }
}

extension PageBound {
  /// The key of the bound; nil for the edge of the list.
  fileprivate var key: Key? {
    switch self {
    case .edge: nil
    case .including(let key), .excluding(let key): key
    }
  }

  /// The sign to add to a comparison if the row of the bound is included.
  fileprivate var equality: String {
    if case .including = self { "=" } else { "" }
  }
}
