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

extension DiffableDataSourceTransaction {
  /// Returns the change of a whole list of which the user changed a part, such as a filtered list.
  ///
  ///     whole    a b c d e f                   the user sees a c e, and moves e before c
  ///     result   a e b c d f                   e is behind a, which is above it on the screen
  ///
  /// Each inserted or moved item is placed directly behind the item above it in its section of
  /// ``finalSnapshot``; if it is the section's first, directly before the next item that stayed; if there is
  /// none, at the section's end.
  ///
  /// - Parameter whole: A snapshot with the items of ``initialSnapshot`` in the same order and sections, and
  ///   any other items.
  /// - Returns: The difference from `whole` to the changed snapshot, ``SnapshotDifference/new``; nil if
  ///   `whole` is not such a snapshot, or has an item that the transaction inserts.
  /// - Complexity: O(*n*) for the items of `whole`, and O(*edits*) for each changed item.
  public func difference(
    in whole: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) -> SnapshotDifference<SectionIdentifierType, ItemIdentifierType>? {
    var seen = whole.filtered(initialSnapshot.contains)
    let hidden = seen.sectionIdentifiers.filter { !initialSnapshot.contains(section: $0) }
    let isEmpty = hidden.allSatisfy { seen.numberOfItems(inSection: $0) == 0 }
    seen.deleteSections(hidden)
    let arrived = finalSnapshot.itemIdentifiers.filter { !initialSnapshot.contains($0) }
    guard isEmpty, seen == initialSnapshot, !arrived.contains(where: whole.contains),
      finalSnapshot.sectionIdentifiers.allSatisfy(whole.contains(section:))
    else { return nil }
    var changed = whole
    changed.deleteItems(initialSnapshot.itemIdentifiers.filter { !finalSnapshot.contains($0) })
    var moving = Set(arrived)
    for case .insert(_, let item, _) in difference { moving.insert(item) }
    for section in finalSnapshot.sectionIdentifiers {
      let items = finalSnapshot.itemIdentifiers(inSection: section)
      moving.formUnion(items.filter { whole.sectionIdentifier(containingItem: $0) != section })
    }
    for section in finalSnapshot.sectionIdentifiers {
      let items = finalSnapshot.itemIdentifiers(inSection: section)
      for (index, item) in items.enumerated() where moving.contains(item) {
        if index > 0 {
          changed.insertItems([item], afterItem: items[index - 1])
        } else if let next = items.first(where: { !moving.contains($0) }) {
          changed.insertItems([item], beforeItem: next)
        } else {
          changed.appendItems([item], toSection: section)
        }
      }
    }
    return changed.difference(from: whole, moved: Array(moving.filter(whole.contains)))
  }
}
