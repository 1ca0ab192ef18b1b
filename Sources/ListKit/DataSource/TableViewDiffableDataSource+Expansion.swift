#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TableViewDiffableDataSource {
  func outlinePosition(at indexPath: IndexPath) -> OutlinePosition? {
    guard let section = sectionIdentifier(for: indexPath.section), let tree = trees[section],
      let item = itemIdentifier(for: indexPath), tree.contains(item)
    else { return nil }
    let isExpanded = tree.isExpanded(item)
    // Where children are found on opening, an item that was never open may have some.
    let mayFindChildren = !isExpanded && sectionSnapshotHandlers.snapshotForExpandingParent != nil
    return OutlinePosition(
      level: tree.level(of: item), isExpandable: !tree.isLeaf(item) || mayFindChildren, isExpanded: isExpanded
    )
  }

  func parent(of indexPath: IndexPath) -> IndexPath? {
    guard let section = sectionIdentifier(for: indexPath.section), let tree = trees[section],
      let item = itemIdentifier(for: indexPath), tree.contains(item)
    else { return nil }
    return tree.parent(of: item).flatMap(self.indexPath(for:))
  }

  func setExpanded(_ isExpanded: Bool, at indexPath: IndexPath, withDescendants: Bool) {
    guard let section = sectionIdentifier(for: indexPath.section), var tree = trees[section],
      let item = itemIdentifier(for: indexPath), tree.contains(item)
    else { return }
    if withDescendants {
      let parents = tree.snapshot(of: item, includingParent: true).items.filter { !tree.isLeaf($0) }
      for parent in parents { change(&tree, parent, to: isExpanded) }
    } else {
      change(&tree, item, to: isExpanded)
    }
    guard tree != trees[section] else { return }
    apply(tree, to: section)
  }

  func expandAll(toLevel level: Int) {
    for section in current.sectionIdentifiers {
      guard var tree = trees[section] else { continue }
      for item in tree.items where tree.contains(item) && !tree.isLeaf(item) {
        change(&tree, item, to: tree.level(of: item) < level)
      }
      if tree != trees[section] { apply(tree, to: section) }
    }
  }

  /// Opens or closes one item, asking and telling the handlers in UIKit's order.
  private func change(_ tree: inout SectionSnapshot, _ item: ItemIdentifierType, to isExpanded: Bool) {
    // A handler may have replaced it together with its siblings.
    guard tree.contains(item), tree.isExpanded(item) != isExpanded else { return }
    let handlers = sectionSnapshotHandlers
    if isExpanded {
      guard handlers.shouldExpandItem?(item) ?? true else { return }
      handlers.willExpandItem?(item)
      if let children = handlers.snapshotForExpandingParent {
        tree.replace(childrenOf: item, using: children(item, tree.snapshot(of: item)))
      }
      tree.expand([item])
    } else {
      guard handlers.shouldCollapseItem?(item) ?? true else { return }
      handlers.willCollapseItem?(item)
      tree.collapse([item])
    }
  }
}
