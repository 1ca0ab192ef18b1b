import DatabaseTesting
import Databases
import ListData
import ListKit
import ListKitTesting
import Rows
import RunsTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import muster

@MainActor
@Suite("Colours of meaning") struct CellMeaningTests {
  private static let pods = """
    NAME   STATUS             RESTARTS  NODE
    up     Running            0         a
    b      CrashLoopBackOff   10        <none>
    c      Pending            3         b
    d      Completed          0         b

    """

  @Test(
    "The first word of a cell has a meaning, in any case and in brackets",
    arguments: [
      ("Running", CellMeaning.good), ("Up 2 hours", .good), ("[error]", .bad), ("FAILED", .bad),
      ("Exited (1) 3 minutes ago", .quiet), ("Pending", .changing), ("payments", nil), ("", nil),
    ])
  func words(text: String, meaning: CellMeaning?) {
    expectEqual(CellMeaning(of: CellMeaning.word(of: text)), meaning)
  }

  @Test("Zeros and signs for nothing are faint, other numbers are not")
  func nothing() {
    for text in ["0", "0.0", "0%", "0B", "0:00", "-", "?", "<none>"] { #expect(CellMeaning.isNothing(text)) }
    for text in ["10", "0.01", "00a", "B", "x", ""] { #expect(!CellMeaning.isNothing(text)) }
  }

  @Test("Words for errors are bold where the theme has no colours, and only they")
  func withoutColors() {
    for theme in [Theme.mono, .highContrast] {
      expectEqual(CellMeaning.bad.style(theme), TextStyle(attributes: .bold))
      #expect(!CellMeaning.good.style(theme).attributes.contains(.bold))
    }
  }

  @Test(
    "Words of state have colours of the theme, --color plain turns them off, and without colours there are none"
  )
  func states() async throws {
    func session(_ theme: Theme, _ arguments: String...) async throws -> ListSession {
      let session = try ListSession(arguments)
      session.screen.controller.theme = theme
      try await session.show(Self.pods)
      await session.press(.end)
      return session
    }
    let theme = Theme.dark
    let shown = try await session(theme)
    expectEqual(
      ["Running", "CrashLoopBackOff", "Pending", "<none>"].map { shown.screen.style(of: $0)?.foreground },
      [
        theme.inserted.mark.foreground, theme.deleted.mark.foreground, theme.changed.mark.foreground,
        theme.secondaryText.foreground,
      ])
    let plain = try await session(theme, "--color", "plain")
    let mono = try await session(.mono)
    for word in ["Running", "CrashLoopBackOff", "Pending"] {
      #expect(plain.screen.style(of: word)?.foreground == .default)
      #expect(mono.screen.style(of: word)?.foreground == .default)
    }
  }

  @Test("A table of a database has the same colours; its key and names have none") func databases()
    async throws
  {
    let names = (1...20).map { "(\($0), 'name\($0)', 'Running', 7)" }.joined(separator: ", ")
    let database = try TemporaryDatabase(
      """
      CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, state TEXT, tries INTEGER);
      INSERT INTO jobs VALUES \(names), (-1, 'failed', 'Failed', 0), (0, 'warn', NULL, 5);
      """)
    func session(_ arguments: String...) async throws -> TestScreen<ListScreenController> {
      let options = try MusterOptions.read([database.path, "jobs"] + arguments, always: nil)
      let model = TableList(
        engine: try await database.engine("jobs"), options: options, query: TableQuery(), columns: nil,
        isPushed: false)
      let screen = TestScreen(ListScreenController(model, options), columns: 60, lines: 30)
      screen.controller.theme = .dark
      #expect(await screen.wait { $0.text.contains("Failed") })
      screen.press(.end)
      #expect(await screen.wait { $0.cursor?.text.contains("name20") ?? false })
      return screen
    }
    let theme = Theme.dark
    let screen = try await session()
    expectEqual(
      ["Failed", "NULL", "failed", "warn"].map { screen.style(of: $0)?.foreground },
      [theme.deleted.mark.foreground, theme.secondaryText.foreground, .default, .default])
    let zeros = screen.styledLines.filter { $0.text.contains("ailed") }.flatMap(\.runs)
      .filter { $0.style == theme.secondaryText }
    expectEqual(zeros.count, 1)
    let plain = try await session("--color", "plain")
    expectEqual(plain.style(of: "Failed")?.foreground, .default)
    screen.type("/name7 tries:>abc")
    expectEqual(screen.style(of: "tries:>abc")?.foreground, theme.problem.foreground)
    expectEqual(screen.style(of: "name7 ")?.foreground, .default)
  }

  @Test("e and E go to the next and the previous error") func errors() async throws {
    let session = try ListSession(columns: 80, lines: 30)
    let levels = ["INFO", "ERROR", "WARN", "INFO", "[crit]", "INFO"]
    try await session.show(
      levels.enumerated().map { "2026-11-26T10:00:0\($0) \($1) main: message \($0)\n" }.joined())
    var found: [String] = []
    for key in "eeeEE" {
      await session.press(.character(key))
      found.append(session.screen.cursor?.text.split(separator: " ").last.map(String.init) ?? "")
    }
    expectEqual(found, ["1", "4", "4", "1", "1"])
    #expect(session.status.hasPrefix("no earlier error"))
  }

  @Test("A word has no colour in a column of many values") func names() async throws {
    let session = try ListSession(lines: 30)
    session.screen.controller.theme = .dark
    try await session.show("NAME,N\n" + (0..<20).map { "name\($0),1\n" }.joined() + "failed,1\n")
    #expect(session.screen.style(of: "failed")?.foreground == .default)
  }

  @Test(
    "Words have colours in columns of states only: by the name of the column, or if most of its words are states",
    arguments: [
      ("COMMAND", ["init", "bash", "ps"], "init", false), ("NAME", ["init", "bash"], "init", false),
      ("CMD", ["init"], "init", false), ("HOST", ["up", "down", "a", "b"], "down", false),
      ("id", ["failed", "error", "up"], "failed", false), ("STATUS", ["init", "odd", "other"], "init", true),
      ("state", ["up"], "up", true), ("CURRENT STATE", ["Running", "x", "y"], "Running", true),
      ("SUB", ["plugged", "dead", "odd", "other"], "dead", true), ("WHAT", ["up", "down"], "down", true),
      ("WHAT", ["up", "down", "a"], "up", true), ("WHAT", ["ESTAB", "LISTEN", "-"], "LISTEN", true),
    ])
  func columnsOfStates(title: String, words: [String], word: String, hasColour: Bool) throws {
    var runs = RunMaker()
    let run = try runs.next("N,\(title)\n" + words.enumerated().map { "\($0),\($1)\n" }.joined())
    let colored = CellMeaning.runs(
      of: word, in: run.table.columns[1], words: Set(words.map { Array($0.utf8) }), .dark)
    let meaning = try #require(CellMeaning(of: word)).style(.dark).foreground
    expectEqual(colored.contains { $0.style?.foreground == meaning }, hasColour)
  }

  @Test("Quoted cells have a meaning too") func quoted() async throws {
    let session = try ListSession()
    session.screen.controller.theme = .dark
    try await session.show("ID,STATE\n1,\"Failed, \"\"twice\"\"\"\n2,\"Running\"\n")
    expectEqual(session.screen.style(of: "Failed")?.foreground, Theme.dark.deleted.mark.foreground)
  }
}
