/// What was asked for and has not happened yet, in call order. Any thread adds; only the main actor takes.
final class ApplyQueue<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Request = ApplyRequest<Section, Item>

  private struct State {
    var waiting: [Request] = []
    /// How many of `waiting` are done with already.
    var taken = 0
    /// The number of the first that waits; numbers are never used twice.
    var number = 0
    var isServed = false

    mutating func removeFirst() {
      waiting[taken].content = .action {}
      (taken, number) = (taken + 1, number + 1)
      if taken * 2 > waiting.count {
        waiting.removeFirst(taken)
        taken = 0
      }
    }
  }

  private let state = LockedValue(State())

  /// Adds a request at the end.
  ///
  /// - Returns: its number, and whether nobody serves the queue so far: the caller then has to see to it.
  func add(_ request: Request) -> (number: Int, needsServing: Bool) {
    state.withLock { state in
      state.waiting.append(request)
      defer { state.isServed = true }
      return (state.number + state.waiting.count - state.taken - 1, !state.isServed)
    }
  }

  /// Whether a task carries out what waits.
  var isServed: Bool { state.withLock(\.isServed) }

  /// The request whose turn it is.
  var first: (number: Int, request: Request)? {
    state.withLock { $0.taken < $0.waiting.count ? ($0.number, $0.waiting[$0.taken]) : nil }
  }

  /// The request whose turn it is; whoever serves the queue stops when there is none.
  func firstOrStop() -> (number: Int, request: Request)? {
    state.withLock { state in
      if state.taken < state.waiting.count { return (state.number, state.waiting[state.taken]) }
      state.isServed = false
      return nil
    }
  }

  /// Takes the first request away.
  func removeFirst() { state.withLock { $0.removeFirst() } }
}
