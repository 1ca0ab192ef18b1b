import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Applies from the main actor, from tasks, and from callbacks.
@MainActor
@Suite("Applies of snapshots") struct DataSourceApplyTests {
  typealias DataSource = TableViewDiffableDataSource<String, Int>
  typealias Outline = DiffableDataSourceSectionSnapshot<Int>

  nonisolated static func snapshot(_ items: some Sequence<Int>) -> DataSource.Snapshot {
    DataSource.Snapshot([("main", Array(items))])
  }

  /// Waits until the data source has performed all requested applies.
  private func settle(_ dataSource: DataSource) async {
    await takeTurn()
    await wait(for: "an empty queue") { !dataSource.isApplying }
  }

  // MARK: Order

  @Test("An apply on the main actor performs pending applies first and is complete on return")
  func pendingFirst() async {
    let harness = TableHarness<Int>()
    let dataSource = harness.dataSource!
    var reports: [[Int]] = []
    dataSource.didApply = { reports.append(Array($0.new.itemIdentifiers.prefix(2))) }
    for number in 1...3 { Self.applyFromNowhere(Self.snapshot([number]), dataSource) }
    Self.applyFromNowhere(Self.snapshot(0..<20_000), dataSource)
    expectEqual(dataSource.snapshot().numberOfItems, 0)
    Self.applyHere(Self.snapshot([4, 4000]), dataSource)
    expectEqual(dataSource.snapshot().itemIdentifiers, [4, 4000])
    expectEqual(reports, [[1], [2], [3], [0, 1], [4, 4000]])
    await settle(dataSource)
    expectEqual(reports.count, 5)
  }

  nonisolated private static func applyFromNowhere(_ snapshot: DataSource.Snapshot, _ dataSource: DataSource)
  {
    #expect(dataSource.apply(snapshot).isEmpty)
  }

  private static func applyHere(_ snapshot: DataSource.Snapshot, _ dataSource: DataSource) {
    dataSource.apply(snapshot)
  }

  @Test("A callback that applies for ever is interrupted by keys and drawings", arguments: [3, 20_000])
  func endless(count: Int) async {
    let harness = TableHarness<Int>()
    let dataSource = harness.dataSource!
    var (applied, appliedSinceDrawing) = (0, 0)
    // Other tests may keep this one from drawing; after a thousand applies, the program would stop.
    let most = 900
    var ends = false
    dataSource.didApply = { _ in
      applied += 1
      appliedSinceDrawing += 1
      if ends || appliedSinceDrawing > most { return }
      dataSource.apply(Self.snapshot(Array(applied..<applied + count)))
    }
    Self.applyHere(Self.snapshot([0]), dataSource)
    var seen: [Int] = []
    for _ in 0..<20 {
      harness.draw()
      let isInterrupted = appliedSinceDrawing > most
      appliedSinceDrawing = 0
      if isInterrupted { Self.applyHere(Self.snapshot([applied]), dataSource) }
      seen.append(applied)
      await Task.yield()
    }
    #expect(seen == seen.sorted() && Set(seen).count > 10, "\(seen)")
    ends = true
    await settle(dataSource)
    expectEqual(dataSource.snapshot().itemIdentifiers.first, applied - 1)
  }

  @Test("A thousand applies inside one another without a drawing stop the program") func neverDrawn() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let table = TableView()
      let source = TableViewDiffableDataSource<Int, Int>(tableView: table) { _, _, _ in nil }
      var applied = 0
      source.didApply = { _ in
        applied += 1
        source.apply(DiffableDataSourceSnapshot([(0, [applied])]))
      }
      source.apply(DiffableDataSourceSnapshot([(0, [0])]), completion: nil)
      while true { await Task.yield() }
    }
    expectTrap(
      result,
      "apply(_:): 1000 applies inside one another without a drawing - a callback of this data source, such as didApply, applies whenever it is called"
    )
  }

  // MARK: Completions

  @Test("Awaited applies return if the table is not displayed or has no space") func notDisplayed() async {
    let harness = TableHarness<Int>()
    await harness.dataSource.apply(Self.snapshot([1]))
    await harness.dataSource.applySnapshotUsingReloadData(Self.snapshot([2]))
    await harness.dataSource.apply(Outline(), to: "main")
    harness.draw(at: 0)
    harness.tableView.stopShowing()
    await harness.dataSource.apply(Self.snapshot([3]))
    harness.size = ScreenSize(columns: 0, lines: 0)
    harness.draw(at: 0)
    await harness.dataSource.apply(Self.snapshot([4]))
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, [4])
  }

  @Test("Awaited applies return what changed, whatever task they are called from")
  func awaitedDifference() async {
    let dataSource = TableHarness<Int>().dataSource!
    expectEqual(await dataSource.apply(Self.snapshot([1, 2])).insertedCount, 2)
    expectEqual(await Task.detached { await dataSource.apply(Self.snapshot([2])).deletedCount }.value, 1)
    let ofGroup = await withTaskGroup(of: Int.self) { group in
      group.addTask { await dataSource.apply(Self.snapshot([2, 3])).insertedCount }
      return await group.next()
    }
    expectEqual(ofGroup, 1)
    let large = Task.detached { await dataSource.apply(Self.snapshot(0..<10_000)).insertedCount }
    expectEqual(await large.value, 9998)
    expectEqual(await dataSource.apply(Outline(), to: "main").deletedCount, 10_000)
    await dataSource.applySnapshotUsingReloadData(Self.snapshot([1]))
    expectEqual(dataSource.snapshot().itemIdentifiers, [1])
  }

  @Test("The completion handler of an apply is called after the apply returns") func completionOrder() async {
    let harness = TableHarness<Int>()
    final class Log { var lines: [String] = [] }
    let log = Log()
    harness.dataSource.apply(Self.snapshot([1])) { log.lines.append("completed") }
    log.lines.append("returned")
    await wait { log.lines.count == 2 }
    expectEqual(log.lines, ["returned", "completed"])
  }

  @Test("An awaited apply returns when its table is deallocated") func releasedTable() async {
    var table: TableView? = TableView()
    let dataSource = DataSource(tableView: table!) { _, _, _ in nil }
    var canvas = Canvas(size: ScreenSize(columns: 9, lines: 9), traits: .testing(.mono))
    table?.draw(in: &canvas, at: .zero)
    var isOver = false
    let task = Task {
      await dataSource.apply(DataSource.Snapshot([("a", [])]))
      isOver = true
    }
    await wait { dataSource.snapshot().numberOfSections == 1 }
    await settle(dataSource)
    #expect(!isOver)
    table = nil
    await task.value
    await dataSource.apply(Self.snapshot([3]))
    expectEqual(dataSource.snapshot().itemIdentifiers, [3])
  }

  @Test("The completion handler of a change is called when a newer change is drawn") func superseded() {
    let harness = TableHarness(showing: Array(0..<8))
    harness.draw(at: 5000)
    var completed: [Int] = []
    for step in 1...5 {
      harness.dataSource.apply(Self.snapshot(step..<8)) { completed.append(step) }
      harness.draw(at: 5000 + step * 100)
      expectEqual(completed, Array(1..<step))
    }
    harness.draw(at: 20_000)
    expectEqual(completed, [1, 2, 3, 4, 5])
  }

  // MARK: Updates

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
    expectEqual(dataSource.snapshot().itemIdentifiers, [2] + Array(100..<110))
  }
}
