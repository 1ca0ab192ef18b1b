extension ItemMatcher {
  /// Walks a section's old and new items together.
  ///
  ///     old   a b c d e f g          matched in step: a b, e f g
  ///     new   a b x e f g            looked ahead: x stands for nothing, c d for nothing
  ///
  /// What is equal goes out as runs; where the two differ, a look ahead, first near, then far, finds where they
  /// meet again. Far looks are paid from a budget that grows with what is behind, so that the walk is linear.
  @inlinable
  mutating func stream(_ pair: SectionPair) {
    var old = pair.old
    var new = pair.new
    let prefix = commonPrefix(old, new)
    append(old: old.lowerBound, new: new.lowerBound, count: prefix)
    old = old.lowerBound + prefix..<old.upperBound
    new = new.lowerBound + prefix..<new.upperBound
    let suffix = commonSuffix(old, new)
    old = old.lowerBound..<old.upperBound - suffix
    new = new.lowerBound..<new.upperBound - suffix
    if !old.isEmpty, !new.isEmpty { streamMiddle(old, new) }
    append(old: old.upperBound, new: new.upperBound, count: suffix)
  }

  @inlinable @inline(__always)
  mutating func append(old: Int, new: Int, count: Int) {
    if count == 0 { return }
    streamed.append(MatchRun(new: new, old: old, count: count))
    matched &+= count
  }

  @inlinable
  mutating func streamMiddle(_ old: Range<Int>, _ new: Range<Int>) {
    var i = new.lowerBound
    var j = old.lowerBound
    var spent = 0
    while i < new.upperBound, j < old.upperBound {
      if matches(j, i) {
        let start = i
        repeat {
          i &+= 1
          j &+= 1
        } while i < new.upperBound && j < old.upperBound && matches(j, i)
        append(old: j &- (i &- start), new: start, count: i &- start)
        continue
      }
      let behind = (i &- new.lowerBound) &+ (j &- old.lowerBound)
      let oldLeft = old.upperBound &- j &- 1
      let newLeft = new.upperBound &- i &- 1
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

  /// The next few items on either side, then on both.
  @inlinable @inline(__always)
  func lookNear(_ j: Int, _ oldLeft: Int, _ i: Int, _ newLeft: Int) -> (old: Int, new: Int)? {
    if oldLeft >= 8, newLeft >= 8 {
      let inOld = Self.lanes(of: newHashes[i], in: oldHashes, at: j &+ 1)
      let inNew = Self.lanes(of: oldHashes[j], in: newHashes, at: i &+ 1)
      if inOld | inNew != 0 {
        let old = inOld.trailingZeroBitCount
        let new = inNew.trailingZeroBitCount
        return old <= new ? (old &+ 1, 0) : (0, new &+ 1)
      }
    } else {
      var ahead = 1
      while ahead <= 8, ahead <= oldLeft || ahead <= newLeft {
        if ahead <= oldLeft, oldHashes[j &+ ahead] == newHashes[i] { return (ahead, 0) }
        if ahead <= newLeft, newHashes[i &+ ahead] == oldHashes[j] { return (0, ahead) }
        ahead &+= 1
      }
    }
    var x = 1
    while x <= Swift.min(oldLeft, 4) {
      let hash = oldHashes[j &+ x]
      var y = 1
      while y <= Swift.min(newLeft, 4) {
        if newHashes[i &+ y] == hash { return (x, y) }
        y &+= 1
      }
      x &+= 1
    }
    return nil
  }

  /// Which of eight hashes from a place on are equal to one: a bit for each.
  @inlinable @inline(__always)
  static func lanes(of hash: UInt32, in hashes: UnsafeBufferPointer<UInt32>, at index: Int) -> UInt32 {
    assert(index &+ 8 <= hashes.count)
    let first = hashes.baseAddress.unsafelyUnwrapped + index
    var bits: UInt32 = 0
    for lane in 0..<8 { bits |= (first[lane] == hash ? 1 : 0) &<< UInt32(truncatingIfNeeded: lane) }
    return bits
  }

  /// Up to 512 items on either side, eight by turns; then one by one what is left near an end.
  @inlinable @inline(never)
  func lookFar(
    _ j: Int, _ oldLeft: Int, _ i: Int, _ newLeft: Int, _ spent: inout Int
  ) -> (old: Int, new: Int)? {
    let oldHash = oldHashes[j]
    let newHash = newHashes[i]
    let oldWindow = Swift.min(oldLeft, 512)
    let newWindow = Swift.min(newLeft, 512)
    var ahead = 1
    while ahead &+ 7 <= oldWindow || ahead &+ 7 <= newWindow {
      let inOld = ahead &+ 7 <= oldWindow ? Self.lanes(of: newHash, in: oldHashes, at: j &+ ahead) : 0
      let inNew = ahead &+ 7 <= newWindow ? Self.lanes(of: oldHash, in: newHashes, at: i &+ ahead) : 0
      if inOld | inNew != 0 {
        let old = inOld.trailingZeroBitCount
        let new = inNew.trailingZeroBitCount
        return old <= new ? (ahead &+ old, 0) : (0, ahead &+ new)
      }
      ahead &+= 8
    }
    var old = oldWindow & ~7
    while old < oldWindow {
      old &+= 1
      if oldHashes[j &+ old] == newHash { return (old, 0) }
    }
    var new = newWindow & ~7
    while new < newWindow {
      new &+= 1
      if newHashes[i &+ new] == oldHash { return (0, new) }
    }
    spent &+= oldWindow &+ newWindow
    return nil
  }

  @inlinable
  func commonPrefix(_ old: Range<Int>, _ new: Range<Int>) -> Int {
    let limit = Swift.min(old.count, new.count)
    var count = 0
    while count < limit, matches(old.lowerBound &+ count, new.lowerBound &+ count) { count &+= 1 }
    return count
  }

  @inlinable
  func commonSuffix(_ old: Range<Int>, _ new: Range<Int>) -> Int {
    let limit = Swift.min(old.count, new.count)
    var count = 0
    while count < limit, matches(old.upperBound &- count &- 1, new.upperBound &- count &- 1) { count &+= 1 }
    return count
  }
}
