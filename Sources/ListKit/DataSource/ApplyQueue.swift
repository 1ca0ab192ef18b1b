import Synchronization

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
      taken = taken + 1
      number = number + 1
      if taken * 2 > waiting.count {
        waiting.removeFirst(taken)
        taken = 0
      }
    }
  }

  private let state = LockedValue(State())

  /// Adds a request at the end.
  ///
  /// - Returns: its number, and whether no task serves the queue: the caller then starts one.
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

  /// The request whose turn it is; where there is none, the task that serves the queue stops.
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

// MARK: - ApplyRequest

/// Something to be shown, as it was asked for.
struct ApplyRequest<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  enum Content: Sendable {
    /// A full snapshot.
    case snapshot(DiffableDataSourceSnapshot<Section, Item>)
    /// A full snapshot, shown without a difference.
    case reload(DiffableDataSourceSnapshot<Section, Item>)
    /// The outline of a section.
    case outline(DiffableDataSourceSectionSnapshot<Item>, Section)
    /// The outlines of all sections there shall be, in order.
    case outlines(OutlineList<Section, Item>)
    /// An edit of what is current in its turn.
    case update(@MainActor (inout DiffableDataSourceSnapshot<Section, Item>) -> Void)
    /// Something else that has to wait for its turn.
    case action(@MainActor () -> Void)
  }

  var content: Content
  var animates = false
  /// What caused it; known for requests from the main actor.
  var cause = ChangeCause.data
  var completion: FinalCall?

  /// How many items it is about; finding a difference among many is not done on the main actor.
  var size: Int {
    switch content {
    case .snapshot(let snapshot): snapshot.numberOfItems
    case .outline(let outline, _): outline.numberOfItems
    case .outlines(let outlines): outlines.numberOfItems
    case .reload, .update, .action: 0
    }
  }
}

/// A call that is made exactly once: when it is due, or else when the last reference to it goes.
///
/// So a completion is called also where the table or the data source is gone.
final class FinalCall: Sendable {
  /// Nil once it was called.
  private let call: LockedValue<(@MainActor () -> Void)?>

  init(_ call: @escaping @MainActor () -> Void) { self.call = LockedValue(call) }

  /// Makes the call, unless that has happened.
  @MainActor
  func make() { takeCall()?() }

  private func takeCall() -> (@MainActor () -> Void)? {
    call.withLock { call in
      let waiting = call
      call = nil
      return waiting
    }
  }

  deinit {
    guard let call = takeCall() else { return }
    Task { @MainActor in call() }
  }
}

extension TableViewDiffableDataSource {
  /// What one apply changed, reported by ``didApply`` for each of them in the order they happened.
  public struct ApplyReport: Sendable {
    /// The data source's content before the change.
    public let old: Snapshot
    /// The data source's content after the change.
    public let new: Snapshot
    /// The way from there; nil after `applySnapshotUsingReloadData`, which does not look for it.
    public let difference: Difference?
    /// The section whose outline was applied, opened or closed; nil for full snapshots and moved rows.
    public let sectionIdentifier: SectionIdentifierType?
    /// Whether the user caused the change, or data; changes by data are marked, because the user did not ask for them.
    public let cause: ChangeCause
  }
}

// MARK: - LockedValue

/// A value that threads take turns at.
///
/// A `Mutex` whose turns are atomics as well: the thread sanitizer does not see what Linux's `Mutex` does,
/// and would take every turn for a race.
private struct LockedValue<Value>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let turns = Atomic<Int>(0)

  init(_ value: sending Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout sending Value) -> Result) -> Result {
    value.withLock { value in
      _ = turns.load(ordering: .acquiring)
      defer { turns.wrappingAdd(1, ordering: .releasing) }
      return body(&value)
    }
  }
}
