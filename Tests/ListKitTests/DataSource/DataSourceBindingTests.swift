import Testing

@testable import ListKit

@MainActor
@Suite struct DataSourceBindingTests {
  typealias DataSource = TableViewDiffableDataSource<String, Int>

  private struct Broken: Error {}

  private func settle() async { for _ in 0..<200 { await Task.yield() } }

  private func wait(until isSo: () -> Bool) async {
    for _ in 0..<100_000 where !isSo() { await Task.yield() }
    #expect(isSo())
  }

  private func shown(_ harness: TableHarness<Int>) -> [Int] { harness.dataSource.snapshot().itemIdentifiers }

  private func bound(_ harness: TableHarness<Int>) -> (
    AsyncStream<DataSource.Snapshot>.Continuation, Task<Void, any Error>
  ) {
    let (stream, continuation) = AsyncStream<DataSource.Snapshot>.makeStream()
    return (continuation, harness.dataSource.observe(stream))
  }

  private func snapshot(_ items: [Int]) -> DataSource.Snapshot { .init([("main", items)]) }

  @Test func snapshotsAreShownAsTheyCome() async throws {
    let harness = TableHarness<Int>()
    let (source, task) = bound(harness)
    for number in 0..<5 {
      source.yield(snapshot([number]))
      await wait { shown(harness) == [number] }
      harness.draw(at: number)
    }
    source.finish()
    try await task.value
    #expect(shown(harness) == [4])
  }

  @Test func theNewestWinsWhereTheScreenIsSlower() async throws {
    let harness = TableHarness<Int>()
    harness.draw(at: 0)
    let (source, task) = bound(harness)
    var applied: [[Int]] = []
    harness.dataSource.didApply = { applied.append($0.new.itemIdentifiers) }
    for number in 0..<1000 {
      source.yield(snapshot([number]))
      if number == 0 { await wait { applied.count == 1 } }
    }
    await settle()
    #expect(applied == [[0]])
    harness.draw(at: 10)
    await wait { applied.count == 2 }
    #expect(applied == [[0], [999]])
    source.yield(snapshot([7]))
    source.finish()
    await settle()
    harness.draw(at: 20)
    await wait { applied.count == 3 }
    harness.draw(at: 30)
    try await task.value
    #expect(applied == [[0], [999], [7]])
  }

  @Test func behindACancellationNothingIsShown() async throws {
    let harness = TableHarness<Int>()
    let (source, task) = bound(harness)
    source.yield(snapshot([1]))
    await wait { shown(harness) == [1] }
    task.cancel()
    source.yield(snapshot([2]))
    try await task.value
    await settle()
    #expect(shown(harness) == [1])
  }

  @Test func errorsComeBehindWhatCameBefore() async {
    let harness = TableHarness<Int>()
    let (stream, source) = AsyncThrowingStream<DataSource.Snapshot, any Error>.makeStream()
    source.yield(snapshot([1]))
    source.finish(throwing: Broken())
    await #expect(throws: Broken.self) { try await harness.dataSource.bind(to: stream) }
    #expect(shown(harness) == [1])
  }

  @Test func sequencesThatCannotThrowNeedNoTry() async {
    let harness = TableHarness<Int>()
    let (stream, source) = AsyncStream<DataSource.Snapshot>.makeStream()
    source.yield(snapshot([3]))
    source.finish()
    await harness.dataSource.bind(to: stream)
    #expect(shown(harness) == [3])
  }
}
