import ListData
import ListKit
import ListKitTesting
import Testing

@testable import muster

/// Rows that are marked and picked.
@MainActor
@Suite struct ListPickingTests {
  private func session(_ arguments: String...) throws -> ListSession { try .ofProcesses(arguments) }

  @Test func tabMarksRowsOfAViewerToo() throws {
    let session = try session()
    session.screen.press(.tab, .tab)
    #expect(
      session.screen.controller.chosenLines.map { String(decoding: $0.suffix(4), as: UTF8.self) } == [
        "init", "sshd",
      ])
  }

  @Test func markedRowsThatHaveAllGoneAreSaidToBe() throws {
    let session = try session("-m")
    session.screen.press(.tab)
    try session.show(Tables.processes.replacing("    1      0  root    0.1  init\n", with: ""))
    #expect(session.status.hasPrefix("4 rows"))
    session.screen.press(.enter)
    #expect(session.screen.ending == nil)
    #expect(session.status.contains("what was marked has gone"))
    session.screen.press(.enter)
    #expect(session.screen.ending == .finished(status: 0))
    #expect(session.screen.controller.pickedLines.count == 1)
  }

  @Test func aPickerTakesLettersAndGivesTheLine() throws {
    let session = try session("-1")
    session.screen.type("vim")
    #expect(session.status.hasPrefix("1/5 rows"))
    session.screen.press(.enter)
    #expect(
      session.screen.controller.pickedLines.map { String(decoding: $0, as: UTF8.self) } == [
        "  301    300  ann     2.0  vim"
      ])
    #expect(session.screen.ending == .finished(status: 0))
  }

  @Test func severalRowsArePickedByTab() throws {
    let session = try session("-m")
    session.screen.press(KeyPress(.tab), .down, KeyPress(.tab), .enter)
    #expect(session.screen.controller.pickedLines.count == 2)
  }

  @Test func marksLastWhileAQueryHidesThem() throws {
    let session = try session("-m")
    session.screen.press(KeyPress(.tab))
    session.screen.type("ann")
    session.screen.press(.down, KeyPress(.tab), .enter)
    #expect(session.screen.controller.pickedLines.count == 2)
  }
}
