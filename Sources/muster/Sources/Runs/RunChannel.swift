import ListData

/// Where a source puts its runs: the history keeps all that are whole, and who shows them gets each once.
struct RunChannel: Sendable {
  typealias Runs = AsyncThrowingStream<Run, any Error>

  let runs: Runs
  private let continuation: Runs.Continuation
  private let history: History

  init(history: History) {
    // Who cannot follow gets the newest; none of them is lost to the history.
    (runs, continuation) = Runs.makeStream(bufferingPolicy: .bufferingNewest(16))
    self.history = history
  }

  func send(_ run: Run) {
    if run.isComplete { history.add(run) }
    continuation.yield(run)
  }

  func finish(throwing error: (any Error)? = nil) { continuation.finish(throwing: error) }

  /// What is done when nobody listens any more.
  func onEnd(_ body: @escaping @Sendable () -> Void) { continuation.onTermination = { _ in body() } }
}
