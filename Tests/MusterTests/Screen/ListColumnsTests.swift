import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import muster

/// What keys make of a column: its sum, its values, its course, its place and width.
@MainActor
@Suite struct ListColumnsTests {
  private func session(_ arguments: String...) async throws -> ListSession {
    try await .ofProcesses(arguments)
  }

  private func words(_ line: String) -> [Substring] { line.split(separator: " ") }

  // MARK: Totals

  @Test("= goes through what a column adds up to, at the foot of the list")
  func totals() async throws {
    let session = try await session()
    for _ in 0..<4 { await session.press(.character("l")) }
    var feet: [String] = []
    for _ in 0..<6 {
      await session.press(.character("="))
      feet.append(session.rows.last.map { words($0).joined(separator: " ") } ?? "")
    }
    #expect(feet.prefix(5) == ["sum 33.6", "mean 6.72", "median 1.5", "0.0 to 30.0", "5 distinct"])
    #expect(session.status.hasPrefix("%CPU: no total"))
    #expect(session.rows.count == 6)
  }

  @Test("Totals follow the filter and the runs; text has values to count only")
  func liveTotals() async throws {
    let session = try await session("--total", "%CPU=sum,USER=distinct", "-q", "root")
    #expect(words(session.rows.last ?? "") == ["1", "distinct", "sum", "1.6"])
    try await session.show(Tables.processes.replacing("1.5  sshd", with: "2.5  sshd"))
    #expect(words(session.rows.last ?? "") == ["1", "distinct", "sum", "2.6"])
  }

  @Test(
    "Each group has its totals in its head; sorted by the column, groups stand in the order of their totals")
  func groupTotals() async throws {
    let session = try await session("-g", "USER", "--total", "%CPU=sum", "-s", "-%CPU")
    let heads = session.rows.filter { $0.contains("%CPU sum") }
    #expect(
      heads.map { words($0).joined(separator: " ") } == [
        "▾ ann 2 %CPU sum 32.0", "▾ root 2 %CPU sum 1.6", "▾ daemon 1 %CPU sum 0.0",
      ])
    await session.press(.character("r"))
    #expect(session.rows.first { $0.contains("%CPU sum") }?.contains("daemon") == true)
  }

  @Test("A last row of sums counts in no sum")
  func totalRow() async throws {
    let session = try ListSession(["--total", "1=sum"])
    try await session.show("SIZE,NAME\n10,a\n20,b\n30,total\n")
    #expect(words(session.rows.last ?? "") == ["sum", "30"])
  }

  // MARK: Values

  @Test("F shows how often each value occurs; enter filters by it")
  func valueCounts() async throws {
    let session = try await session()
    await session.press(.character("l"), .character("l"), .character("l"), .character("F"))
    await session.settle { $0.hasPrefix("3 values in 5 rows") }
    #expect(
      session.rows.map { words($0).prefix(3).joined(separator: " ") }.prefix(4) == [
        "USER rows share", "▌ root 2", "ann 2 40%", "daemon 1 20%",
      ])
    #expect(session.rows[1].contains("40%  ━━━"))
    await session.press(.down, .enter)
    #expect(session.screen.controller.list.arrangement.query == "USER:=ann")
    #expect(session.rows.count == 4 && session.rows[2].contains("bash"), "the query has a line")
  }

  @Test("Esc comes back from the values as it was; they follow the runs")
  func valueCountsLive() async throws {
    let session = try await session()
    await session.press(.character("l"), .character("l"), .character("l"), .character("F"))
    await session.settle { $0.hasPrefix("3 values") }
    try await session.show(Tables.processes.replacing("daemon", with: "bob   "))
    await session.settle { _ in session.screen.contains("bob") }
    await session.press(.escape)
    #expect(session.rows.count == 6 && session.screen.controller.list.arrangement.query.isEmpty)
  }

  // MARK: Numbers in time

  @Test("~ draws the last runs of a number before it")
  func course() async throws {
    let session = try await session()
    for cpu in ["7.0", "0.5", "3.5"] {
      try await session.show(Tables.processes.replacing("1.5  sshd", with: "\(cpu)  sshd"))
    }
    for _ in 0..<4 { await session.press(.character("l")) }
    await session.press(.character("~"))
    await wait { session.rows[2].contains("▂█▁▄") }
    #expect(session.rows[2].contains("▂█▁▄  3.5"))
    try await session.show(Tables.processes.replacing("1.5  sshd", with: "7.0  sshd"))
    #expect(session.rows[2].contains("▂█▁▄█"))
    await session.press(.character("~"))
    #expect(!session.rows[2].contains("▁"))
    await session.press(.character("l"), .character("~"))
    #expect(session.status.hasPrefix("COMMAND is no number"))
  }

  @Test("The chosen column stays in view when its course makes it wider")
  func courseInAFewColumns() async throws {
    let session = try ListSession(columns: 32)
    for cpu in ["0.5", "3.5"] {
      try await session.show(Tables.processes.replacing("1.5  sshd", with: "\(cpu)  sshd"))
    }
    for _ in 0..<4 { await session.press(.character("l")) }
    await session.press(.character("~"))
    await wait { session.rows[2].contains("█") }
    #expect(session.rows[0].contains("%CPU"))
  }

  @Test("Details have the course of a number beside it")
  func courseInDetails() async throws {
    let session = try await session()
    for cpu in ["7.0", "0.5", "3.5"] {
      try await session.show(Tables.processes.replacing("1.5  sshd", with: "\(cpu)  sshd"))
    }
    await session.press(.down, .enter)
    await wait { session.screen.contains("3.5   ▂█▁▄") }
    #expect(session.screen.contains("3.5   ▂█▁▄"))
  }

  @Test("D shows differences, then differences per second")
  func differencesPerSecond() async throws {
    let session = try ListSession()
    for (number, second) in [(100, 0.0), (250, 5)] {
      var run = try session.runs.next("NAME,TOTAL\na,\(number)\n")
      run.time = WallTime(seconds: 1_790_000_000 + second)
      session.source.history.add(run)
      await session.take(run)
    }
    await session.press(.character("D"))
    #expect(session.rows[1].contains("+150") && session.status.contains("differences to the previous run"))
    await session.press(.character("D"))
    #expect(session.rows[1].contains("+30/s"))
    await session.press(.character("D"))
    #expect(session.rows[1].contains("250"))
  }

  // MARK: Columns

  @Test("C finds a column by letters and goes to it; space hides, alt-arrows move")
  func columns() async throws {
    let session = try await session()
    await session.press(.character("C"))
    #expect(session.status.hasPrefix("5/5 columns shown"))
    await session.type("us")
    #expect(session.rows.filter { $0.contains("✓") }.count == 1)
    await session.press(.enter)
    #expect(session.screen.controller.list.view.chosenColumn == 2)
    await session.press(.character("C"), .character(" "), .down, KeyPress(.up, .alt), .escape)
    #expect(words(session.rows[0]) == ["PID", "PPID", "%CPU", "COMMAND"])
    await session.press(.character("C"), .up, KeyPress(.down, .alt), KeyPress(.down, .alt), .escape)
    #expect(words(session.rows[0]) == ["PID", "%CPU", "PPID", "COMMAND"])
    await session.press(.character("+"))
    #expect(words(session.rows[0]) == ["PID", "PPID", "USER", "%CPU", "COMMAND"])
  }

  @Test("< and > change the width of the column, w wraps its texts")
  func widths() async throws {
    let session = try ListSession(columns: 30)
    try await session.show("id,text\n1,some words that take room\n2,few\n")
    await session.press(.character("l"), .character("l"))
    for _ in 0..<3 { await session.press(.character("<")) }
    #expect(session.rows[1].hasSuffix("…") && session.rows.count == 3)
    await session.press(.character("w"))
    #expect(session.rows.count == 4 && session.rows[2].hasSuffix("take room"))
    await session.press(.character("w"), .character(">"))
    #expect(session.rows.count == 3)
  }

  // MARK: Trees

  @Test("t draws the tree of PPID in the column of the command, whatever column is first")
  func tree() async throws {
    let session = try await session()
    await session.press(.character("t"))
    #expect(session.screen.controller.list.arrangement.structure == .tree(column: 1))
    #expect(session.rows[1].hasSuffix("▾ init") && session.rows[2].hasSuffix("  ▾ sshd"))
    #expect(session.rows[3].hasSuffix("    ▾ bash") && session.rows[1].hasPrefix("▌   1"))
    await session.press(.character("t"))
    #expect(session.rows[2].hasSuffix("  sshd"))
  }

  @Test("--tree PPID:USER draws it where it is asked for")
  func treeInColumn() async throws {
    let session = try await session("--tree", "PPID:USER")
    #expect(session.rows[2].contains("  ▾ root") && session.rows[2].hasSuffix("  sshd"))
  }
}
