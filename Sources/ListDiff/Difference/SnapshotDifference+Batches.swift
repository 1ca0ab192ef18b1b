extension SnapshotDifference {
  /// The changes as a table view of UIKit takes them, in two batches.
  ///
  /// In the first, deletions are indexes of the old snapshot, insertions of the new one, moves lead from one to
  /// the other; items of deleted and inserted sections are not listed, they go and come with these. In the
  /// second, the updates, all are indexes of the new snapshot.
  public struct Batches: Hashable, Sendable {
    /// Old indexes of the sections to delete.
    public var deletedSections: [Int] = []
    /// New indexes of the sections to insert.
    public var insertedSections: [Int] = []
    /// The sections to move.
    public var movedSections: [Move<Int>] = []
    /// Old positions of the items to delete.
    public var deletedItems: [ItemPosition] = []
    /// New positions of the items to insert.
    public var insertedItems: [ItemPosition] = []
    /// The items to move.
    public var movedItems: [Move<ItemPosition>] = []
    /// New indexes of the sections to reload, in the second batch.
    public var reloadedSections: [Int] = []
    /// New positions of the items to reload, in the second batch.
    public var reloadedItems: [ItemPosition] = []
    /// New positions of the items to reconfigure, in the second batch.
    public var reconfiguredItems: [ItemPosition] = []
  }

  /// The changes as a table view of UIKit takes them.
  ///
  /// - Complexity: O(*runs* + *changes* · log *sections*).
  public var batches: Batches {
    Batches(
      deletedSections: deletedSections, insertedSections: insertedSections, movedSections: movedSections,
      deletedItems: deletedItems.filter { sectionDestination(at: $0.section) != nil },
      insertedItems: insertedItems.filter { sectionOrigin(at: $0.section) != nil },
      movedItems: movedItems, reloadedSections: reloadedSections, reloadedItems: reloadedItems,
      reconfiguredItems: reconfiguredItems)
  }
}
