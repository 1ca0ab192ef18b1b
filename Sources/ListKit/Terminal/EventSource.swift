/// Where keys, clicks and the terminal's own news come from.
@MainActor
public protocol EventSource {
  /// The next event; nil when there will be no more.
  ///
  /// Main-actor tasks run while it waits.
  func next() async -> Event?
}
