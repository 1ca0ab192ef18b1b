/// Assigns numbers to byte strings, from 0 on; equal strings have the same number.
///
/// All bytes are stored consecutively in one array, so that a million short strings need no allocation each.
struct ByteIndex: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  /// The hash table: each slot contains the upper half of the hash and the entry + 1, or 0 if it is empty.
  /// The number of slots is a power of two, and at most half of them are used.
  private var slots = [UInt64](repeating: 0, count: 64)
  // Random, so that no input can make all keys collide.
  private let seed = UInt64.random(in: .min ... .max)

  /// The number of different strings.
  var count: Int { ends.count }

  /// Reserves capacity for a total number of strings.
  mutating func reserve(_ total: Int) {
    ends.reserveCapacity(total)
    hashes.reserveCapacity(total)
    var room = slots.count
    while room < 2 * total { room *= 2 }
    if room > slots.count { grow(to: room) }
  }

  /// Returns the number of `key`, and whether it is new.
  ///
  /// - Complexity: O(n) in the length of the key.
  mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    insert(key, hash: hash(key))
  }

  /// Does the same with a known hash.
  mutating func insert(_ key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> (number: Int, isNew: Bool) {
    let slot = slot(of: key, hash)
    if slots[slot] != 0 { return (Self.entry(slots[slot]), false) }
    let number = ends.count
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = Self.filled(number, hash)
    if 2 * ends.count > slots.count { grow(to: 2 * slots.count) }
    return (number, true)
  }

  /// Returns `guess` if it is the number of `key`; otherwise nil.
  ///
  /// If rows have the order of the previous run, the guess is the number after the last one: then memory is
  /// read sequentially, without any search.
  func number(of key: UnsafeBufferPointer<UInt8>, guess: Int) -> Int? {
    ends.indices.contains(guess) && holds(guess, key) ? guess : nil
  }

  /// Returns the number of `key`; nil if it has none.
  func number(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slot(of: key, hash(key))
    return slots[slot] == 0 ? nil : Self.entry(slots[slot])
  }

  /// Reads the memory that inserting keys with these hashes will read, all at the same time.
  ///
  /// Memory answers many requests as fast as one, but only if they are made before the first answer arrives;
  /// otherwise each of a million keys waits for three answers. The sum only ensures that the memory is read.
  @inline(never)
  func touch(_ hashes: [UInt64]) -> UInt64 {
    let mask = slots.count - 1
    var sum: UInt64 = 0
    var entries: [Int] = []
    entries.reserveCapacity(hashes.count)
    for hash in hashes {
      let slot = slots[Int(truncatingIfNeeded: hash) & mask]
      if slot != 0, slot >> 32 == hash >> 32 { entries.append(Self.entry(slot)) }
      sum &+= slot
    }
    for entry in entries { sum &+= UInt64(truncatingIfNeeded: ends[entry]) }
    for entry in entries where ends[entry] > 0 { sum &+= UInt64(bytes[ends[entry] - 1]) }
    return sum
  }

  /// Calls `body` with the bytes of the string with a number.
  func withBytes<R>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    bytes.withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]))
    }
  }

  private func slot(of key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    return slots.withUnsafeBufferPointer { slots in
      while slots[slot] != 0, slots[slot] >> 32 != hash >> 32 || !holds(Self.entry(slots[slot]), key) {
        slot = (slot + 1) & mask
      }
      return slot
    }
  }

  private static func entry(_ slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) - 1 }

  private static func filled(_ number: Int, _ hash: UInt64) -> UInt64 {
    (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
  }

  private func holds(_ number: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    let end = ends[number]
    guard end - start == key.count else { return false }
    return bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[start..<end]).isEqual(to: key) }
  }

  private mutating func grow(to room: Int) {
    slots = [UInt64](repeating: 0, count: room)
    let mask = slots.count - 1
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Self.filled(number, hash)
    }
  }

  /// Returns a hash, computed from eight bytes at a time by multiplication and folding.
  func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
      let (high, low) = a.multipliedFullWidth(by: b)
      return high ^ low
    }
    let raw = UnsafeRawBufferPointer(key)
    var hash = seed ^ UInt64(truncatingIfNeeded: key.count)
    var offset = 0
    while offset + 8 <= raw.count {
      hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < raw.count {
      rest = rest << 8 | UInt64(raw[offset])
      offset += 1
    }
    return mixed(hash ^ rest, 0xD6E8_FEB8_6659_FD93)
  }
}
