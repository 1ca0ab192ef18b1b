/// Measures the time since a moment, by any clock.
package struct Stopwatch: Sendable {
  private let reading: @Sendable () -> Duration
  private let sleeping: @Sendable (Duration) async throws -> Void

  /// Starts now.
  package init(_ clock: any Clock<Duration>) { self = Self.started(clock) }

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

  package var elapsed: Duration { reading() }

  /// Waits until this much time has passed since the start.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func sleep(until time: Duration) async throws { try await sleeping(time) }
}
