/// Which of the matched items stand still: a longest increasing subsequence, so that the fewest move.
@usableFromInline
enum Standing {
  /// Decides for the runs of one section, given in new order, which stand and which way the others went.
  ///
  /// Runs from other sections come with their motion and pass through. A run of which a part stands is cut.
  @inlinable
  static func settle(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, into settled: inout ContiguousArray<MatchRun>
  ) {
    if isIncreasing(runs, in: range) {
      settled.append(contentsOf: runs[range])
      return
    }
    var values = ContiguousArray<Int32>()
    for run in runs[range] where run.motion == .stands {
      for index in run.newRange { values.append(Int32(truncatingIfNeeded: run.origin(of: index))) }
    }
    let stands = longestIncreasing(values)
    var place = 0
    var last: Int32 = -1
    for run in runs[range] {
      if run.motion == .stands {
        cut(run, stands[place..<place &+ Int(run.count)], &last, into: &settled)
        place &+= Int(run.count)
      } else {
        settled.append(run)
      }
    }
  }

  /// Cuts a run where standing and moving items meet.
  ///
  /// A moved item has crossed some standing row, and the last standing one before it tells the way: it stood
  /// before that row if it went down, behind it if it went up.
  @inlinable
  static func cut(
    _ run: MatchRun, _ stands: ArraySlice<Bool>, _ last: inout Int32,
    into settled: inout ContiguousArray<MatchRun>
  ) {
    var start = stands.startIndex
    while start < stands.endIndex {
      var end = start + 1
      while end < stands.endIndex, stands[end] == stands[start] { end += 1 }
      let new = Int(run.new) + start - stands.startIndex
      var part = MatchRun(new: new, old: run.origin(of: new), count: end - start, step: run.step)
      if stands[start] {
        last = Int32(truncatingIfNeeded: run.origin(of: Int(part.newEnd) - 1))
      } else {
        part.motion = part.old > last ? .up : .down
      }
      settled.append(part)
      start = end
    }
  }

  @inlinable
  static func isIncreasing(_ runs: ContiguousArray<MatchRun>, in range: Range<Int>) -> Bool {
    var last: Int32 = -1
    for index in range where runs[index].motion == .stands {
      let run = runs[index]
      if run.old <= last || (run.step < 0 && run.count > 1) { return false }
      last = run.old &+ run.count &- 1
    }
    return true
  }

  /// For each value whether it belongs to one longest increasing subsequence.
  @inlinable
  static func longestIncreasing(_ values: ContiguousArray<Int32>) -> [Bool] {
    var tails = ContiguousArray<Int32>()
    var previous = ContiguousArray<Int32>(repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if values[Int(tails[middle])] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(Int32(index)) } else { tails[low] = Int32(index) }
    }
    var stands = Array(repeating: false, count: values.count)
    var index = tails.last ?? -1
    while index >= 0 {
      stands[Int(index)] = true
      index = previous[Int(index)]
    }
    return stands
  }
}
