extension ItemStorage {
  /// The same items in one array, in order.
  ///
  /// - Complexity: O(1) when they stand so already, O(*n*) otherwise; hashes and compares nothing.
  @inlinable
  func flattened() -> IdentifierTable<Item> {
    if isFlat { return base }
    var items: [Item] = []
    var hashes: ContiguousArray<UInt32> = []
    items.reserveCapacity(count)
    hashes.reserveCapacity(count)
    let split = base.count
    forEachHandle(in: 0..<count) { handle in
      if handle < split {
        items.append(base.items[handle])
        hashes.append(base.hashes[handle])
      } else if let added {
        items.append(added.items[handle &- split])
        hashes.append(added.hashes[handle &- split])
      }
    }
    return IdentifierTable(distinct: items, hashes: hashes)
  }

  /// Makes the items one array again.
  @inlinable
  mutating func flatten() {
    if isFlat { return }
    base = flattened()
    added = nil
    order = nil
  }

  /// Makes the items one array again once the edits have outgrown a share of it.
  ///
  /// One eighth keeps both ends cheap: an edit costs O(1) of the flattening to come, and an order this long is
  /// about as slow to read as the array is to write.
  @inlinable
  mutating func flattenIfWorthwhile() {
    if isFlat { return }
    let share = 64 &+ count / 8
    let left = handleCount &- count
    if (order?.runCount ?? 0) > share || (added?.count ?? 0) > share || left > count &+ 64 { flatten() }
  }
}
