extension ItemStorage {
  /// What this order has in common with that of another copy, when both are edits of one base; nil when not.
  ///
  ///     base         a b c d e f g h
  ///     old order    [a b c d e f g h]
  ///     new order    [a b] [x] [e f g h] [c]        compared run by run: a b, e f g h, and c
  ///
  /// - Complexity: O(*edits* of both · log *edits*), whatever the number of items, where both have the same subset of
  ///   the base; and O(*n* / 64 + stretches) where not.
  @inlinable
  func runsInCommon(with old: ItemStorage) -> ContiguousArray<MatchRun>? {
    guard base === old.base else { return nil }
    let oldOrder = old.order ?? RunOrder(identity: old.handleCount)
    let newOrder = order ?? RunOrder(identity: handleCount)
    let subsets = SubsetPair(old: old.subset, new: subset, bound: base.count).filled()
    var runs = ContiguousArray<MatchRun>()
    for index in 0..<newOrder.runCount {
      let run = newOrder.run(at: index)
      let position = newOrder.position(ofRun: index)
      let middle = Swift.min(Swift.max(baseCount, Int(run.start)), Int(run.end))
      subsets.match(Int(run.start)..<middle, at: position, in: oldOrder, into: &runs)
      if middle < Int(run.end), added === old.added {
        oldOrder.match(
          HandleRun(start: middle &- baseCount &+ old.baseCount, count: Int(run.end) &- middle),
          at: position &+ middle &- Int(run.start), into: &runs)
      }
    }
    if added === old.added { return runs }
    let extra = addedInCommon(with: old, newOrder, oldOrder)
    if extra.isEmpty { return runs }
    runs.append(contentsOf: extra)
    runs.sort { $0.new < $1.new }
    return runs
  }

  /// The items both have of which at least one was added after the base.
  @inlinable
  func addedInCommon(
    with old: ItemStorage, _ newOrder: RunOrder, _ oldOrder: RunOrder
  ) -> ContiguousArray<MatchRun> {
    var runs = ContiguousArray<MatchRun>()
    if let added {
      for place in added.items.indices {
        guard let new = newOrder.position(of: baseCount &+ place) else { continue }
        let handle = old.handle(of: added.items[place], hash: added.hashes[place])
        guard handle >= 0, let before = oldOrder.position(of: handle) else { continue }
        runs.append(MatchRun(new: new, old: before, count: 1, motion: .undecided))
      }
    }
    if let oldAdded = old.added {
      for place in oldAdded.items.indices {
        guard let before = oldOrder.position(of: old.baseCount &+ place) else { continue }
        let handle = handle(of: oldAdded.items[place], hash: oldAdded.hashes[place])
        guard handle >= 0, handle < baseCount, let new = newOrder.position(of: handle) else { continue }
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
