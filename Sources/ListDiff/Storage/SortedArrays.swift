extension ContiguousArray<Int32> {
  /// The place of the first value of an increasing array that is not less than a value.
  @inlinable
  func firstSortedIndex(of value: Int32) -> Int { indices.partitioningIndex { self[$0] >= value } }

  /// Whether an increasing array holds a value.
  @inlinable
  func containsSorted(_ value: Int32) -> Bool {
    let index = firstSortedIndex(of: value)
    return index < count && self[index] == value
  }
}

extension [Int] {
  /// The first place of an increasing array whose value is above another.
  @inlinable
  func firstIndex(above value: Int) -> Int { indices.partitioningIndex { self[$0] > value } }
}
