/// Who takes the cursor when its row has left.
///
/// ```text
///   the next sibling that stays ▶ the one before ▶ the parent, or who takes its place ▶ whatever is nearest
/// ```
@MainActor extension SnapshotChange {
  /// - Complexity: O(log n) in a flat list, however many rows left; O(siblings) in an outline.
  func successor(of item: Item) -> TableRow? {
    guard new.numberOfItems > 0, let place = old.position(of: item) else { return nil }
    let index = old.index(ofItemAt: place)
    let section = old.sectionIdentifiers[place.section]
    let former = formerBranches.first { $0.contains(item) } ?? formerOutlines[section]
    let successor =
      if let former, former.contains(item) {
        relative(of: item, in: former)
      } else {
        sibling(
          of: index,
          in: index - place.item..<index - place.item + old.numberOfItems(inSectionAt: place.section))
      }
    return successor ?? sibling(of: index, in: 0..<old.numberOfItems)
  }

  /// The section that takes the cursor from the header of one that left: the next one that stays, else the one before.
  func successor(ofSection section: Section) -> Int? {
    guard let index = old.indexOfSection(section) else { return nil }
    let following = (index + 1..<max(index + 1, old.numberOfSections)).lazy.compactMap(
      destination(ofSection:))
    return following.first ?? (0..<index).reversed().lazy.compactMap(destination(ofSection:)).first
  }

  /// The nearest row behind a former one that is still there, else the nearest before it.
  private func sibling(of index: Int, in range: Range<Int>) -> TableRow? {
    let (preceding, following) = (range.lowerBound..<index, index + 1..<range.upperBound)
    // What a reload brought is known by its identifiers alone.
    if reloadsAll { return first(of: following) ?? first(of: preceding.reversed()) }
    let survivor = difference.firstSurvivor(in: following) ?? difference.lastSurvivor(in: preceding)
    return survivor.flatMap(destination(ofItemAt:))
  }

  /// The nearest row with the same parent, else the parent.
  private func relative(of item: Item, in tree: Outline) -> TableRow? {
    let parent = tree.parent(of: item)
    let siblings = parent.map { tree.children(of: $0) } ?? tree.rootItems
    let own = siblings.firstIndex(of: item) ?? 0
    return first(of: siblings[(own + 1)...].lazy.compactMap(old.indexOfItem))
      ?? first(of: siblings[..<own].reversed().lazy.compactMap(old.indexOfItem))
      ?? parent.flatMap { parent in
        old.indexOfItem(parent).flatMap(destination(ofItemAt:)) ?? successor(of: parent)
      }
  }

  /// Where the first of some former rows is that is still there.
  private func first(of indexes: some Sequence<Int>) -> TableRow? {
    for index in indexes {
      if let row = destination(ofItemAt: index) { return row }
    }
    return nil
  }
}
