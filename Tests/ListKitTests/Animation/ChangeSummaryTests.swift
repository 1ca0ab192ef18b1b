import ListKit
import TestSupport
import Testing

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

  @MainActor @Test("The table removes its change summary after five seconds") func duration() {
    let harness = TableHarness<Int>()
    harness.apply([1, 2, 3])
    harness.draw(at: 0)
    #expect(harness.tableView.changeSummary == nil)
    harness.apply([1, 2, 4, 5])
    harness.draw(at: 100)
    expectEqual(harness.tableView.changeSummary, ChangeSummary(inserted: 2, deleted: 1))
    harness.draw(at: 5099)
    #expect(harness.tableView.changeSummary != nil)
    harness.draw(at: 5100)
    #expect(harness.tableView.changeSummary == nil)
  }

  @MainActor @Test("The change summary counts insertions, deletions, moves and content changes")
  func counts() throws {
    let harness = TableHarness<Int>()
    harness.apply([1, 2, 3, 4, 5])
    harness.draw(at: 0)
    var snapshot = harness.dataSource.snapshot()
    snapshot.deleteItems([1, 2])
    snapshot.appendItems([6, 7, 8])
    snapshot.moveItem(5, beforeItem: 3)
    snapshot.reconfigureItems([4])
    harness.dataSource.apply(snapshot)
    harness.draw(at: 100)
    let summary = try #require(harness.tableView.changeSummary)
    #expect((summary.inserted, summary.deleted, summary.moved, summary.changed) == (3, 2, 1, 1))
  }
}
