/// Returns the result of work off the main actor. Cancelling the task cancels the work.
@concurrent
func offMainActor<Result: Sendable>(_ work: @Sendable () throws -> Result) async rethrows -> Result {
  try work()
}

/// Performs requests one at a time. A request that is made meanwhile waits, and replaces the one that waited before it:
/// only the newest counts.
@MainActor
final class NewestWork<Request: Sendable> {
  private var (current, waiting) = (Request?.none, Request?.none)
  private var work: Task<Void, Never>?
  /// Performs requests until none waits; nil if there is nothing to do.
  private var loop: Task<Void, Never>?
  private let body: @MainActor (Request) async -> Void
  private let didEnd: @MainActor () -> Void

  /// - Parameters:
  ///   - body: Performs a request.
  ///   - didEnd: Called when there is nothing to do any more.
  init(_ body: @escaping @MainActor (Request) async -> Void, didEnd: @escaping @MainActor () -> Void = {}) {
    (self.body, self.didEnd) = (body, didEnd)
  }

  deinit { work?.cancel() }

  var isIdle: Bool { loop == nil }

  var newest: Request? { waiting ?? current }

  /// Performs a request, after the one in progress.
  ///
  /// - Parameter isObsolete: Returns whether the task of the request in progress is cancelled.
  func perform(_ request: Request, cancellingIf isObsolete: (Request) -> Bool = { _ in false }) {
    if let current, isObsolete(current) { work?.cancel() }
    waiting = request
    guard isIdle else { return }
    loop = Task { [weak self] in
      while let work = self?.next() { await work.value }
    }
  }

  /// Cancels the task of the request in progress, and drops the one that waits.
  func cancel() {
    (current, waiting) = (nil, nil)
    work?.cancel()
  }

  /// Returns when there is nothing to do.
  func done() async { while let loop { await loop.value } }

  /// Begins the request that waits; nil if there is none.
  private func next() -> Task<Void, Never>? {
    (current, waiting) = (waiting, nil)
    guard let current else {
      (work, loop) = (nil, nil)
      didEnd()
      return nil
    }
    work = Task { [body] in await body(current) }
    return work
  }
}
