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

  /// The items at some places and all their ancestors, as ``filtered(_:)`` has them: for a search that tells which
  /// rows match.
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
