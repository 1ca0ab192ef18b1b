import Dispatch
import Synchronization

/// Says when a source may go on: when the next run of a command begins, and when what has arrived of a stream is wanted.
///
/// ```text
///  command   run ─▶ nextRun(after: interval), or at once after nudge() ─▶ run …
///  stream    read ─▶ waitUntilWanted: not paused, and the last run was shown ─▶ read …
/// ```
final class RunPacer: Sendable {
  private struct State {
    var isPaused = false
    var isNudged = false
    var isEnded = false
    /// Whether no more is wanted of what is being read.
    var isCut = false
    /// How many runs were sent, and up to which of them the reader has shown them.
    var sentRuns = 0
    var shownRuns = 0
    /// Woken by each change of the state.
    var waiters: [@Sendable () -> Void] = []

    var wantsMore: Bool { isEnded || (!isPaused && shownRuns == sentRuns) }
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>

  /// - Parameter clock: measures the pause between runs.
  init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  var isPaused: Bool { state.withLock(\.isPaused) }

  /// Whether a source waits.
  var isWaitedFor: Bool { state.withLock { !$0.waiters.isEmpty } }

  // MARK: Changes

  /// Pauses, or goes on.
  func setPaused(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

  /// Lets the next run begin at once, also during a pause.
  func nudge() { change { $0.isNudged = true } }

  /// Whether what is being read ends with what has arrived.
  var isCut: Bool { state.withLock(\.isCut) }

  /// Ends what is being read with what has arrived.
  func cut() { change { $0.isCut = true } }

  /// Lets all waiters go on, for good.
  func end() { change { $0.isEnded = true } }

  /// Counts a run that is sent.
  ///
  /// - Returns: its number, for ``didShow(_:)``.
  func willSend() -> Int {
    state.withLock { state in
      state.sentRuns += 1
      return state.sentRuns
    }
  }

  /// The reader has shown a run, and so all before it.
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

  /// Calls a function at the next change, unless a condition is met already; then it does not keep it.
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
  /// - Throws: `CancellationError` where the task was cancelled, or no more runs are wanted.
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
