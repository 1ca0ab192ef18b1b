// The set operations that snapshots need: sets of indexes into other sets, and walks over two sets at once.

extension PositionSet {
  /// Whether two sets share their storage, which takes constant time; equal sets need not share it.
  @inlinable
  package func isCopy(of other: PositionSet) -> Bool {
    words.withUnsafeBufferPointer { first in
      other.words.withUnsafeBufferPointer { first.baseAddress == $0.baseAddress && bound == other.bound }
    }
  }

  /// Returns the positions of this set at the given indexes, whose bound is the count of this set.
  ///
  ///     self      0 1 . 3 . 5 6 .        indexes  0 1 2 3 4
  ///     indexes   1 2 4                  result   . 1 . 3 . . 6 .
  ///
  /// - Complexity: O(`bound` / 64), and O(1) for each position in a word of which only some positions stay.
  @usableFromInline
  package func members(at indexes: PositionSet) -> PositionSet {
    assert(indexes.bound == count)
    if indexes.isFull { return self }
    if isFull { return indexes }
    return PositionSet(bound: bound) { result in
      words.withUnsafeBufferPointer { words in
        indexes.words.withUnsafeBufferPointer { indexes in
          var index = 0
          for word in 0..<words.count {
            let here = words[word]
            if here == 0 { continue }
            let count = here.nonzeroBitCount
            result[word] = Self.deposit(
              Self.bits(of: indexes, at: index, count: count), into: here, count: count)
            index &+= count
          }
        }
      }
    }
  }

  /// Returns the number of positions that two sets with the same bound have in common.
  ///
  /// - Complexity: O(`bound` / 64).
  package func countInCommon(with other: PositionSet) -> Int {
    assert(bound == other.bound)
    return words.withUnsafeBufferPointer { first in
      other.words.withUnsafeBufferPointer { second in
        var count = 0
        for word in 0..<first.count { count &+= (first[word] & second[word]).nonzeroBitCount }
        return count
      }
    }
  }

  /// Copies the bits of a range of positions to words, starting at an offset; no bit is cleared.
  ///
  /// - Complexity: O(length of `range` / 64).
  package func write(_ range: Range<Int>, to target: UnsafeMutableBufferPointer<UInt64>, at offset: Int) {
    words.withUnsafeBufferPointer { words in
      var done = 0
      while done < range.count {
        let place = offset &+ done
        let count = Swift.min(64 &- place & 63, range.count &- done)
        let bits = Self.bits(of: words, at: range.lowerBound &+ done, count: count)
        target[place &>> 6] |= bits &<< UInt64(place & 63)
        done &+= count
      }
    }
  }

  /// Returns up to 64 bits, starting at a position, the first in the lowest bit.
  @inline(__always)
  private static func bits(of words: UnsafeBufferPointer<UInt64>, at position: Int, count: Int) -> UInt64 {
    let word = position &>> 6
    let shift = UInt64(position & 63)
    var bits = words[word] &>> shift
    if shift > 0, word &+ 1 < words.count { bits |= words[word &+ 1] &<< (64 &- shift) }
    return count == 64 ? bits : bits & ((1 &<< UInt64(count)) &- 1)
  }

  /// Distributes `count` bits to the places of the bits of a mask.
  @inline(__always)
  private static func deposit(_ bits: UInt64, into mask: UInt64, count: Int) -> UInt64 {
    if mask == .max { return bits }
    if bits == 0 { return 0 }
    if bits.nonzeroBitCount == count { return mask }
    var bits = bits
    var mask = mask
    var result: UInt64 = 0
    while bits != 0 {
      let lowest = mask & (0 &- mask)
      result |= lowest & (0 &- (bits & 1))
      mask ^= lowest
      bits &>>= 1
    }
    return result
  }

  /// Calls `body` with stretches of neighbouring positions at a range of indexes, in increasing order.
  ///
  /// A stretch also ends at the end of a word.
  ///
  /// - Complexity: O(stretches + words between).
  package func forEachStretch(at indexes: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
    if indexes.isEmpty { return }
    let first = select(indexes.lowerBound)
    try words.withUnsafeBufferPointer { words in
      var word = first &>> 6
      var bits = words[word] & (.max &<< UInt64(truncatingIfNeeded: first & 63))
      var left = indexes.count
      while true {
        while bits == 0 {
          word &+= 1
          bits = words[word]
        }
        let start = bits.trailingZeroBitCount
        let ones = (~(bits &>> UInt64(truncatingIfNeeded: start))).trailingZeroBitCount
        let length = Swift.min(ones, left)
        let position = word &<< 6 &+ start
        try body(position..<position &+ length)
        left &-= length
        if left == 0 { return }
        bits &= start &+ length == 64 ? 0 : .max &<< UInt64(truncatingIfNeeded: start &+ length)
      }
    }
  }

  /// Returns the first common position of two sets with the same bound in a range; nil if there is none.
  ///
  /// - Complexity: O(length of `range` / 64).
  package func firstInCommon(with other: PositionSet, in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = Swift.min((start | 63) &+ 1, range.upperBound)
      let bits = common(with: other, start..<end)
      if bits != 0 { return start & ~63 &+ bits.trailingZeroBitCount }
      start = end
    }
    return nil
  }

  /// Returns the last common position of two sets with the same bound in a range; nil if there is none.
  ///
  /// - Complexity: O(length of `range` / 64).
  package func lastInCommon(with other: PositionSet, in range: Range<Int>) -> Int? {
    var end = range.upperBound
    while end > range.lowerBound {
      let start = Swift.max((end &- 1) & ~63, range.lowerBound)
      let bits = common(with: other, start..<end)
      if bits != 0 { return start & ~63 &+ 63 &- bits.leadingZeroBitCount }
      end = start
    }
    return nil
  }

  /// Calls `body` with stretches of common positions, with no position of only one set in between.
  ///
  ///     self    0 1 . 3 4 . 6 7
  ///     other   0 1 2 3 . . 6 7          0 1 · 3 · 6 7
  ///
  /// - Parameters:
  ///   - range: The range of positions to walk over.
  ///   - body: Called with the index of the first position in this set, that in the other set, and the number
  ///     of positions.
  /// - Complexity: O(length of `range` / 64 + stretches).
  @inlinable @inline(__always)
  package func forEachStretch(
    inCommonWith other: PositionSet, in range: Range<Int>, _ body: (Int, Int, Int) -> Void
  ) {
    if range.isEmpty { return }
    var mine = rank(range.lowerBound)
    var theirs = other.rank(range.lowerBound)
    var open = (mine: mine, theirs: theirs, count: 0)
    words.withUnsafeBufferPointer { first in
      other.words.withUnsafeBufferPointer { second in
        var word = range.lowerBound &>> 6
        let last = (range.upperBound &- 1) &>> 6
        var mask = UInt64.max &<< UInt64(truncatingIfNeeded: range.lowerBound & 63)
        while word <= last {
          if word == last { mask &= .max &>> UInt64(truncatingIfNeeded: 63 &- (range.upperBound &- 1) & 63) }
          let x = first[word] & mask
          let y = second[word] & mask
          var both = x & y
          let apart = x ^ y
          while both != 0 {
            let low = UInt64(truncatingIfNeeded: both.trailingZeroBitCount)
            let below = (1 &<< low) &- 1
            // Up to the next position of only one set; a position of neither set does not separate.
            let next = apart & ~below
            let reach = next == 0 ? UInt64.max : (next & (0 &- next)) &- 1
            let stretch = both & reach
            let at = (
              mine: mine &+ (x & below).nonzeroBitCount, theirs: theirs &+ (y & below).nonzeroBitCount
            )
            if open.count == 0 || open.mine &+ open.count != at.mine || open.theirs &+ open.count != at.theirs
            {
              if open.count > 0 { body(open.mine, open.theirs, open.count) }
              open = (at.mine, at.theirs, 0)
            }
            open.count &+= stretch.nonzeroBitCount
            both &= ~reach
          }
          mine &+= x.nonzeroBitCount
          theirs &+= y.nonzeroBitCount
          mask = .max
          word &+= 1
        }
      }
    }
    if open.count > 0 { body(open.mine, open.theirs, open.count) }
  }

  /// Returns the bits that both sets have at positions of one word.
  private func common(with other: PositionSet, _ range: Range<Int>) -> UInt64 {
    let word = range.lowerBound &>> 6
    let from = UInt64.max &<< UInt64(range.lowerBound & 63)
    let below = UInt64.max &>> UInt64(63 &- (range.upperBound &- 1) & 63)
    return words[word] & other.words[word] & from & below
  }
}
