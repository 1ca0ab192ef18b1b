/// A set of positions below a bound, such as the rows that match a query, or the items that a snapshot shows.
///
/// It stores one bit per position, and a count for each 512 of them, so that *how many are before this one*
/// (`rank`) and *which is the n-th* (`select`) need no walk. A million positions take 133 KB, however many
/// are in the set.
///
/// ```swift
/// let even = PositionSet((0..<10).lazy.filter { $0.isMultiple(of: 2) }, bound: 10)  // 0 2 4 6 8
/// even.contains(4)  // true
/// even.rank(5)      // 3: 0, 2 and 4 are below 5
/// even.select(3)    // 6
/// Array(even.intersection(PositionSet([1, 2, 3, 4], bound: 10)))  // [2, 4]
/// ```
///
/// ```text
///  words   …0110 1011 │ 0000 …        bit i of all words: position i is in the set
///  ranks   0          │ 221           the count before each block of eight words; last, the count of the set
/// ```
///
/// The bits of the last word at the bound and above are always zero. A bound is at most `UInt32.max`.
public struct PositionSet: Sendable {
  /// The number of possible positions: members are at least 0 and less than this.
  public let bound: Int
  @usableFromInline let words: ContiguousArray<UInt64>
  @usableFromInline let ranks: ContiguousArray<UInt32>

  /// The number of positions in the set.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { Int(ranks[ranks.count &- 1]) }

  /// Whether the set has no position.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Whether the set has all positions below the bound.
  @inlinable
  public var isFull: Bool { count == bound }

  /// Creates an empty set.
  ///
  /// - Complexity: O(`bound` / 64).
  public init(bound: Int) {
    self.init(words: ContiguousArray(repeating: 0, count: Self.wordCount(bound)), bound: bound)
  }

  /// Creates the set of all positions below a bound.
  ///
  /// - Complexity: O(`bound` / 64).
  public init(allBelow bound: Int) {
    self.init(words: ContiguousArray(repeating: ~0, count: Self.wordCount(bound)), bound: bound)
  }

  /// Creates a set of positions below the bound, given in any order and possibly repeated.
  ///
  /// - Complexity: O(length of `positions` + `bound` / 64).
  @inlinable
  public init(_ positions: some Sequence<Int>, bound: Int) {
    self.init(bound: bound) { words in
      for position in positions {
        if position < 0 || position >= bound { Self.trapOutOfBounds(position, bound) }
        words[position &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: position & 63)
      }
    }
  }

  /// Creates a set by writing its bits in place.
  ///
  /// Position *i* is bit *i* mod 64 of word *i* / 64. Several threads may write at the same time if each
  /// keeps to words of its own; at multiples of 512 positions they do not share cache lines either.
  ///
  /// - Parameters:
  ///   - bound: All positions are less than this.
  ///   - initialize: Sets bits. It gets all words, initially zero; bits at the bound or above are dropped.
  /// - Complexity: O(`bound` / 64) plus the time of `initialize`.
  public init(
    bound: Int, initializingWordsWith initialize: (UnsafeMutableBufferPointer<UInt64>) throws -> Void
  ) rethrows {
    var words = ContiguousArray<UInt64>(repeating: 0, count: Self.wordCount(bound))
    try words.withUnsafeMutableBufferPointer { try initialize($0) }
    self.init(words: words, bound: bound)
  }

  /// Creates a set of the bits of `wordCount(bound)` words; bits at the bound or above are dropped.
  @usableFromInline
  init(words: consuming ContiguousArray<UInt64>, bound: Int) {
    if bound & 63 != 0 { words[words.count - 1] &= (1 << UInt64(bound & 63)) - 1 }
    self.bound = bound
    self.ranks = Self.ranks(words)
    self.words = words
  }

  /// Returns the number of words for the bits of all positions below a bound.
  private static func wordCount(_ bound: Int) -> Int {
    if bound < 0 || bound > Int(UInt32.max) {
      fatalError("PositionSet: a bound of \(bound) is not between 0 and \(UInt32.max)")
    }
    return (bound + 63) / 64
  }

  private static func ranks(_ words: ContiguousArray<UInt64>) -> ContiguousArray<UInt32> {
    let blocks = (words.count + 7) / 8
    return ContiguousArray(unsafeUninitializedCapacity: blocks + 1) { ranks, count in
      words.withUnsafeBufferPointer { words in
        var total: UInt32 = 0
        var index = 0
        for block in 0..<blocks {
          ranks.initializeElement(at: block, to: total)
          let end = Swift.min(index &+ 8, words.count)
          var sum = 0
          while index < end {
            sum &+= words[index].nonzeroBitCount
            index &+= 1
          }
          total &+= UInt32(truncatingIfNeeded: sum)
        }
        ranks.initializeElement(at: blocks, to: total)
      }
      count = blocks + 1
    }
  }

  @usableFromInline @inline(never)
  static func trapOutOfBounds(_ position: Int, _ bound: Int) -> Never {
    fatalError("PositionSet: position \(position) is not below \(bound)")
  }
}

extension PositionSet: Equatable {
  /// Whether two sets have the same bound and the same positions.
  public static func == (first: Self, second: Self) -> Bool {
    first.bound == second.bound && first.count == second.count && first.words == second.words
  }
}

extension PositionSet {
  /// Whether a position below the bound is in the set.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(_ position: Int) -> Bool {
    if position < 0 || position >= bound { Self.trapOutOfBounds(position, bound) }
    return words[position &>> 6] &>> UInt64(truncatingIfNeeded: position & 63) & 1 != 0
  }

  /// Returns the number of positions in the set below a given one, which may be the bound itself.
  ///
  /// For a position in the set, this is its index in the set: `select(rank(position)) == position`.
  ///
  /// - Complexity: O(1): it counts the bits of at most eight words.
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

  /// Returns the position at an index of the set, in increasing order.
  ///
  /// - Parameter index: An index less than `count`.
  /// - Complexity: O(log(`bound` / 512)).
  @inlinable
  public func select(_ index: Int) -> Int {
    if index < 0 || index >= count { Self.trapNoSuchIndex(index, count) }
    // The last block before which there are at most `index` positions.
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

/// Operations on two sets, which must have the same bound; otherwise they trap.
extension PositionSet {
  /// Returns the positions that are in both sets.
  ///
  /// - Complexity: O(`bound` / 64).
  public func intersection(_ other: PositionSet) -> PositionSet { combined(other) { $0 & $1 } }

  /// Returns the positions that are in at least one of two sets.
  ///
  /// - Complexity: O(`bound` / 64).
  public func union(_ other: PositionSet) -> PositionSet { combined(other) { $0 | $1 } }

  /// Returns the positions that are in this set and not in another.
  ///
  /// - Complexity: O(`bound` / 64).
  public func subtracting(_ other: PositionSet) -> PositionSet { combined(other) { $0 & ~$1 } }

  @inline(__always)
  private func combined(_ other: PositionSet, _ combine: (UInt64, UInt64) -> UInt64) -> PositionSet {
    if other.bound != bound {
      fatalError("PositionSet: sets with the bounds \(bound) and \(other.bound) cannot be combined")
    }
    // For empty words, Swift would write to the array that all empty arrays share.
    if words.isEmpty { return self }
    let combined = ContiguousArray<UInt64>(unsafeUninitializedCapacity: words.count) { combined, count in
      count = words.count
      words.withUnsafeBufferPointer { first in
        other.words.withUnsafeBufferPointer { second in
          for index in 0..<first.count {
            combined.initializeElement(at: index, to: combine(first[index], second[index]))
          }
        }
      }
    }
    return PositionSet(words: combined, bound: bound)
  }
}

extension PositionSet: Sequence {
  /// An iterator over the positions of a set, in increasing order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let words: ContiguousArray<UInt64>
    @usableFromInline var word = -1
    @usableFromInline var bits: UInt64 = 0

    @inlinable
    init(_ words: ContiguousArray<UInt64>) { self.words = words }

    /// Returns the next position; nil after the last.
    @inlinable
    public mutating func next() -> Int? {
      while bits == 0 {
        if word &+ 1 >= words.count { return nil }
        word &+= 1
        bits = words[word]
      }
      defer { bits &= bits &- 1 }
      return word &<< 6 &+ bits.trailingZeroBitCount
    }
  }

  /// Returns an iterator over the positions in increasing order.
  ///
  /// - Complexity: O(`count` + `bound` / 64) for all of them.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(words) }

  /// The number of positions, exactly.
  @inlinable
  public var underestimatedCount: Int { count }
}

extension Range<Int> {
  /// Returns the first index for which a condition holds, or the upper bound if it holds for none.
  ///
  /// If the condition holds for an index, it has to hold for all indexes behind.
  ///
  /// - Complexity: O(log *count*) calls of `condition`.
  @inlinable @inline(__always)
  package func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low &+ (high &- low) &>> 1
      if condition(middle) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}
