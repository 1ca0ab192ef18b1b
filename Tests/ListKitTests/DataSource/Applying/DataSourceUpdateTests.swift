import TestSupport
import Testing

@testable import ListKit

/// Edits of the current snapshot, in order, between applies of complete snapshots.
@MainActor
@Suite("Updates of the current snapshot") struct DataSourceUpdateTests {
  private func items(_ harness: TableHarness<Int>) -> [Int] { harness.dataSource.snapshot().itemIdentifiers }

  @Test("An update returns its difference, and updates from a task accumulate") func differences() async {
    let harness = TableHarness<Int>()
    harness.apply([1, 2])
    let difference = harness.dataSource.update { snapshot in
      snapshot.deleteItems([1])
      snapshot.reconfigureItems([2])
    }
    #expect(difference.deletedCount == 1 && difference.reconfiguredCount == 1)
    let dataSource = harness.dataSource!
    await Task.detached {
      for item in 100..<110 { dataSource.update { $0.appendItems([item]) } }
    }.value
    await dataSource.apply(DiffableDataSourceSectionSnapshot(), to: "other")
    expectEqual(items(harness), [2] + Array(100..<110))
  }

  @Test("An update follows pending updates and precedes the updates of their callbacks")
  func pendingUpdates() {
    let harness = TableHarness<Int>()
    harness.apply([1])
    harness.draw(at: 0)
    let dataSource = harness.dataSource!
    var isFirst = true
    dataSource.headerProvider = { _ in
      if isFirst { dataSource.update { $0.appendItems([2]) } }
      isFirst = false
      return nil
    }
    harness.tableView.moveCursor(to: IndexPath(row: 0, section: 0))
    expectEqual(items(harness), [1], "waits until the table is drawn, or for the next apply")
    dataSource.didApply = { _ in
      dataSource.didApply = nil
      dataSource.update { $0.appendItems([4]) }
    }
    let difference = dataSource.update { $0.appendItems([3]) }
    expectEqual(items(harness), [1, 2, 3, 4])
    expectEqual(difference.insertedItems, [ItemPosition(section: 0, item: 2)])
  }
}
