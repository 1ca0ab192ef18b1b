extension ItemStorage {
  /// What this order has in common with that of another copy, when both are edits of one base; nil when not.
  ///
  ///     base         a b c d e f g h
  ///     old order    [a b c d e f g h]
  ///     new order    [a b] [x] [e f g h] [c]        compared run by run: a b, e f g h, and c
  ///
  /// - Complexity: O(*edits* of both · log *edits*), whatever the number of items, where both have the same subset of
  ///   the base and the same settled order; and O(*n*) where not.
  @inlinable
  func runsInCommon(with old: ItemStorage) -> ContiguousArray<MatchRun>? {
    guard base === old.base else { return nil }
    let newOrder = order(byHandlesOf: old)
    var runs =
      newOrder.map { runsOfHandles($0, inCommonWith: old) } ?? runsOfPlaces(inCommonWith: old)
    if added === old.added { return runs }
    let extra = addedInCommon(with: old, sinceSettling: newOrder != nil)
    if extra.isEmpty { return runs }
    runs.append(contentsOf: extra)
    runs.sort { $0.new < $1.new }
    return runs
  }

  /// The order, by what the handles were when the order of an older copy was settled; nil where that is no ancestor.
  @inlinable
  func order(byHandlesOf old: ItemStorage) -> RunOrder? {
    let order = order ?? RunOrder(identity: handleCount)
    if settled === old.settled { return order }
    guard let settled, settled.origin.name === old.settled?.name else { return nil }
    return settled.originalHandles(of: order)
  }

  /// The first entry that copies with the same settled order may have given to other items.
  @inlinable var firstOwnEntry: Int { Swift.max(baseCount, settled?.entryCount ?? 0) }

  /// The same handles in both, run by run; those of what both added only where they share it.
  @inlinable
  func runsOfHandles(_ newOrder: RunOrder, inCommonWith old: ItemStorage) -> ContiguousArray<MatchRun> {
    let oldOrder = old.order ?? RunOrder(identity: old.handleCount)
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
  @inlinable
  func runsOfPlaces(inCommonWith old: ItemStorage) -> ContiguousArray<MatchRun> {
    let sharesAdded = added === old.added
    var positions = ContiguousArray<Int32>(repeating: -1, count: base.count &+ (old.added?.count ?? 0))
    var position: Int32 = 0
    let first = base.count
    old.forEachItem(in: 0..<old.count) { table, place in
      positions[table === base ? place : first &+ place] = position
      position &+= 1
    }
    var runs = ContiguousArray<MatchRun>()
    var run = MatchRun(new: 0, old: 0, count: 0, motion: .undecided)
    var new = 0
    forEachItem(in: 0..<count) { table, place in
      let isOfBase = table === base
      let before = isOfBase || sharesAdded ? Int(positions[isOfBase ? place : first &+ place]) : -1
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
    if run.count > 0 { runs.append(run) }
    return runs
  }

  /// The items both have of which at least one was added since they went different ways.
  ///
  /// - Parameter isSettled: Whether they went different ways after the order of `old` was settled.
  @inlinable
  func addedInCommon(with old: ItemStorage, sinceSettling isSettled: Bool) -> ContiguousArray<MatchRun> {
    let oldFirst = isSettled ? old.firstOwnEntry : old.baseCount
    let first = isSettled && old.settled != nil ? oldFirst : baseCount
    var runs = ContiguousArray<MatchRun>()
    if let added {
      for place in (first &- baseCount)..<added.count {
        guard let new = position(ofEntry: baseCount &+ place) else { continue }
        let entry = old.entry(of: added.items[place], hash: added.hashes[place])
        guard let before = old.position(ofEntry: entry) else { continue }
        runs.append(MatchRun(new: new, old: before, count: 1, motion: .undecided))
      }
    }
    if let oldAdded = old.added {
      for place in (oldFirst &- old.baseCount)..<oldAdded.count {
        guard let before = old.position(ofEntry: old.baseCount &+ place) else { continue }
        let entry = entry(of: oldAdded.items[place], hash: oldAdded.hashes[place])
        guard entry < first, let new = position(ofEntry: entry) else { continue }
        runs.append(MatchRun(new: new, old: before, count: 1, motion: .undecided))
      }
    }
    return runs
  }
}

extension RunOrder {
  /// Finds where handles stand here, and notes them as matches of the position they have elsewhere.
  @inlinable
  func match(_ handles: HandleRun, at new: Int, into runs: inout ContiguousArray<MatchRun>) {
    var place = Swift.max(0, firstPlace(above: Int(handles.start)) &- 1)
    while place < byHandle.count {
      let index = Int(byHandle[place])
      let run = run(at: index)
      if run.start >= handles.end { return }
      let low = Swift.max(run.start, handles.start)
      let high = Swift.min(run.end, handles.end)
      if low < high {
        runs.append(
          MatchRun(
            new: new &+ Int(low &- handles.start), old: position(ofRun: index) &+ Int(low &- run.start),
            count: Int(high &- low), motion: .undecided))
      }
      place &+= 1
    }
  }
}

extension ContiguousArray<MatchRun> {
  /// The runs, which are in new order, cut where a section begins or ends on either side.
  @inlinable
  func cut(newEnds: [Int], oldEnds: [Int]) -> Self {
    if newEnds.count == 1, oldEnds.count == 1 { return self }
    var result = Self()
    result.reserveCapacity(count &+ newEnds.count)
    var newSection = 0
    for run in self {
      var new = Int(run.new)
      var old = Int(run.old)
      let end = Int(run.newEnd)
      var oldSection = oldEnds.firstIndex(above: old)
      while new < end {
        while newEnds[newSection] <= new { newSection &+= 1 }
        while oldEnds[oldSection] <= old { oldSection &+= 1 }
        let count = Swift.min(end &- new, newEnds[newSection] &- new, oldEnds[oldSection] &- old)
        result.append(MatchRun(new: new, old: old, count: count, motion: .undecided))
        new &+= count
        old &+= count
      }
    }
    return result
  }
}
