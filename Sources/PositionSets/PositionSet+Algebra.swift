/// Sets that are combined have the same bound.
extension PositionSet {
  /// The positions that are in both sets.
  ///
  /// - Complexity: O(`bound` / 64).
  public func intersection(_ other: PositionSet) -> PositionSet { combined(other) { $0 & $1 } }

  /// The positions that are in one of two sets or in both.
  ///
  /// - Complexity: O(`bound` / 64).
  public func union(_ other: PositionSet) -> PositionSet { combined(other) { $0 | $1 } }

  /// The positions that are in this set and not in another.
  ///
  /// - Complexity: O(`bound` / 64).
  public func subtracting(_ other: PositionSet) -> PositionSet { combined(other) { $0 & ~$1 } }

  @inline(__always)
  private func combined(_ other: PositionSet, _ combine: (UInt64, UInt64) -> UInt64) -> PositionSet {
    if other.bound != bound {
      fatalError("PositionSet: sets with the bounds \(bound) and \(other.bound) cannot be combined")
    }
    // Swift would write to the one array that all empty ones share.
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
