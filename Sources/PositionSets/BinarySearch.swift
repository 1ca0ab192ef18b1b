extension Range<Int> {
  /// The first index for which a condition holds that holds for all behind it as well; the upper bound where it
  /// holds for none.
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
