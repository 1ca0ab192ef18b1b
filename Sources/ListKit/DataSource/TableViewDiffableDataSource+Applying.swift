/// Applies may be made from anywhere. Seen from the outside, one happens after the other, in call order:
///
/// ```text
///   main actor, at rest     ▶ all that waits, then this one, before the call returns
///   main actor, in a callback ─┐
///   a task, a thread ──────────┴▶ ApplyQueue ▶ one by one on the main actor; large ones are compared off it
/// ```
///
/// A callback is anything this library calls while it is in the middle of something: providers, `didApply`,
/// `willReorder`. What is applied there happens as soon as that is done.
///
/// A snapshot is a whole state: of several that callbacks made from ``snapshot()``, the last one applied wins.
/// ``update(animatingDifferences:isolation:completion:_:)`` edits what is current in its turn instead.
extension TableViewDiffableDataSource {
  typealias Request = ApplyRequest<SectionIdentifierType, ItemIdentifierType>
  typealias Change = SnapshotChange<SectionIdentifierType, ItemIdentifierType>

  /// Shows a snapshot. Called on the main actor, ``snapshot()`` and all look-ups are new on return, even
  /// while rows still move; called from elsewhere, it returns at once and happens in its turn.
  ///
  /// Several applies before the next drawing are shown as one change.
  ///
  /// In an asynchronous function, `apply(_:)` is the call that waits, which needs `await`. To not wait there, pass a
  /// completion: `dataSource.apply(snapshot, completion: nil)`.
  ///
  /// - Parameters:
  ///   - snapshot: what there is from now on.
  ///   - animatingDifferences: whether marks and flashes show what changed. The difference is found
  ///     either way, so cursor and cells stay.
  ///   - isolation: where it is called from; leave it out.
  ///   - completion: called on the main actor, after this call is over, when nothing moves any more or
  ///     another change has taken over, or there is no table on the screen to show it.
  /// - Returns: what changed, empty when it happens only later.
  /// - Complexity: O(n) at most, without hashing where rows only came or left; O(k) for a copy of
  ///   ``snapshot()`` with k edits.
  @discardableResult
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation, completion: (@MainActor () -> Void)? = nil
  ) -> Difference {
    let request = Request(
      content: .snapshot(snapshot), animates: animatingDifferences,
      completion: completion.map(FinalCall.init))
    return perform(request, from: isolation) ?? Self.noDifference
  }

  /// Shows a snapshot and returns when nothing moves any more, another change has taken over, or there is
  /// no table on the screen to show it.
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      apply(snapshot, animatingDifferences: animatingDifferences, isolation: isolation) {
        continuation.resume()
      }
    }
  }

  /// Shows a snapshot without finding out what changed: all cells are made anew, nothing is marked.
  ///
  /// What still moves ends at once; marks of the snapshot have no effect.
  ///
  /// - Complexity: O(1) where sections have no outlines, else O(their items).
  public func applySnapshotUsingReloadData(
    _ snapshot: Snapshot, isolation: isolated (any Actor)? = #isolation,
    completion: (@MainActor () -> Void)? = nil
  ) {
    let request = Request(content: .reload(snapshot), completion: completion.map(FinalCall.init))
    _ = perform(request, from: isolation)
  }

  /// Shows a snapshot without finding out what changed, and returns when it is seen.
  public func applySnapshotUsingReloadData(
    _ snapshot: Snapshot, isolation: isolated (any Actor)? = #isolation
  ) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      applySnapshotUsingReloadData(snapshot, isolation: isolation) { continuation.resume() }
    }
  }

  /// Shows an outline in a section, which is appended where there is none of that identifier.
  ///
  /// The section's rows become the outline's visible items; what it names leaves other sections.
  ///
  /// - Parameters:
  ///   - snapshot: the outline.
  ///   - section: where it is shown.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: where it is called from; leave it out.
  ///   - completion: called as that of a full snapshot.
  /// - Returns: what changed, empty when it happens only later.
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

  /// Shows an outline in a section and returns when nothing moves any more.
  public func apply(
    _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      apply(snapshot, to: section, animatingDifferences: animatingDifferences, isolation: isolation) {
        continuation.resume()
      }
    }
  }

  /// Shows outlines, one a section, as all there is: sections that are not named go.
  ///
  /// One change, where applying a snapshot of the sections and then each outline would be several.
  ///
  /// - Parameters:
  ///   - outlines: the sections in their order, each with its outline. As if they were applied one after the
  ///     other, what several of them name is in the last one. A section that comes twice, or an item that is
  ///     visible in two of them, is a programming error, which traps; `apply(validating:)` throws.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: where it is called from; leave it out.
  ///   - file: the caller's file, which a trap names; leave it out.
  ///   - line: the caller's line.
  ///   - completion: called as that of a full snapshot.
  /// - Returns: what changed, empty when it happens only later.
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

  // MARK: - Serialising

  /// From how many items on the way from one snapshot to another is looked for off the main actor.
  nonisolated static var largeCount: Int { 4096 }

  /// Lets a request happen: now where that is possible, else in its turn.
  ///
  /// - Returns: what changed; nil when it happens later, or without a difference.
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
    // What waits was asked for before this; what its callbacks apply comes behind it.
    let number = enqueue(request)
    let isOutermost = reentrancy.beginSettling()
    let difference = drain(through: number)
    if isOutermost { reentrancy.endSettling() }
    performPendingApplies()
    return difference
  }

  /// Carries out a request of a callback once all callbacks are over.
  func carryOutLater(_ request: Request) { reentrancy.deferRequest(enqueue(request)) }

  /// Adds a request to those that wait, and sees to it that its turn comes.
  ///
  /// - Returns: its number.
  @discardableResult
  nonisolated func enqueue(_ request: Request) -> Int {
    let (number, needsServing) = queue.add(request)
    if needsServing { Task { @MainActor in await self.serve() } }
    return number
  }

  /// Whether a callback runs that might apply while something is half done.
  var isBusy: Bool { reentrancy.isInCallback || (tableView.map { $0.phase.work != .none } ?? false) }

  /// Calls a closure of the app, in which applies have to wait.
  func calling<Result>(_ body: () -> Result) -> Result {
    reentrancy.beginCallback()
    defer { reentrancy.endCallback() }
    return body()
  }

  /// Lets all that waits happen now, up to a request.
  ///
  /// - Returns: what that request changed; nil where no difference was computed.
  @discardableResult
  private func drain(through last: Int) -> Difference? {
    var difference: Difference?
    while let (number, request) = queue.first, number <= last {
      queue.removeFirst()
      difference = carryOut(request)
    }
    return difference
  }

  /// Carries out what was asked for inside callbacks, once they are over.
  func performPendingApplies() {
    guard reentrancy.beginSettling() else { return }
    defer { reentrancy.endSettling() }
    while !isBusy, let last = reentrancy.takeDeferred() { drain(through: last) }
  }

  /// Carries out the first request, and the others behind it.
  private func serve() async {
    guard let (number, request) = queue.firstOrStop() else { return }
    var prepared: Change?
    if max(request.size, content.snapshot.numberOfItems) >= Self.largeCount, request.size > 0 {
      let before = content.generation
      prepared = await .offMain(request.content, from: content.snapshot, content.outlines, contentEqual)
      if content.generation != before { prepared = nil }
    }
    // A call on the main actor may have carried it out meanwhile.
    if queue.first?.number == number {
      queue.removeFirst()
      carryOut(request, prepared)
    }
    // Keys and drawings get their turn, too; a yield would wait for a thread that others compute on.
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
      prepared ?? calling { Change(wanted, from: content.snapshot, content.outlines, contentEqual) }
    change.cause = request.cause
    if let completion = request.completion { change.add(completion) }
    return commit(change, animating: request.animates)
  }

  // MARK: - Binding

  /// Shows the snapshots of a sequence as they come, until it ends or the task is cancelled.
  ///
  /// Snapshots that come faster than the screen is drawn are left out: what is shown next is always the
  /// newest there is, and the last one is always shown. Behind a cancellation nothing is.
  ///
  /// ```swift
  /// try await dataSource.bind(to: database.observedSnapshots)
  /// ```
  ///
  /// - Parameters:
  ///   - snapshots: where snapshots come from.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  /// - Throws: what the sequence throws, once what came before is shown.
  public func bind<Snapshots: AsyncSequence & SendableMetatype>(
    to snapshots: sending Snapshots, animatingDifferences: Bool = true
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
    await withTaskCancellationHandler {
      for await snapshot in newest {
        if Task.isCancelled { break }
        await show(snapshot, animating: animatingDifferences)
      }
    } onCancel: {
      reader.cancel()
      mailbox.finish()
    }
    if Task.isCancelled { return }
    try await reader.value.get()
  }

  /// Shows the snapshots of a sequence as they come, in a task of its own.
  ///
  /// The task keeps the data source, and the sequence, until the sequence ends or the task is cancelled: a screen that
  /// observes cancels it in `viewDidDisappear` or its `deinit`.
  ///
  /// - Returns: the task, which ends with the sequence; cancel it to stop.
  @discardableResult
  public func observe<Snapshots: AsyncSequence & SendableMetatype>(
    _ snapshots: sending Snapshots, animatingDifferences: Bool = true
  ) -> Task<Void, any Error>
  where Snapshots.Element == Snapshot, Snapshots.AsyncIterator: SendableMetatype {
    Task { try await bind(to: snapshots, animatingDifferences: animatingDifferences) }
  }

  /// Applies in turn, and waits until the screen has taken it over.
  private func show(_ snapshot: Snapshot, animating: Bool) async {
    enqueue(Request(content: .snapshot(snapshot), animates: animating))
    await withCheckedContinuation { continuation in
      enqueue(Request(content: .action { [self] in wait(continuation) }))
    }
  }
}

// MARK: - Updating

/// Applies that can be made without knowing what else is about to be applied, or what data from outside holds.
extension TableViewDiffableDataSource {
  /// Edits what is current when the turn of this call comes, and shows that.
  ///
  /// ```swift
  /// dataSource.update { snapshot in snapshot.appendItems([mountain]) }
  /// ```
  ///
  /// A snapshot that is applied is a whole state. Where several callbacks each take a copy of ``snapshot()``, edit
  /// it and apply it, they all start from the same state, and the last one wins: the edits of the others are
  /// lost. Here the edits add up, in call order.
  ///
  /// - Parameters:
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: where it is called from; leave it out.
  ///   - completion: called as that of `apply`.
  ///   - edit: called once, on the main actor, with a copy of ``snapshot()``; called in a callback or from
  ///     elsewhere, in its turn. What it applies itself happens behind it.
  /// - Returns: what changed, empty when it happens only later.
  /// - Complexity: O(*edits*) beside what `edit` does.
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

  /// Shows outlines, one a section, as all there is, unless one of them names what another one does.
  ///
  /// For data from outside, which may be wrong; otherwise as `apply(_:animatingDifferences:)` for outlines.
  ///
  /// - Parameters:
  ///   - outlines: the sections in their order, each with its outline.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: where it is called from; leave it out.
  ///   - completion: called as that of a full snapshot; not when this call throws.
  /// - Returns: what changed, empty when it happens only later.
  /// - Throws: `SnapshotError.duplicateSections` or
  ///   `SnapshotError.duplicateItems`, hidden items included; nothing is applied then.
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

/// Whether an apply happens at once, or waits for its turn.
///
/// ```text
///   resting ──apply──▶ settling: carries out what waits ──▶ resting
///      │                  │
///      └── a closure of the application runs: what it applies waits, and happens once all closures are over
/// ```
struct ApplyReentrancy {
  /// Whether requests that waited are carried out.
  private var isSettling = false
  /// How many closures of the application run, one inside the other.
  private var callbackDepth = 0
  /// The number of the last request that was made inside one of them.
  private var lastFromInside: Int?

  var isInCallback: Bool { callbackDepth > 0 }

  mutating func beginCallback() { callbackDepth += 1 }

  mutating func endCallback() { callbackDepth -= 1 }

  /// A request that was made inside a callback waits.
  mutating func deferRequest(_ number: Int) { lastFromInside = number }

  /// The last request that waits since a callback; each is returned once.
  mutating func takeDeferred() -> Int? {
    defer { lastFromInside = nil }
    return lastFromInside
  }

  /// Begins to carry out what waits.
  ///
  /// - Returns: whether this is not done already.
  mutating func beginSettling() -> Bool {
    defer { isSettling = true }
    return !isSettling
  }

  mutating func endSettling() { isSettling = false }
}
