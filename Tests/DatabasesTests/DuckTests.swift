import CDuckDB
import Foundation
import LibC
import ListKitPaging
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases

/// Files that DuckDB reads: Parquet, its own databases, and those that statements name.
@Suite(.enabled(if: TemporaryDuck.isInstalled, Comment(rawValue: TemporaryDuck.reason)))
struct DuckTests {
  private static let all = TemporaryDuck.rowsOfAllTypes(40)

  /// Files with the same rows: Parquet, two Parquet files, and a table.
  private static func files() throws -> TemporaryDuck {
    try TemporaryDuck(
      """
      COPY (\(all)) TO 'DIR/all.parquet';
      COPY (SELECT * FROM (\(all)) WHERE n <= 15) TO 'DIR/part1.parquet';
      COPY (SELECT * FROM (\(all)) WHERE n > 15) TO 'DIR/part2.parquet';
      ATTACH 'DIR/w.duckdb' AS w; CREATE TABLE w.rows AS \(all); CREATE VIEW w.looks AS SELECT n, word FROM w.rows;
      CREATE SCHEMA w.other; CREATE TABLE w.other.few AS SELECT 1 AS rowid; CREATE TABLE w."odd ""name" (a INT);
      """)
  }

  #if os(Linux)
    @Test("Python's module of DuckDB is loaded without Python's library") func withoutPython() throws {
      let files = try Self.files()
      _ = try files.database("w.duckdb")
      let loaded = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
      let module = loaded.split(whereSeparator: { " \n".contains($0) }).first { $0.contains("/_duckdb.") }
      guard let module else { return }
      #expect(!loaded.contains("/libpython"))
      // What is no module, or not all of one, is refused.
      let bytes = try [UInt8](
        Data(contentsOf: URL(fileURLWithPath: String(module)), options: .alwaysMapped).prefix(5_000))
      for bytes in [[], [0x7F], bytes, Array(bytes.prefix(63)), Array("\u{7F}ELF no".utf8)] {
        try files.folder.write(bytes, to: "part")
        #expect(!python_symbols_load(files.folder.file("part")))
      }
      #expect(!python_symbols_load(files.folder.file("missing")) && !python_symbols_load("/bin/sh"))
    }
  #endif

  @Test("A file is recognised by its first bytes, or else by its name") func recognising() async throws {
    let files = try Self.files()
    try files.folder.write("PAR1 but no more", to: "renamed.dat")
    try files.folder.write("a,b\n1,2\n", to: "plain.csv")
    try files.folder.write("nothing", to: "no.parquet")
    func content(_ name: String) -> DuckContent? {
      if case .duck(let content)? = DatabaseAddress(files.folder.file(name)) { content } else { nil }
    }
    for name in ["all.parquet", "part*.parquet", "renamed.dat", "no.parquet"] {
      expectEqual(content(name), .table(files.folder.file(name)))
    }
    expectEqual(content("w.duckdb"), .database(files.folder.file("w.duckdb")))
    for name in ["plain.csv", "missing.parquet", "missing*.parquet", "p*.csv", ""] {
      expectEqual(content(name), nil, "\(name)")
    }
    await #expect(throws: DatabaseError.self) { try await files.engine("no.parquet") }
  }

  @Test("The list of tables names schemas and views, and rows have keys where tables have positions")
  func tables() async throws {
    let files = try Self.files()
    let database = try files.database("w.duckdb")
    let tables = try await database.tables()
    expectEqual(tables.map(\.name), ["looks", "odd \"name", "rows", "other.few"])
    expectEqual(tables.map(\.kind), ["view", "table", "table", "table"])
    expectEqual(tables[2].rows, .about(40))
    func keys(_ file: String, _ table: String? = nil, _ key: [String]? = nil) async throws -> [String] {
      try await files.engine(file, table, key: key).table.key.map(\.sql)
    }
    try await expectEqual(keys("w.duckdb", "ROWS"), ["t.rowid"])
    try await expectEqual(keys("w.duckdb", "looks"), [])
    try await expectEqual(keys("w.duckdb", "looks", ["n"]), ["t.\"n\""])
    // Its column has the name of the position.
    try await expectEqual(keys("w.duckdb", "other.few"), [])
    try await expectEqual(keys("all.parquet"), ["t.file_row_number"])
    try await expectEqual(keys("part*.parquet"), ["t.filename", "t.file_row_number"])
    await #expect(throws: DatabaseError.noTable("x", ["looks", "odd \"name", "rows", "other.few"])) {
      try await files.engine("w.duckdb", "x")
    }
  }

  @Test(
    "Pages between any bounds are parts of the list, in the order of every type",
    arguments: [
      "all.parquet", "part*.parquet", "w.duckdb",
    ])
  func pages(file: String) async throws {
    let files = try Self.files()
    let engine = try await files.engine(file, file == "w.duckdb" ? "rows" : nil)
    try await expectEqual(engine.all().map { $0.content[0] }, (1...40).map { "\($0)" })
    // DuckDB takes as long to plan a statement as SQLite takes to read a table of this size.
    try await PageChecks.check(engine, count: TestRun.isThorough ? 40 : 3)
    withExtendedLifetime(files) {}
  }

  @Test("Values of all types are shown as themselves, nested ones as JSON, in pages, records and statements")
  func values() async throws {
    let files = try Self.files()
    for file in ["all.parquet", "w.duckdb"] {
      let engine = try await files.engine(file, file == "w.duckdb" ? "rows" : nil)
      let row = try #require(try await engine.all("n:=3").first)
      let names = engine.table.columns.map(\.name)
      let shown = Dictionary(uniqueKeysWithValues: zip(names, row.content))
      let expected: [String: String?] = [
        "n": "3", "word": nil, "list": "[2,null,7]", "record": #"{"a":2,"b":"x'\"y"}"#, "pairs": #"{"k":2}"#,
        "price": "2.500", "huge": file == "w.duckdb" ? "200000000000000000000000" : "2e+23",
        "fine": "2024-01-01 10:00:00.123456789",
        "span": "2 months 2 days", "bytes": "blob of 3 bytes", "nothing": nil, "flag": "true", "real": "0.1",
        "day": "2024-02-29", "hour": "10:11:12", "level": "v0", "document": #"{"j":2}"#, "lines": "a,\t\n2",
      ]
      for (name, text) in expected { expectEqual(shown[name], .some(text), "\(name)") }
      let record = try #require(try await engine.record(row.key))
      expectEqual(record[names.firstIndex(of: "bytes") ?? 0], "x'00FF43'")
      let bytes = try await engine.value(of: names.firstIndex(of: "bytes") ?? 0, row.key)
      expectEqual(bytes, [0, 0xFF, 0x43])
    }
    let database = try DuckDatabase(.statement)
    let statement = database.statement(
      "SELECT 1 AS a, [2, 3] AS b, '\\x00'::BLOB AS c, 1.50 AS a, NULL AS d UNION ALL SELECT 2, [], NULL, 0, 1"
    )
    let found = Rows()
    try await database.forEachRow(of: [statement]) {
      found.names = $0.map { "\($0.name) \($0.isNumber)" }
    } _: { row in
      found.texts.append(
        (0..<row.count).map { "\(row[$0].kind) \(String(decoding: row[$0].bytes, as: UTF8.self))" })
      return true
    }
    expectEqual(found.names, ["a true", "b false", "c false", "a_1 true", "d true"])
    expectEqual(
      found.texts,
      [
        ["number 1", "text [2,3]", "blob \0", "number 1.50", "null "],
        ["number 2", "text []", "null ", "number 0.00", "number 1"],
      ])
  }

  // Filled on the queue of a read, and used after the read.
  private final class Rows: @unchecked Sendable {
    var names: [String] = []
    var texts: [[String]] = []
  }

  @Test("Aggregates, values and alerts are those of other databases") func aggregates() async throws {
    let files = try TemporaryDuck("ATTACH 'DIR/w.duckdb' AS w; USE w; \(AggregateChecks.table)")
    try await AggregateChecks.check(try await files.engine("w.duckdb", "parcels"))
    try await AggregateChecks.checkAlerts(
      try await files.engine("w.duckdb", "parcels", alert: AggregateChecks.alert))
    try files.execute(
      """
      COPY (SELECT 0.1::DOUBLE AS price, 9223372036854775807 AS long UNION ALL SELECT 0.25, 9223372036854775807
        UNION ALL SELECT 1000, 2) TO 'DIR/sums.parquet'
      """)
    let engine = try await files.engine("sums.parquet")
    try await expectEqual(
      engine.totals([0: .sum, 1: .sum], matching: TableQuery()).texts,
      [0: "1000.35", 1: "18446744073709551616"])
  }

  @Test("DuckDB applies words and conditions of a query, and no text is an error") func filters() async throws
  {
    let files = try TemporaryDuck(
      """
      COPY (SELECT * FROM (VALUES ('50%', 10, NULL, DATE '2024-01-01'), ('a_b', 2048, ['Seven'], '2024-02-01'),
        ('a\\b', 1572864, ['7'], '2024-03-01'), ('it''s', -3, ['seven up'], NULL), ('Plain', NULL, ['x'], NULL))
        AS t(name, size, notes, day)) TO 'DIR/t.parquet'
      """)
    let engine = try await files.engine("t.parquet")
    func found(_ text: String) async throws -> [String] {
      try await engine.all(text).compactMap { $0.content[0] }
    }
    for (text, names) in [
      ("0%", ["50%"]), ("_", ["a_b"]), ("\\", ["a\\b"]), ("''", ["it's"]), ("SEVEN", ["a_b", "it's"]),
      ("name:^a", ["a_b", "a\\b"]), ("name:n$", ["Plain"]), ("!seven", ["50%", "a\\b", "Plain"]),
      ("size:>1K", ["a_b", "a\\b"]), ("size:>=1.5M", ["a\\b"]), ("size:!=10", ["a_b", "a\\b", "it's"]),
      ("day:>=2024-02-01", ["a_b", "a\\b"]), ("name:=plain", ["Plain"]),
      ("name:=PLAIN|size:=10", ["50%", "Plain"]),
    ] {
      try await expectEqual(found(text), names, "\(text)")
    }
  }

  @Test(
    "Only one statement that reads is executed, and nothing is written",
    arguments: [
      "COPY (SELECT 1) TO 'DIR/x.csv'", "WITH x AS (COPY (SELECT 1) TO 'DIR/x.csv') SELECT 1",
      "SELECT 1) UNION ALL (WITH x AS (COPY (SELECT 1) TO 'DIR/x.csv') SELECT 1",
      "SELECT 1) AS t; COPY (SELECT 1) TO 'DIR/x.csv'; SELECT * FROM (SELECT 1",
      "SELECT 1) AS t; CREATE TABLE made AS SELECT 1; SELECT * FROM (SELECT 1",
      "SELECT 1; COPY (SELECT 1) TO 'DIR/x.csv'",
      "EXPLAIN ANALYZE COPY (SELECT 1) TO 'DIR/x.csv'", "ATTACH 'DIR/x.csv' AS x", "CREATE TABLE t (a INT)",
      "INSTALL excel", "LOAD excel", "PRAGMA threads = 1", "SET threads = 1",
      "SELECT * FROM query('COPY (SELECT 1) TO ''DIR/x.csv''')",
      "FROM enable_logging(storage = 'file', storage_path = 'DIR/x.csv')", "EXPORT DATABASE 'DIR/x.csv'",
      "CHECKPOINT",
      "INSERT INTO rows SELECT * FROM rows", "WITH x AS (DELETE FROM rows) SELECT 1", "CALL enable_logging()",
      "", "-- nothing",
      "SELECT $1", "BEGIN", "PREPARE x AS SELECT 1",
    ])
  func onlyReading(sql: String) async throws {
    let files = try Self.files()
    let names = try files.folder.names
    let text = sql.split(separator: "DIR", omittingEmptySubsequences: false).joined(
      separator: files.folder.path)
    for database in [try DuckDatabase(.statement), try files.database("w.duckdb")] {
      await #expect(throws: DatabaseError.self) {
        try await database.forEachRow(of: [database.statement(text)], names: { _ in }) { _ in true }
      }
    }
    try expectEqual(files.folder.names, names)
    try await expectEqual(files.engine("w.duckdb", "rows").all().count, 40)
  }

  @Test("Errors name the reason in a line, and locks the program that has them") func errors() async throws {
    func error(_ sql: String) async -> DatabaseError? {
      do {
        let database = try DuckDatabase(.statement)
        try await database.forEachRow(of: [database.statement(sql)], names: { _ in }) { _ in true }
        return nil
      } catch { return error as? DatabaseError }
    }
    await expectEqual(error("COPY (SELECT 1) TO '/tmp/never'"), .onlyReading)
    await expectEqual(error("WITH x AS (COPY (SELECT 1) TO '/tmp/never') SELECT 1"), .onlyReading)
    await expectEqual(error("SELECT 1; SELECT 2"), .severalStatements)
    #expect(
      await error("SELECT nix FROM range(1)")?.description.hasPrefix("Referenced column \"nix\" not found")
        == true)
    let lock = DuckConnection.error(
      """
      IO Error: Could not set lock on file "a.duckdb": Conflicting lock is held in /usr/bin/python3 (PID 7). See also https://x
      """)
    expectEqual(
      lock,
      DatabaseError(
        .locked,
        "Could not set lock on file \"a.duckdb\": Conflicting lock is held in /usr/bin/python3 (PID 7)."))
  }

  @Test("A read that is no longer needed ends, however long it would take") func stopping() async throws {
    let database = try DuckDatabase(.statement)
    let endless =
      "SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE (a.range * b.range) % 7 = 3"
    let task = Task {
      try await database.forEachRow(of: [database.statement(endless)], names: { _ in }) { _ in true }
    }
    // Whether it has begun or not.
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    let begun = AsyncStream<Void>.makeStream()
    let other = Task {
      try await database.forEachRow(
        of: [database.statement(endless)], names: { _ in begun.continuation.yield() }
      ) { _ in
        true
      }
    }
    for await _ in begun.stream { break }
    other.cancel()
    await #expect(throws: (any Error).self) { try await other.value }
    // The connections can be used again.
    for _ in 0..<4 {
      try await database.forEachRow(of: [database.statement("SELECT 1")], names: { _ in }) { _ in true }
    }
  }

  @Test(
    "A file that is replaced is reported and read again, also with other columns", .timeLimit(.minutes(60)))
  func replacing() async throws {
    let files = try Self.files()
    for (file, table) in [("all.parquet", nil), ("w.duckdb", "rows")] as [(String, String?)] {
      let engine = try await files.engine(file, table)
      var changes = engine.changes().makeAsyncIterator()
      _ = await changes.next()
      try await expectEqual(engine.all().count, 40)
      try files.execute(
        table == nil
          ? "COPY (SELECT 1 AS n, 'one' AS word) TO 'DIR/new.parquet'"
          : "ATTACH 'DIR/new.duckdb' AS w; CREATE TABLE w.rows AS SELECT 1 AS n, 'one' AS word")
      let new = files.folder.file(table == nil ? "new.parquet" : "new.duckdb")
      expectEqual(rename(new, files.folder.file(file)), 0)
      _ = await changes.next()
      // The statement names columns that are gone.
      await #expect(throws: DatabaseError.self) { try await engine.all() }
      try await expectEqual(engine.inspect(), true)
      try await expectEqual(engine.all().map(\.content), [["1", "one"]])
    }
  }

  @Test("A statement's files are followed") func following() async throws {
    let files = try TemporaryDuck()
    try files.folder.write("id,n\n1,2\n", to: "a.csv")
    let database = try DuckDatabase(.statement)
    let statement = database.statement(
      "SELECT 'x' AS y, * FROM '\(files.folder.file("a.csv"))' JOIN range(5) ON n = range")
    var changes = database.changes(of: nil, every: .seconds(1)).makeAsyncIterator()
    _ = await changes.next()
    let texts = Rows()
    for count in 1...2 {
      texts.texts = []
      try await database.forEachRow(of: [statement], names: { _ in }) { row in
        texts.texts.append([])
        return true
      }
      expectEqual(texts.texts.count, count)
      if count == 1 {
        try files.folder.replace("a.csv", with: "id,n\n1,2\n2,3\n")
        _ = await changes.next()
      }
    }
  }

  @Test("A statement whose file is replaced while it fails is read again from the first row")
  func replacedWhileRead() async throws {
    let files = try TemporaryDuck()
    try files.folder.write("id,n\n1,2\n", to: "a.csv")
    let database = try DuckDatabase(.statement)
    let found = Rows()
    try await database.forEachRow(of: [database.statement("FROM '\(files.folder.path)/a.csv'")]) {
      found.names += $0.map(\.name)
    } _: { row in
      found.texts.append([String(decoding: row[1].bytes, as: UTF8.self)])
      if found.texts.count == 1 {
        try files.folder.replace("a.csv", with: "id,n\n7,8\n")
        throw DatabaseError(.refused, "as DuckDB says of a file that ends too soon")
      }
      return true
    }
    expectEqual(found.names, ["id", "n", "id", "n"])
    expectEqual(found.texts, [["2"], ["8"]])
    await #expect(throws: DatabaseError(.refused, "no change")) {
      try await database.forEachRow(
        of: [database.statement("FROM '\(files.folder.path)/a.csv'")], names: { _ in }
      ) { _ in throw DatabaseError(.refused, "no change") }
    }
  }

  @Test(
    "Pivots, summaries and joins of files are lists",
    arguments: [
      ("PIVOT 'DIR/a.csv' ON kind USING sum(n) GROUP BY id", ["id", "x", "y"], 2),
      ("SELECT * FROM 'DIR/a.csv' JOIN 'DIR/b.csv' USING (id)", ["id", "kind", "n", "name"], 3),
      ("SELECT column_name, count FROM (SUMMARIZE 'DIR/a.csv')", ["column_name", "count"], 3),
      ("DESCRIBE 'DIR/a.csv'", ["column_name", "column_type", "null", "key", "default", "extra"], 3),
      ("FROM 'DIR/b.csv' -- a comment", ["id", "name"], 2), ("VALUES (1), (2);", ["col0"], 2),
    ])
  func statements(sql: String, names: [String], count: Int) async throws {
    let files = try TemporaryDuck()
    try files.folder.write("id,kind,n\n1,x,2\n1,y,3\n2,x,4\n", to: "a.csv")
    try files.folder.write("id,name\n1,ann\n2,bob\n", to: "b.csv")
    let database = try DuckDatabase(.statement)
    let text = sql.split(separator: "DIR", omittingEmptySubsequences: false).joined(
      separator: files.folder.path)
    let found = Rows()
    try await database.forEachRow(of: [database.statement(text)]) {
      found.names = $0.map(\.name)
    } _: { _ in
      found.texts.append([])
      return true
    }
    expectEqual(found.names, names)
    expectEqual(found.texts.count, count)
  }

  /// What a program removes when it ends.
  private static let removesFolder: Void = { _ = atexit { DuckDatabase.removeFolder() } }()

  @Test(
    "A large file shows its first rows at once, then all of them, also if a type fits only the first",
    arguments: [
      ("7", "table, which DuckDB has copied", 30_000, DatabaseTable.Column.Kind.number),
      ("x", "all columns are text", 30_000, .text), ("1,2,3", "only the first 10000 rows", 10_000, .number),
    ])
  func large(value: String, note: String, count: Int, kind: DatabaseTable.Column.Kind) async throws {
    _ = Self.removesFolder
    let files = try TemporaryDuck()
    let rows = (1...30_000).map { "\($0),\($0 == 29_000 ? value : "\($0 % 7)")\n" }
    try files.folder.write("id,n\n" + rows.joined(), to: "t.csv")
    let path = files.folder.file("t.csv")
    let memory = 200 << 20
    #expect(
      DuckContent.large(path, above: 1 << 40, memory: memory) == nil
        && DuckContent.large(path + "x", above: 1, memory: memory) == nil
        && DuckContent.large(path, above: 1000, memory: 100 << 20) == nil)
    let content = try #require(DuckContent.large(path, above: 1000, memory: memory))
    let database = try DuckDatabase(content, memory: memory)
    let engine = TableEngine(database, try await database.table(named: "t.csv", key: nil))
    #expect(engine.table.notes[0].hasPrefix("the first 10000 rows"))
    // Nothing is copied before the first rows are read.
    try await expectEqual(engine.all().map { $0.content[0] }, (1...10_000).map { "\($0)" })
    var changes = engine.changes().makeAsyncIterator()
    _ = await changes.next()
    // Readers that do not know yet that all rows were copied find those that they know.
    try await expectEqual(engine.all().count, 10_000)
    try await expectEqual(engine.inspect(), true)
    #expect(engine.table.notes[0].hasPrefix(note), "\(engine.table.notes)")
    expectEqual(engine.table.columns[1].kind, kind)
    try await expectEqual(
      database.count(engine.table, matching: TableFilter(), isExact: true),
      count == 30_000 ? .exactly(count) : .atLeast(count))
    let query = TableQuery(
      filter: TableFilter("id:=\(count)", of: engine.table.columns), order: TableOrder(column: 1),
      generation: engine.generation)
    try await expectEqual(engine.pages([.all], matching: query)[0].rows.map { $0.content[0] }, ["\(count)"])
    // A changed file is copied again, into the table that readers know.
    try files.folder.replace("t.csv", with: "id,n\n1,\(value == "x" ? "x" : "2")\n")
    var isOther = false
    repeat {
      // The former file may have been copied once more.
      _ = await changes.next()
      isOther = try await engine.inspect() || isOther
    } while try await engine.all().count != 1
    expectEqual(isOther, count == 10_000 || value == "x")
    // A file that cannot be copied leaves its rows, and says so.
    unlink(path)
    repeat { _ = await changes.next() } while try await !engine.inspect()
    #expect(
      engine.table.notes[0].hasPrefix("the rows of the former copy: No files found"), "\(engine.table.notes)")
    try await expectEqual(engine.all().count, 1)
  }

  @Test("The last page of a file needs no memory for the texts before it, and too little memory is named")
  func memory() async throws {
    let files = try TemporaryDuck(
      "COPY (SELECT range AS n, 'word number ' || range AS word FROM range(1000000)) TO 'DIR/t.parquet'")
    let path = files.folder.file("t.parquet")
    let database = try DuckDatabase(.table(path), memory: 16 << 20)
    let engine = TableEngine(database, try await database.table(named: "t.parquet", key: nil))
    let page = try await engine.pages([PageRequest(last: 2)], matching: TableQuery())[0]
    expectEqual(page.rows.map { $0.content[0] }, ["999998", "999999"])
    #expect(throws: DatabaseError.self) { try DuckDatabase(.table(path), memory: 15 << 20) }
  }
}
