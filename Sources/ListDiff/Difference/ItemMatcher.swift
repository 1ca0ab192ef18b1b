// Invariants of this file: all pointers are valid while a matcher is in use (it exists only in `match`);
// indexes into hashes are in range, which debug builds check where they come from outside.

/// The item ranges of one section in both lists; the old one is empty if the section is new.
struct SectionPair {
  var old: Range<Int>
  var new: Range<Int>
}

/// Finds the items that two lists have in common, and their old positions.
///
/// First, the *stream* walks both lists together. Then the *join* looks up the remaining items in the old
/// list's index. Both compare hashes first, which are close together in memory, and then the items.
struct ItemMatcher {
  private let old: UnsafeBufferPointer<UInt32>
  private let oldSlots: UnsafeBufferPointer<UInt32>
  private let new: UnsafeBufferPointer<UInt32>
  private let items: ComparedItems
  private var streamed = ContiguousArray<MatchRun>()
  private var joined = ContiguousArray<MatchRun>()
  /// Whether the last run of `joined` may be continued: it is in the present sections.
  private var isOpen = false
  /// The old section that contains the last item found by the join.
  private var oldSection = 0..<0

  /// Returns the runs that two lists have in common, in new order. No run crosses a section's bounds.
  ///
  /// - Parameters:
  ///   - old: The index of the old list.
  ///   - new: The hashes of the new list.
  ///   - pairs: The sections of the new list.
  ///   - oldEnds: The ends of the old list's sections.
  ///   - items: The items of both lists.
  static func match(
    from old: HashIndex, to new: ContiguousArray<UInt32>, pairs: [SectionPair], oldEnds: [Int],
    items: ComparedItems
  ) -> ContiguousArray<MatchRun> {
    old.hashes.withUnsafeBufferPointer { oldHashes in
      old.withSlots { oldSlots in
        new.withUnsafeBufferPointer { newHashes in
          var matcher = ItemMatcher(old: oldHashes, oldSlots: oldSlots, new: newHashes, items: items)
          for pair in pairs { matcher.stream(pair) }
          let matched = matcher.streamed.reduce(0) { $0 &+ Int($1.count) }
          if matched == oldHashes.count || matched == newHashes.count { return matcher.streamed }
          matcher.join(pairs, oldEnds: oldEnds)
          var runs = matcher.streamed + matcher.joined
          // Both lists are in new order, and sorting merges them.
          if !matcher.streamed.isEmpty { runs.sort { $0.new < $1.new } }
          return runs
        }
      }
    }
  }

  private init(
    old: UnsafeBufferPointer<UInt32>, oldSlots: UnsafeBufferPointer<UInt32>,
    new: UnsafeBufferPointer<UInt32>, items: ComparedItems
  ) {
    self.old = old
    self.oldSlots = oldSlots
    self.new = new
    self.items = items
  }

  /// Whether two items have the same hash.
  @inline(__always)
  private func matches(_ oldIndex: Int, _ newIndex: Int) -> Bool { old[oldIndex] == new[newIndex] }

  /// Returns the number of equal items, from an old and a new index on, in steps of 1 or -1.
  ///
  /// After 16 equal items, it compares blocks of memory, without the hashes; if these differ, again after twice as
  /// many items.
  @inline(__always)
  private func equalCount(
    old oldIndex: Int, new newIndex: Int, limit: Int, oldStep: Int = 1, newStep: Int = 1
  ) -> Int {
    var count = 0
    var pause = 16
    var nextBlock = 16
    while count < limit {
      let old = oldIndex &+ count &* oldStep
      let new = newIndex &+ count &* newStep
      if count == nextBlock {
        let same = items.sameCount(
          old: old, new: new, limit: limit &- count, step: oldStep, isReversed: oldStep != newStep)
        count &+= same
        pause = same > 0 ? 16 : 2 &* pause
        nextBlock = count &+ pause
        if same > 0 { continue }
      }
      guard matches(old, new), items.areEqual(old, new) else { break }
      count &+= 1
    }
    return count
  }
}

// MARK: - Stream

extension ItemMatcher {
  /// Walks a section's old and new items together.
  ///
  ///     old   a b c d e f g          matched in step: a b, e f g
  ///     new   a b x e f g            after a look ahead: x is new, c d are deleted
  ///
  /// Equal stretches become runs. Where the lists differ, a look ahead, first near, then far, finds the next
  /// match. Looking far has a budget that grows with the number of items already passed, so that the walk is
  /// linear.
  private mutating func stream(_ pair: SectionPair) {
    var old = pair.old
    var new = pair.new
    let prefix = equalCount(
      old: old.lowerBound, new: new.lowerBound, limit: Swift.min(old.count, new.count))
    append(old: old.lowerBound, new: new.lowerBound, count: prefix)
    old = old.lowerBound + prefix..<old.upperBound
    new = new.lowerBound + prefix..<new.upperBound
    let suffix = equalCount(
      old: old.upperBound - 1, new: new.upperBound - 1, limit: Swift.min(old.count, new.count),
      oldStep: -1, newStep: -1)
    old = old.lowerBound..<old.upperBound - suffix
    new = new.lowerBound..<new.upperBound - suffix
    if !old.isEmpty, !new.isEmpty { streamMiddle(old, new) }
    append(old: old.upperBound, new: new.upperBound, count: suffix)
  }

  @inline(__always)
  private mutating func append(old: Int, new: Int, count: Int) {
    if count > 0 { streamed.append(MatchRun(new: new, old: old, count: count)) }
  }

  private mutating func streamMiddle(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var i = newRange.lowerBound
    var j = oldRange.lowerBound
    var spent = 0
    while i < newRange.upperBound, j < oldRange.upperBound {
      if matches(j, i) {
        let limit = Swift.min(oldRange.upperBound &- j, newRange.upperBound &- i)
        let count = equalCount(old: j, new: i, limit: limit)
        append(old: j, new: i, count: count)
        i &+= count
        j &+= count
        if count > 0 { continue }
      }
      let behind = (i &- newRange.lowerBound) &+ (j &- oldRange.lowerBound)
      let oldLeft = oldRange.upperBound &- j &- 1
      let newLeft = newRange.upperBound &- i &- 1
      if let skip = lookNear(j, oldLeft, i, newLeft) ?? lookFar(j, oldLeft, i, newLeft, &spent) {
        j &+= skip.old
        i &+= skip.new
        continue
      }
      if spent > 16384 &+ 3 &* behind { return }
      i &+= 1
      j &+= 1
    }
  }

  /// Looks for a match among the next eight items of either list, then among the next four of both.
  @inline(__always)
  private func lookNear(_ j: Int, _ oldLeft: Int, _ i: Int, _ newLeft: Int) -> (old: Int, new: Int)? {
    if let skip = look(j, oldLeft, i, newLeft, from: 1, through: 8) { return skip }
    for x in 1..<Swift.min(oldLeft, 4) &+ 1 {
      let hash = old[j &+ x]
      for y in 1..<Swift.min(newLeft, 4) &+ 1 where new[i &+ y] == hash { return (x, y) }
    }
    return nil
  }

  /// Looks for a match among 512 items of either list.
  @inline(never)
  private func lookFar(
    _ j: Int, _ oldLeft: Int, _ i: Int, _ newLeft: Int, _ spent: inout Int
  ) -> (old: Int, new: Int)? {
    let (oldWindow, newWindow) = (Swift.min(oldLeft, 512), Swift.min(newLeft, 512))
    let end = Swift.max(oldWindow, newWindow)
    if let skip = look(j, oldWindow, i, newWindow, from: 9, through: end) { return skip }
    spent &+= oldWindow &+ newWindow
    return nil
  }

  /// Looks for the items at two places among those of the other list at some distances, eight by turns.
  @inline(__always)
  private func look(
    _ j: Int, _ oldLeft: Int, _ i: Int, _ newLeft: Int, from start: Int, through end: Int
  ) -> (old: Int, new: Int)? {
    let (oldHash, newHash) = (old[j], new[i])
    var ahead = start
    while ahead <= end {
      let inOld = Self.lanes(of: newHash, in: old, at: j &+ ahead, count: oldLeft &- ahead &+ 1)
      let inNew = Self.lanes(of: oldHash, in: new, at: i &+ ahead, count: newLeft &- ahead &+ 1)
      if inOld | inNew != 0 {
        let old = inOld.trailingZeroBitCount
        let new = inNew.trailingZeroBitCount
        return old <= new ? (ahead &+ old, 0) : (0, ahead &+ new)
      }
      ahead &+= 8
    }
    return nil
  }

  /// Compares the next hashes, at most eight, with one hash; returns a bit for each, set if equal.
  @inline(__always)
  private static func lanes(
    of hash: UInt32, in hashes: UnsafeBufferPointer<UInt32>, at index: Int, count: Int
  ) -> UInt32 {
    if count <= 0 { return 0 }
    let first = hashes.baseAddress.unsafelyUnwrapped + index
    var bits: UInt32 = 0
    if count >= 8 {
      for lane in 0..<8 { bits |= (first[lane] == hash ? 1 : 0) &<< UInt32(truncatingIfNeeded: lane) }
    } else {
      for lane in 0..<count { bits |= (first[lane] == hash ? 1 : 0) &<< UInt32(truncatingIfNeeded: lane) }
    }
    return bits
  }
}

// MARK: - Join

extension ItemMatcher {
  /// Looks up the items that the stream did not match in the old list's index.
  ///
  ///     open new     q  d e f  z          d found in the index; e, f are its neighbours; q and z are new
  ///     old          … d e f …
  ///
  /// If the next item is a neighbour of the last item found, above or below, no lookup is necessary.
  /// Otherwise, items are looked up 32 at a time, so that their cache misses overlap.
  private mutating func join(_ pairs: [SectionPair], oldEnds: [Int]) {
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
        isOpen = false
      }
    }
  }

  /// Looks up a long range of new items.
  private mutating func lookUp(
    _ range: Range<Int>, in buffer: UnsafeMutableBufferPointer<Int32>, oldEnds: [Int]
  ) {
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

  /// Continues beside the last item found, down or up, as far as the items match; returns their number.
  @inline(__always)
  private mutating func follow(_ range: Range<Int>) -> Int {
    guard isOpen, let first = range.first, let open = joined.last, Int(open.newEnd) == first else { return 0 }
    let last = open.origin(of: first &- 1)
    let isReversed = open.step < 0 || (open.count == 1 && last > 0 && matches(last &- 1, first))
    let oldCount = isReversed ? last &- oldSection.lowerBound : oldSection.upperBound &- last &- 1
    let limit = Swift.min(range.count, oldCount)
    let step = isReversed ? -1 : 1
    let count = equalCount(old: last &+ step, new: first, limit: limit, oldStep: step)
    if count > 0 { extend(by: count, step: step) }
    return count
  }

  /// Looks up the waiting new items, at most 32: first finds all candidates, then appends those that are equal
  /// to runs.
  private mutating func lookUpBatch(
    _ waiting: inout Int, in buffer: UnsafeMutableBufferPointer<Int32>, oldEnds: [Int]
  ) {
    for position in 0..<waiting { buffer[32 &+ position] = candidate(new[Int(buffer[position])]) }
    for position in 0..<waiting where buffer[32 &+ position] >= 0 {
      let new = Int(buffer[position])
      let candidate = Int(buffer[32 &+ position])
      let old = items.areEqual(candidate, new) ? candidate : items.find(new)
      if old >= 0 { append(new: new, old: old, oldEnds: oldEnds) }
    }
    waiting = 0
  }

  @inline(__always)
  private mutating func append(new: Int, old: Int, oldEnds: [Int]) {
    if !oldSection.contains(old) {
      let section = oldEnds.firstIndex(above: old)
      oldSection = oldEnds.range(before: section)
      isOpen = false
    }
    if isOpen, let open = joined.last, Int(open.newEnd) == new {
      let step = old &- open.origin(of: new &- 1)
      if step == Int(open.step) || (open.count == 1 && step == -1) { return extend(by: 1, step: step) }
    }
    joined.append(MatchRun(new: new, old: old, count: 1, motion: .undecided))
    isOpen = true
  }

  @inline(__always)
  private mutating func extend(by count: Int, step: Int) {
    joined[joined.count &- 1].step = Int8(truncatingIfNeeded: step)
    joined[joined.count &- 1].count &+= Int32(truncatingIfNeeded: count)
  }

  /// Returns the first old item, starting at a hash's home slot, that may have this hash, or -1.
  @inline(__always)
  private func candidate(_ hash: UInt32) -> Int32 {
    guard oldSlots.count > 0 else { return -1 }
    let entries = IndexEntries(slotCount: oldSlots.count)
    let tag = entries.tag(of: hash)
    var slot = entries.home(of: hash)
    while case let entry = oldSlots[slot], entry != 0 {
      if entries.has(entry, tag) { return Int32(truncatingIfNeeded: entries.handle(of: entry)) }
      slot = entries.next(slot)
    }
    return -1
  }
}
