/// The items that are selected, by identifier: wherever they move, they stay so.
struct RowSelection {
  private(set) var items: Set<AnyHashable> = []
  /// The item marked last, from which a range is drawn.
  var anchor: AnyHashable?

  var isEmpty: Bool { items.isEmpty }

  func contains(_ item: AnyHashable) -> Bool { items.contains(item) }

  mutating func insert(_ item: AnyHashable) {
    items.insert(item)
    anchor = item
  }

  mutating func remove(_ item: AnyHashable) { items.remove(item) }

  mutating func removeAll() { self = RowSelection() }

  /// Drops items that are gone or were replaced.
  mutating func forget(_ gone: [AnyHashable]) {
    for item in gone {
      items.remove(item)
      if anchor == item { anchor = nil }
    }
  }
}
