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
  /// In a task or another asynchronous function the call that waits is meant, which needs `await`. Who does not want to
  /// wait there says so by the completion: `dataSource.apply(snapshot, completion: nil)`.
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
  ///   - completion: called as that of a full snapshot.
  /// - Returns: what changed, empty when it happens only later.
  /// - Complexity: O(items of all outlines).
  @discardableResult
  public func apply(
    _ outlines: [(section: SectionIdentifierType, outline: SectionSnapshot)],
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
    completion: (@MainActor () -> Void)? = nil
  ) -> Difference {
    let request = Request(
      content: .outlines(OutlineList(outlines: outlines)), animates: animatingDifferences,
      completion: completion.map(FinalCall.init))
    return perform(request, from: isolation) ?? Self.noDifference
  }

  nonisolated static var noDifference: Difference { Snapshot().difference(from: Snapshot()) }
}
