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
    try OutlineList(outlines: outlines).validate(
      for: "apply(validating:animatingDifferences:)", visibleOnly: false)
    return apply(
      outlines, animatingDifferences: animatingDifferences, isolation: isolation, completion: completion)
  }
}
