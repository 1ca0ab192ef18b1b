import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases
@testable import muster

/// Sessions of the built program with servers, some of which stop and restart.
@Suite(
  "Sessions with servers", .serialized, .waitsForProcesses,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct FleetSessionTests {
  private static let (end, home) = ("\u{1b}[F", "\u{1b}[H")

  private func start(_ url: String, _ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [url] + arguments + ["-n", "0.2", "--motion", "reduced"],
      columns: 120,
      lines: 16)
  }

  private func cursorLine(_ terminal: PseudoTerminal) -> String {
    terminal.screen.lines.first { $0.hasPrefix("▌") } ?? ""
  }

  private func status(_ terminal: PseudoTerminal) -> String { terminal.screen.line(15) }

  /// Whether the status line says that rows may be out of date.
  private func isOld(_ terminal: PseudoTerminal) -> Bool {
    status(terminal).contains("not up to date: ") || status(terminal).contains("no answer yet")
  }

  private func end(_ terminal: PseudoTerminal) throws {
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test(
    "The status names a lock that rows wait for, and the cursor reaches the end after the lock is released",
    arguments: [false, true])
  func locked(fromTheStart isLockedFromTheStart: Bool) throws {
    let server = try PostgresServer(
      "CREATE TABLE t (n int PRIMARY KEY); INSERT INTO t SELECT n FROM generate_series(1, 600) n")
    var unlock = {}
    if isLockedFromTheStart { unlock = try server.lock("t") }
    let terminal = try start(server.url, "t")
    if isLockedFromTheStart {
      try terminal.wait { _ in status(terminal).contains("waiting for a lock, ") }
      terminal.type(Self.end)
    } else {
      try terminal.wait { _ in status(terminal).hasPrefix("600 rows") && cursorLine(terminal).contains("1") }
      unlock = try server.lock("t")
      terminal.type(Self.end)
      try terminal.wait { _ in status(terminal).contains("waiting for a lock: rows may be old") }
    }
    unlock()
    try terminal.wait { _ in
      cursorLine(terminal).contains("600")
        && !["waiting for a lock", "may be old"].contains(where: status(terminal).contains)
    }
    try end(terminal)
  }

  @Test("A retry of a failed first read names the lock it waits for")
  func lockedAgain() throws {
    let server = try PostgresServer("CREATE TABLE t (n int PRIMARY KEY); INSERT INTO t VALUES (41)")
    let unlock = try server.lock("t")
    let terminal = try start(server.url, "t")
    try terminal.wait { _ in status(terminal).contains("waiting for a lock, ") }
    try server.execute(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    try terminal.wait { $0.contains("enter tries again") && !status(terminal).contains("waiting") }
    terminal.type("\r")
    try terminal.wait { _ in status(terminal).contains("waiting for a lock, ") }
    unlock()
    try terminal.wait { _ in cursorLine(terminal).contains("41") && !status(terminal).contains("waiting") }
    try end(terminal)
  }

  @Test("Numbers of a PostgreSQL table are numbers in JSON, and texts of digits are texts")
  func jsonNumbers() throws {
    let server = try PostgresServer(
      """
      CREATE TABLE t (n int PRIMARY KEY, price numeric(8,2), ratio double precision, code text, empty bigint);
      INSERT INTO t VALUES (1, 2.50, 0.5, '007', NULL)
      """)
    let run = try HeadlessRun(BuiltProducts.path(of: "muster"), ["-p", "-o", "json", server.url, "t"])
    expectEqual(
      run.standardOutput, "{\"n\":1,\"price\":2.50,\"ratio\":0.5,\"code\":\"007\",\"empty\":null}\n")
  }

  /// Plays a session with a table on three servers while servers stop and restart.
  private func play(_ fleet: PostgresFleet, _ url: String, others: (PseudoTerminal) throws -> Void = { _ in })
    throws
  {
    let terminal = try start(url, "notes")
    try terminal.wait { $0.contains("two of 11") && status(terminal).hasPrefix("600 rows") }
    terminal.type(Self.end)
    try terminal.wait { _ in cursorLine(terminal).contains("of 600") }
    terminal.type("\u{1b}[5~\u{1b}[5~")
    try terminal.wait { !$0.contains("of 600") && $0.contains("of 57") }
    terminal.type(Self.home)
    try terminal.wait { _ in cursorLine(terminal).contains("one of 1 ") }
    terminal.type("lls")
    try terminal.wait { $0.contains("word ▲") && status(terminal).contains("by word ▲") }
    terminal.type("0/word:three id:>300")
    try terminal.wait { _ in status(terminal).hasPrefix("100 rows") && cursorLine(terminal).contains("303") }
    terminal.type("\u{1b}")
    try terminal.wait { _ in status(terminal).hasPrefix("600 rows") }
    // The screen shows changes by other clients on any server.
    terminal.type(Self.home)
    try terminal.wait { _ in cursorLine(terminal).contains("one of 1 ") }
    for shard in fleet.shards { try shard.execute("UPDATE notes SET word = 'rewritten' WHERE id < 10") }
    try terminal.wait { $0.lines.filter { $0.contains("rewritten") }.count == 9 }
    // One server stops. The requested jump to the end is kept until it is back.
    try fleet.shards[1].stop()
    terminal.type(Self.end)
    try terminal.wait { _ in
      status(terminal).contains("not up to date: ") && status(terminal).contains("shard1")
    }
    #expect(terminal.screen.contains("three of "), "what was read stays")
    try fleet.shards[1].start()
    try terminal.wait { _ in
      cursorLine(terminal).contains("of 600") && !status(terminal).contains("not up to date")
    }
    try fleet.coordinator.stop()
    // A pooler sends no answer for minutes while the coordinator is down.
    try terminal.wait { _ in isOld(terminal) }
    try fleet.coordinator.start()
    try terminal.wait { _ in !isOld(terminal) }
    try others(terminal)
    try end(terminal)
  }

  @Test(
    "A table on three servers is shown as one, also after a server or the coordinator was down",
    .enabled(if: TestRun.isThorough, "only in make check"))
  func fleet() throws {
    let fleet = try PostgresFleet(rows: 600)
    try play(fleet, fleet.coordinator.url)
  }

  @Test(
    "The same holds through a transaction pooler that also stops and restarts",
    .enabled(if: PostgresPooler.isInstalled, "pgbouncer is not installed"),
    .enabled(if: TestRun.isThorough, "only in make check"))
  func pooled() throws {
    let fleet = try PostgresFleet(rows: 600)
    let pooler = try PostgresPooler(to: fleet.coordinator)
    try play(fleet, pooler.url) { terminal in
      try pooler.stop()
      try terminal.wait { _ in isOld(terminal) }
      try pooler.start()
      try terminal.wait { _ in !isOld(terminal) }
    }
  }
}
