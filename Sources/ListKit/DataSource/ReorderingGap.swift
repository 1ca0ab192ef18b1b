/// The place between two rows of a section where a moved row is dropped.
struct ReorderingGap<Section, Item> {
  let section: Section
  /// The row above; nil at the section's start.
  let above: Item?
  /// The row below; nil at the section's end.
  let below: Item?
}

extension TableViewDiffableDataSource {
  typealias Gap = ReorderingGap<SectionIdentifierType, ItemIdentifierType>

  /// An item that is moved, with the rows that go with it.
  typealias MovedItem = (item: ItemIdentifierType, rows: [ItemIdentifierType])

  /// The items of a block that may be moved, in the order in which they are shown.
  func reorderedBlock(_ items: [ItemIdentifierType]) -> [MovedItem] {
    let shown = Set(items).filter(canReorder).compactMap { item in
      current.position(of: item).map { (item, $0) }
    }
    var taken: Set<ItemIdentifierType> = []
    return shown.sorted { $0.1 < $1.1 }.compactMap { item, _ in
      guard !taken.contains(item) else { return nil }
      let rows = movedRows(of: item)
      taken.formUnion(rows.dropFirst())
      return (item, rows)
    }
  }

  /// The gap a target means, seen without the moved rows; nil where that is the place they come from.
  func reorderingGap(for rows: [ItemIdentifierType], at target: ReorderingTarget) -> Gap? {
    guard let goal = position(of: target), let first = rows.first.flatMap(current.position),
      let last = rows.last.flatMap(current.position)
    else { return nil }
    let isBlock = first.section == last.section && last.item - first.item == rows.count - 1
    if isBlock, goal.section == first.section, (first.item...last.item + 1).contains(goal.item) { return nil }
    let moved = Set(rows)
    func item(from start: Int, by step: Int) -> ItemIdentifierType? {
      var index = start
      while let item = current.itemIdentifier(at: ItemPosition(section: goal.section, item: index)) {
        if !moved.contains(item) { return item }
        index += step
      }
      return nil
    }
    return Gap(
      section: current.sectionIdentifiers[goal.section], above: item(from: goal.item - 1, by: -1),
      below: item(from: goal.item, by: 1))
  }

  /// The row in front of which a target lies, which may be one past the last.
  private func position(of target: ReorderingTarget) -> ItemPosition? {
    switch target {
    case .before(let item): return current.position(of: item)
    case .after(let item):
      return current.position(of: item).map { ItemPosition(section: $0.section, item: $0.item + 1) }
    case .endOfSection(let section):
      return current.indexOfSection(section).map {
        ItemPosition(section: $0, item: current.numberOfItems(inSectionAt: $0))
      }
    }
  }

  /// An item and what is seen below it, in order.
  func movedRows(of item: ItemIdentifierType) -> [ItemIdentifierType] {
    guard let section = current.sectionIdentifier(containingItem: item), let tree = trees[section],
      tree.contains(item), tree.isExpanded(item), !tree.isLeaf(item)
    else { return [item] }
    var subtree = tree.snapshot(of: item, includingParent: true)
    subtree.expand([item])
    return subtree.visibleItems
  }

  /// Snapshot and outlines with items and all below them in a gap.
  func moved(_ block: [MovedItem], to gap: Gap) -> (Snapshot, [SectionIdentifierType: SectionSnapshot]) {
    let rows = block.flatMap(\.rows)
    var next = current
    if let below = gap.below {
      next.insertItems(rows, beforeItem: below)
    } else {
      next.appendItems(rows, toSection: gap.section)
    }
    var nextTrees = trees
    let lifted = block.map { lift($0.item, from: &nextTrees) }
    if trees[gap.section] == nil, lifted.allSatisfy({ $0.tree.numberOfItems == 1 }) {
      return (next, nextTrees)
    }
    // The section's rows as they are without the moved ones, where it has no outline yet.
    var goal = nextTrees[gap.section] ?? Self.tree(of: gap.section, in: current, [:])
    let moved = Set(rows)
    var former: ItemIdentifierType?
    for (item, subtree, level) in lifted {
      // An outline may hide what another section shows.
      var subtree = subtree
      subtree.delete(subtree.items.filter { $0 != item && current.contains($0) && !moved.contains($0) })
      goal.delete(subtree.items.filter(goal.contains))
      if let former {
        goal.insert(subtree, after: former)
      } else {
        goal.drop(subtree, item, formerLevel: level, above: gap.above, below: gap.below)
      }
      former = item
    }
    nextTrees[gap.section] = goal
    return (next, nextTrees)
  }

  /// Takes an item with all below it out of its outline.
  private func lift(
    _ item: ItemIdentifierType, from nextTrees: inout [SectionIdentifierType: SectionSnapshot]
  )
    -> (item: ItemIdentifierType, tree: SectionSnapshot, level: Int)
  {
    guard let source = current.sectionIdentifier(containingItem: item), let tree = nextTrees[source],
      tree.contains(item)
    else {
      var single = SectionSnapshot()
      single.append([item])
      return (item, single, 0)
    }
    nextTrees[source]?.delete([item])
    return (item, tree.snapshot(of: item, includingParent: true), tree.level(of: item))
  }
}

extension DiffableDataSourceSectionSnapshot {
  /// Puts a subtree between two rows, which decide on its level.
  mutating func drop(
    _ subtree: Self, _ item: ItemIdentifierType, formerLevel: Int, above: ItemIdentifierType?,
    below: ItemIdentifierType?
  ) {
    if let above, isExpanded(above) {
      if let child = children(of: above).first {
        insert(subtree, before: child)
      } else {
        replace(childrenOf: above, using: subtree)
      }
      return
    }
    let levelBelow = below.map(level(of:))
    if let below, levelBelow == formerLevel {
      insert(subtree, before: below)
    } else if let above, level(of: above) == formerLevel || below == nil {
      insert(subtree, after: above)
    } else if let below {
      insert(subtree, before: below)
    } else {
      self = subtree
    }
  }
}

// MARK: - ReorderingHandlers

extension TableViewDiffableDataSource {
  /// A change that a person made by moving a row.
  public typealias Transaction = DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>

  /// Closures that are called when a person moves rows.
  ///
  /// ```text
  ///   canReorderItem ─▶ willReorder ─▶ snapshot and outlines change ─▶ didReorder
  /// ```
  ///
  /// Both of the latter get the same transaction. A row that is dropped where it came from calls neither.
  public struct ReorderingHandlers {
    /// Whether an item may be moved; without it none may.
    public var canReorderItem: ((ItemIdentifierType) -> Bool)?
    /// An item is about to be moved; the data source's snapshot is still the one before. What is applied
    /// here happens behind the move.
    public var willReorder: ((Transaction) -> Void)?
    /// An item was moved; the data source's snapshot is the new one.
    public var didReorder: ((Transaction) -> Void)?

    /// Creates handlers that allow nothing.
    public init() {}
  }

  /// Where a moved row is dropped.
  public enum ReorderingTarget {
    /// Directly before the row of an item.
    case before(ItemIdentifierType)
    /// Directly behind the row of an item.
    case after(ItemIdentifierType)
    /// Behind the last row of a section.
    case endOfSection(SectionIdentifierType)
  }
}

// MARK: - ReturnedItems

/// Items that left a table and came back before the table was drawn without them.
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
