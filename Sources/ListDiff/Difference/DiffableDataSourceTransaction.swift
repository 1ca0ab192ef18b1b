/// A change that a user made to a list, such as a dragged row, for a program that writes it back to its data.
///
///     dataSource.reorderingHandlers.didReorder = { transaction in
///       if let changed = backingStore.applying(transaction.difference) { backingStore = changed }
///     }
///
/// The snapshots, and the offsets of ``difference``, are those of the displayed list. If it is a part of the
/// data, such as a filtered list, those offsets are wrong in the data, where applying them would lose and
/// double items; ``difference(in:)`` gives the change of the whole:
///
///     dataSource.reorderingHandlers.didReorder = { transaction in
///       if let change = transaction.difference(in: all) { all = change.new }
///     }
public struct DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  /// The snapshot before the user's change.
  public let initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The snapshot after the user's change; a program saves this.
  public let finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The difference, with offsets among the displayed items of all sections; ``difference(in:)`` has offsets
  /// among all items of a list of which these are a part.
  ///
  /// Each moved item is one removal and one insertion that are associated with each other.
  public let difference: CollectionDifference<ItemIdentifierType>
  /// The changed sections: first the deleted ones, then the others in the order of the final snapshot.
  public let sectionTransactions:
    [DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]

  /// Creates a transaction between two snapshots whose sections are flat lists.
  ///
  /// - Parameters:
  ///   - initialSnapshot: The snapshot before.
  ///   - finalSnapshot: The snapshot after.
  /// - Complexity: That of the difference of the two, plus O(*m*) for the *m* items of changed sections.
  public init(
    from initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    to finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) {
    self.init(
      from: initialSnapshot, to: finalSnapshot,
      initialTree: { Self.flatTree(of: $0, in: initialSnapshot) },
      finalTree: { Self.flatTree(of: $0, in: finalSnapshot) })
  }

  /// Creates a transaction between two snapshots whose sections may be trees.
  ///
  /// - Parameters:
  ///   - initialSnapshot: The snapshot before, with the visible items.
  ///   - finalSnapshot: The snapshot after, with the visible items.
  ///   - initialTree: The tree of a section before; called only for changed sections.
  ///   - finalTree: The tree of a section after; called only for changed sections.
  /// - Complexity: That of the difference of the two, plus O(*m*) for the *m* items of changed sections.
  public init(
    from initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    to finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    initialTree: (SectionIdentifierType) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>,
    finalTree: (SectionIdentifierType) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  ) {
    self.init(
      finalSnapshot.difference(from: initialSnapshot), moved: [], initialTree: initialTree,
      finalTree: finalTree)
  }

  /// Creates a transaction of items that were moved with their descendants.
  ///
  /// - Parameters:
  ///   - changes: The difference of the two snapshots, computed with these moved items.
  ///   - moved: The moved items; their descendants in the initial trees moved as well.
  package init(
    _ changes: SnapshotDifference<SectionIdentifierType, ItemIdentifierType>, moved: [ItemIdentifierType],
    initialTree: (SectionIdentifierType) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>,
    finalTree: (SectionIdentifierType) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  ) {
    initialSnapshot = changes.old
    finalSnapshot = changes.new
    difference = changes.collectionDifference
    sectionTransactions = changes.touchedSections.map { section in
      DiffableDataSourceSectionTransaction(
        section, from: initialTree(section), to: finalTree(section), moved: moved)
    }
  }

  /// Returns a section's items as a tree of roots; an empty tree if there is no such section.
  private static func flatTree(
    of section: SectionIdentifierType,
    in snapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    var tree = DiffableDataSourceSectionSnapshot<ItemIdentifierType>()
    if snapshot.contains(section: section) { tree.append(snapshot.itemIdentifiers(inSection: section)) }
    return tree
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

extension SnapshotDifference {
  /// The sections whose items changed: first the deleted ones, then the others by their new index.
  fileprivate var touchedSections: [SectionIdentifierType] {
    var left: Set<Int> = []
    var touched: Set<Int> = []
    for position in deletedItems + movedItems.map(\.from) {
      if let section = sectionDestination(at: position.section) {
        touched.insert(section)
      } else {
        left.insert(position.section)
      }
    }
    for position in insertedItems + movedItems.map(\.to) { touched.insert(position.section) }
    return left.sorted().map { old.sectionIdentifiers[$0] }
      + touched.sorted().map { new.sectionIdentifiers[$0] }
  }
}

/// The effect of a user's change on one section.
///
///     for part in transaction.sectionTransactions {
///       store[part.sectionIdentifier] = part.finalSnapshot.items
///     }
public struct DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  /// The section whose tree changed.
  public let sectionIdentifier: SectionIdentifierType
  /// The section's entire tree before the user's change, including collapsed items.
  public let initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The section's entire tree after the user's change, as it is shown now.
  public let finalSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The difference of all items of the section, including hidden ones.
  ///
  /// An item that moved within the section is a removal and an insertion that are associated; an item that
  /// moved from or to another section is only one of the two.
  public let difference: CollectionDifference<ItemIdentifierType>

  /// - Parameter moved: Items that were moved with their descendants; those of other sections have no effect.
  /// - Complexity: O(*n*) for *n* items in the section.
  init(
    _ sectionIdentifier: SectionIdentifierType,
    from initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>,
    to finalSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>, moved: [ItemIdentifierType]
  ) {
    self.sectionIdentifier = sectionIdentifier
    self.initialSnapshot = initialSnapshot
    self.finalSnapshot = finalSnapshot
    let old = DiffableDataSourceSnapshot([(0, initialSnapshot.items)])
    let new = DiffableDataSourceSnapshot([(0, finalSnapshot.items)])
    var subtrees: Set<ItemIdentifierType> = []
    for item in moved where initialSnapshot.contains(item) && subtrees.insert(item).inserted {
      subtrees.formUnion(initialSnapshot.snapshot(of: item).items)
    }
    difference = new.difference(from: old, moved: Array(subtrees)).collectionDifference
  }
}
