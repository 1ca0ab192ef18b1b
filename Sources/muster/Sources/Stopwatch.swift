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
