/// Applies can be made from anywhere. They happen one after the other, in call order:
///
/// ```text
///   main actor, at rest     ▶ all waiting requests, then this one, before the call returns
///   main actor, in a callback ─┐
///   a task, a thread ──────────┴▶ ApplyQueue ▶ one by one on the main actor; large ones are compared off it
/// ```
///
/// A callback is any code of the app that this library calls in the middle of its work: providers, closures that
/// answer a question, `didApply`, `willReorder`, `didReorder`. Applies made there happen as soon as that work is
/// done. If their callbacks apply again, and so on, keys and drawings run in between, and a thousand applies inside
/// one another without a drawing are a programming error, which traps. Handlers of outlines, `commitEditing` and
/// overrides of `tableView(_:moveRowAt:to:)` are called before that work: applies made there happen at once, and an
/// item opens or closes in their result.
///
/// Applies that wait may be joined: a full snapshot without marks that no caller awaits, by a completion, `await` or
/// `didApply`, is skipped if the next apply is a full snapshot, too.
///
/// A snapshot is an entire state: if several callbacks apply edited copies of ``snapshot()``, the last one
/// applied wins. ``update(animatingDifferences:isolation:completion:_:)`` instead edits the content that is
/// current in its turn.
extension TableViewDiffableDataSource {
  typealias Request = ApplyRequest<SectionIdentifierType, ItemIdentifierType>
  typealias Change = SnapshotChange<SectionIdentifierType, ItemIdentifierType>

  /// Shows a snapshot. If called on the main actor, ``snapshot()`` and all lookups return the
  /// new content afterwards, even while rows still move; if called from elsewhere, it returns at
  /// once and happens in its turn, or is skipped for a later snapshot if no caller awaits it.
  ///
  /// The table shows several applies before the next drawing as one change.
  ///
  /// In an asynchronous function, `apply(_:)` is the variant that waits and needs `await`; this one, which does
  /// not wait, is then `dataSource.apply(snapshot, completion: nil)`.
  ///
  /// - Parameters:
  ///   - snapshot: the new content.
  ///   - animatingDifferences: whether marks and flashes show what changed. The difference is computed either
  ///     way, so that cursor and cells stay.
  ///   - isolation: the isolation of the caller; omit it.
  ///   - completion: called on the main actor after this call has returned, when nothing moves any longer,
  ///     another change has taken over, or no table on the screen shows the change.
  /// - Returns: what changed; empty if the apply happens later.
  /// - Complexity: O(n) at most, without hashing if rows were only inserted or removed; O(k) for a copy of
  ///   ``snapshot()`` with k edits.
  @discardableResult
  @_semantics("optimize.sil.specialize.generic.never")
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation, completion: (@MainActor () -> Void)? = nil
  ) -> Difference {
    let request = Request(
      content: .snapshot(snapshot), animates: animatingDifferences,
      completion: completion.map(FinalCall.init))
    return perform(request, from: isolation) ?? Self.noDifference
  }

  /// Shows a snapshot and returns when nothing moves any longer, another change has taken over, or no table
  /// on the screen shows the change.
  ///
  /// ```swift
  /// let difference = await dataSource.apply(snapshot)
  /// ```
  ///
  /// Asynchronous functions call this variant; with a `completion`, also nil, they call the one that does not
  /// wait. If called on the main actor, ``snapshot()`` is the new content before this call waits.
  ///
  /// - Returns: what changed, wherever the call comes from.
  @discardableResult
  public nonisolated(nonsending) func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true
  ) async -> Difference {
    await performAndWait(Request(content: .snapshot(snapshot), animates: animatingDifferences))
  }

  /// Shows a snapshot without computing what changed: creates all cells again, and marks nothing.
  ///
  /// Animations in progress end at once; marks of the snapshot have no effect. In an asynchronous function, pass
  /// `completion: nil` to call this variant, which does not wait.
  ///
  /// - Complexity: O(1) if sections have no outlines, else O(their items).
  public func applySnapshotUsingReloadData(
    _ snapshot: Snapshot, isolation: isolated (any Actor)? = #isolation,
    completion: (@MainActor () -> Void)? = nil
  ) {
    let request = Request(content: .reload(snapshot), completion: completion.map(FinalCall.init))
    _ = perform(request, from: isolation)
  }

  /// Shows a snapshot without computing what changed, and returns when it is on the screen: the variant of
  /// asynchronous functions.
  public nonisolated(nonsending) func applySnapshotUsingReloadData(_ snapshot: Snapshot) async {
    await performAndWait(Request(content: .reload(snapshot)))
  }

  /// Shows an outline in a section, and appends the section if it does not exist.
  ///
  /// The section's rows become the outline's visible items; all items of the outline are
  /// removed from other sections.
  ///
  /// - Parameters:
  ///   - snapshot: the outline.
  ///   - section: the section.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: the isolation of the caller; omit it.
  ///   - completion: called as for a full snapshot.
  /// - Returns: what changed; empty if the apply happens later.
  /// - Complexity: O(items of the outline).
  @discardableResult
  public func apply(
    _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation, completion: (@MainActor () -> Void)? = nil
  ) -> Difference {
    let request = Request(
      content: .outline(snapshot, section), animates: animatingDifferences,
      completion: completion.map(FinalCall.init))
    return perform(request, from: isolation) ?? Self.noDifference
  }

  /// Shows an outline in a section and returns when nothing moves any longer: the variant of asynchronous
  /// functions.
  ///
  /// - Returns: what changed.
  @discardableResult
  public nonisolated(nonsending) func apply(
    _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true
  ) async -> Difference {
    await performAndWait(Request(content: .outline(snapshot, section), animates: animatingDifferences))
  }

  /// Shows one outline per section as the entire content: other sections are removed.
  ///
  /// This is one change, while applying a snapshot of the sections and then each outline would be several.
  ///
  /// - Parameters:
  ///   - outlines: the sections in order, each with its outline. As if they were applied one after the other,
  ///     an item in several of them is in the last one. A section that occurs twice, or an item that is
  ///     visible in two outlines, is a programming error, which traps; `apply(validating:)` throws.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: the isolation of the caller; omit it.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  ///   - completion: called as for a full snapshot.
  /// - Returns: what changed; empty if the apply happens later.
  /// - Complexity: O(items of all outlines).
  @discardableResult
  public func apply(
    _ outlines: [(section: SectionIdentifierType, outline: SectionSnapshot)],
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line, completion: (@MainActor () -> Void)? = nil
  ) -> Difference {
    let request = Request(
      content: .outlines(OutlineList(outlines, file: file, line: line)), animates: animatingDifferences,
      completion: completion.map(FinalCall.init))
    return perform(request, from: isolation) ?? Self.noDifference
  }

  private nonisolated static var noDifference: Difference { Snapshot().difference(from: Snapshot()) }

  /// Carries out a request: now if that is possible, else in its turn. Returns when its completion is due.
  ///
  /// - Returns: what changed; empty after a reload, which does not compute it.
  @discardableResult
  private nonisolated(nonsending) func performAndWait(_ request: Request) async -> Difference {
    let isolation = #isolation
    return await withCheckedContinuation(isolation: isolation) { continuation in
      var request = request
      let outcome = Request.Outcome()
      request.outcome = outcome
      request.completion = FinalCall {
        continuation.resume(returning: outcome.difference ?? Self.noDifference)
      }
      _ = perform(request, from: isolation)
    }
  }

  // MARK: - Serialising

  /// The number of items from which a difference is computed off the main actor.
  nonisolated static var largeCount: Int { 4096 }

  /// Carries out a request: now if that is possible, else in its turn.
  ///
  /// - Returns: what changed; nil if the request happens later, or without a difference.
  nonisolated func perform(_ request: Request, from isolation: (any Actor)?) -> Difference? {
    if isolation === MainActor.shared {
      return MainActor.assumeIsolated {
        var request = request
        request.cause = .current
        return performNow(request)
      }
    }
    enqueue(request)
    return nil
  }

  private func performNow(_ request: Request) -> Difference? {
    if isBusy {
      carryOutLater(request)
      return nil
    }
    if queue.first == nil { return carryOut(request) }
    // Waiting requests were made before this one; the applies of their callbacks come after it.
    let number = enqueue(request)
    let isOutermost = reentrancy.beginDraining()
    let difference = drain(through: number)
    if isOutermost { reentrancy.endDraining() }
    performPendingApplies()
    return difference
  }

  /// Carries out a request of a callback after all callbacks have ended.
  func carryOutLater(_ request: Request) { reentrancy.deferRequest(enqueue(request)) }

  /// Postpones a change of the user's that is made in a callback, with its cause.
  ///
  /// - Returns: whether it is postponed.
  func isPostponed(_ change: @escaping @MainActor (TableViewDiffableDataSource) -> Void) -> Bool {
    guard isBusy else { return false }
    let cause = ChangeCause.current
    carryOutLater(
      Request(content: .action { [weak self] in if let self { cause.perform { change(self) } } }))
    return true
  }

  /// Adds a request to the queue, and ensures that its turn comes.
  ///
  /// - Returns: its number.
  @discardableResult
  nonisolated func enqueue(_ request: Request) -> Int {
    let (number, needsServing) = queue.add(request)
    if needsServing { Task { @MainActor in await self.serve() } }
    return number
  }

  /// Whether a callback is running, or the table is being laid out or drawn, so that applies have to wait.
  var isBusy: Bool { reentrancy.isInCallback || (tableView.map { $0.phase.work != .none } ?? false) }

  /// Calls a closure of the app; applies made in it have to wait.
  func calling<Result>(_ body: () -> Result) -> Result {
    reentrancy.beginCallback()
    defer { reentrancy.endCallback() }
    return body()
  }

  /// Carries out all waiting requests up to a given one.
  ///
  /// - Returns: what that request changed; nil if no difference was computed.
  @discardableResult
  private func drain(through last: Int) -> Difference? {
    var difference: Difference?
    while let (number, request) = queue.first, number <= last {
      queue.removeFirst()
      difference = carryOut(request)
    }
    return difference
  }

  /// Carries out the requests that were made inside callbacks, after the callbacks have ended.
  ///
  /// If these applies call callbacks that apply again, and so on, the task that serves the queue continues
  /// after some rounds, so that keys and drawings run in between.
  func performPendingApplies() {
    guard reentrancy.beginDraining() else { return }
    defer { reentrancy.endDraining() }
    var compared = 0
    while !isBusy, compared < Self.drainedRows, let last = reentrancy.takeDeferred() {
      trapUnless(
        reentrancy.rounds <= Self.maximumRounds,
        "apply(_:): \(Self.maximumRounds) applies inside one another without a drawing - a callback of this data source, such as didApply, applies whenever it is called",
        file: creation.file, line: creation.line)
      compared += max(Self.largeCount, content.snapshot.numberOfItems)
      drain(through: last)
    }
  }

  /// The number of applies inside one another, without a drawing, that are a programming error.
  private static var maximumRounds: Int { 1000 }

  /// The number of rows to compare before keys and drawings run: a hundred applies of a short list.
  private static var drainedRows: Int { 100 * largeCount }

  /// Called at the end of each drawing of the table.
  func tableDidDraw() {
    reentrancy.didDraw()
    performPendingApplies()
  }

  /// Carries out the first request, then the others after it.
  private func serve() async {
    guard let (number, request) = queue.firstOrStop() else { return }
    var prepared: Change?
    if max(request.size, content.snapshot.numberOfItems) >= Self.largeCount, request.size > 0 {
      let before = content.generation
      prepared = await .offMain(request.content, from: content.current, contentEqual)
      if content.generation != before { prepared = nil }
    }
    // A call on the main actor may have carried it out in the meantime.
    if queue.first?.number == number {
      queue.removeFirst()
      carryOut(request, prepared)
    }
    // A new task lets keys and drawings run first; a yield would wait for a thread
    // that other computations use.
    Task { await serve() }
  }

  @discardableResult
  private func carryOut(_ request: Request, _ prepared: Change? = nil) -> Difference? {
    if case .action(let act) = request.content {
      act()
      return nil
    }
    var wanted = request.content
    if case .update(let edit) = wanted {
      var snapshot = content.snapshot
      calling { edit(&snapshot) }
      wanted = .snapshot(snapshot)
    }
    var change =
      prepared ?? calling { Change(wanted, from: content.current, contentEqual) }
    change.cause = request.cause
    if let completion = request.completion { change.add(completion) }
    request.outcome?.difference = change.knownDifference
    #if DEBUG
      reportHiddenChanges(in: change)
    #endif
    return commit(change, animating: request.animates)
  }

  // MARK: - Binding

  /// Shows the snapshots of a sequence as they arrive, until it ends, the task is cancelled, or the table is gone.
  ///
  /// Snapshots that arrive faster than the screen is drawn are skipped: the next one shown is always the
  /// newest, and the last one is always shown. After a cancellation no more are shown.
  ///
  /// ```swift
  /// try await dataSource.bind(to: database.observedSnapshots)
  /// ```
  ///
  /// The caller retains the data source until this method returns. A task that also retains the screen, as one that
  /// names a property of the screen does, keeps both until the sequence ends; ``observe(_:animatingDifferences:)``
  /// retains neither.
  ///
  /// - Parameters:
  ///   - snapshots: the sequence of snapshots.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  /// - Throws: the error of the sequence, after the snapshots before it are shown.
  public func bind<Snapshots: AsyncSequence & SendableMetatype>(
    to snapshots: sending Snapshots, animatingDifferences: Bool = true
  ) async throws(Snapshots.Failure)
  where Snapshots.Element == Snapshot, Snapshots.AsyncIterator: SendableMetatype {
    try await TableViewDiffableDataSource.show(snapshots, animating: animatingDifferences) { [weak self] in
      self
    }
  }

  /// Shows the snapshots of a sequence as they arrive, in a new task.
  ///
  /// The task does not retain the data source. It ends with the sequence, or with the data source or its table, so a
  /// screen need not cancel it.
  ///
  /// - Returns: the task; cancel it to stop earlier.
  @discardableResult
  public func observe<Snapshots: AsyncSequence & SendableMetatype>(
    _ snapshots: sending Snapshots, animatingDifferences: Bool = true
  ) -> Task<Void, any Error>
  where Snapshots.Element == Snapshot, Snapshots.AsyncIterator: SendableMetatype {
    Task { [weak self] in
      try await TableViewDiffableDataSource.show(snapshots, animating: animatingDifferences) { self }
    }
  }

  /// Shows the snapshots of a sequence in a data source that only the callee retains, and only while it shows one.
  private static func show<Snapshots: AsyncSequence & SendableMetatype>(
    _ snapshots: sending Snapshots, animating: Bool, in dataSource: () -> TableViewDiffableDataSource?
  ) async throws(Snapshots.Failure)
  where Snapshots.Element == Snapshot, Snapshots.AsyncIterator: SendableMetatype {
    let (newest, mailbox) = AsyncStream<Snapshot>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let reader = Task.detached { () -> Result<Void, Snapshots.Failure> in
      defer { mailbox.finish() }
      do throws(Snapshots.Failure) {
        for try await snapshot in snapshots {
          if Task.isCancelled { break }
          mailbox.yield(snapshot)
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    let stop = { @Sendable in
      reader.cancel()
      mailbox.finish()
    }
    guard let number = dataSource()?.bindings.begin(endingWith: stop) else { return stop() }
    await withTaskCancellationHandler {
      for await snapshot in newest {
        if Task.isCancelled { break }
        await dataSource()?.show(snapshot, animating: animating)
      }
    } onCancel: {
      stop()
    }
    // A sequence need not end although it is not read any more.
    guard dataSource()?.bindings.end(number) ?? false, !Task.isCancelled else { return }
    try await reader.value.get()
  }

  /// Applies a snapshot in its turn, and waits until the table has taken it over.
  private func show(_ snapshot: Snapshot, animating: Bool) async {
    enqueue(Request(content: .snapshot(snapshot), animates: animating))
    await withCheckedContinuation { continuation in
      enqueue(Request(content: .action { [self] in wait(continuation) }))
    }
  }
}

// MARK: - Updating

/// Applies that need no knowledge of other waiting applies, or that check data from outside.
extension TableViewDiffableDataSource {
  /// Edits the content that is current when the turn of this call comes, and shows the result.
  ///
  /// ```swift
  /// dataSource.update { snapshot in snapshot.appendItems([mountain]) }
  /// ```
  ///
  /// An applied snapshot is an entire state. If several callbacks each take a copy of ``snapshot()``, edit it
  /// and apply it, all of them start from the same state, and the last one wins: the edits of the others are
  /// lost. With this method the edits add up, in call order.
  ///
  /// It never waits, so asynchronous functions call it without `await`, as others do.
  ///
  /// - Parameters:
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: the isolation of the caller; omit it.
  ///   - completion: called as for `apply`.
  ///   - edit: called once, on the main actor, with a copy of ``snapshot()``; in its turn, if this method is
  ///     called in a callback or from elsewhere. Applies made in it happen after it.
  /// - Returns: what changed; empty if the apply happens later.
  /// - Complexity: O(*edits*) besides the cost of `edit`.
  @discardableResult
  public func update(
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
    completion: (@MainActor () -> Void)? = nil, _ edit: @escaping @MainActor (inout Snapshot) -> Void
  ) -> Difference {
    let request = Request(
      content: .update(edit), animates: animatingDifferences, completion: completion.map(FinalCall.init)
    )
    return perform(request, from: isolation) ?? Self.noDifference
  }

  /// Shows one outline per section as the entire content, or throws if a section or an item occurs twice.
  ///
  /// For data from outside, which may be wrong; otherwise like `apply(_:animatingDifferences:)` for outlines.
  ///
  /// - Parameters:
  ///   - outlines: the sections in order, each with its outline.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: the isolation of the caller; omit it.
  ///   - completion: called as for a full snapshot; not called if this method throws.
  /// - Returns: what changed; empty if the apply happens later.
  /// - Throws: `SnapshotError.duplicateSections` or `SnapshotError.duplicateItems`, also for hidden items;
  ///   nothing is applied then.
  /// - Complexity: O(items of all outlines).
  @discardableResult
  public func apply(
    validating outlines: [(section: SectionIdentifierType, outline: SectionSnapshot)],
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
    completion: (@MainActor () -> Void)? = nil
  ) throws(SnapshotError) -> Difference {
    try OutlineList(outlines).validate(
      for: "apply(validating:animatingDifferences:)", visibleOnly: false)
    return apply(
      outlines, animatingDifferences: animatingDifferences, isolation: isolation, completion: completion)
  }
}

/// The sequences whose snapshots a data source shows. Releasing it ends their tasks.
struct SnapshotBindings {
  private final class Binding: Sendable {
    private let stop: @Sendable () -> Void

    init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

    deinit { stop() }
  }

  private var bindings: [Int: Binding] = [:]
  private var count = 0

  /// Adds a binding.
  ///
  /// - Parameter stop: a call that is made when the binding ends.
  /// - Returns: the number of the binding.
  mutating func begin(endingWith stop: @escaping @Sendable () -> Void) -> Int {
    count += 1
    bindings[count] = Binding(stop)
    return count
  }

  /// Ends a binding.
  ///
  /// - Returns: whether it had not ended before.
  mutating func end(_ number: Int) -> Bool { bindings.removeValue(forKey: number) != nil }

  mutating func endAll() { bindings = [:] }
}

/// Whether an apply happens at once, or waits for its turn.
///
/// ```text
///   resting ──apply──▶ draining: carries out waiting requests ──▶ resting
///      │                  │
///      └── a closure of the app runs: its applies wait, and happen after all closures have ended
/// ```
struct ApplyReentrancy {
  /// Whether waiting requests are being carried out.
  private var isDraining = false
  /// The number of nested closures of the app that are running.
  private var callbackDepth = 0
  /// The number of the last request that was made inside one of them.
  private var lastFromInside: Int?
  /// The number of applies inside one another since the last drawing.
  private(set) var rounds = 0

  var isInCallback: Bool { callbackDepth > 0 }

  mutating func beginCallback() { callbackDepth += 1 }

  mutating func endCallback() { callbackDepth -= 1 }

  /// Records a request that was made inside a callback and has to wait.
  mutating func deferRequest(_ number: Int) { lastFromInside = number }

  /// Returns the number of the last such request, once; nil if no callback has made one since the last call.
  mutating func takeDeferred() -> Int? {
    defer { lastFromInside = nil }
    rounds = lastFromInside == nil ? 0 : rounds + 1
    return lastFromInside
  }

  /// Records that the table was drawn: the user sees the applies made so far.
  mutating func didDraw() { rounds = 0 }

  /// Begins to carry out waiting requests.
  ///
  /// - Returns: whether that had not begun yet.
  mutating func beginDraining() -> Bool {
    defer { isDraining = true }
    return !isDraining
  }

  mutating func endDraining() { isDraining = false }
}
