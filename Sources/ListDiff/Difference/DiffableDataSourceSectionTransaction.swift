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
