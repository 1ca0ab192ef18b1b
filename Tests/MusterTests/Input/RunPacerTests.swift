@testable import ListKitTesting
import TestSupport
import Testing

@testable import muster

@Suite("When runs begin", .timeLimit(.minutes(60))) struct RunPacerTests {
  private let clock = TestClock()
  private let pacer: RunPacer

  init() { pacer = RunPacer(clock: clock) }

  /// A source that waits two seconds for its next run, once it does.
  private func waiter() async -> Task<Void, any Error> {
    let task = Task { [pacer] in try await pacer.nextRun(after: .seconds(2)) }
    await wait { pacer.isWaitedFor && clock.nextDeadline != nil }
    return task
  }

  private func pass(_ time: Duration) {
    clock.advance(to: clock.now.advanced(by: time))
  }

  @Test("The next run begins after the pause between runs") func inTime() async throws {
    let waiter = await waiter()
    pass(.milliseconds(1900))
    #expect(pacer.isWaitedFor)
    pass(.milliseconds(100))
    try await waiter.value
    // Nothing wakes up later.
    #expect(clock.nextDeadline == nil)
  }

  @Test("A nudge lets a run begin at once, in a pause too", arguments: [true, false]) func asked(
    isPaused: Bool
  )
    async throws
  {
    let waiter = await waiter()
    pacer.setPaused(isPaused)
    pacer.nudge()
    try await waiter.value
  }

  @Test("In a pause no time lets a run begin; behind it one that is late begins at once") func paused()
    async throws
  {
    pacer.setPaused(true)
    let waiter = Task { [pacer] in try await pacer.nextRun(after: .seconds(2)) }
    await wait { pacer.isWaitedFor }
    pass(.seconds(60))
    #expect(pacer.isWaitedFor)
    pacer.setPaused(false)
    try await waiter.value
  }

  @Test("Where no more runs are wanted the next does not begin") func ended() async {
    let waiter = await waiter()
    pacer.end()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }

  @Test("A cancelled source waits no longer") func cancelled() async {
    let waiter = await waiter()
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }
}
