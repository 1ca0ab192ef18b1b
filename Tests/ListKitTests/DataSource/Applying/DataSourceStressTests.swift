import Synchronization
import TestSupport
import Testing

@testable import ListKit

/// Many tasks that share one data source.
@MainActor
@Suite("Concurrent applies", .serialized) struct DataSourceStressTests {
  typealias DataSource = TableViewDiffableDataSource<Int, Int>

  /// Counts events on any thread.
  private final class Tally: Sendable {
    private let value = Atomic(0)
    func add() { value.wrappingAdd(1, ordering: .relaxed) }
    var count: Int { value.load(ordering: .relaxed) }
  }

  /// Returns the state of a task after some applies: its number, the number of applies, and filler items.
  nonisolated static func snapshot(_ task: Int, _ step: Int, _ filler: Int) -> DataSource.Snapshot {
    DataSource.Snapshot([(0, [task, 1000 + step] + Array(1_000_000..<1_000_000 + filler))])
  }

  @Test("10,000 applies from eight tasks keep the order of each task, and all complete")
  func tenThousand() async {
    let (tasks, steps) = (8, 1250)
    let harness = TableHarness<Int>()
    let dataSource = DataSource(tableView: TableView()) { _, _, _ in nil }
    var last = [Int](repeating: -1, count: tasks)
    var (reports, isInOrder, shown) = (0, true, [Int]())
    dataSource.didApply = { report in
      shown = Array(report.new.itemIdentifiers.prefix(2))
      reports += 1
      guard let task = shown.first, shown.count == 2 else { return }
      isInOrder = isInOrder && shown[1] - 1000 == last[task] + 1
      last[task] = shown[1] - 1000
    }
    let completed = Tally()
    let running = (0..<tasks).map { task in
      Task.detached {
        for step in 0..<steps {
          let snapshot = Self.snapshot(task, step, step % 50 == 7 ? DataSource.largeCount : step % 40)
          if step % 100 == 99 {
            await dataSource.apply(snapshot)
            completed.add()
          } else {
            dataSource.apply(snapshot) { completed.add() }
          }
        }
      }
    }
    // The main actor is busy with another table at the same time.
    for step in 0..<200 {
      harness.apply([step])
      harness.draw(at: step * 10)
      await Task.yield()
    }
    for task in running { await task.value }
    await wait { reports == tasks * steps }
    #expect(isInOrder)
    expectEqual(last, [Int](repeating: steps - 1, count: tasks))
    expectEqual(reports, tasks * steps)
    expectEqual(dataSource.snapshot().itemIdentifiers.prefix(2), shown[...])
    expectEqual(dataSource.snapshot().itemIdentifiers[1], 1000 + steps - 1)
    await wait { completed.count == tasks * steps }
    expectEqual(completed.count, tasks * steps)
  }

  @Test("An apply on the main actor is complete on return while another task applies in order")
  func onMainActor() async {
    let dataSource = DataSource(tableView: TableView()) { _, _, _ in nil }
    let count = 500
    var steps: [Int] = []
    dataSource.didApply = { report in
      if let first = report.new.itemIdentifiers.first, first < 1000 { steps.append(first) }
    }
    let other = Task.detached {
      for step in 0..<count {
        let filler = 2000..<2000 + (step % 9 == 0 ? DataSource.largeCount : 3)
        dataSource.apply(DataSource.Snapshot([(0, [step] + Array(filler))]), completion: nil)
        if step % 10 == 0 { await Task.yield() }
      }
    }
    for own in 0..<count {
      Self.apply(5000 + own, dataSource)
      expectEqual(dataSource.snapshot().itemIdentifiers, [5000 + own])
      await Task.yield()
    }
    await other.value
    await dataSource.apply(DataSource.Snapshot([(0, [9999])]))
    expectEqual(steps, Array(0..<count))
    expectEqual(dataSource.snapshot().itemIdentifiers, [9999])
  }

  private static func apply(_ item: Int, _ dataSource: DataSource) {
    dataSource.apply(DataSource.Snapshot([(0, [item])]))
  }
}
