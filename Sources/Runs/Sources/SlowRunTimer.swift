import Files

/// Reports how long a slow run of a command has taken so far: meanwhile the rows on the screen are out of
/// date.
package final class SlowRunTimer: Sendable {
  /// The seconds so far, every second from the third on; nil when the run ends. A slow reader gets only the
  /// newest.
  package let seconds: AsyncStream<Int?>
  private let continuation: AsyncStream<Int?>.Continuation
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    (seconds, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Counts the seconds while a run goes on. Wakes up only if the run is slow.
  func during<Result>(_ run: () async throws -> Result) async rethrows -> Result {
    let counting = Task { [clock, continuation] in
      // The counting task sends it, so no count follows it.
      defer { continuation.yield(nil) }
      try await Self.count(on: Stopwatch(clock)) { continuation.yield($0) }
    }
    defer { counting.cancel() }
    return try await run()
  }

  private static func count(on stopwatch: Stopwatch, _ tell: (Int) -> Void) async throws {
    var seconds = 3
    while true {
      try await stopwatch.sleep(until: .seconds(seconds))
      // A timer that fires late reports the real time.
      seconds = max(seconds, Int(stopwatch.elapsed.components.seconds))
      tell(seconds)
      seconds += 1
    }
  }
}
