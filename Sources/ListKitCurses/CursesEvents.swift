public import ListKit

/// The events of a ``CursesScreen``, in the order they arrived.
///
/// For one reader. What nobody has asked for yet is kept; of several new sizes, or several places on the
/// way of one drag, only the last.
@MainActor
public final class CursesEvents: EventSource {
  private var waiting: [Event] = []
  private var reader: (number: Int, continuation: CheckedContinuation<Event?, Never>)?
  private var readers = 0
  private var isFinished = false

  nonisolated init() {}

  /// The next event; nil when there will be no more, or the task was cancelled.
  ///
  /// Unlike an `AsyncStream`, cancelling one call does not end the source: a loop may wait for an event or
  /// a clock, whichever comes first, as often as it likes.
  public func next() async -> Event? {
    precondition(reader == nil, "second reader of the terminal's events")
    if !waiting.isEmpty { return waiting.removeFirst() }
    if isFinished { return nil }
    readers += 1
    let number = readers
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: nil)
        } else {
          reader = (number, continuation)
        }
      }
    } onCancel: {
      // Comes later, when another call may be waiting.
      Task { @MainActor in if self.reader?.number == number { self.answer(nil) } }
    }
  }

  /// All that nobody has asked for yet.
  func takeAll() -> [Event] {
    defer { waiting.removeAll() }
    return waiting
  }

  func send(_ event: Event) {
    if reader != nil { return answer(event) }
    if let last = waiting.last, last.isReplaced(by: event) { waiting.removeLast() }
    waiting.append(event)
  }

  func finish() {
    isFinished = true
    answer(nil)
  }

  private func answer(_ event: Event?) {
    reader?.continuation.resume(returning: event)
    reader = nil
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
