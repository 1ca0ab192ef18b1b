extension ItemMatcher {
  /// Looks up what the stream left open, and puts all runs in new order.
  @inlinable
  mutating func join(_ pairs: [SectionPair], oldEnds: [Int]) -> ContiguousArray<MatchRun> {
    if matched == old.count || matched == new.count { return streamed }
    var joined = MatchRuns()
    var guess = -1
    var next = 0
    for pair in pairs {
      var index = pair.new.lowerBound
      var breaking = true
      var lastSection = 0..<0
      while index < pair.new.upperBound {
        if next < streamed.count, Int(streamed[next].new) == index {
          joined.finish()
          joined.runs.append(streamed[next])
          index = Int(streamed[next].newEnd)
          next &+= 1
          continue
        }
        let origin = find(index, guess: guess)
        if origin >= 0 {
          if !lastSection.contains(origin) {
            lastSection = section(of: origin, in: oldEnds)
            breaking = true
          }
          joined.append(new: index, old: origin, breaking: breaking)
          breaking = false
          guess = origin &+ 1
        }
        index &+= 1
      }
      joined.finish()
    }
    return joined.runs
  }

  /// Where a new item stood, or -1.
  @inlinable @inline(__always)
  func find(_ newIndex: Int, guess: Int) -> Int {
    if guess >= 0, guess < old.count, matches(guess, newIndex) { return guess }
    return IdentifierTable.find(
      new.baseAddress.unsafelyUnwrapped + newIndex, hash: newHashes[newIndex], slots: oldSlots, items: old)
  }

  /// The range of the old section that an index lies in.
  @inlinable
  func section(of index: Int, in ends: [Int]) -> Range<Int> {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low &+ high) / 2
      if ends[middle] <= index { low = middle &+ 1 } else { high = middle }
    }
    return (low == 0 ? 0 : ends[low &- 1])..<ends[low]
  }
}
