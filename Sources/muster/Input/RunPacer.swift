import Dispatch
import Synchronization

/// Lets the next run begin: after a while, at once when somebody asks, and not at all during a pause.
final class RunPacer: Sendable {
  private struct State {
    var isPaused = false
    var isAsked = false
    var waiting: CheckedContinuation<Void, Never>?
    /// Who goes on after a pause.
    var paused: [@Sendable () -> Void] = []
    var isEnded = false

    /// Who goes on now.
    mutating func released() -> [@Sendable () -> Void] {
      guard !isPaused || isEnded else { return [] }
      defer { paused = [] }
      return paused
    }
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>

  /// - Parameter clock: By which the next run is due.
  init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  /// Whether somebody is held back by a pause who has something to show.
  var isHolding: Bool { state.withLock { !$0.paused.isEmpty } }
  /// Whether somebody waits for the next run to begin.
  var isWaitedAt: Bool { state.withLock { $0.waiting != nil } }

  var isPaused: Bool { state.withLock(\.isPaused) }

  /// Pauses, or goes on.
  func setPaused(_ isPaused: Bool) {
    wake { $0.isPaused = isPaused }
  }

  /// Lets the next run begin at once, in a pause too.
  func open() {
    wake { $0.isAsked = true }
  }

  private func wake(_ change: (inout State) -> Void) {
    let (waiting, released) = state.withLock { state in
      change(&state)
      defer { if !state.isPaused || state.isAsked { state.waiting = nil } }
      return (!state.isPaused || state.isAsked ? state.waiting : nil, state.released())
    }
    waiting?.resume()
    for body in released { body() }
  }

  /// Nobody is held back any more.
  func end() {
    let released = state.withLock { state in
      state.isEnded = true
      return state.released()
    }
    for body in released { body() }
  }

  /// Waits for the end of a pause, where there is one: who reads what goes on reads nothing meanwhile.
  func waitWhilePaused() {
    let isOver = DispatchSemaphore(value: 0)
    whenGoing { isOver.signal() }
    isOver.wait()
  }

  /// Waits for the end of a pause, where there is one.
  func going() async {
    await withCheckedContinuation { continuation in whenGoing { continuation.resume() } }
  }

  private func whenGoing(_ body: @escaping @Sendable () -> Void) {
    let isGoing = state.withLock { state in
      if state.isPaused, !state.isEnded { state.paused.append(body) }
      return !state.isPaused || state.isEnded
    }
    if isGoing { body() }
  }

  /// Waits until the next run may begin.
  ///
  /// - Throws: where the task is cancelled.
  func pass(after pause: Duration) async throws {
    let waited = Stopwatch(clock)
    while true {
      if state.withLock({ state in
        defer { state.isAsked = false }
        return state.isAsked
      }) {
        return
      }
      let isPaused = isPaused
      if !isPaused, waited.elapsed >= pause { return }
      try await wait(waited, atMost: isPaused ? nil : pause)
    }
  }

  /// Waits for news, or until a pause is over.
  private func wait(_ waited: Stopwatch, atMost pause: Duration?) async throws {
    let alarm = pause.map { pause in
      Task {
        try? await waited.sleep(until: pause)
        self.ring()
      }
    }
    defer { alarm?.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isNews = state.withLock { state in
          if state.isAsked || Task.isCancelled || (pause == nil && !state.isPaused) { return true }
          // The alarm may have rung before anybody waited.
          if let pause, waited.elapsed >= pause { return true }
          state.waiting = continuation
          return false
        }
        if isNews { continuation.resume() }
      }
    } onCancel: {
      ring()
    }
    try Task.checkCancellation()
  }

  private func ring() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
