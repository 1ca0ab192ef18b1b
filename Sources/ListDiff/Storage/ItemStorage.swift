/// The items of a snapshot in order: an immutable base that copies share, which of its items are in, what was added
/// since, and the order.
///
///     base      a b c d e f g h        shared by every copy, never changed while shared
///     subset    a . c d . f g h        nil for all of the base
///     added     x y                    this copy's own
///     order     [a c] [x] [g h] [d f]      nil while it is the subset then added, untouched
///
/// Handles count through the subset, then through added. A handle that is no longer in the order is an item that left.
/// A *place* is an index into the base, whatever the subset.
@usableFromInline
struct ItemStorage<Item: Hashable & Sendable>: Sendable {
  @usableFromInline var base: IdentifierTable<Item>
  @usableFromInline var subset: PositionSet?
  @usableFromInline var added: IdentifierTable<Item>?
  @usableFromInline var order: RunOrder?

  @inlinable
  init() {
    base = IdentifierTable()
  }

  /// How many handles belong to the base.
  @inlinable var baseCount: Int { subset?.count ?? base.count }

  /// How many handles there are, items that left included.
  @inlinable var handleCount: Int { baseCount &+ (added?.count ?? 0) }

  /// How many items there are.
  @inlinable var count: Int { order?.count ?? handleCount }

  /// Whether the items are those of the base or of a subset of it, in its order.
  @inlinable var isUnedited: Bool { order == nil && added == nil }

  /// Whether all items stand in one array, in order.
  @inlinable var isFlat: Bool { isUnedited && subset == nil }
}

extension ItemStorage {
  @inlinable @inline(__always)
  func item(forHandle handle: Int) -> Item {
    let split = baseCount
    if handle < split { return base.items[subset?.select(handle) ?? handle] }
    return added.unsafelyUnwrapped.items[handle &- split]
  }

  @inlinable @inline(__always)
  func item(at position: Int) -> Item {
    item(forHandle: order?.handle(at: position) ?? position)
  }

  /// The handle of a place in the base, or -1 where the subset has it not; -1 for -1.
  @inlinable @inline(__always)
  func handle(ofPlace place: Int) -> Int {
    guard let subset, place >= 0 else { return place }
    return subset.contains(place) ? subset.rank(place) : -1
  }

  /// The newest handle of an identifier, which may have left, or -1.
  @inlinable @inline(__always)
  func handle(of identifier: Item) -> Int {
    guard added != nil else { return handle(ofPlace: base.find(identifier)) }
    return handle(of: identifier, hash: IdentifierTable.hash(identifier))
  }

  @inlinable @inline(__always)
  func handle(of identifier: Item, hash: UInt32) -> Int {
    if let added {
      let handle = added.find(identifier, hash: hash)
      if handle >= 0 { return baseCount &+ handle }
    }
    return handle(ofPlace: base.find(identifier, hash: hash))
  }

  /// Whether none of some identifiers has ever been here, as far as a few of them tell; a guess.
  @inlinable
  func isUnknown(_ identifiers: [Item]) -> Bool {
    count == 0
      || !stride(from: 0, to: identifiers.count, by: identifiers.count / 16 + 1)
        .contains { handle(of: identifiers[$0]) >= 0 }
  }

  /// Where an item stands, or nil.
  @inlinable @inline(__always)
  func position(of identifier: Item) -> Int? {
    let handle = handle(of: identifier)
    if handle < 0 { return nil }
    guard let order else { return handle }
    return order.position(of: handle)
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
    guard let order else { return try forEachItem(of: positions, body) }
    let runs = order.handles(in: positions)
    for run in runs.earlier { try forEachItem(of: run.handles, body) }
    try forEachItem(of: runs.last.handles, body)
  }

  /// The same for handles that follow each other.
  @inlinable @inline(__always)
  func forEachItem(
    of handles: Range<Int>, _ body: (IdentifierTable<Item>, Int) throws -> Void
  ) rethrows {
    let split = Swift.min(Swift.max(baseCount, handles.lowerBound), handles.upperBound)
    if let subset {
      try subset.forEach(at: handles.lowerBound..<split) { try body(base, $0) }
    } else {
      for place in handles.lowerBound..<split { try body(base, place) }
    }
    if split == handles.upperBound { return }
    let table = added.unsafelyUnwrapped
    let first = baseCount
    for handle in split..<handles.upperBound { try body(table, handle &- first) }
  }
}
