/// How the outlines of sections follow from what is applied.
///
/// Two laws hold behind every apply: a section's rows are its outline's visible items, and no item is in one
/// section's outline and in another section.
extension Dictionary where Key: Sendable, Value: Sendable {
  /// The outlines after a full snapshot: items that left are gone, new ones stand beside the item before
  /// them, what is closed stays closed.
  ///
  /// - Complexity: O(visible items of the outlines) and O(items that came · outlines); O(items of the
  ///   outlines) where the difference is not known.
  func rebased<Item>(
    onto snapshot: DiffableDataSourceSnapshot<Key, Item>, _ difference: SnapshotDifference<Key, Item>?
  )
    -> Self where Value == DiffableDataSourceSectionSnapshot<Item>
  {
    if isEmpty { return self }
    var rebased = filter { snapshot.contains(section: $0.key) }
    rebased.dropHidden(in: snapshot, difference)
    for section in Array(rebased.keys) {
      let items = snapshot.itemIdentifiers(inSection: section)
      guard let tree = rebased[section],
        !tree.visibleItems.elementsEqual(items, by: DiffableDataSourceSnapshot<Key, Item>.haveSameBits)
      else { continue }
      rebased[section] = tree.rebased(onVisible: items)
    }
    return rebased
  }

  /// Drops hidden items that are shown in other sections now.
  private mutating func dropHidden<Item>(
    in snapshot: DiffableDataSourceSnapshot<Key, Item>, _ difference: SnapshotDifference<Key, Item>?
  ) where Value == DiffableDataSourceSectionSnapshot<Item> {
    for section in Array(keys) {
      guard let tree = self[section], !tree.isFlat else { continue }
      let came = difference.map { $0.insertedRanges.flatMap { $0.compactMap(snapshot.itemIdentifier(at:)) } }
      let gone = (came ?? tree.items).filter { item in
        guard let home = snapshot.sectionIdentifier(containingItem: item), home != section else {
          return false
        }
        return tree.contains(item) && !tree.isVisible(item)
      }
      if !gone.isEmpty { self[section]?.delete(gone) }
    }
  }

  /// Snapshot and outlines with a section's outline replaced: what it names leaves other sections.
  ///
  /// - Complexity: O(items of the outline), times the other outlines that hide something.
  func setting<Item>(
    _ outline: DiffableDataSourceSectionSnapshot<Item>, of section: Key,
    in current: DiffableDataSourceSnapshot<Key, Item>
  ) -> (DiffableDataSourceSnapshot<Key, Item>, Self) where Value == DiffableDataSourceSectionSnapshot<Item> {
    var next = current
    if !next.contains(section: section) { next.appendSections([section]) }
    var trees = self
    trees[section] = outline
    guard let index = next.indexOfSection(section) else { return (next, trees) }
    let items = outline.numberOfItems == 0 ? [] : outline.items
    var others = trees.release(items, to: section, shownIn: &next, outline)
    let rows = 0..<next.numberOfItems(inSectionAt: index)
    others.formUnion(next.replaceItems(at: rows, inSectionAt: index, with: outline.visibleItems))
    for other in others {
      trees[other] = trees[other]?.rebased(onVisible: next.itemIdentifiers(inSection: other))
    }
    return (next, trees)
  }

  /// Takes items out of where other sections hide them, and hidden ones out of where others show them.
  ///
  /// - Returns: the sections that showed them.
  mutating func release<Item>(
    _ items: [Item], to section: Key, shownIn snapshot: inout DiffableDataSourceSnapshot<Key, Item>,
    _ outline: DiffableDataSourceSectionSnapshot<Item>
  ) -> Set<Key> where Value == DiffableDataSourceSectionSnapshot<Item> {
    var others: Set<Key> = []
    if snapshot.numberOfSections < 2 { return others }
    let hiding = filter {
      $0.key != section && $0.value.numberOfItems > snapshot.numberOfItems(inSection: $0.key)
    }
    var leaving: [Item] = []
    for item in items {
      if let home = snapshot.sectionIdentifier(containingItem: item), home != section {
        if outline.isVisible(item) { continue }
        leaving.append(item)
        others.insert(home)
      } else {
        for other in hiding.keys where self[other]?.contains(item) ?? false { self[other]?.delete([item]) }
      }
    }
    snapshot.deleteItems(leaving)
    return others
  }
}

extension DiffableDataSourceSnapshot {
  /// Puts items in the place of some rows of a section, changing only what differs. Items that stand there
  /// already take the value they are given here.
  ///
  /// - Returns: the other sections that items were taken from.
  /// - Complexity: O(rows and items given); only what differs is hashed.
  mutating func replaceItems(
    at rows: Range<Int>, inSectionAt index: Int, with items: [ItemIdentifierType]
  ) -> Set<SectionIdentifierType> {
    let section = sectionIdentifiers[index]
    let former = itemIdentifiers(at: rows, inSectionAt: index)
    var start = 0
    while start < former.count, start < items.count, Self.haveSameBits(former[start], items[start]) {
      start += 1
    }
    var (formerEnd, end) = (former.count, items.count)
    while formerEnd > start, end > start, Self.haveSameBits(former[formerEnd - 1], items[end - 1]) {
      formerEnd = formerEnd - 1
      end = end - 1
    }
    let new = Array(items[start..<end])
    let gap = rows.lowerBound + start..<rows.lowerBound + formerEnd
    if new.isEmpty {
      removeItems(at: gap, inSectionAt: index)
      return []
    }
    let follower = itemIdentifier(at: ItemPosition(section: index, item: gap.upperBound))
    let kept = gap.isEmpty ? [] : Set(new)
    deleteItems(former[start..<formerEnd].filter { !kept.contains($0) })
    var others: Set<SectionIdentifierType> = []
    for item in new where numberOfSections > 1 {
      if let home = sectionIdentifier(containingItem: item), home != section { others.insert(home) }
    }
    if let follower {
      insertItems(new, beforeItem: follower)
    } else {
      appendItems(new, toSection: section)
    }
    return others
  }
}

// MARK: - Rebasing

extension DiffableDataSourceSectionSnapshot {
  /// Some items, each with all below it.
  ///
  /// - Complexity: O(items of the branches).
  func branches(of parents: [ItemIdentifierType]) -> [Self] {
    parents.filter(contains).map { snapshot(of: $0, includingParent: true) }
  }

  /// This outline with other visible items, which are exactly the ones given: those that left are gone with
  /// what is hidden below them, new ones stand at the level of the item before them, or among its children
  /// where it is open and has some.
  func rebased(onVisible items: [ItemIdentifierType]) -> Self {
    let formerlyVisible = Set(visibleItems)
    var result = Self()
    var path: [ItemIdentifierType] = []
    var expanded: Set<ItemIdentifierType> = []
    for (index, item) in items.enumerated() {
      // Only an open item can have visible children.
      let deepest = path.last.map(expanded.contains) ?? true ? path.count : path.count - 1
      path.removeSubrange(
        rebasedLevel(of: item, before: items[(index + 1)...], below: path, deepest: deepest)...)
      result.append([item], to: path.last)
      path.append(item)
      guard contains(item) else { continue }
      if isExpanded(item), formerlyVisible.contains(item) {
        expanded.insert(item)
      } else {
        result.replace(childrenOf: item, using: hiddenChildren(of: item, leaving: items))
      }
    }
    result.expand(Array(expanded))
    return result
  }

  private func rebasedLevel(
    of item: ItemIdentifierType, before rest: ArraySlice<ItemIdentifierType>,
    below path: [ItemIdentifierType],
    deepest: Int
  ) -> Int {
    if contains(item) { return min(level(of: item), deepest) }
    guard let last = path.last else { return 0 }
    let next = rest.first(where: contains)
    return next.flatMap(parent(of:)) == last ? deepest : path.count - 1
  }

  private func hiddenChildren(of parent: ItemIdentifierType, leaving shown: [ItemIdentifierType]) -> Self {
    var children = snapshot(of: parent)
    guard !children.items.isEmpty else { return children }
    let shown = Set(shown)
    let moved = children.items.filter(shown.contains)
    if !moved.isEmpty { children.delete(moved) }
    return children
  }
}
