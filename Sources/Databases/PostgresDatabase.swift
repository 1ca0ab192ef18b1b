import ListKit
import ListKitPaging

/// A PostgreSQL server, or another server with the same protocol.
///
/// The password comes from the address, from `PGPASSWORD` or from `~/.pgpass`, which libpq reads. Muster
/// neither asks for a password nor shows one.
final class PostgresDatabase: Database {
  let name: String
  let address: String
  let lanes: ReadingLanes<PostgresConnection>

  /// The maximum number of rows that are counted exactly: of an entire table, and of a filter.
  private static let (mostCounted, mostFound) = (100_000, 10_000)
  /// The maximum time for a count.
  private let time: Duration

  /// Connects.
  ///
  /// - Throws: ``DatabaseError``, without the contents of the address.
  init(_ address: String, time: Duration = .seconds(3)) throws {
    self.time = time
    let library = try PostgresLibrary.shared.get()
    guard let options = library.parse(address, nil) else {
      throw DatabaseError(
        .unusable, "not an address of a PostgreSQL database; such as postgres://user@host:5432/database")
    }
    library.freeOptions(options)
    self.address = address
    let first = try PostgresConnection(address)
    let host = library.hostName(first.handle).map { String(cString: $0) } ?? ""
    let database = library.databaseName(first.handle).map { String(cString: $0) } ?? ""
    name = [database, host].filter { !$0.isEmpty }.joined(separator: " at ")
    lanes = ReadingLanes(count: 3) { try PostgresConnection(address) }
  }

  func statement(_ sql: String) -> SQLStatement { SQLStatement(sql, .postgres) }

  func read(_ reads: [SQLRead]) async throws -> [[SQLRow]] { try await lanes.read { try $0.read(reads) } }

  func forEachRow(
    of statements: [SQLStatement],
    names: @escaping @Sendable ([(name: String, isNumber: Bool)]) throws -> Void,
    _ body: @escaping @Sendable (SQLCells) throws -> Bool
  ) async throws {
    // A second attempt would pass on the same rows again.
    try await lanes.read { connection in
      do {
        try connection.forEachRow(of: statements, names: names, body)
      } catch let error as DatabaseError where error.kind == .lost || error.kind == .passing {
        throw DatabaseError(.refused, error.description)
      }
    }
  }

  func count(_ table: DatabaseTable, matching filter: TableFilter, isExact: Bool) async throws -> PageCount {
    if isExact { return .exactly(try await number(of: table, matching: filter, within: nil)) }
    // The estimate of the statistics; there is no row if a part has none.
    let statistics = try await rows(
      statement(
        """
        \(Self.tree(table.identifier.sqlLiteral)) SELECT sum(c.reltuples)::int8::text FROM part JOIN pg_catalog.pg_class c ON c.oid = part.oid
        WHERE c.relkind <> 'p' HAVING bool_and(c.reltuples >= 0)
        """))
    let estimate = statistics.first?.first?.text.flatMap { Int($0) }
    if filter.isEmpty, let estimate, estimate > Self.mostCounted { return .about(estimate) }
    if table.isRemote {
      return try await countRemotely(table, matching: filter, isEstimable: estimate != nil)
    }
    let limit = filter.isEmpty ? Self.mostCounted : Self.mostFound
    var counting = table.each("1", matching: filter, limit: limit + 1)
    counting.sql = "SELECT count(*)::text FROM (\(counting.sql)) AS found"
    do {
      let counted = try await lanes.read(within: time) { [counting] in
        try $0.read([SQLRead([counting])])
      }
      let number = counted[0].first?.first?.text.flatMap { Int($0) } ?? 0
      return number > limit ? .atLeast(limit) : .exactly(number)
    } catch let error as DatabaseError where error.kind == .stopped {
      // A count that takes too long is replaced by an estimate.
      guard let estimate = try await self.estimate(table, matching: filter) else { throw error }
      return .about(estimate)
    }
  }

  /// Returns the number of rows in the server's plan: `Seq Scan on t  (cost=0.00..35.50 rows=10 width=4)`.
  private func estimate(_ table: DatabaseTable, matching filter: TableFilter) async throws -> Int? {
    var plan = table.each("1", matching: filter, limit: nil)
    plan.sql = "EXPLAIN " + plan.sql
    let text = try await rows(plan).first?.first?.text ?? ""
    return text.place(of: "rows=").flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
  }

  /// Counts all rows. If parts are on other servers, each part is counted separately, where it is stored.
  private func number(
    of table: DatabaseTable, matching filter: TableFilter, within limit: Duration?
  ) async throws -> Int {
    let reads = (table.isRemote ? table.remoteParts.map(\.source) : [table.source]).map { source in
      SQLRead([table.each("count(*)::text", of: source, matching: filter, limit: nil)])
    }
    let counted = try await lanes.read(within: limit) { try $0.read(reads) }
    return counted.reduce(0) { $0 + ($1.first?.first?.text.flatMap { Int($0) } ?? 0) }
  }

  /// Counts rows on other servers if these can count, so that rows need not be transferred; otherwise
  /// estimates.
  ///
  /// - Parameter isEstimable: Whether all parts have statistics.
  private func countRemotely(
    _ table: DatabaseTable, matching filter: TableFilter, isEstimable: Bool
  ) async throws -> PageCount {
    guard let part = table.remoteParts.first(where: \.isRemote) else { return .atLeast(0) }
    var plan = table.each("count(*)", of: part.source, matching: filter, limit: nil)
    plan.sql = "EXPLAIN (VERBOSE) " + plan.sql
    do {
      // `Relations: Aggregate on (public.notes_0 t)`
      if try await rows(plan).contains(where: { $0.first?.text?.place(of: "Relations: Aggregate on") != nil }
      ) {
        return .exactly(try await number(of: table, matching: filter, within: time))
      }
    } catch let error as DatabaseError where error.kind == .stopped {
    } catch let error as DatabaseError where error.description.hasPrefix("permission denied") {
      // Permission for a table does not include its parts.
    }
    guard isEstimable, let estimate = try await estimate(table, matching: filter) else { return .atLeast(0) }
    return .about(estimate)
  }

  func changes(of table: DatabaseTable?, every interval: Duration) -> AsyncStream<PageChange> {
    // Triggers on this server do not fire for writes on other servers.
    let table = table.map { $0.isRemote ? "" : $0.identifier } ?? ""
    return PostgresChanges(address: address, table: table, interval: interval).stream()
  }

  /// Returns a message if a read waits for a lock.
  func obstacle() async -> String? {
    let waiting = try? await rows(
      statement(
        """
        SELECT a.query FROM pg_catalog.pg_stat_activity a WHERE a.pid IN (
          SELECT unnest(pg_catalog.pg_blocking_pids(w.pid)) FROM pg_catalog.pg_stat_activity w
          WHERE w.application_name = pg_catalog.current_setting('application_name') AND w.wait_event_type = 'Lock'
            AND w.usename = current_user) LIMIT 1
        """))
    return waiting.flatMap { $0.isEmpty ? nil : "waiting for a lock" }
  }

  // MARK: Tables

  func tables() async throws -> [TableSummary] {
    try await rows(statement(Self.catalog(isSized: true))).map { row in
      let texts = row.map { $0.text ?? "" }
      var summary = TableSummary(name: Self.name(texts), kind: Self.kind(texts[4]))
      if let rows = Int(texts[5]), rows >= 0, summary.kind != "view" {
        // Without statistics, as for a table that was never analysed, the number is negative.
        summary.rows = .about(rows)
      }
      summary.bytes = Int(texts[6]).flatMap { $0 > 0 ? $0 : nil }
      return summary
    }
  }

  private static func name(_ row: [String]) -> String { row[3] == "true" ? row[2] : "\(row[1]).\(row[2])" }

  private static func kind(_ letter: String) -> String {
    switch letter {
    case "v": "view"
    case "m": "materialized view"
    case "f": "foreign table"
    case "p": "partitioned table"
    default: "table"
    }
  }

  func table(named name: String, key: [String]?) async throws -> DatabaseTable {
    let entries = try await rows(statement(Self.catalog(isSized: false))).map { row in
      row.map { $0.text ?? "" }
    }
    func find(_ fits: (String, String) -> Bool) -> [String]? {
      let found = entries.filter { fits("\($0[1]).\($0[2])", name) || fits($0[2], name) }
      return found.first { $0[3] == "true" } ?? found.first
    }
    guard let entry = find(==) ?? find({ $0.lowercased() == $1.lowercased() }) else {
      throw DatabaseError.noTable(name, entries.map(Self.name))
    }
    func texts(_ sql: String) async throws -> [[String]] {
      try await rows(SQLStatement(sql, .postgres, [SQLValue(entry[0])])).map { row in
        row.map { $0.text ?? "" }
      }
    }
    var table = DatabaseTable(
      .postgres, name: Self.name(entry), source: "\(entry[1].sqlName).\(entry[2].sqlName) AS t")
    table.identifier = entry[0]
    let all = try await texts(Self.columns)
    let columns = all.filter { $0[5] == "true" }
    table.columns = columns.map { row in
      DatabaseTable.Column(
        name: row[1], type: row[2], kind: row[3] == "N" ? .number : row[3] == "S" ? .text : .other,
        isNullable: row[4] != "true")
    }
    if columns.isEmpty { throw DatabaseError(.refused, "permission denied for table \(table.name)") }
    if columns.count < all.count {
      let names = all.filter { $0[5] != "true" }.map { $0[1] }
      table.notes.append("left out, no permission to read: \(names.joined(separator: ", "))")
    }
    var parts: [[String]] = []
    if entry[4] != "v" {
      // A server that only speaks PostgreSQL's protocol may not have these catalogs, or a user may not read them. Rows of
      // parts may have the same key.
      do { parts = try await texts(Self.parts) } catch let error as DatabaseError where error.kind == .refused
      {
        table.isKeyDoubtful = true
        table.notes.append("whether it has parts is unknown: \(error)")
      }
    }
    if parts.contains(where: { $0[2] == "f" }) {
      table.remoteParts = parts.filter { $0[2] != "p" }.map {
        DatabaseTable.Part(source: "ONLY \($0[0].sqlName).\($0[1].sqlName) AS t", isRemote: $0[2] == "f")
      }
    }
    if parts.allSatisfy({ $0[2] != "f" }) {
      let isPlain = parts.count <= 1 && entry[4] != "p" && !table.isKeyDoubtful
      table.rowID = entry[4] == "v" ? [] : isPlain ? Self.rowID : Self.rowIDInParts
    } else if parts.allSatisfy({ $0[2] != "f" || $0[3] == "postgres_fdw" }) {
      table.rowID = Self.rowID
    }
    if let key {
      try table.useKey(key)
    } else if table.isRemote {
      try await findRemoteKey(of: &table, isInParts: parts.count > 1, numbers: columns.map { $0[0] }, texts)
    } else if entry[4] != "v" {
      try await findKey(
        of: &table, isParent: entry[4] == "r" && parts.count > 1, numbers: columns.map { $0[0] }, texts)
    }
    return table
  }

  /// The position of a row in its table, and the one that also tells in which of several tables it is.
  private static let rowID = [DatabaseTable.KeyTerm(sql: "t.ctid", type: "tid")]
  private static let rowIDInParts = [DatabaseTable.KeyTerm(sql: "t.tableoid", type: "oid")] + rowID

  /// - Parameter isParent: Whether other tables inherit from it.
  private func findKey(
    of table: inout DatabaseTable, isParent: Bool, numbers: [String],
    _ texts: (String) async throws -> [[String]]
  ) async throws {
    for row in try await texts(Self.keys) where useKey(row[0], of: &table, numbers) { break }
    if isParent {
      // A key of the parent is not unique for the rows of its children.
      table.key += table.rowID
      table.notes.append(
        "rows of inheriting tables are identified by table and position: an updated row counts as new")
    } else if table.key.isEmpty {
      table.key = table.rowID
      table.notes.append("no key: rows are identified by position, so an updated row counts as new")
    }
  }

  /// Finds a key for a table on other servers. No key is enforced across servers, so the partition key is the
  /// best choice. A single table on another server reports no keys, so its rows are identified by their
  /// position.
  private func findRemoteKey(
    of table: inout DatabaseTable, isInParts: Bool, numbers: [String],
    _ texts: (String) async throws -> [[String]]
  ) async throws {
    for row in try await texts(Self.partitionKey) where useKey(row[0], of: &table, numbers) {
      table.isKeyDoubtful = true
      return
    }
    if !isInParts, !table.rowID.isEmpty {
      table.key = table.rowID
      table.notes.append(
        "no key: rows are identified by position, so an updated row counts as new; --key names one")
    }
  }

  /// Uses columns as the key, unless they may contain NULL.
  ///
  /// - Parameter columns: Their attribute numbers, such as `1 2`.
  private func useKey(_ columns: String, of table: inout DatabaseTable, _ numbers: [String]) -> Bool {
    let found = columns.split(separator: " ").map { numbers.firstIndex(of: String($0)) }
    let columns = found.compactMap(\.self)
    guard !columns.isEmpty, columns.count == found.count,
      columns.allSatisfy({ !table.columns[$0].isNullable })
    else { return false }
    table.key = columns.map {
      DatabaseTable.KeyTerm(sql: table.columns[$0].sql, type: table.columns[$0].type)
    }
    table.keyColumn = columns.first
    return true
  }

  /// The query for tables and views that are not the system's. The list with sizes leaves out partitions,
  /// which can still be opened by name.
  private static func catalog(isSized: Bool) -> String {
    """
    SELECT c.oid::text, n.nspname::text, c.relname::text, pg_catalog.pg_table_is_visible(c.oid)::text, c.relkind::text
      \(isSized ? ", c.reltuples::int8::text, CASE WHEN c.relkind IN ('r', 'm') THEN pg_catalog.pg_total_relation_size(c.oid)::text ELSE '' END" : "")
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') \(isSized ? "AND NOT c.relispartition" : "")
      AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'crdb_internal', 'pg_extension', 'citus', 'columnar')
      AND n.nspname NOT LIKE 'pg\\_toast%' AND n.nspname NOT LIKE 'pg\\_temp%'
    ORDER BY pg_catalog.pg_table_is_visible(c.oid) DESC, n.nspname, c.relname
    """
  }

  private static let columns = """
    SELECT a.attnum::text, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), t.typcategory::text,
      a.attnotnull::text, pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')::text
    FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    """

  /// The unique indexes over all rows, the primary key first.
  private static let keys = """
    SELECT i.indkey::text FROM pg_catalog.pg_index i
    WHERE i.indrelid = $1::oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
    ORDER BY i.indisprimary DESC, i.indexrelid
    """

  /// A table and all tables that inherit from it, including partitions.
  ///
  /// - Parameter table: Its number in SQL.
  private static func tree(_ table: String) -> String {
    """
    WITH RECURSIVE part(oid) AS (SELECT \(table)::oid
      UNION ALL SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN part ON i.inhparent = part.oid)
    """
  }

  private static let parts = """
    \(tree("$1")) SELECT n.nspname::text, c.relname::text, c.relkind::text, coalesce(w.fdwname::text, '')
    FROM part JOIN pg_catalog.pg_class c ON c.oid = part.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_catalog.pg_foreign_table f ON f.ftrelid = c.oid
      LEFT JOIN pg_catalog.pg_foreign_server s ON s.oid = f.ftserver
      LEFT JOIN pg_catalog.pg_foreign_data_wrapper w ON w.oid = s.srvfdw
    ORDER BY c.oid
    """

  private static let partitionKey =
    "SELECT partattrs::text FROM pg_catalog.pg_partitioned_table WHERE partrelid = $1::oid AND partexprs IS NULL"
}
