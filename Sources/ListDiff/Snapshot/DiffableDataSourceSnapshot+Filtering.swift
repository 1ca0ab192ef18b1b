extension DiffableDataSourceSnapshot {
  /// The items that a predicate names, in their sections: what a list shows that is being searched.
  ///
  /// This is *the* way to filter. The result shares what this snapshot knows of its items: none is hashed, and the
  /// difference between any two snapshots that were made from one like this is found without looking at items.
  /// So keep a snapshot of everything, filter that with each change of the query, and apply it itself where the
  /// query is empty.
  ///
  ///     let all = DiffableDataSourceSnapshot([(Section.main, mountains)])     // once
  ///     dataSource.apply(query.isEmpty ? all : all.filtered { $0.name.contains(query) })
  ///
  /// Sections that lose all of their items stay; ``deleteEmptySections()`` takes them out. Marks stay as well. As long
  /// as the result is there, so are all items of this snapshot.
  ///
  /// - Parameter isIncluded: Whether an item is wanted; called once for each, in order.
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  public func filtered(_ isIncluded: (ItemIdentifierType) throws -> Bool) rethrows -> Self {
    restricted(toItemsAt: try items.positions(where: isIncluded))
  }

  /// The items at some indexes, in their sections, as ``filtered(_:)`` has them: for a search that tells which rows
  /// match.
  ///
  ///     let matches = PositionSet(index.matches(query).lazy.map(\.row), bound: all.numberOfItems)
  ///     dataSource.apply(all.restricted(toItemsAt: matches))
  ///
  /// - Parameter indexes: Indexes among all items, whatever their section; the bound is the number of items.
  /// - Complexity: O(1) for a snapshot that is not edited, and O(*sections*); O(*n* / 64 + *edits*) otherwise.
  public func restricted(toItemsAt indexes: PositionSet) -> Self {
    trapUnless(
      indexes.bound == items.count,
      "restricted(toItemsAt:): indexes below \(indexes.bound), but there are \(items.count) items")
    var result = self
    result.restrict(to: indexes)
    return result
  }

  /// The items at some indexes, in their sections, as ``filtered(_:)`` has them.
  ///
  /// - Parameter indexes: Indexes among all items, whatever their section, in any order; they say which items there
  ///   are, not in which order.
  /// - Complexity: O(*n* / 64 + number of indexes), without hashing.
  public func restricted(toItemsAt indexes: some Sequence<Int>) -> Self {
    restricted(toItemsAt: PositionSet(indexes, bound: items.count))
  }

  /// Deletes the sections that have no item.
  ///
  /// - Complexity: O(*sections*).
  public mutating func deleteEmptySections() {
    sections.removeEmpty()
  }

  /// Leaves the items at some positions.
  mutating func restrict(to kept: PositionSet) {
    items.restrict(to: kept)
    sections.restrict(to: kept)
  }
}
