/// A snapshot and the outlines of its sections: the entire content of a data source.
///
/// Two invariants hold between applies: the rows of a section with an outline are the visible items of the outline,
/// and no item is in the outline of one section and in another section.
struct OutlinedSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>

  var snapshot = Snapshot()
  var outlines: [Section: Outline] = [:]

  /// Returns the outline of a section; its items as roots if it has none, and nothing for an unknown section.
  func outline(of section: Section) -> Outline {
    if let outline = outlines[section] { return outline }
    var outline = Outline()
    if snapshot.contains(section: section) { outline.append(snapshot.itemIdentifiers(inSection: section)) }
    return outline
  }

  /// Returns the section whose outline contains an item.
  ///
  /// - Parameter likely: the section that is searched first.
  func section(outlining item: Item, _ likely: Section) -> Section? {
    if outlines[likely]?.contains(item) ?? false { return likely }
    return outlines.first { $0.value.contains(item) }?.key
  }

  // MARK: A full snapshot

  /// Returns the outlines after a full snapshot: removed items are gone, new ones are beside the item before
  /// them, and closed ones stay closed.
  ///
  /// - Complexity: O(visible items of the outlines, inserted items), and for each outline O(the fewer of its items and
  ///   the inserted ones).
  func outlines(
    showing new: Snapshot, _ difference: SnapshotDifference<Section, Item>?
  ) -> [Section: Outline] {
    if outlines.isEmpty { return outlines }
    let inserted = difference.map { $0.insertedRanges.flatMap { $0.compactMap(new.itemIdentifier(at:)) } }
    var result = outlines.filter { new.contains(section: $0.key) }
    for (section, former) in result {
      var outline = former
      // The fewer of both, so that the cost is linear however many outlines there are.
      let candidates = inserted.flatMap { $0.count < outline.numberOfItems ? $0 : nil }
      let shownElsewhere =
        outline.isFlat
        ? []
        : (candidates ?? outline.items).filter { item in
          guard let home = new.sectionIdentifier(containingItem: item), home != section else { return false }
          return outline.contains(item) && !outline.isVisible(item)
        }
      if !shownElsewhere.isEmpty { outline.delete(shownElsewhere) }
      let items = new.itemIdentifiers(inSection: section)
      if !outline.visibleItems.elementsEqual(items, by: Snapshot.haveSameBits) {
        result[section] = outline.showing(items)
      } else if !shownElsewhere.isEmpty {
        result[section] = outline
      }
    }
    return result
  }

  // MARK: An outline

  /// Shows an outline in a section, which is appended if it does not exist.
  ///
  /// - Complexity: O(items of the outline), times the other outlines that hide something.
  mutating func show(_ outline: Outline, in section: Section) {
    if !snapshot.contains(section: section) { snapshot.appendSections([section]) }
    outlines[section] = outline
    outlineDidChange(of: section, found: outline.numberOfItems == 0 ? [] : outline.items)
    takeMarks(of: section)
  }

  /// Moves the marks of a section's outline to the rows.
  mutating func takeMarks(of section: Section) {
    guard let marked = outlines[section]?.reconfiguredItemIdentifiers, !marked.isEmpty else { return }
    outlines[section]?.removeAllMarks()
    snapshot.reconfigureItems(marked.filter(snapshot.contains))
  }

  /// Replaces rows of a section by the visible items of its outline, which has changed, and removes items that may be
  /// new to the outline from other sections.
  ///
  /// - Parameters:
  ///   - found: the items that may be new.
  ///   - part: the rows to replace, and the items that replace them; nil for all.
  mutating func outlineDidChange(
    of section: Section, found: [Item], in part: (rows: Range<Int>, items: [Item])? = nil
  ) {
    guard let index = snapshot.indexOfSection(section), let outline = outlines[section] else { return }
    var others = removeFromOthers(found, section, outline)
    let (rows, items) =
      part ?? (0..<snapshot.numberOfItems(inSectionAt: index), outline.visibleItems)
    others.formUnion(snapshot.replaceItems(at: rows, inSectionAt: index, with: items))
    for other in others {
      outlines[other] = outlines[other]?.showing(snapshot.itemIdentifiers(inSection: other))
    }
  }

  /// Removes items of a section's outline from the outlines of other sections that hide them; items that the outline
  /// hides are also removed from sections that show them.
  ///
  /// - Returns: the sections that showed them.
  private mutating func removeFromOthers(
    _ items: [Item], _ section: Section, _ outline: Outline
  ) -> Set<Section> {
    var others: Set<Section> = []
    if snapshot.numberOfSections < 2 { return others }
    let hiding = outlines.filter {
      $0.key != section && $0.value.numberOfItems > snapshot.numberOfItems(inSection: $0.key)
    }
    var leaving: [Item] = []
    for item in items {
      if let home = snapshot.sectionIdentifier(containingItem: item), home != section {
        if outline.isVisible(item) { continue }
        leaving.append(item)
        others.insert(home)
      } else {
        for other in hiding.keys where outlines[other]?.contains(item) ?? false {
          outlines[other]?.delete([item])
        }
      }
    }
    snapshot.deleteItems(leaving)
    return others
  }

  /// Removes an item with its descendants from its outline, and returns them as an outline with their former level.
  mutating func lift(_ item: Item) -> (item: Item, outline: Outline, level: Int) {
    guard let section = snapshot.sectionIdentifier(containingItem: item), let outline = outlines[section],
      outline.contains(item)
    else {
      var single = Outline()
      single.append([item])
      return (item, single, 0)
    }
    outlines[section]?.delete([item])
    return (item, outline.snapshot(of: item, includingParent: true), outline.level(of: item))
  }
}

extension DiffableDataSourceSnapshot {
  /// Replaces some rows of a section by items, changing only what differs. Items that are already there take
  /// the value given here.
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
      deleteItems(at: gap, inSectionAt: index)
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

extension DiffableDataSourceSectionSnapshot {
  /// Returns some items, each with its descendants.
  ///
  /// - Complexity: O(items of the branches).
  func branches(of parents: [ItemIdentifierType]) -> [Self] {
    parents.filter(contains).map { snapshot(of: $0, includingParent: true) }
  }

  /// Returns this outline with other visible items, which are exactly the given ones: removed items are gone
  /// with their hidden descendants; new ones are at the level of the item before them, or among its children
  /// if it is open and has some.
  ///
  /// - Complexity: O(items of the outline and items given).
  func showing(_ items: [ItemIdentifierType]) -> Self {
    let formerlyVisible = Set(visibleItems)
    lazy var shown = Set(items)
    var result = Self()
    var path: [ItemIdentifierType] = []
    var expanded: Set<ItemIdentifierType> = []
    /// The first item behind the current one that is in this outline, as far as it was looked for.
    var next = -1
    for (index, item) in items.enumerated() {
      let isNew = !contains(item)
      // Only an open item can have visible children.
      let deepest = path.last.map(expanded.contains) ?? true ? path.count : path.count - 1
      var level = max(0, path.count - 1)
      if !isNew {
        level = min(self.level(of: item), deepest)
      } else if let last = path.last, deepest == path.count {
        if next <= index { next = items[(index + 1)...].firstIndex(where: contains) ?? items.count }
        if next < items.count, parent(of: items[next]) == last { level = deepest }
      }
      path.removeSubrange(level...)
      result.append([item], to: path.last)
      path.append(item)
      if isNew { continue }
      if isExpanded(item), formerlyVisible.contains(item) {
        expanded.insert(item)
      } else if !isLeaf(item) {
        var hidden = snapshot(of: item)
        hidden.delete(hidden.items.filter { shown.contains($0) })
        result.replace(childrenOf: item, using: hidden)
      }
    }
    result.expand(Array(expanded))
    return result
  }
}
