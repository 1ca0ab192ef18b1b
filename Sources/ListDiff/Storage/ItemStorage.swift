/// The items of a snapshot, in order.
///
/// `ItemOrder` handles positions, and the items that two copies have in common, as numbers; this type holds
/// the items and compares them.
///
/// Callers pass the hashes: an inlinable caller computes them with `shortHashes(of:)` in the user's module,
/// where the type of the items is known. What is not inlinable here is compiled once for all types.
@usableFromInline
struct ItemStorage<Item: Hashable & Sendable>: Sendable {
  @usableFromInline private(set) var order = ItemOrder()
  /// The items of the order's base.
  @usableFromInline private(set) var base: [Item] = []
  @usableFromInline private(set) var added: [Item] = []

  @usableFromInline
  init() {}

  /// Creates a storage of distinct items; nil if an item is repeated.
  init?(_ identifiers: [Item], hashes: ContiguousArray<UInt32>) {
    guard order.base.appendPrefix(of: identifiers, hashes: hashes, to: &base) == identifiers.count else {
      return nil
    }
  }

  @usableFromInline var count: Int { order.count }
}

// MARK: - Reading

extension ItemStorage {
  /// Returns the newest entry of an identifier, whose item may be removed, or -1.
  @inlinable @inline(__always)
  func entry(of identifier: Item, hash: UInt32) -> Int {
    if let index = order.added {
      let handle = index.handle(of: identifier, hash: hash, in: added)
      if handle >= 0 { return order.baseCount &+ handle }
    }
    return order.entry(ofBaseIndex: order.base.handle(of: identifier, hash: hash, in: base))
  }

  /// Returns the position of an item, or nil if it is not in the order.
  @inlinable @inline(__always)
  func position(of identifier: Item, hash: UInt32) -> Int? {
    order.position(ofEntry: entry(of: identifier, hash: hash))
  }

  /// Returns the item at a position, which must be in range.
  ///
  /// - Complexity: O(log *edits*).
  func item(at position: Int) -> Item { item(forEntry: order.entry(at: position)) }

  private func item(forEntry entry: Int) -> Item {
    let (isAdded, index) = order.location(ofEntry: entry)
    return isAdded ? added[index] : base[index]
  }

  func items(in positions: Range<Int>) -> [Item] {
    if order.isFlat { return positions.count == base.count ? base : Array(base[positions]) }
    // Without elements, Swift would write to the array that all empty arrays share.
    if positions.isEmpty { return [] }
    return Array(unsafeUninitializedCapacity: positions.count) { items, count in
      guard let first = items.baseAddress else { return }
      forEachStretch(in: positions) { stretch in
        guard let source = stretch.baseAddress else { return }
        (first + count).initialize(from: source, count: stretch.count)
        count &+= stretch.count
      }
    }
  }

  /// Calls `body` with stretches of neighbouring items at the given positions, in order.
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

  /// Returns the positions of the items that satisfy a predicate.
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
  /// Whether none of a sample of the identifiers has an entry: a guess that all are new.
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

  /// Returns handles of identifiers, for a following insertion; nil if an identifier is repeated.
  ///
  /// Removes those that are in the order from it, and calls `leave` with the position of each. An identifier
  /// that differs from the stored value in any bit gets a new handle, so that the snapshot shows the new
  /// value.
  ///
  /// - Complexity: O(*m*) for *m* identifiers.
  mutating func admit(
    _ identifiers: [Item], hashes: ContiguousArray<UInt32>, leave: (Int) -> Void
  ) -> HandleRuns? {
    // With this many new items, sharing the base does not pay.
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
    // Items appended so far stay out of the order, so that they have no position if this returns nil.
    order.holdBack(handlesFrom: former)
    guard Self.areDistinct(identifiers, hashes: hashes) else { return nil }
    for index in handles.count..<identifiers.count {
      let handle = admit(identifiers[index], hash: hashes[index], leave: leave)
      handles.append(HandleRun(start: handle, count: 1))
    }
    return handles
  }

  /// Removes an identifier from the order if necessary, and returns its handle.
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

  /// Stores a newer value of an item, and returns its handle.
  private mutating func renew(_ entry: Int, as identifier: Item, hash: UInt32) -> Int {
    append(identifier)
    return order.handle(ofEntry: order.renew(entry, hash: hash))
  }

  /// Stores an item for the entry that the order is about to create.
  private mutating func append(_ identifier: Item) {
    if order.added == nil { base.append(identifier) } else { added.append(identifier) }
  }

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

  /// Keeps only the items at the given positions.
  mutating func restrict(to kept: PositionSet) {
    order.restrict(to: kept)
    forgetAdditions()
  }

  /// Replaces items by newer values.
  ///
  /// - Complexity: O(*m* · *runs*) for up to 64 values. More are written into an array that only this copy
  ///   has, in O(*n*).
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

  /// Writes the items into one array that no other copy has.
  private mutating func makeBaseUnique() {
    flatten()
    if !order.isBaseUnique() { order.flatten(to: HashIndex(copying: order.base)) }
  }

  /// Writes the items into one array again.
  ///
  /// - Complexity: O(*n*), without hashing or comparing.
  mutating func flatten() {
    if order.isFlat { return }
    let items = items(in: 0..<count)
    order.flatten(to: HashIndex(distinct: order.hashesInOrder()))
    base = items
    added = []
  }

  /// Keeps the cost of later edits low; called after edits.
  mutating func compact() {
    if order.compact() { flatten() } else { forgetAdditions() }
  }

  /// Drops the added items if the order has no additions any more.
  private mutating func forgetAdditions() {
    if order.added == nil, !added.isEmpty { added = [] }
  }
}

// MARK: - Comparing

extension ItemStorage {
  /// Whether two copies show items of one base, in the order of the base.
  func isSubsetOfOneBase(with other: Self) -> Bool {
    order.isUnedited && other.order.isUnedited && order.base === other.order.base
  }

  /// Returns the runs of common items in the new order, none of which crosses the end of a section.
  ///
  /// - Parameters:
  ///   - old: The storage before.
  ///   - pairs: The positions of the items of each new section, and of those the section had before.
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
    let (oldItems, newItems) = (old.base, items(in: 0..<count))
    let hashes = order.hashesInOrder()
    return oldItems.withUnsafeBytes { first in
      newItems.withUnsafeBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return [] }
        return ItemMatcher.match(
          from: index, to: hashes, pairs: pairs, oldEnds: oldEnds,
          items: ComparedItems(
            old: first, new: second, stride: MemoryLayout<Item>.stride,
            areEqual: { oldItems[$0] == newItems[$1] },
            find: { index.handle(of: newItems[$0], hash: hashes[$0], in: oldItems) }))
      }
    }
  }
}

// Invariants of this file: pointers are valid for the bytes that are read and point to initialised values.
// Two values with the same bits are the same value, so they are equal (equality is reflexive). Different bits
// prove nothing: padding and references may differ between equal values, so `==` decides.

/// Whether two places in memory hold the same bytes.
@inlinable @inline(__always)
func haveEqualBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, size: Int) -> Bool {
  var offset = 0
  while offset &+ 8 <= size {
    let a = first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let b = second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if a != b { return false }
    offset &+= 8
  }
  while offset < size {
    let a = first.load(fromByteOffset: offset, as: UInt8.self)
    let b = second.load(fromByteOffset: offset, as: UInt8.self)
    if a != b { return false }
    offset &+= 1
  }
  return true
}

/// Whether two values have the same bits.
@inlinable @inline(__always)
func haveEqualBits<Value>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
  haveEqualBytes(first, second, size: MemoryLayout<Value>.size)
}

/// Whether two values have the same bits.
@inlinable @inline(__always)
func haveEqualBits<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafePointer(to: first) { left in withUnsafePointer(to: second) { haveEqualBits(left, $0) } }
}

/// Whether two values are equal: by their bits if these are the same, by `==` otherwise.
@inlinable @inline(__always)
func isSame<Value: Equatable>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
  haveEqualBits(first, second) || first.pointee == second.pointee
}
