import ListData
import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import muster

/// Rows that are marked and picked.
@MainActor
@Suite struct ListPickingTests {
  private func session(_ arguments: String...) async throws -> ListSession {
    try await .ofProcesses(arguments)
  }

  @Test func tabMarksRowsOfAViewerToo() async throws {
    let session = try await session()
    await session.press(.tab, .tab)
    #expect(
      session.screen.controller.chosenRows() == [0, 1])
  }

  @Test func markedRowsThatHaveAllGoneAreSaidToBe() async throws {
    let session = try await session("-m")
    await session.press(.tab)
    try await session.show(Tables.processes.replacing("    1      0  root    0.1  init\n", with: ""))
    #expect(session.status.hasPrefix("4 rows"))
    await session.press(.enter)
    #expect(session.screen.ending == nil)
    #expect(session.status.contains("the marked rows are gone"))
    await session.press(.enter)
    #expect(session.screen.ending == .finished(status: 0))
    #expect(session.screen.controller.ending.pickedLines.count == 1)
  }

  @Test func aPickerTakesLettersAndGivesTheLine() async throws {
    let session = try await session("-1")
    await session.type("vim")
    #expect(session.status.hasPrefix("1/5 rows"))
    await session.press(.enter)
    #expect(
      session.screen.controller.ending.pickedLines.map { String(decoding: $0, as: UTF8.self) } == [
        "  301    300  ann     2.0  vim\n"
      ])
    #expect(session.screen.ending == .finished(status: 0))
  }

  @Test(
    "A picker prints the columns of -c in the format of -o",
    arguments: [
      (["-c", "USER,PID"], "ann\t301\n"), (["-c", "USER,PID", "-o", "csv"], "ann,301\n"),
      (["-o", "json", "-c", "PID"], "{\"PID\":301}\n"),
    ])
  func pickedColumns(options: [String], line: String) async throws {
    let session = try await ListSession.ofProcesses(["-1", "-q", "vim"] + options)
    await session.press(.enter)
    #expect(
      session.screen.controller.ending.pickedLines.map { String(decoding: $0, as: UTF8.self) } == [line])
  }

  @Test("A query that was just typed decides which row enter picks") func typedAhead() async throws {
    let session = try await ListSession.ofProcesses(["-1"])
    session.screen.type("vim")
    session.screen.press(.enter)
    await session.screen.controller.untilArranged()
    await wait { session.screen.ending != nil }
    #expect(session.screen.controller.ending.pickedLines.count == 1)
    #expect(session.screen.controller.ending.pickedLines[0].suffix(4) == Array("vim\n".utf8))
  }

  @Test func severalRowsArePickedByTab() async throws {
    let session = try await session("-m")
    await session.press(KeyPress(.tab), .down, KeyPress(.tab), .enter)
    #expect(session.screen.controller.ending.pickedLines.count == 2)
  }

  @Test func marksLastWhileAQueryHidesThem() async throws {
    let session = try await session("-m")
    await session.press(KeyPress(.tab))
    await session.type("ann")
    await session.press(.down, KeyPress(.tab), .enter)
    #expect(session.screen.controller.ending.pickedLines.count == 2)
  }
}
