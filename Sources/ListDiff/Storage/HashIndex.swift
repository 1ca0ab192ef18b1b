// Invariants of this file, checked in debug builds by `checkInvariants()` whenever the index grows:
// - A *handle* is an index into `hashes`, and into the array of items that accompanies this index. A handle
//   never changes its meaning.
// - `slots` is never full, and has more slots than there are handles; a slot is 0 (empty) or an entry. The
//   low bits of an entry, as many as the number of slots needs, hold `handle + 1`; the other bits hold the
//   low bits of the hash, a *tag*.
// - A walk from the home slot of a hash to the first empty slot finds its handle.
// - An index is changed only while it has one owner, so threads may share it.

/// A hash table that finds items of any type. The items are in a separate array; each is hashed once.
///
///     items    a       b       c       d          a separate array, which callers pass to the functions
///     hashes   9f31…   02aa…   c410…   9f30…      32 bits of each hash, for growing and for differences
///     slots    · b · · · d a · · c ·              home slot = hash * slots / 2³², or the next free one
///
/// It takes 10.4 bytes per item. A tag distinguishes nearly all items without reading them or their hashes:
/// it has 14 bits for 100,000 items and 8 for ten million. The functions that take an array of items are
/// generic and call `==` only if tags are equal; all others are compiled once.
///
/// Unchecked, because the compiler does not see that snapshots copy a shared index before they change it.
@usableFromInline
final class HashIndex: @unchecked Sendable {
  @usableFromInline @exclusivity(unchecked) private(set) var hashes: ContiguousArray<UInt32>
  @usableFromInline @exclusivity(unchecked) private(set) var slots: ContiguousArray<UInt32> = []

  @usableFromInline
  init() { hashes = [] }

  /// Creates an index of distinct items from their hashes.
  ///
  /// - Complexity: O(*n*), without hashing or comparing.
  init(distinct hashes: ContiguousArray<UInt32>) {
    self.hashes = hashes
    slots = Self.emptySlots(for: hashes.count)
    placeAll(hashes.indices)
  }

  init(copying other: HashIndex) {
    hashes = other.hashes
    slots = other.slots
  }

  var count: Int { hashes.count }
}

/// Returns 32 bits of an identifier's hash. Equal identifiers have equal bits for the life of the process.
@inlinable @inline(__always)
func shortHash<Identifier: Hashable>(of identifier: Identifier) -> UInt32 {
  if Identifier.self == Int.self { return shortHash(ofNumber: unsafeBitCast(identifier, to: Int.self)) }
  return UInt32(truncatingIfNeeded: identifier.hashValue)
}

/// Returns 32 bits of a number's hash, in a tenth of the time.
///
/// Multiplying by a secret makes all pairs of numbers equally likely to share a hash; the second
/// multiplication spreads consecutive numbers.
@inlinable @inline(__always)
func shortHash(ofNumber number: Int) -> UInt32 {
  var bits = UInt64(bitPattern: Int64(number)) &* numberSecret
  bits ^= bits &>> 32
  return UInt32(truncatingIfNeeded: (bits &* 0xD6E8_FEB8_6659_FD93) &>> 32)
}

/// A random factor, different in each process like the seed of the standard library's hashes.
@usableFromInline let numberSecret = UInt64.random(in: .min ... .max) | 1

@inlinable
func shortHashes<Identifier: Hashable>(of identifiers: [Identifier]) -> ContiguousArray<UInt32> {
  // Without elements, Swift would write to the array that all empty arrays share.
  if identifiers.isEmpty { return [] }
  return ContiguousArray(unsafeUninitializedCapacity: identifiers.count) { hashes, count in
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
  /// Returns the handle of an item, or -1 if the index does not have it.
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
          let entries = IndexEntries(slotCount: slots.count)
          let tag = entries.tag(of: hash)
          var slot = entries.home(of: hash)
          while case let entry = slots[slot], entry != 0 {
            if entries.has(entry, tag) {
              let handle = entries.handle(of: entry)
              if isSame(items.baseAddress.unsafelyUnwrapped + handle, wanted) { return handle }
            }
            slot = entries.next(slot)
          }
          return -1
        }
      }
    }
  }

  /// Calls `body` with the slots, which are valid until it returns.
  func withSlots<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    slots.withUnsafeBufferPointer(body)
  }
}

/// The encoding of entries for a given number of slots.
@usableFromInline
struct IndexEntries {
  @usableFromInline let slotCount: Int
  /// The bits of an entry that hold the handle.
  @usableFromInline let mask: UInt32
  /// The position of a tag's lowest bit; 32 if there is no space for a tag.
  @usableFromInline let shift: UInt32

  @inlinable @inline(__always)
  init(slotCount: Int) {
    self.slotCount = slotCount
    let unused = UInt32(truncatingIfNeeded: UInt32(truncatingIfNeeded: slotCount).leadingZeroBitCount)
    shift = 32 &- unused
    mask = UInt32.max &>> unused
  }

  @inlinable @inline(__always)
  func home(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: slotCount)) &>> 32)
  }

  @inlinable @inline(__always)
  func next(_ slot: Int) -> Int { slot &+ 1 == slotCount ? 0 : slot &+ 1 }

  @inlinable @inline(__always)
  func tag(of hash: UInt32) -> UInt32 { hash << shift }

  @inlinable @inline(__always)
  func has(_ entry: UInt32, _ tag: UInt32) -> Bool { (entry ^ tag) & ~mask == 0 }

  @inlinable @inline(__always)
  func handle(of entry: UInt32) -> Int { Int(truncatingIfNeeded: entry & mask) &- 1 }

  @inline(__always)
  func entry(_ handle: Int, hash: UInt32) -> UInt32 {
    tag(of: hash) | UInt32(truncatingIfNeeded: handle &+ 1)
  }

  /// Writes an entry into the first free slot, starting at its home.
  @inline(__always)
  func place(_ handle: Int, hash: UInt32, in slots: UnsafeMutableBufferPointer<UInt32>) {
    var slot = home(of: hash)
    while slots[slot] != 0 { slot = next(slot) }
    slots[slot] = entry(handle, hash: hash)
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
    slots.withUnsafeMutableBufferPointer {
      IndexEntries(slotCount: $0.count).place(handle, hash: hash, in: $0)
    }
    return handle
  }

  /// Adds a new handle for the newer value of an item, and makes lookups return it.
  ///
  /// The old handle keeps its old value, for copies that still refer to it.
  func append(renewing handle: Int) -> Int {
    let hash = hashes[handle]
    let renewed = hashes.count
    reserveSlots(for: renewed &+ 1)
    let entries = IndexEntries(slotCount: slots.count)
    let former = entries.entry(handle, hash: hash)
    var slot = entries.home(of: hash)
    while slots[slot] != former { slot = entries.next(slot) }
    hashes.append(hash)
    slots[slot] = entries.entry(renewed, hash: hash)
    return renewed
  }

  /// Appends items up to the first one that the index already has, and returns the number of appended items.
  ///
  /// - Parameters:
  ///   - identifiers: New items.
  ///   - hashes: Their hashes.
  ///   - items: The items of this index, to which the new ones are appended. An empty array shares
  ///     `identifiers`.
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

  /// Appends hashes up to the first one whose item the index already has, and returns their number.
  ///
  /// It visits slots in batches, so that cache misses overlap.
  ///
  /// - Parameter areEqual: Whether the items at two handles with the same hash are equal.
  private func appendPrefix(of newHashes: ContiguousArray<UInt32>, areEqual: (Int, Int) -> Bool) -> Int {
    let start = hashes.count
    reserveSlots(for: start &+ newHashes.count)
    if start == 0 { hashes = newHashes } else { hashes.append(contentsOf: newHashes) }
    let placed = slots.withUnsafeMutableBufferPointer { slots in
      hashes.withUnsafeBufferPointer { hashes in
        let entries = IndexEntries(slotCount: slots.count)
        var handle = start
        while handle < hashes.count {
          let end = Swift.min(handle &+ 64, hashes.count)
          Self.touch(hashes[handle..<end], in: slots, entries)
          while handle < end {
            if !Self.placeIfAbsent(handle, hash: hashes[handle], hashes, in: slots, entries, areEqual) {
              return handle
            }
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
    _ hashes: Slice<UnsafeBufferPointer<UInt32>>, in slots: UnsafeMutableBufferPointer<UInt32>,
    _ entries: IndexEntries
  ) {
    var seen: UInt32 = 0
    for hash in hashes { seen |= slots[entries.home(of: hash)] }
    // The write changes nothing, but the compiler must keep the reads that it depends on.
    if seen == .max { slots[0] = slots[0] }
  }

  /// Writes a handle into the first free slot and returns true, unless there is an equal item on the way.
  @inline(__always)
  private static func placeIfAbsent(
    _ handle: Int, hash: UInt32, _ hashes: UnsafeBufferPointer<UInt32>,
    in slots: UnsafeMutableBufferPointer<UInt32>, _ entries: IndexEntries, _ areEqual: (Int, Int) -> Bool
  ) -> Bool {
    let tag = entries.tag(of: hash)
    var slot = entries.home(of: hash)
    while case let entry = slots[slot], entry != 0 {
      if entries.has(entry, tag), case let other = entries.handle(of: entry), hashes[other] == hash,
        areEqual(other, handle)
      {
        return false
      }
      slot = entries.next(slot)
    }
    slots[slot] = entries.entry(handle, hash: hash)
    return true
  }

  /// Reserves slots for a number of handles, so that at most five of eight slots are taken.
  ///
  /// - Complexity: O(1) amortised; growing places all entries again, without hashing or comparing.
  private func reserveSlots(for count: Int) {
    if slots.count &* 5 >= count &* 8 { return }
    let former = slots
    slots = Self.emptySlots(for: former.isEmpty ? count : Swift.max(count, hashes.count &* 2))
    let entries = IndexEntries(slotCount: former.count)
    // The order of the former slots is nearly that of the new ones.
    placeAll(former.lazy.filter { $0 != 0 }.map(entries.handle))
  }

  private func placeAll(_ handles: some Sequence<Int>) {
    slots.withUnsafeMutableBufferPointer { slots in
      hashes.withUnsafeBufferPointer { hashes in
        let entries = IndexEntries(slotCount: slots.count)
        for handle in handles { entries.place(handle, hash: hashes[handle], in: slots) }
      }
    }
    assert(checkInvariants())
  }

  private static func emptySlots(for count: Int) -> ContiguousArray<UInt32> {
    ContiguousArray(repeating: 0, count: Swift.max(8, (count &* 8 &+ 4) / 5))
  }

  private func checkInvariants() -> Bool {
    let taken = slots.reduce(0) { $1 == 0 ? $0 : $0 + 1 }
    guard taken <= hashes.count, slots.isEmpty || taken < slots.count else { return false }
    let entries = IndexEntries(slotCount: slots.count)
    return slots.allSatisfy {
      $0 == 0 || $0 == entries.entry(entries.handle(of: $0), hash: hashes[entries.handle(of: $0)])
    }
  }
}
