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

/// The keys for the totals, values, sparkline, position and width of a column.
@MainActor
@Suite("Keys for columns") struct ListColumnsTests {
  private func session(_ arguments: String...) async throws -> ListSession {
    try await .ofProcesses(arguments)
  }

  /// Shows runs in which sshd has these loads; it is in the third line, and begins with 1.5.
  private func showLoads(_ loads: String..., in session: ListSession) async throws {
    for load in loads {
      try await session.show(Tables.processes.replacing("1.5  sshd", with: "\(load)  sshd"))
    }
  }

  private func words(_ line: String) -> [Substring] { line.split(separator: " ") }

  // MARK: Totals

  @Test("The page of C has the kinds of columns, as that of R has") func kinds() async throws {
    let text =
      #"[{"id":1,"at":"2026-11-22","m":{"a":1},"t":[1],"x":null},{"id":2.5,"m":null,"t":[],"x":"é"}]"#
    let session = try ListSession(["-f", "json"], columns: 100, lines: 30)
    try await session.show(text)
    let kinds = ["id": "number", "at": "date", "m": "object", "t": "array", "x": "text"]
    let table = try #require(session.model.list.shown?.table)
    await session.press("C")
    for (name, kind) in kinds {
      expectEqual(table.columns.firstIndex { $0.name == name }.map(table.kindNoun), kind, "\(name)")
      let row = session.rows.first { $0.split(separator: " ").contains { $0 == name } }
      #expect(row?.split(separator: " ").contains { $0 == kind } == true, "\(name): \(row ?? "")")
    }
  }

  @Test("= cycles through the totals of a column below the list")
  func totals() async throws {
    let session = try await session()
    await session.type("llll")
    var feet: [String] = []
    for _ in 0..<7 {
      await session.press(.character("="))
      feet.append(session.rows.last.map { words($0).joined(separator: " ") } ?? "")
    }
    expectEqual(
      feet.prefix(6), ["sum 33.6", "sum 33.6", "mean 6.72", "median 1.5", "0.0 to 30.0", "distinct 5"])
    #expect(session.status.hasPrefix("%CPU: no total"))
    expectEqual(session.rows.count, 6)
  }

  @Test(
    "A group header has the group's totals, and a sort by the column orders the groups by them")
  func groupTotals() async throws {
    let session = try await session("-g", "USER", "--total", "%CPU=sum", "-s", "-%CPU")
    func heads() -> [String] { session.rows.filter { $0.contains("▾") } }
    expectEqual(
      heads().map { words($0).joined(separator: " ") },
      ["▾ USER: ann 2 32.0", "▾ USER: root 2 1.6", "▾ USER: daemon 1 0.0"])
    // They end where the total of all rows ends.
    expectEqual(Set((heads() + session.rows.suffix(1)).map(\.count)).count, 1)
    await session.press(.character("r"))
    #expect(heads().first?.contains("daemon") == true)
  }

  @Test("A share stands after each number, of all rows or of the group, and groups have theirs of all")
  func shares() async throws {
    let session = try await session("-g", "USER", "--total", "%CPU=share", "-s", "-%CPU")
    func row(_ text: String) -> String {
      session.rows.first { $0.contains(text) }.map { words($0).joined(separator: " ") } ?? ""
    }
    #expect(row("▾ USER: ann").hasSuffix("ann 2 32.0 95.2%") && row("bash").contains(" 30.0 89.3% "))
    #expect(session.rows.last?.contains("sum") == true)
    await session.type("llll=")
    #expect(row("▾ USER: ann").hasSuffix("ann 2 32.0 95.2%") && row("bash").contains(" 30.0 93.8% "))
    #expect(session.status.contains("percentage of its group"))
  }

  @Test("a gives a column another name, or adds one that is computed, beside it; a wrong expression is named")
  func addedColumns() async throws {
    let session = try ListSession([], columns: 80)
    try await session.show("item,price,amount\npen,2.50,4\nink,10.00,1\n")
    func add(_ text: String) async {
      await session.type("a" + text)
      await session.press(.enter)
    }
    await session.press(.right)
    await add("thing")
    expectEqual(words(session.rows[0]), ["thing", "price", "amount"])
    await session.press(.right)
    await add("total=price*amount")
    expectEqual(words(session.rows[0]), ["thing", "price", "total", "amount"])
    expectEqual(words(session.rows[1]), ["▌", "pen", "2.50", "10.00", "4"])
    expectEqual(words(session.rows[2]), ["ink", "10.00", "10.00", "1"])
    await add("x=price*weight")
    #expect(session.status.hasPrefix("x=price*weight: no column 'weight'"))
    await add("total")
    #expect(session.status.hasPrefix("total={total}"))
    try await session.show("item,price,amount\npen,2.50,5\n")
    #expect(session.rows[1].contains("2.50  12.50       5"), "\(session.rows)")
  }

  @Test("The last line names the key that the column under the cursor is made for")
  func hints() async throws {
    let session = try ListSession([], columns: 100)
    try await session.show(#"{"id":1,"user":{"name":"a"},"size":5,"file":"/usr/lib/a.so"}"# + "\n")
    var hints: [String] = []
    for _ in 0..<4 {
      await session.press(.right)
      hints.append(["o members", "= sum", "t tree"].filter(session.status.contains).joined())
    }
    expectEqual(hints.filter { !$0.isEmpty }, ["o members", "= sum", "t tree"])
  }

  @Test(
    "L shows the first rows of the order, of each group, and F, totals and the status count these; esc shows all"
  )
  func firstRows() async throws {
    let session = try await session("-s", "-%CPU", "--total", "%CPU=sum")
    await session.type("2L")
    await session.screen.advance(by: .seconds(6))
    expectEqual(session.rows.filter { $0.contains("bash") || $0.contains("vim") }.count, 2)
    #expect(
      session.status.hasPrefix("first 2 · 2/5 rows") && !session.screen.contains("sshd"), "\(session.status)")
    #expect(session.screen.contains("sum 32.0"))
    await session.type("1L")
    for _ in 0..<3 { await session.press(.right) }
    await session.press("b")
    await session.screen.advance(by: .seconds(6))
    #expect(session.status.hasPrefix("first 1 of each group · 3/5 rows"), "\(session.status)")
    expectEqual(
      ["bash", "sshd", "cron", "vim", "init"].filter(session.screen.contains), ["bash", "sshd", "cron"])
    await session.press(.escape, .escape)
    #expect(session.status.hasPrefix("5 rows"), "\(session.status)")
  }

  @Test("Percentages have bars as long as they are great, where all columns have room")
  func bars() async throws {
    for columns in [30, 80] {
      let session = try ListSession([], columns: columns)
      try await session.show(
        "NAME   USE%  PLACE\na       100%  one\nb        50%  two\nc         0%  three\n")
      func expectBars(_ isWide: Bool) {
        let bars = session.rows.dropFirst().map { $0.count { $0 == "━" } }
        expectEqual(Array(bars), isWide ? [6, 3, 0] : [0, 0, 0], "\(session.rows)")
      }
      expectBars(columns == 80)
      // The rows on the screen follow its size.
      session.screen.resize(columns: 110 - columns, lines: 12)
      expectBars(columns == 30)
    }
  }

  @Test("Heads of groups name their column and align their numbers, where there is room")
  func headsOfGroups() async throws {
    let session = try await session("-g", "USER")
    let heads = session.rows.filter { $0.contains("▾") }
    expectEqual(heads, [" ▾ USER: ann     2", " ▾ USER: daemon  1", " ▾ USER: root    2"])
  }

  // MARK: Values

  @Test("F counts the values of a column, and enter filters by one")
  func valueCounts() async throws {
    let session = try await session()
    await session.type("lllF")
    await session.settle { $0.hasPrefix("3 values in 5 rows") }
    expectEqual(
      session.rows.map { words($0).prefix(3).joined(separator: " ") }.prefix(4),
      [
        "USER rows share", "▌ root 2", "ann 2 40%", "daemon 1 20%",
      ])
    #expect(session.rows[1].contains("40%  ━━━"))
    await session.press(.down, .enter)
    expectEqual(session.model.list.arrangement.query, "USER:=ann")
    #expect(session.rows.count == 4 && session.rows[2].contains("bash"), "the query has a line")
  }

  @Test("The value counts follow the runs, and esc returns to the unchanged list")
  func valueCountsLive() async throws {
    let session = try await session()
    await session.type("lllF")
    await session.settle { $0.hasPrefix("3 values") }
    try await session.show(Tables.processes.replacing("daemon", with: "bob   "))
    await session.settle { _ in session.screen.contains("bob") }
    await session.press(.escape)
    #expect(session.rows.count == 6 && session.model.list.arrangement.query.isEmpty)
  }

  @Test("Groups and value counts distinguish values that are equal as texts or are no text")
  func valuesByBytes() async throws {
    let session = try ListSession(["-g", "name", "-f", "csv"])
    // The encoding is found from the first bytes, which are text.
    let same =
      "name,n\ncafe\u{301},1\ncaf\u{E9},2\ncaf\u{E9},3\nlong,\(String(repeating: "1", count: 70_000))\n"
    try await session.show(Array(same.utf8) + [0xFF] + Array(",4\n".utf8) + [0xFE] + Array(",5\n".utf8))
    let heads = session.rows.filter { $0.contains("▾") }.map {
      words($0).dropFirst(2).prefix(2).joined(separator: " ")
    }
    expectEqual(heads.prefix(3), ["cafe\u{301} 1", "caf\u{E9} 2", "long 1"])
    expectEqual(session.model.list.listing?.sections.count, 5)
    await session.press(.character("F"))
    await session.settle { $0.hasPrefix("5 values in 6 rows") }
    expectEqual(session.rows.filter { $0.contains("\u{FFFD}") }.count, 2)
    await session.press(.enter)
    expectEqual(session.model.list.listing?.count, 2)
  }

  // MARK: Numbers in time

  @Test("~ draws a sparkline of recent values before a number")
  func course() async throws {
    let session = try await session()
    try await showLoads("7.0", "0.5", "3.5", in: session)
    await session.type("llll~")
    await wait { session.rows[2].contains("▂▇▁▄") }
    #expect(session.rows[2].contains("▂▇▁▄  3.5"))
    try await showLoads("7.0", in: session)
    #expect(session.rows[2].contains("▂▇▁▄▇"))
    await session.press(.character("~"))
    #expect(!session.rows[2].contains("▁"))
    await session.type("l~")
    #expect(session.status.hasPrefix("COMMAND is not a number"))
  }

  @Test("--meter shows a total of all rows and its course in the title, of the run on the screen")
  func meter() async throws {
    let session = try ListSession(["--meter", "%cpu"], columns: 80)
    try await showLoads("7.0", "0.5", "3.5", in: session)
    let title = session.screen.lines[0]
    #expect(title.hasSuffix(" ▇▁▄") && title.contains(" · %CPU sum "), "\(title)")
    await session.type("/sshd")
    expectEqual(session.screen.lines[0], title)
    await session.press(.escape, .character("["))
    await session.settle { $0.contains("run 2 of 3") }
    #expect(session.screen.lines[0].hasSuffix(" ▇▁"), "\(session.screen.lines[0])")
  }

  @Test("The selected column stays in view when a sparkline makes it wider")
  func courseInAFewColumns() async throws {
    let session = try ListSession(columns: 32)
    try await showLoads("0.5", "3.5", in: session)
    await session.type("llll~")
    await wait { session.rows[2].contains("▇") }
    #expect(session.rows[0].contains("%CPU"))
  }

  @Test("Details show a sparkline beside a number")
  func courseInDetails() async throws {
    let session = try await session()
    try await showLoads("7.0", "0.5", "3.5", in: session)
    await session.press(.down, .enter)
    await wait { session.screen.contains("3.5   ▂▇▁▄") }
    #expect(session.screen.contains("3.5   ▂▇▁▄"))
  }

  @Test(
    "D shows 0 for an unchanged number and a dot for one without an earlier number, and the title says so")
  func differencesOfAll() async throws {
    let session = try ListSession()
    try await session.show("NAME,TOTAL\na,100\nb,46190\n")
    try await session.show("NAME,TOTAL\na,200\nb,46190\nc,7\n")
    await session.press("D")
    #expect(session.rows[0].contains("TOTAL Δ"))
    let cells = session.rows.dropFirst().map { words($0).last }
    expectEqual(cells, ["+100", "0", "·"])
    await session.press("D")
    #expect(session.rows[0].contains("TOTAL/s"))
    await session.press("D")
    #expect(!session.rows[0].contains("Δ") && session.rows[2].contains("46190"))
  }

  @Test("A number that no sample of rows has is shown as a whole") func widestNumber() async throws {
    let session = try ListSession()
    let numbers = (1...5000).map { $0 == 4097 ? 100_000_000_000 : $0 % 100 }
    try await session.show("id,n,s\n" + numbers.enumerated().map { "\($0 + 1),\($1),x\n" }.joined())
    await session.press("l", "l", "s", "s")
    await session.settle { _ in session.screen.contains("100000000000") }
    #expect(session.rows.contains { $0.contains("100000000000") })
  }

  @Test("A sparkline in the cursor's cell is not reversed") func courseAtCursor() async throws {
    let session = try await session()
    try await showLoads("7.0", "0.5", "3.5", in: session)
    await session.type("llll~")
    await session.press(.down)
    await wait { session.screen.cursor?.text.contains("▂▇▁▄") == true }
    #expect(session.screen.style(of: "▂▇▁▄")?.attributes.contains(.reverse) == false)
    // The number beside it is the cell that stands out.
    let (chart, number) = (session.screen.style(of: "▂▇▁▄"), session.screen.style(of: "3.5"))
    #expect(chart != nil && number != nil && chart != number)
  }

  // MARK: Columns

  @Test("C finds a column by letters and selects it; space hides columns, alt-arrows move them")
  func columns() async throws {
    let session = try await session()
    await session.press(.character("C"))
    #expect(session.status.hasPrefix("5/5 columns shown"))
    await session.type("us")
    expectEqual(session.rows.filter { $0.contains("✓") }.count, 1)
    await session.press(.enter)
    expectEqual(session.screen.controller.chosenColumn, 2)
    await session.press(.character("C"), .character(" "), .down, KeyPress(.up, .alt), .escape)
    expectEqual(words(session.rows[0]), ["PID", "PPID", "%CPU", "COMMAND"])
    await session.press(.character("C"), .up, .up, KeyPress(.down, .alt), KeyPress(.down, .alt), .escape)
    expectEqual(words(session.rows[0]), ["PID", "%CPU", "PPID", "COMMAND"])
    await session.press(.character("+"))
    expectEqual(words(session.rows[0]), ["PID", "PPID", "USER", "%CPU", "COMMAND"])
  }

  @Test("< and > change the width of a column, and w wraps its texts")
  func widths() async throws {
    let session = try ListSession(columns: 30)
    try await session.show("id,text\n1,some words that take room\n2,few\n")
    await session.press(.character("l"), .character("l"))
    for _ in 0..<3 { await session.press(.character("<")) }
    #expect(session.rows[1].hasSuffix("…") && session.rows.count == 3)
    await session.press(.character("w"))
    #expect(session.rows.count == 4 && session.rows[2].hasSuffix("take room"))
    await session.press(.character("w"), .character(">"))
    expectEqual(session.rows.count, 3)
  }

  // MARK: Trees

  @Test("t draws the tree of PPID in the command column, whichever column is first")
  func tree() async throws {
    let session = try await session()
    await session.press(.character("t"))
    expectEqual(session.model.list.arrangement.structure, .tree(column: 1))
    #expect(session.rows[1].hasSuffix("▾ init") && session.rows[2].hasSuffix("│ ▾ sshd"))
    #expect(session.rows[3].hasSuffix("│ │ ▾ bash") && session.rows[1].hasPrefix("▌   1"))
    await session.press(.character("t"))
    #expect(session.rows[2].hasSuffix("  sshd"))
  }

  @Test("--tree PPID:USER draws the tree in the column USER")
  func treeInColumn() async throws {
    let session = try await session("--tree", "PPID:USER")
    #expect(session.rows[2].contains("│ ▾ root") && session.rows[2].hasSuffix("  sshd"))
  }

  @Test("--tree-path makes the folders that no row names, with the numbers and totals of their rows")
  func madeFolders() async throws {
    let session = try ListSession(["--tree-path", "path", "--total", "size=sum", "-s", "-size"])
    try await session.show("size,path\n1,README\n2,src/a.c\n5,src/lib/b.c\n")
    expectEqual(session.rows.dropFirst().map { $0.trimming }, ["7  ▸ src/  2", "1    README", "sum 8"])
    await session.press(.right)
    #expect(
      session.rows[2].hasSuffix("│ ▸ lib/  1") && session.rows[3].hasSuffix("│   a.c"), "\(session.rows)")
    // A folder that is no row has no details and no line: enter closes it.
    await session.press(.character("y"), .enter)
    #expect(session.rows[1].contains("▸ src/"), "\(session.rows)")
  }

  @Test("F counts many different numbers by ranges with round bounds, and enter filters by one")
  func ranges() async throws {
    let session = try ListSession(columns: 80)
    try await session.show("NAME,MS\n" + (0..<200).map { "n\($0),\($0 * 7 % 1000).\($0 % 10)\n" }.joined())
    await session.type("llF")
    await session.settle { $0.contains("in 200 rows") }
    expectEqual(
      session.rows.dropFirst().prefix(2).map {
        words($0).filter { $0 != "▌" }.prefix(4).joined(separator: " ")
      },
      ["0 – 100 30", "100 – 200 28"])
    #expect(session.status.hasPrefix("10 ranges in 200 rows"))
    await session.press(.down, .enter)
    expectEqual(session.model.list.arrangement.query, "MS:>=100 MS:<200")
    await session.settle { $0.contains("28/200") }
  }

  @Test("A second b groups inside groups, and --closed closes groups at first")
  func nestedGroups() async throws {
    let session = try await session("--closed", "--total", "%CPU=sum")
    await session.type("lllb")
    expectEqual(words(session.rows[1].trimming), ["▸", "USER:", "ann", "2", "32.0"])
    await session.type("hb")
    expectEqual(session.model.list.arrangement.structure, .groups(columns: [2, 1]))
    expectEqual(
      session.rows.dropFirst().map { words($0.trimming).joined(separator: " ") },
      ["▸ USER: ann 2 32.0", "▸ USER: daemon 1 0.0", "▸ USER: root 2 1.6", "sum 33.6"])
    expectEqual(session.screen.style(of: "32.0")?.attributes.contains(.bold), true)
  }

  @Test("S saves the rows as they are shown, and asks before it replaces a file") func saving()
    async throws
  {
    let directory = try TemporaryDirectory()
    let session = try await ListSession.ofProcesses([])
    await session.type("/ann")
    await session.press(.enter)
    for answer in [nil, KeyPress.character("n"), .character("y")] {
      await session.press(.character("S"))
      session.screen.paste(directory.path + "/rows.csv")
      await session.press(.enter)
      if answer == nil {
        #expect(await session.screen.wait { _ in session.status.contains("saved") })
        try expectEqual(directory.read("rows.csv").split(separator: "\n").count, 3)
        try directory.replace("rows.csv", with: "mine")
      } else if let answer {
        #expect(await session.screen.wait { _ in session.screen.controller.presentedAlert != nil })
        await session.press(answer)
        try expectEqual(directory.read("rows.csv") == "mine", answer == .character("n"))
      }
    }
    await session.press(.character("S"))
    await session.type("rows")
    await session.press(.enter)
    #expect(session.status.hasPrefix("not saved: the name ends in none of .csv"))
  }

  @Test("A marked group that is no row stands for its rows") func markedHeading() async throws {
    let session = try await ListSession.ofProcesses(["-g", "USER,PPID"])
    await session.press(.tab)
    expectEqual(session.model.chosenRows().count, 2)
  }
}

extension String {
  /// The text without blanks and the cursor at both ends.
  fileprivate var trimming: String {
    var text = self[...]
    while let first = text.first, " ▌".contains(first) { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
