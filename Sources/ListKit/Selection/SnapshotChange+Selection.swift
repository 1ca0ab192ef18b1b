@MainActor extension SnapshotChange {
  /// Whether a selected item is so no longer: it left, even if it came back, was hidden, or was reloaded.
  func deselects(_ item: Item) -> Bool {
    guard !reloadsAll, let place = new.position(of: item) else { return true }
    return replacesCell(of: TableRow(section: place.section, .item(place.item))) == true
  }

  /// All items for which ``deselects(_:)`` holds, where they are fewer than a number; else nil.
  func deselectedItems(fewerThan count: Int) -> [Item]? {
    guard !reloadsAll, returned.isEmpty, reloadedSections.isEmpty,
      difference.deletedCount + reloaded.count < count
    else { return nil }
    return difference.deletedItems.compactMap { old.itemIdentifier(at: $0) } + reloaded
  }
}
