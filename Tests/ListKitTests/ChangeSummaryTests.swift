import ListKit
import Testing

@Suite struct ChangeSummaryTests {
  @Test func numbersHaveTheirSigns() {
    let summary = ChangeSummary(inserted: 120, deleted: 34, moved: 7, changed: 2)
    #expect(summary.text(.unicode) == "+120 −34 ↕7 ~2")
    #expect(summary.text(.ascii).utf8.allSatisfy { $0 < 0x80 })
    #expect(ChangeSummary(deleted: 1).text(.unicode) == "−1")
  }

  @Test func nothingSaysNothing() {
    #expect(ChangeSummary().isEmpty)
    #expect(ChangeSummary().text(.unicode).isEmpty)
    #expect(!ChangeSummary(changed: 1).isEmpty)
  }

  @MainActor @Test func numbersGoWithTheMarks() {
    let harness = TableHarness<Int>()
    harness.apply([1, 2, 3])
    harness.draw(at: 0)
    #expect(harness.tableView.changeSummary == nil)
    harness.apply([1, 2, 4, 5])
    harness.draw(at: 100)
    #expect(harness.tableView.changeSummary == ChangeSummary(inserted: 2, deleted: 1))
    harness.draw(at: 5099)
    #expect(harness.tableView.changeSummary != nil)
    harness.draw(at: 5100)
    #expect(harness.tableView.changeSummary == nil)
  }
}
