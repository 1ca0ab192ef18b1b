/// Which items a snapshot has, and in which order: an immutable base that copies share, which of its items are in, what
/// was added since, and the order. It knows items as numbers only; the items themselves are in `ItemStorage`.
///
///     base      a b c d e f g h        shared by every copy, never changed while shared
///     subset    a . c d . f g h        nil for all of the base
///     added     x y                    this copy's own
///     settled   a c x g h d f          an order of many runs; nil while there were few
///     runs      [a c] [x y] [g h] [d f]      nil while it is that of the handles, untouched
///
/// A *base index* counts through the base, whatever the subset. *Entries* count through the subset, then through added.
/// *Handles* are entries, or count through the settled order and then through the entries that came after it. A handle
/// that is no longer in the order is an item that left.
@usableFromInline
struct ItemOrder: Sendable {
  @usableFromInline private(set) var base = HashIndex()
  @usableFromInline private(set) var subset: PositionSet?
  @usableFromInline private(set) var added: HashIndex?
  private(set) var settled: SettledOrder?
  private(set) var runs: RunOrder?

  @usableFromInline
  init() {}

  /// How many entries belong to the base.
  @usableFromInline var baseCount: Int { subset?.count ?? base.count }

  /// How many entries there are, items that left included.
  var entryCount: Int { baseCount &+ (added?.count ?? 0) }

  /// How many handles there are, items that left included.
  var handleCount: Int { entryCount &- leftBeforeSettling }

  /// How many entries had left when the order was settled: by so many, later ones have a lower handle.
  private var leftBeforeSettling: Int { settled?.leftCount ?? 0 }

  /// How many items there are.
  @usableFromInline var count: Int { runs?.count ?? handleCount }

  /// Whether the items are those of the base or of a subset of it, in its order.
  var isUnedited: Bool { runs == nil && added == nil && settled == nil }

  /// Whether the items are those of the base, in its order.
  var isFlat: Bool { isUnedited && subset == nil }

  /// The order, also where it is that of the handles.
  private var allRuns: RunOrder { runs ?? RunOrder(identity: handleCount) }
}

// MARK: - Finding

extension ItemOrder {
  /// The entry of a base index, or -1 where the subset lacks it; -1 for -1.
  @usableFromInline
  func entry(ofBaseIndex index: Int) -> Int {
    guard let subset, index >= 0 else { return index }
    return subset.contains(index) ? subset.rank(index) : -1
  }

  /// Where an entry's item is kept: its index in the base, or among what was added.
  func location(ofEntry entry: Int) -> (isAdded: Bool, index: Int) {
    let split = baseCount
    return entry < split ? (false, subset?.select(entry) ?? entry) : (true, entry &- split)
  }

  /// The entry at a position, which must be in range.
  ///
  /// - Complexity: O(log *runs*).
  func entry(at position: Int) -> Int { entry(ofHandle: runs?.handle(at: position) ?? position) }

  private func entry(ofHandle handle: Int) -> Int {
    guard let settled else { return handle }
    return handle < settled.count
      ? Int(settled.entries[handle]) : handle &+ settled.entryCount &- settled.count
  }

  /// The handle of an entry, or -1 where it left before the order was settled; -1 for -1.
  func handle(ofEntry entry: Int) -> Int {
    guard let settled, entry >= 0 else { return entry }
    return entry < settled.entryCount
      ? Int(settled.handles[entry]) : entry &- settled.entryCount &+ settled.count
  }

  /// The position of an entry, or nil; nil for -1.
  @usableFromInline
  func position(ofEntry entry: Int) -> Int? {
    let handle = handle(ofEntry: entry)
    if handle < 0 { return nil }
    guard let runs else { return handle }
    return runs.position(of: handle)
  }

  /// Calls `body` with the stretches of neighbouring items at some positions, in order.
  ///
  /// - Parameter body: Called with whether the items are among those added, and with their indexes there or in the base.
  @usableFromInline
  func forEachStretch(in positions: Range<Int>, _ body: (_ isAdded: Bool, Range<Int>) throws -> Void) rethrows
  {
    let split = baseCount
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

  /// Calls `body` with the stretches of entries at some positions, in order.
  private func forEachEntryStretch(
    in positions: Range<Int>, _ body: (Range<Int>) throws -> Void
  ) rethrows {
    guard let runs else { return try forEachEntryStretch(of: positions, body) }
    let handles = runs.handles(in: positions)
    for run in handles.earlier { try forEachEntryStretch(of: run.handles, body) }
    try forEachEntryStretch(of: handles.last.handles, body)
  }

  private func forEachEntryStretch(
    of handles: Range<Int>, _ body: (Range<Int>) throws -> Void
  ) rethrows {
    guard let settled else { return try body(handles) }
    let split = Swift.min(Swift.max(settled.count, handles.lowerBound), handles.upperBound)
    try settled.forEachStretch(of: handles.lowerBound..<split, body)
    let shift = leftBeforeSettling
    try body(split &+ shift..<handles.upperBound &+ shift)
  }

  /// The hashes at all positions, in order.
  func hashesInOrder() -> ContiguousArray<UInt32> {
    if isFlat { return base.hashes }
    var hashes = ContiguousArray<UInt32>()
    hashes.reserveCapacity(count)
    forEachStretch(in: 0..<count) { isAdded, indexes in
      hashes.append(contentsOf: (isAdded ? added.unsafelyUnwrapped : base).hashes[indexes])
    }
    return hashes
  }
}

// MARK: - Editing

extension ItemOrder {
  /// Makes the order explicit: the handles below a number, in their order.
  private mutating func makeRuns(below handleCount: Int) {
    if runs == nil { runs = RunOrder(identity: handleCount) }
  }

  /// Inserts handles, which were given last, before a position.
  mutating func insert(_ handles: HandleRuns, at position: Int) {
    if handles.count == 0 { return }
    if runs == nil {
      let former = handleCount &- handles.count
      if position == former, handles.earlier.isEmpty, Int(handles.last.start) == former { return }
      makeRuns(below: former)
    }
    runs?.insert(handles, at: position)
  }

  /// Takes the items at some positions out of the order.
  mutating func remove(_ positions: Range<Int>) {
    if positions.isEmpty { return }
    makeRuns(below: handleCount)
    runs?.remove(positions)
  }

  /// Moves the items at some positions before another position, counted without them.
  mutating func move(_ positions: Range<Int>, to position: Int) {
    if positions.isEmpty { return }
    makeRuns(below: handleCount)
    guard let handles = runs?.handles(in: positions) else { return }
    runs?.remove(positions)
    runs?.insert(handles, at: position)
  }

  /// Whether no other copy has the base.
  mutating func isBaseUnique() -> Bool { isKnownUniquelyReferenced(&base) }

  /// Whether new items may go to the base: while it is this copy's alone, and all in.
  mutating func canAppendToBase() -> Bool { added == nil && subset == nil && isBaseUnique() }

  /// Makes what new items go to this copy's own: the base if that may be, otherwise what was added.
  mutating func prepareToAppend() {
    if added == nil {
      if !canAppendToBase() { added = HashIndex() }
    } else if !isKnownUniquelyReferenced(&added) {
      added = added.map { HashIndex(copying: $0) }
    }
  }

  /// Keeps new entries out of the order until they are placed.
  ///
  /// - Parameter handleCount: The number of handles before they came.
  mutating func holdBack(handlesFrom handleCount: Int) { makeRuns(below: handleCount) }

  /// A new entry for an item that has none.
  mutating func append(_ hash: UInt32) -> Int {
    guard let added else { return base.append(hash) }
    return baseCount &+ added.append(hash)
  }

  /// A new entry for an item whose content is new, or which left before the order was settled.
  mutating func renew(_ entry: Int, hash: UInt32) -> Int {
    guard let added else { return base.append(renewing: entry) }
    if entry >= baseCount { return baseCount &+ added.append(renewing: entry &- baseCount) }
    return baseCount &+ added.append(hash)
  }

  /// Replaces the handle at a position by one that was held back.
  mutating func replace(at position: Int, with handle: Int) {
    runs?.splice(position..<position &+ 1, with: HandleRuns(handle..<handle &+ 1))
  }

  /// Takes an item out of the order, and returns where it stood; nil when it is not in the order.
  mutating func remove(handle: Int) -> Int? {
    guard let position = runs?.position(of: handle) else { return nil }
    runs?.remove(position..<position &+ 1)
    return position
  }

  /// Takes all items of another index, in its order.
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
  /// Leaves the items at some positions, and the handles that have them: what had left before is forgotten.
  ///
  ///     base     a b c d e f g h          before [g h] [a b c d], restricted to h b d
  ///     subset   . b . d . . . h          after  [h] [b d]
  ///
  /// A stretch of handles stays a stretch whatever is taken out of it, so the order gets no longer by it; except for
  /// what was added, of which nothing is taken out.
  ///
  /// - Parameter kept: Positions; its bound is the number of items.
  /// - Complexity: O(*n* / 64 + *edits*), without hashing.
  mutating func restrict(to kept: PositionSet) {
    if isUnedited {
      if !kept.isFull { subset = subset?.members(at: kept) ?? kept }
    } else {
      restrictEdited(to: kept)
    }
  }

  private mutating func restrictEdited(to kept: PositionSet) {
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

  /// Makes an order of many runs one that can be edited as if it had none.
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

  /// Makes the order one of entries, however many runs it has.
  ///
  /// - Complexity: O(*n*), without hashing.
  private mutating func unsettle() {
    if settled == nil { return }
    var entries = HandleRuns()
    forEachEntryStretch(in: 0..<count) { entries.append(HandleRun(start: $0.lowerBound, count: $0.count)) }
    runs = RunOrder(entries)
    settled = nil
  }

  /// Forgets what left, or settles the order, once the edits have outgrown a share of it; returns whether the items
  /// should be made one array again.
  ///
  /// One eighth, and never more than 4096 runs, keeps both ends cheap: an edit costs little more than without, and
  /// shifting the runs stays faster than anything cleverer would be. Deletions leave no runs once what left is
  /// forgotten; the base stays shared then, and so it does when the order is settled. It is given up, for another index
  /// of all items, where much was added or left, or where no other copy has it and most of it is not shown.
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

  /// Whether most of what has an entry has left.
  private var hasMostlyLeft: Bool { entryCount &- count > count &+ 64 }

  /// Whether most of the base is not shown, here or anywhere.
  private mutating func isLeftAlone() -> Bool {
    subset != nil && base.count &- baseCount > count &+ 64 && isKnownUniquelyReferenced(&base)
  }
}

// MARK: - Comparing with another copy

extension ItemOrder {
  /// What this order has in common with that of another copy, when both are edits of one base; nil when not.
  ///
  ///     base         a b c d e f g h
  ///     old order    [a b c d e f g h]
  ///     new order    [a b] [x] [e f g h] [c]        compared run by run: a b, e f g h, and c
  ///
  /// - Parameters:
  ///   - old: The order of the other copy.
  ///   - oldEntry: The other copy's entry of an item that was added here, or -1.
  ///   - newEntry: The entry here of an item that was added to the other copy, or -1.
  /// - Complexity: O(*edits* of both · log *edits*), whatever the number of items, where both have the same subset of
  ///   the base and the same settled order; and O(*n*) where not.
  func runsInCommon(
    with old: ItemOrder, oldEntry: (_ added: Int) -> Int, newEntry: (_ oldAdded: Int) -> Int
  ) -> ContiguousArray<MatchRun>? {
    guard base === old.base else { return nil }
    let newOrder = order(byHandlesOf: old)
    var runs =
      newOrder.map { runsOfHandles($0, inCommonWith: old) } ?? runsOfItems(inCommonWith: old)
    if added === old.added { return runs }
    let extra = addedInCommon(
      with: old, sinceSettling: newOrder != nil, oldEntry: oldEntry, newEntry: newEntry)
    if extra.isEmpty { return runs }
    runs.append(contentsOf: extra)
    runs.sort { $0.new < $1.new }
    return runs
  }

  /// The order, by what the handles were when the order of an older copy was settled; nil where that is no ancestor.
  private func order(byHandlesOf old: ItemOrder) -> RunOrder? {
    if settled === old.settled { return allRuns }
    guard let settled, settled.origin.name === old.settled?.name else { return nil }
    return settled.originalHandles(of: allRuns)
  }

  /// The first entry that copies with the same settled order may have given to other items.
  private var firstOwnEntry: Int { Swift.max(baseCount, settled?.entryCount ?? 0) }

  /// The same handles in both, run by run; those of what both added only where they share it.
  private func runsOfHandles(
    _ newOrder: RunOrder, inCommonWith old: ItemOrder
  ) -> ContiguousArray<MatchRun> {
    let oldOrder = old.allRuns
    let subsets = SubsetPair(old: old.subset, new: subset, bound: base.count).filled()
    let oldSplit = old.firstOwnEntry &- old.leftBeforeSettling
    let split = old.settled == nil ? baseCount : oldSplit
    var runs = ContiguousArray<MatchRun>()
    for index in 0..<newOrder.runCount {
      let run = newOrder.run(at: index)
      let position = newOrder.position(ofRun: index)
      let middle = Swift.min(Swift.max(split, Int(run.start)), Int(run.end))
      if old.settled == nil {
        subsets.match(Int(run.start)..<middle, at: position, in: oldOrder, into: &runs)
      } else {
        // Nothing is taken out of a base without making the order one of entries.
        let shared = HandleRun(start: Int(run.start), count: middle &- Int(run.start))
        oldOrder.match(shared, at: position, into: &runs)
      }
      if middle < Int(run.end), added === old.added {
        oldOrder.match(
          HandleRun(start: middle &- split &+ oldSplit, count: Int(run.end) &- middle),
          at: position &+ middle &- Int(run.start), into: &runs)
      }
    }
    return runs
  }

  /// The same items of the base in both, and of what was added where they share it, one after the other.
  private func runsOfItems(inCommonWith old: ItemOrder) -> ContiguousArray<MatchRun> {
    let sharesAdded = added === old.added
    var positions = ContiguousArray<Int32>(repeating: -1, count: base.count &+ (old.added?.count ?? 0))
    var position: Int32 = 0
    let first = base.count
    old.forEachStretch(in: 0..<old.count) { isAdded, indexes in
      for index in indexes {
        positions[isAdded ? first &+ index : index] = position
        position &+= 1
      }
    }
    var runs = ContiguousArray<MatchRun>()
    var run = MatchRun(new: 0, old: 0, count: 0, motion: .undecided)
    var new = 0
    forEachStretch(in: 0..<count) { isAdded, indexes in
      for index in indexes {
        let before = !isAdded || sharesAdded ? Int(positions[isAdded ? first &+ index : index]) : -1
        if before >= 0 {
          if Int(run.newEnd) == new, Int(run.old &+ run.count) == before {
            run.count &+= 1
          } else {
            if run.count > 0 { runs.append(run) }
            run = MatchRun(new: new, old: before, count: 1, motion: .undecided)
          }
        }
        new &+= 1
      }
    }
    if run.count > 0 { runs.append(run) }
    return runs
  }

  /// The items both have of which at least one was added since they went different ways.
  ///
  /// - Parameter isSettled: Whether they went different ways after the order of `old` was settled.
  private func addedInCommon(
    with old: ItemOrder, sinceSettling isSettled: Bool, oldEntry: (Int) -> Int, newEntry: (Int) -> Int
  ) -> ContiguousArray<MatchRun> {
    let oldFirst = isSettled ? old.firstOwnEntry : old.baseCount
    let first = isSettled && old.settled != nil ? oldFirst : baseCount
    var runs = ContiguousArray<MatchRun>()
    for index in (first &- baseCount)..<Swift.max(first &- baseCount, added?.count ?? 0) {
      guard let new = position(ofEntry: baseCount &+ index),
        let before = old.position(ofEntry: oldEntry(index))
      else { continue }
      runs.append(MatchRun(new: new, old: before, count: 1, motion: .undecided))
    }
    for index in (oldFirst &- old.baseCount)..<Swift.max(oldFirst &- old.baseCount, old.added?.count ?? 0) {
      guard let before = old.position(ofEntry: old.baseCount &+ index), case let entry = newEntry(index),
        entry < first, let new = position(ofEntry: entry)
      else { continue }
      runs.append(MatchRun(new: new, old: before, count: 1, motion: .undecided))
    }
    return runs
  }
}
