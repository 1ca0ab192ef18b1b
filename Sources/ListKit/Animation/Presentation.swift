/// How what is shown becomes what there is: one change at a time.
///
/// ```text
///   taken over ─▶ pending ──drawn──▶ transition, running ──settled, or superseded──▶ ended ─▶ whoever waits is told
/// ```
@MainActor
struct Presentation {
  /// What was taken over and not drawn yet; all of it as one change.
  private(set) var pending: (any TableChange)?
  private(set) var transition: Transition?
  private var running: [any TableChange] = []
  /// Changes that are over, whose end is told once the drawing is.
  private var ended: [any TableChange] = []

  /// Adds a change that was taken over to what is pending.
  mutating func add(_ change: any TableChange) {
    if pending == nil { pending = change } else { pending?.join(change) }
  }

  /// Shows the pending change, by a transition or, without one, at once.
  mutating func start(_ next: Transition?) {
    guard let change = pending else { return }
    pending = nil
    (ended, running) = (ended + running, [])
    transition = next
    if next == nil { ended.append(change) } else { running.append(change) }
  }

  /// Drops what is over.
  ///
  /// - Returns: whether rows may stand elsewhere since.
  mutating func advance(to now: Duration) -> Bool {
    let moves = transition?.advance(to: now) ?? false
    if transition?.isOver(at: now) ?? false { transition = nil }
    return moves
  }

  /// Shows rows that left no longer.
  mutating func remove(_ gone: Set<RowIdentifier>) { transition?.remove(gone) }

  /// The changes that are over now; each is returned once.
  mutating func takeEnded(at now: Duration) -> [any TableChange] {
    if transition?.isSettled(at: now) ?? true { (ended, running) = (ended + running, []) }
    defer { ended = [] }
    return ended
  }

  /// Where nobody looks, nobody waits. What is pending stays so.
  mutating func stopWaiting() {
    let over = ended + running + (pending.map { [$0] } ?? [])
    (ended, running) = ([], [])
    for change in over { change.completed() }
  }
}
