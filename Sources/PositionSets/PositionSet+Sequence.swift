extension PositionSet: Sequence {
  /// The positions that are in, in increasing order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let words: ContiguousArray<UInt64>
    @usableFromInline var word = -1
    @usableFromInline var bits: UInt64 = 0

    @inlinable
    init(_ words: ContiguousArray<UInt64>) { self.words = words }

    /// The next position; nil after the last.
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

  /// Walks over the positions in increasing order.
  ///
  /// - Complexity: O(`count` + `bound` / 64) for all of them.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(words) }

  /// How many positions are in, exactly.
  @inlinable
  public var underestimatedCount: Int { count }

  /// Lends the bits: position *i* is bit *i* mod 64 of word *i* / 64, and all bits at the bound and above are zero.
  @inlinable
  public func withUnsafeWords<Result>(
    _ body: (UnsafeBufferPointer<UInt64>) throws -> Result
  ) rethrows -> Result {
    try words.withUnsafeBufferPointer(body)
  }
}
