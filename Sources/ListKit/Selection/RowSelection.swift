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
