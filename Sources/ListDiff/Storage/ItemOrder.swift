/// The items of a snapshot and their order, as numbers; `ItemStorage` holds the items themselves.
///
/// It consists of an immutable base that copies share, the subset of the base in use, the items added since,
/// and the order:
///
///     base      a b c d e f g h        shared by all copies, never changed while shared
///     subset    a . c d . f g h        nil for all of the base
///     added     x y                    owned by this copy
///     settled   a c x g h d f          an order of many runs; nil as long as there are few
///     runs      [a c] [x y] [g h] [d f]      nil while the order is that of the handles
///
/// A *base index* numbers the items of the base, whatever the subset. *Entries* number the subset, then the
/// added items. *Handles* are entries, or number the settled order and then the entries added after it. A
/// handle that is not in the order any more belongs to a removed item.
@usableFromInline
struct ItemOrder: Sendable {
  @usableFromInline private(set) var base = HashIndex()
  @usableFromInline private(set) var subset: PositionSet?
  @usableFromInline private(set) var added: HashIndex?
  private(set) var settled: SettledOrder?
  private(set) var runs: RunOrder?

  @usableFromInline
  init() {}

  /// The number of entries in the base.
  @usableFromInline var baseCount: Int { subset?.count ?? base.count }

  /// The number of entries, including those of removed items.
  var entryCount: Int { baseCount &+ (added?.count ?? 0) }

  /// The number of handles, including those of removed items.
  var handleCount: Int { entryCount &- leftBeforeSettling }

  /// The number of entries removed before the order was settled. Later handles are lower by this number.
  private var leftBeforeSettling: Int { settled?.leftCount ?? 0 }

  @usableFromInline var count: Int { runs?.count ?? handleCount }

  /// Whether the items are those of the base or of a subset of it, in its order.
  var isUnedited: Bool { runs == nil && added == nil && settled == nil }

  /// Whether the items are those of the base, in its order.
  var isFlat: Bool { isUnedited && subset == nil }

  /// The order, created if it is that of the handles.
  private var allRuns: RunOrder { runs ?? RunOrder(identity: handleCount) }
}

// MARK: - Finding

extension ItemOrder {
  /// Returns the entry of a base index, or -1 if the subset lacks it; -1 for -1.
  @usableFromInline
  func entry(ofBaseIndex index: Int) -> Int {
    guard let subset, index >= 0 else { return index }
    return subset.contains(index) ? subset.rank(index) : -1
  }

  /// Returns the location of an entry's item: its index in the base or among the added items.
  func location(ofEntry entry: Int) -> (isAdded: Bool, index: Int) {
    let split = baseCount
    return entry < split ? (false, subset?.select(entry) ?? entry) : (true, entry &- split)
  }

  /// Returns the entry at a position, which must be in range.
  ///
  /// - Complexity: O(log *runs*).
  func entry(at position: Int) -> Int { entry(ofHandle: runs?.handle(at: position) ?? position) }

  private func entry(ofHandle handle: Int) -> Int {
    guard let settled else { return handle }
    return handle < settled.count
      ? Int(settled.entries[handle]) : handle &+ settled.entryCount &- settled.count
  }

  /// Returns the handle of an entry, or -1 if it was removed before the order was settled; -1 for -1.
  func handle(ofEntry entry: Int) -> Int {
    guard let settled, entry >= 0 else { return entry }
    return entry < settled.entryCount
      ? Int(settled.handles[entry]) : entry &- settled.entryCount &+ settled.count
  }

  /// Returns the position of an entry, or nil if it is not in the order; nil for -1.
  @usableFromInline
  func position(ofEntry entry: Int) -> Int? {
    let handle = handle(ofEntry: entry)
    if handle < 0 { return nil }
    guard let runs else { return handle }
    return runs.position(of: handle)
  }

  /// Calls `body` with stretches of neighbouring items at the given positions, in order.
  ///
  /// - Parameter body: Called with whether the items are added ones, and with their indexes there or in the
  ///   base.
  @usableFromInline
  func forEachStretch(in positions: Range<Int>, _ body: (_ isAdded: Bool, Range<Int>) throws -> Void) rethrows
  {
    let (split, subset) = (baseCount, subset)
    try forEachEntryStretch(in: positions) { entries in
      let middle = Swift.min(Swift.max(split, entries.lowerBound), entries.upperBound)
      if let subset {
        try subset.forEachStretch(at: entries.lowerBound..<middle) { try body(false, $0) }
      } else if entries.lowerBound < middle {
        try body(false, entries.lowerBound..<middle)
      }
      if middle < entries.upperBound { try body(true, middle &- split..<entries.upperBound &- split) }
    }
  }

  /// Calls `body` with stretches of consecutive entries at the given positions, in order.
  private func forEachEntryStretch(
    in positions: Range<Int>, _ body: (Range<Int>) throws -> Void
  ) rethrows {
    let (settled, shift) = (settled, leftBeforeSettling)
    let handles = runs?.handles(in: positions) ?? HandleRuns(positions)
    try handles.forEach { run in
      guard let settled else { return try body(run.handles) }
      let split = Swift.min(Swift.max(settled.count, Int(run.start)), Int(run.end))
      try settled.forEachStretch(of: Int(run.start)..<split, body)
      try body(split &+ shift..<Int(run.end) &+ shift)
    }
  }

  func hashesInOrder() -> ContiguousArray<UInt32> {
    if isFlat { return base.hashes }
    let (base, added) = (base.hashes, added?.hashes ?? [])
    var hashes = ContiguousArray<UInt32>()
    hashes.reserveCapacity(count)
    forEachStretch(in: 0..<count) { isAdded, indexes in
      for index in indexes { hashes.append((isAdded ? added : base)[index]) }
    }
    return hashes
  }
}

// MARK: - Editing

extension ItemOrder {
  /// Makes the order explicit, as the handles below a number, in increasing order.
  private mutating func makeRuns(below handleCount: Int) {
    if runs == nil { runs = RunOrder(identity: handleCount) }
  }

  /// Inserts handles, which were assigned last, before a position.
  mutating func insert(_ handles: HandleRuns, at position: Int) {
    if handles.count == 0 { return }
    if runs == nil {
      let former = handleCount &- handles.count
      if position == former, handles.earlier.isEmpty, Int(handles.last.start) == former { return }
      makeRuns(below: former)
    }
    runs?.splice(position..<position, with: handles)
  }

  /// Removes the items at the given positions from the order.
  mutating func remove(_ positions: Range<Int>) {
    if positions.isEmpty { return }
    makeRuns(below: handleCount)
    runs?.splice(positions)
  }

  /// Moves the items at some positions before another position, counted without them.
  mutating func move(_ positions: Range<Int>, to position: Int) {
    if positions.isEmpty { return }
    makeRuns(below: handleCount)
    guard let handles = runs?.handles(in: positions) else { return }
    runs?.splice(positions)
    runs?.splice(position..<position, with: handles)
  }

  /// Whether no other copy has the base.
  mutating func isBaseUnique() -> Bool { isKnownUniquelyReferenced(&base) }

  /// Whether new items can go to the base: only this copy has it, uses all of it, and has no added items.
  mutating func canAppendToBase() -> Bool { added == nil && subset == nil && isBaseUnique() }

  /// Ensures that new items go to an index that only this copy has: the base if possible, or the added items.
  mutating func prepareToAppend() {
    if added == nil {
      if !canAppendToBase() { added = HashIndex() }
    } else if !isKnownUniquelyReferenced(&added) {
      added = added.map { HashIndex(copying: $0) }
    }
  }

  /// Keeps new entries out of the order until they are inserted.
  ///
  /// - Parameter handleCount: The number of handles before the entries were created.
  mutating func holdBack(handlesFrom handleCount: Int) { makeRuns(below: handleCount) }

  /// Creates an entry for an item that has none, and returns it.
  mutating func append(_ hash: UInt32) -> Int {
    guard let added else { return base.append(hash) }
    return baseCount &+ added.append(hash)
  }

  /// Creates another entry for an item with new content, or removed before settling, and returns it.
  mutating func renew(_ entry: Int, hash: UInt32) -> Int {
    guard let added else { return base.append(renewing: entry) }
    if entry >= baseCount { return baseCount &+ added.append(renewing: entry &- baseCount) }
    return baseCount &+ added.append(hash)
  }

  /// Replaces the handle at a position by one that was held back.
  mutating func replace(at position: Int, with handle: Int) {
    runs?.splice(position..<position &+ 1, with: HandleRuns(handle..<handle &+ 1))
  }

  /// Removes an item from the order, and returns its former position; nil if it is not in the order.
  mutating func remove(handle: Int) -> Int? {
    guard let position = runs?.position(of: handle) else { return nil }
    runs?.splice(position..<position &+ 1)
    return position
  }

  /// Replaces all items by those of an index, in its order.
  mutating func flatten(to index: HashIndex) {
    base = index
    subset = nil
    added = nil
    settled = nil
    runs = nil
  }
}

// MARK: - Restricting

extension ItemOrder {
  /// Keeps only the items at the given positions, and drops the base entries of all others.
  ///
  ///     base     a b c d e f g h          before [g h] [a b c d], restricted to h b d
  ///     subset   . b . d . . . h          after  [h] [b d]
  ///
  /// It also drops the base entries of items that were removed before.
  ///
  /// A run of handles stays one run whatever is dropped from it, so the order does not get longer. Added
  /// items are an exception, because their index keeps all of them.
  ///
  /// - Parameter kept: The positions; the bound is the number of items.
  /// - Complexity: O(*n* / 64 + *edits*), without hashing.
  mutating func restrict(to kept: PositionSet) {
    if isUnedited {
      if !kept.isFull { subset = subset?.members(at: kept) ?? kept }
      return
    }
    unsettle()
    let order = allRuns
    let handles = order.handles(below: baseCount, at: kept)
    let left = order.runs(at: kept, renumbering: handles)
    if !handles.isFull { subset = subset?.members(at: handles) ?? handles }
    let isIdentity = left.earlier.isEmpty && (left.count == 0 || left.last.start == 0)
    if isIdentity, left.count == handles.count {
      runs = nil
      added = nil
    } else {
      runs = isIdentity && left.count == handleCount ? nil : RunOrder(left)
    }
  }

  /// Turns an order of many runs into a settled one, which can be edited as if it had no runs.
  ///
  /// - Complexity: O(*n*), without hashing.
  private mutating func settle() {
    var entries = ContiguousArray<Int32>()
    entries.reserveCapacity(count)
    forEachEntryStretch(in: 0..<count) { stretch in
      for entry in stretch { entries.append(Int32(truncatingIfNeeded: entry)) }
    }
    settled = SettledOrder(
      entries, entryCount: entryCount, origin: SettledOrder.Origin(settled, order: allRuns))
    runs = nil
  }

  /// Turns the order into one of entries, however many runs it has.
  ///
  /// - Complexity: O(*n*), without hashing.
  private mutating func unsettle() {
    if settled == nil { return }
    var entries = HandleRuns()
    forEachEntryStretch(in: 0..<count) { entries.append(HandleRun(start: $0.lowerBound, count: $0.count)) }
    runs = RunOrder(entries)
    settled = nil
  }

  /// Drops removed items or settles the order if there are too many of them or too many runs.
  ///
  /// Returns whether the items should be written into one array again.
  ///
  /// The limit is one eighth of the items and at most 4096 runs. Below it an edit costs little more than
  /// without runs, and shifting the runs is faster than a more elaborate structure. Dropping removed items
  /// also joins the runs that their deletion separated. The base stays shared in both cases. It should be
  /// replaced by an index of the current items if many were added or removed, or if only this copy has it and
  /// less than half of it is in use.
  mutating func compact() -> Bool {
    if isFlat { return false }
    let share = Swift.min(64 &+ count / 8, 4096)
    if runCount > share || hasMostlyLeft {
      if settled == nil || hasMostlyLeft { restrict(to: PositionSet(allBelow: count)) }
      if runCount > share / 2 { settle() }
    }
    assert(runs?.checkInvariants() ?? true)
    return (added?.count ?? 0) > 64 &+ count / 8 || hasMostlyLeft || isLeftAlone()
  }

  private var runCount: Int { runs?.runCount ?? 0 }

  /// Whether the removed items outnumber the others.
  private var hasMostlyLeft: Bool { entryCount &- count > count &+ 64 }

  /// Whether only this copy has the base and uses less than half of it.
  private mutating func isLeftAlone() -> Bool {
    subset != nil && base.count &- baseCount > count &+ 64 && isKnownUniquelyReferenced(&base)
  }
}

// MARK: - Comparing with another copy

extension ItemOrder {
  /// Returns the runs that this order has in common with an older copy's; nil if they have different bases, or
  /// if the copy's settled order is neither this one's nor the one from which this one was created.
  ///
  ///     base         a b c d e f g h
  ///     old order    [a b c d e f g h]
  ///     new order    [a b] [x] [e f g h] [c]        compared run by run: a b, e f g h, and c
  ///
  /// - Parameters:
  ///   - old: The order of the other copy.
  ///   - oldEntry: Returns the other copy's entry of an item that was added here, or -1.
  ///   - newEntry: Returns the entry here of an item that was added to the other copy, or -1.
  /// - Complexity: O(*edits* of both · log *edits*), whatever the number of items; O(*n* / 64) in addition if
  ///   their subsets differ.
  func runsInCommon(
    with old: ItemOrder, oldEntry: (_ added: Int) -> Int, newEntry: (_ oldAdded: Int) -> Int
  ) -> ContiguousArray<MatchRun>? {
    guard base === old.base, let order = order(byHandlesOf: old) else { return nil }
    let oldOrder = old.allRuns
    // Restricting a copy unsettles its order, so settled copies have the same subset.
    let subsets = SubsetPair(old: old.subset, new: subset, bound: base.count).filled()
    // The first entries that the copies may have given to different items, and their handles.
    let oldFirst = old.firstOwnEntry
    let first = old.settled == nil ? baseCount : oldFirst
    let (split, oldSplit) = (first &- old.leftBeforeSettling, oldFirst &- old.leftBeforeSettling)
    var runs = ContiguousArray<MatchRun>()
    for index in 0..<order.runCount {
      let run = order.run(at: index)
      let position = order.position(ofRun: index)
      let middle = Swift.min(Swift.max(split, Int(run.start)), Int(run.end))
      subsets.match(Int(run.start)..<middle, at: position, in: oldOrder, into: &runs)
      if middle < Int(run.end), added === old.added {
        oldOrder.match(
          HandleRun(start: middle &- split &+ oldSplit, count: Int(run.end) &- middle),
          at: position &+ middle &- Int(run.start), into: &runs)
      }
    }
    if added === old.added { return runs }
    // An item may be an added one of either copy, or of both.
    func append(_ entry: Int, _ oldEntry: Int) {
      guard let new = position(ofEntry: entry), let old = old.position(ofEntry: oldEntry) else { return }
      runs.append(MatchRun(new: new, old: old, count: 1, motion: .undecided))
    }
    let count = runs.count
    for entry in first..<Swift.max(first, entryCount) { append(entry, oldEntry(entry &- baseCount)) }
    for entry in oldFirst..<Swift.max(oldFirst, old.entryCount) {
      let newEntry = newEntry(entry &- old.baseCount)
      if newEntry < first { append(newEntry, entry) }
    }
    if runs.count > count { runs.sort { $0.new < $1.new } }
    return runs
  }

  /// Returns this order in the handles of an older copy; nil if that copy's settled order is no ancestor.
  private func order(byHandlesOf old: ItemOrder) -> RunOrder? {
    if settled === old.settled { return allRuns }
    guard let settled, settled.origin.name === old.settled?.name else { return nil }
    return settled.originalHandles(of: allRuns)
  }

  /// The first entry that copies with the same settled order may have given to different items.
  private var firstOwnEntry: Int { Swift.max(baseCount, settled?.entryCount ?? 0) }
}
