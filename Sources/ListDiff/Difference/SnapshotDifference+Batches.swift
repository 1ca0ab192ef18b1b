extension SnapshotDifference {
  /// The changes as a table view of UIKit takes them, in two batches.
  ///
  /// In the first, deletions are indexes of the old snapshot, insertions of the new one, moves lead from one to
  /// the other. Items of deleted and inserted sections are not listed, they go and come with these: an item that
  /// moved out of a deleted section is inserted, one that moved into an inserted section is deleted. In the
  /// second, the updates, all are indexes of the new snapshot.
  public struct Batches: Hashable, Sendable {
    /// Old indexes of the sections to delete.
    public var deletedSections: [Int] = []
    /// New indexes of the sections to insert.
    public var insertedSections: [Int] = []
    /// Sections that stay and stand elsewhere among those that stay: from an old index to a new one.
    public var movedSections: [Move<Int>] = []
    /// Old positions of the items to delete.
    public var deletedItems: [ItemPosition] = []
    /// New positions of the items to insert.
    public var insertedItems: [ItemPosition] = []
    /// Items that stay and stand elsewhere: from an old position to a new one.
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
  /// - Complexity: O(*runs* + *changes* · log *changes*).
  public var batches: Batches {
    var batches = Batches(
      deletedSections: deletedSections, insertedSections: insertedSections, movedSections: movedSections,
      deletedItems: deletedItems.filter(staysSection(of:)),
      insertedItems: insertedItems.filter(wasSection(of:)),
      reloadedSections: reloadedSections, reloadedItems: reloadedItems, reconfiguredItems: reconfiguredItems)
    for move in movedItems {
      switch (staysSection(of: move.from), wasSection(of: move.to)) {
      case (true, true): batches.movedItems.append(move)
      case (true, false): batches.deletedItems.append(move.from)
      case (false, true): batches.insertedItems.append(move.to)
      case (false, false): break
      }
    }
    batches.deletedItems.sort()
    batches.insertedItems.sort()
    return batches
  }

  /// Whether the section of an old position is still there.
  private func staysSection(of position: ItemPosition) -> Bool {
    sectionDestination(at: position.section) != nil
  }

  /// Whether the section of a new position was there before.
  private func wasSection(of position: ItemPosition) -> Bool {
    sectionOrigin(at: position.section) != nil
  }
}
