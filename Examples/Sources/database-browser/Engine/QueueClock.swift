import Dispatch

/// The continuous clock, with a sleep on a queue of its own.
struct QueueClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private static let queue = DispatchQueue(label: "database-browser.clock")

  var now: Instant { .now }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // Safe: a timer may be cancelled on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: Self.queue)
    let delay = max(.zero, deadline - now) / .nanoseconds(1)
    timer.schedule(deadline: .now() + .nanoseconds(Int(delay.rounded(.up))))
    timer.setEventHandler { timer.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        timer.setCancelHandler { continuation.resume() }
        timer.activate()
      }
    } onCancel: {
      timer.cancel()
    }
    try Task.checkCancellation()
  }
}
