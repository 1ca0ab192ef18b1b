/// A change that a user made to a list, such as a row dragged elsewhere: the list before, the list after, and
/// what is between, ready to be written back to where the data lives.
///
///     dataSource.reorderingHandlers.didReorder = { transaction in
///       if let changed = backingStore.applying(transaction.difference) { backingStore = changed }
///     }
public struct DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  /// What was shown before the user's change.
  public let initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// What is shown now, after the user's change; a program saves this.
  public let finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// What changed, offsets counted through all sections; each moved item is one removal and one insertion that
  /// are associated with each other.
  public let difference: CollectionDifference<ItemIdentifierType>
  /// The sections that were touched, in the order of the final snapshot, those that left first.
  public let sectionTransactions:
    [DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]

  /// Creates a transaction between two snapshots whose sections are flat lists.
  ///
  /// - Parameters:
  ///   - initialSnapshot: The snapshot before.
  ///   - finalSnapshot: The snapshot after.
  /// - Complexity: That of the difference of the two, and O(*m*) for the *m* items of touched sections.
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
  ///   - initialSnapshot: The snapshot before: what was visible.
  ///   - finalSnapshot: The snapshot after: what is visible.
  ///   - initialTree: The tree of a section before; called for touched sections only.
  ///   - finalTree: The tree of a section after; called for touched sections only.
  /// - Complexity: That of the difference of the two, and O(*m*) for the *m* items of touched sections.
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

  /// Creates a transaction of items that were moved, with all below them.
  ///
  /// - Parameters:
  ///   - changes: The difference of the two snapshots, which knows that these items moved.
  ///   - moved: The items; those below them in the trees before are meant as well.
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

  /// A section's items as a tree of roots; without items when there is no such section.
  private static func flatTree(
    of section: SectionIdentifierType,
    in snapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    var tree = DiffableDataSourceSectionSnapshot<ItemIdentifierType>()
    if snapshot.contains(section: section) { tree.append(snapshot.itemIdentifiers(inSection: section)) }
    return tree
  }
}

extension SnapshotDifference {
  /// The sections whose items changed: those that left first, then by their new index.
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

/// What a change made by a person did to one section.
///
///     for part in transaction.sectionTransactions {
///       store[part.sectionIdentifier] = part.finalSnapshot.items
///     }
public struct DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  /// The section whose tree changed; it is there before and after.
  public let sectionIdentifier: SectionIdentifierType
  /// The section's whole tree before the user's change, what is collapsed included.
  public let initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The section's whole tree after the user's change, as it is shown now.
  public let finalSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// What changed among all items of the section, hidden ones included.
  ///
  /// An item that moved within the section is a removal and an insertion that are associated; one that came from
  /// or went to another section is only one of the two.
  public let difference: CollectionDifference<ItemIdentifierType>

  /// - Parameter moved: Items that were moved with all below them; those of other sections do not matter.
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
