extension DiffableDataSourceSectionSnapshot {
  /// Appends items as the last children of a parent, or as the last roots. They come collapsed.
  ///
  /// The parent stays as expanded as it was: children of a collapsed one are there, and not visible.
  ///
  /// - Parameters:
  ///   - items: Items that are not in the tree, none of them twice. None at all changes nothing, whatever the
  ///     parent.
  ///   - parent: An item of the tree; nil appends roots.
  /// - Complexity: O(*m* + *level*) for *m* items.
  public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
    if items.isEmpty { return }
    let above = parent.map { knownParent($0, for: "append(_:to:)") } ?? -1
    forest.insert(admit(items, for: "append(_:to:)"), at: Forest.Place(parent: above))
  }

  /// Appends those items that are not in the tree yet, and returns the others.
  ///
  /// For data that may name an item twice, or a parent that is gone, such as pages from a server. Never traps.
  ///
  /// - Parameters:
  ///   - items: Items that become the last children of a parent, or the last roots.
  ///   - parent: An item; where it is not in the tree, all items are skipped. Nil appends roots.
  /// - Returns: The items skipped, because they were there already or came twice, in order.
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
  ///   - items: Items that are not in the tree, none of them twice.
  ///   - item: An item of the tree.
  /// - Complexity: O(*m* + *level*) for *m* items.
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    if items.isEmpty { return }
    let place = forest.place(before: knownSibling(item, "before", for: "insert(_:before:)"))
    forest.insert(admit(items, for: "insert(_:before:)"), at: place)
  }

  /// Inserts items as siblings after an item and everything below it.
  ///
  /// - Parameters:
  ///   - items: Items that are not in the tree, none of them twice.
  ///   - item: An item of the tree.
  /// - Complexity: O(*m* + *level*) for *m* items.
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    if items.isEmpty { return }
    let place = forest.place(after: knownSibling(item, "after", for: "insert(_:after:)"))
    forest.insert(admit(items, for: "insert(_:after:)"), at: place)
  }

  /// Deletes items with everything below them; their expansion is forgotten.
  ///
  /// - Parameter items: Items of the tree. Naming one twice, or one below another, is no mistake.
  /// - Complexity: O(*deleted items*).
  public mutating func delete(_ items: [ItemIdentifierType]) {
    for item in items where !contains(item) {
      trap(.unknownTreeDeletion(operation: "delete(_:)", item: String(describing: item)))
    }
    for item in items {
      if let handle = handle(of: item) { forest.delete(handle) }
    }
    compactIfWorthwhile()
  }

  /// Deletes all items.
  ///
  /// - Complexity: O(1), beside freeing what no other copy holds.
  public mutating func deleteAll() { self = Self() }

  /// Gives new items handles.
  mutating func admit(_ items: [ItemIdentifierType], for operation: String) -> ContiguousArray<Int> {
    if let handles = admit(items) { return handles }
    let existing = items.filter { contains($0) }
    let standing = existing.prefix(10).map { item in
      "\(item) " + (parent(of: item).map { "below \($0)" } ?? "as a root")
    }
    trap(
      .duplicateTreeItems(
        operation: operation, items: descriptions(of: existing + duplicates(in: items)), standing: standing))
  }

  /// Drops what was deleted from memory once it is more than what is left.
  mutating func compactIfWorthwhile() {
    if itemsByHandle.count > 64 + 2 * forest.count { self = copy(of: forest.children(of: -1)) }
  }
}
