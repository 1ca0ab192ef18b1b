extension PositionSet {
  /// Whether a position below the bound is in.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(_ position: Int) -> Bool {
    if position < 0 || position >= bound { Self.trapOutOfBounds(position, bound) }
    return words[position &>> 6] &>> UInt64(truncatingIfNeeded: position & 63) & 1 != 0
  }

  /// How many of the positions that are in are below one, which may be the bound itself.
  ///
  /// For a position that is in, that is its index among them: `select(rank(position)) == position`.
  ///
  /// - Complexity: O(1): at most eight words are counted.
  @inlinable
  public func rank(_ position: Int) -> Int {
    if position < 0 || position > bound { Self.trapOutOfBounds(position, bound) }
    let word = position &>> 6
    var rank = Int(ranks[word &>> 3])
    words.withUnsafeBufferPointer { words in
      var index = word & ~7
      while index < word {
        rank &+= words[index].nonzeroBitCount
        index &+= 1
      }
      let bit = UInt64(truncatingIfNeeded: position & 63)
      if bit != 0 { rank &+= (words[word] & ((1 &<< bit) &- 1)).nonzeroBitCount }
    }
    return rank
  }

  /// The position at an index among all that are in, in increasing order.
  ///
  /// - Parameter index: Below `count`.
  /// - Complexity: O(log(`bound` / 512)).
  @inlinable
  public func select(_ index: Int) -> Int {
    if index < 0 || index >= count { Self.trapNoSuchIndex(index, count) }
    // The last block with no more than `index` before it.
    let low = ranks.withUnsafeBufferPointer { ranks in
      (1..<ranks.count &- 1).partitioningIndex { Int(ranks[$0]) > index } &- 1
    }
    var left = index &- Int(ranks[low])
    return words.withUnsafeBufferPointer { words in
      var word = low &<< 3
      while true {
        let count = words[word].nonzeroBitCount
        if left < count { break }
        left &-= count
        word &+= 1
      }
      var bits = words[word]
      while left > 0 {
        bits &= bits &- 1
        left &-= 1
      }
      return word &<< 6 &+ bits.trailingZeroBitCount
    }
  }

  @usableFromInline @inline(never)
  static func trapNoSuchIndex(_ index: Int, _ count: Int) -> Never {
    fatalError("PositionSet.select(_:): index \(index) is not below the count \(count)")
  }
}
