import Dispatch
public import ListKit
import Synchronization

/// The events of a ``CursesScreen``, in the order they arrived; requests to end before all others.
///
/// For one reader. The terminal is read only while an event is asked for; until then its bytes stay in the kernel.
/// Of several new sizes, or several positions of one drag, only the last is kept.
@MainActor
public final class CursesEvents: EventSource {
  /// A call of ``waitForEvent()`` that waits.
  private final class Reader: Sendable {
    let isCancelled = Atomic(false)
  }

  private var waiting: [Event] = []
  /// The index of the first event in `waiting` that has not been taken.
  private var first = 0
  private var requests: [Event] = []
  private var reader: (call: Reader, continuation: CheckedContinuation<Bool, Never>)?
  private var isFinished = false
  /// Whether a request to end has come, and the program has not asked for another event since.
  private(set) var isAskedToEnd = false
  /// Reads what the terminal has sent; called when an event is asked for and none waits.
  var needsInput: () -> Void = {}

  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: The clock that ``sleep(until:)`` goes by.
  nonisolated init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Whether a call of ``waitForEvent()`` waits that was not cancelled.
  var hasReader: Bool { reader.map { !$0.call.isCancelled.load(ordering: .acquiring) } ?? false }

  /// Whether nothing waits.
  var isEmpty: Bool { first == waiting.count && requests.isEmpty }

  /// The next event; nil when there will be no more, or the task was cancelled.
  ///
  /// Unlike an `AsyncStream`, cancelling one call does not end the source: a loop may wait for an event or
  /// a clock, whichever comes first, as often as it likes. A second call while another waits traps.
  public func next() async -> Event? {
    repeat {
      if let event = poll() { return event }
    } while await waitForEvent()
    return nil
  }

  /// Returns when something has come, which stays where it is: until the waiting task has its turn, others may take it.
  ///
  /// A second call while another waits traps.
  ///
  /// - Returns: false when nothing will come, or the task was cancelled.
  public func waitForEvent() async -> Bool {
    dismissCancelledReader()
    trapUnless(reader == nil, "CursesEvents.waitForEvent() called while another call of it waits")
    let call = Reader()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Getting here may have taken a turn of the main queue, in which something came.
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
      // Comes later, when another call may be waiting.
      Task { @MainActor in if self.reader?.call === call { self.resumeReader(false) } }
    }
  }

  /// The next event that has arrived already; nil if there is none.
  public func poll() -> Event? {
    if isEmpty, !isFinished { needsInput() }
    return takeFirst()
  }

  /// The main queue, on which the terminal is waited for.
  public var executor: (any TaskExecutor)? { MainQueue.shared }

  /// Returns when a time has come, or the task is cancelled.
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

  /// All events that have not been asked for yet.
  func takeAll() -> [Event] {
    var events: [Event] = []
    while let event = takeFirst() { events.append(event) }
    return events
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
    isAskedToEnd = false
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

  /// A call that was cancelled takes no event with it, and does not keep others out.
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
  /// Whether `next`, coming right after this event, tells all that this one did.
  fileprivate func isReplaced(by next: Event) -> Bool {
    switch (self, next) {
    case (.resize, .resize): true
    case (.mouse(let first), .mouse(let second)):
      first.action == .drag && second.action == .drag && first.modifiers == second.modifiers
    default: false
    }
  }
}

/// The main queue as what resumes tasks.
///
/// A task that waited, on the main actor too, is resumed by one of the threads that all tasks share, and only then
/// goes where it belongs: while all of them compute, no key would be answered. A task that prefers this executor
/// does without them. Whatever it does not do on an actor it does on the main queue.
final class MainQueue: TaskExecutor {
  static let shared = MainQueue()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
