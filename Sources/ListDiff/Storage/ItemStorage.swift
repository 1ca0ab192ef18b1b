/// The items of a snapshot in order: an immutable base that copies share, what was added since, and the order.
///
///     base     a b c d e f g h        shared by every copy, never changed while shared
///     added    x y                    this copy's own
///     order    [a b c] [x] [g h] [d e f]      nil while it is base then added, untouched
///
/// Handles count through base and added. A handle that is no longer in the order is an item that left.
@usableFromInline
struct ItemStorage<Item: Hashable & Sendable>: Sendable {
  @usableFromInline var base: IdentifierTable<Item>
  @usableFromInline var added: IdentifierTable<Item>?
  @usableFromInline var order: RunOrder?

  @inlinable
  init() {
    base = IdentifierTable()
  }

  /// How many handles there are, items that left included.
  @inlinable var handleCount: Int { base.count &+ (added?.count ?? 0) }

  /// How many items there are.
  @inlinable var count: Int { order?.count ?? handleCount }

  /// Whether all items stand in one array, in order.
  @inlinable var isFlat: Bool { order == nil && added == nil }
}

extension ItemStorage {
  @inlinable @inline(__always)
  func item(forHandle handle: Int) -> Item {
    if handle < base.count { return base.items[handle] }
    return added.unsafelyUnwrapped.items[handle &- base.count]
  }

  @inlinable @inline(__always)
  func item(at position: Int) -> Item {
    item(forHandle: order?.handle(at: position) ?? position)
  }

  /// The newest handle of an identifier, which may have left, or -1.
  @inlinable @inline(__always)
  func handle(of identifier: Item) -> Int {
    guard added != nil else { return base.find(identifier) }
    return handle(of: identifier, hash: IdentifierTable.hash(identifier))
  }

  @inlinable @inline(__always)
  func handle(of identifier: Item, hash: UInt32) -> Int {
    guard let added else { return base.find(identifier, hash: hash) }
    let handle = added.find(identifier, hash: hash)
    return handle >= 0 ? base.count &+ handle : base.find(identifier, hash: hash)
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
    forEachHandle(in: positions) { result.append(item(forHandle: $0)) }
    return result
  }

  /// Calls `body` with the handles at some positions, in order.
  @inlinable
  func forEachHandle(in positions: Range<Int>, _ body: (Int) -> Void) {
    guard let order else {
      for handle in positions { body(handle) }
      return
    }
    order.handles(in: positions).forEach { run in
      for handle in run.handles { body(handle) }
    }
  }
}
