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
  @inlinable
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
  @inlinable
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
  @inlinable
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
  @inlinable
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    if items.isEmpty { return }
    let place = forest.place(after: knownSibling(item, "after", for: "insert(_:after:)"))
    forest.insert(admit(items, for: "insert(_:after:)"), at: place)
  }

  /// Deletes items with everything below them; their expansion is forgotten.
  ///
  /// - Parameter items: Items of the tree. Naming one twice, or one below another, is no mistake.
  /// - Complexity: O(*deleted items*).
  @inlinable
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
  /// - Complexity: O(1), beside freeing what nobody else holds.
  @inlinable
  public mutating func deleteAll() { self = Self() }

  /// Gives new items handles.
  @inlinable
  mutating func admit(_ items: [ItemIdentifierType], for operation: String) -> ContiguousArray<Int> {
    makeTableUnique()
    let start = table.count
    let fresh = table.appendPrefix(of: items)
    var handles = ContiguousArray(start..<start + fresh)
    if fresh == items.count { return handles }
    checkAdmissible(items, for: operation)
    for item in items[fresh...] {
      let hash = IdentifierTable<ItemIdentifierType>.hash(item)
      let known = table.find(item, hash: hash)
      if known >= 0 {
        table.items[known] = item
        handles.append(known)
      } else {
        handles.append(table.append(absent: item, hash: hash))
      }
    }
    return handles
  }

  /// Stops unless items are new to the tree and distinct.
  @inlinable
  func checkAdmissible(_ items: [ItemIdentifierType], for operation: String) {
    let twice = duplicates(in: items)
    let existing = items.filter { contains($0) }
    if twice.isEmpty, existing.isEmpty { return }
    let standing = existing.prefix(10).map { item in
      "\(item) " + (parent(of: item).map { "below \($0)" } ?? "as a root")
    }
    trap(
      .duplicateTreeItems(operation: operation, items: descriptions(of: existing + twice), standing: standing)
    )
  }

  /// Drops what was deleted from memory once it is more than what is left.
  @inlinable
  mutating func compactIfWorthwhile() {
    if table.count > 64 + 2 * forest.count { self = copy(of: forest.children(of: -1)) }
  }
}
