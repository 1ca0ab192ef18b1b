extension DiffableDataSourceSectionSnapshot {
  /// Appends items, collapsed, as the last children of a parent, or as the last roots.
  ///
  /// The parent keeps its expansion: children of a collapsed parent are in the tree, but not visible.
  ///
  /// - Parameters:
  ///   - items: Distinct items that are not in the tree. An empty array changes nothing, even if the parent
  ///     is not in the tree.
  ///   - parent: An item of the tree; nil appends roots.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* + *level*) for *m* items.
  public mutating func append(
    _ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    if items.isEmpty { return }
    let operation = Operation("append(_:to:)", file, line)
    let above = parent.map { known($0, "Parent item identifier", for: operation) } ?? -1
    forest.insert(admit(items, for: operation), at: Forest.Destination(parent: above))
  }

  /// Appends those items that are not in the tree yet, and returns the others.
  ///
  /// For data that may repeat an item or name a missing parent, such as pages from a server. Never traps.
  ///
  /// - Parameters:
  ///   - items: Items that become the last children of a parent, or the last roots.
  ///   - parent: An item; if it is not in the tree, all items are skipped. Nil appends roots.
  /// - Returns: The skipped items, in order: those already in the tree, and repetitions.
  /// - Complexity: O(*m* + *level*) for *m* items.
  @discardableResult
  public mutating func appendNewItems(
    _ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil
  ) -> [ItemIdentifierType] {
    if let parent, !contains(parent) { return items }
    var seen: Set<ItemIdentifierType> = []
    var skipped: [ItemIdentifierType] = []
    let new = items.filter { item in
      if !contains(item), seen.insert(item).inserted { return true }
      skipped.append(item)
      return false
    }
    append(new, to: parent)
    return skipped
  }

  /// Inserts items as siblings directly before an item.
  ///
  /// - Parameters:
  ///   - items: Distinct items that are not in the tree.
  ///   - item: An item of the tree.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* + *level*) for *m* items.
  public mutating func insert(
    _ items: [ItemIdentifierType], before item: ItemIdentifierType, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    if items.isEmpty { return }
    let operation = Operation("insert(_:before:)", file, line)
    let destination = forest.destination(before: knownSibling(item, "before", for: operation))
    forest.insert(admit(items, for: operation), at: destination)
  }

  /// Inserts items as siblings after an item and its descendants.
  ///
  /// - Parameters:
  ///   - items: Distinct items that are not in the tree.
  ///   - item: An item of the tree.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* + *level*) for *m* items.
  public mutating func insert(
    _ items: [ItemIdentifierType], after item: ItemIdentifierType, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    if items.isEmpty { return }
    let operation = Operation("insert(_:after:)", file, line)
    let destination = forest.destination(after: knownSibling(item, "after", for: operation))
    forest.insert(admit(items, for: operation), at: destination)
  }

  /// Deletes items with their descendants, and discards their expansion.
  ///
  /// - Parameter items: Items of the tree. An item may be repeated or be a descendant of another.
  /// - Complexity: O(*deleted items*).
  public mutating func delete(_ items: [ItemIdentifierType]) {
    let operation = Operation("delete(_:)")
    for item in items where !contains(item) {
      operation.trap("Failed to find index of item \(item)")
    }
    for item in items {
      if let handle = handle(of: item) { forest.delete(handle) }
    }
    forgetDeleted()
  }

  /// Deletes all items.
  ///
  /// - Complexity: O(1), plus freeing what no other copy holds.
  public mutating func deleteAll() { self = Self() }

  /// Returns handles of new items; stops the program if an item is in the tree or repeated.
  mutating func admit(_ items: [ItemIdentifierType], for operation: Operation) -> ContiguousArray<Int> {
    if let handles = admit(items) { return handles }
    let existing = items.filter { contains($0) }
    let present = existing.prefix(10).map { item in
      "\(item) " + (parent(of: item).map { "below \($0)" } ?? "as a root")
    }
    trapRepetition(of: existing + duplicates(in: items), present: present, for: operation)
  }

  func trapRepetition(
    of items: [ItemIdentifierType], present: [String] = [], for operation: Operation
  ) -> Never {
    operation.trap(
      "Identifiers in a section snapshot must be unique."
        + " Duplicate item identifiers: \(descriptions(of: items).listedAsSet)"
        + (present.isEmpty ? "" : "; already present: " + present.joined(separator: ", ")))
  }

  /// Removes the marks of deleted items, and frees their memory once they outnumber the others.
  private mutating func forgetDeleted() {
    forgetMarksOfDeleted()
    if itemsByHandle.count > 64 + 2 * forest.count { self = compacted() }
  }

  /// Appends a forest as the last children of a parent, or as the last roots, and keeps its expansion.
  ///
  /// - Parameters:
  ///   - snapshot: A forest of items that are not in the tree.
  ///   - parent: An item of the tree; nil appends roots.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* · *level*) for *m* items.
  public mutating func append(
    _ snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>, to parent: ItemIdentifierType? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let operation = Operation("append(_:to:)", file, line)
    let above = parent.map { known($0, "Parent item identifier", for: operation) } ?? -1
    graft(snapshot, at: Forest.Destination(parent: above), for: operation)
  }

  /// Inserts a forest directly before an item, at the level of that item, and keeps its expansion.
  ///
  /// - Parameters:
  ///   - snapshot: A forest of items that are not in the tree.
  ///   - item: An item of the tree.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* · *level*) for *m* items.
  public mutating func insert(
    _ snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>, before item: ItemIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let operation = Operation("insert(_:before:)", file, line)
    let destination = forest.destination(before: knownSibling(item, "before", for: operation))
    graft(snapshot, at: destination, for: operation)
  }

  /// Inserts a forest after an item and its descendants, at the level of that item, and keeps its expansion.
  ///
  /// - Parameters:
  ///   - snapshot: A forest of items that are not in the tree.
  ///   - item: An item of the tree.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* · *level*) for *m* items.
  public mutating func insert(
    _ snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>, after item: ItemIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let operation = Operation("insert(_:after:)", file, line)
    let destination = forest.destination(after: knownSibling(item, "after", for: operation))
    graft(snapshot, at: destination, for: operation)
  }

  /// Replaces the descendants of an item by a forest, and keeps the expansion of the forest.
  ///
  /// The item itself keeps its expansion.
  ///
  /// - Parameters:
  ///   - parent: An item of the tree.
  ///   - snapshot: A forest of items that are not in the tree, except below `parent`.
  /// - Complexity: O(*m* · *level*) for *m* deleted and inserted items.
  public mutating func replace(
    childrenOf parent: ItemIdentifierType,
    using snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  ) {
    let operation = Operation("replace(childrenOf:using:)")
    let handle = known(parent, "Parent item identifier", for: operation)
    for child in forest.children(of: handle) { forest.delete(child) }
    graft(snapshot, at: Forest.Destination(parent: handle), for: operation)
    forgetDeleted()
  }

  /// Returns the descendants of an item as a separate tree, with their expansion.
  ///
  /// - Parameters:
  ///   - parent: An item of the tree.
  ///   - includingParent: Whether the item itself is the root of the result.
  /// - Complexity: O(*m*) for *m* items in the result.
  public func snapshot(
    of parent: ItemIdentifierType, includingParent: Bool = false
  ) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    let handle = known(parent, "Parent item identifier", for: Operation("snapshot(of:includingParent:)"))
    return copy(of: includingParent ? [handle] : forest.children(of: handle))
  }

  /// Moves an item with its descendants directly before another item, at the level of that item.
  ///
  /// - Parameters:
  ///   - item: An item of the tree.
  ///   - sibling: An item of the tree that is not in the subtree of `item`.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* items in the subtree.
  public mutating func move(
    _ item: ItemIdentifierType, before sibling: ItemIdentifierType, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let (handle, target) = moved(item, beside: sibling, for: Operation("move(_:before:)", file, line))
    forest.detach(handle)
    forest.attach(handle, at: forest.destination(before: target))
  }

  /// Moves an item with its descendants behind another item and its descendants, at the level of that item.
  ///
  /// - Parameters:
  ///   - item: An item of the tree.
  ///   - sibling: An item of the tree that is not in the subtree of `item`.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* items in the subtree.
  public mutating func move(
    _ item: ItemIdentifierType, after sibling: ItemIdentifierType, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let (handle, target) = moved(item, beside: sibling, for: Operation("move(_:after:)", file, line))
    forest.detach(handle)
    forest.attach(handle, at: forest.destination(after: target))
  }

  /// Moves an item with its descendants to the end of a parent's children, or of the roots.
  ///
  /// - Parameters:
  ///   - item: An item of the tree.
  ///   - parent: An item of the tree that is not in the subtree of `item`; nil makes `item` a root.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* items in the subtree.
  public mutating func move(
    _ item: ItemIdentifierType, to parent: ItemIdentifierType?, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let operation = Operation("move(_:to:)", file, line)
    var handle = known(item, for: operation)
    var target = -1
    if let parent {
      (handle, target) = moved(item, beside: parent, for: operation)
    }
    forest.detach(handle)
    forest.attach(handle, at: Forest.Destination(parent: target))
  }

  func moved(
    _ item: ItemIdentifierType, beside target: ItemIdentifierType, for operation: Operation
  ) -> (Int, Int) {
    let handle = known(item, for: operation)
    let destination = known(target, for: operation)
    if forest.isInSubtree(destination, of: handle) {
      operation.trap("\(target) is in the subtree of \(item), which cannot move into itself")
    }
    return (handle, destination)
  }

  /// Adds a copy of another forest.
  mutating func graft(_ other: Self, at destination: Forest.Destination, for operation: Operation) {
    let theirs = other.forest.descendants(of: -1)
    let ours = admit(other.items(for: theirs), for: operation)
    graft(other, theirs, ours, at: destination)
  }

  mutating func graft(
    _ other: Self, _ theirs: ContiguousArray<Int>, _ ours: ContiguousArray<Int>,
    at destination: Forest.Destination
  ) {
    var counterpart = ContiguousArray(repeating: -1, count: other.itemsByHandle.count)
    for (their, our) in zip(theirs, ours) {
      counterpart[their] = our
      let parent = other.forest.parent(of: their)
      let above = parent < 0 ? -1 : counterpart[parent]
      forest.insert(CollectionOfOne(our), at: above < 0 ? destination : Forest.Destination(parent: above))
      forest.setExpanded(other.forest.isExpanded(their), our)
    }
  }

  /// Returns some subtrees as a separate tree.
  func copy(of roots: ContiguousArray<Int>) -> Self {
    var handles = ContiguousArray<Int>()
    for root in roots {
      handles.append(root)
      handles.append(contentsOf: forest.descendants(of: root))
    }
    var result = knowing(only: handles)
    result.graft(self, handles, ContiguousArray(0..<handles.count), at: Forest.Destination(parent: -1))
    return result
  }

  /// Creates a tree of items that each name their parent, or throws if they do not form a tree.
  ///
  ///     let rows = try database.rows.map { ($0.id, parent: $0.parent) }
  ///     let outline = try DiffableDataSourceSectionSnapshot(validating: rows)
  ///
  /// For data from outside the program, which may be invalid. A parent may follow its children; siblings keep
  /// their order. All items are collapsed.
  ///
  /// - Parameter items: Each item with its parent; nil for a root.
  /// - Throws: ``SnapshotError/duplicateItems(operation:items:present:)`` or
  ///   ``SnapshotError/orphanedItems(operation:items:)``.
  /// - Complexity: O(*n*) hashing.
  public init(
    validating items: [(item: ItemIdentifierType, parent: ItemIdentifierType?)]
  ) throws(SnapshotError) {
    let operation = "init(validating:)"
    let twice = duplicates(in: items.lazy.map(\.item))
    guard twice.isEmpty else {
      throw .duplicateItems(operation: operation, items: descriptions(of: twice), present: [])
    }
    var children: [ItemIdentifierType?: [ItemIdentifierType]] = [:]
    for (item, parent) in items { children[parent, default: []].append(item) }
    self.init()
    var parents: [ItemIdentifierType?] = [nil]
    while let parent = parents.popLast() {
      guard let found = children.removeValue(forKey: parent) else { continue }
      append(found, to: parent)
      parents += found.map(Optional.some)
    }
    if numberOfItems == items.count { return }
    var orphans: [String] = []
    for case (let item, let parent?) in items where !contains(item) {
      orphans.append("\(item) below \(parent)")
    }
    throw .orphanedItems(operation: operation, items: orphans)
  }
}
