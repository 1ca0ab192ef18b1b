/// The items of a snapshot in order: an immutable base that copies share, which of its items are in, what was added
/// since, and the order.
///
///     base      a b c d e f g h        shared by every copy, never changed while shared
///     subset    a . c d . f g h        nil for all of the base
///     added     x y                    this copy's own
///     settled   a c x g h d f          an order of many runs; nil while there were few
///     order     [a c] [x y] [g h] [d f]      nil while it is that of the handles, untouched
///
/// A *place* is an index into the base, whatever the subset. *Entries* count through the subset, then through added.
/// *Handles* are entries, or count through the settled order and then through the entries that came after it. A handle
/// that is no longer in the order is an item that left.
@usableFromInline
struct ItemStorage<Item: Hashable & Sendable>: Sendable {
  @usableFromInline var base: IdentifierTable<Item>
  @usableFromInline var subset: PositionSet?
  @usableFromInline var added: IdentifierTable<Item>?
  @usableFromInline var settled: SettledOrder?
  @usableFromInline var order: RunOrder?

  @inlinable
  init() {
    base = IdentifierTable()
  }

  /// How many entries belong to the base.
  @inlinable var baseCount: Int { subset?.count ?? base.count }

  /// How many entries there are, items that left included.
  @inlinable var entryCount: Int { baseCount &+ (added?.count ?? 0) }

  /// How many handles there are, items that left included.
  @inlinable var handleCount: Int { entryCount &- leftBeforeSettling }

  /// How many entries had left when the order was settled: by so many, later ones have a lower handle.
  @inlinable @inline(__always)
  var leftBeforeSettling: Int { settled?.leftCount ?? 0 }

  /// How many items there are.
  @inlinable var count: Int { order?.count ?? handleCount }

  /// Whether the items are those of the base or of a subset of it, in its order.
  @inlinable var isUnedited: Bool { order == nil && added == nil && settled == nil }

  /// Whether all items stand in one array, in order.
  @inlinable var isFlat: Bool { isUnedited && subset == nil }
}

extension ItemStorage {
  @inlinable @inline(__always)
  func item(forEntry entry: Int) -> Item {
    let split = baseCount
    if entry < split { return base.items[subset?.select(entry) ?? entry] }
    return added.unsafelyUnwrapped.items[entry &- split]
  }

  @inlinable @inline(__always)
  func item(at position: Int) -> Item {
    item(forEntry: entry(ofHandle: order?.handle(at: position) ?? position))
  }

  /// The entry of a place in the base, or -1 where the subset has it not; -1 for -1.
  @inlinable @inline(__always)
  func entry(ofPlace place: Int) -> Int {
    guard let subset, place >= 0 else { return place }
    return subset.contains(place) ? subset.rank(place) : -1
  }

  /// The newest entry of an identifier, which may have left, or -1.
  @inlinable @inline(__always)
  func entry(of identifier: Item) -> Int {
    guard added != nil else { return entry(ofPlace: base.find(identifier)) }
    return entry(of: identifier, hash: IdentifierTable.hash(identifier))
  }

  @inlinable @inline(__always)
  func entry(of identifier: Item, hash: UInt32) -> Int {
    if let added {
      let place = added.find(identifier, hash: hash)
      if place >= 0 { return baseCount &+ place }
    }
    return entry(ofPlace: base.find(identifier, hash: hash))
  }

  @inlinable @inline(__always)
  func entry(ofHandle handle: Int) -> Int {
    guard let settled else { return handle }
    return handle < settled.count
      ? Int(settled.entries[handle]) : handle &+ settled.entryCount &- settled.count
  }

  /// The handle of an entry, or -1 where it left before the order was settled; -1 for -1.
  @inlinable @inline(__always)
  func handle(ofEntry entry: Int) -> Int {
    guard let settled, entry >= 0 else { return entry }
    return entry < settled.entryCount
      ? Int(settled.handles[entry]) : entry &- settled.entryCount &+ settled.count
  }

  /// Where an entry stands, or nil; nil for -1.
  @inlinable @inline(__always)
  func position(ofEntry entry: Int) -> Int? {
    let handle = handle(ofEntry: entry)
    if handle < 0 { return nil }
    guard let order else { return handle }
    return order.position(of: handle)
  }

  /// Where an item stands, or nil.
  @inlinable @inline(__always)
  func position(of identifier: Item) -> Int? { position(ofEntry: entry(of: identifier)) }

  /// Whether none of some identifiers has ever been here, as far as a few of them tell; a guess.
  @inlinable
  func isUnknown(_ identifiers: [Item]) -> Bool {
    count == 0
      || !stride(from: 0, to: identifiers.count, by: identifiers.count / 16 + 1)
        .contains { entry(of: identifiers[$0]) >= 0 }
  }

  /// The items at some positions.
  @inlinable
  func items(in positions: Range<Int>) -> [Item] {
    if isFlat {
      return positions.count == base.count ? base.items : Array(base.items[positions])
    }
    var result: [Item] = []
    result.reserveCapacity(positions.count)
    forEachItem(in: positions) { table, place in result.append(table.items[place]) }
    return result
  }

  /// Calls `body` with the table and the place in it of each item at some positions, in order.
  @inlinable @inline(__always)
  func forEachItem(
    in positions: Range<Int>, _ body: (IdentifierTable<Item>, Int) throws -> Void
  ) rethrows {
    try forEachStretch(in: positions) { try forEachItem(of: $0, body) }
  }

  /// Calls `body` with the stretches of entries at some positions, in order.
  @inlinable @inline(__always)
  func forEachStretch(in positions: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
    guard let order else { return try forEachStretch(of: positions, body) }
    let runs = order.handles(in: positions)
    for run in runs.earlier { try forEachStretch(of: run.handles, body) }
    try forEachStretch(of: runs.last.handles, body)
  }

  /// The same for handles that follow each other.
  @inlinable @inline(__always)
  func forEachStretch(of handles: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
    guard let settled else { return try body(handles) }
    let split = Swift.min(Swift.max(settled.count, handles.lowerBound), handles.upperBound)
    try settled.forEachStretch(of: handles.lowerBound..<split, body)
    let shift = leftBeforeSettling
    try body(split &+ shift..<handles.upperBound &+ shift)
  }

  /// Calls `body` with the table and the place in it of entries that follow each other.
  @inlinable @inline(__always)
  func forEachItem(
    of entries: Range<Int>, _ body: (IdentifierTable<Item>, Int) throws -> Void
  ) rethrows {
    let split = Swift.min(Swift.max(baseCount, entries.lowerBound), entries.upperBound)
    if let subset {
      try subset.forEach(at: entries.lowerBound..<split) { try body(base, $0) }
    } else {
      for place in entries.lowerBound..<split { try body(base, place) }
    }
    if split == entries.upperBound { return }
    let table = added.unsafelyUnwrapped
    let first = baseCount
    for entry in split..<entries.upperBound { try body(table, entry &- first) }
  }
}
