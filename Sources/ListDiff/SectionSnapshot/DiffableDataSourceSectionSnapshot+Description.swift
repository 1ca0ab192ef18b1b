extension DiffableDataSourceSectionSnapshot: Equatable, Hashable {
  /// Whether two trees have the same items in the same places, the same of them expanded.
  ///
  /// - Complexity: O(*n*).
  public static func == (first: Self, second: Self) -> Bool {
    let left = first.forest.descendants(of: -1)
    let right = second.forest.descendants(of: -1)
    return left.count == right.count
      && zip(left, right).allSatisfy { mine, theirs in
        first.forest.level(of: mine) == second.forest.level(of: theirs)
          && first.forest.isExpanded(mine) == second.forest.isExpanded(theirs)
          && first.itemsByHandle[mine] == second.itemsByHandle[theirs]
      }
  }

  /// Hashes the items, their levels and whether they are expanded.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    for handle in forest.descendants(of: -1) {
      hasher.combine(itemsByHandle[handle])
      hasher.combine(forest.level(of: handle))
      hasher.combine(forest.isExpanded(handle))
    }
  }
}

extension DiffableDataSourceSectionSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
  /// The tree as lines: two spaces a level, `+` expanded or `-` collapsed, `*` visible, then the item.
  ///
  ///     <DiffableDataSourceSectionSnapshot: 3 items
  ///     +*Food
  ///       -*🍏
  ///     -*Nature
  ///     >
  ///
  /// - Complexity: O(*n* · *level*).
  public func visualDescription() -> String {
    var text = "<DiffableDataSourceSectionSnapshot: \(forest.count) item\(forest.count == 1 ? "" : "s")\n"
    for handle in forest.descendants(of: -1) {
      text += String(repeating: "  ", count: forest.level(of: handle))
      text += forest.isExpanded(handle) ? "+" : "-"
      text += forest.isVisible(handle) ? "*" : " "
      text += "\(itemsByHandle[handle])\n"
    }
    return text + ">"
  }

  /// The tree as ``visualDescription()`` draws it.
  public var description: String { visualDescription() }

  /// The tree as ``visualDescription()`` draws it.
  public var debugDescription: String { visualDescription() }
}
