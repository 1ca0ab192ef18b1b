/// Numbers strings of bytes from 0 on, equal ones equally.
///
/// The bytes are kept behind each other in one array, so a million short ones cost no allocation each.
struct ByteIndex: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  /// By hash, half of it and entry + 1; 0 where none is. A power of two, at most half full.
  private var slots = [UInt64](repeating: 0, count: 64)
  // Differs from run to run, so that nobody can make all keys collide.
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
  /// - Parameter guess: the number it may well have; of rows that come in the order of the run before it is the one
  ///   behind the last, and then memory is read from its beginning to its end, and nothing searched.
  /// - Complexity: O(n) in the length of the key.
  mutating func insert(
    _ key: UnsafeBufferPointer<UInt8>, guess: Int = -1
  ) -> (number: Int, isNew: Bool) {
    if ends.indices.contains(guess), holds(guess, key) { return (guess, false) }
    let hash = hash(key)
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

  /// The number of `key`, if it has one.
  func number(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slot(of: key, hash(key))
    return slots[slot] == 0 ? nil : Self.entry(slots[slot])
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
  private func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
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
