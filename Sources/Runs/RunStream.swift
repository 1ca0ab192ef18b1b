import Dispatch
import Files
package import Rows
import Synchronization

/// The runs of a source on their way to one reader, and what the reader wants of the source.
///
/// ```text
///  source ─▶ send ─▶ observers, in order ─▶ the newest run ─▶ next(): the run before is shown
///     ▲                                                          │
///     └── waits: nextRun(after:), untilWanted() ◀── pause, runNow(), stopReading() ──┘
/// ```
///
/// A slow reader may miss runs, never the last one, nor the one that meets the condition of `--until`.
package final class RunStream: Sendable {
  /// What the reader wants at once.
  package enum Wanted: Hashable, Sendable {
    case all
    /// The rows of one of several hosts.
    case host(String)

    func contains(_ host: String) -> Bool { self == .all || self == .host(host) }
  }

  private struct State {
    /// Receive every run, the history last.
    var observers: [any RunObserver] = []
    /// The run that the reader gets next.
    var newest: Run?
    /// The number of runs sent, and the number of the last run that the reader has shown.
    var (sentRuns, shownRuns) = (0, 0)
    /// Whether there are no more runs, and why.
    var isFinished = false
    var error: (any Error)?
    /// Whether nobody wants more runs.
    var isEnded = false
    var isPaused = false
    /// The run that is wanted at once; nil to wait for its time.
    var wanted: Wanted?
    /// Whether to stop reading and keep what has arrived.
    var isReadingStopped = false
    var onEnd: [@Sendable () -> Void] = []
    /// Called at the next change of the state: of the source's tasks and threads, and of the reader.
    var waiters: [@Sendable () -> Void] = []
    var reader: (@Sendable () -> Void)?

    var wantsMore: Bool { isEnded || (!isPaused && shownRuns == sentRuns) }
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>

  /// - Parameters:
  ///   - observers: Receive every run, while the reader may miss some.
  ///   - clock: Measures the pause between runs.
  package init(_ observers: [any RunObserver] = [], clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    state.withLock { $0.observers = observers }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiters = state.withLock { state in
      body(&state)
      defer { (state.waiters, state.reader) = ([], nil) }
      return state.waiters + [state.reader].compactMap(\.self)
    }
    for wake in waiters { wake() }
  }

  // MARK: The source

  /// Adds observers before the first run.
  func begin(_ observers: [any RunObserver]) { state.withLock { $0.observers += observers } }

  package func send(_ run: Run) {
    if let kept = keep(run), !kept.isAwaited { show(kept) }
  }

  /// Passes a run to the observers only. An awaited run is shown, and is the last: this is checked here because
  /// the reader may miss runs.
  ///
  /// - Returns: The run with the facts that the observers have added; nil if one of them wants no more runs.
  @discardableResult
  func keep(_ run: Run) -> Run? {
    var run = run
    do {
      for observer in state.withLock(\.observers) { try observer.take(&run) }
    } catch {
      finish(throwing: error)
      return nil
    }
    run.replaced = []
    if run.isAwaited {
      show(run)
      finish()
    }
    return run
  }

  private func show(_ run: Run) {
    change { state in
      guard !state.isFinished, !state.isEnded else { return }
      state.sentRuns += 1
      state.newest = run
    }
  }

  /// Ends the runs.
  package func finish(throwing error: (any Error)? = nil) {
    change { state in
      guard !state.isFinished else { return }
      (state.isFinished, state.error) = (true, error)
    }
    end()
  }

  /// Sets a function that is called when there are no more runs, or no reader any more.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isEnded { state.onEnd.append(body) }
      return state.isEnded
    }
    if isOver { body() }
  }

  // MARK: The reader

  package var isPaused: Bool { state.withLock(\.isPaused) }

  /// Pauses, or resumes.
  package func setPaused(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

  /// Starts the next run at once, even during a pause.
  ///
  /// - Parameter wanted: What is read, if it has several hosts.
  package func runNow(_ wanted: Wanted = .all) {
    change { $0.wanted = [nil, wanted].contains($0.wanted) ? wanted : .all }
  }

  /// Whether the current reading ends with what has arrived.
  package var isReadingStopped: Bool { state.withLock(\.isReadingStopped) }

  /// Ends the current reading with what has arrived.
  package func stopReading() { change { $0.isReadingStopped = true } }

  /// Releases all waiters, for good.
  package func end() {
    var bodies: [@Sendable () -> Void] = []
    change { state in
      state.isEnded = true
      (bodies, state.onEnd) = (state.onEnd, [])
    }
    for body in bodies { body() }
  }

  /// Returns the next run; nil after the last one.
  ///
  /// - Parameter number: The number of the run before, which is shown now; 0 if there is none.
  fileprivate func next(after number: Int) async throws -> (run: Run, number: Int)? {
    if state.withLock({ $0.shownRuns < number }) { change { $0.shownRuns = number } }
    return try await withTaskCancellationHandler {
      await until(isReader: true) { $0.newest != nil || $0.isFinished || $0.isEnded }
      return try state.withLock { state in
        if let run = state.newest.take() { return (run, state.sentRuns) }
        if let error = state.error.take() { throw error }
        return nil
      }
    } onCancel: {
      end()
    }
  }

  // MARK: Waiting

  var isWaitedFor: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Checks a condition. If it is not met, keeps the function and calls it at the next change.
  private func isMet(
    _ condition: (inout State) -> Bool, isReader: Bool = false,
    orAtNextChange wake: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      if condition(&state) { return true }
      if isReader { state.reader = wake } else { state.waiters.append(wake) }
      return false
    }
  }

  /// Blocks the thread until the reader wants the next part of a stream.
  func waitUntilWanted() {
    let isChanged = DispatchSemaphore(value: 0)
    while !isMet(\.wantsMore, orAtNextChange: { isChanged.signal() }) { isChanged.wait() }
  }

  /// Returns when the reader wants the next part of a stream.
  func untilWanted() async { await until(\.wantsMore) }

  private func until(isReader: Bool = false, _ condition: (inout State) -> Bool) async {
    var isOver = false
    while !isOver {
      await withCheckedContinuation { continuation in
        isOver = isMet(condition, isReader: isReader, orAtNextChange: { continuation.resume() })
        if isOver { continuation.resume() }
      }
    }
  }

  /// Returns when the next run may begin.
  ///
  /// - Returns: What to read.
  /// - Throws: `CancellationError` if the task is cancelled or no more runs are wanted.
  @discardableResult
  func nextRun(after interval: Duration) async throws -> Wanted {
    let stopwatch = Stopwatch(clock)
    let alarm = Task {
      try await stopwatch.sleep(until: interval)
      change { _ in }
    }
    defer { alarm.cancel() }
    await withTaskCancellationHandler {
      await until { state in
        state.wanted != nil || state.isEnded || Task.isCancelled
          || (!state.isPaused && stopwatch.elapsed >= interval)
      }
    } onCancel: {
      change { _ in }
    }
    try Task.checkCancellation()
    return try state.withLock { state in
      if state.isEnded { throw CancellationError() }
      return state.wanted.take() ?? .all
    }
  }
}

/// The runs of a stream for its reader. When the reader asks for the next run, it has shown the one before; when
/// nothing refers to the sequence or an iterator any more, the stream ends.
package struct RunSequence: AsyncSequence, Sendable {
  fileprivate final class Reader: Sendable {
    let stream: RunStream

    init(_ stream: RunStream) { self.stream = stream }

    deinit { stream.end() }
  }

  private let reader: Reader
  /// The last run that ``read(until:)`` has read; an iterator begins with it.
  private var readRun: (run: Run, number: Int)?

  package init(_ stream: RunStream) { reader = Reader(stream) }

  /// Creates a sequence of one run.
  package init(of run: Run) {
    let stream = RunStream()
    stream.send(run)
    stream.finish()
    self.init(stream)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(reader: reader, first: readRun) }

  /// Reads up to a run that meets a condition. A new iterator begins with the last run that was read.
  @MainActor
  package mutating func read(until isMet: (Run) throws -> Bool) async throws {
    var iterator = makeAsyncIterator()
    while let run = try await iterator.next(isolation: #isolation) {
      readRun = (run, iterator.number)
      if try isMet(run) { return }
    }
  }

  package struct Iterator: AsyncIteratorProtocol {
    private let reader: Reader
    private var first: (run: Run, number: Int)?
    fileprivate private(set) var number = 0

    fileprivate init(reader: Reader, first: (run: Run, number: Int)?) {
      (self.reader, self.first) = (reader, first)
    }

    package mutating func next() async throws -> Run? { try await next(isolation: nil) }

    package mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Run? {
      var next = first
      first = nil
      if next == nil { next = try await reader.stream.next(after: number) }
      guard let next else { return nil }
      number = next.number
      return next.run
    }
  }
}

/// Receives every run of a source, on the thread of the source, which waits meanwhile.
package protocol RunObserver: Sendable {
  /// Takes a run, and may add facts to it, never rows.
  ///
  /// - Throws: The reason why no more runs are wanted.
  func take(_ run: inout Run) throws
}
