// Invariants of this file, checked in debug builds:
// - `tails` increases up to `length` and holds `Int32.max` in the rest of the block of 64 that `length` is in.
// - `tops[b]` is the last of block b for every full block, `Int32.max` up to the end of the block of 64 after them.
// - Values are distinct, not negative, and less than `Int32.max`.

/// Finds a longest increasing subsequence of distinct numbers, by dealing them as patience cards.
///
///     tails     3 8 9 | 12 15 20 | 31 · ·       tails[k]: the least that ends a subsequence of length k + 1
///     tops          9         20    ·           one search among tops, one in a block
///
/// Both searches count what is less in 64 lanes at once, so that there is no branch to mispredict.
struct IncreasingSubsequence {
  let tails: UnsafeMutablePointer<Int32>
  let tops: UnsafeMutablePointer<Int32>
  var length = 0

  init(tails: UnsafeMutablePointer<Int32>, tops: UnsafeMutablePointer<Int32>) {
    self.tails = tails
    self.tops = tops
  }

  /// For each value whether it belongs to one longest increasing subsequence.
  ///
  /// - Complexity: O(*n* log *n*), O(*n*) for values that increase nearly everywhere.
  static func longest(of values: ContiguousArray<Int32>) -> ContiguousArray<Bool> {
    let capacity = values.count &+ 128
    var stands = ContiguousArray(repeating: false, count: values.count)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 &* capacity &+ capacity / 64 &+ 128) { memory in
      let tails = memory.baseAddress.unsafelyUnwrapped
      let places = tails + capacity
      let previous = places + capacity
      var subsequence = IncreasingSubsequence(tails: tails, tops: previous + capacity)
      for place in 0..<values.count {
        let rank = subsequence.deal(values[place])
        places[rank] = Int32(truncatingIfNeeded: place)
        previous[place] = rank > 0 ? places[rank &- 1] : -1
      }
      var place = subsequence.length > 0 ? Int(places[subsequence.length &- 1]) : -1
      while place >= 0 {
        stands[place] = true
        place = Int(previous[place])
      }
    }
    return stands
  }

  /// Puts a value where it belongs among the tails, and returns where that is.
  @inline(__always)
  mutating func deal(_ value: Int32) -> Int {
    if length == 0 || value > tails[length &- 1] {
      extend(with: value)
      return length &- 1
    }
    let block = firstBlock(notBelow: value)
    let rank = block &<< 6 &+ Self.count(below: value, in: tails + block &<< 6)
    assert(rank < length && tails[rank] > value && (rank == 0 || tails[rank &- 1] < value))
    tails[rank] = value
    if rank & 63 == 63 { tops[block] = value }
    return rank
  }

  @inline(__always)
  private mutating func extend(with value: Int32) {
    if length & 63 == 0 {
      (tails + length).initialize(repeating: .max, count: 64)
      if length & 4095 == 0 { (tops + length &>> 6).initialize(repeating: .max, count: 64) }
    }
    tails[length] = value
    if length & 63 == 63 { tops[length &>> 6] = value }
    length &+= 1
  }

  /// The first block whose last is not less than a value.
  @inline(__always)
  private func firstBlock(notBelow value: Int32) -> Int {
    if length <= 64 { return 0 }
    if length <= 4096 { return Self.count(below: value, in: tops) }
    return (0..<length &>> 6).partitioningIndex { tops[$0] >= value }
  }

  /// How many of 64 numbers are less than a value.
  @inline(__always)
  private static func count(below value: Int32, in numbers: UnsafeMutablePointer<Int32>) -> Int {
    let bytes = UnsafeRawPointer(numbers)
    let limit = SIMD16<Int32>(repeating: value)
    var sum = SIMD16<Int32>.zero
    for quarter in 0..<4 {
      let lanes = bytes.loadUnaligned(fromByteOffset: quarter &* 64, as: SIMD16<Int32>.self)
      // The sign of the difference: -1 where the lane is less. Nothing overflows, as nothing is negative.
      sum &+= (lanes &- limit) &>> 31
    }
    return Int(0 &- sum.wrappedSum())
  }
}
