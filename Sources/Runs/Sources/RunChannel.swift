import ListData
package import Rows
import Synchronization

/// Passes the runs of a source on: the history keeps complete ones, and one reader gets the newest.
///
/// ```text
///  source ─▶ options met? --until met? ─▶ observers, history ─▶ the newest run ─▶ reader
///     ▲                                                                │
///     └──────────────────── RunPacer: was it shown? ◀──────────────────┘
/// ```
///
/// A slow reader may miss runs, never the last one.
package final class RunChannel: Sendable {
  fileprivate typealias Stream = AsyncThrowingStream<RunSequence.Ticket, any Error>

  private let history: History?
  private let observers: [any RunObserver]
  private let until: Mutex<UntilCondition?>
  private let check: Mutex<OptionCheck?>
  private let pacer: RunPacer
  private let continuation: Stream.Continuation

  /// Creates a channel, and the sequence for its reader.
  ///
  /// - Parameters:
  ///   - history: Keeps the complete runs; nil if earlier runs are not needed.
  ///   - pacer: Makes the source wait for the reader.
  ///   - until: The condition that ends the runs.
  ///   - check: Checks that the columns exist that options name.
  ///   - observers: Receive every run, while the reader may miss some.
  package static func make(
    history: History? = nil, pacer: RunPacer = RunPacer(), until: UntilCondition? = nil,
    check: OptionCheck? = nil, observers: [any RunObserver] = []
  ) -> (channel: RunChannel, runs: RunSequence) {
    let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let channel = RunChannel(
      history: history, pacer: pacer, until: until, check: check, observers: observers,
      continuation: continuation)
    return (channel, RunSequence(stream: stream, pacer: pacer))
  }

  private init(
    history: History?, pacer: RunPacer, until: UntilCondition?, check: OptionCheck?,
    observers: [any RunObserver], continuation: Stream.Continuation
  ) {
    self.history = history
    self.observers = observers
    self.pacer = pacer
    self.until = Mutex(until)
    self.check = Mutex(check)
    self.continuation = continuation
    onEnd {}
  }

  package func send(_ run: Run) {
    if let kept = keep(run), !kept.isAwaited { show(kept) }
  }

  /// Passes a run to the history and to the observers. A run that meets the condition of `--until` is shown
  /// and is the last: the condition is checked here because the reader may miss runs.
  ///
  /// - Returns: The run with the result of that check; nil if an observer wants no more runs, or if the run
  ///   does not meet an option of a program without a screen.
  @discardableResult
  package func keep(_ run: Run) -> Run? {
    var run = run
    // An open run may still get rows, so the condition does not apply to it yet. It has been checked for the
    // runs of an input that has ended.
    do {
      if run.series != .open {
        try check.withLock { check in
          run.optionProblem = check?.problem(with: run)
          if let problem = run.optionProblem, problem.kind == .sure, check?.isFatal == true { throw problem }
        }
      }
      if run.series != .open, run.series != .whole {
        try until.withLock { until in
          run.isAwaited = try until?.isMet(by: run) ?? false
          run.untilProgress = until?.progress
        }
      }
      for observer in observers { try observer.take(run) }
    } catch {
      finish(throwing: error)
      return nil
    }
    run.replaced = []
    if run.isComplete, run.series != .open { history?.add(run) }
    if run.isAwaited {
      show(run)
      finish()
    }
    return run
  }

  private func show(_ run: Run) {
    continuation.yield(RunSequence.Ticket(run: run, number: pacer.willSend()))
  }

  /// Ends the runs.
  package func finish(throwing error: (any Error)? = nil) { continuation.finish(throwing: error) }

  /// Sets a function that is called when there are no more runs, or no reader any more.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    continuation.onTermination = { [pacer] _ in
      pacer.end()
      body()
    }
  }
}

/// Receives every run of a source, on the thread of the source, which waits meanwhile.
package protocol RunObserver: Sendable {
  /// - Throws: The reason why no more runs are wanted.
  func take(_ run: Run) throws
}

/// The runs for one reader. When the reader asks for the next run, it has shown the one before.
package struct RunSequence: AsyncSequence, Sendable {
  fileprivate struct Ticket: Sendable {
    var run: Run
    /// See ``RunPacer/willSend()``.
    var number: Int
  }

  fileprivate let stream: RunChannel.Stream
  fileprivate let pacer: RunPacer
  /// The last run that ``read(until:)`` has read; an iterator begins with it.
  private var readRun: Ticket?

  fileprivate init(stream: RunChannel.Stream, pacer: RunPacer) {
    self.stream = stream
    self.pacer = pacer
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(first: readRun, base: stream.makeAsyncIterator(), pacer: pacer)
  }

  /// Reads up to a run that meets a condition. A new iterator begins with the last run that was read.
  @MainActor
  package mutating func read(until isMet: (Run) throws -> Bool) async throws {
    var iterator = makeAsyncIterator()
    while let run = try await iterator.next(isolation: #isolation) {
      readRun = Ticket(run: run, number: iterator.number)
      if try isMet(run) { return }
    }
  }

  package struct Iterator: AsyncIteratorProtocol {
    private var first: Ticket?
    private var base: RunChannel.Stream.Iterator
    private let pacer: RunPacer
    fileprivate private(set) var number = 0

    fileprivate init(first: Ticket?, base: RunChannel.Stream.Iterator, pacer: RunPacer) {
      self.first = first
      self.base = base
      self.pacer = pacer
    }

    package mutating func next() async throws -> Run? { try await next(isolation: nil) }

    package mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Run? {
      pacer.didShow(number)
      var ticket = first
      first = nil
      if ticket == nil { ticket = try await base.next(isolation: actor) }
      guard let ticket else { return nil }
      number = ticket.number
      return ticket.run
    }
  }
}
