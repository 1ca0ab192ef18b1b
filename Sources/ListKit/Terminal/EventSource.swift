/// Where keys, clicks and the terminal's own news come from.
@MainActor
public protocol EventSource {
  /// Returns when ``poll()`` has something to give; main-actor tasks run while it waits.
  ///
  /// - Returns: whether there may be more events; false when there will be none.
  func waitForEvent() async -> Bool

  /// Takes the next event that has arrived; nil if there is none.
  ///
  /// Asked between frames too, while somebody waits: what has arrived is handled before the next frame is drawn.
  func poll() -> Event?

  /// Returns when a time has come, or the task is cancelled: frames of what moves are due then.
  func sleep(until time: ContinuousClock.Instant) async

  /// What resumes the tasks that wait for the source; nil for the threads all tasks share, where keys and frames wait
  /// while others compute.
  var executor: (any TaskExecutor)? { get }
}

extension EventSource {
  /// The threads all tasks share.
  public var executor: (any TaskExecutor)? { nil }

  /// Waits by `Task.sleep`, and returns early when the task is cancelled.
  public func sleep(until time: ContinuousClock.Instant) async {
    try? await Task.sleep(until: time, clock: .continuous)
  }
}
