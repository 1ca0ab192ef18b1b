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
    let terminal = try browse(table)
    try terminal.wait { $0.contains("of 1000") && $0.line(15).hasPrefix("100/1,000") }
    for pages in 2...10 {
      terminal.type(Self.end)
      let loaded = pages == 10 ? "1,000/1,000" : "\(pages * 100)/1,000"
      try terminal.wait { $0.line(15).hasPrefix(loaded) && !$0.contains("Reading") }
    }
    terminal.type(Self.end)
    try terminal.wait { _ in cursorLine(terminal)?.contains("one of 1") ?? false }
    try end(terminal)
  }

  /// Of the numbers up to 1,000, 271 have a seven somewhere, and 111 begin with one.
  @Test(arguments: [("plain", 271, "of 997"), ("indexed", 111, "of 799")])
  func theFilterNarrowsAndItsClearingKeepsTheRow(table: String, count: Int, first: String) throws {
    let terminal = try browse(table)
    try terminal.wait(for: "of 1000")
    terminal.type("of 7")
    try terminal.wait {
      $0.line(15).hasPrefix("100/\(count)") && cursorLine(terminal)?.contains(first) ?? false
    }
    terminal.type("77")
    try terminal.wait { $0.line(15).hasPrefix("1/1 ") && cursorLine(terminal)?.contains("of 777") ?? false }
    terminal.type("\u{1b}")
    try terminal.wait {
      $0.line(15).hasPrefix("324/1,000") && cursorLine(terminal)?.contains("of 777") ?? false
    }
    #expect(terminal.screen.contains("of 776"))
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

  @Test func pagesThatFailAreTriedAgainByEnter() throws {
    let terminal = try browse("plain", ["--fail-rate", "0.5", "--seed", "3", "--delay", "0.2"])
    var failures = 0
    while true {
      try terminal.wait { $0.contains("Not read") || $0.contains("of 1000") }
      if terminal.screen.contains("of 1000") { break }
      failures += 1
      terminal.type("\r")
      try terminal.wait(for: "Reading")
    }
    #expect(failures > 0)
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
    try terminal.wait { $0.contains("of 1000") && $0.line(15).hasPrefix("100/1,000") }
    for _ in 0..<4 { terminal.type("\u{1b}[B") }
    try terminal.wait { _ in cursorLine(terminal)?.contains("of 996") ?? false }
    let line = terminal.screen.lines.firstIndex { $0.hasPrefix("▌") }
    try database.execute("UPDATE numbered SET word = 'news of 995' WHERE n = 995")
    try terminal.wait { $0.lines.contains { $0.hasPrefix(" ~") && $0.contains("news of 995") } }
    try database.execute("DELETE FROM numbered WHERE n = 994")
    try terminal.wait { $0.line(15).hasPrefix("99/999") && !$0.contains("of 994") }
    try database.execute("INSERT INTO numbered VALUES (1001, 'above'), (994, 'below')")
    try terminal.wait { $0.lines.contains { $0.hasPrefix(" +") && $0.contains("below") } }
    try terminal.wait { $0.line(15).hasPrefix("101/1,001") }
    #expect(cursorLine(terminal)?.contains("of 996") == true)
    #expect(terminal.screen.lines.firstIndex { $0.hasPrefix("▌") } == line)
    try end(terminal)
  }

  @Test func aSecondProcessWritesIntoTheMadeUpDatabase() throws {
    let terminal = try start(["--rows", "200"])
    try terminal.wait { $0.line(15).hasPrefix("100/200") }
    let writer = try HeadlessRun(
      HeadlessTests.program, ["write", "--rows", "200", "--count", "30", "--rate", "200"],
      environment: ["XDG_CACHE_HOME": database.directory])
    #expect(writer.end == .exited(0))
    let steps = writer.standardOutput.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    let total = 200 + steps.count { $0 == "insert" } - steps.count { $0 == "delete" }
    try terminal.wait { $0.line(15).contains("/\(total) ") }
    try end(terminal)
  }

  @Test func itsOwnWriterIsObserved() throws {
    let terminal = try start(["--rows", "200", "--rate", "100"])
    try terminal.wait {
      $0.line(15).contains("/") && !$0.line(15).contains("/200 ") && !$0.line(15).contains("…")
    }
    try end(terminal)
  }
}
