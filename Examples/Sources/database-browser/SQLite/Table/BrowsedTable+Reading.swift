import Foundation
import GRDB
import ListKit

/// Pages are found by key, never by counting: the page after row 90,000 costs what the first one costs, and
/// rows that come or go meanwhile neither repeat nor skip others.
extension BrowsedTable {
  /// Reads a page.
  ///
  /// - Complexity: O(rows read) with an index or without a filter; else O(rows looked through).
  func page(_ db: Database, _ request: PageRequest<RowKey>, matching filter: Filter) throws
    -> Page<RowKey, [String?]>
  {
    // One more tells whether there is more.
    var wider = request
    wider.limit += 1
    let keys = keyColumns.count
    var rows = try Row.fetchAll(db, records(matching: filter, wider, texts: columns.map(shortText)))
      .map { row in
        PageRow(
          key: RowKey(row.databaseValues.prefix(keys)),
          content: columns.indices.map { text(row[keys + $0], atMost: Self.shortLength) })
      }
    let isComplete = rows.count <= request.limit
    if !isComplete { rows.removeLast() }
    if request.isFromEnd { rows.reverse() }
    return Page(rows: rows, isComplete: isComplete)
  }

  /// Goes through all that matches, with every value at full length.
  func forEachRow(_ db: Database, matching filter: Filter, _ body: ([String?]) throws -> Void) throws {
    let all = PageRequest<RowKey>(first: .edge, last: .edge, limit: -1)
    let rows = try Row.fetchCursor(db, records(matching: filter, all, texts: columns.map(fullText)))
    let keys = keyColumns.count
    while let row = try rows.next() { try body(columns.indices.map { text(row[keys + $0]) }) }
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
    let marks = keyColumns.map { "\($0) = ?" }.joined(separator: " AND ")
    let request = SQLRequest<Row>(
      sql: "SELECT \(texts) FROM \(sql) WHERE \(marks)", arguments: key.arguments)
    return try Row.fetchOne(db, request).map { row in
      columns.indices.map { (columns[$0].name, text(row[$0], atMost: Self.longLength)) }
    }
  }

  // MARK: SQL

  private func records(
    matching filter: Filter, _ request: PageRequest<RowKey>, texts: [String]
  ) -> SQLRequest<Row> {
    let fields = (keyColumns + texts).joined(separator: ", ")
    func order(_ keys: [String]) -> String { ordering(keys, isReversed: request.isFromEnd) }
    if !filter.isEmpty, let index, case .rowid(let alias) = key {
      // The index is read in the order of rowids and stops at the limit, however many rows match.
      let name = index.name.sqlName
      return """
        SELECT \(sql: fields) FROM \(sql: sql) WHERE \(sql: alias) IN (
          SELECT rowid FROM \(sql: name) WHERE \(sql: name) MATCH \(filter.fullTextPattern)
          AND \(condition(request, ["rowid"])) ORDER BY \(sql: order(["rowid"])) LIMIT \(request.limit))
        ORDER BY \(sql: order([alias]))
        """
    }
    return """
      SELECT \(sql: fields) FROM \(sql: sql)
      WHERE \(condition(request, keyColumns)) AND \(condition(filter))
      ORDER BY \(sql: order(keyColumns)) LIMIT \(request.limit)
      """
  }

  private func condition(_ request: PageRequest<RowKey>, _ keys: [String]) -> SQL {
    let (after, before) = isAscending ? (">", "<") : ("<", ">")
    let first = condition(request.first, after, keys)
    let last = condition(request.last, before, keys)
    return "\(first) AND \(last)"
  }

  /// What a bound asks of keys.
  private func condition(_ bound: PageBound<RowKey>, _ sign: String, _ keys: [String]) -> SQL {
    let (comparison, key): (String, RowKey)
    switch bound {
    case .edge: return "1"
    case .upTo(let bound): (comparison, key) = (sign, bound)
    case .through(let bound): (comparison, key) = (sign + "=", bound)
    }
    let marks = keys.map { _ in "?" }.joined(separator: ", ")
    return SQL(sql: "(\(keys.joined(separator: ", "))) \(comparison) (\(marks))", arguments: key.arguments)
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

  /// Bytes of a value that a line of the screen, and a panel, can show: nobody waits for megabytes.
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
