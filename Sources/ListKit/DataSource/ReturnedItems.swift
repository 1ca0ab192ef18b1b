/// Items that left a table and came back before anybody saw that they were gone.
///
/// What is shown of them is that of before: to the table they are other items of the same name.
struct ReturnedItems<Item: Hashable & Sendable>: Sendable {
  /// Those that returned or, where they are fewer, those that never left.
  private var items: Set<Item>
  private var isComplement: Bool

  /// None.
  init() { (items, isComplement) = ([], false) }

  /// The items that a change inserts although an earlier snapshot had them.
  ///
  /// - Complexity: O(items inserted), or O(items before the change) where those are fewer.
  init<Section>(
    inserted difference: SnapshotDifference<Section, Item>,
    standingIn earlier: DiffableDataSourceSnapshot<Section, Item>
  ) {
    isComplement = difference.old.numberOfItems < difference.insertedCount
    if isComplement {
      items = Set(difference.old.itemIdentifiers)
    } else {
      let inserted = difference.insertedRanges.lazy.flatMap {
        $0.lazy.compactMap(difference.new.itemIdentifier(at:))
      }
      items = Set(inserted.filter(earlier.contains))
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { items.isEmpty && !isComplement }

  /// Whether an item returned, of those that stand in the first and the last snapshot.
  func contains(_ item: Item) -> Bool { items.contains(item) != isComplement }

  mutating func formUnion(_ other: Self) {
    switch (isComplement, other.isComplement) {
    case (false, false): items.formUnion(other.items)
    case (false, true): self = Self(allBut: other.items.subtracting(items))
    case (true, false): items.subtract(other.items)
    case (true, true): items.formIntersection(other.items)
    }
  }

  private init(allBut items: Set<Item>) { (self.items, isComplement) = (items, true) }
}
