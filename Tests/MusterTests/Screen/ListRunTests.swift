import ListData
import ListKit
import ListKitTesting
import Testing

@testable import muster

/// What a screen makes of one run after the other, and of looking back.
@MainActor
@Suite struct ListRunTests {
  private func session(_ arguments: String...) throws -> ListSession { try .ofProcesses(arguments) }

  @Test func theCursorStaysOnItsRowWhileRowsComeAndGo() throws {
    let session = try session()
    session.screen.press(.down, .down)
    #expect(session.screen.cursor?.text.contains("bash") == true)
    let line = session.screen.cursor?.line
    try session.show(Tables.processes.replacing("   20      1  root    1.5  sshd\n", with: ""))
    #expect(session.screen.cursor?.text.contains("bash") == true)
    #expect(session.status.contains("−1"))
    try session.show(Tables.processes)
    #expect(session.screen.cursor?.text.contains("bash") == true)
    #expect(session.screen.cursor?.line == line)
  }

  @Test func columnsThatAreOthersForARunComeBackAsTheyWere() throws {
    let session = try session()
    session.screen.press(.character("l"), .character("l"), .character("l"), .character("l"), .character("s"))
    #expect(session.rows[0].contains("%CPU ▲"))
    try session.show("id,pop,city\n17,3,Bonn\n18,9,Ulm\n19,4,Jena\n")
    #expect(session.status.contains("the columns are others than before"))
    #expect(session.screen.controller.shown?.key == .columns([0]))
    #expect(session.rows[0].split(separator: " ") == ["id", "pop", "city"])
    try session.show(Tables.processes)
    #expect(session.rows[0].contains("%CPU ▲"))
    #expect(session.rows[1].contains("cron"))
  }

  @Test func differencesOfDurationsAreSeconds() throws {
    let session = try ListSession()
    try session.show("NAME   AGE  SEEN\nweb-1  1m   5\nweb-2  7m   5\n")
    try session.show("NAME   AGE  SEEN\nweb-1  2m   7\nweb-2  7m   5\n")
    session.screen.press(.character("D"))
    #expect(session.rows[1].contains("+60s") && session.rows[1].contains("+2"))
  }

  @Test func onlyWhatChangedMayBeNothing() throws {
    let session = try session()
    session.screen.press(.character("d"))
    #expect(session.screen.contains("No row changed"))
    session.screen.press(.character("d"))
    #expect(session.rows.count == 6)
  }

  @Test func aRunThatFailsKeepsTheRowsAndSaysSo() throws {
    let session = try session()
    try session.show("", end: .exited(1), diagnostics: "connection refused\nmore\n")
    #expect(session.rows.count == 6)
    #expect(session.status.hasPrefix("failed: connection refused · "))
    #expect(session.status.contains(" · rows of "))
    try session.show("", end: .exited(0))
    #expect(session.status.hasPrefix("empty"))
  }

  @Test func whoFailsAtFirstIsArrangedOnceThereAreRows() throws {
    let session = try ListSession(["-s", "-%CPU"])
    try session.show("no such host\n", end: .exited(1), diagnostics: "no such host\n")
    #expect(session.screen.ending == nil)
    #expect(session.status.hasPrefix("failed: no such host"))
    try session.show(Tables.processes, end: .exited(0))
    #expect(session.rows[1].contains("bash"))
  }

  @Test func aColumnIsLookedForOnceEnoughHasArrived() throws {
    let session = try ListSession(["-s", "-%CPU", "-c", "USER,%CPU"])
    for text in ["  PID   PPID", "  PID   PPID  USER   %CPU  COMMAND\n"] {
      session.screen.controller.take(try session.runs.grow(to: text))
      #expect(session.screen.ending == nil)
    }
    try session.show(Tables.processes)
    #expect(session.rows[0].split(separator: " ") == ["USER", "%CPU", "▼"])
    #expect(session.rows[1].contains("ann") && session.rows[1].contains("30.0"))
  }

  @Test func aColumnOfAStreamThatIsNotThereIsSaidUntilItIs() throws {
    let session = try ListSession(["-u", "-s", "-%CPU"])
    try session.show("PID  %CPU\n")
    #expect(session.screen.ending == nil && session.status.hasPrefix("no column '%CPU'"))
    session.runs = Runs()
    session.screen.controller.take(try session.runs.next(Tables.processes))
    #expect(session.rows[1].contains("bash") && !session.status.contains("no column"))
  }

  @Test func keysGoOnWithColumnsOfAnotherTable() throws {
    let session = try session()
    session.screen.press(.right, .right, .right, .right, .right)
    try session.show("ID,CITY\n2,x\n1,y\n")
    #expect(session.screen.controller.columnOfKeys == 0)
    session.screen.press(.character("s"), .character("b"), .character("t"), .character("-"), .character("i"))
    #expect(session.screen.ending == nil)
  }

  @Test func lookingAtARunAgainTeachesNothingOfItsColumns() async throws {
    let session = try ListSession()
    try session.show("NAME,N\na,1\nb,1\nc,1\nd,1\ne,1\n")
    try session.show("NAME,N\na,2\nb,2\nc,1\nd,1\ne,1\n")
    for _ in 0..<4 {
      session.screen.press(.character("["))
      await session.settle { $0.contains("run 1 of 2") }
      session.screen.press(.character("]"))
      await session.settle { !$0.contains("run ") }
    }
    let controller = session.screen.controller
    let table = try #require(controller.shown?.table)
    #expect(!controller.quietness.isNoisy(1, of: table))
  }

  @Test func whereNearlyAllRowsAreOthersAnotherKeyIsOffered() async throws {
    let session = try ListSession()
    let table = { (first: Int) in
      "ID,NAME\n"
        + (0..<8).map { "\(first + $0),host\(["a", "b", "c", "d", "e", "f", "g", "h"][$0])\n" }.joined()
    }
    session.runs = Runs(identity: session.source.identity)
    try session.show(table(100))
    try session.show(table(200))
    #expect(session.status.hasPrefix("nearly all rows are others: try i on NAME · "))
    session.screen.press(.right, .right, .character("i"))
    await session.settle { $0.contains("key NAME") }
    try session.show(table(300))
    #expect(session.status.hasPrefix("8 rows · csv · key NAME ") && !session.status.contains("+"))
  }

  @Test func aKeyThatIsNotUniqueIsSaid() async throws {
    let session = try ListSession([])
    session.runs = Runs(identity: session.source.identity)
    try session.show("ID,CITY\n1,Bonn\n2,Köln\n3,Bonn\n")
    session.screen.press(.right, .right, .character("i"))
    await session.settle { $0.contains("CITY is not unique") }
    session.screen.press(.right, .character("i"))
    await session.settle { $0.contains("key ID") }
  }

  @Test func aPauseIsSaidUntilItIsOver() throws {
    let session = try session()
    session.screen.press(.character("p"))
    #expect(session.source.pacer.isPaused && session.screen.lines[0].contains("paused"))
    session.screen.press(.character("p"))
    #expect(!session.source.pacer.isPaused && !session.screen.lines[0].contains("paused"))
  }

  @Test func beforeTheFirstRunThereIsNothing() throws {
    let session = try session()
    session.screen.press(.character("["))
    #expect(session.status.hasPrefix("nothing is kept from before"))
    session.screen.press(.character("0"))
    #expect(session.status.hasPrefix("5 rows"))
  }

  @Test func timeGoesBackAndForth() async throws {
    let session = try session()
    try session.show(Tables.processes.replacing("cron", with: "crond"))
    #expect(session.screen.contains("crond"))
    session.screen.press(.character("["))
    await session.settle { $0.contains("run 1 of 2") }
    #expect(!session.screen.contains("crond"))
    try session.show(Tables.processes.replacing("cron", with: "cronx"))
    #expect(session.status.contains("run 1 of 3"))
    session.screen.press(.character("]"))
    await session.settle { $0.contains("run 2 of 3") }
    session.screen.press(.character("]"))
    await session.settle { !$0.contains("run ") }
    #expect(session.screen.contains("cronx"))
  }

  @Test func numbersAreShownAsDifferences() throws {
    let counters = { (bytes: Int) in "IFACE   BYTES\neth0    \(bytes)\nlo      5\n" }
    let session = try ListSession()
    try session.show(counters(100))
    try session.show(counters(112))
    session.screen.press(.character("D"))
    #expect(session.screen.contains("+12"))
    let ports = { (port: Int) in "NAME   PORT\nweb    \(port)\ndb     5432\n" }
    let others = try ListSession()
    try others.show(ports(8080))
    try others.show(ports(8092))
    others.screen.press(.character("D"))
    #expect(others.screen.contains("8092") && !others.screen.contains("+12"))
  }

  @Test func columnsThatGrowAreTheSameColumns() throws {
    let session = try ListSession()
    try session.show("NAME  READY  AGE\nweb   1/1    2h\napi   1/1    2h\n")
    #expect(session.rows.count == 3)
    try session.show(
      "NAME           READY  AGE\nweb            1/1    2h\na-longer-name  0/1    1s\napi            1/1    2h\n"
    )
    #expect(session.status.hasPrefix("3 rows · aligned · key NAME  +1 "))
  }

  @Test func anotherTableIsShownAndSaid() throws {
    let session = try ListSession()
    try session.show("NAME  READY  AGE\nweb   1/1    2h\napi   1/1    2h\n")
    try session.show("ID,CITY\n1,x\n2,y\n")
    #expect(session.rows.count == 3 && session.rows[1].contains("x"))
    #expect(session.status.hasPrefix("the columns are others than before"))
  }
}
