import Files
import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

/// The screen during a series of runs, and past runs.
@MainActor
@Suite("The screen during a series of runs") struct ListRunTests {
  private func session(_ arguments: String...) async throws -> ListSession {
    try await .ofProcesses(arguments)
  }

  @Test("The cursor stays on its row while other rows are removed and inserted") func cursor() async throws {
    let session = try await session()
    await session.press(.down, .down)
    #expect(session.screen.cursor?.text.contains("bash") == true)
    let line = session.screen.cursor?.line
    try await session.show(Tables.processes.replacing("   20      1  root    1.5  sshd\n", with: ""))
    #expect(session.screen.cursor?.text.contains("bash") == true)
    #expect(session.status.contains("−1"))
    try await session.show(Tables.processes)
    #expect(session.screen.cursor?.text.contains("bash") == true)
    expectEqual(session.screen.cursor?.line, line)
  }

  @Test("d reports that no row changed, and a second d shows all rows") func noChanges() async throws {
    let session = try await session()
    await session.press(.character("d"))
    #expect(session.screen.contains("Nothing to compare with"))
    try await session.show(Tables.processes)
    #expect(session.screen.contains("No row changed"))
    await session.press(.character("d"))
    expectEqual(session.rows.count, 6)
  }

  @Test("A failed run keeps the rows, and the status shows its error") func failedRun() async throws {
    let session = try await session()
    try await session.show("", end: .exited(1), diagnostics: "connection refused\nmore\n")
    expectEqual(session.rows.count, 6)
    #expect(session.status.hasPrefix("failed: connection refused · "))
    #expect(session.status.contains(" · rows from "))
    try await session.show("", end: .exited(0))
    #expect(session.status.hasPrefix("empty"))
  }

  @Test("A filter keeps a followed list at its end") func followedFilter() async throws {
    let session = try ListSession(["-F", "-f", "lines"], lines: 6)
    session.runs = RunMaker(format: .lines)
    let lines = (1...40).map { "line \($0)\n" }.joined()
    await session.take(try session.runs.grow(to: lines))
    await session.press("/")
    await session.type("line")
    await session.press(.enter)
    #expect(session.screen.cursor?.text.contains("line 40") == true, "\(session.screen.lines)")
    await session.take(try session.runs.grow(to: lines + "line 41\n"))
    #expect(session.screen.cursor?.text.contains("line 41") == true)
  }

  /// Returns a session that shows the differences between two files of the names `old` and `new`.
  private func comparison(_ old: String, _ new: String) async throws -> ListSession {
    let directory = try TemporaryDirectory()
    let paths = [try directory.write(old, to: "old"), try directory.write(new, to: "new")]
    let session = try ListSession(of: paths, columns: 100)
    guard case .comparison(let old, let new) = session.source.subject else { fatalError("two files") }
    let files = try await ComparedFiles.read(from: old, to: new, session.source.reading)
    session.model.comparedFiles = files
    await session.take(try await files.run(showingUnchanged: false))
    return session
  }

  @Test("Old and new numbers of two files are each aligned right, and changes counted by column")
  func changedNumbers() async throws {
    let session = try await comparison(
      "id,n,note\n1,5,a\n2,100,b\n3,7,c\n4,8,d\n", "id,n,note\n1,1234,a\n2,99,x\n3,7,y\n4,80000,d\n")
    expectEqual(
      session.rows,
      [
        "  change  id            n  note",
        "▌ ~        1    5 →  1234  a",
        "  ~        2  100 →    99  b → x",
        "  ~        3            7  c → y",
        "  ~        4    8 → 80000  d",
      ])
    #expect(session.status.hasPrefix("4 changes · n 3 · note 2"))
  }

  @Test("d shows and hides the unchanged rows of two files, in their places") func unchangedRows()
    async throws
  {
    let session = try await comparison(
      "id,n\n1,a\n2,b\n3,c\n4,d\n5,e\n", "id,n\n1,a\n2,x\n3,c\n5,e\n6,f\n")
    func rows() -> [String] {
      session.rows.dropFirst().map { $0.drop { $0 == "▌" }.split(separator: " ").joined(separator: " ") }
    }
    expectEqual(rows(), ["~ 2 b → x", "- 4 d", "+ 6 f"])
    await session.press(.down)
    // The old value and the new one have different styles; the new one has that of a change.
    let dim = session.screen.style(of: "b →")
    #expect(dim != nil && dim != session.screen.style(of: "~") && session.screen.style(of: "→ x") == nil)
    #expect(session.status.hasPrefix("3 changes · n 1"))
    expectEqual(session.screen.lines[0], "old → new   +1 −1 ~1")
    await session.press("d")
    expectEqual(rows(), ["1 a", "~ 2 b → x", "3 c", "- 4 d", "5 e", "+ 6 f"])
    #expect(session.status.hasPrefix("6 rows · 3 changes · n 1"))
    #expect(session.screen.cursor?.text.contains("- ") == true, "the cursor stays on its row")
    await session.press("d")
    expectEqual(rows(), ["~ 2 b → x", "- 4 d", "+ 6 f"])
    #expect(session.screen.cursor?.text.contains("- ") == true)
    await session.press("d")
    expectEqual(rows().count, 6)
    await session.press(.escape)
    expectEqual(rows().count, 3)
  }

  @Test(
    "Two files are compared again when one has changed; the cursor stays on its row, and an error is said")
  func comparedAgain() async throws {
    let directory = try TemporaryDirectory()
    let paths = [
      try directory.write("id,n\n1,a\n2,b\n3,c\n", to: "old"),
      try directory.write("id,n\n1,x\n3,y\n", to: "new"),
    ]
    let session = try ListSession(of: paths, columns: 100)
    guard case .comparison(let old, let new) = session.source.subject else { fatalError("two files") }
    let files = try await ComparedFiles.read(from: old, to: new, session.source.reading)
    await session.take(try await files.run(showingUnchanged: false))
    func rows() -> [String] {
      session.rows.dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
    }
    await session.press(.end)
    expectEqual(rows(), ["~ 1 a → x", "- 2 b", "▌ ~ 3 c → y"])
    var changes = files.changes(clock: ContinuousClock()).makeAsyncIterator()
    try directory.write("id,n,more\n0,new,1\n1,a,2\n3,z,3\n", to: "new")
    // What was written may be read before all of it is there; then it is read once more.
    while !rows().contains(where: { $0.hasPrefix("▌ ~ 3 c → z") }), let change = try await changes.next() {
      await session.model.takeComparison(change)
      await session.model.untilSettled()
    }
    #expect(session.rows.first?.contains("more") == true, "\(session.rows)")
    await session.press("d")
    expectEqual(rows().count, 4)
    await session.model.takeComparison(.failure(SystemError(subject: "new", code: 2)))
    await session.model.untilSettled()
    #expect(
      session.status.contains("new: No such file or directory") && rows().count == 4, "\(session.status)")
  }

  @Test("Of two files, equal or not, no key is offered that has no effect on them") func keysOfTwoFiles()
    async throws
  {
    let session = try await comparison("id,n\n1,a\n2,b\n", "id,n\n1,a\n2,b\n")
    #expect(session.screen.contains("No differences"))
    await session.press("d")
    #expect(session.rows.count == 3 && session.status.hasPrefix("2 rows · 0 changes"))
    let keys = Set(session.screen.controller.keyMap.bindings.flatMap(\.keys))
    for key in "[]TpD~i{}oR" where keys.contains(.character(key)) { Issue.record("\(key) is offered") }
    for key in "dsbF=y" where !keys.contains(.character(key)) { Issue.record("\(key) is missing") }
  }

  @Test("Equal runs are one step in time, with their number and time span") func equalRuns() async throws {
    let session = try ListSession(columns: 120)
    let states = [1, 1, 1, 2, 3, 3, 3, 3].map { "NAME,STATE\nweb,\($0)\n" }
    for state in states { try await session.show(state) }
    var steps: [String] = []
    for key in ["[", "[", "[", "[", "]", "]", "]"] {
      await session.press(.character(key == "[" ? "[" : "]"))
      let number = [1: "runs 5–8 of 8, 4 equal, ", 2: "run 4 of 8, ", 3: "runs 1–3 of 8, 3 equal, "]
      let step = steps.count + 1
      let wanted = step == 4 ? "no older run is kept" : number[step <= 3 ? step : step == 5 ? 2 : 1] ?? ""
      await session.settle { step == 7 ? !$0.contains("run") : $0.contains(wanted) }
      steps.append(session.rows.last?.split(separator: " ").last.map(String.init) ?? "")
    }
    expectEqual(steps, ["3", "2", "1", "1", "2", "3", "3"])
    await session.press("[")
    await session.settle { $0.contains("runs 5–8 of 8") }
    // The first of them shows what changed, and the span grows.
    #expect(session.status.contains(": ~1 · 1 row"))
    try await session.show(states[7])
    #expect(session.status.contains("runs 5–9 of 9, 5 equal, "))
  }

  @Test("After a change to a table with fewer columns, keys apply to its first column")
  func fewerColumns() async throws {
    let session = try await session()
    await session.press(.right, .right, .right, .right, .right)
    try await session.show("ID,CITY\n2,x\n1,y\n")
    expectEqual(session.screen.controller.columnOfKeys, 0)
    await session.press(.character("s"), .character("b"), .character("t"), .character("-"), .character("i"))
    #expect(session.screen.ending == nil)
  }

  @Test("If nearly all rows changed identity, the status suggests another key")
  func suggestedKey() async throws {
    let session = try ListSession()
    let table = { (first: Int) in
      "ID,NAME\n"
        + (0..<8).map { "\(first + $0),host\(["a", "b", "c", "d", "e", "f", "g", "h"][$0])\n" }.joined()
    }
    session.runs = RunMaker(identity: session.source.identity)
    try await session.show(table(100))
    try await session.show(table(200))
    #expect(session.status.hasPrefix("nearly all rows changed identity: try i on NAME"))
    await session.press(.right, .right, .character("i"))
    await session.settle { $0.contains("key NAME") }
    try await session.show(table(300))
    #expect(!session.status.contains("nearly all") && !session.status.contains("+"), "\(session.status)")
  }

  @Test("i reports a column that is not unique, and makes a unique column the key")
  func uniqueKey() async throws {
    let session = try ListSession([])
    session.runs = RunMaker(identity: session.source.identity)
    try await session.show("ID,CITY\n1,Bonn\n2,Köln\n3,Bonn\n")
    await session.press(.right, .right, .character("i"))
    await session.settle { $0.contains("CITY is not unique") }
    await session.press(.left, .character("i"))
    await session.settle { $0.contains("key ID") }
  }

  @Test("p pauses the runs, and the title reports the pause until p ends it") func pause() async throws {
    let session = try await session()
    await session.press(.character("p"))
    #expect(session.source.stream.isPaused && session.screen.lines[0].contains("paused"))
    await session.press(.character("p"))
    #expect(!session.source.stream.isPaused && !session.screen.lines[0].contains("paused"))
  }

  @Test("[ and ] step through the runs while a new run arrives") func pastRuns() async throws {
    let session = try await session()
    try await session.show(Tables.processes.replacing("cron", with: "crond"))
    #expect(session.screen.contains("crond"))
    await session.press(.character("["))
    await session.settle { $0.contains("run 1 of 2") }
    #expect(!session.screen.contains("crond"))
    try await session.show(Tables.processes.replacing("cron", with: "cronx"))
    #expect(session.status.contains("run 1 of 3"))
    await session.press(.character("]"))
    await session.settle { $0.contains("run 2 of 3") }
    await session.press(.character("]"))
    await session.settle { !$0.contains("run ") }
    #expect(session.screen.contains("cronx"))
  }

  @Test(
    "esc and ] return from a past run to an incomplete run, and later runs are shown",
    arguments: [KeyPress.escape, .character("]")])
  func openRun(key: KeyPress) async throws {
    let session = try await session()
    var open = try session.runs.next(Tables.processes.replacing("cron", with: "crond"))
    open.series = .open
    await session.take(open)
    await session.press(.character("["))
    await session.settle { $0.contains("run 1 of 2") }
    await session.press(key)
    await session.settle { !$0.contains("run ") }
    #expect(session.screen.contains("crond"))
    try await session.show(Tables.processes.replacing("cron", with: "cronx"))
    #expect(session.screen.contains("cronx"), "it follows again")
  }
}
