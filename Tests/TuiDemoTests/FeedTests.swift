import ListKit
import SeededRandom
import TestSupport
import Testing

@testable import ListKitTesting
@testable import tui_demo

@MainActor
@Suite("The feed demo") struct FeedTests {
  @Test("The service keeps its rate, pauses, and ends when its task is cancelled") func pace() async throws {
    let clock = TestClock()
    let service = FeedService(
      model: FeedModel(generator: SeededGenerator(seed: 1)), rate: 1024, clock: clock)
    /// Returns the next snapshot, of a new iteration; nil when the task was cancelled.
    func wait() async -> FeedModel.Snapshot? {
      for await snapshot in service.snapshots { return snapshot }
      return nil
    }
    func sleep() async -> Duration {
      while true {
        if let deadline = clock.nextDeadline { return deadline.offset - clock.now.offset }
        await Task.yield()
      }
    }
    var expected = service.model
    func step() -> [Job] {
      for _ in 0..<32 { expected.step() }
      return expected.snapshot.itemIdentifiers
    }
    let first = Task { await wait() }
    await expectEqual(sleep(), .seconds(1) / 32)
    clock.advance(to: clock.now.advanced(by: .seconds(1) / 32))
    await expectEqual(first.value?.itemIdentifiers, step(), "32 events in one snapshot")
    service.change(rate: 2048)
    expectEqual(service.rate, 1024)
    service.togglePause()
    let paused = Task { await wait() }
    #expect(await sleep() > .seconds(1000))
    clock.advance(to: clock.now.advanced(by: .seconds(1)))
    service.togglePause()
    await expectEqual(paused.value?.itemIdentifiers, step(), "a pause is not caught up")
    service.togglePause()
    let cancelled = Task { await wait() }
    _ = await sleep()
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    service.change(rate: 0)
    expectEqual(service.rate, 1)
  }
}
