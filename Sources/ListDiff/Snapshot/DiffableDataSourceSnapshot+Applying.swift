extension DiffableDataSourceSnapshot {
  /// Returns this snapshot with the changes of a difference.
  ///
  ///     let change = edited.difference(from: original)
  ///     let copy = original.applying(change)     // equals `edited`
  ///
  /// Unchanged and moved items come from this snapshot, inserted and updated items from the difference. The
  /// result equals the new snapshot of the difference, and has its marks.
  ///
  /// - Parameter difference: A difference from this snapshot, or from an equal one.
  /// - Returns: The changed snapshot, or nil if the difference starts from another snapshot.
  /// - Complexity: O(*n*) hashing.
  public func applying(
    _ difference: SnapshotDifference<SectionIdentifierType, ItemIdentifierType>
  ) -> Self? {
    guard self == difference.old else { return nil }
    let mine = itemIdentifiers
    let theirs = difference.new.itemIdentifiers
    let reconfigured = Set(difference.new.reconfiguredItemIdentifiers)
    var result: [(SectionIdentifierType, [ItemIdentifierType])] = []
    for index in 0..<difference.new.numberOfSections {
      let section =
        difference.sectionOrigin(at: index).map { sectionIdentifiers[$0] }
        ?? difference.new.sectionIdentifiers[index]
      let items = difference.new.indexes(ofItemsInSectionAt: index).map { item in
        guard let origin = difference.origin(ofItemAt: item) else { return theirs[item] }
        let isUpdated =
          difference.isReloaded(itemAt: item) || difference.isReconfigured(itemAt: item)
          || reconfigured.contains(theirs[item])
        return isUpdated ? theirs[item] : mine[origin]
      }
      result.append((section, items))
    }
    var snapshot = Self(result)
    snapshot.marks = difference.new.marks
    return snapshot
  }
}
