import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

/// The changes that esc undoes, its question, and the keys that the last line offers.
@MainActor
@Suite("Changes that esc undoes") struct ListUndoTests {
  private let changed = Tables.processes.replacing("cron", with: "crond")

  @Test("Each esc undoes one change: d, pause, group, then filter") func oneThingEach()
    async throws
  {
    let session = try await ListSession.ofProcesses([])
    try await session.show(changed)
    await session.press("/")
    await session.type("r")
    await session.press(.enter)
    await session.press(.right, .right, .right, "b", "p", "d")
    #expect(session.status.contains("only rows that changed") && session.status.contains("0/5 rows") == false)
    await session.press(.escape)
    #expect(!session.status.contains("only rows that changed"))
    #expect(session.source.stream.isPaused)
    await session.press(.escape)
    #expect(!session.source.stream.isPaused)
    expectEqual(session.model.list.arrangement.structure, .groups(columns: [2]))
    await session.press(.escape)
    expectEqual(session.model.list.arrangement.structure, .natural)
    expectEqual(session.model.list.arrangement.query, "r")
    await session.press(.escape)
    #expect(session.status.hasPrefix("5 rows"))
    #expect(session.screen.ending == nil)
  }

  @Test("The last line says what esc undoes, and one esc too many after it does not end the program")
  func offered() async throws {
    let session = try await ListSession.ofProcesses([])
    session.screen.resize(columns: 100, lines: 12)
    #expect(session.status.contains("q quit") && !session.status.contains("esc"), "\(session.status)")
    await session.press("/")
    #expect(
      session.status.contains("esc clear  ") && session.status.contains("enter keep"), "\(session.status)")
    await session.type("r")
    #expect(!session.status.contains("enter details"), "\(session.status)")
    await session.press(.enter)
    #expect(
      session.status.contains("rows  esc clear  / filter") || session.status.contains(" esc clear  / filter"))
    await session.press("b")
    #expect(session.status.contains("esc undo"), "\(session.status)")
    await session.press("p")
    #expect(session.status.contains("esc continue"), "\(session.status)")
    await session.press(.escape, .escape)
    #expect(session.status.contains("esc clear"), "\(session.status)")
    await session.press(.escape)
    #expect(session.status.contains("q quit") && !session.status.contains("esc"), "\(session.status)")
    await session.press(.escape)
    #expect(
      session.status.hasPrefix("nothing is left to undo; esc again leaves") && session.screen.ending == nil)
    await session.press(.escape)
    #expect(session.screen.ending != nil)
  }

  @Test("Enter has the name of what it does: details, of a comparison, in groups, and in a list of tables")
  func enter() async throws {
    func title(_ session: ListSession) -> String? {
      session.screen.controller.keyDescriptions().first { $0.keys.hasPrefix("enter") }?.title
    }
    let session = try await ListSession.ofProcesses([])
    expectEqual(title(session), "details and history")
    await session.press("b")
    expectEqual(title(session), "details and history; opens or closes a group")
    await session.press("b")
    session.model.open = { _, _ in }
    try await session.show(Tables.processes)
    expectEqual(title(session), "open it; esc comes back")
    let compared = try ListSession(of: ["/dev/null", "/dev/zero"])
    try await compared.show(Tables.processes)
    expectEqual(title(compared), "details")
  }

  @Test(
    "The first esc stops reading and keeps the rows read so far; the next esc undoes the filter"
  )
  func work() async throws {
    let session = try await ListSession.ofProcesses([])
    await session.press("/")
    await session.type("r")
    await session.press(.enter)
    var run = try session.runs.next(Tables.processes + "  77      1  root    0.0  cupsd\n")
    run.progress = Run.Progress(bytes: 62, total: 100)
    await session.take(run)
    await session.screen.advance(by: .milliseconds(100))
    #expect(
      session.status.hasPrefix("... reading") || session.status.contains("reading"), "\(session.status)")
    #expect(session.status.contains("62%") && session.status.contains("esc stops"))
    #expect(!session.source.stream.isReadingStopped)
    await session.press(.escape)
    await session.screen.settle()
    #expect(session.source.stream.isReadingStopped && !session.status.contains("esc stops"))
    #expect(session.model.list.arrangement.query == "r" && session.screen.ending == nil)
    run.progress = nil
    run.notes = [.left]
    await session.take(run)
    #expect(session.status.hasPrefix("stopped: only rows read so far"))
    await session.press(.escape)
    #expect(session.model.list.arrangement.query.isEmpty && session.screen.ending == nil)
  }

  @Test("A pending search can be stopped, and the previous rows stay") func arranging() async throws {
    let session = try await ListSession.ofProcesses([])
    session.screen.press("/")
    session.screen.press("s")
    session.model.stopArranging()
    await session.model.untilSettled()
    #expect(session.status.hasPrefix("stopped") && session.rows.contains { $0.contains("init") })
    expectEqual(session.screen.controller.searchBar?.text, "")
    #expect(session.model.list.arrangement.query.isEmpty)
  }

  @Test("esc does not undo changes that the user already reverted") func nothingLeft() async throws {
    let session = try await ListSession.ofProcesses([])
    await session.press("d", "d", "b", "b", "p", "p", .escape)
    expectEqual(session.screen.ending, .finished(status: 0))
  }

  @Test(
    "esc and q ask before the history is lost: n, enter and esc stay, y and q leave",
    arguments: [KeyPress.escape, "q"])
  func asks(key: KeyPress) async throws {
    let session = try await ListSession.ofProcesses([])
    try await session.show(changed)
    for answer in [KeyPress.character("n"), .enter, .escape] {
      await session.press(key)
      #expect(session.screen.contains("Leave?") && session.screen.contains("The history of 2 runs is lost."))
      await session.press(answer)
      #expect(!session.screen.contains("Leave?") && session.screen.ending == nil)
    }
    await session.press(key, key == "q" ? "q" : "y")
    expectEqual(session.screen.ending, .finished(status: 0))
  }

  @Test("esc removes marks before it undoes anything else, and does not leave") func marks() async throws {
    let session = try await ListSession.ofProcesses([])
    await session.press(.tab, .tab, "b")
    expectEqual(session.screen.controller.tableView.numberOfSelectedRows, 2)
    #expect(session.status.contains("esc unmark"), "\(session.status)")
    await session.press(.escape)
    #expect(session.screen.controller.tableView.numberOfSelectedRows == 0 && session.screen.ending == nil)
    expectEqual(session.model.list.arrangement.structure, .groups(columns: [0]))
    let picker = try await ListSession.ofProcesses(["-m"])
    await picker.press(.tab)
    await picker.type("i")
    await picker.press(.escape)
    #expect(picker.screen.controller.tableView.numberOfSelectedRows == 1, "the text is cleared first")
    await picker.press(.escape)
    #expect(picker.screen.controller.tableView.numberOfSelectedRows == 0 && picker.screen.ending == nil)
    await picker.press(.escape)
    #expect(picker.screen.ending != nil)
  }

  @Test("esc leaves without a question if all runs are equal") func equalRuns() async throws {
    let session = try await ListSession.ofProcesses([])
    for _ in 0..<3 { try await session.show(Tables.processes) }
    await session.press(.escape)
    expectEqual(session.screen.ending, .finished(status: 0))
  }

  @Test("q leaves at once if nothing is lost, whatever esc would undo") func quits() async throws {
    let session = try await ListSession.ofProcesses([])
    await session.press("b", "q")
    expectEqual(session.screen.ending, .finished(status: 0))
  }

  @Test(
    "esc after / keeps the found row or, if nothing was found, the row from before",
    arguments: [[], ["-g", "g"]])
  func clearedQuery(options: [String]) async throws {
    let session = try ListSession(options)
    try await session.show("n,g\n" + (1...99).map { "\($0),x\($0 % 3)\n" }.joined())
    let isOn = { (row: Int) in session.screen.cursor?.text.contains(" \(row) ") == true }
    await session.press("/")
    await session.type("50")
    #expect(isOn(50))
    await session.press(.enter, .escape)
    #expect(isOn(50))
    await session.press(.home, .down, .down, .down)
    let row = session.screen.cursor?.text
    await session.press("/")
    await session.type("nomatch")
    #expect(session.screen.cursor == nil)
    await session.press(.escape)
    #expect(row != nil && session.screen.cursor?.text == row)
  }

  @Test("x and y hold the cursor on their row", arguments: ["x", "y"])
  func heldCursor(key: String) async throws {
    let session = try await ListSession.ofProcesses(["-x", "kill {PID}"])
    await session.press(.character(Character(key)))
    if key == "x" { await session.press("n") }
    try await session.show(
      Tables.processes.replacing(
        "    1      0  root", with: "   99      0  root    9.9  new\n    1      0  root"))
    #expect(session.screen.cursor?.text.contains("init") == true)
  }

  @Test(
    "A key that acts on a row shows it first after the wheel scrolled it out of view",
    arguments: ["x", "y", ","])
  func outOfView(key: String) async throws {
    let session = try ListSession(["-x", "kill {PID}"], lines: 6)
    try await session.show(Tables.processes)
    session.screen.turnWheel(9, at: ScreenPoint(line: 3, column: 2))
    #expect(!session.screen.contains("init"))
    await session.press(.character(Character(key)))
    #expect(session.screen.cursor?.text.contains("init") == true)
    #expect(!session.screen.contains("Run it") && !session.status.contains("cop"))
    expectEqual(session.screen.controller.searchBar?.text, "")
  }

  @Test("Keys for the place and for the list in a cell of a row show the row first, too") func outOfViewToo()
    async throws
  {
    let session = try ListSession(["--each", "a b", "--", "echo", "{}"], of: [], lines: 6)
    try await session.show((1...9).map { #"{"id":\#($0),"list":[{"n":7}]}"# + "\n" }.joined())
    await session.press("l", "l")
    for key in [KeyPress.alt("r"), "o"] {
      session.screen.turnWheel(9, at: ScreenPoint(line: 3, column: 2))
      await session.press(key)
      #expect(session.screen.cursor?.text.contains(" 1 ") == true && session.screen.contains("list"))
      #expect(!session.status.contains("runs again"))
      await session.press(key)
      if key == "o" { break }
      #expect(session.status.contains("runs again for 1"), "\(session.status)")
    }
    // The list in the cell has one column: n.
    await session.settle { _ in !session.screen.contains("list") }
  }

  @Test("x applies to the marked rows, and enter does not confirm it") func marked() async throws {
    let session = try await ListSession.ofProcesses(["-x", "kill {PID}"])
    await session.press("x")
    #expect(session.screen.contains("Run it for 1 (") && session.screen.contains("kill 1"))
    await session.press(.enter, .tab, .tab, "x")
    #expect(session.screen.contains("Run it for 2 rows?") && session.screen.contains("kill 1"))
  }

  @Test("The last line names the keys that apply") func hints() async throws {
    let session = try ListSession(columns: 110)
    try await session.show(Tables.processes)
    #expect(
      session.status.hasSuffix(
        "q quit  / filter  h l column  s sort  b group  enter details  d changed  ? or F1 help"))
    await session.press("/")
    #expect(session.status.hasSuffix("F1 help") && !session.status.contains("s sort"))
    let picker = try ListSession(["-m"], columns: 110)
    try await picker.show(Tables.processes)
    #expect(picker.status.hasSuffix("enter pick  tab mark  esc cancel  ctrl-g or F1 help"))
    let narrow = try ListSession(columns: 50)
    try await narrow.show(Tables.processes)
    #expect(narrow.status.hasSuffix("PID  F1 help") || narrow.status.hasSuffix(" F1 help"))
  }
}
