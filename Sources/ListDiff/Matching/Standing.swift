/// Which of the matched items stand still: as many as can, so that the fewest move.
///
///     old places, in new order     [0 1 2] 7 [3 4] 1 [5 6]       [ ] streamed, the others found by the join
///     standing                      0 1 2     3 4     5 6        a heaviest increasing subsequence
///
/// What was streamed increases already. Where few items were found out of step, these cut the streamed runs into
/// few pieces, and the pieces are weighed; where many were, every item is taken by itself.
@usableFromInline
enum Standing {
  /// Decides for the runs of one section, given in new order, which stand and which way the others went.
  ///
  /// Runs from other sections come with their motion and pass through. A run of which a part stands is cut.
  @inlinable
  static func settle(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, into settled: inout ContiguousArray<MatchRun>
  ) {
    var undecided = 0
    var items = 0
    for index in range where !runs[index].motion.isCrossing {
      items &+= Int(runs[index].count)
      if runs[index].motion == .undecided { undecided &+= 1 }
    }
    if undecided == 0 {
      for index in range { settled.append(runs[index]) }
    } else if isIncreasing(runs, in: range) {
      for index in range {
        var run = runs[index]
        if !run.motion.isCrossing { run.motion = .stands }
        settled.append(run)
      }
    } else if undecided &* 6 < items {
      settleByWeight(runs, in: range, undecided: undecided, into: &settled)
    } else {
      settleOneByOne(runs, in: range, items: items, into: &settled)
    }
  }

  /// Whether all items of a section come in the order they had.
  @inlinable
  static func isIncreasing(_ runs: ContiguousArray<MatchRun>, in range: Range<Int>) -> Bool {
    var last: Int32 = -1
    for index in range where !runs[index].motion.isCrossing {
      let run = runs[index]
      if run.old <= last || (run.step < 0 && run.count > 1) { return false }
      last = run.old &+ run.count &- 1
    }
    return true
  }
}

extension Standing {
  /// Settles the runs of one section where it is known which items were moved: all others stand.
  ///
  ///     old   1 2 3      moved 1: 2 and 3 stand, 1 went down
  ///     new   2 1 3      not known: 2 may have gone up as well
  ///
  /// - Parameters:
  ///   - runs: Runs in new order; those from other sections come with their motion.
  ///   - range: The section's runs, which are not in the order they had.
  ///   - moved: New indexes of the items that were moved, increasing.
  /// - Returns: Whether it was so; not where the others are out of order, so that more than these have moved.
  /// - Complexity: O(*runs* + *moved*).
  @inlinable
  static func settle(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, moved: [Int],
    into result: inout ContiguousArray<MatchRun>
  ) -> Bool {
    var settled = ContiguousArray<MatchRun>()
    var next = 0
    var last: Int32 = -1
    for run in runs[range] {
      if run.motion.isCrossing {
        settled.append(run)
        continue
      }
      var start = Int(run.new)
      while start < Int(run.newEnd) {
        while next < moved.count, moved[next] < start { next += 1 }
        let isMoved = next < moved.count && moved[next] == start
        let limit = isMoved ? start + 1 : next < moved.count ? moved[next] : .max
        let count = min(limit, Int(run.newEnd)) - start
        var part = MatchRun(new: start, old: run.origin(of: start), count: count, step: run.step)
        if isMoved {
          part.motion = part.old > last ? .up : .down
        } else {
          guard part.oldLow > last, part.step > 0 || count == 1 else { return false }
          last = Int32(truncatingIfNeeded: part.oldRange.upperBound - 1)
        }
        settled.append(part)
        start += count
      }
    }
    result += settled
    return true
  }
}
