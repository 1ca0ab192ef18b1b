/// How fast a feed goes on: events a second, or not at all.
@MainActor
final class FeedPace {
  /// Events a second.
  private(set) var rate: Int
  private(set) var isPaused = false

  private var sleep: Task<Void, Never>?
  private let clock: any Clock<Duration>
  /// The time by the clock since the pace was made.
  private let now: () -> Duration
  private var last = Duration.zero

  /// The slowest and the fastest there are.
  nonisolated static let rates = 1...1024
  /// More snapshots a second than this are not made: several events go into one.
  private static let snapshotsASecond = 32

  init(rate: Int, clock: some Clock<Duration> = ContinuousClock()) {
    self.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    self.clock = clock
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  func faster() { change(to: rate * 2) }

  func slower() { change(to: rate / 2) }

  func togglePause() {
    isPaused.toggle()
    sleep?.cancel()
  }

  private func change(to rate: Int) {
    self.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    sleep?.cancel()
  }

  /// Waits until something is due, which while paused is never.
  ///
  /// - Returns: how many events; nil when the task was cancelled.
  func wait() async -> Int? {
    while !Task.isCancelled {
      let events = max(1, rate / Self.snapshotsASecond)
      let due = isPaused ? nil : last + .seconds(events) / rate
      let time = now()
      if let due, due <= time {
        // What could not be shown in time is not made up for.
        last = time
        return events
      }
      let sleep = Task { [clock] in
        // Where nothing is due it sleeps until it is woken.
        _ = try? await clock.sleep(for: due.map { $0 - time } ?? .seconds(1 << 30))
      }
      self.sleep = sleep
      await withTaskCancellationHandler {
        await sleep.value
      } onCancel: {
        sleep.cancel()
      }
    }
    return nil
  }
}
