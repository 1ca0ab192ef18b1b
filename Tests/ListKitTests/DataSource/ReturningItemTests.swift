import TestSupport
import Testing

@testable import ListKit

/// An item that is deleted and inserted again between two frames is another item with the same identifier.
@MainActor
@Suite("Items that are deleted and inserted again") struct ReturningItemTests {
  typealias Outline = DiffableDataSourceSectionSnapshot<VersionedItem>

  private func harness(comparing: Bool = false) -> TableHarness<VersionedItem> {
    let harness = TableHarness<VersionedItem>(columns: 20, lines: 5)
    if comparing { harness.dataSource.contentEqual = { $0.version == $1.version } }
    return harness
  }

  @Test(
    "The table draws the new content of an item that was deleted and inserted again",
    arguments: [false, true], [false, true])
  func newContent(_ comparing: Bool, _ isAskedInBetween: Bool) {
    let harness = harness(comparing: comparing)
    harness.apply([VersionedItem(1), VersionedItem(2)])
    expectEqual(harness.draw(at: 0).prefix(2), ["▌ 1.0", "  2.0"])
    harness.apply([VersionedItem(2)])
    if isAskedInBetween { expectEqual(harness.tableView.content?.numberOfItems(inSection: 0), 1) }
    harness.apply([VersionedItem(1, 7), VersionedItem(2)])
    expectEqual(harness.draw(at: 6000).prefix(2).map { $0.dropFirst(2) }, ["1.7", "2.0"])
  }

  @Test("An item that was deleted and inserted again is marked as changed if its content differs")
  func changeMark() {
    let harness = harness(comparing: true)
    harness.apply([1, 2, 3].map { VersionedItem($0) })
    harness.draw(at: 0)
    harness.apply([3].map { VersionedItem($0) })
    harness.apply([VersionedItem(1, 7), VersionedItem(2), VersionedItem(3)])
    expectEqual(harness.draw(at: 10).prefix(3), ["~▌1.7", "  2.0", "  3.0"])
    expectEqual(harness.tableView.changeSummary, ChangeSummary(changed: 1))
  }

  @Test("A parent that is collapsed and expanded again shows its new children", arguments: [false, true])
  func reexpanding(_ comparing: Bool) {
    let harness = harness(comparing: comparing)
    var version = 0
    harness.dataSource.sectionSnapshotHandlers.mayHaveChildren = { $0.number < 10 }
    harness.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, _ in
      version += 1
      var children = Outline()
      children.append([VersionedItem(parent.number * 10, version)])
      return children
    }
    var outline = Outline()
    outline.append([VersionedItem(1), VersionedItem(2)])
    harness.dataSource.apply(outline, to: "main")
    harness.draw(at: 0)
    harness.tableView.perform(.expand)
    expectEqual(harness.draw(at: 10).prefix(3), ["▌ ▾ 1.0", "+ │   10.1", "  ▸ 2.0"])
    harness.tableView.perform(.collapse)
    harness.tableView.perform(.expand)
    let mark = comparing ? "~" : " "
    expectEqual(harness.draw(at: 1000).prefix(3), ["▌ ▾ 1.0", "\(mark) │   10.2", "  ▸ 2.0"])
  }

  @Test("The change summary does not count changes of deleted items") func changeCount() {
    let harness = harness()
    harness.apply([1, 2, 3].map { VersionedItem($0) })
    harness.draw(at: 0)
    harness.dataSource.update { $0.reconfigureItems([VersionedItem(1), VersionedItem(2)]) }
    harness.apply([2, 3].map { VersionedItem($0) })
    harness.draw(at: 10)
    expectEqual(harness.tableView.changeSummary, ChangeSummary(deleted: 1, changed: 1))
  }

  @Test("Clearing and refilling a list of 20,000 items hashes and compares fewer than 1,000 times")
  func hugeList() {
    let harness = TableHarness<CountingIdentifier>()
    let many = (0..<20_000).map { CountingIdentifier($0) }
    harness.apply(many)
    harness.draw(at: 0)
    let snapshots = [[], [("main", many)]].map { TableHarness<CountingIdentifier>.DataSource.Snapshot($0) }
    let work = CountingIdentifier.counting {
      for snapshot in snapshots { harness.dataSource.apply(snapshot) }
    }
    #expect(work.total < 1000)
  }
}
