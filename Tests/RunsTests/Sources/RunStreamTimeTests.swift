@testable import ListKitTesting
import Synchronization
import TestSupport
import Testing

@testable import Runs

@Suite("The start times of runs", .timeLimit(.minutes(60))) struct RunStreamTimeTests {
  private let clock = TestClock()
  private let stream: RunStream

  init() { stream = RunStream(clock: clock) }

  /// Returns a task that waits two seconds for its next run, once it is waiting.
  private func waiter() async -> Task<Void, any Error> {
    let task = Task { [stream] in _ = try await stream.nextRun(after: .seconds(2)) }
    await wait { stream.isWaitedFor && clock.nextDeadline != nil }
    return task
  }

  /// Whether a run has started.
  private final class Start: Sendable {
    private let hasCome = Mutex(false)
    var isOver: Bool { hasCome.withLock(\.self) }
    func come() { hasCome.withLock { $0 = true } }
  }

  private func pass(_ time: Duration) {
    clock.advance(to: clock.now.advanced(by: time))
  }

  @Test("The next run starts after the interval") func inTime() async throws {
    let waiter = await waiter()
    pass(.milliseconds(1900))
    #expect(stream.isWaitedFor)
    pass(.milliseconds(100))
    try await waiter.value
    // No timer is left.
    #expect(clock.nextDeadline == nil)
  }

  @Test("A request starts a run at once, also during a pause", arguments: [true, false]) func asked(
    isPaused: Bool
  )
    async throws
  {
    let waiter = await waiter()
    stream.setPaused(isPaused)
    stream.runNow()
    try await waiter.value
  }

  @Test("No run starts during a pause, and an overdue one starts right after it") func paused()
    async throws
  {
    stream.setPaused(true)
    let start = Start()
    let waiter = Task { [stream] in
      try await stream.nextRun(after: .seconds(2))
      start.come()
    }
    await wait { stream.isWaitedFor }
    pass(.seconds(60))
    // Each change makes the waiting task look again.
    stream.setPaused(true)
    await wait { stream.isWaitedFor || start.isOver }
    #expect(!start.isOver)
    stream.setPaused(false)
    try await waiter.value
  }

  @Test("After the end no run starts") func ended() async {
    let waiter = await waiter()
    stream.end()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }

  @Test("A cancelled source stops waiting") func cancelled() async {
    let waiter = await waiter()
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }
}
