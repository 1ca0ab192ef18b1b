import ListData
import ListKit
import ListKitTesting
import Testing

@testable import muster

/// What is shown of a list, and its keys.
@MainActor
@Suite struct ListControllerTests {
  private func session(_ arguments: String...) throws -> ListSession { try .ofProcesses(arguments) }

  @Test func columnsRowsAndKeyAreShown() throws {
    let session = try session()
    #expect(session.rows.first?.split(separator: " ") == ["PID", "PPID", "USER", "%CPU", "COMMAND"])
    #expect(session.rows.count == 6)
    #expect(session.status.hasPrefix("5 rows · aligned · key PID"))
  }

  @Test func aColumnIsChosenAndSortedBy() throws {
    let session = try session()
    session.screen.press(.right, .character("l"), KeyPress(.right), .character("l"), .character("s"))
    #expect(session.rows[0].contains("%CPU ▲"))
    #expect(session.rows[1].contains("cron"))
    session.screen.press(.character("r"))
    #expect(session.rows[0].contains("%CPU ▼"))
    #expect(session.rows[1].contains("bash"))
    session.screen.press(.character("0"))
    #expect(session.rows[1].contains("init"))
  }

  @Test func rawLinesAreAllOfThemBlankOnesToo() throws {
    let session = try ListSession()
    try session.show("NAME  AGE\n\nann   3\n\n\nbob   4\n")
    #expect(session.status.hasPrefix("2 rows"))
    session.screen.press(.character("R"))
    let lines = session.screen.lines[1..<7].map { $0.drop { $0 == "▌" || $0 == " " } }
    #expect(lines == ["NAME  AGE", "", "ann   3", "", "", "bob   4"])
  }

  @Test func everyKeyIsInTheHelp() throws {
    let session = try ListSession(["-x", "kill {PID}"])
    let keys = session.screen.controller.keyMap.bindings.filter { $0.title != nil }.flatMap(\.keys)
    for key in "hlsr0bti[]pdDxy-+R/" {
      #expect(keys.contains(.character(key)), "\(key)")
    }
    let others = try ListSession().screen.controller.keyMap.bindings.flatMap(\.keys)
    #expect(!others.contains(.character("x")))
  }

  @Test func theHelpNamesTheFirstKeysFirstAndWhatCanBeTyped() throws {
    let session = try ListSession(columns: 100, lines: 70)
    session.screen.press(.function(1))
    let lines = session.screen.lines
    func line(_ words: String) -> Int {
      lines.firstIndex { $0.split(separator: " ").joined(separator: " ").contains(words) } ?? .max
    }
    let titles = ["h l ← → choose a column", "s sort by the column", "r reverse", "R the raw lines"]
    #expect(titles.map(line) == titles.map(line).sorted() && line(titles[3]) < .max)
    for sign in QueryHelp.signs {
      #expect(line("\(sign.typed) \(sign.finds)") < .max, "\(sign.typed)")
    }
  }

  @Test func whatTheHelpSaysOfAQueryIsSo() throws {
    for (query, rows) in [
      ("ann vi", 1), ("!ann", 3), ("^vi", 1), ("sh$", 1), ("'!x", 0), ("user:root", 2), ("!user:root", 3),
      ("command:^c", 1), ("%cpu:30", 1),
    ] {
      let session = try ListSession.ofProcesses(["-q", query])
      #expect(session.status.hasPrefix("\(rows)/5 rows"), "\(query): \(session.status)")
    }
    guard
      case .asked(let help)? = #expect(
        throws: MusterOptions.Answer.self,
        performing: {
          _ = try MusterOptions.read(["--help"])
        })
    else { return }
    #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(QueryHelp.sentence))
  }

  @Test func lettersChooseColumnsInATreeToo() throws {
    let session = try session("--tree", "PPID")
    session.screen.press(.character("l"), .character("l"), .character("h"), .character("s"))
    #expect(session.rows[0].contains("PID ▲"))
    #expect(session.rows.count == 6)
  }

  @Test func theCursorGoesToWhatWasFoundInATreeAndNotToWhatItStandsBelow() throws {
    let session = try session("--tree", "PPID")
    session.screen.type("/ann")
    #expect(session.screen.contains("init") && !session.screen.contains("cron"))
    #expect(session.screen.cursor?.text.contains("bash") == true)
  }

  @Test func noColumnIsCutForRoomThatTheLastOneDoesNotNeed() throws {
    let session = try ListSession(columns: 60)
    try session.show("Local Address:Port  Peer Address:Port  Process\n0.0.0.0:2024        0.0.0.0:*\n")
    #expect(session.rows[0].contains("Local Address:Port  Peer Address:Port  Process"))
    let narrow = try ListSession(columns: 46)
    try narrow.show("IMAGE,NAME\nregistry.example.org/team/service:2026,web-1\n")
    #expect(narrow.rows[1].contains("web-1") && narrow.rows[1].contains("registry.example.org/team/servic"))
  }

  @Test func rowsAreGroupedAndPutBelowEachOther() throws {
    let session = try session()
    session.screen.press(.right, .right, .right, .character("b"))
    #expect(session.rows[1].hasPrefix(" ▾ ann  2"))
    session.screen.press(.character("b"), .character("h"), .character("t"))
    #expect(session.rows.count == 6)
    #expect(session.rows[2].hasPrefix("    ▾ 20"))
  }

  @Test(arguments: [
    (["--tree", "PPID"], "    ▾ 20 "), (["-g", "USER"], " ▾ daemon  1"), (["-s", "-%CPU"], "▌ 300 "),
    (["-q", "vim"], "▌ 301 "), (["-c", "COMMAND"], "  sshd"),
  ])
  func itStartsAsAsked(arguments: [String], line: String) throws {
    let session = try ListSession(arguments)
    try session.show(Tables.processes)
    #expect(session.rows.contains { $0.hasPrefix(line) }, "\(session.rows)")
  }

  @Test func aFilterOpensAndCloses() throws {
    let session = try session()
    session.screen.press(.character("/"))
    session.screen.type("ann")
    #expect(session.status.hasPrefix("2/5 rows"))
    session.screen.press(.escape)
    #expect(session.status.hasPrefix("5 rows"))
  }

  @Test func detailsNameAllCells() throws {
    let session = try session()
    session.screen.press(.down, .enter)
    #expect(session.screen.contains("COMMAND  sshd"))
    session.screen.press(.escape)
    #expect(!session.screen.contains("COMMAND  sshd"))
  }

  @Test func columnsAreHiddenAndComeBack() throws {
    let session = try session()
    session.screen.press(.character("-"))
    #expect(session.status.contains("choose the column"))
    session.screen.press(.right, .right, .character("-"))
    #expect(!session.rows[0].contains("PPID"))
    // The one beside it is chosen then.
    session.screen.press(.character("-"))
    #expect(!session.rows[0].contains("USER") && session.rows[0].contains("PID"))
    session.screen.press(.character("+"))
    #expect(session.rows[0].contains("PPID"))
  }

  @Test func onANarrowScreenTheChosenColumnAndTheKeyAreInView() throws {
    let session = try ListSession(columns: 24)
    try session.show(Tables.processes)
    session.screen.press(.right, .right, .right, .right, .right)
    #expect(session.rows[0].contains("PID") && session.rows[0].contains("COMMAND"))
  }

  @Test("The wheel scrolls columns sideways, the key stays, and a refresh scrolls nothing back")
  func theWheelScrollsColumns() throws {
    let session = try ListSession(columns: 30)
    try session.show(Tables.processes)
    let first = session.rows[0]
    for _ in 0..<9 {
      session.screen.send(
        .mouse(MouseEvent(.wheelDown, at: Point(line: 4, column: 4), modifiers: .shift)))
    }
    let scrolled = session.rows[0]
    #expect(scrolled.contains("PID") && scrolled.contains("COMMAND") && scrolled != first)
    try session.show(Tables.processes)
    #expect(session.rows[0] == scrolled)
  }

  @Test func theRawLinesAreOneKeyAway() throws {
    let session = try session()
    session.screen.press(.character("R"))
    #expect(session.screen.lines[1] == "▌   PID   PPID  USER   %CPU  COMMAND")
    session.screen.press(.escape)
    #expect(session.status.hasPrefix("5 rows"))
    session.screen.press(.character("R"), .character("R"))
    #expect(session.status.hasPrefix("5 rows"))
  }

  @Test func linesAreShownAsTheyAre() throws {
    let session = try ListSession()
    try session.show("alpha\nbeta\n")
    #expect(session.rows == ["▌ alpha", "  beta"])
  }

  @Test func aColumnThatIsNotThereEndsIt() throws {
    let session = try ListSession(["-s", "NOPE"])
    try session.show(Tables.processes)
    #expect(session.screen.ending == .finished(status: 2))
    #expect("\(session.screen.controller.failure.map { "\($0)" } ?? "")".hasPrefix("no column 'NOPE'"))
  }
}
