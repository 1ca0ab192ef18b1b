import Synchronization
import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Sequences of snapshots") struct DataSourceBindingTests {
  typealias DataSource = TableViewDiffableDataSource<String, Int>

  private struct Broken: Error {}

  private func shown(_ harness: TableHarness<Int>) -> [Int] { harness.dataSource.snapshot().itemIdentifiers }

  /// A sequence of snapshots from a test that counts how many of them the data source has adopted.
  private final class Source: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
      let source: Source
      var base: AsyncStream<DataSource.Snapshot>.Iterator

      mutating func next() async -> DataSource.Snapshot? {
        // A consumer that requests the next snapshot has adopted the previous one.
        source.requests.wrappingAdd(1, ordering: .sequentiallyConsistent)
        return await base.next()
      }
    }

    private let requests = Atomic(0)
    private let stream: AsyncStream<DataSource.Snapshot>
    private let continuation: AsyncStream<DataSource.Snapshot>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    var takenCount: Int { requests.load(ordering: .sequentiallyConsistent) - 1 }
    func yield(_ snapshot: DataSource.Snapshot) { continuation.yield(snapshot) }
    func finish() { continuation.finish() }
    func makeAsyncIterator() -> Iterator { Iterator(source: self, base: stream.makeAsyncIterator()) }
  }

  private func bound(_ harness: TableHarness<Int>) -> (Source, Task<Void, any Error>) {
    let source = Source()
    return (source, harness.dataSource.observe(source))
  }

  private func snapshot(_ items: [Int]) -> DataSource.Snapshot { .init([("main", items)]) }

  @Test("Between two frames, only the newest snapshot of a sequence is applied")
  func slowScreen() async throws {
    let harness = TableHarness<Int>()
    harness.draw(at: 0)
    let (source, task) = bound(harness)
    var applied: [[Int]] = []
    harness.dataSource.didApply = { applied.append($0.new.itemIdentifiers) }
    for number in 0..<1000 {
      source.yield(snapshot([number]))
      if number == 0 { await wait { applied.count == 1 } }
    }
    await wait { source.takenCount == 1000 }
    expectEqual(applied, [[0]])
    harness.draw(at: 10)
    await wait { applied.count == 2 }
    expectEqual(applied, [[0], [999]])
    source.yield(snapshot([7]))
    source.finish()
    harness.draw(at: 20)
    await wait { applied.count == 3 }
    harness.draw(at: 30)
    try await task.value
    expectEqual(applied, [[0], [999], [7]])
  }

  @Test("After an observation is cancelled, no further snapshot is applied") func cancelling() async throws {
    let harness = TableHarness<Int>()
    let (source, task) = bound(harness)
    source.yield(snapshot([1]))
    await wait { shown(harness) == [1] }
    task.cancel()
    source.yield(snapshot([2]))
    try await task.value
    await wait { !harness.dataSource.isApplying }
    expectEqual(shown(harness), [1])
  }

  @Test("Binding applies all snapshots before it throws the error of the sequence") func failure() async {
    let harness = TableHarness<Int>()
    let (stream, source) = AsyncThrowingStream<DataSource.Snapshot, any Error>.makeStream()
    source.yield(snapshot([1]))
    source.finish(throwing: Broken())
    await #expect(throws: Broken.self) { try await harness.dataSource.bind(to: stream) }
    expectEqual(shown(harness), [1])
  }

  @Test("Binding to a sequence that cannot throw needs no try") func nonThrowing() async {
    let harness = TableHarness<Int>()
    let (stream, source) = AsyncStream<DataSource.Snapshot>.makeStream()
    source.yield(snapshot([3]))
    source.finish()
    await harness.dataSource.bind(to: stream)
    expectEqual(shown(harness), [3])
  }

  // MARK: Ownership

  /// Shows a snapshot of a sequence in a table that is released when this returns.
  private func show(
    _ source: Source, _ bind: (TableHarness<Int>) -> Task<Void, any Error>
  ) async -> (task: Task<Void, any Error>, dataSource: () -> DataSource?) {
    let harness = TableHarness<Int>()
    harness.draw(at: 0)
    let task = bind(harness)
    source.yield(snapshot([1]))
    await wait { shown(harness) == [1] }
    harness.draw(at: 10)
    await wait { source.takenCount == 1 }
    return (task, { [weak dataSource = harness.dataSource] in dataSource })
  }

  @Test("The observation of a sequence that goes on does not retain its data source, and ends with it")
  func endedObservation() async throws {
    let source = Source()
    let shown = await show(source) { $0.dataSource.observe(source) }
    await wait { shown.dataSource() == nil }
    try await shown.task.value
    source.yield(snapshot([2]))
  }

  @Test("Binding to a sequence that goes on ends when the table is released") func endedBinding() async throws
  {
    let source = Source()
    let shown = await show(source) { harness in
      Task { [dataSource = harness.dataSource!] in await dataSource.bind(to: source) }
    }
    try await shown.task.value
    await wait { shown.dataSource() == nil }
  }

  @Test("A second observation of a data source goes on after the first has ended") func twoObservations()
    async throws
  {
    let harness = TableHarness<Int>()
    let (first, ended) = bound(harness)
    let (second, task) = bound(harness)
    first.finish()
    try await ended.value
    second.yield(snapshot([2]))
    await wait { shown(harness) == [2] }
    second.finish()
    try await task.value
  }
}
