import Foundation
import ListKitPaging
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases

/// Tests with real servers. The tests of a suite run one after the other, because each test starts its own
/// servers.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed")) struct PostgresTests {}

extension PostgresTests {
  /// Tables of a real server, which are read page by page.
  @Suite(.serialized, .waitsForProcesses) struct TableTests {
    /// Tables with the numbers 1 to 60 in the column `n`, in the order of the key.
    private static let tables = #"""
      CREATE TABLE numbered (n bigint PRIMARY KEY, word text);
      CREATE TABLE paired (major text, minor int, n int, word text, PRIMARY KEY (major, minor));
      CREATE TABLE ids (id uuid PRIMARY KEY, n int, word varchar(40));
      CREATE TABLE codes (code char(6) COLLATE "C" PRIMARY KEY, n int, word text);
      CREATE TABLE moments (at timestamptz PRIMARY KEY, n int, word text);
      CREATE TABLE amounts (amount numeric(12, 4) NOT NULL, n int, word text);
      CREATE UNIQUE INDEX ON amounts (amount);
      CREATE SCHEMA "Odd Schema";
      CREATE TABLE "Odd Schema"."odd ""name""" ("a ""key""" double precision PRIMARY KEY, n int, "select" text, word text);
      CREATE TABLE parted (n int PRIMARY KEY, word text) PARTITION BY RANGE (n);
      CREATE TABLE parted_low PARTITION OF parted FOR VALUES FROM (0) TO (30);
      CREATE TABLE parted_high PARTITION OF parted FOR VALUES FROM (30) TO (100);
      CREATE TABLE heap (n int, word text);
      CREATE TABLE nullable (n int UNIQUE, word text);
      CREATE TEMP TABLE numbers AS SELECT n,
        CASE n % 3 WHEN 0 THEN 'three' WHEN 1 THEN 'one' ELSE 'two' END || ' of ' || n AS word FROM generate_series(1, 60) n;
      INSERT INTO numbered SELECT n, word FROM numbers;
      INSERT INTO paired SELECT lpad((n / 7)::text, 4, '0') || '''', n % 7, n, word FROM numbers;
      INSERT INTO ids SELECT lpad(n::text, 32, '0')::uuid, n, word FROM numbers;
      INSERT INTO codes SELECT lpad(n::text, 4, '0'), n, word FROM numbers;
      INSERT INTO moments SELECT '2026-01-01'::timestamptz + n * interval '1 microsecond', n, word FROM numbers;
      INSERT INTO amounts SELECT n / 7.0, n, word FROM numbers;
      INSERT INTO "Odd Schema"."odd ""name""" SELECT n / 7.0, n, NULLIF('x', left(word, n % 2)), word FROM numbers;
      INSERT INTO parted SELECT n, word FROM numbers;
      INSERT INTO heap SELECT n, word FROM numbers;
      INSERT INTO nullable SELECT n, word FROM numbers;
      CREATE MATERIALIZED VIEW materialized AS SELECT n, word FROM numbered ORDER BY n;
      """#

    private static let kinds = [
      "numbered", "paired", "ids", "codes", "moments", "amounts", "Odd Schema.odd \"name\"", "parted", "heap",
      "nullable",
      "materialized", "parted_low",
    ]

    @Test("Pages between any bounds are parts of the full list, in every order, for every kind of key")
    func pages() async throws {
      let server = try PostgresServer(Self.tables)
      for kind in Self.kinds {
        let engine = try await server.engine(kind)
        let column = try engine.table.column(named: "n")
        let numbers = try await engine.all().map { $0.content[column] }
        expectEqual(numbers, (1...(kind == "parted_low" ? 29 : 60)).map { "\($0)" }, "\(kind)")
        try await PageChecks.check(engine)
      }
      try await expectEqual(
        server.engine("heap").table.notes.count, 1,
        "rows without a key are said to be known by place")
    }

    @Test("An inheritance parent shows all rows of its children as separate rows")
    func inheritance() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE parent (id int PRIMARY KEY, word text); CREATE TABLE child () INHERITS (parent);
        INSERT INTO parent SELECT n, 'parent ' || n FROM generate_series(1, 30) n;
        INSERT INTO child SELECT n, 'child ' || n FROM generate_series(1, 30) n;
        """)
      let engine = try await server.engine("parent")
      let rows = try await engine.all()
      #expect(rows.count == 60 && Set(rows.map(\.key)).count == 60)
      for row in rows { try await expectEqual(engine.record(row.key), row.content) }
      try await PageChecks.check(engine)
    }

    @Test(
      "Where the catalog of parts may not be read, a note says so, and rows with the same key are all shown")
    func unknownParts() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE parent (id int PRIMARY KEY, word text); CREATE TABLE child () INHERITS (parent);
        INSERT INTO parent SELECT n, 'parent ' || n FROM generate_series(1, 30) n;
        INSERT INTO child SELECT n, 'child ' || n FROM generate_series(1, 30) n;
        CREATE ROLE guest LOGIN; GRANT SELECT ON parent, child TO guest;
        REVOKE SELECT ON pg_catalog.pg_inherits FROM PUBLIC;
        """)
      let database = try PostgresDatabase(server.url.replacingOccurrences(of: "tester", with: "guest"))
      let engine = TableEngine(database, try await database.table(named: "parent", key: nil))
      let note = "whether it has parts is unknown: permission denied for table pg_inherits"
      expectEqual(engine.table.notes, [note])
      var changes = engine.schemaChanges.makeAsyncIterator()
      _ = try await engine.all()
      await changes.next()
      #expect(try await engine.inspect())
      expectEqual(
        engine.table.notes, [note, "several rows have the same key: they are identified by position too"])
      let rows = try await engine.all()
      #expect(rows.count == 60 && Set(rows.map(\.key)).count == 60)
    }

    @Test("Views have no key of their own, and a key option applies to them")
    func views() async throws {
      let server = try PostgresServer(
        "CREATE TABLE t (n int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 50); CREATE VIEW v AS SELECT n, n * 2 AS twice FROM t"
      )
      #expect(try await !server.engine("v").table.hasKey)
      let engine = try await server.engine("v", key: ["n"])
      try await PageChecks.check(engine, filters: ["", "twice:>50"])
      let tables = try await engine.database.tables()
      #expect(tables.map(\.name) == ["t", "v"] && tables.map(\.kind) == ["table", "view"])
    }

    @Test("Columns without a read privilege are left out, with a note")
    func columnRights() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE t (id int PRIMARY KEY, secret text, word text); INSERT INTO t VALUES (1, 'x', 'seen');
        CREATE ROLE guest LOGIN; GRANT SELECT (id, word) ON t TO guest; CREATE TABLE closed (a int);
        """)
      let database = try PostgresDatabase(server.url.replacingOccurrences(of: "tester", with: "guest"))
      let engine = TableEngine(database, try await database.table(named: "t", key: nil))
      try await expectEqual(engine.all().map(\.content), [["1", "seen"]])
      expectEqual(engine.table.notes, ["left out, no permission to read: secret"])
      await #expect(throws: DatabaseError(.refused, "permission denied for table closed")) {
        try await database.table(named: "closed", key: nil)
      }
    }

    @Test("A table of 1,600 columns can be read, sorted and filtered")
    func manyColumns() async throws {
      let names = (1...1600).map { "c\($0) int" }.joined(separator: ", ")
      let server = try PostgresServer(
        "CREATE TABLE wide (\(names)); INSERT INTO wide (c1, c1600) VALUES (1, 42), (2, 7)")
      let engine = try await server.engine("wide")
      try await expectEqual(engine.all().first?.content.count, 1600)
      try await expectEqual(engine.all("42").map { $0.content[0] }, ["1"])
      try await expectEqual(engine.all(order: TableOrder(column: 1599)).map { $0.content[0] }, ["2", "1"])
    }

    @Test("Rows without a key are identified by their place, so an updated row is a new row")
    func rewrittenRows() async throws {
      let server = try PostgresServer("CREATE TABLE heap (word text); INSERT INTO heap VALUES ('a'), ('b')")
      let engine = try await server.engine("heap")
      expectEqual(engine.table.key.map(\.sql), ["t.ctid"])
      expectEqual(
        engine.table.notes,
        [
          "no key: rows are identified by position, so an updated row counts as new"
        ])
      let before = try await engine.all()
      try server.execute("UPDATE heap SET word = 'A' WHERE word = 'a'")
      let after = try await engine.all()
      #expect(after.map { $0.content[0] } == ["b", "A"] && !before.map(\.key).contains(after[1].key))
    }

    @Test("Values are returned in full, and blobs as bytes")
    func values() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE t (id int PRIMARY KEY, word text, data bytea, at date);
        INSERT INTO t VALUES (1, repeat('ä', 2000000), '\\x00ff7f', '2026-11-25'), (2, '', '', NULL)
        """)
      let engine = try await server.engine("t")
      let rows = try await engine.all()
      #expect(rows[0].content[1]?.count == 1024 && rows[0].content[2] == "blob of 3 bytes")
      try await expectEqual(engine.record(rows[0].key)?[1]?.count, 1 << 20)
      try await expectEqual(engine.record(rows[0].key, isWhole: true)?[1]?.count, 2_000_000)
      try await expectEqual(engine.value(of: 1, rows[0].key)?.count, 4_000_000)
      try await expectEqual(engine.value(of: 2, rows[0].key), [0, 255, 127])
      try await expectEqual(engine.value(of: 3, rows[0].key), Array("2026-11-25".utf8))
      try await expectEqual(engine.value(of: 2, rows[1].key), [])
      #expect(try await engine.value(of: 3, rows[1].key) == nil)
    }

    @Test("The text of a filter is data")
    func filters() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE plain (n int PRIMARY KEY, word text, amount numeric, at date);
        INSERT INTO plain VALUES (1, '100% of it', 1.5, '2026-11-01'), (2, 'snake_case', 2, '2026-11-02'), (3, 'back\\slash', 3072, NULL),
          (4, 'it''s', 4, NULL), (5, 'Zürich "quoted"', 5, NULL), (6, NULL, 15, NULL), (7, '''; DROP TABLE plain; --', 7, NULL);
        """)
      func found(_ engine: TableEngine, _ text: String) async throws -> [Int] {
        let rows = try await engine.all(text)
        let query = TableQuery(filter: TableFilter(text, of: engine.table.columns))
        try await expectEqual(engine.count(matching: query), .exactly(rows.count), "\(text)")
        return rows.compactMap { $0.content[0].flatMap { Int($0) } }
      }
      let plain = try await server.engine("plain")
      for (text, keys) in [
        ("", [1, 2, 3, 4, 5, 6, 7]), ("%", [1]), ("word:_", [2]), ("\\", [3]), ("''", [4, 7]), ("\"", [5]),
        ("ZÜR", [5]),
        ("drop TABLE", [7]), ("$1", []), ("it 100", [1]), ("word:it", [1, 4]), ("!word:it", [2, 3, 5, 6, 7]),
        ("amount:>2", [3, 4, 5, 6, 7]),
        ("amount:>=3K", [3]), ("n:=5", [5]), ("at:>2026-11-01", [2]), ("word:=SNAKE_CASE", [2]),
        ("snake|slash", [2, 3]),
        ("n:>1.5 n:<3", [2]),
      ] {
        try await expectEqual(found(plain, text), keys, "\(text)")
      }
      await #expect(throws: DatabaseError.self) { try await plain.all("at:>yesterwhen") }
    }

    @Test("The server totals columns, counts values of the rows that match, and finds alerts")
    func aggregates() async throws {
      let server = try PostgresServer(AggregateChecks.table)
      try await AggregateChecks.check(try await server.engine("parcels"))
      try await AggregateChecks.checkAlerts(
        try await server.engine("parcels", alert: AggregateChecks.alert))
    }

    @Test("Counts are exact, estimated or limited")
    func counts() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE large (n int PRIMARY KEY, word text);
        INSERT INTO large SELECT n, 'word ' || n FROM generate_series(1, 150000) n;
        """)
      let engine = try await server.engine("large")
      func count(_ text: String) async throws -> PageCount {
        try await engine.count(matching: TableQuery(filter: TableFilter(text, of: engine.table.columns)))
      }
      try await expectEqual(count(""), .atLeast(100_000), "there are no statistics yet")
      try server.execute("ANALYZE large")
      try await expectEqual(count(""), .about(150_000))
      try await expectEqual(count("word"), .atLeast(10_000))
      try await expectEqual(count("word 14999"), .exactly(12))
    }

    @Test("Added and dropped columns are noticed")
    func otherColumns() async throws {
      let server = try PostgresServer(
        "CREATE TABLE t (id int PRIMARY KEY, a text); INSERT INTO t VALUES (1, 'x')")
      let engine = try await server.engine("t")
      _ = try await engine.all()
      var changes = engine.schemaChanges.makeAsyncIterator()
      try server.execute("ALTER TABLE t ADD COLUMN b text DEFAULT 'new'; ALTER TABLE t DROP COLUMN a")
      await #expect(throws: DatabaseError.self) { try await engine.all() }
      await changes.next()
      #expect(try await engine.inspect())
      try await expectEqual(engine.all().map(\.content), [["1", "new"]])
      try server.execute(
        "DROP TABLE t; CREATE TABLE t (id int PRIMARY KEY, z text); INSERT INTO t VALUES (5, 'again')")
      await #expect(throws: DatabaseError.self) { try await engine.all() }
      #expect(try await engine.inspect())
      try await expectEqual(engine.all().map(\.content), [["5", "again"]])
    }

    @Test("The server refuses to sort by a column without an order, and the error says so")
    func noOrder() async throws {
      let server = try PostgresServer(
        "CREATE TABLE t (id int PRIMARY KEY, at point); INSERT INTO t VALUES (1, '(1,2)')")
      let engine = try await server.engine("t")
      await #expect(throws: DatabaseError(.refused, "could not identify an ordering operator for type point"))
      {
        try await engine.position(of: nil, in: TableOrder(column: 1))
      }
    }

    @Test("A cursor reads all rows at full length")
    func printing() async throws {
      let server = try PostgresServer(
        "CREATE TABLE t (id int PRIMARY KEY, word text); INSERT INTO t SELECT n, repeat('x', n) FROM generate_series(1, 5000) n"
      )
      let engine = try await server.engine("t")
      let all = Collected()
      try await engine.database.forEachRow(of: engine.table.statements([0, 1], matching: TableQuery())) {
        columns in
        all.names = columns.map(\.name)
      } _: { row in
        all.lengths.append(row[1].bytes.count)
        return all.lengths.count < 4500
      }
      expectEqual(all.lengths, Array(1...4500))
      // The connection can be used again: by COPY, or for statements with values, which COPY does not
      // support.
      let query = TableQuery(filter: TableFilter("id:>4990", of: engine.table.columns))
      all.lengths = []
      try await engine.database.forEachRow(of: engine.table.statements([1], matching: query)) { _ in
      } _: { row in
        all.lengths.append(row[0].bytes.count)
        return true
      }
      expectEqual(all.lengths, Array(4991...5000))
      try server.execute(
        #"""
        CREATE TABLE odd (id int PRIMARY KEY, word text);
        INSERT INTO odd VALUES (1, E'a\tb\nc\\d\r'), (2, NULL), (3, ''), (4, E'\\N'), (5, 'plain'), (6, E'ä\b\f\x0b');
        """#)
      let odd = try await server.engine("odd")
      for (filter, isCopied) in [("", true), ("id:>0", false)] {
        let query = TableQuery(filter: TableFilter(filter, of: odd.table.columns))
        all.texts = []
        try await odd.database.forEachRow(of: odd.table.statements([0, 1], matching: query)) { _ in
        } _: { row in
          all.texts.append(row[1].kind == .null ? nil : String(decoding: row[1].bytes, as: UTF8.self))
          expectEqual((row.line != nil), (isCopied && (all.texts.count == 3 || all.texts.count == 5)))
          return true
        }
        expectEqual(all.texts, ["a\tb\nc\\d\r", nil, "", "\\N", "plain", "ä\u{8}\u{C}\u{B}"])
      }
      // An error within the rows is thrown, and a statement that COPY does not support is read by a cursor.
      await #expect(throws: DatabaseError(.refused, "division by zero")) {
        try await engine.database.forEachRow(of: [
          engine.database.statement("SELECT 1 / (3000 - n) FROM generate_series(1, 5000) n")
        ]) { _ in
        } _: { _ in
          true
        }
      }
      all.lengths = []
      try await engine.database.forEachRow(of: [engine.database.statement("SELECT 1;")]) { _ in
      } _: { row in
        all.lengths.append(row[0].bytes.count)
        return true
      }
      expectEqual(all.lengths, [1])
      for sql in ["SELECT 1; DELETE FROM t", "SELECT 1;; SELECT 2"] {
        await #expect(throws: DatabaseError(.refused, "several statements; give one")) {
          try await engine.database.forEachRow(of: [engine.database.statement(sql)]) { _ in
          } _: { _ in
            true
          }
        }
      }
      try await engine.database.forEachRow(of: [
        engine.database.statement("SELECT 1 AS one, NULL, 'x' AS word")
      ]) { columns in
        all.names = columns.map { "\($0.name)\($0.isNumber)" }
      } _: { row in
        expectEqual((0..<3).map { row[$0].kind }, [.number, .null, .text])
        return true
      }
      expectEqual(all.names, ["onetrue", "?column?false", "wordfalse"])
    }

    private final class Collected: @unchecked Sendable {
      var names: [String] = []
      var lengths: [Int] = []
      var texts: [String?] = []
    }
  }

  /// A statement that ends only when it is cancelled.
  static let sleep = "SELECT pg_sleep(3600)::text"
  /// A query for the number of sleeping statements on a server.
  static let sleepers =
    "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"

  /// Reads the sleeping statement, and cancels the task once the server runs it.
  static func cancelSleep(on database: PostgresDatabase, of server: PostgresServer) async throws {
    let reading = Task { try await database.rows(database.statement(sleep)) }
    while try server.execute(sleepers) != "1" { await Task.yield() }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  /// The effects of reads on a server, and the loss of their connections.
  @Suite(.serialized, .waitsForProcesses) struct ConnectionTests {
    @Test("Reads are read-only, and values are never part of a statement")
    func readOnly() async throws {
      let server = try PostgresServer("CREATE TABLE t (n int PRIMARY KEY)")
      let database = try PostgresDatabase(server.url)
      await #expect(throws: DatabaseError(.refused, "cannot execute INSERT in a read-only transaction")) {
        try await database.rows(database.statement("INSERT INTO t VALUES (1)"))
      }
      try await expectEqual(
        database.rows(SQLStatement("SELECT $1::text", .postgres, [SQLValue("'; --")])),
        [
          [SQLValue("'; --")]
        ])
      try expectEqual(server.execute("SELECT count(*) FROM t"), "0")
    }

    @Test("A cancelled read stops on the server, and so do all reads at the end", .timeLimit(.minutes(60)))
    func cancelling() async throws {
      let server = try PostgresServer()
      let database = try PostgresDatabase(server.url)
      let slow = database.statement(PostgresTests.sleep)
      try await PostgresTests.cancelSleep(on: database, of: server)
      while try server.execute(PostgresTests.sleepers) != "0" { await Task.yield() }
      let second = Task { try await database.rows(slow) }
      while try server.execute(PostgresTests.sleepers) != "1" { await Task.yield() }
      database.lanes.stopAll()
      await #expect(throws: CancellationError.self) { try await second.value }
      try await expectEqual(database.rows(database.statement("SELECT '1'")), [[SQLValue("1")]])
      // A statement that the server cancels is not tried again.
      try server.execute("ALTER ROLE tester SET statement_timeout = '50ms'")
      let limited = try PostgresDatabase(server.url)
      await #expect(throws: DatabaseError(.stopped, "canceling statement due to statement timeout")) {
        try await limited.rows(slow)
      }
    }

    @Test(
      "If a server cannot cancel a statement, the connection is closed and the next read opens another one",
      .timeLimit(.minutes(60)))
    func cancellingWithoutKey() async throws {
      let server = try PostgresServer("CREATE TABLE t AS SELECT n FROM generate_series(1, 100000) n")
      let proxy = try KeylessProxy(to: server)
      let database = try PostgresDatabase(proxy.url)
      let slow = database.statement(PostgresTests.sleep)
      try await PostgresTests.cancelSleep(on: database, of: server)
      try await expectEqual(database.rows(database.statement("SELECT '1'")), [[SQLValue("1")]])
      // A timeout does not count as a lost connection, which would be tried again.
      await #expect {
        try await database.lanes.read(within: .milliseconds(50)) { try $0.exchange([slow]) }
      } throws: {
        ($0 as? DatabaseError)?.kind == .stopped
      }
      // Remaining rows are not read once they are not needed.
      var count = 0
      let connection = try PostgresConnection(proxy.url)
      try connection.forEachRow(of: [database.statement("SELECT n FROM t")], names: { _ in }) { _ in
        count += 1
        return count < 3
      }
      #expect(count == 3 && !connection.isUsable)
      withExtendedLifetime(proxy) {}
    }

    @Test("A connection that is closed during a transaction is opened again", .timeLimit(.minutes(60)))
    func lostConnection() async throws {
      let server = try PostgresServer(
        "CREATE TABLE t (n int PRIMARY KEY, seconds int); INSERT INTO t VALUES (1, 3600)")
      let database = try PostgresDatabase(server.url)
      let reading = Task {
        try await database.rows(database.statement("SELECT pg_sleep(seconds)::text, n::text FROM t"))
      }
      while try server.execute(PostgresTests.sleepers) != "1" { await Task.yield() }
      // The second attempt does not sleep.
      try server.execute("UPDATE t SET seconds = 0")
      try server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"
      )
      try await expectEqual(
        reading.value, [[SQLValue(""), SQLValue("1")]], "it is read by another connection")
      try server.stop()
      await #expect(throws: DatabaseError.self) { try await database.rows(database.statement("SELECT '1'")) }
      try server.start()
      try await expectEqual(database.rows(database.statement("SELECT '2'")), [[SQLValue("2")]])
    }

    @Test("A read that waits for a lock reports it", .timeLimit(.minutes(60)))
    func locks() async throws {
      let server = try PostgresServer("CREATE TABLE t (n int PRIMARY KEY)")
      let database = try PostgresDatabase(server.url)
      #expect(await database.obstacle() == nil)
      let unlock = try server.lock("t")
      let reading = Task { try await database.rows(database.statement("SELECT n FROM t")) }
      while await database.obstacle() != "waiting for a lock" { await Task.yield() }
      unlock()
      #expect(try await reading.value.isEmpty)
    }

    @Test("Errors have one line and no passwords")
    func errors() throws {
      for url in [
        "postgres://me:secret@/parcels?host=/dev/null/none", "postgres://me:secret%zz@host/",
        "postgresql://me:secret@[::1",
      ] {
        do {
          _ = try PostgresDatabase(url)
          Issue.record("\(url) was reached")
        } catch {
          #expect(!"\(error)".contains("secret") && !"\(error)".contains("\n"), "\(error)")
        }
      }
    }

    @Test(
      "The trigger of the documentation reports changes; without it, the engine polls",
      .timeLimit(.minutes(60)))
    func changes() async throws {
      let server = try PostgresServer(
        "CREATE TABLE \"a \"\"t\"\"\" (n int PRIMARY KEY); CREATE TABLE other (n int)")
      let engine = try await server.engine("a \"t\"", interval: .milliseconds(50))
      var looking = engine.changes().makeAsyncIterator()
      for _ in 0..<3 { await expectEqual(looking.next(), .possible) }
      try server.execute(try trigger().replacingOccurrences(of: "ON notes", with: "ON \"a \"\"t\"\"\""))
      var reported = engine.changes().makeAsyncIterator()
      await expectEqual(reported.next(), .certain, "a listener may have read before")
      for write in [
        "INSERT INTO \"a \"\"t\"\"\" VALUES (1)", "UPDATE \"a \"\"t\"\"\" SET n = 2",
        "TRUNCATE \"a \"\"t\"\"\"",
      ] {
        try server.execute(write)
        await expectEqual(reported.next(), .certain)
      }
      try server.stop()
      await expectEqual(reported.next(), .certain, "the next read finds out why it fails")
      try server.start()
      try server.execute("INSERT INTO \"a \"\"t\"\"\" VALUES (3)")
      await expectEqual(reported.next(), .certain)
    }

    /// Returns the SQL statements of `Documentation/databases.md`.
    private func trigger() throws -> String {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let page = try String(
        contentsOf: root.appendingPathComponent("Documentation/databases.md"), encoding: .utf8)
      let start = try #require(page.range(of: "```sql\n"))
      let end = try #require(page.range(of: "\n```", range: start.upperBound..<page.endIndex))
      return String(page[start.upperBound..<end.lowerBound])
    }
  }
}
