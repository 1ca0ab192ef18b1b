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
