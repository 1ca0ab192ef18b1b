import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// The announcement of a change in the status line.
@MainActor
@Suite("Announcements of changes") struct AnnouncementTests {
  private let screen: TestScreen<NumbersController>
  private var controller: NumbersController { screen.controller }
  private var status: String { screen.lines[7] }

  init() {
    let controller = NumbersController(0..<6)
    controller.motion = .full
    controller.statusText = "rows"
    screen = TestScreen(controller, columns: 50, lines: 8)
  }

  @Test("The status shows changes as signs, or as a sentence for five seconds if announced")
  func sentences() {
    controller.show([0, 5, 1, 2, 3, 4, 8, 9])
    #expect(status.hasPrefix("rows  +2 ↕1 "))
    controller.announcesChanges = true
    controller.setNeedsDisplay()
    expectEqual(status, "2 rows added, 1 moved.  rows  Row 1 of…   F1 help")
    screen.advance(by: .milliseconds(4999))
    #expect(status.contains("2 rows added"))
    screen.advance(by: .milliseconds(1))
    #expect(status.hasPrefix("rows  Row 1 of 8: row 0 "))
  }

  @Test("A long status text does not cut off the announcement") func longStatus() {
    controller.announcesChanges = true
    controller.statusText = StyledText(String(repeating: "long ", count: 20))
    controller.show(1..<6)
    #expect(status.hasPrefix("1 row removed.  long long "))
  }

  @Test("Rows that a changed query hides or shows are not announced") func filtering() {
    controller.announcesChanges = true
    controller.searchBar = SearchBar()
    screen.advance(by: .milliseconds(100))
    controller.searchBar?.text = "1"
    controller.show([1])
    #expect(status.hasPrefix("rows  Row 1 of 1: row 1 "))
    // The query is the same, so the data has changed.
    screen.advance(by: .milliseconds(100))
    controller.show([1, 11])
    #expect(status.hasPrefix("1 row added.  rows  Row 1 of 2: row 1 "))
    screen.advance(by: .milliseconds(100))
    controller.searchBar?.text = ""
    controller.show([0, 1, 11, 2])
    #expect(status.hasPrefix("rows  Row "))
  }

  @Test("The first rows are not announced") func firstRows() {
    let controller = NumbersController([])
    controller.announcesChanges = true
    controller.show([1])
    #expect(!TestScreen(controller).contains("added"))
  }

  @Test("The sentence counts added, removed, moved and changed rows") func kinds() {
    let summary = ChangeSummary(inserted: 1, deleted: 2, moved: 3, changed: 4)
    expectEqual(summary.sentence, "1 row added, 2 removed, 3 moved, 4 changed.")
    expectEqual(ChangeSummary(deleted: 2).sentence, "2 rows removed.")
    #expect(ChangeSummary().sentence.isEmpty)
  }
}

@Suite("Change summaries") struct ChangeSummaryTests {
  @Test("A change summary shows each number with its sign, in Unicode or ASCII") func signs() {
    let summary = ChangeSummary(inserted: 120, deleted: 34, moved: 7, changed: 2)
    expectEqual(summary.text(.unicode), "+120 −34 ↕7 ~2")
    #expect(summary.text(.ascii).utf8.allSatisfy { $0 < 0x80 })
    expectEqual(ChangeSummary(deleted: 1).text(.unicode), "−1")
  }

  @Test("An empty change summary has no text") func empty() {
    #expect(ChangeSummary().isEmpty)
    #expect(ChangeSummary().text(.unicode).isEmpty)
    #expect(!ChangeSummary(changed: 1).isEmpty)
  }
}
