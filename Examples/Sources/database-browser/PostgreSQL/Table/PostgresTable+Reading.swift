import ListKit

/// Pages are found by key, never by counting: the page after row 90,000,000 costs what the first one costs, and rows
/// that come or go meanwhile neither repeat nor skip others.
extension PostgresTable {
  /// Asks for a page.
  ///
  /// Where it may need rows of two stretches these are two queries, of which the server carries out the second one only
  /// where the first one found too few.
  func statement(_ request: PageRequest<PostgresKey>, matching query: TableQuery) -> PostgresStatement {
    var statement = PostgresStatement("")
    let texts = keyTexts(in: query.order) + columns.map { text($0, limit: 1024) }
    let stretches = stretches(of: request, in: query.order)
    // One more tells whether there is more.
    let limit = request.limit + 1
    func select(_ fields: [String], _ index: Int, _ conditions: [String] = []) -> String {
      self.select(fields, stretches[index], query, conditions, in: &statement) + " LIMIT \(limit)"
    }
    guard stretches.count == 2 else {
      statement.sql = select(texts, 0)
      return statement
    }
    // Without ORDER BY the order of what two queries found is undefined.
    let terms = terms(in: query.order).map(\.sql)
    let names = (texts.indices.map { "x\($0)" }, terms.indices.map { "o\($0)" })
    let fields = zip(texts + terms, names.0 + names.1).map { "\($0) AS \($1)" }
    let direction = direction(of: request, in: query.order)
    statement.sql = """
      WITH near AS (\(select(["0 AS part"] + fields, 0))),
      far AS (\(select(["1 AS part"] + fields, 1, ["(SELECT count(*) FROM near) < \(limit)"])))
      SELECT \(names.0.joined(separator: ", ")) FROM (SELECT * FROM near UNION ALL SELECT * FROM far) AS found
      ORDER BY part, \(names.1.map { "\($0) \(direction)" }.joined(separator: ", ")) LIMIT \(limit)
      """
    return statement
  }

  /// Asks for all that matches, one stretch after the other, with every value at full length.
  func all(matching query: TableQuery) -> [PostgresStatement] {
    let whole = PageRequest<PostgresKey>(first: .edge, last: .edge, limit: .max)
    return stretches(of: whole, in: query.order).map { stretch in
      var statement = PostgresStatement("")
      statement.sql = select(columns.map { text($0, limit: nil) }, stretch, query, in: &statement)
      return statement
    }
  }

  /// Makes a page of what was read.
  func page(
    _ rows: PostgresConnection.Rows, of request: PageRequest<PostgresKey>, in order: TableOrder
  ) -> Page<PostgresKey, [String?]> {
    let keyFields = keyTexts(in: order).count
    var rows = rows.map { row in
      PageRow(key: key(row, in: order), content: Array(row.dropFirst(keyFields)))
    }
    let isComplete = rows.count <= request.limit
    if !isComplete { rows.removeLast() }
    if request.isFromEnd { rows.reverse() }
    return Page(rows: rows, isComplete: isComplete)
  }

  /// Asks for all of one row, as much of each value as a panel can show.
  func fullRecord(_ key: PostgresKey) -> PostgresStatement {
    var statement = PostgresStatement("")
    let condition = identity(of: key, in: &statement)
    let texts = columns.map { text($0, limit: 16 * 1024) }.joined(separator: ", ")
    statement.sql = "SELECT \(texts) FROM \(sql) AS t WHERE \(condition)"
    return statement
  }

  /// Asks how many rows match, up to a limit.
  func count(matching filter: Filter, upTo limit: Int) -> PostgresStatement {
    var statement = PostgresStatement("")
    let conditions = conditions(filter, in: &statement)
    statement.sql =
      "SELECT count(*)::text FROM (SELECT 1 FROM \(sql) AS t\(Self.clause(conditions)) LIMIT \(limit + 1)) AS found"
    return statement
  }

  /// Asks how many rows there are by the statistics: none where there are none.
  var estimate: PostgresStatement {
    PostgresStatement(
      "SELECT reltuples::int8::text FROM pg_catalog.pg_class WHERE oid = $1::oid", [identifier])
  }

  // MARK: SQL

  /// The rows of a stretch that match, in its order or in that from its end.
  private func select(
    _ fields: [String], _ stretch: OrderStretch<PostgresKey>, _ query: TableQuery,
    _ conditions: [String] = [],
    in statement: inout PostgresStatement
  ) -> String {
    let all =
      self.conditions(stretch, in: query.order, of: &statement)
      + self.conditions(query.filter, in: &statement)
      + conditions
    return """
      SELECT \(fields.joined(separator: ", ")) FROM \(sql) AS t\(Self.clause(all))
      ORDER BY \(ordering(stretch.request, in: query.order))
      """
  }

  private static func clause(_ conditions: [String]) -> String {
    conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  /// What a filter asks of rows, a condition for each word at most.
  private func conditions(_ filter: Filter, in statement: inout PostgresStatement) -> [String] {
    guard !filter.isEmpty else { return [] }
    if let index {
      let configuration = index.configuration.map { "\(statement.place($0))::regconfig, " } ?? ""
      return [
        "\(index.expression) @@ to_tsquery(\(configuration)\(statement.place(filter.wordPattern))::text)"
      ]
    }
    return filter.likePatterns.map { pattern in
      let place = statement.place(pattern)
      let columns = columns.map { column in
        // A text is left as it is, for there may be an index on it.
        "\(column.sql)\(column.category == "S" ? "" : "::text") ILIKE \(place)::text"
      }
      return "(\(columns.joined(separator: " OR ")))"
    }
  }

  private func text(_ column: Column, limit: Int?) -> String {
    let name = column.sql
    if column.type == "bytea", limit == 1024 {
      return "'blob of ' || octet_length(\(name))::text || ' bytes'"
    }
    return limit.map { "left(\(name)::text, \($0))" } ?? "\(name)::text"
  }
}
