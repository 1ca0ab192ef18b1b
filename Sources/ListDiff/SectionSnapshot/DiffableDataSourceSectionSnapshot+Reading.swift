extension DiffableDataSourceSectionSnapshot {
  /// All items, from top to bottom, including hidden ones.
  ///
  /// - Complexity: O(*n*).
  public var items: [ItemIdentifierType] { items(for: forest.descendants(of: -1)) }

  /// The items without a parent, in order.
  ///
  /// - Complexity: O(*roots*).
  public var rootItems: [ItemIdentifierType] { items(for: forest.children(of: -1)) }

  /// The items that the section shows, from top to bottom: those whose ancestors are all expanded.
  ///
  /// - Complexity: O(*visible items*).
  public var visibleItems: [ItemIdentifierType] {
    items(for: forest.descendants(of: -1, visibleOnly: true))
  }

  /// The expanded items, from top to bottom, including expanded leaves.
  ///
  /// - Complexity: O(*n*).
  public var expandedItems: [ItemIdentifierType] {
    items(for: ContiguousArray(forest.descendants(of: -1).filter { forest.isExpanded($0) }))
  }

  /// The number of items, including hidden ones.
  public var numberOfItems: Int { forest.count }

  /// Whether there is no item.
  public var isEmpty: Bool { forest.count == 0 }

  /// Whether an item is in the tree, visible or not.
  ///
  /// - Complexity: O(1) expected.
  public func contains(_ item: ItemIdentifierType) -> Bool { handle(of: item) != nil }

  /// Whether an item is expanded.
  ///
  /// - Parameter item: An item of the tree.
  /// - Complexity: O(1) expected.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool {
    forest.isExpanded(known(item, for: Operation("isExpanded(_:)")))
  }

  /// Whether all ancestors of an item are expanded. The item may still be off screen.
  ///
  /// - Parameter item: An item of the tree.
  /// - Complexity: O(*level*).
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    forest.isVisible(known(item, for: Operation("isVisible(_:)")))
  }

  /// Returns the number of ancestors of an item.
  ///
  /// - Parameter item: An item of the tree.
  /// - Complexity: O(1) expected.
  public func level(of item: ItemIdentifierType) -> Int {
    forest.level(of: known(item, for: Operation("level(of:)")))
  }

  /// Returns the index of an item in ``items``, or nil if it is not in the tree.
  ///
  /// - Complexity: O(*siblings before it and before its ancestors*).
  public func index(of item: ItemIdentifierType) -> Int? { handle(of: item).map { forest.index(of: $0) } }

  /// Returns the parent of an item; nil for a root.
  ///
  /// - Parameter child: An item of the tree.
  /// - Complexity: O(1) expected.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    let parent = forest.parent(of: known(child, "Child item identifier", for: Operation("parent(of:)")))
    return parent < 0 ? nil : itemsByHandle[parent]
  }

  /// Returns the parent and the state of an item with one lookup; nil if it is not in the tree.
  ///
  /// - Complexity: O(1) expected.
  package func node(of item: ItemIdentifierType) -> Node? {
    guard let handle = handle(of: item) else { return nil }
    let parent = forest.parent(of: handle)
    return Node(
      parent: parent < 0 ? nil : itemsByHandle[parent], level: forest.level(of: handle),
      isExpanded: forest.isExpanded(handle), hasChildren: !forest.isLeaf(handle))
  }

  /// Returns the children of an item, in order, hidden or not.
  ///
  /// - Parameter parent: An item of the tree.
  /// - Complexity: O(*children*).
  public func children(of parent: ItemIdentifierType) -> [ItemIdentifierType] {
    items(for: forest.children(of: known(parent, for: Operation("children(of:)"))))
  }

  /// Whether an item has no children.
  ///
  /// - Parameter item: An item of the tree.
  /// - Complexity: O(1) expected.
  public func isLeaf(_ item: ItemIdentifierType) -> Bool {
    forest.isLeaf(known(item, for: Operation("isLeaf(_:)")))
  }

  /// Returns the handle of an item; stops the program if it is not in the tree.
  ///
  /// - Parameter role: What the message calls the item.
  func known(
    _ item: ItemIdentifierType, _ role: String = "Item identifier", for operation: Operation
  ) -> Int {
    guard let handle = handle(of: item) else {
      operation.trap("\(role) does not exist in section snapshot: \(item)")
    }
    return handle
  }

  /// - Parameter side: The side of the item at which to insert: "before" or "after".
  func knownSibling(_ item: ItemIdentifierType, _ side: String, for operation: Operation) -> Int {
    known(item, "Item identifier to insert \(side)", for: operation)
  }

  /// The parent and the state of an item in a tree.
  package struct Node: Hashable, Sendable {
    /// The parent of the item; nil for a root.
    package let parent: ItemIdentifierType?
    /// The number of ancestors of the item.
    package let level: Int
    /// Whether the item shows its children.
    package let isExpanded: Bool
    package let hasChildren: Bool
  }

  /// Whether no item has children.
  ///
  /// - Complexity: O(1).
  public var isFlat: Bool { forest.isFlat }

  /// Returns the descendants that an item shows when it is expanded, from top to bottom.
  ///
  /// - Parameter parent: An item of the tree, expanded or not.
  /// - Complexity: O(*m*) for *m* items in the result, without hashing them.
  public func visibleItems(below parent: ItemIdentifierType) -> [ItemIdentifierType] {
    items(
      for: forest.descendants(
        of: known(parent, for: Operation("visibleItems(below:)")), visibleOnly: true))
  }

  /// Expands items. Items not in the tree are ignored; an expanded leaf shows children that it gets later.
  ///
  /// - Complexity: O(*m*) for *m* items.
  public mutating func expand(_ items: [ItemIdentifierType]) {
    for item in items {
      if let handle = handle(of: item) { forest.setExpanded(true, handle) }
    }
  }

  /// Collapses items. Items not in the tree are ignored; expanded descendants stay expanded, but hidden.
  ///
  /// - Complexity: O(*m*) for *m* items.
  public mutating func collapse(_ items: [ItemIdentifierType]) {
    for item in items {
      if let handle = handle(of: item) { forest.setExpanded(false, handle) }
    }
  }

  /// Expands all ancestors of an item, so that it is visible. An item that is not in the tree is ignored.
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

  /// Returns this tree with the expansion of another tree for the items that both have; others keep theirs.
  ///
  /// For a tree that is built again from data and should look as expanded as the one before.
  ///
  /// - Parameter other: The tree before.
  /// - Complexity: O(*n*).
  public func adoptingExpansion(from other: Self) -> Self {
    var result = self
    for handle in forest.descendants(of: -1) {
      if let theirs = other.handle(of: itemsByHandle[handle]) {
        result.forest.setExpanded(other.forest.isExpanded(theirs), handle)
      }
    }
    return result
  }

  /// Returns a tree of the items that satisfy a predicate and their ancestors, such as matches of a search.
  ///
  /// Use this method to filter an outline: the result shares the hash table of this tree, and no item is
  /// hashed. So keep the tree of all items, filter it whenever the query changes, and apply it directly if
  /// the query is empty.
  ///
  /// Items keep their expansion: a collapsed ancestor stays collapsed and hides the matches below it. Call
  /// ``expandAll()`` on the result to show every match.
  ///
  /// - Parameter isIncluded: Whether to include an item; called once for each, from top to bottom.
  /// - Complexity: O(*n*), without hashing.
  public func filtered(_ isIncluded: (ItemIdentifierType) throws -> Bool) rethrows -> Self {
    let all = forest.descendants(of: -1)
    let wanted = try all.indices.filter { try isIncluded(itemsByHandle[all[$0]]) }
    return restricted(to: PositionSet(wanted, bound: all.count), of: all)
  }

  /// Returns a tree of the items at the given indexes and all their ancestors, like ``filtered(_:)``.
  ///
  /// For a search that returns the matching rows.
  ///
  /// - Parameter indexes: Indexes into ``items``; the bound is the number of items.
  /// - Complexity: O(*n*), without hashing.
  public func restricted(toItemsAt indexes: PositionSet) -> Self {
    trapUnless(
      indexes.bound == forest.count,
      "restricted(toItemsAt:): indexes below \(indexes.bound), but there are \(forest.count) items")
    return restricted(to: indexes, of: forest.descendants(of: -1))
  }

  func restricted(to wanted: PositionSet, of all: ContiguousArray<Int>) -> Self {
    if wanted.isFull { return self }
    return reshaped(forest.restricted(to: wanted, of: all))
  }
}
