extension DiffableDataSourceSectionSnapshot {
  /// Expands items. Those not in the tree are ignored; a leaf shows its children as soon as it gets some.
  ///
  /// - Complexity: O(*m*) for *m* items.
  public mutating func expand(_ items: [ItemIdentifierType]) {
    for item in items {
      if let handle = handle(of: item) { forest.setExpanded(true, handle) }
    }
  }

  /// Collapses items. Those not in the tree are ignored; what is expanded below stays so, unseen.
  ///
  /// - Complexity: O(*m*) for *m* items.
  public mutating func collapse(_ items: [ItemIdentifierType]) {
    for item in items {
      if let handle = handle(of: item) { forest.setExpanded(false, handle) }
    }
  }

  /// Expands all that an item stands below, so that it is visible. One that is not in the tree is ignored.
  ///
  /// - Complexity: O(*level*).
  public mutating func reveal(_ item: ItemIdentifierType) {
    guard var handle = handle(of: item) else { return }
    while case let parent = forest.parent(of: handle), parent >= 0 {
      forest.setExpanded(true, parent)
      handle = parent
    }
  }

  /// Expands every item that has children.
  ///
  /// - Complexity: O(*n*).
  public mutating func expandAll() {
    for handle in forest.descendants(of: -1) where !forest.isLeaf(handle) { forest.setExpanded(true, handle) }
  }

  /// Collapses every item.
  ///
  /// - Complexity: O(*n*).
  public mutating func collapseAll() {
    for handle in forest.descendants(of: -1) { forest.setExpanded(false, handle) }
  }

  /// This tree, with every item that another tree has as well expanded or collapsed as it is there.
  ///
  /// For a tree that is built anew from data and should look as open as the one before.
  ///
  /// - Parameters:
  ///   - other: The tree before.
  ///   - expandingNewItems: Whether items that only this tree has are expanded; else they stay as they are.
  /// - Complexity: O(*n*).
  public func adoptingExpansion(from other: Self, expandingNewItems: Bool = false) -> Self {
    var result = self
    for handle in forest.descendants(of: -1) {
      if let theirs = other.handle(of: itemsByHandle[handle]) {
        result.forest.setExpanded(other.forest.isExpanded(theirs), handle)
      } else if expandingNewItems {
        result.forest.setExpanded(true, handle)
      }
    }
    return result
  }
}
