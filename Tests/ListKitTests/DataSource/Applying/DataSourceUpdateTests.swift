import TestSupport
import Testing

@testable import ListKit

/// Edits of the current snapshot, in order, between applies of complete snapshots.
@MainActor
@Suite("Updates of the current snapshot") struct DataSourceUpdateTests {
  private func items(_ harness: TableHarness<Int>) -> [Int] { harness.dataSource.snapshot().itemIdentifiers }

  @Test("Updates in callbacks accumulate") func accumulating() throws {
    let harness = TableHarness<Int>()
    harness.apply([1, 2])
    let dataSource = harness.dataSource!
    var number = 10
    dataSource.headerProvider = { _ in
      number += 1
      let item = number
      dataSource.update { $0.appendItems([item]) }
      dataSource.update { $0.deleteItems([1]) }
      dataSource.headerProvider = nil
      return nil
    }
    dataSource.reorderingHandlers.canReorderItem = { _ in true }
    harness.draw(at: 0)
    expectEqual(items(harness), [2, 11])
    dataSource.reorderingHandlers.willReorder = { _ in dataSource.update { $0.appendItems([20]) } }
    dataSource.reorderingHandlers.didReorder = { _ in dataSource.update { $0.appendItems([21]) } }
    try dataSource.reorder(11, to: .before(2))
    expectEqual(items(harness), [11, 2, 20, 21])
  }

  @Test("The second of two complete snapshots applied in a callback replaces the first") func replacing() {
    let harness = TableHarness<Int>()
    harness.apply([1])
    let dataSource = harness.dataSource!
    var reports = 0
    dataSource.didApply = { _ in
      reports += 1
      if reports > 1 { return }
      for item in [2, 3] {
        var snapshot = dataSource.snapshot()
        snapshot.appendItems([item])
        dataSource.apply(snapshot)
      }
    }
    harness.apply([0])
    expectEqual(items(harness), [0, 3], "the last one wins")
  }

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

  @Test("An update inside the closure of another update is performed after it") func nested() {
    let harness = TableHarness<Int>()
    harness.apply([1])
    let dataSource = harness.dataSource!
    dataSource.update { snapshot in
      dataSource.update { $0.appendItems([3]) }
      snapshot.appendItems([2])
    }
    expectEqual(items(harness), [1, 2, 3])
  }
}
