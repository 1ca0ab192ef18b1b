import Dispatch
import ListData
import Synchronization

/// Where a source puts its runs: the history keeps all that are whole, and who shows them gets them one after the other.
///
/// ```text
///  source ─▶ what is waited for? ─▶ history ─▶ ▯▯▯ ─▶ who shows them
///    └──────────────── waits, where it is asked to ───────┘
/// ```
///
/// Who is slow misses what a run was while it arrived, and runs between others, and never the last one.
final class RunChannel: Sendable {
  private let queue = Mutex(RunQueue())
  private let until: Mutex<UntilCondition?>
  private let history: History?

  /// - Parameters:
  ///   - history: Keeps the runs that are whole; nil where nobody asks for those of before.
  ///   - until: With what the runs end.
  init(history: History?, until: UntilOption? = nil) {
    self.history = history
    self.until = Mutex(until.map(UntilCondition.init))
  }

  // MARK: Writing

  /// Hands on a run. The first one with which that has come about what is waited for is the last: here every run
  /// passes, and who shows them may miss some.
  func send(_ run: Run) {
    var run = run
    (run.isAwaited, run.statusNote) = until.withLock { until in
      (until?.isMet(by: run) ?? false, until?.statusNote)
    }
    run.replaced = []
    if run.isComplete { history?.add(run) }
    queue.withLock { $0.append(run) }?.resume(returning: run)
    if run.isAwaited { finish() }
  }

  /// There are no more.
  func finish(throwing error: (any Error)? = nil) {
    let (reader, bodies) = queue.withLock { $0.end(throwing: error) }
    if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
    for body in bodies { body() }
  }

  /// What is done once there are no more, or nobody reads them.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    if queue.withLock({ $0.isEnded(or: body) }) { body() }
  }

  /// Waits until who reads has done with all there is.
  func waitUntilTaken() {
    let isTaken = DispatchSemaphore(value: 0)
    whenTaken { isTaken.signal() }
    isTaken.wait()
  }

  /// Whether somebody waits until who reads has done with all there is.
  var isWaitedAt: Bool { queue.withLock(\.isWaitedAt) }

  /// Waits until who reads has done with all there is.
  func taken() async {
    await withCheckedContinuation { continuation in whenTaken { continuation.resume() } }
  }

  private func whenTaken(_ body: @escaping @Sendable () -> Void) {
    if queue.withLock({ $0.isTaken(or: body) }) { body() }
  }

  // MARK: Reading

  /// The runs, for one reader; once.
  var runs: Runs { Runs(reader: Reader(channel: self)) }

  struct Runs: AsyncSequence, Sendable {
    fileprivate let reader: Reader

    var channel: RunChannel { reader.channel }

    func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    struct Iterator: AsyncIteratorProtocol {
      fileprivate let reader: Reader

      mutating func next() async throws -> Run? { try await reader.channel.next() }
    }
  }

  /// Where it goes, nobody reads any more.
  fileprivate final class Reader: Sendable {
    let channel: RunChannel

    init(channel: RunChannel) { self.channel = channel }

    deinit { channel.abandon() }
  }

  private func next() async throws -> Run? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (answer, takers) = queue.withLock { $0.next(continuation) }
        if let answer { continuation.resume(with: answer) }
        for taker in takers { taker() }
      }
    } onCancel: {
      abandon()
    }
  }

  private func abandon() {
    queue.withLock { $0.dropAll() }
    finish()
  }
}

/// Runs on their way, and who waits for what.
private struct RunQueue: Sendable {
  typealias Reader = CheckedContinuation<Run?, any Error>
  typealias Body = @Sendable () -> Void

  private var waiting: [Run] = []
  private var reader: Reader?
  /// Whether who reads has done what there was to do.
  private var isIdle = true
  private var isEnded = false
  private var error: (any Error)?
  private var takers: [Body] = []
  var isWaitedAt: Bool { !takers.isEmpty }
  private var onEnd: Body?

  /// So many runs wait at most.
  private static let most = 16

  /// - Returns: who waits for the run; nil where it waits.
  mutating func append(_ run: Run) -> Reader? {
    if isEnded { return nil }
    if let reader = reader.take() {
      isIdle = false
      return reader
    }
    // What goes on replaces what it was a moment ago.
    if let last = waiting.last, !last.isComplete, last.number == run.number { waiting.removeLast() }
    if waiting.count == Self.most { waiting.removeFirst() }
    waiting.append(run)
    return nil
  }

  /// - Returns: what the reader gets; nil where he waits. And who waited for him.
  mutating func next(_ reader: Reader) -> (Result<Run?, any Error>?, [Body]) {
    isIdle = waiting.isEmpty
    if !isIdle { return (.success(waiting.removeFirst()), []) }
    if isEnded { return (error.take().map(Result.failure) ?? .success(nil), []) }
    self.reader = reader
    return (nil, takeTakers())
  }

  /// - Returns: who waits for a run, and what is to be done.
  mutating func end(throwing error: (any Error)?) -> (Reader?, [Body]) {
    if isEnded { return (nil, []) }
    isEnded = true
    // Who waits for a run gets the error himself.
    if reader == nil { self.error = error }
    return (reader.take(), takeTakers() + [onEnd.take()].compactMap(\.self))
  }

  /// Nobody wants what waits.
  mutating func dropAll() { (waiting, error) = ([], nil) }

  mutating func isTaken(or body: @escaping Body) -> Bool {
    if isEnded || (isIdle && waiting.isEmpty) { return true }
    takers.append(body)
    return false
  }

  mutating func isEnded(or body: @escaping Body) -> Bool {
    if !isEnded { onEnd = body }
    return isEnded
  }

  private mutating func takeTakers() -> [Body] {
    defer { takers = [] }
    return takers
  }
}
