@testable import ListDiff

extension DiffableDataSourceSnapshot {
  /// This snapshot, changed as a difference says.
  ///
  /// Everything that stands or moved is taken from this snapshot, everything inserted from the difference; so
  /// what comes out equals the difference's new snapshot, and carries its marks.
  ///
  /// - Parameter difference: A difference from this snapshot, or from an equal one.
  /// - Returns: The changed snapshot; nil when the difference starts from another one.
  /// - Complexity: O(*n*).
  func applying(
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
