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
    forEachItem(in: 0..<count) { table, place in
      items.append(table.items[place])
      hashes.append(table.hashes[place])
    }
    return IdentifierTable(distinct: items, hashes: hashes)
  }

  /// Makes the items one array again.
  @inlinable
  mutating func flatten() {
    if isFlat { return }
    base = flattened()
    subset = nil
    added = nil
    order = nil
  }

  /// Forgets what left, or makes the items one array again, once the edits have outgrown a share of it.
  ///
  /// One eighth, and never more than 4096 runs, keeps both ends cheap: an edit costs little more than without, and
  /// shifting the runs stays faster than anything cleverer would be. Deletions leave no runs once what left is
  /// forgotten; the base stays shared then. It is given up where nobody else has it and most of it is not shown.
  @inlinable
  mutating func flattenIfWorthwhile() {
    if isFlat { return }
    let share = Swift.min(64 &+ count / 8, 4096)
    var isOutgrown = (added?.count ?? 0) > 64 &+ count / 8
    if runCount > share || handleCount &- count > count &+ 64 {
      restrict(to: PositionSet(allBelow: count))
      isOutgrown = isOutgrown || runCount > share / 2 || handleCount &- count > count &+ 64
    }
    if isOutgrown || isLeftAlone { flatten() }
    assert(order?.checkInvariants() ?? true)
  }
  @inlinable var runCount: Int { order?.runCount ?? 0 }

  /// Whether most of the base is not shown, here or anywhere.
  @inlinable var isLeftAlone: Bool {
    mutating get {
      subset != nil && base.count &- baseCount > count &+ 64 && isKnownUniquelyReferenced(&base)
    }
  }
}
