import Synchronization

/// A clock whose time passes only when a test advances it.
///
/// A program that waits takes a clock as a parameter, by default the real one; a test passes this clock:
///
/// ```swift
/// init(clock: any Clock<Duration> = ContinuousClock()) {
///   Task { [weak self] in
///     while (try? await clock.sleep(for: .seconds(1))) != nil { self?.refresh() }
///   }
/// }
/// ```
///
/// ``TestScreen`` advances the clock.
public final class TestClock: Clock {
  /// A time, relative to the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the clock.
    public let offset: Duration

    /// Returns the time after a duration, or before it if the duration is negative.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this time to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `lhs` is the earlier time.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    /// The sleeping tasks, by increasing numbers.
    var sleepers: [Int: Sleeper] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  /// Creates a clock at zero.
  public init() {}

  /// The current time of the screen under test, which stands still until the clock is advanced.
  public var now: Instant { state.withLock(\.now) }

  /// Zero: the clock has no minimum duration.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock has reached a time.
  ///
  /// It waits on the main actor, so that a resumed task of the main actor continues there in its turn,
  /// however busy other threads are.
  ///
  /// - Parameters:
  ///   - deadline: The time.
  ///   - tolerance: Ignored, because this clock is never late.
  /// - Throws: `CancellationError` once the task is cancelled.
  @MainActor
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isAwake = state.withLock { state in
          // A cancellation happens before this check, or finds the sleeper.
          if Task.isCancelled || deadline <= state.now { return true }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return false
        }
        if isAwake { continuation.resume(with: Result { try Task.checkCancellation() }) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(
        throwing: CancellationError())
    }
  }

  var sleepCount: Int { state.withLock(\.nextNumber) }

  /// The earliest deadline of the sleeping tasks.
  var nextDeadline: Instant? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Sets the clock, and resumes tasks that sleep until then, in the order of their deadlines.
  func advance(to time: Instant) {
    let awake = state.withLock { state in
      state.now = max(state.now, time)
      let awake = state.sleepers.filter { $0.value.deadline <= state.now }
        .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      for (number, _) in awake { state.sleepers[number] = nil }
      return awake.map(\.value.continuation)
    }
    for continuation in awake { continuation.resume() }
  }
}
