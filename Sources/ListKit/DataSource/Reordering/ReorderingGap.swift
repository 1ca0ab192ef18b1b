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

  /// The gap a target means, seen without the moved rows; nil where that is the place they come from.
  func reorderingGap(for item: ItemIdentifierType, at target: ReorderingTarget) -> Gap? {
    guard let place = current.position(of: item) else { return nil }
    let own = place.item..<place.item + movedRows(of: item).count
    guard let goal = position(of: target) else { return nil }
    if goal.section == place.section, own.contains(goal.item) || own.upperBound == goal.item { return nil }
    return Gap(
      section: current.sectionIdentifiers[goal.section],
      above: current.itemIdentifier(at: ItemPosition(section: goal.section, item: goal.item - 1)),
      below: current.itemIdentifier(at: ItemPosition(section: goal.section, item: goal.item)))
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

  /// Snapshot and outlines with an item and all below it in a gap.
  func moved(_ item: ItemIdentifierType, _ rows: [ItemIdentifierType], to gap: Gap) -> (
    Snapshot, [SectionIdentifierType: SectionSnapshot]
  ) {
    var next = current
    if let below = gap.below {
      next.insertItems(rows, beforeItem: below)
    } else {
      next.appendItems(rows, toSection: gap.section)
    }
    guard let source = current.sectionIdentifier(containingItem: item) else { return (next, trees) }
    var nextTrees = trees
    var subtree = SectionSnapshot()
    if let tree = trees[source], tree.contains(item) {
      subtree = tree.snapshot(of: item, includingParent: true)
      nextTrees[source]?.delete([item])
    } else {
      subtree.append([item])
    }
    let isFlat = trees[gap.section] == nil && subtree.numberOfItems == 1
    if !isFlat {
      // The source's rows as they are without the moved ones, where the goal has no outline yet.
      var goal = nextTrees[gap.section] ?? Self.tree(of: gap.section, in: current, [:])
      let level = trees[source].map { $0.contains(item) ? $0.level(of: item) : 0 } ?? 0
      // An outline may hide what another section shows.
      subtree.delete(subtree.items.filter { $0 != item && current.contains($0) && !rows.contains($0) })
      goal.delete(subtree.items.filter(goal.contains))
      goal.drop(subtree, item, formerLevel: level, above: gap.above, below: gap.below)
      nextTrees[gap.section] = goal
    }
    return (next, nextTrees)
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
