/// The items that are selected, by identifier: wherever they move, they stay so.
struct RowSelection {
  private(set) var items: Set<RowIdentifier> = []
  /// The item marked last, from which a range is drawn.
  var anchor: RowIdentifier?

  var isEmpty: Bool { items.isEmpty }

  func contains(_ item: RowIdentifier) -> Bool { items.contains(item) }

  mutating func insert(_ item: RowIdentifier) {
    items.insert(item)
    anchor = item
  }

  mutating func remove(_ item: RowIdentifier) { items.remove(item) }

  mutating func removeAll() { self = RowSelection() }

  /// Drops items that are gone or were replaced.
  mutating func forget(_ gone: [RowIdentifier]) {
    for item in gone {
      items.remove(item)
      if anchor == item { anchor = nil }
    }
  }
}

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
