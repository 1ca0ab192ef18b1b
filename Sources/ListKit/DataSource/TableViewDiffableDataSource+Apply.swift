extension TableViewDiffableDataSource {
  /// What was applied since the table was drawn last.
  struct UnshownChange {
    /// What the table shows.
    let base: Snapshot
    let baseTrees: [SectionIdentifierType: SectionSnapshot]
    /// The way from there, where one apply made it.
    var difference: Difference?
    var cause: ChangeCause
    var animation: RowAnimation?
    var reloaded: Set<ItemIdentifierType> = []
    var reconfigured: Set<ItemIdentifierType> = []
    var reloadedSections: Set<SectionIdentifierType> = []
    /// Whether all cells must be made anew.
    var reloadsAll = false
    var completions: [() -> Void] = []
  }

  /// Shows a snapshot. ``snapshot()`` and all look-ups are new on return, even while rows still move.
  ///
  /// Several applies before the next drawing are shown as one change. Called from a cell provider or
  /// another callback of a drawing, it happens right after it.
  ///
  /// - Parameters:
  ///   - animatingDifferences: whether marks and flashes show what changed. The difference is found
  ///     either way, so cursor and cells stay.
  ///   - completion: called when nothing moves any more, or another change has taken over.
  /// - Returns: what changed, empty when it happens only later.
  /// - Complexity: O(n) at most, without hashing where rows only came or left; O(k) for a copy of
  ///   ``snapshot()`` with k edits.
  @discardableResult
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) -> Difference {
    if isDrawing {
      deferred.append { [weak self] in
        self?.apply(snapshot, animatingDifferences: animatingDifferences, completion: completion)
      }
      return current.difference(from: current)
    }
    let rebased = rebasedTrees(for: snapshot)
    return commit(snapshot, trees: rebased, animating: animatingDifferences, completion: completion)
  }

  /// Shows a snapshot and returns when nothing moves any more.
  public func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, animatingDifferences: animatingDifferences) { continuation.resume() }
    }
  }

  /// Shows a snapshot without finding out what changed: all cells are made anew, nothing is marked.
  ///
  /// What still moves ends at once; marks of the snapshot have no effect.
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
    if isDrawing {
      deferred.append { [weak self] in self?.applySnapshotUsingReloadData(snapshot, completion: completion) }
      return
    }
    var unmarked = snapshot
    unmarked.removeAllMarks()
    commit(
      unmarked, trees: rebasedTrees(for: snapshot), animating: false, reloading: true,
      completion: completion)
  }

  /// Shows a snapshot without finding out what changed.
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot) async {
    await withCheckedContinuation { continuation in
      applySnapshotUsingReloadData(snapshot) { continuation.resume() }
    }
  }

  /// Where nobody looks, nothing moves.
  private func completeUnshown() {
    let completions = unshown?.completions ?? []
    unshown?.completions = []
    for completion in completions { completion() }
  }

  var isDrawing: Bool { tableView.map { $0.isLayingOut || $0.isDrawing } ?? false }

  @discardableResult
  func commit(
    _ snapshot: Snapshot, trees newTrees: [SectionIdentifierType: SectionSnapshot], animating: Bool,
    reloading: Bool = false, completion: (() -> Void)?
  ) -> Difference {
    let difference =
      if let contentEqual {
        snapshot.difference(from: current, contentEqual: contentEqual)
      } else {
        snapshot.difference(from: current)
      }
    let animation = animating ? defaultRowAnimation : nil
    if unshown == nil {
      unshown = UnshownChange(
        base: current, baseTrees: trees, difference: difference, cause: .current, animation: animation)
    } else {
      unshown?.difference = nil
      if ChangeCause.current == .user { unshown?.cause = .user }
      if animating { unshown?.animation = animation }
    }
    unshown?.reloaded.formUnion(
      difference.reloadedItems.compactMap(snapshot.itemIdentifier(at:)))
    unshown?.reconfigured.formUnion(
      difference.reconfiguredItems.compactMap(snapshot.itemIdentifier(at:)))
    unshown?.reloadedSections.formUnion(snapshot.reloadedSectionIdentifiers)
    if reloading {
      unshown?.reloadsAll = true
      unshown?.animation = nil
    }
    if let completion { unshown?.completions.append(completion) }
    current = snapshot
    current.removeAllMarks()
    trees = newTrees
    (headers, footers) = ([:], [:])
    tableView?.setNeedsDisplay()
    if tableView?.isShown != true { completeUnshown() }
    return difference
  }
}
