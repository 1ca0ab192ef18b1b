import Dispatch
public import ListKit
import Synchronization

/// The events of a ``CursesScreen``, in the order of arrival; requests to end come before all others.
///
/// For one reader. The terminal is read only while the program waits for an event; until then the bytes stay
/// in the kernel. Of several resize events, or several drag events in a row, only the last is kept.
@MainActor
public final class CursesEvents: EventSource {
  /// A waiting call of ``waitForEvent()``.
  private final class Reader: Sendable {
    let isCancelled = Atomic(false)
  }

  private var waiting: [Event] = []
  /// The index of the first event in `waiting` that has not been taken yet.
  private var first = 0
  private var requests: [Event] = []
  private var reader: (call: Reader, continuation: CheckedContinuation<Bool, Never>)?
  private var isFinished = false
  /// Whether a request to end has arrived, and the program has not asked for another event since then.
  private(set) var isAskedToEnd = false
  /// Reads the bytes that the terminal has sent; called when the program asks for an event and none is
  /// waiting.
  var needsInput: () -> Void = {}
  /// Called when the program has answered requests to end without ending.
  var didAnswerRequests: () -> Void = {}

  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: the clock of ``sleep(until:)``.
  nonisolated init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Whether a call of ``waitForEvent()`` is waiting and was not cancelled.
  var hasReader: Bool { reader.map { !$0.call.isCancelled.load(ordering: .acquiring) } ?? false }

  var isEmpty: Bool { first == waiting.count && requests.isEmpty }

  /// Returns the next event; nil if there will be no more, or the task was cancelled.
  ///
  /// Unlike with an `AsyncStream`, cancelling a call does not end the source: a loop may wait for an event or
  /// a clock, whichever is first, any number of times. Traps if another call is waiting.
  ///
  /// A program that receives a request to end by this call may take its time; one that uses ``poll()`` answers
  /// it by asking for another event.
  public func next() async -> Event? {
    repeat {
      guard let event = poll() else { continue }
      if isAskedToEnd, requests.isEmpty { didAnswerRequests() }
      return event
    } while await waitForEvent()
    return nil
  }

  /// Returns when an event has arrived. The event is not taken: until the waiting task runs, others may take
  /// it.
  ///
  /// Traps if another call is waiting.
  ///
  /// - Returns: false if there will be no more events, or the task was cancelled.
  public func waitForEvent() async -> Bool {
    dismissCancelledReader()
    trapUnless(reader == nil, "CursesEvents.waitForEvent() called while another call of it waits")
    let call = Reader()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // An event may have arrived during a turn of the main queue before this closure runs.
        if call.isCancelled.load(ordering: .acquiring) {
          continuation.resume(returning: false)
        } else if !isEmpty || isFinished {
          continuation.resume(returning: !isEmpty)
        } else {
          reader = (call, continuation)
        }
      }
    } onCancel: {
      call.isCancelled.store(true, ordering: .releasing)
      // This runs later, when another call may be waiting.
      Task { @MainActor in if self.reader?.call === call { self.resumeReader(false) } }
    }
  }

  /// Returns the next event that has already arrived, or nil.
  public func poll() -> Event? {
    if isEmpty, !isFinished { needsInput() }
    return takeFirst()
  }

  /// The main queue, on which the terminal is awaited.
  public var executor: (any TaskExecutor)? { MainQueue.shared }

  /// Returns at a time, or when the task is cancelled.
  public func sleep(until time: ContinuousClock.Instant) async {
    // Safe: a timer may be cancelled on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(after: time - now())
    timer.setEventHandler { timer.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        timer.setCancelHandler { continuation.resume() }
        timer.activate()
      }
    } onCancel: {
      timer.cancel()
    }
  }

  /// Returns all events that were not taken yet.
  func takeAll() -> [Event] {
    var events: [Event] = []
    while let event = takeFirst() { events.append(event) }
    return events
  }

  /// The signals of the requests to end that were not taken yet.
  var untakenSignals: [Int32] {
    requests.compactMap { if case .terminate(let signal) = $0 { signal } else { nil } }
  }

  func send(_ event: Event) {
    dismissCancelledReader()
    if case .terminate = event {
      requests.append(event)
      isAskedToEnd = true
    } else {
      if first < waiting.count, let last = waiting.last, last.isReplaced(by: event) { waiting.removeLast() }
      waiting.append(event)
    }
    resumeReader(true)
  }

  func finish() {
    isFinished = true
    resumeReader(false)
  }

  private func takeFirst() -> Event? {
    if !requests.isEmpty { return requests.removeFirst() }
    if isAskedToEnd {
      isAskedToEnd = false
      didAnswerRequests()
    }
    guard first < waiting.count else { return nil }
    defer {
      first += 1
      if first == waiting.count {
        waiting.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return waiting[first]
  }

  /// Resumes a cancelled call, so that it takes no event and does not block other calls.
  private func dismissCancelledReader() {
    if let reader, reader.call.isCancelled.load(ordering: .acquiring) { resumeReader(false) }
  }

  private func resumeReader(_ mayHaveMore: Bool) {
    let continuation = reader?.continuation
    reader = nil
    continuation?.resume(returning: mayHaveMore)
  }
}

extension Event {
  /// Whether this event is obsolete when `next` follows it directly.
  fileprivate func isReplaced(by next: Event) -> Bool {
    switch (self, next) {
    case (.resize, .resize): true
    case (.mouse(let first), .mouse(let second)):
      first.action == .drag && second.action == .drag && first.modifiers == second.modifiers
    default: false
    }
  }
}

/// The main queue as a task executor.
///
/// Without it, a task that waited is resumed by a thread of the shared pool before it continues on its actor,
/// even on the main actor: while other tasks use all threads of the pool, no key would be handled. A task
/// that prefers this executor does not need the pool. It runs on the main queue whenever it is not on an
/// actor.
final class MainQueue: TaskExecutor {
  static let shared = MainQueue()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
