extension ItemMatcher {
  /// Looks up what the stream left open in the old list's index, and returns all runs in new order.
  ///
  ///     open new     q  d e f  z          d found in the index; e, f guessed beside it; q and z are new
  ///     old          … d e f …
  ///
  /// Where the last item found has a neighbour that is the next one, above or below, no index is needed. Where it
  /// has not, items are looked up 32 at a time, so that the cache misses of one do not wait for the other's.
  @inlinable
  mutating func join(_ pairs: [SectionPair], oldEnds: [Int]) -> ContiguousArray<MatchRun> {
    if matched == old.count || matched == new.count { return streamed }
    joined.runs.reserveCapacity(streamed.count)
    var next = 0
    for pair in pairs {
      var index = pair.new.lowerBound
      while index < pair.new.upperBound {
        if next < streamed.count, Int(streamed[next].new) < pair.new.upperBound {
          lookUp(index..<Int(streamed[next].new), oldEnds: oldEnds)
          joined.finish()
          joined.runs.append(streamed[next])
          index = Int(streamed[next].newEnd)
          next &+= 1
        } else {
          lookUp(index..<pair.new.upperBound, oldEnds: oldEnds)
          index = pair.new.upperBound
        }
      }
      joined.finish()
    }
    return joined.runs
  }

  /// Looks up a stretch of new items.
  @inlinable
  mutating func lookUp(_ range: Range<Int>, oldEnds: [Int]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let count = follow(index..<range.upperBound)
      index &+= count
      if count == 0 || index < range.upperBound {
        let end = Swift.min(index &+ 32, range.upperBound)
        lookUpBatch(index..<end, oldEnds: oldEnds)
        index = end
      }
    }
  }

  /// Goes on beside the last item found, down or up, as far as it matches; returns how far.
  @inlinable @inline(__always)
  mutating func follow(_ range: Range<Int>) -> Int {
    guard let first = range.first, joined.open.count > 0, Int(joined.open.newEnd) == first else { return 0 }
    let last = joined.open.origin(of: first &- 1)
    var step = Int(joined.open.step)
    if joined.open.count == 1, last > oldSection.lowerBound, matches(last &- 1, first) { step = -1 }
    var old = last &+ step
    var new = first
    while new < range.upperBound, old >= oldSection.lowerBound, old < oldSection.upperBound, matches(old, new)
    {
      old &+= step
      new &+= 1
    }
    if new > first { joined.extend(by: new &- first, step: step) }
    return new &- first
  }

  /// Looks up at most 32 new items: first a candidate for each by its hash, then whether it is the one.
  @inlinable
  mutating func lookUpBatch(_ range: Range<Int>, oldEnds: [Int]) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { candidates in
      for index in range { candidates[index &- range.lowerBound] = candidate(newHashes[index]) }
      for index in range {
        var origin = Int(candidates[index &- range.lowerBound])
        if origin < 0 { continue }
        if !matches(origin, index) {
          origin = IdentifierTable.find(
            new.baseAddress.unsafelyUnwrapped + index, hash: newHashes[index], slots: oldSlots, items: old)
          if origin < 0 { continue }
        }
        if !oldSection.contains(origin) {
          oldSection = section(of: origin, in: oldEnds)
          joined.finish()
        }
        joined.append(new: index, old: origin)
      }
    }
  }

  /// The first old item on the way from a hash's home that has this hash, or -1.
  @inlinable @inline(__always)
  func candidate(_ hash: UInt32) -> Int32 {
    let slots = oldSlots.baseAddress.unsafelyUnwrapped
    var slot = IdentifierTable<Item>.home(of: hash, in: oldSlots.count)
    while true {
      let entry = slots[slot]
      if entry == 0 { return -1 }
      if UInt32(truncatingIfNeeded: entry &>> 32) == hash {
        return Int32(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
      }
      slot &+= 1
      if slot == oldSlots.count { slot = 0 }
    }
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
