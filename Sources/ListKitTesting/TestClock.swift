import Synchronization

/// A clock whose time passes only when a test says so.
///
/// A program that waits takes the clock it waits for, which is the real one unless a test gives it this:
///
/// ```swift
/// init(clock: any Clock<Duration> = ContinuousClock()) {
///   Task { [weak self] in
///     while (try? await clock.sleep(for: .seconds(1))) != nil { self?.refresh() }
///   }
/// }
/// ```
///
/// ``TestScreen`` lets its time pass.
public final class TestClock: Clock {
  /// A time, counted from when the clock was made.
  public struct Instant: InstantProtocol {
    /// How long the clock had run.
    public let offset: Duration

    /// The time a while later, or earlier where it is negative.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How long after this one another time is.
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
    /// The sleeping tasks, by numbers that count up.
    var sleepers: [Int: Sleeper] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  /// Creates a clock that shows zero.
  public init() {}

  /// The time that the screen under test takes for now; it stands still until it is advanced.
  public var now: Instant { state.withLock(\.now) }

  /// No time is too short for it.
  public var minimumResolution: Duration { .zero }

  /// Returns when the clock has reached a time.
  ///
  /// It waits on the main actor, so that a task of the main actor that is woken goes on there in its turn, however busy
  /// all other threads are.
  ///
  /// - Parameters:
  ///   - deadline: the time.
  ///   - tolerance: taken as all clocks have it; this one is never late.
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
          // Cancelling comes before this, or finds the sleeper.
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

  /// How often something has begun to wait.
  var sleepCount: Int { state.withLock(\.nextNumber) }

  /// The earliest time that a task sleeps until.
  var nextDeadline: Instant? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Sets the clock, and resumes tasks that sleep until then, in the order of their times.
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
