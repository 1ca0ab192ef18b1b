extension ItemStorage {
  /// The order, made explicit.
  @inlinable
  mutating func makeOrder() {
    if order == nil { order = RunOrder(identity: handleCount) }
  }

  /// Places handles before a position.
  @inlinable
  mutating func insert(_ handles: HandleRuns, at position: Int) {
    if handles.count == 0 { return }
    if order == nil {
      let former = handleCount &- handles.count
      if position == former, handles.earlier.isEmpty, Int(handles.last.start) == former { return }
      order = RunOrder(identity: former)
    }
    order?.insert(handles, at: position)
  }

  /// Takes the items at some positions out of the order.
  @inlinable
  mutating func remove(_ positions: Range<Int>) {
    if positions.isEmpty { return }
    makeOrder()
    order?.remove(positions)
  }

  /// Moves the items at some positions before another position, counted without them.
  @inlinable
  mutating func move(_ positions: Range<Int>, to position: Int) {
    if positions.isEmpty { return }
    makeOrder()
    guard let handles = order?.handles(in: positions) else { return }
    order?.remove(positions)
    order?.insert(handles, at: position)
  }

  /// The table new items go to: the base while it is nobody else's and all in, this copy's own additions otherwise.
  @inlinable
  mutating func makeTableUnique() {
    if added == nil {
      if subset != nil || !isKnownUniquelyReferenced(&base) { added = IdentifierTable() }
    } else if !isKnownUniquelyReferenced(&added) {
      added = added.map { IdentifierTable(copying: $0) }
    }
  }
}

extension ItemStorage {
  /// Gives identifiers handles, ready to be placed; nil when one of them is named twice.
  ///
  /// Items that stand in the order are taken out of it, and `leave` is called with the position of each. An identifier
  /// that comes with other content than before gets a new handle, so that the new value is the one seen.
  ///
  /// - Complexity: O(*m*) hashing for *m* identifiers.
  @inlinable
  mutating func intern(_ identifiers: [Item], leave: (Int) -> Void) -> HandleRuns? {
    let former = handleCount
    if isLarge(identifiers.count), !isKnownUniquelyReferenced(&base) || added != nil || subset != nil {
      base = isFlat ? IdentifierTable(copying: base) : flattened()
      subset = nil
      added = nil
      settled = nil
      order = nil
      return intern(identifiers, leave: leave)
    }
    makeTableUnique()
    var handles = HandleRuns()
    if added == nil {
      let fresh = base.appendPrefix(of: identifiers)
      handles = HandleRuns(former..<former + fresh)
    }
    if handles.count == identifiers.count { return handles }
    // What came in so far is in no order, so that after a refusal it does not seem to stand anywhere.
    if order == nil { order = RunOrder(identity: former) }
    guard Self.areDistinct(identifiers) else { return nil }
    for identifier in identifiers[handles.count...] {
      handles.append(intern(identifier, leave: leave))
    }
    return handles
  }

  /// Whether so many new items make sharing the base pointless.
  @inlinable
  func isLarge(_ newCount: Int) -> Bool { newCount > 16 && newCount > handleCount / 8 }

  @inlinable
  static func areDistinct(_ identifiers: [Item]) -> Bool {
    identifiers.count < 2 || IdentifierTable().appendPrefix(of: identifiers) == identifiers.count
  }

  /// The handle of one identifier, out of the order.
  @inlinable
  mutating func intern(_ identifier: Item, leave: (Int) -> Void) -> Int {
    let hash = IdentifierTable<Item>.hash(identifier)
    let entry = entry(of: identifier, hash: hash)
    if entry < 0 { return handle(ofEntry: append(absent: identifier, hash: hash)) }
    let handle = handle(ofEntry: entry)
    if handle >= 0, let position = order?.position(of: handle) {
      order?.remove(position..<position &+ 1)
      leave(position)
    }
    let isSame = handle >= 0 && sameBits(item(forEntry: entry), identifier)
    return isSame ? handle : self.handle(ofEntry: renew(entry, as: identifier, hash: hash))
  }

  /// A new entry for an item that has none.
  @inlinable
  mutating func append(absent identifier: Item, hash: UInt32) -> Int {
    guard let added else { return base.append(absent: identifier, hash: hash) }
    return baseCount &+ added.append(absent: identifier, hash: hash)
  }

  /// A new entry for an item whose content is new, or which left before the order was settled.
  @inlinable
  mutating func renew(_ entry: Int, as identifier: Item, hash: UInt32) -> Int {
    guard let added else { return base.append(renewing: entry, as: identifier) }
    if entry >= baseCount {
      return baseCount &+ added.append(renewing: entry &- baseCount, as: identifier)
    }
    return baseCount &+ added.append(absent: identifier, hash: hash)
  }
}

extension ItemStorage {
  /// Lets positions hold newer values of their items.
  ///
  /// - Complexity: O(*m* · *runs*) for a few values; many are written into an array of this copy's own.
  @inlinable
  mutating func renew(_ changes: [(position: Int, identifier: Item)]) {
    if changes.count > 64 {
      flatten()
      if !isKnownUniquelyReferenced(&base) { base = IdentifierTable(copying: base) }
      for change in changes { base.items[change.position] = change.identifier }
      return
    }
    for change in changes {
      makeOrder()
      makeTableUnique()
      let entry = entry(ofHandle: order?.handle(at: change.position) ?? change.position)
      let hash = IdentifierTable<Item>.hash(change.identifier)
      let renewed = handle(ofEntry: renew(entry, as: change.identifier, hash: hash))
      order?.splice(change.position..<change.position &+ 1, with: HandleRuns(renewed..<renewed &+ 1))
    }
  }
}
