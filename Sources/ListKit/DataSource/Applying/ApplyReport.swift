extension TableViewDiffableDataSource {
  /// What one apply changed, told by ``didApply`` for each of them in the order they happened.
  public struct ApplyReport: Sendable {
    /// What was shown before.
    public let old: Snapshot
    /// What is shown now.
    public let new: Snapshot
    /// The way from there; nil after `applySnapshotUsingReloadData`, which does not look for it.
    public let difference: Difference?
    /// The section whose outline was applied, opened or closed; nil for full snapshots and moved rows.
    public let sectionIdentifier: SectionIdentifierType?
    /// Who caused it.
    public let cause: ChangeCause
  }
}
