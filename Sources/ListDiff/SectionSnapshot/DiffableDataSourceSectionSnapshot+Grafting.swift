extension DiffableDataSourceSectionSnapshot {
  /// Inserts a forest directly before an item, at its level, with what is expanded in it.
  ///
  /// - Parameters:
  ///   - snapshot: Items none of which is in the tree.
  ///   - item: An item of the tree.
  /// - Complexity: O(*m* · *level*) for *m* items.
  public mutating func insert(
    _ snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>, before item: ItemIdentifierType
  ) {
    let place = forest.place(before: knownSibling(item, "before", for: "insert(_:before:)"))
    graft(snapshot, at: place, for: "insert(_:before:)")
  }

  /// Inserts a forest after an item and everything below it, at its level, with what is expanded in it.
  ///
  /// - Parameters:
  ///   - snapshot: Items none of which is in the tree.
  ///   - item: An item of the tree.
  /// - Complexity: O(*m* · *level*) for *m* items.
  public mutating func insert(
    _ snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>, after item: ItemIdentifierType
  ) {
    let place = forest.place(after: knownSibling(item, "after", for: "insert(_:after:)"))
    graft(snapshot, at: place, for: "insert(_:after:)")
  }

  /// Puts a forest in the place of everything below an item, with what is expanded in it.
  ///
  /// The item itself stays as expanded as it was.
  ///
  /// - Parameters:
  ///   - parent: An item of the tree.
  ///   - snapshot: Items none of which is in the tree elsewhere than below `parent`.
  /// - Complexity: O(*m* · *level*) for *m* items that come or go.
  public mutating func replace(
    childrenOf parent: ItemIdentifierType,
    using snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  ) {
    let handle = knownParent(parent, for: "replace(childrenOf:using:)")
    for child in forest.children(of: handle) { forest.delete(child) }
    graft(snapshot, at: Forest.Place(parent: handle), for: "replace(childrenOf:using:)")
    compactIfWorthwhile()
  }

  /// What is below an item, as a tree of its own, with what is expanded in it.
  ///
  /// - Parameters:
  ///   - parent: An item of the tree.
  ///   - includingParent: Whether the item itself is the root of the result.
  /// - Complexity: O(*m*) for *m* items in the result.
  public func snapshot(
    of parent: ItemIdentifierType, includingParent: Bool = false
  ) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    let handle = knownParent(parent, for: "snapshot(of:includingParent:)")
    return copy(of: includingParent ? [handle] : forest.children(of: handle))
  }

  /// Moves an item with everything below it directly before another, at that one's level.
  ///
  /// - Parameters:
  ///   - item: An item of the tree.
  ///   - sibling: An item of the tree that is not in the subtree of `item`.
  /// - Complexity: O(*m*) for *m* items in the subtree.
  public mutating func move(_ item: ItemIdentifierType, before sibling: ItemIdentifierType) {
    let (handle, target) = moved(item, beside: sibling, for: "move(_:before:)")
    forest.detach(handle)
    forest.attach(handle, at: forest.place(before: target))
  }

  /// Moves an item with everything below it after another and everything below that, at that one's level.
  ///
  /// - Parameters:
  ///   - item: An item of the tree.
  ///   - sibling: An item of the tree that is not in the subtree of `item`.
  /// - Complexity: O(*m*) for *m* items in the subtree.
  public mutating func move(_ item: ItemIdentifierType, after sibling: ItemIdentifierType) {
    let (handle, target) = moved(item, beside: sibling, for: "move(_:after:)")
    forest.detach(handle)
    forest.attach(handle, at: forest.place(after: target))
  }

  /// Moves an item with everything below it to the end of a parent's children, or of the roots.
  ///
  /// - Parameters:
  ///   - item: An item of the tree.
  ///   - parent: An item of the tree that is not in the subtree of `item`; nil makes `item` a root.
  /// - Complexity: O(*m*) for *m* items in the subtree.
  public mutating func move(_ item: ItemIdentifierType, to parent: ItemIdentifierType?) {
    var handle = known(item, for: "move(_:to:)")
    var target = -1
    if let parent { (handle, target) = moved(item, beside: parent, for: "move(_:to:)") }
    forest.detach(handle)
    forest.attach(handle, at: Forest.Place(parent: target))
  }
}

extension DiffableDataSourceSectionSnapshot {
  func moved(
    _ item: ItemIdentifierType, beside target: ItemIdentifierType, for operation: String
  ) -> (Int, Int) {
    let handle = known(item, for: operation)
    let destination = known(target, for: operation)
    if forest.isInSubtree(destination, of: handle) {
      trap(
        .moveIntoOwnSubtree(
          operation: operation, item: String(describing: item), destination: String(describing: target)))
    }
    return (handle, destination)
  }

  /// Adds a copy of another forest.
  mutating func graft(_ other: Self, at place: Forest.Place, for operation: String) {
    let theirs = other.forest.descendants(of: -1)
    let ours = admit(other.items(for: theirs), for: operation)
    graft(other, theirs, ours, at: place)
  }

  mutating func graft(
    _ other: Self, _ theirs: ContiguousArray<Int>, _ ours: ContiguousArray<Int>, at place: Forest.Place
  ) {
    var counterpart = ContiguousArray(repeating: -1, count: other.itemsByHandle.count)
    for (their, our) in zip(theirs, ours) {
      counterpart[their] = our
      let parent = other.forest.parent(of: their)
      let above = parent < 0 ? -1 : counterpart[parent]
      forest.insert(CollectionOfOne(our), at: above < 0 ? place : Forest.Place(parent: above))
      forest.setExpanded(other.forest.isExpanded(their), our)
    }
  }

  /// A tree of its own of some subtrees.
  func copy(of roots: ContiguousArray<Int>) -> Self {
    var handles = ContiguousArray<Int>()
    for root in roots {
      handles.append(root)
      handles.append(contentsOf: forest.descendants(of: root))
    }
    var result = knowing(only: handles)
    result.graft(self, handles, ContiguousArray(0..<handles.count), at: Forest.Place(parent: -1))
    return result
  }
}
