/// A set of positions below a bound: which rows of a list match, which items of a snapshot are shown.
///
/// One bit for each position, and a count for each 512 of them, so that *how many are before this one* (`rank`) and
/// *which is the n-th* (`select`) are answered without walking. A million positions take 133 KB, however many are in.
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
///  words   …0110 1011 │ 0000 …        bit i of all words: position i is in
///  ranks   0          │ 221           how many are in before each block of eight words; last, how many are in at all
/// ```
///
/// The bits of the last word at the bound and above are always zero. A bound is at most `UInt32.max`.
public struct PositionSet: Sendable {
  /// The number of positions there are: members are at least 0 and below it.
  public let bound: Int
  @usableFromInline let words: ContiguousArray<UInt64>
  @usableFromInline let ranks: ContiguousArray<UInt32>

  /// How many positions are in.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { Int(ranks[ranks.count &- 1]) }

  /// Whether no position is in.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Whether each position below the bound is in.
  @inlinable
  public var isFull: Bool { count == bound }

  /// Creates a set of no positions.
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

  /// Creates a set of positions given in any order, repeated or not; each has to be below the bound.
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

  /// Creates a set whose bits are written in place.
  ///
  /// Position *i* is bit *i* mod 64 of word *i* / 64. Several threads may write at the same time if each keeps to words of
  /// its own; at multiples of 512 positions they do not share cache lines either.
  ///
  /// - Parameters:
  ///   - bound: Positions are below it.
  ///   - initialize: Sets bits. It is given all words, zero at first; what it sets at the bound or above is dropped.
  /// - Complexity: O(`bound` / 64) beside what `initialize` takes.
  public init(
    bound: Int, initializingWordsWith initialize: (UnsafeMutableBufferPointer<UInt64>) throws -> Void
  ) rethrows {
    var words = ContiguousArray<UInt64>(repeating: 0, count: Self.wordCount(bound))
    try words.withUnsafeMutableBufferPointer { try initialize($0) }
    self.init(words: words, bound: bound)
  }

  /// Creates a set of the bits of `wordCount(bound)` words; what is set at the bound or above is dropped.
  @usableFromInline
  init(words: consuming ContiguousArray<UInt64>, bound: Int) {
    if bound & 63 != 0 { words[words.count - 1] &= (1 << UInt64(bound & 63)) - 1 }
    self.bound = bound
    self.ranks = Self.ranks(words)
    self.words = words
  }

  /// How many words hold the bits of all positions below a bound.
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
