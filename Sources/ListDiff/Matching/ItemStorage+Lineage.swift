extension ItemStorage {
  /// What this order has in common with that of another copy, when both are edits of one base; nil when not.
  ///
  ///     base         a b c d e f g h
  ///     old order    [a b c d e f g h]
  ///     new order    [a b] [x] [e f g h] [c]        compared run by run: a b, e f g h, and c
  ///
  /// - Complexity: O(*edits* of both · log *edits*), whatever the number of items.
  @inlinable
  func runsInCommon(with old: ItemStorage) -> ContiguousArray<MatchRun>? {
    guard base === old.base else { return nil }
    let shared = added === old.added ? handleCount : base.count
    let oldOrder = old.order ?? RunOrder(identity: old.handleCount)
    let newOrder = order ?? RunOrder(identity: handleCount)
    var extra = ContiguousArray<MatchRun>()
    if added !== old.added {
      extra = addedInCommon(with: old, newOrder, oldOrder)
    }
    var runs = ContiguousArray<MatchRun>()
    for index in 0..<newOrder.runCount {
      let run = newOrder.run(at: index)
      let end = Swift.min(Int(run.end), shared)
      if Int(run.start) < end {
        oldOrder.match(
          HandleRun(start: Int(run.start), count: end - Int(run.start)), at: newOrder.position(ofRun: index),
          into: &runs)
      }
    }
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
        guard let new = newOrder.position(of: base.count &+ place) else { continue }
        let handle = old.handle(of: added.items[place], hash: added.hashes[place])
        guard handle >= 0, let before = oldOrder.position(of: handle) else { continue }
        runs.append(MatchRun(new: new, old: before, count: 1, motion: .undecided))
      }
    }
    if let oldAdded = old.added {
      for place in oldAdded.items.indices {
        guard let before = oldOrder.position(of: base.count &+ place) else { continue }
        let handle = handle(of: oldAdded.items[place], hash: oldAdded.hashes[place])
        guard handle >= 0, handle < base.count, let new = newOrder.position(of: handle) else { continue }
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
