import ListKit

/// Pages are found by key, never by counting: the page after row 90,000,000 costs what the first one costs, and rows
/// that come or go meanwhile neither repeat nor skip others.
extension PostgresTable {
  /// Asks for a page.
  ///
  /// - Parameter isFull: whether values are wanted whole, and not as much of them as a line of the screen shows.
  func statement(
    _ request: PageRequest<PostgresKey>, matching filter: Filter, isFull: Bool = false
  ) -> PostgresStatement {
    var statement = PostgresStatement("")
    let texts = key.map { "\($0.sql)::text" } + columns.map { text($0, limit: isFull ? nil : 1024) }
    let (after, before) = isAscending ? (">", "<") : ("<", ">")
    let conditions =
      [
        condition(request.first, after, in: &statement), condition(request.last, before, in: &statement),
      ].compactMap(\.self) + self.conditions(filter, in: &statement)
    let direction = isAscending != request.isFromEnd ? "ASC" : "DESC"
    let order = key.map { "\($0.sql) \(direction)" }.joined(separator: ", ")
    // One more tells whether there is more.
    statement.sql = """
      SELECT \(texts.joined(separator: ", ")) FROM \(sql) AS t\(Self.clause(conditions))
      ORDER BY \(order) LIMIT \(request.limit + 1)
      """
    return statement
  }

  /// Makes a page of what was read.
  func page(_ rows: PostgresConnection.Rows, of request: PageRequest<PostgresKey>) -> Page<
    PostgresKey, [String?]
  > {
    var rows = rows.map { row in
      PageRow(
        key: PostgresKey(values: row.prefix(key.count).map { $0 ?? "" }),
        content: Array(row.dropFirst(key.count)))
    }
    let isComplete = rows.count <= request.limit
    if !isComplete { rows.removeLast() }
    if request.isFromEnd { rows.reverse() }
    return Page(rows: rows, isComplete: isComplete)
  }

  /// Asks for all of one row, as much of each value as a panel can show.
  func fullRecord(_ key: PostgresKey) -> PostgresStatement {
    var statement = PostgresStatement("")
    let condition = condition(.through(key), "", in: &statement) ?? "false"
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

  /// Asks how many rows there are by the statistics: none where nobody has gathered any.
  var estimate: PostgresStatement {
    PostgresStatement(
      "SELECT reltuples::int8::text FROM pg_catalog.pg_class WHERE oid = $1::oid", [identifier])
  }

  // MARK: SQL

  private static func clause(_ conditions: [String]) -> String {
    conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  /// What a bound asks of keys; nil for nothing.
  private func condition(
    _ bound: PageBound<PostgresKey>, _ sign: String, in statement: inout PostgresStatement
  ) -> String? {
    let (comparison, values): (String, [String])
    switch bound {
    case .edge: return nil
    case .upTo(let bound): (comparison, values) = (sign, bound.values)
    case .through(let bound): (comparison, values) = (sign + "=", bound.values)
    }
    let names = key.map(\.sql).joined(separator: ", ")
    let places = zip(key, values).map { "\(statement.place($1))::\($0.type)" }.joined(separator: ", ")
    return "(\(names)) \(comparison) (\(places))"
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

extension PostgresTable.Column {
  /// Its name in SQL. ORDER BY takes a name alone for that of what is selected, which is a text.
  fileprivate var sql: String { "t.\(name.sqlName)" }
}

extension Filter {
  /// A pattern for `to_tsquery`: some word of the row begins with each of the words.
  ///
  /// Between quotes it knows no operators; a quote and a backslash are written twice.
  var wordPattern: String {
    words.map { "'\($0.replacing("\\", with: "\\\\").replacing("'", with: "''"))':*" }.joined(
      separator: " & ")
  }
}
