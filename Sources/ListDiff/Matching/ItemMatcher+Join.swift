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
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { buffer in
      var next = 0
      for pair in pairs {
        var waiting = 0
        var index = pair.new.lowerBound
        while index < pair.new.upperBound {
          let isStreamed = next < streamed.count && Int(streamed[next].new) < pair.new.upperBound
          let end = isStreamed ? Int(streamed[next].new) : pair.new.upperBound
          if end &- index >= 32 {
            lookUpBatch(&waiting, in: buffer, oldEnds: oldEnds)
            lookUp(index..<end, in: buffer, oldEnds: oldEnds)
          } else {
            for open in index..<end {
              buffer[waiting] = Int32(truncatingIfNeeded: open)
              waiting &+= 1
              if waiting == 32 { lookUpBatch(&waiting, in: buffer, oldEnds: oldEnds) }
            }
          }
          index = isStreamed ? Int(streamed[next].newEnd) : end
          next &+= isStreamed ? 1 : 0
        }
        lookUpBatch(&waiting, in: buffer, oldEnds: oldEnds)
        joined.finish()
      }
    }
    return Self.merge(streamed, joined.runs)
  }

  /// Two lists of runs as one, in new order.
  @inlinable
  static func merge(
    _ first: ContiguousArray<MatchRun>, _ second: ContiguousArray<MatchRun>
  ) -> ContiguousArray<MatchRun> {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    return ContiguousArray(unsafeUninitializedCapacity: first.count &+ second.count) { merged, count in
      var i = 0
      var j = 0
      while i < first.count || j < second.count {
        let takesFirst = j == second.count || (i < first.count && first[i].new < second[j].new)
        (merged.baseAddress.unsafelyUnwrapped + count).initialize(to: takesFirst ? first[i] : second[j])
        i &+= takesFirst ? 1 : 0
        j &+= takesFirst ? 0 : 1
        count &+= 1
      }
    }
  }

  /// Looks up a long stretch of new items.
  @inlinable
  mutating func lookUp(_ range: Range<Int>, in buffer: UnsafeMutableBufferPointer<Int32>, oldEnds: [Int]) {
    var index = range.lowerBound
    while index < range.upperBound {
      index &+= follow(index..<range.upperBound)
      var waiting = 0
      while waiting < 32, index < range.upperBound {
        buffer[waiting] = Int32(truncatingIfNeeded: index)
        waiting &+= 1
        index &+= 1
      }
      lookUpBatch(&waiting, in: buffer, oldEnds: oldEnds)
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

  /// Looks up the new items waiting, at most 32: first a candidate for each, then whether it is the one.
  @inlinable
  mutating func lookUpBatch(
    _ waiting: inout Int, in buffer: UnsafeMutableBufferPointer<Int32>, oldEnds: [Int]
  ) {
    for place in 0..<waiting { buffer[32 &+ place] = candidate(newHashes[Int(buffer[place])]) }
    for place in 0..<waiting {
      var origin = Int(buffer[32 &+ place])
      if origin < 0 { continue }
      let index = Int(buffer[place])
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
    waiting = 0
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
    let section = ends.firstIndex(above: index)
    return (section == 0 ? 0 : ends[section &- 1])..<ends[section]
  }
}
