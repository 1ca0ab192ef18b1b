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
  ///
  /// - Complexity: O(1).
  public var numberOfItems: Int { forest.count }

  /// Whether there is no item.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { forest.count == 0 }

  /// Whether an item is in the tree, visible or not.
  ///
  /// - Complexity: O(1) expected.
  public func contains(_ item: ItemIdentifierType) -> Bool { handle(of: item) != nil }

  /// Whether an item of the tree is expanded.
  ///
  /// - Complexity: O(1) expected.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool {
    forest.isExpanded(known(item, for: "isExpanded(_:)"))
  }

  /// Whether all ancestors of an item of the tree are expanded. Says nothing about being on screen.
  ///
  /// - Complexity: O(*level*).
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    forest.isVisible(known(item, for: "isVisible(_:)"))
  }

  /// How many ancestors an item of the tree has.
  ///
  /// - Complexity: O(1) expected.
  public func level(of item: ItemIdentifierType) -> Int { forest.level(of: known(item, for: "level(of:)")) }

  /// The place of an item in ``items``, or nil when it is not there.
  ///
  /// - Complexity: O(*siblings before it and before its ancestors*).
  public func index(of item: ItemIdentifierType) -> Int? { handle(of: item).map { forest.index(of: $0) } }

  /// The parent of an item of the tree; nil for a root.
  ///
  /// - Complexity: O(1) expected.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    guard let handle = handle(of: child) else {
      trap(.unknownChild(operation: "parent(of:)", item: String(describing: child)))
    }
    let parent = forest.parent(of: handle)
    return parent < 0 ? nil : itemsByHandle[parent]
  }

  /// Where an item stands in the tree, found by looking it up once; nil when it is not there.
  ///
  /// - Complexity: O(1) expected.
  package func place(of item: ItemIdentifierType) -> Place? {
    guard let handle = handle(of: item) else { return nil }
    let parent = forest.parent(of: handle)
    return Place(
      parent: parent < 0 ? nil : itemsByHandle[parent], level: forest.level(of: handle),
      isExpanded: forest.isExpanded(handle), hasChildren: !forest.isLeaf(handle))
  }

  /// The children of an item of the tree, in order, hidden or not.
  ///
  /// - Complexity: O(*children*).
  public func children(of parent: ItemIdentifierType) -> [ItemIdentifierType] {
    items(for: forest.children(of: known(parent, for: "children(of:)")))
  }

  /// Whether an item of the tree has no children.
  ///
  /// - Complexity: O(1) expected.
  public func isLeaf(_ item: ItemIdentifierType) -> Bool { forest.isLeaf(known(item, for: "isLeaf(_:)")) }

  func known(_ item: ItemIdentifierType, for operation: String) -> Int {
    guard let handle = handle(of: item) else {
      trap(.unknownTreeItem(operation: operation, item: String(describing: item)))
    }
    return handle
  }

  func knownParent(_ parent: ItemIdentifierType, for operation: String) -> Int {
    guard let handle = handle(of: parent) else {
      trap(.unknownParent(operation: operation, item: String(describing: parent)))
    }
    return handle
  }

  func knownSibling(_ item: ItemIdentifierType, _ side: String, for operation: String) -> Int {
    guard let handle = handle(of: item) else {
      trap(.unknownSibling(operation: operation, side: side, item: String(describing: item)))
    }
    return handle
  }
}

extension DiffableDataSourceSectionSnapshot {
  /// Where an item stands in a tree, and how.
  package struct Place: Hashable, Sendable {
    /// The item it is a child of; nil for a root.
    package let parent: ItemIdentifierType?
    /// How many ancestors it has.
    package let level: Int
    /// Whether it shows its children.
    package let isExpanded: Bool
    /// Whether it has children.
    package let hasChildren: Bool

    init(parent: ItemIdentifierType?, level: Int, isExpanded: Bool, hasChildren: Bool) {
      (self.parent, self.level) = (parent, level)
      (self.isExpanded, self.hasChildren) = (isExpanded, hasChildren)
    }
  }
}
