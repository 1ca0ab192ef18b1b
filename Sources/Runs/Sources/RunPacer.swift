import Dispatch
import Files
import Synchronization

/// Decides when a source may go on: when a command runs next, and when the reader wants more of a stream.
///
/// ```text
///  command   run ─▶ nextRun(after: interval), or at once after nudge() ─▶ run …
///  stream    read ─▶ waitUntilWanted: not paused, and the last run was shown ─▶ read …
/// ```
package final class RunPacer: Sendable {
  private struct State {
    var isPaused = false
    var isNudged = false
    var isEnded = false
    /// Whether to stop reading and keep what has arrived.
    var isCut = false
    /// The number of runs sent, and the number of the last run that the reader has shown.
    var sentRuns = 0
    var shownRuns = 0
    /// Called at the next change of the state.
    var waiters: [@Sendable () -> Void] = []

    var wantsMore: Bool { isEnded || (!isPaused && shownRuns == sentRuns) }
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>

  /// - Parameter clock: Measures the pause between runs.
  init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  package var isPaused: Bool { state.withLock(\.isPaused) }

  var isWaitedFor: Bool { state.withLock { !$0.waiters.isEmpty } }

  // MARK: Changes

  /// Pauses, or resumes.
  package func setPaused(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

  /// Starts the next run at once, even during a pause.
  package func nudge() { change { $0.isNudged = true } }

  /// Whether the current reading ends with what has arrived.
  package var isCut: Bool { state.withLock(\.isCut) }

  /// Ends the current reading with what has arrived.
  package func cut() { change { $0.isCut = true } }

  /// Releases all waiters, for good.
  package func end() { change { $0.isEnded = true } }

  /// Counts a run that is about to be sent.
  ///
  /// - Returns: Its number, for ``didShow(_:)``.
  func willSend() -> Int {
    state.withLock { state in
      state.sentRuns += 1
      return state.sentRuns
    }
  }

  /// Records that the reader has shown a run, and therefore all before it.
  func didShow(_ number: Int) {
    if state.withLock({ $0.shownRuns < number }) { change { $0.shownRuns = number } }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiters = state.withLock { state in
      body(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for wake in waiters { wake() }
  }

  // MARK: Waiting

  /// Checks a condition. If it is not met, keeps the function and calls it at the next change.
  private func isMet(
    _ condition: (inout State) -> Bool, orAtNextChange wake: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      if condition(&state) { return true }
      state.waiters.append(wake)
      return false
    }
  }

  /// Blocks the thread until the reader wants the next part of a stream.
  func waitUntilWanted() {
    let isChanged = DispatchSemaphore(value: 0)
    while !isMet(\.wantsMore, orAtNextChange: { isChanged.signal() }) { isChanged.wait() }
  }

  /// Returns when the reader wants the next part of a stream.
  func untilWanted() async { await until(\.wantsMore) }

  private func until(_ condition: (inout State) -> Bool) async {
    var isOver = false
    while !isOver {
      await withCheckedContinuation { continuation in
        isOver = isMet(condition, orAtNextChange: { continuation.resume() })
        if isOver { continuation.resume() }
      }
    }
  }

  /// Returns when the next run may begin.
  ///
  /// - Throws: `CancellationError` if the task is cancelled or no more runs are wanted.
  func nextRun(after interval: Duration) async throws {
    let stopwatch = Stopwatch(clock)
    let alarm = Task {
      try await stopwatch.sleep(until: interval)
      change { _ in }
    }
    defer { alarm.cancel() }
    await withTaskCancellationHandler {
      await until { state in
        defer { state.isNudged = false }
        return state.isNudged || state.isEnded || Task.isCancelled
          || (!state.isPaused && stopwatch.elapsed >= interval)
      }
    } onCancel: {
      change { _ in }
    }
    try Task.checkCancellation()
    if state.withLock(\.isEnded) { throw CancellationError() }
  }
}
