import Foundation
import GRDB
import TerminalTesting
import Testing

@testable import database_browser

/// The real program on a pseudo-terminal, as a person would use it.
@Suite(.serialized) struct SessionTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase.ofAllKinds(rows: 1000) }

  private func start(_ arguments: [String], columns: Int = 80, lines: Int = 16) throws -> PseudoTerminal {
    try PseudoTerminal(
      HeadlessTests.program, arguments, environment: ["XDG_CACHE_HOME": database.directory], columns: columns,
      lines: lines)
  }

  private func browse(_ table: String, _ arguments: [String] = []) throws -> PseudoTerminal {
    try start(["--database", database.path, "--table", table] + arguments)
  }

  private func end(_ terminal: PseudoTerminal) throws {
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.damage.isEmpty)
  }

  /// The line of the cursor.
  private func cursorLine(_ terminal: PseudoTerminal) -> String? {
    terminal.screen.lines.first { $0.hasPrefix("▌") }
  }

  private static let end = "\u{1b}[F"

  @Test(arguments: TemporaryDatabase.kinds)
  func goingDownReadsPageAfterPage(table: String) throws {
    let terminal = try browse(table, ["--page", "20"])
    try terminal.wait { $0.contains("of 1000") && $0.line(15).hasPrefix("1,000 rows") }
    for number in stride(from: 991, through: 901, by: -10) {
      for _ in 0..<10 { terminal.type("\u{1b}[B") }
      try terminal.wait { _ in cursorLine(terminal)?.contains("of \(number - 1)") ?? false }
    }
    try end(terminal)
  }

  @Test(arguments: TemporaryDatabase.kinds)
  func theEndsOfTheTableAreOneKeyAway(table: String) throws {
    let terminal = try browse(table)
    try terminal.wait(for: "of 1000")
    terminal.type(Self.end)
    try terminal.wait { _ in cursorLine(terminal)?.split(separator: " ").contains("1") ?? false }
    #expect(cursorLine(terminal) == terminal.screen.lines[14], "it is the last line")
    terminal.type("\u{1b}[H")
    try terminal.wait { _ in cursorLine(terminal)?.contains("of 1000") ?? false }
    #expect(cursorLine(terminal) == terminal.screen.lines[3], "it is the first line")
    try end(terminal)
  }

  /// Over a file of one's own, and over the made-up one that is made meanwhile.
  @Test(arguments: [true, false])
  func atRestNothingIsWoken(isOwn: Bool) throws {
    let terminal = try isOwn ? browse("indexed") : start(["--rows", "1000"])
    try terminal.wait { $0.line(15).hasPrefix("1,000 rows") }
    terminal.type("o")
    try terminal.wait { $0.line(1).contains("o") && !$0.line(15).hasPrefix("…") }
    terminal.type("\u{1b}")
    try terminal.wait { !$0.line(1).contains("o") && $0.line(15).hasPrefix("1,000 rows") }
    terminal.type(Self.end)
    try terminal.wait { _ in cursorLine(terminal)?.split(separator: " ").contains("1") ?? false }
    terminal.type("\r")
    try terminal.wait(for: "╭")
    Rest.check(terminal)
    try end(terminal)
  }

  /// Of the numbers up to 1,000, 271 have a seven somewhere, and 111 begin with one.
  @Test(arguments: [("plain", 271, "of 997"), ("indexed", 111, "of 799")])
  func theFilterNarrowsAndItsClearingKeepsTheRow(table: String, count: Int, first: String) throws {
    let terminal = try browse(table)
    try terminal.wait(for: "of 1000")
    terminal.type("of 7")
    try terminal.wait {
      $0.line(15).hasPrefix("\(count) rows") && cursorLine(terminal)?.contains(first) ?? false
    }
    terminal.type("77")
    try terminal.wait { $0.line(15).hasPrefix("1 row ") && cursorLine(terminal)?.contains("of 777") ?? false }
    terminal.type("\u{1b}")
    try terminal.wait {
      $0.line(15).hasPrefix("1,000 rows") && cursorLine(terminal)?.contains("of 777") ?? false
        && $0.contains("of 776")
    }
    try end(terminal)
  }

  @Test func enterShowsTheWholeRowAndEscapeClosesIt() throws {
    let terminal = try browse("odd \"name\"")
    try terminal.wait(for: "of 1000")
    terminal.type("\r")
    try terminal.wait(for: "x'00FF'")
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("x'00FF'") }
    terminal.type("\u{1b}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.damage.isEmpty)
  }

  @Test func pagesThatFailSayWhy() throws {
    let terminal = try browse("plain", ["--fail-rate", "1"])
    try terminal.wait { $0.contains("Not read") && $0.contains("--fail-rate") }
    try end(terminal)
  }

  @Test func slowPagesKeepNobodyWaiting() throws {
    let terminal = try browse("plain", ["--delay", "3600"])
    try terminal.wait(for: "Reading")
    terminal.type("abc")
    try terminal.wait(for: "❯ abc")
    try end(terminal)
  }

  @Test func whileOthersWriteTheCursorStaysOnItsRow() throws {
    let terminal = try browse("numbered", ["--motion", "reduced"])
    try terminal.wait { $0.contains("of 1000") && $0.line(15).hasPrefix("1,000 rows") }
    for _ in 0..<4 { terminal.type("\u{1b}[B") }
    try terminal.wait { _ in cursorLine(terminal)?.contains("of 996") ?? false }
    let line = terminal.screen.lines.firstIndex { $0.hasPrefix("▌") }
    try database.execute("UPDATE numbered SET word = 'news of 995' WHERE n = 995")
    try terminal.wait { $0.lines.contains { $0.hasPrefix(" ~") && $0.contains("news of 995") } }
    try database.execute("DELETE FROM numbered WHERE n = 994")
    try terminal.wait { $0.line(15).hasPrefix("999 rows") && !$0.contains("of 994") }
    try database.execute("INSERT INTO numbered VALUES (1001, 'above'), (994, 'below')")
    try terminal.wait { $0.lines.contains { $0.hasPrefix(" +") && $0.contains("below") } }
    try terminal.wait { $0.line(15).hasPrefix("1,001 rows") }
    #expect(cursorLine(terminal)?.contains("of 996") == true)
    #expect(terminal.screen.lines.firstIndex { $0.hasPrefix("▌") } == line)
    try end(terminal)
  }

  @Test func aSecondProcessWritesIntoTheMadeUpDatabase() throws {
    let terminal = try start(["--rows", "200"])
    try terminal.wait { $0.line(15).hasPrefix("200 rows") }
    let writer = try HeadlessRun(
      HeadlessTests.program, ["write", "--rows", "200", "--count", "30", "--rate", "200"],
      environment: ["XDG_CACHE_HOME": database.directory])
    #expect(writer.end == .exited(0))
    let steps = writer.standardOutput.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    let total = 200 + steps.count { $0 == "insert" } - steps.count { $0 == "delete" }
    try terminal.wait { $0.line(15).hasPrefix("\(total) rows") }
    try end(terminal)
  }

  @Test func itsOwnWriterIsObserved() throws {
    let terminal = try start(["--rows", "200", "--rate", "5"])
    try terminal.wait { $0.line(15).contains(" rows") && !$0.line(15).hasPrefix("200 ") }
    try end(terminal)
  }

  @Test func columnsAreAsWideAsTheirTextIsOnTheScreen() throws {
    try database.execute("CREATE TABLE wide (name TEXT, n INTEGER); INSERT INTO wide VALUES ('山の中の小さな家', 42)")
    let terminal = try browse("wide")
    try terminal.wait(for: "山の中の小さな家")
    try end(terminal)
  }

  @Test func aFileThatGoesAndComesBackLosesNothing() throws {
    let terminal = try browse("numbered")
    try terminal.wait { $0.contains("of 1000") && $0.line(15).hasPrefix("1,000 rows") }
    let away = database.directory + "/away.sqlite"
    #expect(rename(database.path, away) == 0)
    try terminal.wait { $0.line(15).hasPrefix("not up to date") && $0.line(15).contains("no such file") }
    #expect(terminal.screen.contains("of 1000"), "what was read stays")
    #expect(rename(away, database.path) == 0)
    try terminal.wait { $0.line(15).hasPrefix("1,000 rows") }
    try end(terminal)
  }

  @Test func anotherFileInItsPlaceIsRead() throws {
    let terminal = try browse("numbered")
    try terminal.wait { $0.contains("of 1000") && $0.line(15).hasPrefix("1,000 rows") }
    let other = database.directory + "/other.sqlite"
    try DatabaseQueue(path: other).write {
      try $0.execute(
        sql:
          "CREATE TABLE numbered (n INTEGER PRIMARY KEY, word TEXT); INSERT INTO numbered VALUES (7, 'another')"
      )
    }
    // Its log belongs to the former one.
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
    #expect(rename(other, database.path) == 0)
    try terminal.wait { $0.contains("another") && $0.line(15).hasPrefix("1 row ") }
    try end(terminal)
  }

  @Test func aFileThatAnotherProcessKeepsToItselfIsReadLater() throws {
    let path = database.directory + "/locked.sqlite"
    // The browser may still be counting the rows it shows: the lock is waited for as long as that takes.
    var configuration = Configuration()
    configuration.busyMode = .callback { _ in
      sched_yield()
      return true
    }
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('first')")
    }
    let terminal = try start(["--database", path])
    try terminal.wait(for: "first")
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE; INSERT INTO t VALUES ('second')")
      terminal.type("x")
      let isSaid = Result {
        try terminal.wait { $0.contains("Not read") && $0.contains("database is locked") }
      }
      try db.execute(sql: "COMMIT")
      try isSaid.get()
    }
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("second") && $0.line(15).hasPrefix("2 rows") }
    try end(terminal)
  }
}
