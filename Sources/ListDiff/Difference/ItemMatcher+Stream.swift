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
    let oldHash = oldHashes[j]
    let newHash = newHashes[i]
    let window = Swift.min(oldLeft, newLeft, 6)
    var ahead = 1
    while ahead <= window {
      if oldHashes[j &+ ahead] == newHash { return (ahead, 0) }
      if newHashes[i &+ ahead] == oldHash { return (0, ahead) }
      ahead &+= 1
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

  /// Up to 512 items on either side, by turns.
  @inlinable @inline(never)
  func lookFar(
    _ j: Int, _ oldLeft: Int, _ i: Int, _ newLeft: Int, _ spent: inout Int
  ) -> (old: Int, new: Int)? {
    let oldHash = oldHashes[j]
    let newHash = newHashes[i]
    let oldWindow = Swift.min(oldLeft, 512)
    let newWindow = Swift.min(newLeft, 512)
    var ahead = 1
    while ahead <= oldWindow || ahead <= newWindow {
      if ahead <= oldWindow, oldHashes[j &+ ahead] == newHash { return (ahead, 0) }
      if ahead <= newWindow, newHashes[i &+ ahead] == oldHash { return (0, ahead) }
      ahead &+= 1
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
