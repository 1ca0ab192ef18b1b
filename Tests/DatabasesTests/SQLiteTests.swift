import LibC
import ListKitPaging
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases

/// Tables of SQLite files of other programs, which are read page by page.
@Suite struct SQLiteTests {
  @Test("Keys of tables are found")
  func keys() async throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 1)
    func table(_ name: String) async throws -> DatabaseTable { try await database.engine(name).table }
    try await expectEqual(table("plain").key.map(\.sql), ["t.rowid"])
    try await expectEqual(table("odd \"name\"").key.map(\.sql), ["t.oid"])
    try await expectEqual(table("paired").key.map(\.sql), ["t.\"major\"", "t.\"minor\""])
    try await expectEqual(table("numbered").keyColumn, 0)
    try await expectEqual(table("ITSELF").key.map(\.sql), ["t.rowid"])
    #expect(try await table("looks").hasKey == false)
    try await expectEqual(database.engine("looks", key: ["n"]).table.key.map(\.sql), ["t.\"n\""])
    await #expect(throws: DatabaseError.noColumn("x", ["n", "word"])) {
      try await database.engine("plain", key: ["x"])
    }
  }

  @Test("The list of tables has those that a user created, with their rows and sizes")
  func listOfTables() async throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 30)
    try database.execute("CREATE VIRTUAL TABLE boxes USING rtree(id, a, b)")
    let tables = try await database.database().tables()
    expectEqual(tables.map(\.name), (TemporaryDatabase.kinds + ["an index", "boxes", "looks"]).sorted())
    let plain = try #require(tables.first { $0.name == "plain" })
    #expect(plain.kind == "table" && plain.rows == .exactly(30))
    expectEqual(tables.first { $0.name == "looks" }, TableSummary(name: "looks", kind: "view"))
    expectEqual(tables.first { $0.name == "itself" }?.kind, "virtual table")
  }

  @Test("Pages between any bounds are parts of the list, in every order", arguments: TemporaryDatabase.kinds)
  func pages(kind: String) async throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 60)
    let engine = try await database.engine(kind)
    let numbers = try await engine.all().map {
      $0.content[engine.table.columns.firstIndex { $0.name == "n" } ?? 0]
    }
    expectEqual(numbers, (1...60).map { "\($0)" })
    try await PageChecks.check(engine)
    withExtendedLifetime(database) {}
  }

  @Test("Rows with equal values, NULLs and values of any type have one order on all pages")
  func pagesOfMixedValues() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE mixed (a, b TEXT, c INT NOT NULL);
      INSERT INTO mixed VALUES (NULL, 'x', 1), (1, NULL, 1), (1.5, 'x', 2), ('1', 'y', 2), (x'31', 'X', 2), ('', '', 3),
        (NULL, NULL, 3), ('a' || char(0) || 'b', 'one', 3), ('a', 'one', 3), (9223372036854775807, 'z', 4), (1, 'x', 4);
      """)
    try await PageChecks.check(try await database.engine("mixed"))
    let all = try await database.engine("mixed").all()
    expectEqual(
      all.map { $0.content[0] },
      [
        nil, "1", "1.5", "1", "blob of 1 bytes", "", nil, "a\0b", "a", "9223372036854775807", "1",
      ])
  }

  @Test("The database totals columns and counts values of the rows that match") func aggregates() async throws
  {
    let database = try TemporaryDatabase(AggregateChecks.table)
    try await AggregateChecks.check(try await database.engine("parcels"))
    withExtendedLifetime(database) {}
  }

  @Test("A sum has the decimals of its column, and that of integers is exact, however large")
  func sums() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, price REAL, long INTEGER, few REAL, mixed NUMERIC, wide REAL);
      INSERT INTO t VALUES (1, 0.1, 9223372036854775807, 1e-30, 1, 1234567890123.25),
        (2, 0.25, 9223372036854775807, 2, 2.5, 1e13), (3, 1e3, -3, NULL, NULL, 1), (4, NULL, NULL, NULL, NULL, 1);
      """)
    let engine = try await database.engine("t")
    let sums = try await engine.totals(
      [1: .sum, 2: .sum, 3: .sum, 4: .sum, 5: .sum], matching: TableQuery()
    ).texts
    expectEqual(
      sums, [1: "1000.35", 2: "18446744073709551611", 3: "2.0", 4: "3.5", 5: "≈11234567890125.25"])
    let none = try await engine.totals(
      [1: .sum], matching: TableQuery(filter: TableFilter("id:>9", of: engine.table.columns)))
    expectEqual(none.texts, [1: "none"])
  }

  @Test("The database marks, counts and finds the rows of an alert") func alerts() async throws {
    let database = try TemporaryDatabase(AggregateChecks.table)
    try await AggregateChecks.checkAlerts(
      try await database.engine("parcels", alert: AggregateChecks.alert))
    let engine = try await database.engine("parcels", alert: "~x")
    #expect(engine.alertProblem?.contains("regular expression") == true)
    try await expectEqual(engine.alert(from: nil, isForward: true, matching: TableQuery()), nil)
    withExtendedLifetime(database) {}
  }

  @Test("The database applies words and conditions of a query, and no text is an error")
  func filters() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (name TEXT, size INT, note);
      INSERT INTO t VALUES ('50%', 10, NULL), ('a_b', 2048, 'Seven'), ('a\\b', 1572864, 7), ('it''s', -3, 'seven up'),
        ('Plain', NULL, x'6162');
      """)
    let engine = try await database.engine("t")
    func found(_ text: String) async throws -> [String] {
      try await engine.all(text).compactMap { $0.content[0] }
    }
    for (text, names) in [
      ("0%", ["50%"]), ("_", ["a_b"]), ("\\", ["a\\b"]), ("'", ["50%", "a_b", "a\\b", "it's", "Plain"]),
      ("''", ["it's"]), ("SEVEN", ["a_b", "it's"]), ("name:^a", ["a_b", "a\\b"]), ("name:n$", ["Plain"]),
      ("!seven", ["50%", "a\\b", "Plain"]), ("note:^seven$", ["a_b"]), ("size:>1K", ["a_b", "a\\b"]),
      ("size:>=1.5M", ["a\\b"]),
      ("size:<0", ["it's"]), ("size:!=10", ["a_b", "a\\b", "it's"]), ("!size:>0", ["it's", "Plain"]),
      ("note:=7", ["a\\b"]), ("note:=SEVEN", ["a_b"]), ("name:=plain|^50%$", ["50%", "Plain"]),
      ("size:>", ["50%", "a_b", "a\\b", "it's", "Plain"]),
      ("'!seven", []), ("a seven", ["a_b"]), ("name:=\"it's\"|\"in\"", ["it's", "Plain"]),
      ("name:!a !name:!%", ["50%"]), ("! ^ $ note:~", ["50%", "a_b", "a\\b", "it's", "Plain"]),
      ("nam:=x", []), ("!nam:=x %", ["50%"]), ("name:a|nam:=x", ["a_b", "a\\b", "Plain"]),
    ] {
      try await expectEqual(found(text), names, "\(text)")
      try await expectEqual(
        engine.count(matching: TableQuery(filter: TableFilter(text, of: engine.table.columns))),
        .exactly(names.count), "\(text)")
    }
    expectEqual(
      TableFilter("~a.*b x", of: engine.table.columns).problem,
      "a database cannot search for a regular expression")
    expectEqual(TableFilter("size:>big", of: engine.table.columns).problem, "'big' is not a number")
    #expect(TableFilter("size:>1|>big", of: engine.table.columns).isEmpty)
    expectEqual(
      TableFilter("nam:=x", of: engine.table.columns).problem, "no column 'nam'; there are name, size, note")
  }

  /// All characters and words with a meaning in FTS5 or LIKE.
  private static let hostile = [
    "\"", "'", "\"\"", "*", "a*", "^a", "-a", "NOT", "AND OR NOT", "NEAR(a b)", "(", ")", "word:one",
    "{word}", "+",
    "%", "_", "\\", "a\\", "'; DROP TABLE plain; --", "\u{0}", "😀", ":", ",", "?1", "$x", "@y", "\u{FFFE}",
    "one\"two",
  ]

  @Test("No text is an error, in tables of all kinds", arguments: TemporaryDatabase.kinds)
  func hostileFilters(kind: String) async throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 20)
    let engine = try await database.engine(kind)
    for text in Self.hostile + Self.hostile.map({ "on \($0)" }) {
      let query = TableQuery(filter: TableFilter(text, of: engine.table.columns))
      let rows = try await engine.pages([.all], matching: query)[0].rows
      try await expectEqual(engine.count(matching: query), .exactly(rows.count), "\(text)")
    }
    withExtendedLifetime(database) {}
  }

  @Test("Texts are complete in any encoding, with NULs", arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func encodings(encoding: String) async throws {
    let database = try TemporaryDatabase("", journal: "delete")
    let text = "山の\0\u{1b}]0;pwn\u{7}é."
    let hex = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    // The cast reads the bytes as UTF-8 only if that is the encoding of the database.
    let made =
      encoding == "UTF-8" ? "CAST(x'\(hex)' AS TEXT)" : "'山の' || char(0, 27) || ']0;pwn' || char(7) || 'é.'"
    try database.execute(
      "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a TEXT, b TEXT); INSERT INTO t VALUES (\(made), printf('%.20000c', 'x'))"
    )
    let engine = try await database.engine("t")
    let row = try #require(try await engine.all().first)
    expectEqual(row.content[0], text)
    try await expectEqual(engine.record(row.key)?[1]?.count, 20_000)
  }

  @Test("Names and keys that are equal as texts, but have different bytes, are different")
  func canonicalNames() async throws {
    let names = ["caf\u{E9}", "cafe\u{301}"]
    let tables = names.map { "CREATE TABLE \"\($0)\" (\"\($0)\" TEXT PRIMARY KEY);" }
    let rows = names.map { "INSERT INTO \"\($0)\" VALUES ('\(names[0])'), ('\(names[1])');" }
    let database = try TemporaryDatabase((tables + rows).joined())
    for name in names {
      let engine = try await database.engine(name)
      #expect(engine.table.name.utf8.elementsEqual(name.utf8))
      expectEqual(Set(try await engine.all().map(\.key)).count, 2)
      try await expectEqual(engine.all(name).count, 1)
    }
    let both = try TemporaryDatabase("CREATE TABLE t (\"\(names[0])\", \"\(names[1])\")")
    let table = try await both.engine("t").table
    try expectEqual(names.map(table.column), [0, 1])
  }

  @Test("A table of 1,600 columns can be read and filtered")
  func manyColumns() async throws {
    let names = (1...1600).map { "c\($0)" }.joined(separator: ", ")
    let database = try TemporaryDatabase(
      "CREATE TABLE wide (\(names)); INSERT INTO wide (c1, c1600) VALUES ('a', 'z')")
    let engine = try await database.engine("wide")
    try await expectEqual(engine.all("z").first?.content.count, 1600)
    #expect(try await engine.all("nothing").isEmpty)
  }

  @Test("A key option that is not unique still shows all rows")
  func doubtfulKey() async throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE t (k INT NOT NULL, v); INSERT INTO t VALUES (1, 'a'), (1, 'b'), (2, 'c')")
    let rows = try await database.engine("t", key: ["k"]).all()
    #expect(rows.map { $0.content[1] } == ["a", "b", "c"] && Set(rows.map(\.key)).count == 3)
  }

  @Test("Rows with equal keys cause a note and are then identified by rowid; a view may miss some")
  func equalKeys() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (k INT NOT NULL, v); INSERT INTO t VALUES (1, 'a'), (1, 'b'), (1, 'c'), (2, 'd');
      CREATE VIEW looks AS SELECT * FROM t;
      """)
    let engine = try await database.engine("t", key: ["k"])
    let request = PageRequest<TableRowKey>(first: 1)
    var changes = engine.schemaChanges.makeAsyncIterator()
    _ = try await engine.pages([request], matching: TableQuery())
    await changes.next()
    #expect(try await engine.inspect())
    expectEqual(
      engine.table.notes.last, "several rows have the same key: they are identified by position too")
    try await PageChecks.check(engine, filters: ["", "v:>a"])
    for row in try await engine.all() { try await expectEqual(engine.record(row.key), row.content) }
    let view = try await database.engine("looks", key: ["k"])
    _ = try await view.all()
    #expect(try await view.inspect())
    expectEqual(view.table.notes.last, "several rows have the same key: some may not be shown")
  }

  @Test("Long values are returned in full on request, and truncated in lists")
  func values() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);
      INSERT INTO t VALUES (1, printf('%.2000000c', 'x'), x'00FF7F'), (2, 'short', NULL), (3, 5, 1.5);
      """)
    let engine = try await database.engine("t")
    let rows = try await engine.all()
    #expect(rows[0].content[1]?.count == 1024 && rows[0].content[2] == "blob of 3 bytes")
    #expect(rows[1].content == ["2", "short", nil] && rows[2].content == ["3", "5", "1.5"])
    try await expectEqual(engine.record(rows[0].key)?[1]?.count, 1 << 20)
    try await expectEqual(engine.record(rows[0].key, isWhole: true)?[1]?.count, 2_000_000)
    try await expectEqual(engine.record(rows[0].key, isWhole: true)?[2], "x'00FF7F'")
    try await expectEqual(engine.value(of: 1, rows[0].key)?.count, 2_000_000)
    try await expectEqual(engine.value(of: 2, rows[0].key), [0, 255, 127])
    try await expectEqual(engine.value(of: 1, rows[2].key), [UInt8(ascii: "5")])
    #expect(try await engine.value(of: 2, rows[1].key) == nil)
  }

  @Test("Errors have one line")
  func refusals() async throws {
    let database = try TemporaryDatabase("CREATE TABLE a (x); CREATE VIEW v AS SELECT 1")
    func message(_ body: () async throws -> Void) async -> String {
      do {
        try await body()
        return ""
      } catch {
        return "\(error)"
      }
    }
    await expectEqual(message { _ = try await database.engine("c") }, "no table 'c'; there are a, v")
    #expect(
      await message { _ = try SQLiteDatabase(":memory:") }.hasPrefix(":memory: is a database of the program"))
    await expectEqual(
      message { _ = try SQLiteDatabase("/dev/null/none") }, "/dev/null/none: unable to open database file")
    let corrupt = database.directory + "/corrupt"
    let file = try #require(fopen(corrupt, "w"))
    fputs("SQLite format 3", file)
    fwrite([UInt8](repeating: 0, count: 8000), 1, 8000, file)
    fclose(file)
    expectEqual(DatabaseAddress(corrupt), .file(corrupt))
    await expectEqual(message { _ = try SQLiteDatabase(corrupt) }, "\(corrupt): file is not a database")
    #expect(
      DatabaseAddress("postgres://h/d") == .server("postgres://h/d") && DatabaseAddress("dbname=x") != nil)
    #expect(
      DatabaseAddress("/etc/passwd") == nil && DatabaseAddress("/dev/null") == nil
        && DatabaseAddress("notes.csv") == nil)
    await #expect(throws: DatabaseError.self) {
      let opened = try database.database()
      _ = try await opened.rows(opened.statement("DELETE FROM a"))
    }
  }

  @Test("A WAL-mode file without a log can be read by a URI with mode=ro")
  func readOnlyFolder() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let copy = database.directory + "/copy.sqlite"
    try database.execute("VACUUM INTO '\(copy)'")
    try TemporaryDatabase.Writer(copy).execute("PRAGMA journal_mode = wal")
    let engine = SQLiteDatabaseURI(copy)
    try await expectEqual(engine.count(), 1)
  }

  private struct SQLiteDatabaseURI {
    let path: String
    init(_ path: String) { self.path = path }
    func count() async throws -> Int {
      let database = try SQLiteDatabase("file:\(path)?mode=ro")
      #expect(database.path == path && database.name == "copy.sqlite")
      return try await TableEngine(database, database.table(named: "t", key: nil)).all().count
    }
  }

  @Test("A cancelled read stops in the middle of its query", .timeLimit(.minutes(5)))
  func cancelling() async throws {
    let file = try TemporaryDatabase()
    let database = try file.database()
    let endless = database.statement(
      "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c")
    let task = Task { try await database.rows(endless) }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: DatabaseError(.stopped, "interrupted")) {
      try await database.lanes.read(within: .milliseconds(20)) { try $0.rows(endless) }
    }
    let ending = Task { try await database.rows(endless) }
    while database.lanes.isIdle { await Task.yield() }
    database.lanes.stopAll()
    await #expect(throws: CancellationError.self) { try await ending.value }
    withExtendedLifetime(file) {}
  }

  @Test("Added columns and a replaced file are noticed")
  func otherColumns() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let engine = try await database.engine("t")
    _ = try await engine.all()
    var changes = engine.schemaChanges.makeAsyncIterator()
    try database.execute("ALTER TABLE t ADD COLUMN b DEFAULT 'new'")
    _ = try await engine.all()
    await changes.next()
    #expect(try await engine.inspect() && engine.generation == 1)
    try await expectEqual(engine.all()[0].content, ["1", "new"])
    await #expect(throws: DatabaseError.self) {
      try await engine.pages([.all], matching: TableQuery(generation: 0))
    }
    try database.execute("ALTER TABLE t RENAME TO away")
    await #expect(throws: DatabaseError.self) { try await engine.all() }
    await changes.next()
    await #expect(throws: DatabaseError.noTable("t", ["away"])) { try await engine.inspect() }
    try database.execute("ALTER TABLE away RENAME TO t")
    try await expectEqual(engine.all().count, 1)
    let other = try TemporaryDatabase(
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (7, 8), (9, 10)", journal: "delete")
    for suffix in ["-wal", "-shm"] { unlink(database.path + suffix) }
    expectEqual(rename(other.path, database.path), 0)
    try await expectEqual(engine.all().count, 2)
  }
}

/// Every write to an SQLite file is noticed, and nothing runs while the file is at rest.
@Suite struct SQLiteChangesTests {
  @Test(
    "Commits of other connections are noticed", .timeLimit(.minutes(60)),
    arguments: ["wal", "delete", "truncate", "persist"])
  func commits(journal: String) async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a)", journal: journal)
    var changes = FileChanges.sqlite(database.path).stream().makeAsyncIterator()
    _ = await changes.next()
    let engine = try await database.engine("t")
    for count in 1...5 {
      try database.execute("INSERT INTO t VALUES (1)")
      // If a change is reported before its commit is visible, another change follows.
      while try await engine.all().count != count { _ = await changes.next() }
    }
  }

  #if os(Linux)
    @Test("At rest only a write ends the wait", .timeLimit(.minutes(60)))
    func rest() async throws {
      let database = try TemporaryDatabase("CREATE TABLE t (a)")
      let (waits, mailbox) = AsyncStream<Duration?>.makeStream()
      let delays = [1, 2].map { Duration.milliseconds($0) }
      var changes = FileChanges.sqlite(database.path) { mailbox.yield($0) }
      changes.delays = delays
      let stream = changes.stream()
      var wait = waits.makeAsyncIterator()
      for delay in delays { await expectEqual(wait.next(), .some(.some(delay))) }
      try database.execute("INSERT INTO t VALUES (1)")
      await expectEqual(wait.next(), .some(nil), "no time limit")
      withExtendedLifetime(stream) {}
    }
  #endif

  @Test("Network file systems are recognised by their type")
  func remoteFileSystems() {
    let mounts = """
      22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
      30 22 0:45 / /mnt/nas rw shared:1 - nfs4 nas:/x rw
      31 22 0:46 / /mnt/ssh rw - fuse.sshfs me@there rw
      """
    expectEqual(RemoteFileSystem.kind(of: "254:0", in: mounts), "ext4")
    expectEqual(RemoteFileSystem.kind(of: "0:45", in: mounts), "nfs4")
    expectEqual(RemoteFileSystem.kind(of: "0:46", in: mounts), "fuse")
    #expect(RemoteFileSystem.kind(of: "0:47", in: mounts) == nil)
  }
}
