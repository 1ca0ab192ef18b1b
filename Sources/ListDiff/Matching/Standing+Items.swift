extension Standing {
  /// Takes every item by itself.
  ///
  /// - Complexity: O(*items* log *items*).
  @inlinable
  static func settleOneByOne(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, items: Int,
    into settled: inout ContiguousArray<MatchRun>
  ) {
    var values = ContiguousArray<Int32>()
    values.reserveCapacity(items)
    for index in range where !runs[index].motion.isCrossing {
      let run = runs[index]
      var old = run.old
      for _ in 0..<run.count {
        values.append(old)
        old &+= Int32(run.step)
      }
    }
    let stands = IncreasingSubsequence.longest(of: values)
    var place = 0
    var last: Int32 = -1
    for index in range {
      let run = runs[index]
      if run.motion.isCrossing {
        settled.append(run)
      } else {
        cut(run, stands, at: place, &last, into: &settled)
        place &+= Int(run.count)
      }
    }
  }

  /// Cuts a run where standing and moving items meet.
  ///
  /// A moved item has crossed some standing row, and the last standing one before it tells the way: it stood
  /// before that row if it went down, behind it if it went up.
  @inlinable
  static func cut(
    _ run: MatchRun, _ stands: ContiguousArray<Bool>, at place: Int, _ last: inout Int32,
    into settled: inout ContiguousArray<MatchRun>
  ) {
    var start = 0
    let count = Int(run.count)
    while start < count {
      let isStanding = stands[place &+ start]
      var end = start &+ 1
      while end < count, stands[place &+ end] == isStanding { end &+= 1 }
      let new = Int(run.new) &+ start
      var part = MatchRun(new: new, old: run.origin(of: new), count: end &- start, step: run.step)
      if isStanding {
        last = Int32(truncatingIfNeeded: run.origin(of: Int(part.newEnd) &- 1))
      } else {
        part.motion = part.old > last ? .up : .down
      }
      settled.append(part)
      start = end
    }
  }
}

extension MatchRun.Motion {
  /// Whether a run came from another section, and is known to have moved.
  @inlinable var isCrossing: Bool { self == .up || self == .down }
}
