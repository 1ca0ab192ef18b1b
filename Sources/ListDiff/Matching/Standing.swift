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
