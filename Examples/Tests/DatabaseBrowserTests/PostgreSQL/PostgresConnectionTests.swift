import Foundation
import ListKit
import Testing

@testable import database_browser

extension PostgresTests {
  /// What reads do to a server, and what may happen to them.
  @Suite struct PostgresConnectionTests {
    @Test func whatIsReadIsOnlyRead() async throws {
      let server = try PostgresServer("CREATE TABLE t (n int PRIMARY KEY)")
      let connection = PostgresConnection(try server.address)
      await #expect(throws: PostgresError.self) {
        try await connection.read([PostgresStatement("INSERT INTO t VALUES (1)")])
      }
      do {
        _ = try await connection.read([PostgresStatement("SELECT 1"), PostgresStatement("DELETE FROM t")])
      } catch let PostgresError.refused(code, reason) {
        #expect(code == "25006" && reason.contains("read-only"))
      }
      #expect(try await connection.read([PostgresStatement("SELECT $1::text", ["'; --"])]) == [[["'; --"]]])
      #expect(try server.execute("SELECT count(*) FROM t") == "0")
    }

    @Test(.timeLimit(.minutes(60)))
    func whoIsCancelledStopsOnTheServerToo() async throws {
      let server = try PostgresServer()
      let connection = PostgresConnection(try server.address)
      let slow = Task { try await connection.read([PostgresStatement("SELECT pg_sleep(3600)::text")]) }
      let sleepers =
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'"
      while try server.execute(sleepers) != "1" { await Task.yield() }
      // One that waits behind it never begins.
      let waiting = Task { try await connection.read([PostgresStatement("SELECT pg_sleep(3600)::text")]) }
      while connection.load < 2 { await Task.yield() }
      waiting.cancel()
      slow.cancel()
      await #expect(throws: CancellationError.self) { try await slow.value }
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(try server.execute(sleepers) == "0")
      #expect(try await connection.read([PostgresStatement("SELECT '1'")]) == [[["1"]]])
    }

    @Test(.timeLimit(.minutes(60)))
    func aConnectionThatIsClosedUnderATransactionIsMadeAgain() async throws {
      let server = try PostgresServer(
        "CREATE TABLE t (n int PRIMARY KEY, seconds int); INSERT INTO t VALUES (1, 3600)")
      let connection = PostgresConnection(try server.address)
      let others =
        "FROM pg_stat_activity WHERE application_name = 'database-browser' AND state = 'active' AND pid <> pg_backend_pid()"
      let reading = Task {
        try await connection.read([PostgresStatement("SELECT pg_sleep(seconds)::text, n::text FROM t")])
      }
      while try server.execute("SELECT count(*) \(others)") != "1" { await Task.yield() }
      // Read once more, it does not sleep.
      try server.execute("UPDATE t SET seconds = 0")
      try server.execute("SELECT pg_terminate_backend(pid) \(others)")
      #expect(try await reading.value == [[["", "1"]]], "it is read by another connection")
      // Also where the server went and came back between two reads.
      try server.stop()
      await #expect(throws: PostgresError.self) {
        try await connection.read([PostgresStatement("SELECT '1'")])
      }
      try server.start()
      #expect(try await connection.read([PostgresStatement("SELECT '2'")]) == [[["2"]]])
    }

    @Test func errorsAreOneLineWithoutPasswords() throws {
      let nowhere = try PostgresAddress("postgres://me:secret@/parcels?host=/nonexistent")
      #expect(nowhere.name == "parcels at /nonexistent")
      for url in [nowhere.url, "postgres://me:secret%zz@host/", "postgresql://me:secret@[::1"] {
        do {
          _ = try PostgresEngine(try PostgresAddress(url), table: "t")
          Issue.record("\(url) was reached")
        } catch {
          #expect(!"\(error)".contains("secret") && !"\(error)".contains("\n"), "\(error)")
        }
      }
      #expect(PostgresAddress.isURL("postgres://h/d") && PostgresAddress.isURL("POSTGRESQL://h/d"))
      #expect(!PostgresAddress.isURL("postgres.sqlite") && !PostgresAddress.isURL("/tmp/postgres://"))
    }

    @Test(.timeLimit(.minutes(60)))
    func theTriggerTellsOfChangesAndWithoutItNobodyKnows() async throws {
      let server = try PostgresServer(
        "CREATE TABLE \"a \"\"t\"\"\" (n int PRIMARY KEY); CREATE TABLE other (n int)")
      func engine() throws -> PostgresEngine {
        try PostgresEngine(try server.address, table: "a \"t\"", interval: .milliseconds(50))
      }
      var looking = try engine().changes().makeAsyncIterator()
      for _ in 0..<3 { #expect(await looking.next() == .possible) }
      try server.execute(PostgresTrigger(table: try engine().table).script)
      var told = try engine().changes().makeAsyncIterator()
      #expect(await told.next() == .certain, "a listener may have read before")
      for write in [
        "INSERT INTO \"a \"\"t\"\"\" VALUES (1)", "UPDATE \"a \"\"t\"\"\" SET n = 2",
        "TRUNCATE \"a \"\"t\"\"\"",
      ] {
        try server.execute(write)
        #expect(await told.next() == .certain)
      }
      try server.stop()
      #expect(await told.next() == .certain, "the next read finds out why it fails")
      try server.start()
      #expect(await told.next() == .certain, "something may have happened meanwhile")
      try server.execute("INSERT INTO \"a \"\"t\"\"\" VALUES (3)")
      #expect(await told.next() == .certain)
    }

    /// Those that read are not listened to: what they read when the listener had lost its connection may be the last
    /// that the server said.
    @Test(.timeLimit(.minutes(60)))
    func aServerThatGoesAfterTheListenersConnectionIsToldOf() async throws {
      let server = try PostgresServer("CREATE TABLE t (n int PRIMARY KEY)")
      let engine = try PostgresEngine(try server.address, table: "t")
      try server.execute(PostgresTrigger(table: engine.table).script)
      var told = engine.changes().makeAsyncIterator()
      #expect(await told.next() == .certain)
      try server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")
      #expect(await told.next() == .certain)
      _ = try await engine.count(matching: TableQuery(""))
      try server.stop()
      #expect(await told.next() == .certain, "it could not be reached again")
    }
  }
}
