/// Where keys, clicks and the terminal's own news come from.
@MainActor
public protocol EventSource {
  /// The next event; nil when there will be no more.
  ///
  /// Main-actor tasks run while it waits.
  func next() async -> Event?

  /// The next event that has arrived already; nil if there is none.
  ///
  /// What waits is handled before the next frame is drawn. A source that has nothing to say here has a frame
  /// for each event.
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

  /// `Task.sleep`.
  public func sleep(until time: ContinuousClock.Instant) async {
    try? await Task.sleep(until: time, clock: .continuous)
  }

  /// None: for sources whose events wait nowhere.
  public func poll() -> Event? { nil }
}
