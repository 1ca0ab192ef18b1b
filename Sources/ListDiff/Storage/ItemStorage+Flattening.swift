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
    settled = nil
    order = nil
  }

  /// Makes an order of many runs one that can be edited as if it had none.
  ///
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  mutating func settle() {
    var entries = ContiguousArray<Int32>()
    entries.reserveCapacity(count)
    forEachStretch(in: 0..<count) { stretch in
      for entry in stretch { entries.append(Int32(truncatingIfNeeded: entry)) }
    }
    settled = SettledOrder(
      entries, entryCount: entryCount,
      origin: SettledOrder.Origin(settled, order: order ?? RunOrder(identity: handleCount)))
    order = nil
  }

  /// Makes the order one of entries, however many runs it has.
  ///
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  mutating func unsettle() {
    if settled == nil { return }
    var runs = HandleRuns()
    forEachStretch(in: 0..<count) { runs.append(HandleRun(start: $0.lowerBound, count: $0.count)) }
    order = RunOrder(runs)
    settled = nil
  }

  /// Forgets what left, settles the order, or makes the items one array again, once the edits have outgrown a share of
  /// it.
  ///
  /// One eighth, and never more than 4096 runs, keeps both ends cheap: an edit costs little more than without, and
  /// shifting the runs stays faster than anything cleverer would be. Deletions leave no runs once what left is
  /// forgotten; the base stays shared then, and so it does when the order is settled. It is given up, for another index
  /// of all items, where much was added or left, or where nobody else has it and most of it is not shown.
  @inlinable
  mutating func flattenIfWorthwhile() {
    if isFlat { return }
    let share = Swift.min(64 &+ count / 8, 4096)
    if runCount > share || hasMostlyLeft {
      if settled == nil || hasMostlyLeft { restrict(to: PositionSet(allBelow: count)) }
      if runCount > share / 2 { settle() }
    }
    if (added?.count ?? 0) > 64 &+ count / 8 || hasMostlyLeft || isLeftAlone { flatten() }
    assert(order?.checkInvariants() ?? true)
  }
  @inlinable var runCount: Int { order?.runCount ?? 0 }

  /// Whether most of what has an entry has left.
  @inlinable var hasMostlyLeft: Bool { entryCount &- count > count &+ 64 }

  /// Whether most of the base is not shown, here or anywhere.
  @inlinable var isLeftAlone: Bool {
    mutating get {
      subset != nil && base.count &- baseCount > count &+ 64 && isKnownUniquelyReferenced(&base)
    }
  }
}
