import Foundation
import TerminalTesting
import Testing

@testable import database_browser

extension PostgresTests {
  /// The real program on a pseudo-terminal, over a real server with a million rows.
  @Suite struct PostgresSessionTests {
    private static let million = """
      CREATE TABLE parcels (id bigint PRIMARY KEY, city text NOT NULL, note text);
      INSERT INTO parcels SELECT n, (ARRAY['Berlin', 'Paris', 'Rome', 'Oslo'])[1 + n % 4], 'parcel ' || n
        FROM generate_series(1, 1000000) n;
      ANALYZE parcels;
      """

    private static let (down, pageDown, end, home) = ("\u{1b}[B", "\u{1b}[6~", "\u{1b}[F", "\u{1b}[H")

    /// The program, its screen, and the keys that are pressed.
    private struct Viewer {
      let terminal: PseudoTerminal

      init(_ server: PostgresServer, _ arguments: [String] = []) throws {
        terminal = try PseudoTerminal(
          HeadlessTests.program,
          ["--database", server.url, "--table", "parcels", "--motion", "none"] + arguments,
          columns: 80, lines: 16)
      }

      /// The line of the cursor.
      var cursor: String { terminal.screen.lines.first { $0.hasPrefix("▌") } ?? "" }
      /// The first value of its row.
      var key: Substring? { cursor.split(separator: " ").dropFirst().first }
      var status: String { terminal.screen.line(15) }

      /// Presses a key and waits until the cursor has gone elsewhere.
      func press(_ key: String) throws {
        let lines = terminal.screen.lines
        terminal.type(key)
        try terminal.wait("an answer to the key") { $0.lines != lines }
      }

      func wait(for what: String, _ condition: (Viewer) -> Bool) throws {
        try terminal.wait(what) { _ in condition(self) }
      }
    }

    @Test func nothingIsLostWhateverHappensToTheServer() async throws {
      try await onThread { try Self.playWhateverHappens() }
    }

    private static func playWhateverHappens() throws {
      let server = try PostgresServer(Self.million)
      try server.execute(
        PostgresTrigger(table: try PostgresEngine(try server.address, table: nil).table).script)
      let viewer = try Viewer(server)
      let terminal = viewer.terminal
      try viewer.wait(for: "the newest row") {
        $0.cursor.contains("parcel 1000000") && $0.status.hasPrefix("about 1,000,000 rows")
      }

      // Scrolling, and both ends.
      for count in 1...40 {
        try viewer.press(Self.down)
        try viewer.wait(for: "row after row") { $0.cursor.contains("parcel \(1_000_000 - count)") }
      }
      for _ in 0..<20 { try viewer.press(Self.pageDown) }
      terminal.type(Self.end)
      try viewer.wait(for: "the last row") { $0.key == "1" }
      terminal.type(Self.home)
      try viewer.wait(for: "the first row") { $0.cursor.contains("parcel 1000000") }

      // A second connection writes. What comes above a row that was chosen is above the screen.
      try viewer.press(Self.down)
      try server.execute(
        """
        BEGIN; INSERT INTO parcels VALUES (1000001, 'Lima', 'of another'); DELETE FROM parcels WHERE id = 999998;
        UPDATE parcels SET note = 'changed' WHERE id = 999997; COMMIT
        """)
      try terminal.wait { $0.contains("changed") && !$0.contains("parcel 999998") }
      #expect(viewer.cursor.contains("parcel 999999"), "the cursor stays on its row")
      terminal.type(Self.home)
      try viewer.wait(for: "the row that came") { $0.cursor.contains("of another") }

      // The filter.
      let romes = "FROM parcels WHERE city = 'Rome' AND note LIKE '%9999%'"
      let (count, newest) = (
        try server.execute("SELECT count(*) \(romes)"), try server.execute("SELECT max(note) \(romes)")
      )
      terminal.type("rome 9999")
      try viewer.wait(for: "what was found") {
        $0.cursor.contains(newest ?? "?") && $0.status.hasPrefix("\(count ?? "") rows")
      }
      terminal.type("\u{1b}")
      try viewer.wait(for: "all of it") { $0.status.hasPrefix("about ") && $0.cursor.contains(newest ?? "?") }

      // The server goes away in the middle.
      try server.stop()
      try viewer.wait(for: "that it is out of date") { $0.status.hasPrefix("not up to date: ") }
      #expect(viewer.cursor.contains(newest ?? "?"), "what was read stays")
      for _ in 0..<5 { try viewer.press(Self.down) }
      terminal.type(Self.end)
      try terminal.wait { $0.contains("Not read: ") && $0.contains("enter tries again") }
      // It is read without a key when the server is there.
      try server.start()
      try terminal.wait("that all is well") {
        $0.line(15).hasPrefix("about ") && !$0.contains("Not read") && !$0.contains("Reading")
      }
      terminal.type(Self.end)
      try viewer.wait(for: "the last row") { $0.key == "1" }

      // A connection is closed under a transaction, and that of the notifications as well.
      try server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'database-browser' AND pid <> pg_backend_pid()"
      )
      try server.execute("UPDATE parcels SET note = 'the first' WHERE id = 1")
      try terminal.wait("what was written then") {
        $0.contains("the first") && $0.line(15).hasPrefix("about ")
      }
      for _ in 0..<5 { try viewer.press("\u{1b}[A") }

      try checkRest(of: viewer, server)
      terminal.type("\u{3}")
      #expect(try terminal.waitForEnd() == .exited(130))
      #expect(terminal.damage.isEmpty)
    }

    /// Without writes and keys there is no query, no frame, and no thread wakes up.
    private static func checkRest(of viewer: Viewer, _ server: PostgresServer) throws {
      // What was written last may be counted still.
      Rest.check(viewer.terminal)
      func queries() throws -> String? {
        try server.execute(
          "SELECT string_agg(query_start::text, ' ' ORDER BY pid) FROM pg_stat_activity WHERE application_name = 'database-browser' AND pid <> pg_backend_pid()"
        )
      }
      let before = try queries()
      Rest.check(viewer.terminal)
      #expect(try queries() == before)
    }

    @Test func withoutATriggerWhatIsSeenIsLookedAtAgain() async throws {
      try await onThread { try Self.playWithoutATrigger() }
    }

    private static func playWithoutATrigger() throws {
      let server = try PostgresServer(
        "CREATE TABLE parcels (id int PRIMARY KEY, note text); INSERT INTO parcels VALUES (1, 'one')")
      let viewer = try Viewer(server, ["--interval", "0.2"])
      try viewer.terminal.wait { $0.contains("one") && $0.line(15).hasPrefix("1 row ") }
      try server.execute("INSERT INTO parcels VALUES (2, 'two')")
      try viewer.terminal.wait { $0.contains("two") && $0.line(15).hasPrefix("2 rows") }
      try server.stop()
      viewer.terminal.type("x")
      try viewer.terminal.wait { $0.contains("Not read: ") }
      try server.start()
      viewer.terminal.type("\u{1b}")
      try viewer.terminal.wait("all of it again") {
        $0.contains("one") && $0.contains("two")
      }
      viewer.terminal.type("\u{3}")
      #expect(try viewer.terminal.waitForEnd() == .exited(130))
    }

    @Test func anOrderThatTheServerDoesNotHaveIsSaid() async throws {
      try await onThread { try Self.playWithoutAnOrder() }
    }

    private static func playWithoutAnOrder() throws {
      let server = try PostgresServer(
        """
        CREATE TABLE parcels (id int PRIMARY KEY, place point, note text);
        INSERT INTO parcels SELECT n, '(1,2)', 'note ' || (100 - n) FROM generate_series(1, 50) n
        """)
      let viewer = try Viewer(server)
      try viewer.terminal.wait { $0.contains("note 50") && $0.line(15).hasPrefix("50 rows") }
      viewer.terminal.type(Self.down)
      try viewer.wait(for: "the second row") { $0.key == "49" }
      viewer.terminal.type("\u{F}")
      try viewer.wait(for: "why not") { $0.status.hasPrefix("no order by 'place': could not identify") }
      #expect(viewer.key == "49" && viewer.terminal.screen.line(2).contains("id ▼"))
      viewer.terminal.type("\u{F}")
      try viewer.terminal.wait { $0.line(2).contains("note ▲") && $0.line(15).hasPrefix("50 rows") }
      #expect(viewer.key == "49")
      viewer.terminal.type("\u{12}")
      try viewer.terminal.wait { $0.line(2).contains("note ▼") }
      #expect(viewer.key == "49")
      viewer.terminal.type("\u{3}")
      #expect(try viewer.terminal.waitForEnd() == .exited(130))
      let refused = try HeadlessRun(HeadlessTests.program, ["--database", server.url, "--order", "place"])
      #expect(refused.end == .exited(2) && refused.standardOutput.isEmpty)
      #expect(refused.standardError.hasPrefix("database-browser: no order by 'place': "))
      #expect(refused.standardError.split(separator: "\n").count == 1)
      let printed = try HeadlessRun(
        HeadlessTests.program, ["--database", server.url, "--order", "note", "--query", "note 9"])
      #expect(printed.standardOutput.hasPrefix("1\t(1,2)\tnote 99\n2\t"))
    }

    @Test func aPipeGetsWhatMatchesAndATriggerIsOnlyPrinted() throws {
      let server = try PostgresServer(
        "CREATE TABLE parcels (id int PRIMARY KEY, note text); INSERT INTO parcels SELECT n, 'a' || chr(9) || n FROM generate_series(1, 2500) n"
      )
      func run(_ arguments: String...) throws -> HeadlessRun {
        try HeadlessRun(HeadlessTests.program, arguments)
      }
      let all = try run("--database", server.url, "--ascending")
      let lines = all.standardOutput.split(separator: "\n")
      #expect(
        all.end == .exited(0) && lines.count == 2500 && lines.first == "1\ta\\t1"
          && lines.last == "2500\ta\\t2500")
      #expect(try run("--database", server.url, "--query", "nowhere").end == .exited(1))
      let trigger = try run("trigger", "--database", server.url)
      #expect(trigger.end == .exited(0) && trigger.standardOutput.contains("CREATE TRIGGER listkit_notify"))
      #expect(try server.execute("SELECT count(*) FROM pg_trigger") == "0")
      try server.execute(trigger.standardOutput)
      #expect(try server.execute("SELECT count(*) FROM pg_trigger") == "1")
      let refused = try run("--database", "postgres://me:secret@/x?host=/nonexistent")
      #expect(refused.end == .exited(2) && !refused.standardError.contains("secret"))
    }
  }
}
