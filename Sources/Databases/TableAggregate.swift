package import ListKitPaging

/// A total of the values of a column, which the database computes.
package enum TableAggregate: String, Hashable, Sendable, CaseIterable {
  case sum
  case mean
  case median
  /// The minimum and the maximum value.
  case range
  /// The number of different values.
  case distinct

  /// Returns the aggregates for a column, in the order in which a key selects them.
  package static func all(of column: DatabaseTable.Column) -> [TableAggregate] {
    column.kind == .number ? allCases : [.distinct]
  }
}

/// The totals of the rows that match a filter.
package struct TableTotals: Sendable {
  package let filter: TableFilter
  /// The totals as text, by column.
  package var texts: [Int: String] = [:]
  /// The number of rows of the table that pass ``TableEngine/alert``; nil without one.
  package var alerts: PageCount?
  /// Why the database did not compute them.
  package var problem: String?
}

extension DatabaseTable {
  /// Returns the statement for aggregates of the rows that match.
  fileprivate func totals(
    _ aggregates: [(column: Int, kind: TableAggregate)], matching filter: TableFilter
  ) -> SQLStatement {
    var statement = SQLStatement("", dialect)
    let conditions = filter.sql(of: self, in: &statement)
    let fields = aggregates.map { sql($0.kind, of: columns[$0.column], conditions) }
    statement.sql = "SELECT \(fields.joined(separator: ", ")) FROM \(source)\(Self.clause(conditions))"
    return statement
  }

  private func sql(_ aggregate: TableAggregate, of described: Column, _ conditions: [String]) -> String {
    let column = described.sql
    return switch (aggregate, dialect) {
    case (.sum, .sqlite): sum(of: column)
    // The decimals of a binary number are exact only as a decimal one.
    case (.sum, .postgres): "sum(\(column)\(described.isBinary ? "::numeric" : ""))::text"
    // This sum loses no decimals of binary numbers on the way.
    case (.sum, .duckdb): "\(described.isBinary ? "fsum" : "sum")(\(column))::text"
    case (.mean, .sqlite): "round(avg(\(column)), 2)"
    case (.mean, .postgres): "round(avg(\(column))::numeric, 2)::text"
    case (.mean, .duckdb): "round(avg(\(column)), 2)::text"
    case (.median, .sqlite): median(of: column, conditions)
    case (.median, .postgres): "(percentile_cont(0.5) WITHIN GROUP (ORDER BY \(column)))::text"
    case (.median, .duckdb): "median(\(column))::text"
    case (.range, _): "min(\(column)) || ' to ' || max(\(column))"
    case (.distinct, _): dialect.text(of: "count(DISTINCT \(column))")
    }
  }

  /// Returns the sum for SQLite, whose own sum of integers fails where it overflows, and whose sum of other numbers has
  /// more decimals than they have. The sum of integers is two: that of the billions, and that of the rest.
  private func sum(of column: String) -> String {
    let text = "CAST(\(column) AS TEXT)"
    let decimals = """
      max(CASE WHEN \(text) LIKE '%e%' THEN 99 WHEN instr(\(text), '.') = 0 THEN 0
      ELSE length(rtrim(\(text), '0')) - instr(\(text), '.') END)
      """
    return """
      CASE WHEN count(\(column)) = 0 THEN NULL
      WHEN total(typeof(\(column)) NOT IN ('integer', 'null')) = 0
      THEN sum(\(column) / \(Self.billion)) || ' ' || sum(\(column) % \(Self.billion))
      WHEN \(decimals) > 9 THEN CAST(total(\(column)) AS TEXT)
      ELSE printf('%.*f', \(decimals), total(\(column))) END
      """
  }

  private static let billion = 1_000_000_000

  /// Returns a sum as text, with the sign for an inexact one where SQLite has rounded it.
  fileprivate func text(ofSum text: String) -> String {
    switch dialect {
    case .sqlite: break
    case .postgres, .duckdb: return text
    }
    let parts = text.split(separator: " ").compactMap { Int128($0) }
    if parts.count == 2 { return "\(parts[0] * Int128(Self.billion) + parts[1])" }
    return text.count(where: \.isNumber) > 15 ? "≈" + text : text
  }

  /// Returns the mean of the one or two values in the middle, which SQLite has no function for.
  private func median(of column: String, _ conditions: [String]) -> String {
    let rows = "FROM \(source)\(Self.clause(conditions + ["\(column) IS NOT NULL"]))"
    return """
      (SELECT avg(value) FROM (SELECT \(column) AS value \(rows) ORDER BY 1
      LIMIT 2 - (SELECT count(*) \(rows)) % 2 OFFSET (SELECT (count(*) - 1) / 2 \(rows))))
      """
  }

  /// Returns the statement for the values of a column, the most frequent first, and how often each occurs.
  fileprivate func valueCounts(of column: Int, matching filter: TableFilter, limit: Int) -> SQLStatement {
    var statement = each(
      "\(shortText(columns[column])), \(dialect.text(of: "count(*)"))", matching: filter, limit: nil)
    statement.sql += " GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT \(limit)"
    return statement
  }
}

extension TableEngine {
  /// Returns the values of a column in the rows that match, the most frequent first, and how often each occurs.
  ///
  /// - Parameter limit: The maximum number of values.
  package func valueCounts(
    of column: Int, matching query: TableQuery, limit: Int
  ) async throws -> [(value: String?, count: Int)] {
    let statement = try table(of: query).valueCounts(of: column, matching: query.filter, limit: limit)
    return try await database.rows(statement).map { ($0[0].text, $0[1].text.flatMap { Int($0) } ?? 0) }
  }

  /// Returns aggregates of the rows that match, by column, and the number of alerts.
  func totals(_ aggregates: [Int: TableAggregate], matching query: TableQuery) async throws -> TableTotals {
    var totals = TableTotals(filter: query.filter)
    if let alert {
      totals.alerts = try await database.count(table(of: query), matching: alert, isExact: false)
    }
    if aggregates.isEmpty { return totals }
    let wanted = aggregates.map { (column: $0.key, kind: $0.value) }
    let table = try table(of: query)
    let row = try await database.rows(table.totals(wanted, matching: query.filter)).first
    for (index, total) in wanted.enumerated() {
      let text = row?[index].text ?? "none"
      totals.texts[total.column] = total.kind == .sum ? table.text(ofSum: text) : text
    }
    return totals
  }
}
