@testable import ListKitTesting
import TestSupport
import Testing

@testable import muster

@Suite("When runs begin", .timeLimit(.minutes(60))) struct RunPacerTests {
  private let clock = TestClock()
  private let pacer: RunPacer

  init() { pacer = RunPacer(clock: clock) }

  /// Somebody who waits for two seconds, once he does.
  private func waiter() async -> Task<Void, any Error> {
    let task = Task { [pacer] in try await pacer.pass(after: .seconds(2)) }
    await wait { pacer.isWaitedAt && clock.nextDeadline != nil }
    return task
  }

  private func pass(_ time: Duration) {
    clock.advance(to: clock.now.advanced(by: time))
  }

  @Test("The next run begins after the pause between runs") func inTime() async throws {
    let waiter = await waiter()
    pass(.milliseconds(1900))
    #expect(pacer.isWaitedAt)
    pass(.milliseconds(100))
    try await waiter.value
    // Nobody wakes up who does not wait any more.
    #expect(clock.nextDeadline == nil)
  }

  @Test("Who asks gets a run at once, in a pause too", arguments: [true, false]) func asked(isPaused: Bool)
    async throws
  {
    let waiter = await waiter()
    pacer.setPaused(isPaused)
    pacer.open()
    try await waiter.value
  }

  @Test("In a pause no time lets a run begin; behind it one that is late begins at once") func paused()
    async throws
  {
    pacer.setPaused(true)
    let waiter = Task { [pacer] in try await pacer.pass(after: .seconds(2)) }
    await wait { pacer.isWaitedAt }
    pass(.seconds(60))
    #expect(pacer.isWaitedAt && clock.nextDeadline == nil)
    pacer.setPaused(false)
    try await waiter.value
  }

  @Test("Who is cancelled waits no longer") func cancelled() async {
    let waiter = await waiter()
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }
}
