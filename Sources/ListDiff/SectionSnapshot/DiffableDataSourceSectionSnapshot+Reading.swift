extension DiffableDataSourceSectionSnapshot {
  /// All items, top to bottom, hidden ones included.
  ///
  /// - Complexity: O(*n*).
  public var items: [ItemIdentifierType] { items(for: forest.descendants(of: -1)) }

  /// The items without a parent, in order.
  ///
  /// - Complexity: O(*roots*).
  public var rootItems: [ItemIdentifierType] { items(for: forest.children(of: -1)) }

  /// The items all of whose ancestors are expanded, top to bottom: what the section shows.
  ///
  /// - Complexity: O(*visible items*).
  public var visibleItems: [ItemIdentifierType] {
    items(for: forest.descendants(of: -1, visibleOnly: true))
  }

  /// The items that are expanded, top to bottom; leaves that were expanded as well.
  ///
  /// - Complexity: O(*n*).
  public var expandedItems: [ItemIdentifierType] {
    items(for: ContiguousArray(forest.descendants(of: -1).filter { forest.isExpanded($0) }))
  }

  /// The number of items, hidden ones included.
  public var numberOfItems: Int { forest.count }

  /// Whether there is no item.
  public var isEmpty: Bool { forest.count == 0 }

  /// Whether an item is in the tree, visible or not.
  ///
  /// - Complexity: O(1) expected.
  public func contains(_ item: ItemIdentifierType) -> Bool { handle(of: item) != nil }

  /// Whether an item of the tree is expanded.
  ///
  /// - Complexity: O(1) expected.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool {
    forest.isExpanded(known(item, for: Operation("isExpanded(_:)")))
  }

  /// Whether all ancestors of an item of the tree are expanded. Says nothing about being on screen.
  ///
  /// - Complexity: O(*level*).
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    forest.isVisible(known(item, for: Operation("isVisible(_:)")))
  }

  /// How many ancestors an item of the tree has.
  ///
  /// - Complexity: O(1) expected.
  public func level(of item: ItemIdentifierType) -> Int {
    forest.level(of: known(item, for: Operation("level(of:)")))
  }

  /// The index of an item in ``items``, or nil when it is not there.
  ///
  /// - Complexity: O(*siblings before it and before its ancestors*).
  public func index(of item: ItemIdentifierType) -> Int? { handle(of: item).map { forest.index(of: $0) } }

  /// The parent of an item of the tree; nil for a root.
  ///
  /// - Complexity: O(1) expected.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    guard let handle = handle(of: child) else {
      trap(.unknownChild(operation: Operation("parent(of:)"), item: child))
    }
    let parent = forest.parent(of: handle)
    return parent < 0 ? nil : itemsByHandle[parent]
  }

  /// An item of the tree and what is around it, with one look-up; nil when it is not there.
  ///
  /// - Complexity: O(1) expected.
  package func node(of item: ItemIdentifierType) -> Node? {
    guard let handle = handle(of: item) else { return nil }
    let parent = forest.parent(of: handle)
    return Node(
      parent: parent < 0 ? nil : itemsByHandle[parent], level: forest.level(of: handle),
      isExpanded: forest.isExpanded(handle), hasChildren: !forest.isLeaf(handle))
  }

  /// The children of an item of the tree, in order, hidden or not.
  ///
  /// - Complexity: O(*children*).
  public func children(of parent: ItemIdentifierType) -> [ItemIdentifierType] {
    items(for: forest.children(of: known(parent, for: Operation("children(of:)"))))
  }

  /// Whether an item of the tree has no children.
  ///
  /// - Complexity: O(1) expected.
  public func isLeaf(_ item: ItemIdentifierType) -> Bool {
    forest.isLeaf(known(item, for: Operation("isLeaf(_:)")))
  }

  func known(_ item: ItemIdentifierType, for operation: Operation) -> Int {
    guard let handle = handle(of: item) else {
      trap(.unknownTreeItem(operation: operation, item: item))
    }
    return handle
  }

  func knownParent(_ parent: ItemIdentifierType, for operation: Operation) -> Int {
    guard let handle = handle(of: parent) else {
      trap(.unknownParent(operation: operation, item: parent))
    }
    return handle
  }

  func knownSibling(_ item: ItemIdentifierType, _ side: String, for operation: Operation) -> Int {
    guard let handle = handle(of: item) else {
      trap(.unknownSibling(operation: operation, side: side, item: item))
    }
    return handle
  }
}

extension DiffableDataSourceSectionSnapshot {
  /// What is around an item in a tree.
  package struct Node: Hashable, Sendable {
    /// The item it is a child of; nil for a root.
    package let parent: ItemIdentifierType?
    /// How many ancestors it has.
    package let level: Int
    /// Whether it shows its children.
    package let isExpanded: Bool
    /// Whether it has children.
    package let hasChildren: Bool

    init(parent: ItemIdentifierType?, level: Int, isExpanded: Bool, hasChildren: Bool) {
      self.parent = parent
      self.level = level
      self.isExpanded = isExpanded
      self.hasChildren = hasChildren
    }
  }
}

extension DiffableDataSourceSectionSnapshot {
  /// Whether no item has children.
  ///
  /// - Complexity: O(*leading roots without children*), without hashing.
  public var isFlat: Bool { forest.isFlat }

  /// What an item shows below it while it is expanded itself, top to bottom.
  ///
  /// - Parameter parent: An item of the tree, expanded or not.
  /// - Complexity: O(*m*) for *m* items in the result, without hashing them.
  public func visibleItems(below parent: ItemIdentifierType) -> [ItemIdentifierType] {
    items(
      for: forest.descendants(of: known(parent, for: Operation("visibleItems(below:)")), visibleOnly: true))
  }
}

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

  /// Expands all ancestors of an item, so that it is visible. One that is not in the tree is ignored.
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

extension DiffableDataSourceSectionSnapshot {
  /// The items that a predicate names, and all their ancestors: what an outline shows that is being searched.
  ///
  /// This is the way to filter an outline: the result shares what this tree knows of its items, and none of them is
  /// hashed. So keep the tree of everything, filter that with each change of the query, and apply it itself where the
  /// query is empty.
  ///
  /// Expansion flags are kept as they are: an ancestor that was collapsed still is, and hides what was found
  /// below it. Follow with ``expandAll()`` to show every match.
  ///
  /// - Parameter isIncluded: Whether an item is wanted; called once for each, top to bottom.
  /// - Complexity: O(*n*), without hashing.
  public func filtered(_ isIncluded: (ItemIdentifierType) throws -> Bool) rethrows -> Self {
    let all = forest.descendants(of: -1)
    let wanted = try PositionSet(bound: all.count) { words in
      for (index, handle) in all.enumerated() where try isIncluded(itemsByHandle[handle]) {
        words[index &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63)
      }
    }
    return restricted(to: wanted, of: all)
  }

  /// The items at some indexes and all their ancestors, as ``filtered(_:)`` has them: for a search that tells which
  /// rows match.
  ///
  /// - Parameters:
  ///   - indexes: Indexes into ``items``; the bound is the number of items.
  ///   - file: The caller's file, which a trap names; leave it out.
  ///   - line: The caller's line.
  /// - Complexity: O(*n*), without hashing.
  public func restricted(toItemsAt indexes: PositionSet, file: StaticString = #fileID, line: UInt = #line)
    -> Self
  {
    trapUnless(
      indexes.bound == forest.count,
      "restricted(toItemsAt:): indexes below \(indexes.bound), but there are \(forest.count) items",
      file: file, line: line)
    return restricted(to: indexes, of: forest.descendants(of: -1))
  }

  func restricted(to wanted: PositionSet, of all: ContiguousArray<Int>) -> Self {
    if wanted.isFull { return self }
    return reshaped(forest.restricted(to: wanted, of: all))
  }
}
