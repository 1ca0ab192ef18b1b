/// Decides which matched items stay: as many as possible, so that the fewest move.
///
///     old indexes, in new order    [0 1 2] 7 [3 4] 1 [5 6]       runs; no two have an item in common
///     unmoved                       0 1 2     3 4     5 6        a heaviest increasing subsequence
///
/// So a run stays or moves as a whole, and its weight is the number of its items. Of a reversed run, one item can
/// stay.
enum IncreasingRuns {
  /// Decides which runs of one section, in new order, stay, and in which direction the others moved.
  ///
  ///     old   1 2 3      moved 1: 2 and 3 stay, 1 moved down
  ///     new   2 1 3      unknown: 2 may have moved up instead
  ///
  /// - Parameters:
  ///   - runs: The runs of the section. Those from other sections have their motion and are passed through.
  ///   - moved: The increasing new indexes of the items that are known to have moved, if the order changed. All
  ///     others stay; if these did not keep their order, `moved` is ignored.
  ///   - settled: The list to which the runs are appended.
  /// - Complexity: O(*runs* · log *runs* + *moved*); O(*runs*) if the order did not change.
  static func settle(
    _ runs: ArraySlice<MatchRun>, moved: [Int] = [], into settled: inout ContiguousArray<MatchRun>
  ) {
    if isIncreasing(runs) {
      for run in runs { settled.append(run.motion.isCrossing ? run : run.part(run.newRange, .stays)) }
      return
    }
    let parts = moved.isEmpty ? [] : parts(of: runs, around: moved)
    let others = parts.lazy.filter { $0.motion == .stays }
    if !parts.isEmpty, isIncreasing(others) {
      append(parts[...], to: &settled) { parts[$0].motion == .stays }
    } else {
      let stays = heaviestIncreasing(runs)
      append(runs, to: &settled) { stays[$0 - runs.startIndex] }
    }
  }

  /// Whether the items that are not from other sections kept their order.
  private static func isIncreasing(_ runs: some Sequence<MatchRun>) -> Bool {
    var last: Int32 = -1
    for run in runs where !run.motion.isCrossing {
      if run.old <= last || (run.step < 0 && run.count > 1) { return false }
      last = run.old &+ run.count &- 1
    }
    return true
  }

  /// Appends runs with their motion.
  ///
  /// A moved item has crossed an unmoved row, and the last unmoved row before it shows the direction: the
  /// item was before that row if it moved down, behind it if it moved up.
  private static func append(
    _ runs: ArraySlice<MatchRun>, to settled: inout ContiguousArray<MatchRun>, _ stays: (Int) -> Bool
  ) {
    var last: Int32 = -1
    for (index, run) in zip(runs.indices, runs) {
      if run.motion.isCrossing {
        settled.append(run)
      } else if stays(index) {
        let first = run.step > 0 ? run.newRange.lowerBound : run.newRange.upperBound - 1
        if first > run.newRange.lowerBound { settled.append(run.part(run.newRange.lowerBound..<first, .up)) }
        settled.append(run.part(first..<run.newRange.upperBound, .stays))
        last = run.step > 0 ? run.old &+ run.count &- 1 : run.oldLow
      } else {
        settled.append(run.part(run.newRange, run.old > last ? .up : .down))
      }
    }
  }

  /// Cuts runs around moved items, which are undecided in the result; the others stay.
  private static func parts(of runs: ArraySlice<MatchRun>, around moved: [Int]) -> ContiguousArray<MatchRun> {
    var parts = ContiguousArray<MatchRun>()
    var next = 0
    for run in runs {
      if run.motion.isCrossing {
        parts.append(run)
        continue
      }
      var start = run.newRange.lowerBound
      while start < run.newRange.upperBound {
        while next < moved.count, moved[next] < start { next += 1 }
        let nextMoved = next < moved.count ? moved[next] : .max
        let end = min(nextMoved == start ? start + 1 : nextMoved, run.newRange.upperBound)
        parts.append(run.part(start..<end, nextMoved == start ? .undecided : .stays))
        start = end
      }
    }
    return parts
  }

  /// Returns for each run whether it belongs to one heaviest subsequence that increases in old order.
  ///
  /// A chain is such a subsequence: its weight in the upper half of a number, its last run in the lower. The
  /// heaviest chains that end before a rank are in a Fenwick tree.
  private static func heaviestIncreasing(_ runs: ArraySlice<MatchRun>) -> ContiguousArray<Bool> {
    let count = runs.count
    var ranks = ContiguousArray<Int32>(repeating: 0, count: count)
    for (rank, index) in runs.indexesInOldOrder().enumerated() {
      ranks[Int(index)] = Int32(truncatingIfNeeded: rank)
    }
    var previous = ContiguousArray<UInt32>(repeating: 0, count: count &+ 1)
    var heaviest: UInt64 = 0
    var chains = ContiguousArray<UInt64>(repeating: 0, count: count &+ 1)
    chains.withUnsafeMutableBufferPointer { chains in
      var number = 0
      for run in runs {
        number &+= 1
        if run.motion.isCrossing { continue }
        let rank = Int(ranks[number &- 1])
        var node = rank
        var chain: UInt64 = 0
        while node > 0 {
          chain = max(chain, chains[node])
          node &= node &- 1
        }
        previous[number] = UInt32(truncatingIfNeeded: chain)
        let weight = chain &>> 32 &+ UInt64(run.step > 0 ? run.count : 1)
        chain = weight &<< 32 | UInt64(number)
        heaviest = max(heaviest, chain)
        node = rank &+ 1
        // What is above a node includes it, so it is heavier as well.
        while node <= count, chains[node] < chain {
          chains[node] = chain
          node &+= node & (0 &- node)
        }
      }
    }
    var stays = ContiguousArray(repeating: false, count: count)
    var number = Int(UInt32(truncatingIfNeeded: heaviest))
    while number > 0 {
      stays[number &- 1] = true
      number = Int(previous[number])
    }
    return stays
  }
}
