import LibC
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
    func add(_ number: Int = 1) { value.wrappingAdd(number, ordering: .relaxed) }
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

  // MARK: Joining

  /// An item that counts those that are alive.
  private struct CountedItem: Hashable, Sendable {
    private final class Life: Sendable {
      let alive: Tally

      init(_ alive: Tally) {
        self.alive = alive
        alive.add()
      }

      deinit { alive.add(-1) }
    }

    let number: Int
    private let life: Life

    init(_ number: Int, alive: Tally) { (self.number, life) = (number, Life(alive)) }

    static func == (first: Self, second: Self) -> Bool { first.number == second.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// Performs work in eight tasks while the main actor does nothing else.
  private func whileBlocked(_ work: @escaping @Sendable (_ task: Int) -> Void) {
    let ended = Tally()
    for task in 0..<8 {
      Task.detached {
        work(task)
        ended.add()
      }
    }
    while ended.count < 8 { sched_yield() }
  }

  @Test("Of full snapshots that wait, and that nobody awaits, only the last is kept and shown") func joining()
    async
  {
    let (alive, steps) = (Tally(), 200)
    let dataSource = TableViewDiffableDataSource<Int, CountedItem>(tableView: TableView()) { _, _, _ in nil }
    whileBlocked { task in
      for step in 0..<steps {
        dataSource.apply(.init([(0, [CountedItem(1000 * task + step, alive: alive)])]), completion: nil)
      }
    }
    // The first one may be in progress.
    #expect(alive.count <= 2, "\(alive.count) of \(8 * steps) snapshots wait")
    await wait { !dataSource.isApplying }
    let last = dataSource.snapshot().itemIdentifiers.map(\.number)
    #expect(last.count == 1 && last[0] % 1000 == steps - 1, "\(last)")
    await wait { alive.count == 1 }
  }

  @Test("Updates, marked snapshots and those with a completion are not skipped; each task keeps its order")
  func notJoined() async {
    let dataSource = DataSource(tableView: TableView()) { _, _, _ in nil }
    let completed = Tally()
    whileBlocked { task in
      for step in 0..<99 {
        let item = 1000 * task + step
        var snapshot = DataSource.Snapshot([(task, [item])])
        switch step % 3 {
        case 0:
          dataSource.update {
            if !$0.contains(section: -1) { $0.appendSections([-1]) }
            $0.appendItems([item], toSection: -1)
          }
        case 1:
          snapshot.reconfigureItems([item])
          dataSource.apply(snapshot, completion: nil)
        default: dataSource.apply(snapshot) { completed.add() }
        }
      }
    }
    var reported = [[Int]](repeating: [], count: 8)
    dataSource.didApply = { report in
      guard let change = report.difference else { return }
      for item in change.insertedItems.compactMap(change.new.itemIdentifier) {
        reported[item / 1000].append(item % 1000)
      }
    }
    await wait { !dataSource.isApplying }
    await wait { completed.count == 8 * 33 }
    for steps in reported { expectEqual(steps, Array(0..<99)) }
  }

  private static func apply(_ item: Int, _ dataSource: DataSource) {
    dataSource.apply(DataSource.Snapshot([(0, [item])]))
  }
}
