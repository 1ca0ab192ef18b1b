/// Moving items of an outline to another level.
extension TableViewDiffableDataSource {
  /// Moves items of an outline one level deeper or back, with everything below them, as the keys do, and calls the
  /// handlers of reordering.
  ///
  /// ```text
  ///   a            a                a
  ///   b    deeper  └ b      back    b
  ///   └ c            └ c            └ c
  /// ```
  ///
  /// Deeper, they become the last children of the item before the first of them on its level, which opens. Back,
  /// they follow its parent. One transaction reports all of them.
  ///
  /// - Parameters:
  ///   - items: the items; those that may not be moved or are in another section stay, and those below another one
  ///     move with it.
  ///   - step: 1 for one level deeper, -1 for one level back.
  /// - Returns: what changed; nil if there is no item before them or they are at the top level, or if this was
  ///   called in a callback and happens later.
  /// - Throws: ``ReorderingError/notMovable`` if no item of an outline may be moved, ``ReorderingError/refused`` if
  ///   they may not become children of the new parent.
  /// - Complexity: O(items of the section).
  @discardableResult
  public func changeLevel(
    of items: [ItemIdentifierType], by step: Int
  ) throws(ReorderingError) -> Transaction? {
    if isPostponed({ _ = try? $0.changeLevel(of: items, by: step) }) { return nil }
    let block = reorderedBlock(items)
    guard let first = block.first?.item,
      let section = content.snapshot.sectionIdentifier(containingItem: first),
      let tree = content.outlines[section], tree.contains(first)
    else { throw .notMovable }
    let parent = tree.parent(of: first)
    let siblings = parent.map(tree.children) ?? tree.rootItems
    let before = siblings.firstIndex(of: first).flatMap { $0 > 0 ? siblings[$0 - 1] : nil }
    guard let goal = step > 0 ? before : parent else { return nil }
    var next = content.current
    var former = step > 0 ? tree.children(of: goal).last : goal
    let moved = block.filter { tree.contains($0.item) }
    guard canDrop(moved, below: step > 0 ? goal : tree.parent(of: goal)) else { throw .refused }
    for (item, _) in moved {
      let subtree = next.lift(item).outline
      if let former {
        next.outlines[section]?.insert(subtree, after: former)
      } else {
        next.outlines[section]?.replace(childrenOf: goal, using: subtree)
      }
      former = item
    }
    if step > 0 { next.outlines[section]?.expand([goal]) }
    next.outlineDidChange(of: section, found: [])
    return commit(next, moving: moved.flatMap(\.rows))
  }

  var hasLevels: Bool { !content.outlines.isEmpty }

  func changeLevel(ofRowsAt indexPaths: [IndexPath], by step: Int) -> Bool {
    (try? changeLevel(of: indexPaths.compactMap(itemIdentifier), by: step)) != nil
  }
}
