import Files
import LibC
import ListKit
import ListKitPaging

/// An SQLite file. If another file replaces it, that one is read from then on.
final class SQLiteDatabase: Database {
  let name: String
  /// The path of the file, even if it was given as a URI.
  let path: String
  let lanes: ReadingLanes<SQLiteConnection>

  /// The first bytes of every SQLite file.
  static let magic = Array("SQLite format 3\0".utf8)

  /// The maximum time for a count, and for all details in a list of tables.
  private let time: Duration

  /// - Throws: ``DatabaseError`` if the file cannot be read.
  init(_ text: String, time: Duration = .seconds(1)) throws {
    self.time = time
    if text == ":memory:" || text.lowercased().hasPrefix("file::memory:") {
      throw DatabaseError(
        .unusable, ":memory: is a database of the program that made it; no other can read it")
    }
    let isURI = text.lowercased().hasPrefix("file:")
    do {
      let first = try SQLiteConnection(readOnly: text)
      let found = try first.rows(
        SQLStatement("SELECT file FROM pragma_database_list WHERE name = 'main'", .sqlite))
      path = isURI ? found.first?.first?.text ?? text : text
    } catch let error as DatabaseError where error.kind != .unusable {
      throw DatabaseError(error.kind, "\(text): \(error)")
    }
    name = StoredFile(path: path).name
    lanes = ReadingLanes(count: 3) { try SQLiteConnection(readOnly: text) }
  }

  func statement(_ sql: String) -> SQLStatement { SQLStatement(sql, .sqlite) }

  func read(_ reads: [SQLRead]) async throws -> [[SQLRow]] { try await lanes.read { try $0.read(reads) } }

  func forEachRow(
    of statements: [SQLStatement],
    names: @escaping @Sendable ([(name: String, isNumber: Bool)]) throws -> Void,
    _ body: @escaping @Sendable (SQLCells) throws -> Bool
  ) async throws {
    try await lanes.read { connection in
      try connection.transaction {
        for (index, statement) in statements.enumerated() {
          try connection.forEach(statement) { row in
            if index == 0 { try names(row.names.map { ($0, false) }) }
          } _: { row in
            try body(SQLCells(count: row.count, cell: row.bytes))
          }
        }
      }
    }
  }

  /// The maximum number of rows of a filter that are counted.
  private static let mostFound = 10_000

  func count(_ table: DatabaseTable, matching filter: TableFilter, isExact: Bool) async throws -> PageCount {
    if isExact {
      let counted = try await rows(table.each("count(*)", matching: filter, limit: nil))
      if case .integer(let number)? = counted.first?.first { return .exactly(Int(number)) }
    }
    if filter.isEmpty { return try await count(table, within: time) ?? .atLeast(0) }
    let statement = table.each("1", matching: filter, limit: Self.mostFound + 1)
    let found = try await lanes.read(within: time) { connection in
      var (count, isOver) = (0, true)
      do {
        try connection.forEach(statement) { _ in
          count += 1
          return true
        }
      } catch let error as DatabaseError where error.kind == .stopped {
        isOver = false
      }
      return (count, isOver)
    }
    try Task.checkCancellation()
    return found.1 && found.0 <= Self.mostFound ? .exactly(found.0) : .atLeast(min(found.0, Self.mostFound))
  }

  /// Counts all rows; if that takes too long, estimates the number from the minimum and maximum rowid.
  private func count(_ table: DatabaseTable, within limit: Duration) async throws -> PageCount? {
    do {
      let counted = try await lanes.read(within: limit) {
        try $0.rows(table.each("count(*)", matching: TableFilter(), limit: nil))
      }
      if case .integer(let number)? = counted.first?.first { return .exactly(Int(number)) }
    } catch let error as DatabaseError where error.kind == .stopped {}
    guard table.key.count == 1,
      table.key[0].sql.hasPrefix("t.rowid") || table.key[0].sql.hasPrefix("t.oid")
        || table.key[0].sql.hasPrefix("t._rowid_")
    else { return nil }
    let key = table.key[0].sql
    let ends = try await rows(
      statement(
        "SELECT (SELECT max(\(key)) FROM \(table.source)) - (SELECT min(\(key)) FROM \(table.source)) + 1"))
    guard case .integer(let number)? = ends.first?.first else { return nil }
    return .about(Int(number))
  }

  func changes(of table: DatabaseTable?, every interval: Duration) -> AsyncStream<PageChange> {
    FileChanges.sqlite(path).stream()
  }

  func obstacle() async -> String? { nil }

  // MARK: Tables

  func tables() async throws -> [TableSummary] {
    let entries = try await lanes.read(Self.entries)
    var summaries: [TableSummary] = []
    // The details must not take long; those that are still missing when the time is over are left out.
    var time = time
    let most = time / 5
    let clock = ContinuousClock()
    for entry in entries {
      var summary = TableSummary(name: entry.name, kind: entry.kind)
      let start = clock.now
      if entry.kind != "view", time > .zero {
        let table = try await self.table(named: entry.name, key: nil)
        switch try? await count(table, within: min(time, most)) {
        case .exactly(let count)?: summary.rows = .exactly(count)
        case .about(let count)?: summary.rows = .about(count)
        case .atLeast?, nil: break
        }
        let size = statement(
          "SELECT sum(pgsize) FROM dbstat WHERE aggregate = 1 AND name IN (SELECT name FROM sqlite_master WHERE tbl_name = \(entry.name.sqlLiteral))"
        )
        let bytes = try? await lanes.read(within: min(time, most)) { try $0.rows(size) }
        if case .integer(let number)?? = bytes?.first?.first { summary.bytes = Int(number) }
      }
      time -= start.duration(to: clock.now)
      summaries.append(summary)
    }
    return summaries
  }

  private struct Entry: Sendable {
    var name: String
    var kind: String
  }

  /// Returns all tables and views that are not SQLite's own.
  private static func entries(_ connection: SQLiteConnection) throws -> [Entry] {
    let rows = try connection.rows(
      SQLStatement(
        "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
        .sqlite))
    // Virtual tables store their data in shadow tables. Older versions of SQLite do not report these.
    let shadows = try? connection.rows(
      SQLStatement("SELECT name FROM pragma_table_list WHERE type = 'shadow'", .sqlite))
    let hidden = Set((shadows ?? []).compactMap { $0[0].text })
    return rows.compactMap { row in
      guard let name = row[0].text, !hidden.contains(name) else { return nil }
      let isVirtual = (row[2].text ?? "").prefix(16).lowercased().hasPrefix("create virtual")
      return Entry(name: name, kind: isVirtual ? "virtual table" : row[1].text ?? "")
    }
  }

  func table(named name: String, key: [String]?) async throws -> DatabaseTable {
    try await lanes.read { connection in
      let entries = try Self.entries(connection)
      return try Self.table(entries[entries.map(\.name).index(ofTable: name)], key: key, connection)
    }
  }

  private static func table(_ entry: Entry, key: [String]?, _ connection: SQLiteConnection) throws
    -> DatabaseTable
  {
    func rows(_ sql: String) throws -> [SQLRow] { try connection.rows(SQLStatement(sql, .sqlite)) }
    let literal = entry.name.sqlLiteral
    var table = DatabaseTable(.sqlite, name: entry.name, source: "\(entry.name.sqlName) AS t")
    let columns = try rows("SELECT name, type, hidden, \"notnull\", pk FROM pragma_table_xinfo(\(literal))")
    // Hidden columns of virtual tables (1) are commands, not data; generated columns (2, 3) are data.
    table.columns = columns.filter { $0[2] != .integer(1) }.map { row in
      let type = row[1].text ?? ""
      return DatabaseTable.Column(
        name: row[0].text ?? "", type: type, kind: kind(ofType: type), isNullable: row[3] == .integer(0))
    }
    let taken = Set(columns.compactMap { $0[0].text?.lowercased() })
    // A view has no rowid, and a table WITHOUT ROWID reports an error for it.
    let alias =
      entry.kind == "view"
      ? nil
      : ["rowid", "_rowid_", "oid"].first { alias in
        !taken.contains(alias) && (try? rows("SELECT \(alias) FROM \(entry.name.sqlName) LIMIT 0")) != nil
      }
    if let key {
      try table.useKey(key)
      table.rowID = alias.map { [DatabaseTable.KeyTerm(sql: "t.\($0)")] } ?? []
      return table
    }
    if entry.kind == "view" { return table }
    let primary = columns.compactMap { row -> (order: Int64, name: String, type: String)? in
      guard case .integer(let order) = row[4], order > 0 else { return nil }
      return (order, row[0].text ?? "", row[1].text ?? "")
    }.sorted { $0.order < $1.order }
    if let alias {
      table.key = [DatabaseTable.KeyTerm(sql: "t.\(alias)")]
      if primary.count == 1, primary[0].type.uppercased() == "INTEGER" {
        table.keyColumn = try? table.column(named: primary[0].name)
      } else {
        table.notes.append("rows are identified by rowid")
      }
      return table
    }
    table.key = primary.map { DatabaseTable.KeyTerm(sql: "t.\($0.name.sqlName)") }
    table.keyColumn = primary.first.flatMap { try? table.column(named: $0.name) }
    return table
  }

  /// Returns the affinity of a declared type, by SQLite's rules.
  private static func kind(ofType type: String) -> DatabaseTable.Column.Kind {
    let type = type.uppercased()
    func has(_ names: String...) -> Bool { names.contains { type.place(of: $0) != nil } }
    if has("INT") { return .number }
    if has("CHAR", "CLOB", "TEXT") { return .text }
    if type.isEmpty || has("BLOB") { return .anything }
    return has("REAL", "FLOA", "DOUB", "NUM", "DEC") ? .number : .anything
  }
}
