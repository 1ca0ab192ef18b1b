/// Tells how long a run of a command has been going on, where that is long: the rows on the screen are older then than
/// their clock says.
final class SlowRunTimer: Sendable {
  /// The seconds, each second from the third on; nil when it is over. A slow reader gets the newest.
  let seconds: AsyncStream<Int?>
  private let continuation: AsyncStream<Int?>.Continuation
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    (seconds, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Counts while a run goes on; wakes up no sooner than it is long.
  func during<Result>(_ run: () async throws -> Result) async rethrows -> Result {
    let counting = Task { [clock, continuation] in
      // Sent by the counting task, so that no count comes after it.
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
      // After a late wake-up it says how late it is.
      seconds = max(seconds, Int(stopwatch.elapsed.components.seconds))
      tell(seconds)
      seconds += 1
    }
  }
}

/// The time since a moment, as a clock has it that need not be the real one.
struct Stopwatch: Sendable {
  private let reading: @Sendable () -> Duration
  private let sleeping: @Sendable (Duration) async throws -> Void

  /// Starts at the present moment of a clock.
  init(_ clock: any Clock<Duration>) { self = Self.started(clock) }

  private init(
    reading: @escaping @Sendable () -> Duration, sleeping: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.reading, self.sleeping) = (reading, sleeping)
  }

  private static func started(_ clock: some Clock<Duration>) -> Self {
    let start = clock.now
    return Self(
      reading: { start.duration(to: clock.now) },
      sleeping: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }

  var elapsed: Duration { reading() }

  /// Returns when so much time has passed since the start.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  func sleep(until time: Duration) async throws { try await sleeping(time) }
}
