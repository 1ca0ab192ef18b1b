import Synchronization

/// The requests that were not carried out yet, in call order. Any thread adds requests; only
/// the main actor removes them.
final class ApplyQueue<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Request = ApplyRequest<Section, Item>

  private struct State {
    var waiting: [Request] = []
    /// The number of elements of `waiting` that are done.
    var taken = 0
    /// The number of the first waiting request; numbers are never reused.
    var number = 0
    var isServed = false
    /// Whether each request has to be carried out, because each is reported.
    var reportsEach = false

    /// Adds a request, or puts it in the place of the last one, whose content it replaces entirely. The first
    /// request may be in progress.
    mutating func add(_ request: Request) {
      let last = waiting.count - 1
      if !reportsEach, last > taken, request.makesNeedless(waiting[last]) {
        waiting[last] = request
      } else {
        waiting.append(request)
      }
    }

    mutating func removeFirst() {
      waiting[taken].content = .action {}
      taken = taken + 1
      number = number + 1
      if taken * 2 > waiting.count {
        // A new array: the former one keeps the memory for the longest queue so far.
        waiting = Array(waiting[taken...])
        taken = 0
      }
    }
  }

  private let state = LockedValue(State())

  /// Adds a request at the end. A full snapshot replaces one before it that waits, unless a caller awaits it.
  ///
  /// - Returns: its number, and whether no task serves the queue: the caller then has to start one.
  func add(_ request: Request) -> (number: Int, needsServing: Bool) {
    state.withLock { state in
      state.add(request)
      defer { state.isServed = true }
      return (state.number + state.waiting.count - state.taken - 1, !state.isServed)
    }
  }

  /// Sets whether each request is carried out, even if a later one replaces its content.
  func setReportsEach(_ reportsEach: Bool) { state.withLock { $0.reportsEach = reportsEach } }

  /// Whether a task carries out the waiting requests.
  var isServed: Bool { state.withLock(\.isServed) }

  var first: (number: Int, request: Request)? {
    state.withLock { $0.taken < $0.waiting.count ? ($0.number, $0.waiting[$0.taken]) : nil }
  }

  /// Returns the first waiting request; if there is none, marks the queue as unserved: its task stops.
  func firstOrStop() -> (number: Int, request: Request)? {
    state.withLock { state in
      if state.taken < state.waiting.count { return (state.number, state.waiting[state.taken]) }
      state.isServed = false
      return nil
    }
  }

  func removeFirst() { state.withLock { $0.removeFirst() } }
}

// MARK: - ApplyRequest

/// A request to show something.
struct ApplyRequest<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  // Indirect: copying it inline, for types known only at run time, is much code.
  indirect enum Content: Sendable {
    case snapshot(DiffableDataSourceSnapshot<Section, Item>)
    /// A full snapshot, shown without a difference.
    case reload(DiffableDataSourceSnapshot<Section, Item>)
    case outline(DiffableDataSourceSectionSnapshot<Item>, Section)
    /// The outlines of all sections of the new content, in order.
    case outlines(OutlineList<Section, Item>)
    /// An edit of the content that is current when its turn comes.
    case update(@MainActor (inout DiffableDataSourceSnapshot<Section, Item>) -> Void)
    /// Other work that has to wait for its turn.
    case action(@MainActor () -> Void)
  }

  var content: Content
  var animates = false
  /// The cause of the change; set for requests from the main actor.
  var cause = ChangeCause.data
  var completion: FinalCall?
  var outcome: Outcome?

  /// What a request changed, for a caller that waits for its completion.
  @MainActor
  final class Outcome {
    /// The difference; nil until the request is carried out, and after a reload.
    var difference: SnapshotDifference<Section, Item>?
  }

  /// Whether the result is the same if a request directly before this one is not carried out, and no caller awaits it.
  func makesNeedless(_ former: Self) -> Bool {
    guard case .snapshot = content, case .snapshot(let snapshot) = former.content, former.completion == nil,
      former.animates == animates, former.cause == cause
    else { return false }
    return snapshot.reloadedSectionIdentifiers.isEmpty && snapshot.reloadedItemIdentifiers.isEmpty
      && snapshot.reconfiguredItemIdentifiers.isEmpty
  }

  /// The number of items; differences between many items are not computed on the main actor.
  var size: Int {
    switch content {
    case .snapshot(let snapshot): snapshot.numberOfItems
    case .outline(let outline, _): outline.numberOfItems
    case .outlines(let outlines): outlines.numberOfItems
    case .reload, .update, .action: 0
    }
  }
}

/// A call that is made exactly once: when it is due, or else when its last reference is released.
///
/// A completion is therefore called even if the table or the data source is gone.
final class FinalCall: Sendable {
  /// The call; nil once it was made.
  private let call: LockedValue<(@MainActor () -> Void)?>

  init(_ call: @escaping @MainActor () -> Void) { self.call = LockedValue(call) }

  /// Makes the call, unless it was made before.
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
  /// What one apply changed; ``didApply`` reports each of them in order.
  public final class ApplyReport: Sendable {
    /// The data source's content before the change.
    public let old: Snapshot
    /// The data source's content after the change.
    public let new: Snapshot
    /// The difference between them; nil after `applySnapshotUsingReloadData`, which does not compute it.
    public let difference: Difference?
    /// The section whose outline was applied, opened or closed; nil for full snapshots and moved rows.
    public let sectionIdentifier: SectionIdentifierType?
    /// Whether the user or data caused the change; changes by data are marked, because the
    /// user did not request them.
    public let cause: ChangeCause

    init(
      from old: Snapshot, to new: Snapshot, _ difference: Difference?, _ section: SectionIdentifierType?,
      _ cause: ChangeCause
    ) {
      (self.old, self.new, self.difference) = (old, new, difference)
      (sectionIdentifier, self.cause) = (section, cause)
    }
  }
}

// MARK: - LockedValue

/// A value that only one thread at a time accesses.
///
/// A `Mutex` with an additional atomic: the thread sanitizer does not see the synchronisation of Linux's
/// `Mutex`, and would report every access as a race.
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
