import ListKitTesting
import Testing

extension TestScreen {
  /// Lets things happen until something is seen; only the time limit of the suite ends it.
  ///
  /// - Parameter step: how much time passes on the test's clock at each look.
  func wait(
    _ what: String, passing step: Duration = .zero, until isSeen: @MainActor () async -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    while await !isSeen() {
      // The kernel and other threads do not wait for the test's clock.
      try? await Task.sleep(for: .milliseconds(1))
      try #require(!Task.isCancelled, "\(what) is not seen:\n\(text)", sourceLocation: sourceLocation)
      await advance(by: step)
    }
  }
}
