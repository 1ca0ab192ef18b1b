import Foundation
import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows

@MainActor
@Suite("The screen of a list and its keys") struct ListScreenControllerTests {
  private func session(_ arguments: String...) async throws -> ListSession {
    try await .ofProcesses(arguments)
  }

  @Test("→ and l select a column, s sorts by it, r reverses the order, and 0 resets it")
  func sorting() async throws {
    let session = try await session()
    await session.press(.right, .character("l"), KeyPress(.right), .character("l"), .character("s"))
    #expect(session.rows[0].contains("%CPU ▲"))
    #expect(session.rows[1].contains("cron"))
    await session.press(.character("r"))
    #expect(session.rows[0].contains("%CPU ▼"))
    #expect(session.rows[1].contains("bash"))
    await session.press(.character("0"))
    #expect(session.rows[1].contains("init"))
  }

  @Test("The input shown by a second R includes blank lines") func blankLines() async throws {
    let session = try ListSession()
    try await session.show("NAME  AGE\n\nann   3\n\n\nbob   4\n")
    #expect(session.status.hasPrefix("2 rows"))
    await session.press(.character("R"), .character("R"))
    let lines = session.screen.lines[1..<7].map { $0.drop { $0 == "▌" || $0 == " " } }
    expectEqual(lines, ["NAME  AGE", "", "ann   3", "", "", "bob   4"])
  }

  @Test("Every key has a title for the help, and x is a key only if there is a command")
  func keys() async throws {
    let session = try ListSession(["-x", "kill {PID}"])
    let keys = session.screen.controller.keyMap.bindings.filter { $0.title != nil }.flatMap(\.keys)
    for key in "hlsr0=Fbti[]TpmdDx~yYvWC<>w-+fo}{Rq/" {
      #expect(keys.contains(.character(key)), "\(key)")
    }
    let others = try ListSession().screen.controller.keyMap.bindings.flatMap(\.keys)
    #expect(!others.contains(.character("x")))
  }

  @Test("The help starts with the keys of the last line and lists no key twice") func helpOrder() async throws
  {
    let session = try ListSession(columns: 100, lines: 90)
    let descriptions = session.screen.controller.keyDescriptions()
    let first = descriptions.prefix { $0.group.isEmpty }.map(\.keys)
    expectEqual(first.prefix(5), ["/", "h l left right", "s", "b", "enter"])
    expectEqual(first.count, 11, "\(first)")
    // These keys also close and open rows of an outline, so they occur twice.
    let keys = descriptions.flatMap { $0.keys.split(separator: " ") }
      .filter { !["left", "right"].contains($0) }
    expectEqual(Set(keys).count, keys.count, "\(keys.sorted())")
  }

  @Test(
    "A right click on a cell offers what keys do with it, and the actions of --exec, which help does not list twice"
  )
  func rowMenu() async throws {
    let session = try ListSession(["-x", "k:end it=kill {PID}"], columns: 90)
    try await session.show(Tables.processes)
    let line = try #require(session.screen.lines.firstIndex { $0.contains("sshd") })
    let place = session.screen.lines[line].distance(of: "root")
    func open() {
      session.screen.send(.mouse(MouseEvent(.secondaryPress, at: ScreenPoint(line: line, column: place))))
    }
    open()
    #expect(
      session.screen.lines[line].contains("[details]│ copy │ filter │ sort │ end it"),
      "\(session.screen.lines)")
    await session.press(.right, .right, .enter)
    expectEqual(session.screen.controller.searchBar?.text, "USER:=root")
    await session.press(.escape)
    open()
    await session.press(.right, .right, .right, .enter)
    expectEqual(session.model.list.arrangement.sorts.map(\.column), [2])
    await session.press(",")
    expectEqual(session.screen.controller.searchBar?.text, "USER:=root")
    await session.press(.function(1))
    #expect(!session.screen.contains("This row"), "\(session.screen.lines)")
  }

  @Test("Letters in the help keep only the lines with the words") func helpFilter() async throws {
    let session = try ListSession(columns: 100, lines: 90)
    await session.press(.function(1))
    await session.type("tree")
    #expect(session.screen.contains("Keys / tree"))
    #expect(session.screen.contains("tree by the column") && !session.screen.contains("sort by the column"))
    await session.press(.escape)
    #expect(session.screen.contains("sort by the column"))
    await session.press(.escape)
    #expect(session.screen.controller.panel == nil)
  }

  @Test(
    "Words that users type find the key",
    arguments: [
      ("total", "="), ("average", "="), ("exit", "q"), ("close", "q"), ("clear", "esc"),
      ("undo filter", "esc"),
      ("cancel", "esc"), ("search", "/"), ("find", "ctrl-f"), ("export", "S"), ("clipboard", "y"),
      ("graph", "~"),
      ("count", "F"), ("history", "["), ("older", "["), ("delimiter", "R"), ("hierarchy", "t"),
      ("freeze column", "f"),
      ("order", "s"), ("descending", "r"), ("problem", "e"), ("baseline", "m"), ("field", "h"),
      ("shortcuts", "F1"),
      ("resize", "<"), ("top", "home"), ("select", "tab"), ("same value", "no match"),
    ])
  func synonyms(typed: String, key: String) async throws {
    let session = try ListSession(columns: 100, lines: 90)
    try await session.show(Tables.processes)
    await session.press(.function(1))
    await session.type(typed)
    let found = session.screen.lines.compactMap { line in
      line.split { "│▌".contains($0) }.first { $0.contains("  ") && $0.contains { $0.isLetter } }
    }
    let keys = found.flatMap { $0.split(separator: " ").map(String.init) }
    #expect(
      keys.contains(key) || key == "no match" && session.screen.contains("no match"),
      "\(session.screen.lines)")
  }

  @Test("The help lists the most important keys first, and the operators of queries")
  func help() async throws {
    let session = try ListSession(columns: 100, lines: 100)
    await session.press(.function(1))
    let lines = session.screen.lines
    func line(_ words: String) -> Int {
      lines.firstIndex { $0.split(separator: " ").joined(separator: " ").contains(words) } ?? .max
    }
    let titles = [
      "h l ← → choose a column", "s sort by the column", "r reverse the order", "R how the input was read",
    ]
    #expect(titles.map(line) == titles.map(line).sorted() && line(titles[3]) < .max)
    for sign in QueryHelp.signs {
      #expect(line("\(sign.typed) \(sign.finds)") < .max, "\(sign.typed)")
    }
  }

  @Test("A filter in a tree moves the cursor to the first match, not to its ancestor")
  func treeFilter() async throws {
    let session = try await session("--tree", "PPID")
    await session.type("/ann")
    #expect(session.screen.contains("init") && !session.screen.contains("cron"))
    #expect(session.screen.cursor?.text.contains("bash") == true)
  }

  @Test("Without a column that names parents, t says so") func noTree() async throws {
    let session = try ListSession()
    try await session.show("id,name\n1,ann\n2,bob\n")
    await session.press(.character("t"))
    #expect(session.status.contains("no tree: no column names the parent of a row"))
    expectEqual(session.model.list.arrangement.structure, .natural)
  }

  @Test("enter shows all cells of a row with their column names, and esc closes the details")
  func details() async throws {
    let session = try await session()
    await session.press(.down, .enter)
    #expect(session.screen.contains("COMMAND  sshd"))
    let lines = session.screen.lines.map { $0.split(separator: " ").joined(separator: " ") }
    for cell in ["PID 20", "PPID 1", "USER root", "%CPU 1.5"] {
      #expect(lines.contains { $0.contains(cell) }, "\(cell)")
    }
    await session.press(.escape)
    #expect(!session.screen.contains("COMMAND  sshd"))
  }

  @Test("- hides the selected column, but not the last one, selects the next one, and + shows all columns")
  func hiddenColumns() async throws {
    let session = try await session()
    await session.press(.character("-"))
    #expect(session.status.contains("choose a column"))
    await session.press(.right, .right, .character("-"))
    #expect(!session.rows[0].contains("PPID"))
    // The next column is then selected.
    await session.press(.character("-"))
    #expect(!session.rows[0].contains("USER") && session.rows[0].contains("PID"))
    for _ in 0..<4 { await session.press(.character("-")) }
    expectEqual(session.model.shownColumns.count, 1)
    await session.press(.character("+"))
    #expect(session.rows[0].contains("PPID"))
  }

  @Test("Columns are chosen in the order of the screen, in which the key need not be the first one")
  func orderOfChoice() async throws {
    let session = try ListSession(["-k", "K"], columns: 16)
    try await session.show("A K B C D E F G\n1 x 1 2 3 4 5 6\n1 y 1 2 3 4 5 6\n2 z 1 2 3 4 5 6\n")
    func isChosen(_ column: Int) -> Bool { session.screen.controller.columnOfKeys == column }
    for column in 0..<8 {
      await session.press(.right)
      #expect(isChosen(column), "\(column) \(session.rows[0])")
    }
    // The screen is scrolled now, and the key is at its left edge.
    #expect(session.rows[0].hasPrefix("  K"), "\(session.rows[0])")
    for column in [6, 5, 4, 3, 2, 0, 1, 1] {
      await session.press(.left)
      #expect(isChosen(column), "\(column) \(session.rows[0])")
    }
  }

  @Test("A column that the user pins stays in view, unlike the last column") func pinned() async throws {
    let session = try ListSession(columns: 24)
    try await session.show(Tables.processes)
    await session.press(.right, .right, .right)
    #expect(session.rows[0].contains("PID") && !session.rows[0].contains("COMMAND"), "\(session.rows[0])")
    await session.press(.character("f"), .right, .right, .right)
    #expect(session.rows[0].contains("PID") && session.rows[0].contains("USER"))
    #expect(session.rows[0].contains("COMMAND"))
    await session.press(.left, .left, .left, .character("f"))
    expectEqual(session.model.keyColumns, [0])
  }

  @Test("The wheel scrolls columns, the key column stays, and a refresh keeps the position")
  func theWheelScrollsColumns() async throws {
    let session = try ListSession(columns: 30)
    try await session.show(Tables.processes)
    let first = session.rows[0]
    for _ in 0..<9 {
      session.screen.send(
        .mouse(MouseEvent(.wheelDown, at: ScreenPoint(line: 4, column: 4), modifiers: .shift)))
    }
    let scrolled = session.rows[0]
    #expect(scrolled.contains("PID") && scrolled.contains("COMMAND") && scrolled != first)
    try await session.show(Tables.processes)
    expectEqual(session.rows[0], scrolled)
  }

  @Test("Keys pressed before the first rows take effect on them, one after the other") func earlyKeys()
    async throws
  {
    let (early, late) = (try ListSession(["-x", "kill {PID}"]), try ListSession(["-x", "kill {PID}"]))
    for key in "llllsj" { early.screen.press(.character(key)) }
    // A key that acts on a row the user has not seen has no effect.
    early.screen.press(.character("x"), .enter)
    try await early.show(Tables.processes)
    await early.screen.controller.untilCaughtUp()
    #expect(early.screen.controller.presentedAlert == nil && early.screen.controller.panel == nil)
    try await late.show(Tables.processes)
    await late.type("llllsj")
    #expect(early.rows[0].contains("%CPU ▲"), "\(early.screen.lines)")
    func names(_ session: ListSession) -> [Substring?] { session.rows.map { $0.split(separator: " ").last } }
    expectEqual(names(early), names(late))
    #expect(early.screen.cursor?.text.contains("sshd") == true, "\(early.screen.lines)")
  }

  @Test("Keys behind one that opens a page or a question are meant for it, also before the first rows")
  func earlyPages() async throws {
    for key in "CF" {
      let (early, late) = (try ListSession(), try ListSession())
      early.screen.press("l", .character(key))
      #expect(early.status.contains("when there are rows"), "\(early.screen.lines)")
      early.screen.press("j", "j", " ")
      try await early.show(Tables.processes)
      await early.screen.controller.untilCaughtUp()
      try await late.show(Tables.processes)
      await late.press("l")
      late.screen.press(.character(key), "j", "j", " ")
      // The model does not wait for a page that counts values.
      for session in [early, late] { await wait { !session.screen.contains("counting") } }
      // Only their times differ.
      expectEqual(Array(early.screen.lines.dropFirst()), Array(late.screen.lines.dropFirst()))
      #expect(early.screen.controller.navigationController?.viewControllers.count == 2)
    }
    let session = try ListSession()
    session.screen.press("F", "q", .escape, "j")
    try await session.show(Tables.processes)
    await session.screen.controller.untilCaughtUp()
    #expect(session.screen.cursor?.text.contains("sshd") == true, "\(session.screen.lines)")
  }

  @Test("A bound key does what the other key does, also instead of its own action") func boundKeys()
    async throws
  {
    let session = try await ListSession.ofProcesses(["--bind", "ctrl-s=s", "--bind", "r=b"])
    await session.press(.right, .control("s"))
    #expect(session.rows[0].contains("PID ▲"), "\(session.screen.lines)")
    await session.press("r")
    expectEqual(session.model.list.arrangement.structure, .groups(columns: [0]))
    expectEqual(session.model.list.arrangement.sorts.map(\.isDescending), [false])
    let unknown = try await ListSession.ofProcesses(["--bind", "ctrl-s=Q"])
    #expect(unknown.status.hasPrefix("--bind: Q has no action; F1 lists the keys"), "\(unknown.status)")
  }

  @Test("A name for the rows is asked for before there are rows, and they are saved when they are there")
  func earlySaving() async throws {
    let directory = try TemporaryDirectory()
    let session = try ListSession()
    session.screen.press("S")
    session.screen.paste(directory.path + "/rows.csv")
    session.screen.press(.enter)
    try await session.show(Tables.processes)
    #expect(await session.screen.wait { _ in session.status.contains("saved") })
    try expectEqual(directory.read("rows.csv").split(separator: "\n").count, 6)
  }

  @Test("R shows what was recognised, and a second R shows the input as it is") func findings() async throws {
    let session = try ListSession(columns: 80, lines: 40)
    try await session.show(Tables.processes)
    await session.press(.character("R"))
    #expect(session.screen.contains("format  by position   -f FORMAT, -d CHARACTER"))
    #expect(session.screen.contains("PID  number, from column 1, key"))
    await session.press(.escape)
    #expect(session.status.hasPrefix("5 rows"))
    await session.press(.character("R"), .character("R"))
    expectEqual(session.screen.lines[1], "    PID   PPID  USER   %CPU  COMMAND")
    await session.press(.character("R"), .escape)
    #expect(session.status.hasPrefix("5 rows"))
  }

  @Test("Enter on another way to read the input, or on another table, reads it so") func otherReading()
    async throws
  {
    let session = try ListSession(columns: 100, lines: 30)
    try await session.show("pods of the cluster:\nNAME    READY  AGE\nweb-1   1/1    3\nweb-2   0/1    4\n")
    await session.press(.character("R"))
    func isThere() -> Bool {
      session.screen.cursor?.text.contains("3 rows, no names, 1 other line") == true
    }
    for _ in 0..<20 where !isThere() { await session.press(.down) }
    #expect(isThere(), "\(session.screen.lines)")
    await session.press(.enter)
    #expect(session.status.hasPrefix("3 rows"), "\(session.status)")
    #expect(session.rows.joined().contains("READY"))
    await session.press(.character("R"))
    #expect(session.screen.contains("names in line 2, 1 other line: 100 %"), "\(session.screen.lines)")
  }

  @Test("R shows whole options on a narrow screen") func wrappedOptions() async throws {
    let session = try ListSession(columns: 60, lines: 30)
    try await session.show("pods of the cluster:\nNAME    READY  AGE\nweb-1   1/1    3\nweb-2   0/1    4\n")
    await session.press(.character("R"))
    #expect(session.screen.lines.joined().contains("--header none"), "\(session.screen.lines)")
  }

  @Test("Lines outside a table are counted, listed, and shown in their place") func otherLines()
    async throws
  {
    let session = try ListSession(lines: 24)
    try await session.show("pods of the cluster:\nNAME    READY  AGE\nweb-1   1/1    3\nweb-2   0/1    4\n")
    #expect(session.status.hasPrefix("2 rows · 1 other line (R)"))
    await session.press(.character("R"), .end)
    #expect(session.screen.cursor?.text.hasSuffix("line 1  pods of the cluster:") == true)
    await session.press(.enter)
    expectEqual(
      session.screen.lines[1...3],
      [
        "  * pods of the cluster:", "    NAME    READY  AGE", "    web-1   1/1    3",
      ])
    #expect(session.status.hasPrefix("4 lines, 1 of them in no table (*)"))
  }

  @Test("W writes the entire value of the column to a new file, of lines the line") func writtenValue()
    async throws
  {
    let directory = try TemporaryDirectory()
    let long = String(repeating: "x", count: 5000)
    let session = try ListSession()
    try await session.show("id,text\n1,\"a,\(long)\"\n")
    await session.press(.right, .right, "W")
    session.screen.type(directory.path + "/value")
    session.screen.press(.enter)
    await session.settle { $0.hasPrefix("wrote 5002 bytes") }
    try expectEqual(directory.read("value"), "a,\(long)")
    let lines = try ListSession(["-f", "lines"])
    try await lines.show("alpha beta\n")
    await lines.press("W")
    lines.screen.type(directory.path + "/line")
    lines.screen.press(.enter)
    await lines.settle { $0.hasPrefix("wrote 10 bytes") }
  }

  @Test("A list that is left is released, with its rows") func released() async throws {
    weak var model: RunList?
    weak var screen: ListScreenController?
    do {
      let session = try await session()
      await session.type("/r")
      await session.press(.enter, "d", "d", "[", "F", .escape)
      (model, screen) = (session.model, session.screen.controller)
    }
    await wait { model == nil && screen == nil }
    #expect(model == nil && screen == nil)
  }

  @Test("Lines without columns are shown as they are") func plainLines() async throws {
    let session = try ListSession()
    try await session.show("alpha\nbeta\nbeta\n")
    expectEqual(session.rows, ["▌ alpha", "  beta", "  beta"])
    #expect(session.status.contains("s sort") && !session.status.contains("column"), "\(session.status)")
    await session.press("F")
    #expect(await session.screen.wait { $0.lines.last?.hasPrefix("2 values in 3 rows") ?? false })
    await session.press(.enter)
    expectEqual(session.rows.dropFirst(), ["▌ beta", "  beta"])
  }

  @Test("An unknown column ends the program with status 2 and an error") func unknownColumn() async throws {
    let session = try ListSession(["-s", "NOPE"])
    try await session.show(Tables.processes)
    expectEqual(session.screen.ending, .finished(status: 2))
    #expect("\(session.screen.controller.ending.failure.map { "\($0)" } ?? "")".hasPrefix("no column 'NOPE'"))
  }
}

extension String {
  /// The number of characters before a text.
  fileprivate func distance(of text: String) -> Int {
    firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) } ?? 0
  }
}
