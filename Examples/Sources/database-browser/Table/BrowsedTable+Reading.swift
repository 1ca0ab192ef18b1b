import GRDB

/// Pages are found by key, never by counting: the page after row 90,000 costs what the first one costs, and
/// rows that come or go meanwhile neither repeat nor skip others.
extension BrowsedTable {
  /// Which part of the list is meant.
  enum Part: Hashable, Sendable {
    case all
    /// What comes after a row.
    case after(RowKey)
    /// The beginning, up to a row, which need not be there any more.
    case through(RowKey)
  }

  /// Reads a part of the list in its order.
  ///
  /// - Complexity: O(rows read) with an index or without a filter; else O(rows looked through).
  func records(_ db: Database, matching filter: Filter, _ part: Part, limit: Int? = nil) throws -> [ListedRow]
  {
    let request = records(matching: filter, part, limit: limit, texts: columns.map(shortText))
    let keys = keyColumns.count
    return try Row.fetchAll(db, request).map { row in
      ListedRow(
        key: RowKey(row.databaseValues.prefix(keys)),
        texts: (0..<columns.count).map { row[keys + $0] })
    }
  }

  /// Goes through all that matches, with every value at full length.
  func forEachRow(_ db: Database, matching filter: Filter, _ body: ([String?]) throws -> Void) throws {
    let request = records(matching: filter, .all, limit: nil, texts: columns.map(fullText))
    let rows = try Row.fetchCursor(db, request)
    let keys = keyColumns.count
    while let row = try rows.next() { try body((0..<columns.count).map { row[keys + $0] }) }
  }

  /// How many rows match.
  func count(_ db: Database, matching filter: Filter) throws -> Int {
    if !filter.isEmpty, let index {
      let name = index.name.sqlName
      let request: SQLRequest<Int> =
        "SELECT count(*) FROM \(sql: name) WHERE \(sql: name) MATCH \(filter.fullTextPattern)"
      return try request.fetchOne(db) ?? 0
    }
    let request: SQLRequest<Int> = "SELECT count(*) FROM \(sql: sql) WHERE \(condition(filter))"
    return try request.fetchOne(db) ?? 0
  }

  /// How many rows match up to a row of the list, that row included; no more than a limit.
  func count(_ db: Database, matching filter: Filter, through key: RowKey, atMost limit: Int) throws -> Int {
    let rows = records(matching: filter, .through(key), limit: limit, texts: [])
    let request: SQLRequest<Int> = "SELECT count(*) FROM (\(rows))"
    return try request.fetchOne(db) ?? 0
  }

  /// All of one row, at most some thousand characters of each value; nil where it is gone.
  func fullRecord(_ db: Database, _ key: RowKey) throws -> [(name: String, text: String?)]? {
    let texts = columns.map { "substr(\(fullText($0)), 1, 4000)" }.joined(separator: ", ")
    let marks = keyColumns.map { "\($0) = ?" }.joined(separator: " AND ")
    let request = SQLRequest<Row>(
      sql: "SELECT \(texts) FROM \(sql) WHERE \(marks)", arguments: key.arguments)
    return try Row.fetchOne(db, request).map { row in
      columns.indices.map { (columns[$0].name, row[$0]) }
    }
  }

  // MARK: SQL

  private func records(
    matching filter: Filter, _ part: Part, limit: Int?, texts: [String]
  ) -> SQLRequest<Row> {
    let end: SQL = limit.map { "LIMIT \($0)" } ?? ""
    let fields = (keyColumns + texts).joined(separator: ", ")
    if !filter.isEmpty, let index, case .rowid(let alias) = key {
      // The index is read in the order of rowids and stops at the limit, however many rows match.
      let name = index.name.sqlName
      return """
        SELECT \(sql: fields) FROM \(sql: sql) WHERE \(sql: alias) IN (
          SELECT rowid FROM \(sql: name) WHERE \(sql: name) MATCH \(filter.fullTextPattern)
          AND \(condition(part, ["rowid"])) ORDER BY \(sql: ordering(["rowid"])) \(end))
        ORDER BY \(sql: ordering([alias]))
        """
    }
    return """
      SELECT \(sql: fields) FROM \(sql: sql)
      WHERE \(condition(part, keyColumns)) AND \(condition(filter))
      ORDER BY \(sql: ordering(keyColumns)) \(end)
      """
  }

  private func condition(_ part: Part, _ keys: [String]) -> SQL {
    let (sign, key): (String, RowKey)
    switch part {
    case .all: return "1"
    case .after(let last): (sign, key) = (isAscending ? ">" : "<", last)
    case .through(let last): (sign, key) = (isAscending ? "<=" : ">=", last)
    }
    let marks = keys.map { _ in "?" }.joined(separator: ", ")
    return SQL(sql: "(\(keys.joined(separator: ", "))) \(sign) (\(marks))", arguments: key.arguments)
  }

  private func condition(_ filter: Filter) -> SQL {
    guard !filter.isEmpty else { return "1" }
    let words = filter.likePatterns.map { pattern -> SQL in
      let columns = columns.map { column -> SQL in
        "\(sql: column.name.sqlName) LIKE \(pattern) ESCAPE '\\'"
      }
      return "(\(columns.joined(separator: " OR ")))"
    }
    return words.joined(separator: " AND ")
  }

  /// As much of a value as a line of the screen can show: nobody waits for megabytes.
  private func shortText(_ column: Column) -> String {
    let name = column.name.sqlName
    return "CASE typeof(\(name)) WHEN 'blob' THEN 'blob of ' || length(\(name)) || ' bytes' "
      + "ELSE substr(\(name), 1, 200) END"
  }

  private func fullText(_ column: Column) -> String {
    let name = column.name.sqlName
    return "CASE typeof(\(name)) WHEN 'blob' THEN 'x''' || hex(\(name)) || '''' ELSE \(name) || '' END"
  }
}
