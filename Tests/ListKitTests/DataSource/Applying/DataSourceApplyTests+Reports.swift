import TestSupport
import ListKitTesting
import Testing

@testable import ListKit

extension DataSourceApplyTests {
  @Test("The data source reports each apply with its difference, section, cause and snapshots")
  func reports() throws {
    let harness = TableHarness<Int>()
    let dataSource = harness.dataSource!
    var reports: [DataSource.ApplyReport] = []
    dataSource.didApply = { reports.append($0) }
    dataSource.apply(Self.snapshot([1, 2, 3]))
    let difference = dataSource.apply(Self.snapshot([3, 4]))
    #expect(difference.insertedCount == 1 && difference.deletedCount == 2)
    dataSource.applySnapshotUsingReloadData(Self.snapshot([8]))
    var outline = Outline()
    outline.append([5])
    outline.append([6], to: 5)
    dataSource.apply(outline, to: "tree")
    ChangeCause.user.perform { dataSource.expandAll(toLevel: 9) }
    expectEqual(reports.map { $0.difference?.changeCount }, [4, 3, nil, 2, 1])
    expectEqual(reports.map(\.sectionIdentifier), [nil, nil, nil, "tree", "tree"])
    expectEqual(reports.map(\.cause), [.data, .data, .data, .data, .user])
    expectEqual(reports.map(\.new.numberOfItems), [3, 2, 1, 2, 3])
    expectEqual(reports.last?.old.itemIdentifiers, [8, 5])
  }

  @Test("A reload with a new snapshot does not compute a difference") func reloading() {
    let harness = TableHarness<CountingIdentifier>()
    harness.draw(at: 0)
    let many = (0..<20_000).map { CountingIdentifier($0) }
    let one = TableHarness<CountingIdentifier>.DataSource.Snapshot([("main", many)])
    let other = TableHarness<CountingIdentifier>.DataSource.Snapshot([("main", many.reversed())])
    harness.dataSource.applySnapshotUsingReloadData(one)
    harness.draw(at: 0)
    let work = CountingIdentifier.counting {
      harness.dataSource.applySnapshotUsingReloadData(other)
      harness.draw(at: 10)
    }
    #expect(work.total < 1000)
    expectEqual(harness.dataSource.snapshot().itemIdentifiers.first, many.last)
  }

  @Test("A second data source for the same table view stops the program") func secondDataSource() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let table = TableView()
        let first = TableViewDiffableDataSource<Int, Int>(tableView: table) { _, _, _ in nil }
        let second = TableViewDiffableDataSource<Int, Int>(tableView: table) { _, _, _ in nil }
        _ = (first, second)
      }
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("already has a data source"))
  }
}
