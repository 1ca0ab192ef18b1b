/// Numbers strings of bytes from 0 on, equal ones equally.
///
/// The bytes are kept behind each other in one array, so a million short ones cost no allocation each.
struct ByteIndex: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  /// By hash, half of it and entry + 1; 0 where none is. A power of two, at most half full.
  private var slots = [UInt64](repeating: 0, count: 64)
  // Differs from run to run, so that no input can make all keys collide.
  private let seed = UInt64.random(in: .min ... .max)

  /// How many different strings there are.
  var count: Int { ends.count }

  /// Makes room for as many strings in all.
  mutating func reserve(_ total: Int) {
    ends.reserveCapacity(total)
    hashes.reserveCapacity(total)
    var room = slots.count
    while room < 2 * total { room *= 2 }
    if room > slots.count { grow(to: room) }
  }

  /// The number of `key`, and whether it is new.
  ///
  /// - Complexity: O(n) in the length of the key.
  mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    insert(key, hash: hash(key))
  }

  /// The same where the hash is known.
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

  /// The number of `key`, if it is the one that it may well have; nil else.
  ///
  /// Of rows that come in the order of the run before it is the one behind the last: then memory is read from its
  /// beginning to its end, and nothing searched.
  func number(of key: UnsafeBufferPointer<UInt8>, guess: Int) -> Int? {
    ends.indices.contains(guess) && holds(guess, key) ? guess : nil
  }

  /// The number of `key`, if it has one.
  func number(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slot(of: key, hash(key))
    return slots[slot] == 0 ? nil : Self.entry(slots[slot])
  }

  /// Reads what inserting keys with these hashes will read, all of it at the same time.
  ///
  /// Memory answers many questions as fast as one, but only if they are asked before the first answer is there; each
  /// of a million keys would wait for three. The sum is of no use but that it has to be computed.
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

  /// Calls `body` with the bytes of a number.
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

  /// Eight bytes at a time, multiplied and folded.
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
