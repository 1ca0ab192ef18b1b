import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows

/// What a list shows by signs, colours and places, in words for a screen reader.
@MainActor
@Suite("Lists for screen readers") struct AccessibleListTests {
  private func session(_ arguments: String..., columns: Int = 90) throws -> ListSession {
    try ListSession(arguments, columns: columns, lines: 16, traits: .testing(isAccessible: true))
  }

  private func words(_ line: String?) -> String { (line ?? "").split(separator: " ").joined(separator: " ") }

  @Test("A limit is said, and how many rows there are") func limit() async throws {
    let session = try session()
    try await session.show(Tables.processes)
    await session.type("2L")
    #expect(session.status.contains("first 2 · 2/5 rows"), "\(session.status)")
  }

  @Test("Shares are percentages without bars, in trees too, and the head says of what") func shares()
    async throws
  {
    let session = try session("--total", "1=group-share")
    try await session.show("196K\t./d/z\n300K\t./d\n96K\t./e\n396K\t.\n")
    #expect(session.rows[0].contains("% of group"))
    expectEqual(
      session.rows[1...3].map(words),
      ["396K 100.0% . open", "300K 75.8% d closed, level 2", "96K 24.2% e level 2"])
  }

  @Test("A meter and the course of a number are their last, least and greatest value") func meters()
    async throws
  {
    let session = try session("--meter", "%cpu")
    for cpu in ["7.0", "0.5", "3.5"] {
      try await session.show(Tables.processes.replacing("1.5  sshd", with: "\(cpu)  sshd"))
    }
    #expect(
      session.screen.lines[0].hasSuffix("%CPU sum 35.6 last 35.6, least 32.6, most 39.1"),
      "\(session.screen.lines[0])")
    await session.type("llll~")
    await wait { session.rows[2].contains("last 3.5, least 0.5, most 7") }
  }

  @Test("A list inside JSON has a hint, and its title says of which row it is") func listInsideJSON()
    async throws
  {
    let session = try session()
    try await session.show(
      #"{"id":1,"items":[{"sku":"a"},{"sku":"b"}]}"# + "\n" + #"{"id":2,"items":[]}"# + "\n")
    await session.type("ll")
    #expect(session.status.contains("o open the list"), "\(session.status)")
    await session.type("o")
    await session.settle { _ in session.screen.contains(": items of 1") && session.screen.contains("sku") }
  }

  @Test("The status says that a column has another name, or is one of its own") func columns() async throws {
    let session = try session()
    try await session.show("item,price,amount\npen,2.50,4\nink,10.00,1\n")
    for (text, said) in [
      ("thing", "thing: the name of the column now"), ("twice=price*2", "twice: a column of its own"),
    ] {
      await session.type("a" + text)
      await session.press(.enter)
      #expect(session.status.hasPrefix(said), "\(session.status)")
    }
  }

  @Test("The page of columns says which are shown, hidden or without room, and renames one")
  func pageOfColumns() async throws {
    let session = try session(columns: 44)
    let head = "NAME,ONE,TWO,THREE\n"
    try await session.show(head + "alpha,the first text,the second text,the third text\n")
    #expect(session.status.contains("no room for 2 columns"), "\(session.status)")
    await session.type("lC")
    func row(_ name: String) -> String { words(session.rows.first { $0.contains(name) }) }
    #expect(row("NAME").hasPrefix("checked NAME") && row("TWO").contains("no room"), "\(session.rows)")
    await session.press(.down, " ")
    #expect(row("ONE").hasPrefix("ONE ") && row("ONE").contains("hidden"), "\(session.rows)")
    await session.press(.down, .alt("a"))
    #expect(session.screen.contains("Another name for TWO"), "\(session.screen.lines)")
  }

  @Test("The list of values has shares in percent, and no second number for a bar") func values() async throws
  {
    let session = try session()
    try await session.show(Tables.processes)
    await session.type("lllF")
    await session.settle { $0.hasPrefix("3 values in 5 rows") }
    expectEqual(session.rows[1...3].map(words), ["root 2 40%", "ann 2 40%", "daemon 1 20%"])
  }

  @Test("The head of a host that failed says from when its rows are") func failedHost() async throws {
    let session = try session("-g", "HOST")
    var run = try session.runs.next("HOST,ID\nup,1\ndown,2\n")
    run.staleFiles = [
      Run.StaleFile(
        reason: "down: failed: no route", name: Array("down".utf8),
        time: WallTime(year: 2026, month: 11, day: 24, secondsOfDay: 3600))
    ]
    await session.take(run)
    expectEqual(
      session.rows.filter { $0.contains("HOST: ") }.map(words),
      ["HOST: down 1 · rows from 01:00:00 open", "HOST: up 1 open"])
    #expect(session.status.hasPrefix("down: failed: no route"), "\(session.status)")
  }
}
