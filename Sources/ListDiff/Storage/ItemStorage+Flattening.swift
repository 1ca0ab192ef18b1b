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
  /// One eighth, and never more than 4096 runs, keeps both ends cheap: flattening costs an edit little more than
  /// the edit itself, and shifting the runs stays faster than anything cleverer would be.
  @inlinable
  mutating func flattenIfWorthwhile() {
    if isFlat { return }
    let share = Swift.min(64 &+ count / 8, 4096)
    let left = handleCount &- count
    if (order?.runCount ?? 0) > share || (added?.count ?? 0) > 64 &+ count / 8 || left > count &+ 64 {
      flatten()
    }
    assert(order?.checkInvariants() ?? true)
  }
}
