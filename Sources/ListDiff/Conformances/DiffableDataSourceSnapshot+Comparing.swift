extension DiffableDataSourceSnapshot: Equatable {
  /// Whether two snapshots have the same sections with the same items in the same order, whatever their marks.
  ///
  /// - Complexity: O(*n*); O(1) for copies neither of which was edited, O(*n* / 64) for subsets of one snapshot.
  @inlinable
  public static func == (first: Self, second: Self) -> Bool {
    guard first.sections.ends == second.sections.ends,
      first.sections.identifiers == second.sections.identifiers
    else { return false }
    if first.items.isUnedited, second.items.isUnedited, first.items.base === second.items.base {
      return first.items.subset == second.items.subset
    }
    return first.itemIdentifiers == second.itemIdentifiers
  }
}

extension DiffableDataSourceSnapshot: Hashable {
  /// Hashes sections and items in order, not the marks.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sections.identifiers)
    hasher.combine(sections.ends)
    hasher.combine(itemIdentifiers)
  }
}
