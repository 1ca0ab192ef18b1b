import Foundation
import ListKitPaging
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases

extension PostgresTests {
  /// A table with rows on three servers.
  @Suite(
    .serialized, .waitsForProcesses, .enabled(if: TestRun.isThorough, "only in make check"))
  struct FleetTests {
    private func table(_ engine: TableEngine, _ text: String, _ order: TableOrder = TableOrder())
      -> TableQuery
    {
      TableQuery(
        filter: TableFilter(text, of: engine.table.columns), order: order, generation: engine.generation)
    }

    @Test("Pages between any bounds are parts of the list, in every order, and the partition key is the key")
    func pages() async throws {
      let fleet = try PostgresFleet(rows: 60)
      let engine = try await fleet.coordinator.engine("notes")
      #expect(engine.table.keyColumn == 0 && engine.table.isRemote && engine.table.notes.isEmpty)
      try await expectEqual(engine.all().map { $0.content[0] }, (1...60).map { "\($0)" })
      try await PageChecks.check(engine, filters: ["", "one", "n:>3", "word:^two"])
      // A single partition has no key that the coordinator knows of.
      let part = try await fleet.coordinator.engine("notes_1")
      #expect(part.table.key.map(\.sql) == ["t.ctid"] && part.table.notes.count == 1)
      try await PageChecks.check(part)
    }

    @Test("The coordinator requests only one page from each server, in its order")
    func statements() async throws {
      let fleet = try PostgresFleet(rows: 60)
      let engine = try await fleet.coordinator.engine("notes")
      for column in [nil, 1, 2] as [Int?] {
        let order = TableOrder(column: column)
        let row = try await engine.all(order: order)[20]
        let read = engine.table.read(
          PageRequest(first: 10, after: .excluding(row.key)),
          matching: table(engine, "", order))
        for var statement in read.statements {
          statement.sql = "EXPLAIN (VERBOSE) " + statement.sql
          let answers = try await engine.database.read(engine.table.preparation + [SQLRead([statement])])
          let plan = answers[1].compactMap { $0[0].text }
          #expect(
            !plan.contains { $0.contains("Filter:") || $0.contains("Sort  (") },
            "\(plan.joined(separator: "\n"))")
          let asked = plan.filter { $0.contains("Remote SQL:") }
          #expect(
            asked.count == 3 && asked.allSatisfy { $0.contains("WHERE") && $0.contains("ORDER BY") },
            "\(asked)")
        }
      }
    }

    @Test("Rows are counted on their servers or estimated, and no row is fetched to count it")
    func counts() async throws {
      let fleet = try PostgresFleet(rows: 600, settings: "log_statement = all")
      let engine = try await fleet.coordinator.engine("notes")
      func count(_ text: String) async throws -> PageCount {
        try await engine.count(matching: table(engine, text))
      }
      try await expectEqual(count(""), .exactly(600))
      try await expectEqual(count("word:one"), .exactly(200))
      try await expectEqual(count("n:>3"), .exactly(257))
      // A filter that only the coordinator can apply would fetch all rows.
      try await expectEqual(count("one"), .atLeast(0), "there are no statistics of the parts")
      for shard in fleet.shards {
        let log = try shard.log
        #expect(log.contains("SELECT count(*) FROM public.notes") && !log.contains("SELECT NULL"))
        #expect(!log.contains("SELECT id, word"))
      }
      engine.countExactly(TableFilter("one", of: engine.table.columns))
      try await expectEqual(count("one"), .exactly(200), "where it is asked for")
      try await expectEqual(count("word:one"), .exactly(200))
      try fleet.coordinator.execute("ANALYZE notes_0; ANALYZE notes_1; ANALYZE notes_2")
      guard case .about = try await count("two") else {
        Issue.record("it is estimated with statistics")
        return
      }
    }

    @Test("Rows of two servers with the same key are all shown, with a note", .timeLimit(.minutes(60)))
    func equalKeys() async throws {
      let fleet = try PostgresFleet(rows: 30)
      // No server knows of the rows of another one.
      for (number, shard) in fleet.shards.enumerated() {
        // Each server first inserts and deletes another number of rows, so rows with equal keys have
        // different places.
        try shard.execute(
          """
          INSERT INTO notes SELECT -n FROM generate_series(1, \(number * 40)) n; DELETE FROM notes WHERE id < 0;
          INSERT INTO notes SELECT n, 'again ' || n, 1 FROM generate_series(1, 30) n ON CONFLICT DO NOTHING
          """)
      }
      let engine = try await fleet.coordinator.engine("notes")
      var changes = engine.schemaChanges.makeAsyncIterator()
      let request = PageRequest<TableRowKey>(first: 7)
      let page = try await engine.pages([request], matching: table(engine, ""))[0]
      #expect(page.rows.count == 7 && Set(page.rows.map(\.key)).count == 7)
      await changes.next()
      #expect(try await engine.inspect())
      expectEqual(engine.table.notes, ["several rows have the same key: they are identified by position too"])
      try await expectEqual(engine.all().count, 90)
      // Reading page by page skips no row.
      var (found, last) = ([String](), PageBound<TableRowKey>.edge)
      while true {
        let page = try await engine.pages(
          [PageRequest(first: 7, after: last)], matching: table(engine, ""))[0]
        found += page.rows.compactMap { $0.content[1] }
        guard !page.isComplete, let row = page.rows.last else { break }
        last = .excluding(row.key)
      }
      #expect(found.count == 90 && Set(found).count == 60)
      for row in try await engine.all() { try await expectEqual(engine.record(row.key)?[0], row.content[0]) }
    }

    @Test("A trigger on the coordinator does not see writes on other servers, so the engine polls")
    func changes() async throws {
      let fleet = try PostgresFleet(rows: 3)
      try fleet.coordinator.execute(
        """
        CREATE FUNCTION listkit_notify() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER listkit_notify AFTER INSERT ON notes FOR EACH STATEMENT EXECUTE FUNCTION listkit_notify();
        """)
      let engine = try await fleet.coordinator.engine("notes", interval: .milliseconds(50))
      var looking = engine.changes().makeAsyncIterator()
      for _ in 0..<3 { await expectEqual(looking.next(), .possible) }
    }

    @Test("An error names a stopped server, and the table is read again after its restart")
    func lostShard() async throws {
      let fleet = try PostgresFleet(rows: 30)
      let engine = try await fleet.coordinator.engine("notes")
      try await expectEqual(engine.all().count, 30)
      try fleet.shards[1].stop()
      await #expect { try await engine.all() } throws: {
        "\($0)".contains("could not connect to server \"shard1\"")
      }
      try fleet.shards[1].start()
      try await expectEqual(engine.all().count, 30)
      try fleet.coordinator.stop()
      await #expect(throws: DatabaseError.self) { try await engine.all() }
      try fleet.coordinator.start()
      try await expectEqual(engine.all().count, 30)
    }
  }

  /// A pooler that lends a connection for one transaction at a time.
  @Suite(
    .serialized, .waitsForProcesses, .enabled(if: PostgresPooler.isInstalled, "pgbouncer is not installed"),
    .enabled(if: TestRun.isThorough, "only in make check"))
  struct PoolerTests {
    @Test("Pages and counts work through a pooler, also after its restart")
    func pages() async throws {
      let fleet = try PostgresFleet(rows: 60)
      let pooler = try PostgresPooler(to: fleet.coordinator)
      let database = try PostgresDatabase(pooler.url, time: .seconds(3600))
      let engine = TableEngine(database, try await database.table(named: "notes", key: nil))
      try await PageChecks.check(engine, filters: ["", "word:one"])
      try await expectEqual(engine.count(matching: TableQuery()), .exactly(60))
      try pooler.stop()
      await #expect(throws: DatabaseError.self) { try await engine.all() }
      try pooler.start()
      try await expectEqual(engine.all().count, 60)
      try expectEqual(
        fleet.coordinator.execute(
          "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%SET client%' AND query NOT LIKE '%LOCAL%' AND pid <> pg_backend_pid()"
        ), "0", "nothing is set on a connection that others get next")
    }

    @Test("A LISTEN that the pooler loses does not count, so the engine polls", .timeLimit(.minutes(60)))
    func changes() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE t (n int PRIMARY KEY);
        CREATE FUNCTION listkit_notify() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM pg_notify('listkit_' || TG_RELID::text, ''); RETURN NULL; END $$;
        CREATE TRIGGER listkit_notify AFTER INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION listkit_notify();
        """)
      let pooler = try PostgresPooler(to: server)
      func changes(_ url: String) async throws -> AsyncStream<PageChange> {
        let database = try PostgresDatabase(url)
        let table = try await database.table(named: "t", key: nil)
        return TableEngine(database, table, interval: .milliseconds(50)).changes()
      }
      var direct = try await changes(server.url).makeAsyncIterator()
      await expectEqual(direct.next(), .certain)
      var pooled = try await changes(pooler.url).makeAsyncIterator()
      for _ in 0..<3 { await expectEqual(pooled.next(), .possible) }
    }

    @Test("A cancelled query ends on the server behind the pooler", .timeLimit(.minutes(60)))
    func cancelling() async throws {
      let server = try PostgresServer()
      let pooler = try PostgresPooler(to: server)
      let database = try PostgresDatabase(pooler.url)
      try await PostgresTests.cancelSleep(on: database, of: server)
      while try server.execute(PostgresTests.sleepers) != "0" { await Task.yield() }
      withExtendedLifetime(pooler) {}
    }
  }
}
