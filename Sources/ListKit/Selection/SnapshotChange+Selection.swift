@MainActor extension SnapshotChange {
  /// The selected items that left, also those that came back, were hidden or were reloaded.
  ///
  /// - Complexity: O(the fewer of what changed and what is selected).
  func deselected(among selected: Set<AnyHashable>) -> [AnyHashable] {
    if reloadsAll { return Array(selected) }
    guard returned.isEmpty, reloadedSections.isEmpty,
      difference.deletedCount + reloaded.count < selected.count
    else {
      return selected.filter { item in
        guard let item = item.base as? Item, let place = new.position(of: item) else { return true }
        return replacesCell(of: TableRow(section: place.section, .item(place.item))) == true
      }
    }
    let left = difference.deletedItems.lazy.compactMap { self.old.itemIdentifier(at: $0) }
    return (Array(left) + reloaded).map { AnyHashable($0) }.filter(selected.contains)
  }
}
