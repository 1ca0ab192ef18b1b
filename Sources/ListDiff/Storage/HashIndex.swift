// Invariants of this file, checked in debug builds by `checkInvariants()` whenever the index grows:
// - A *handle* is an index into `hashes`, and into the array of items that is kept beside this index. It never
//   changes its meaning.
// - `slots` is never full; a slot is 0 (empty) or `hash << 32 | handle + 1`.
// - A handle is found by walking from the home slot of its hash to the first empty slot.
// - An index is changed only while it has one owner, so threads may share it.

/// Finds items by their hashes, whatever their type: the items are in an array beside it, each hashed once in its life.
///
///     items    a       b       c       d          kept beside this index, which never reads them by itself
///     hashes   9f31…   02aa…   c410…   9f30…      32 bits of each hash, kept for growing and for differences
///     slots    · b · · · d a · · c ·              home slot = hash * slots / 2³², the next free one when taken
///
/// It takes 16.8 bytes an item. The functions that take an array of items are generic and ask for `==` only where
/// hashes are equal; all others are compiled once.
///
/// Unchecked, because the compiler does not see that snapshots copy a shared index before they change it.
@usableFromInline
final class HashIndex: @unchecked Sendable {
  @usableFromInline @exclusivity(unchecked) private(set) var hashes: ContiguousArray<UInt32>
  @usableFromInline @exclusivity(unchecked) private(set) var slots: ContiguousArray<UInt64> = []

  @usableFromInline
  init() { hashes = [] }

  /// An index of distinct items with known hashes.
  ///
  /// - Complexity: O(*n*), without hashing or comparing.
  init(distinct hashes: ContiguousArray<UInt32>) {
    self.hashes = hashes
    placeAll()
  }

  /// A copy that can be changed on its own.
  init(copying other: HashIndex) {
    hashes = other.hashes
    slots = other.slots
  }

  var count: Int { hashes.count }
}

/// 32 bits of the hash of an identifier; the same for equal identifiers all through the process.
@inlinable @inline(__always)
func shortHash(of identifier: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: identifier.hashValue) }

/// The hashes of some identifiers.
@inlinable
func shortHashes<Identifier: Hashable>(of identifiers: [Identifier]) -> ContiguousArray<UInt32> {
  ContiguousArray(unsafeUninitializedCapacity: identifiers.count) { hashes, count in
    identifiers.withUnsafeBufferPointer { identifiers in
      for index in identifiers.indices {
        hashes.initializeElement(at: index, to: shortHash(of: identifiers[index]))
      }
    }
    count = identifiers.count
  }
}

// MARK: - Finding

extension HashIndex {
  /// The handle of an item, or -1.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - hash: Its hash.
  ///   - items: The items of this index.
  /// - Complexity: O(1) expected.
  @inlinable @inline(__always)
  func handle<Item: Equatable>(of item: Item, hash: UInt32, in items: [Item]) -> Int {
    slots.withUnsafeBufferPointer { slots in
      guard slots.count > 0 else { return -1 }
      return withUnsafePointer(to: item) { wanted in
        items.withUnsafeBufferPointer { items in
          var slot = Self.home(of: hash, in: slots.count)
          while case let entry = slots[slot], entry != 0 {
            if Self.hash(of: entry) == hash {
              let handle = Self.handle(of: entry)
              if isSame(items.baseAddress.unsafelyUnwrapped + handle, wanted) { return handle }
            }
            slot = Self.next(slot, in: slots.count)
          }
          return -1
        }
      }
    }
  }

  /// Reads slots by hash, for as long as `body` runs.
  func withSlots<Result>(_ body: (UnsafeBufferPointer<UInt64>) -> Result) -> Result {
    slots.withUnsafeBufferPointer(body)
  }

  @inlinable @inline(__always)
  static func home(of hash: UInt32, in slotCount: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: slotCount)) &>> 32)
  }

  @inlinable @inline(__always)
  static func next(_ slot: Int, in slotCount: Int) -> Int { slot &+ 1 == slotCount ? 0 : slot &+ 1 }

  @inlinable @inline(__always)
  static func hash(of entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry &>> 32) }

  @inlinable @inline(__always)
  static func handle(of entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1 }

  @inline(__always)
  private static func entry(_ handle: Int, hash: UInt32) -> UInt64 {
    UInt64(hash) &<< 32 | UInt64(truncatingIfNeeded: handle &+ 1)
  }
}

// MARK: - Growing

extension HashIndex {
  /// Appends an item that is known to be absent, and returns its handle.
  ///
  /// - Complexity: O(1) amortised.
  func append(_ hash: UInt32) -> Int {
    let handle = hashes.count
    reserveSlots(for: handle &+ 1)
    hashes.append(hash)
    slots.withUnsafeMutableBufferPointer { Self.place(Self.entry(handle, hash: hash), in: $0) }
    return handle
  }

  /// Lets an item that is here be found at a new handle, which holds its newer value.
  ///
  /// The old handle keeps its old value, for copies that still refer to it.
  func append(renewing handle: Int) -> Int {
    let hash = hashes[handle]
    let renewed = hashes.count
    reserveSlots(for: renewed &+ 1)
    let former = Self.entry(handle, hash: hash)
    var slot = Self.home(of: hash, in: slots.count)
    while slots[slot] != former { slot = Self.next(slot, in: slots.count) }
    hashes.append(hash)
    slots[slot] = Self.entry(renewed, hash: hash)
    return renewed
  }

  /// Appends items up to the first one that is here already, and returns how many were appended.
  ///
  /// - Parameters:
  ///   - identifiers: New items.
  ///   - hashes: Their hashes.
  ///   - items: The items of this index, which get the new ones. An empty array shares the one it is given.
  /// - Complexity: O(*m*) for *m* new items.
  func appendPrefix<Item: Equatable>(
    of identifiers: [Item], hashes: ContiguousArray<UInt32>, to items: inout [Item]
  ) -> Int {
    let start = items.count
    if start == 0 { items = identifiers } else { items.append(contentsOf: identifiers) }
    let appended = items.withUnsafeBufferPointer { items in
      appendPrefix(of: hashes) { first, second in
        guard let all = items.baseAddress else { return false }
        return isSame(all + first, all + second)
      }
    }
    if appended < identifiers.count { items.removeSubrange((start &+ appended)...) }
    return appended
  }

  /// The same for hashes alone.
  ///
  /// Slots are visited in batches, so that cache misses overlap.
  ///
  /// - Parameter areEqual: Whether the items at two handles with one hash are equal.
  private func appendPrefix(of newHashes: ContiguousArray<UInt32>, areEqual: (Int, Int) -> Bool) -> Int {
    let start = hashes.count
    reserveSlots(for: start &+ newHashes.count)
    if start == 0 { hashes = newHashes } else { hashes.append(contentsOf: newHashes) }
    let placed = slots.withUnsafeMutableBufferPointer { slots in
      hashes.withUnsafeBufferPointer { hashes in
        var handle = start
        while handle < hashes.count {
          let end = Swift.min(handle &+ 64, hashes.count)
          Self.touch(hashes, handle..<end, in: slots)
          while handle < end {
            if !Self.placeIfAbsent(handle, hash: hashes[handle], in: slots, areEqual) { return handle }
            handle &+= 1
          }
        }
        return handle
      }
    }
    if placed < hashes.count { hashes.removeSubrange(placed...) }
    return placed &- start
  }

  /// Reads the home slots of a batch, one independent load each, before any of them is needed.
  @inline(__always)
  private static func touch(
    _ hashes: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, in slots: UnsafeMutableBufferPointer<UInt64>
  ) {
    var seen: UInt64 = 0
    for handle in range { seen |= slots[home(of: hashes[handle], in: slots.count)] }
    // An entry never has all bits set, so this keeps the loads alive and never happens.
    if seen == .max { slots[0] = slots[0] }
  }

  /// Writes a handle into its slot unless an equal item is on the way.
  @inline(__always)
  private static func placeIfAbsent(
    _ handle: Int, hash: UInt32, in slots: UnsafeMutableBufferPointer<UInt64>, _ areEqual: (Int, Int) -> Bool
  ) -> Bool {
    var slot = home(of: hash, in: slots.count)
    while case let entry = slots[slot], entry != 0 {
      if Self.hash(of: entry) == hash, areEqual(Self.handle(of: entry), handle) { return false }
      slot = next(slot, in: slots.count)
    }
    slots[slot] = entry(handle, hash: hash)
    return true
  }

  /// Makes room for a number of handles, so that at most five slots of eight are taken.
  ///
  /// - Complexity: O(1) amortised; growing places entries anew, without hashing or comparing.
  private func reserveSlots(for count: Int) {
    if slots.count &* 5 >= count &* 8 { return }
    let former = slots
    slots = Self.emptySlots(for: former.isEmpty ? count : Swift.max(count, hashes.count &* 2))
    slots.withUnsafeMutableBufferPointer { slots in
      for entry in former where entry != 0 { Self.place(entry, in: slots) }
    }
    assert(checkInvariants())
  }

  private func placeAll() {
    slots = Self.emptySlots(for: hashes.count)
    slots.withUnsafeMutableBufferPointer { slots in
      hashes.withUnsafeBufferPointer { hashes in
        for handle in hashes.indices { Self.place(Self.entry(handle, hash: hashes[handle]), in: slots) }
      }
    }
    assert(checkInvariants())
  }

  private static func emptySlots(for count: Int) -> ContiguousArray<UInt64> {
    ContiguousArray(repeating: 0, count: Swift.max(8, (count &* 8 &+ 4) / 5))
  }

  /// Writes an entry into the first free slot from its home on.
  @inline(__always)
  private static func place(_ entry: UInt64, in slots: UnsafeMutableBufferPointer<UInt64>) {
    var slot = home(of: hash(of: entry), in: slots.count)
    while slots[slot] != 0 { slot = next(slot, in: slots.count) }
    slots[slot] = entry
  }

  private func checkInvariants() -> Bool {
    let taken = slots.reduce(0) { $1 == 0 ? $0 : $0 + 1 }
    guard taken <= hashes.count, slots.isEmpty || taken < slots.count else { return false }
    return slots.allSatisfy { $0 == 0 || hashes[Self.handle(of: $0)] == Self.hash(of: $0) }
  }
}
