extension DiffableDataSourceSectionSnapshot {
  /// Whether no item has children.
  ///
  /// - Complexity: O(*leading roots without children*), without hashing.
  public var isFlat: Bool {
    var root = forest.first
    while root >= 0 {
      if forest.nodes[Int(root)].first >= 0 { return false }
      root = forest.nodes[Int(root)].next
    }
    return true
  }

  /// What an item shows below it while it is expanded itself, top to bottom.
  ///
  /// - Parameter parent: An item of the tree, expanded or not.
  /// - Complexity: O(*m*) for *m* items in the result, without hashing them.
  public func visibleItems(below parent: ItemIdentifierType) -> [ItemIdentifierType] {
    items(for: forest.descendants(of: known(parent, for: "visibleItems(below:)"), visibleOnly: true))
  }
}
