/// The items of a snapshot in order. It alone asks items for their hashes and for `==`; the positions, and what two
/// copies have in common, `ItemOrder` knows by numbers.
///
/// Hashes come from the caller: a caller that may be compiled into a user's module, where the type of the items is
/// known, computes them there, with `shortHashes(of:)`. Everything else here is compiled once for all types.
@usableFromInline
struct ItemStorage<Item: Hashable & Sendable>: Sendable {
  @usableFromInline private(set) var order = ItemOrder()
  /// The items of the order's base, and those of its additions.
  @usableFromInline private(set) var base: [Item] = []
  @usableFromInline private(set) var added: [Item] = []

  @usableFromInline
  init() {}

  /// Creates a storage of distinct items; nil when one comes twice.
  init?(_ identifiers: [Item], hashes: ContiguousArray<UInt32>) {
    guard order.base.appendPrefix(of: identifiers, hashes: hashes, to: &base) == identifiers.count else {
      return nil
    }
  }

  /// How many items there are.
  @usableFromInline var count: Int { order.count }
}

// MARK: - Reading

extension ItemStorage {
  /// The newest entry of an identifier, which may have left, or -1.
  @inlinable @inline(__always)
  func entry(of identifier: Item, hash: UInt32) -> Int {
    if let index = order.added {
      let handle = index.handle(of: identifier, hash: hash, in: added)
      if handle >= 0 { return order.baseCount &+ handle }
    }
    return order.entry(ofBaseIndex: order.base.handle(of: identifier, hash: hash, in: base))
  }

  /// The position of an item, or nil.
  @inlinable @inline(__always)
  func position(of identifier: Item, hash: UInt32) -> Int? {
    order.position(ofEntry: entry(of: identifier, hash: hash))
  }

  /// The item at a position, which must be in range.
  ///
  /// - Complexity: O(log *edits*).
  func item(at position: Int) -> Item { item(forEntry: order.entry(at: position)) }

  private func item(forEntry entry: Int) -> Item {
    let (isAdded, index) = order.location(ofEntry: entry)
    return isAdded ? added[index] : base[index]
  }

  /// The items at some positions.
  func items(in positions: Range<Int>) -> [Item] {
    if order.isFlat { return positions.count == base.count ? base : Array(base[positions]) }
    return Array(unsafeUninitializedCapacity: positions.count) { items, count in
      guard let first = items.baseAddress else { return }
      forEachStretch(in: positions) { stretch in
        guard let source = stretch.baseAddress else { return }
        (first + count).initialize(from: source, count: stretch.count)
        count &+= stretch.count
      }
    }
  }

  /// Calls `body` with stretches of neighbouring items at some positions, in order.
  @inlinable
  func forEachStretch(
    in positions: Range<Int>, _ body: (UnsafeBufferPointer<Item>) throws -> Void
  ) rethrows {
    try base.withUnsafeBufferPointer { base in
      try added.withUnsafeBufferPointer { added in
        try order.forEachStretch(in: positions) { isAdded, indexes in
          try body(UnsafeBufferPointer(rebasing: (isAdded ? added : base)[indexes]))
        }
      }
    }
  }

  /// The positions of the items that a predicate names.
  ///
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  func positions(where isIncluded: (Item) throws -> Bool) rethrows -> PositionSet {
    try PositionSet(bound: count) { words in
      var position = 0
      try forEachStretch(in: 0..<count) { items in
        for item in items {
          if try isIncluded(item) { words[position &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: position & 63) }
          position &+= 1
        }
      }
    }
  }
}

// MARK: - Editing

extension ItemStorage {
  /// Whether none of some identifiers has ever been here, as far as a few of them tell; a guess.
  func isUnknown(_ identifiers: [Item], hashes: ContiguousArray<UInt32>) -> Bool {
    count == 0
      || !stride(from: 0, to: identifiers.count, by: identifiers.count / 16 + 1)
        .contains { entry(of: identifiers[$0], hash: hashes[$0]) >= 0 }
  }

  static func areDistinct(_ identifiers: [Item], hashes: ContiguousArray<UInt32>) -> Bool {
    if identifiers.count < 2 { return true }
    var items: [Item] = []
    return HashIndex().appendPrefix(of: identifiers, hashes: hashes, to: &items) == identifiers.count
  }

  /// Gives identifiers handles, ready to be inserted; nil when one of them is named twice.
  ///
  /// Items that are in the order are taken out of it, and `leave` is called with the position of each. An identifier
  /// that comes with other content than before gets a new handle, so that the new value is the one seen.
  ///
  /// - Complexity: O(*m*) for *m* identifiers.
  mutating func admit(
    _ identifiers: [Item], hashes: ContiguousArray<UInt32>, leave: (Int) -> Void
  ) -> HandleRuns? {
    // So many new items make sharing the base pointless.
    if identifiers.count > 16, identifiers.count > order.handleCount / 8, !order.canAppendToBase() {
      makeBaseUnique()
    }
    order.prepareToAppend()
    let former = order.handleCount
    var handles = HandleRuns()
    if order.added == nil {
      let appended = order.base.appendPrefix(of: identifiers, hashes: hashes, to: &base)
      handles = HandleRuns(former..<former + appended)
    }
    if handles.count == identifiers.count { return handles }
    // What came in so far is not in the order, so that after a refusal it is in no position.
    order.holdBack(handlesFrom: former)
    guard Self.areDistinct(identifiers, hashes: hashes) else { return nil }
    for index in handles.count..<identifiers.count {
      handles.append(admit(identifiers[index], hash: hashes[index], leave: leave))
    }
    return handles
  }

  /// The handle of one identifier, out of the order.
  private mutating func admit(_ identifier: Item, hash: UInt32, leave: (Int) -> Void) -> Int {
    let entry = entry(of: identifier, hash: hash)
    if entry < 0 {
      append(identifier)
      return order.handle(ofEntry: order.append(hash))
    }
    let handle = order.handle(ofEntry: entry)
    if handle >= 0 {
      if let position = order.remove(handle: handle) { leave(position) }
      if haveEqualBits(item(forEntry: entry), identifier) { return handle }
    }
    return renew(entry, as: identifier, hash: hash)
  }

  /// The handle of a newer value of an item.
  private mutating func renew(_ entry: Int, as identifier: Item, hash: UInt32) -> Int {
    append(identifier)
    return order.handle(ofEntry: order.renew(entry, hash: hash))
  }

  /// Keeps an item for the entry that the order gives it.
  private mutating func append(_ identifier: Item) {
    if order.added == nil { base.append(identifier) } else { added.append(identifier) }
  }

  /// Inserts handles before a position.
  mutating func insert(_ handles: HandleRuns, at position: Int) {
    order.insert(handles, at: position)
    compact()
  }

  mutating func remove(_ positions: Range<Int>) { order.remove(positions) }

  /// Moves the items at some positions before another position, counted without them.
  mutating func move(_ positions: Range<Int>, to position: Int) {
    order.move(positions, to: position)
    compact()
  }

  /// Leaves the items at some positions.
  mutating func restrict(to kept: PositionSet) {
    order.restrict(to: kept)
    forgetAdditions()
  }

  /// Lets positions hold newer values of their items.
  ///
  /// - Complexity: O(*m* · *runs*) for a few values; many are written into an array of this copy's own.
  mutating func renew(_ changes: [(position: Int, identifier: Item, hash: UInt32)]) {
    if changes.count > 64 {
      makeBaseUnique()
      for change in changes { base[change.position] = change.identifier }
      return
    }
    for change in changes {
      let entry = order.entry(at: change.position)
      order.holdBack(handlesFrom: order.handleCount)
      order.prepareToAppend()
      let handle = renew(entry, as: change.identifier, hash: change.hash)
      order.replace(at: change.position, with: handle)
    }
    compact()
  }

  /// Makes the items one array that no other copy has.
  private mutating func makeBaseUnique() {
    flatten()
    if !order.isBaseUnique() { order.flatten(to: HashIndex(copying: order.base)) }
  }

  /// Makes the items one array again.
  ///
  /// - Complexity: O(*n*), without hashing or comparing.
  mutating func flatten() {
    if order.isFlat { return }
    let items = items(in: 0..<count)
    order.flatten(to: HashIndex(distinct: order.hashesInOrder()))
    base = items
    added = []
  }

  /// Keeps the cost of edits low, once there were some.
  mutating func compact() {
    if order.compact() { flatten() } else { forgetAdditions() }
  }

  /// Drops what was added where the order has none of it any more.
  private mutating func forgetAdditions() {
    if order.added == nil, !added.isEmpty { added = [] }
  }
}

// MARK: - Comparing

extension ItemStorage {
  /// Whether two copies show items of one base, in its order.
  func isSubsetOfOneBase(with other: Self) -> Bool {
    order.isUnedited && other.order.isUnedited && order.base === other.order.base
  }

  /// What both have, in new order, no run reaching across the end of a section.
  ///
  /// - Parameters:
  ///   - old: The storage before.
  ///   - pairs: The positions of each new section's items, and of those it had.
  ///   - newEnds: The ends of the new sections.
  ///   - oldEnds: The ends of the old sections.
  func runsInCommon(
    with old: Self, pairs: [SectionPair], newEnds: [Int], oldEnds: [Int]
  ) -> ContiguousArray<MatchRun> {
    let shared = order.runsInCommon(
      with: old.order,
      oldEntry: { old.entry(of: added[$0], hash: order.added.unsafelyUnwrapped.hashes[$0]) },
      newEntry: { entry(of: old.added[$0], hash: old.order.added.unsafelyUnwrapped.hashes[$0]) })
    if let shared { return shared.cut(newEnds: newEnds, oldEnds: oldEnds) }
    var old = old
    old.flatten()
    let index = old.order.base
    let items = items(in: 0..<count)
    let hashes = order.hashesInOrder()
    return ItemMatcher.match(
      from: index, to: hashes, pairs: pairs, oldEnds: oldEnds,
      confirm: { runs in
        old.base.withUnsafeBufferPointer { old in
          items.withUnsafeBufferPointer { new in
            guard let old = old.baseAddress, let new = new.baseAddress else { return [] }
            return runs.confirmed(old, new, stride: MemoryLayout<Item>.stride) { old[$0] == new[$1] }
          }
        }
      },
      find: { index.handle(of: items[$0], hash: hashes[$0], in: old.base) })
  }
}

// Invariants of this file: pointers are valid for the bytes that are read and point to initialised values. Two values
// with the same bits are the same value, so they are equal (equality is reflexive). Different bits say nothing: padding
// and references may differ between equal values, so `==` has the last word.

/// Whether two values have the same bits.
@inlinable @inline(__always)
func haveEqualBits<Value>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
  let size = MemoryLayout<Value>.size
  let left = UnsafeRawPointer(first)
  let right = UnsafeRawPointer(second)
  var offset = 0
  while offset &+ 8 <= size {
    let a = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let b = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if a != b { return false }
    offset &+= 8
  }
  while offset < size {
    let a = left.load(fromByteOffset: offset, as: UInt8.self)
    let b = right.load(fromByteOffset: offset, as: UInt8.self)
    if a != b { return false }
    offset &+= 1
  }
  return true
}

/// Whether two values have the same bits.
@inlinable @inline(__always)
func haveEqualBits<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafePointer(to: first) { left in withUnsafePointer(to: second) { haveEqualBits(left, $0) } }
}

/// Whether two values are equal: by their bits if these settle it, by `==` otherwise.
@inlinable @inline(__always)
func isSame<Value: Equatable>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
  haveEqualBits(first, second) || first.pointee == second.pointee
}

/// How many bytes are the same from the beginning of two blocks of memory on.
func commonPrefix(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, byteCount: Int) -> Int {
  if first == second { return byteCount }
  var offset = 0
  while offset &+ 64 <= byteCount {
    var difference: UInt64 = 0
    for word in 0..<8 {
      let left = first.loadUnaligned(fromByteOffset: offset &+ word &* 8, as: UInt64.self)
      difference |= left ^ second.loadUnaligned(fromByteOffset: offset &+ word &* 8, as: UInt64.self)
    }
    if difference != 0 { break }
    offset &+= 64
  }
  while offset &+ 8 <= byteCount {
    let left = first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let difference = left ^ second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if difference != 0 { return offset &+ difference.littleEndian.trailingZeroBitCount &>> 3 }
    offset &+= 8
  }
  while offset < byteCount,
    first.load(fromByteOffset: offset, as: UInt8.self) == second.load(fromByteOffset: offset, as: UInt8.self)
  {
    offset &+= 1
  }
  return offset
}
