extension TableViewDiffableDataSource {
  /// Shows an outline in a section, which is appended where there is none of that identifier.
  ///
  /// The section's rows become the outline's visible items; items that stood in another section move
  /// here.
  ///
  /// - Returns: what changed, empty when it happens only later.
  /// - Complexity: O(visible items of the section).
  @discardableResult
  public func apply(
    _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) -> Difference {
    if isDrawing {
      deferred.append { [weak self] in
        self?.apply(snapshot, to: section, animatingDifferences: animatingDifferences, completion: completion)
      }
      return current.difference(from: current)
    }
    var next = current
    if next.indexOfSection(section) == nil { next.appendSections([section]) }
    var newTrees = trees
    newTrees[section] = snapshot
    for other in next.replaceItems(inSection: section, with: snapshot.visibleItems) {
      newTrees[other] = newTrees[other]?.rebased(onVisible: next.itemIdentifiers(inSection: other))
    }
    return commit(next, trees: newTrees, animating: animatingDifferences, completion: completion)
  }

  /// Shows an outline in a section and returns when nothing moves any more.
  public func apply(
    _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true
  ) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, to: section, animatingDifferences: animatingDifferences) { continuation.resume() }
    }
  }

  /// The outline of a section: the one applied, else its items as roots; empty for an unknown section.
  public func snapshot(for section: SectionIdentifierType) -> SectionSnapshot {
    if let tree = trees[section] { return tree }
    var tree = SectionSnapshot()
    if current.indexOfSection(section) != nil { tree.append(current.itemIdentifiers(inSection: section)) }
    return tree
  }

  /// The outlines after a full snapshot: items that left are gone, new ones stand beside the item before
  /// them, what is closed stays closed.
  func rebasedTrees(for snapshot: Snapshot) -> [SectionIdentifierType: SectionSnapshot] {
    var rebased: [SectionIdentifierType: SectionSnapshot] = [:]
    for (section, tree) in trees where snapshot.indexOfSection(section) != nil {
      let items = snapshot.itemIdentifiers(inSection: section)
      rebased[section] = tree.visibleItems == items ? tree : tree.rebased(onVisible: items)
    }
    return rebased
  }
}

extension DiffableDataSourceSnapshot {
  /// Makes a section consist of some items, changing only what differs.
  ///
  /// - Returns: the other sections that items were taken from.
  mutating func replaceItems(
    inSection section: SectionIdentifierType, with items: [ItemIdentifierType]
  ) -> Set<SectionIdentifierType> {
    let former = itemIdentifiers(inSection: section)
    var others: Set<SectionIdentifierType> = []
    var start = 0
    while start < former.count, start < items.count, former[start] == items[start] { start += 1 }
    var (formerEnd, end) = (former.count, items.count)
    while formerEnd > start, end > start, former[formerEnd - 1] == items[end - 1] {
      (formerEnd, end) = (formerEnd - 1, end - 1)
    }
    let kept = Set(items[start..<end])
    deleteItems(former[start..<formerEnd].filter { !kept.contains($0) })
    let new = Array(items[start..<end])
    for item in new {
      if let home = sectionIdentifier(containingItem: item), home != section { others.insert(home) }
    }
    if end < items.count {
      insertItems(new, beforeItem: items[end])
    } else {
      appendItems(new, toSection: section)
    }
    return others
  }
}

extension DiffableDataSourceSectionSnapshot {
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
