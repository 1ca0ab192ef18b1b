import GRDB

/// Reads a table away from the main actor. Each read is one transaction; one whose task is cancelled stops
/// within the query it is in.
struct PageSource: Sendable {
  let reader: any DatabaseReader
  let table: BrowsedTable
  var pageSize = 100
  var obstacles = Obstacles()

  /// Reads the page that comes after a row, or the first one.
  func page(matching filter: Filter, after key: RowKey?) async throws -> Page {
    try await obstacles.pass()
    let part = key.map { BrowsedTable.Part.after($0) } ?? .all
    return try await reader.read { try page($0, matching: filter, part, limit: pageSize, since: .now) }
  }

  /// Reads the first page, and as many rows more as it takes to have a row of the list among them; only the first
  /// page where that would be too many.
  func firstPage(matching filter: Filter, keeping key: RowKey, atMost limit: Int = 20_000) async throws
    -> Page
  {
    try await obstacles.pass()
    return try await reader.read { db in
      let start = ContinuousClock.now
      let above = try table.count(db, matching: filter, through: key, atMost: limit)
      let count = above < limit ? above + pageSize : pageSize
      return try page(db, matching: filter, .all, limit: count, since: start)
    }
  }

  private func page(
    _ db: Database, matching filter: Filter, _ part: BrowsedTable.Part, limit: Int,
    since start: ContinuousClock.Instant
  ) throws -> Page {
    // One more tells whether there is more.
    var records = try table.records(db, matching: filter, part, limit: limit + 1)
    let isLast = records.count <= limit
    if !isLast { records.removeLast() }
    return Page(records: records, isLast: isLast, duration: .now - start)
  }

  /// Reads again what was read before; nil where nothing was.
  func news(of rows: LoadedRows, matching filter: Filter) async throws -> News? {
    guard let part = rows.part else { return nil }
    return try await reader.read { db in
      let start = ContinuousClock.now
      let records = try table.records(db, matching: filter, part)
      return News(records, before: rows, duration: .now - start)
    }
  }

  /// How many rows match.
  func count(matching filter: Filter) async throws -> Int {
    try await reader.read { try table.count($0, matching: filter) }
  }

  /// All of one row; nil where it is gone.
  func fullRecord(_ key: RowKey) async throws -> [(name: String, text: String?)]? {
    try await reader.read { try table.fullRecord($0, key) }
  }
}
