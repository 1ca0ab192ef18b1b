import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster
@testable import Runs

@MainActor
@Suite("Marked and picked rows") struct ListPickingTests {
  private func session(_ arguments: String...) async throws -> ListSession {
    try await .ofProcesses(arguments)
  }

  @Test("enter reports that all marked rows were removed; a second enter picks the current row")
  func removedMarks() async throws {
    let session = try await session("-m")
    await session.press(.tab)
    try await session.show(Tables.processes.replacing("    1      0  root    0.1  init\n", with: ""))
    #expect(session.status.hasPrefix("4 rows"))
    await session.press(.enter)
    #expect(session.screen.ending == nil)
    #expect(session.status.contains("the marked rows are gone"))
    await session.press(.enter)
    expectEqual(session.screen.ending, .finished(status: 0))
    expectEqual(session.picked?.count, 1)
  }

  @Test("Letters filter the rows of a picker, and enter picks a row") func filter() async throws {
    let session = try await session("-1")
    await session.type("vim")
    #expect(session.status.hasPrefix("1/5 rows"))
    await session.press(.enter)
    expectEqual(session.picked, ["301    300  ann     2.0  vim\n"])
    expectEqual(session.screen.ending, .finished(status: 0))
  }

  @Test("Enter without a match ends a picker with status 1 and returns the query") func nothingMatches()
    async throws
  {
    let session = try await session("-1")
    await session.type("xyz")
    await session.press(.enter)
    expectEqual(session.screen.ending, .finished(status: 1))
    #expect(session.picked?.isEmpty == true)
    expectEqual(session.screen.controller.ending.picked?.query, "xyz")
  }

  @Test("esc picks nothing") func cancelled() async throws {
    let session = try await session("-1")
    await session.press(.escape)
    #expect(session.screen.ending != nil && session.picked == nil)
  }

  @Test("A picker has no title; its first line is the query") func noTitle() async throws {
    let session = try await session("-1")
    #expect(session.screen.lines[0].hasPrefix("❯"))
  }

  @Test(
    "A picker prints the columns of -c in the format of -o",
    arguments: [
      (["-c", "USER,PID"], "ann\t301\n"), (["-c", "USER,PID", "-o", "csv"], "ann,301\n"),
      (["-o", "json", "-c", "PID"], "{\"PID\":301}\n"), (["-o", "raw"], "  301    300  ann     2.0  vim\n"),
      (["-o", "{USER}: {1}"], "ann: 301\n"), (["-o", "{PID}", "-c", "USER"], "301\n"),
    ])
  func pickedColumns(options: [String], line: String) async throws {
    let session = try await ListSession.ofProcesses(["-1", "-q", "vim"] + options)
    await session.press(.enter)
    expectEqual(session.picked, [line])
  }

  @Test("A query typed just before enter decides which row is picked") func typedAhead() async throws {
    let session = try await ListSession.ofProcesses(["-1"])
    session.screen.type("vim")
    session.screen.press(.enter)
    await session.model.untilSettled()
    await wait { session.screen.ending != nil }
    expectEqual(session.picked?.count, 1)
    #expect(session.picked?[0].hasSuffix("vim\n") == true)
  }

  @Test("A query and enter typed before there are rows pick from the first ones, in the order of the options")
  func typedBeforeRows() async throws {
    let session = try ListSession(["-1", "-s", "-PID"])
    session.screen.type("ro")
    session.screen.press(.enter)
    #expect(session.screen.ending == nil)
    try await session.show(Tables.processes)
    await wait { session.screen.ending != nil }
    expectEqual(session.picked, ["44      1  daemon  0.0  cron\n"])
  }

  @Test("Keys typed before there are rows take effect in their order, enter last") func orderOfEarlyKeys()
    async throws
  {
    let session = try ListSession(["-1"])
    session.screen.type("o")
    session.screen.press(.down, .enter)
    try await session.show(Tables.processes)
    await wait { session.screen.ending != nil }
    let late = try await ListSession.ofProcesses(["-1"])
    await late.type("o")
    await late.press(.down, .enter)
    expectEqual(session.picked, late.picked)
    expectEqual(session.picked?.count, 1)
  }

  @Test("Enter alone picks no row that is not there yet") func enterBeforeRows() async throws {
    let session = try ListSession(["-1"])
    session.screen.press(.enter)
    try await session.show(Tables.processes)
    await session.screen.controller.untilCaughtUp()
    #expect(session.screen.ending == nil && session.picked == nil)
  }

  @Test("Rows that a query hides stay marked") func hiddenMarks() async throws {
    let session = try await session("-m")
    await session.press(KeyPress(.tab))
    await session.type("ann")
    await session.press(.down, KeyPress(.tab), .enter)
    expectEqual(session.picked?.count, 2)
  }

  @Test("Marked rows that a query hides are counted in the status and named in the question")
  func hiddenMarksAreSaid() async throws {
    let session = try ListSession(["-x", "echo {PID}"], columns: 110)
    try await session.show(Tables.processes)
    await session.press(.tab, .tab, "/")
    await session.type("vim")
    await session.press(.enter, .tab)
    #expect(session.status.contains("3 selected, 2 hidden"))
    await session.press("x")
    #expect(session.screen.contains("Run it for 3 rows?"))
    #expect(session.screen.contains("2 marked rows are hidden."))
    await session.press("n", .escape)
    #expect(!session.status.contains("selected") && session.screen.controller.searchBar?.text == "vim")
  }

  @Test("The question of an action says the size of what du listed") func sizes() async throws {
    let words = ["--total", "1=group-share", "-x", "alt-x:delete=true {2}"]
    let session = try ListSession(words, columns: 80, lines: 20)
    try await session.show("196K\t./d/z\n300K\t./d\n96K\t./e\n396K\t.\n")
    await session.press(.down, .alt("x"))
    #expect(session.screen.contains("Run it for ./d, sum 300K?"), "\(session.screen.lines)")
    await session.press(.escape, KeyPress(.tab), .down, KeyPress(.tab), .alt("x"))
    #expect(session.screen.contains("Run it for 2 rows, sum 396K?"), "\(session.screen.lines)")
  }

  @Test("Keys for rows do not act on the row under the cursor in place of marked rows that are gone")
  func keysForGoneMarks() async throws {
    let session = try await session("-x", "echo {PID}")
    await session.press(.tab)
    try await session.show(Tables.processes.replacing("    1      0  root    0.1  init\n", with: ""))
    await session.press("x")
    #expect(session.screen.controller.presentedAlert == nil)
    #expect(session.status.contains("the marked rows are gone"))
    await session.press("x")
    #expect(session.screen.contains("echo "))
    #expect(session.screen.controller.presentedAlert != nil)
  }

  // MARK: Without a screen

  /// Tests what `--select-1` and `--exit-0` decide: the picked lines, or nil if the user has to choose.
  @Test(
    "A picker with one match or none ends before it has a screen",
    arguments: [
      ("vim", ["--select-1"], "301\n"), ("xyz", ["--select-1"], nil), ("xyz", ["--exit-0"], ""),
      ("vim", ["--exit-0"], nil), ("ann", ["--select-1", "--exit-0"], nil),
      ("xyz", ["--select-1", "--exit-0"], ""),
    ])
  func unseen(query: String, options: [String], lines: String?) throws {
    let options = try MusterOptions.read(["-1", "-o", "{PID}", "-q", query] + options + ["/dev/null"])
    var runs = RunMaker()
    let choice = UnseenChoice(options: options, now: 0)
    let decision = try choice.decision(on: try runs.next(Tables.processes))
    switch decision {
    case .picked(let picked):
      expectEqual(picked.lines.map { String(decoding: $0, as: UTF8.self) }.joined(), lines)
      expectEqual(picked.query, query)
    case .screen: #expect(lines == nil)
    case .open: Issue.record("the run is whole")
    }
  }

  @Test("While rows are read, only a second match decides") func unseenPart() throws {
    let options = try MusterOptions.read(["-1", "--select-1", "-q", "ann", "/dev/null"])
    var runs = RunMaker()
    let choice = UnseenChoice(options: options, now: 0)
    let lines = Tables.processes.split(separator: "\n")
    for (count, isOpen) in [(3, true), (4, true), (5, false)] {
      let text = lines.prefix(count).joined(separator: "\n") + "\n"
      let decision = try choice.decision(on: try runs.grow(to: text))
      expectEqual({ if case .open = decision { true } else { false } }(), isOpen)
    }
  }
}

extension ListSession {
  /// The picked lines as they are printed.
  fileprivate var picked: [String]? {
    screen.controller.ending.picked?.lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
