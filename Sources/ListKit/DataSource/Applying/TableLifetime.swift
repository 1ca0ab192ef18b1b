/// Lives as long as a table, and says when that is over.
final class TableLifetime: Sendable {
  private let ending = LockedValue<(@MainActor () -> Void)?>(nil)

  func whenOver(_ call: @escaping @MainActor () -> Void) { ending.withLock { $0 = call } }

  deinit {
    guard let call = ending.withLock({ $0 }) else { return }
    Task { @MainActor in call() }
  }
}
