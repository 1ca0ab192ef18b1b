extension IdentifierTable {
  /// Appends identifiers up to the first one that is here already, and returns how many came in.
  ///
  /// All are hashed first; then their slots are visited in batches, so that cache misses overlap.
  ///
  /// - Complexity: O(*m*) for *m* new identifiers. An empty table shares the array it is given.
  @inlinable
  func appendPrefix(of identifiers: [Identifier]) -> Int {
    let start = items.count
    let total = start &+ identifiers.count
    reserveSlots(for: total)
    hashes.reserveCapacity(total)
    for identifier in identifiers { hashes.append(Self.hash(identifier)) }
    if start == 0 { items = identifiers } else { items.append(contentsOf: identifiers) }
    let placed = placeAbsent(from: start)
    if placed < total {
      items.removeSubrange(placed...)
      hashes.removeSubrange(placed...)
    }
    return placed &- start
  }

  /// Places the handles from `start` on and returns the first whose identifier was there before, or the count.
  @inlinable
  func placeAbsent(from start: Int) -> Int {
    slots.withUnsafeMutableBufferPointer { slots in
      items.withUnsafeBufferPointer { items in
        hashes.withUnsafeBufferPointer { hashes in
          guard let first = items.baseAddress else { return 0 }
          var handle = start
          while handle < items.count {
            let end = Swift.min(handle &+ 64, items.count)
            Self.touch(hashes, handle..<end, in: slots)
            while handle < end {
              if !Self.placeIfAbsent(handle, hash: hashes[handle], first: first, in: slots) { return handle }
              handle &+= 1
            }
          }
          return handle
        }
      }
    }
  }

  /// Reads the home slots of a batch, one independent load each, before any of them is needed.
  @inlinable @inline(__always)
  static func touch(
    _ hashes: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, in slots: UnsafeMutableBufferPointer<UInt64>
  ) {
    var seen: UInt64 = 0
    for handle in range { seen |= slots[home(of: hashes[handle], in: slots.count)] }
    // An entry never has all bits set, so this keeps the loads alive and never happens.
    if seen == .max { slots[0] = slots[0] }
  }

  /// Writes a handle into its slot unless an equal identifier stands on the way.
  @inlinable @inline(__always)
  static func placeIfAbsent(
    _ handle: Int, hash: UInt32, first: UnsafePointer<Identifier>,
    in slots: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    var slot = home(of: hash, in: slots.count)
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if UInt32(truncatingIfNeeded: entry &>> 32) == hash {
        let other = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
        if isSame(first + other, first + handle) { return false }
      }
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
    slots[slot] = entry(handle, hash: hash)
    return true
  }

  /// Whether items, hashes and slots agree; for assertions.
  @inlinable
  func checkInvariants() -> Bool {
    guard items.count == hashes.count else { return false }
    let taken = slots.reduce(0) { $1 == 0 ? $0 : $0 + 1 }
    guard taken <= items.count, slots.isEmpty || taken < slots.count else { return false }
    return slots.allSatisfy { entry in
      entry == 0 || hashes[Int(entry & 0xFFFF_FFFF) - 1] == UInt32(entry >> 32)
    }
  }
}
