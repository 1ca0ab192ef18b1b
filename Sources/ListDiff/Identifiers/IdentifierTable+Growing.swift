extension IdentifierTable {
  /// Makes room for a number of identifiers, so that at most five slots of eight are taken.
  ///
  /// - Complexity: O(1) amortised; growing places entries anew, without hashing or comparing.
  @inlinable
  func reserveSlots(for count: Int) {
    if slots.count &* 5 >= count &* 8 { return }
    let former = slots
    slots = Self.emptySlots(for: former.isEmpty ? count : Swift.max(count, self.count &* 2))
    slots.withUnsafeMutableBufferPointer { slots in
      for entry in former where entry != 0 { Self.place(entry, in: slots) }
    }
    assert(checkInvariants())
  }

  @inlinable
  static func emptySlots(for count: Int) -> ContiguousArray<UInt64> {
    ContiguousArray(repeating: 0, count: Swift.max(8, (count &* 8 &+ 4) / 5))
  }

  /// Places every handle, from the hashes kept.
  ///
  /// - Complexity: O(*n*), without hashing or comparing.
  @inlinable
  func fillSlots() {
    slots = Self.emptySlots(for: hashes.count)
    slots.withUnsafeMutableBufferPointer { slots in
      hashes.withUnsafeBufferPointer { hashes in
        for handle in hashes.indices { Self.place(Self.entry(handle, hash: hashes[handle]), in: slots) }
      }
    }
    assert(checkInvariants())
  }

  @inlinable @inline(__always)
  static func entry(_ handle: Int, hash: UInt32) -> UInt64 {
    UInt64(hash) &<< 32 | UInt64(truncatingIfNeeded: handle &+ 1)
  }

  /// Writes a handle into the first free slot from its home on.
  @inlinable @inline(__always)
  static func place(_ entry: UInt64, in slots: UnsafeMutableBufferPointer<UInt64>) {
    var slot = home(of: UInt32(truncatingIfNeeded: entry &>> 32), in: slots.count)
    while slots[slot] != 0 {
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
    slots[slot] = entry
  }

  /// Adds an identifier, known to be absent, and returns its handle.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable
  func append(absent identifier: Identifier, hash: UInt32) -> Int {
    let handle = items.count
    reserveSlots(for: handle &+ 1)
    items.append(identifier)
    hashes.append(hash)
    slots.withUnsafeMutableBufferPointer { Self.place(Self.entry(handle, hash: hash), in: $0) }
    return handle
  }

  /// Lets an identifier that is here be found at a new handle, which holds its newer value.
  ///
  /// The old handle keeps its old value, for those who still refer to it.
  @inlinable
  func append(renewing handle: Int, as identifier: Identifier) -> Int {
    let hash = hashes[handle]
    let renewed = items.count
    reserveSlots(for: renewed &+ 1)
    let slot = self.slot(ofHandle: handle)
    items.append(identifier)
    hashes.append(hash)
    slots[slot] = Self.entry(renewed, hash: hash)
    return renewed
  }
}
