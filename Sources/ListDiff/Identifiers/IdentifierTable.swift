// Invariants of this file, checked in debug builds by `checkInvariants()` whenever the table grows:
// - `items` and `hashes` have the same count; a *handle* is an index into both and never changes its meaning.
// - `slots` is never full; a slot is 0 (empty) or `hash << 32 | handle + 1`.
// - An identifier is found by walking from its home slot to the first empty one.
// - The table is changed only while one owner holds it, so sharing it between threads is safe.

/// Identifiers in the order they came, each hashed once in its life, and an index that finds them.
///
///     items    a       b       c       d          handle = place in this array
///     hashes   9f31…   02aa…   c410…   9f30…      32 bits of each hash, kept for growing and for differences
///     slots    · b · · · d a · · c ·              home slot = hash * slots / 2³², next free one when taken
///
/// 16.8 bytes an identifier beside the identifiers themselves.
///
/// Unchecked, for the compiler does not see that snapshots copy a table they share before they change it.
@usableFromInline
final class IdentifierTable<Identifier: Hashable & Sendable>: @unchecked Sendable {
  @usableFromInline @exclusivity(unchecked) var items: [Identifier]
  @usableFromInline @exclusivity(unchecked) var hashes: ContiguousArray<UInt32>
  @usableFromInline @exclusivity(unchecked) var slots: ContiguousArray<UInt64>

  @inlinable
  init() {
    items = []
    hashes = []
    slots = []
  }

  /// Identifiers known to be distinct, with the hashes they had elsewhere. Hashes nothing, compares nothing.
  @inlinable
  init(distinct items: [Identifier], hashes: ContiguousArray<UInt32>) {
    self.items = items
    self.hashes = hashes
    slots = []
    fillSlots()
  }

  /// A copy that can be changed on its own.
  @inlinable
  init(copying other: IdentifierTable) {
    items = other.items
    hashes = other.hashes
    slots = other.slots
  }

  @inlinable var count: Int { items.count }

  /// 32 bits of the hash of an identifier; the same for equal identifiers all through the process.
  @inlinable @inline(__always)
  static func hash(_ identifier: Identifier) -> UInt32 {
    UInt32(truncatingIfNeeded: identifier.hashValue)
  }

  @inlinable @inline(__always)
  static func home(of hash: UInt32, in slotCount: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: slotCount)) &>> 32)
  }
}

extension IdentifierTable {
  /// The handle of an identifier, or -1.
  ///
  /// - Complexity: O(1) expected.
  @inlinable @inline(__always)
  func find(_ identifier: Identifier) -> Int {
    if slots.isEmpty { return -1 }
    return find(identifier, hash: Self.hash(identifier))
  }

  /// The handle of an identifier whose hash is known, or -1.
  @inlinable @inline(__always)
  func find(_ identifier: Identifier, hash: UInt32) -> Int {
    withUnsafePointer(to: identifier) { wanted in
      slots.withUnsafeBufferPointer { slots in
        items.withUnsafeBufferPointer { items in
          Self.find(wanted, hash: hash, slots: slots, items: items)
        }
      }
    }
  }

  @inlinable @inline(__always)
  static func find(
    _ wanted: UnsafePointer<Identifier>, hash: UInt32,
    slots: UnsafeBufferPointer<UInt64>, items: UnsafeBufferPointer<Identifier>
  ) -> Int {
    guard let base = slots.baseAddress, let first = items.baseAddress, slots.count > 0 else { return -1 }
    var slot = home(of: hash, in: slots.count)
    while true {
      let entry = base[slot]
      if entry == 0 { return -1 }
      if UInt32(truncatingIfNeeded: entry &>> 32) == hash {
        let handle = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
        if isSame(first + handle, wanted) { return handle }
      }
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
  }

  /// The slot that holds a handle.
  @inlinable
  func slot(ofHandle handle: Int) -> Int {
    let entry = Self.entry(handle, hash: hashes[handle])
    var slot = Self.home(of: hashes[handle], in: slots.count)
    while slots[slot] != entry {
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
    return slot
  }
}
