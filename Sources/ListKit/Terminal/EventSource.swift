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
}

extension EventSource {
  /// None: for sources whose events wait nowhere.
  public func poll() -> Event? { nil }
}
