import Foundation
import GRDB
import ListKit

/// Pages are found by key, never by counting: the page after row 90,000 costs what the first one costs, and
/// rows that come or go meanwhile neither repeat nor skip others.
extension BrowsedTable {
  /// Reads a page.
  ///
  /// - Complexity: O(rows read) where an index on the column of the order gives it and what is looked for is found by
  ///   another one or is everything; else O(rows looked through).
  func page(_ db: Database, _ request: PageRequest<RowKey>, matching query: TableQuery) throws
    -> Page<RowKey, [String?]>
  {
    let keyFields = keyFields(in: query.order).count
    var rows: [PageRow<RowKey, [String?]>] = []
    for range in ranges(of: request, in: query.order) where rows.count <= request.limit {
      // One more tells whether there is more.
      var wanted = request
      wanted.limit += 1 - rows.count
      rows += try Row.fetchAll(db, records(query, range, wanted, texts: columns.map(shortText)))
        .map { row in
          PageRow(
            key: key(row.databaseValues, in: query.order),
            content: columns.indices.map { text(row[keyFields + $0], atMost: Self.shortLength) })
        }
    }
    let isComplete = rows.count <= request.limit
    if !isComplete { rows.removeLast() }
    if request.isFromEnd { rows.reverse() }
    return Page(rows: rows, isComplete: isComplete)
  }

  /// Goes through all that matches, with every value at full length.
  func forEachRow(_ db: Database, matching query: TableQuery, _ body: ([String?]) throws -> Void) throws {
    let all = PageRequest<RowKey>(first: .edge, last: .edge, limit: -1)
    let keyFields = keyFields(in: query.order).count
    for range in ranges(of: all, in: query.order) {
      let rows = try Row.fetchCursor(db, records(query, range, all, texts: columns.map(fullText)))
      while let row = try rows.next() { try body(columns.indices.map { text(row[keyFields + $0]) }) }
    }
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

  /// All of one row, as much of each value as a panel can show; nil where it is gone.
  func fullRecord(_ db: Database, _ key: RowKey) throws -> [(name: String, text: String?)]? {
    let texts = columns.map { "substr(\(fullText($0)), 1, \(Self.longLength))" }.joined(separator: ", ")
    let request: SQLRequest<Row> = "SELECT \(sql: texts) FROM \(sql: sql) WHERE \(identity(of: key))"
    return try request.fetchOne(db).map { row in
      columns.indices.map { (columns[$0].name, text(row[$0], atMost: Self.longLength)) }
    }
  }

  // MARK: SQL

  /// The rows of a range that match, in the order of the list or in that from its end, as many as a request allows.
  func records(
    _ query: TableQuery, _ range: SQL, _ request: PageRequest<RowKey>, texts: [String]
  ) -> SQLRequest<Row> {
    let (filter, order) = (query.filter, query.order)
    let fields = (keyFields(in: order) + texts).joined(separator: ", ")
    let ordering = ordering(order, isFromEnd: request.isFromEnd)
    guard !filter.isEmpty, let index, case .rowid(let alias) = key else {
      return """
        SELECT \(sql: fields) FROM \(sql: sql) WHERE \(range) AND \(condition(filter))
        ORDER BY \(sql: ordering) LIMIT \(request.limit)
        """
    }
    let name = index.name.sqlName
    let found: SQL = "SELECT rowid FROM \(sql: name) WHERE \(sql: name) MATCH \(filter.fullTextPattern)"
    if order.column != nil {
      // The index knows nothing of values, so all that it finds is looked at.
      return """
        SELECT \(sql: fields) FROM \(sql: sql) WHERE \(sql: alias) IN (\(found)) AND \(range)
        ORDER BY \(sql: ordering) LIMIT \(request.limit)
        """
    }
    // The index is read in the order of rowids and stops at the limit, however many rows match.
    let rowids = self.range(request, ["rowid"], isAscending: order.isAscending)
    return """
      SELECT \(sql: fields) FROM \(sql: sql) WHERE \(sql: alias) IN (
        \(found) AND \(rowids)
        ORDER BY \(sql: self.ordering(order, keys: ["rowid"], isFromEnd: request.isFromEnd)) LIMIT \(request.limit))
      ORDER BY \(sql: ordering)
      """
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

  /// Bytes of a value that a line of the screen, and a panel, can show: more would only take time.
  private static let (shortLength, longLength) = (1024, 16 * 1024)

  private func shortText(_ column: Column) -> String {
    let name = column.name.sqlName
    return bytes(name, ofBlob: "'blob of ' || length(\(name)) || ' bytes'", limit: Self.shortLength)
  }

  private func fullText(_ column: Column) -> String {
    let name = column.name.sqlName
    return bytes(name, ofBlob: "'x''' || hex(\(name)) || ''''")
  }

  /// A value as the bytes of its text. A text read as such would end with its first NUL.
  private func bytes(_ name: String, ofBlob blob: String, limit: Int? = nil) -> String {
    let text = "CAST(\(name) AS BLOB)"
    let start = limit.map { "substr(\(text), 1, \($0))" } ?? text
    return "CASE typeof(\(name)) WHEN 'blob' THEN CAST(\(blob) AS BLOB) ELSE \(start) END"
  }

  /// The text that bytes are; with a limit, which may have cut a character in two, without that.
  private func text(_ bytes: Data?, atMost limit: Int = .max) -> String? {
    guard let bytes else { return nil }
    var text = encoding.text(bytes)
    if bytes.count >= limit { text.removeLast() }
    return text
  }
}
