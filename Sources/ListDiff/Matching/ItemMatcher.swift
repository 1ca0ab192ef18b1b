// Invariants of the three files of `ItemMatcher`: all pointers are valid while a matcher is in use (it lives in
// `withPointers` only); `old` and `oldHashes`, and `new` and `newHashes`, have the same count; indexes handed to
// `matches` are in range, which debug builds check.

/// A pair of ranges that belong to the same section; the old one is empty when the section is new.
@usableFromInline
struct SectionPair {
  @usableFromInline var old: Range<Int>
  @usableFromInline var new: Range<Int>

  @inlinable
  init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}

/// Finds the items that two lists have in common, and where they stood.
///
/// First the *stream*: both lists are walked together. Then the *join*: what the stream left open is looked up
/// in the old list's index. No identifier is hashed: both lists remember the hashes.
@usableFromInline
struct ItemMatcher<Item: Hashable & Sendable> {
  @usableFromInline let old: UnsafeBufferPointer<Item>
  @usableFromInline let oldHashes: UnsafeBufferPointer<UInt32>
  @usableFromInline let oldSlots: UnsafeBufferPointer<UInt64>
  @usableFromInline let new: UnsafeBufferPointer<Item>
  @usableFromInline let newHashes: UnsafeBufferPointer<UInt32>
  @usableFromInline var streamed = ContiguousArray<MatchRun>()
  @usableFromInline var matched = 0
  @usableFromInline var joined = MatchRuns()
  /// The old section that the last item found by the join lies in.
  @usableFromInline var oldSection = 0..<0

  @inlinable
  init(
    old: UnsafeBufferPointer<Item>, oldHashes: UnsafeBufferPointer<UInt32>,
    oldSlots: UnsafeBufferPointer<UInt64>, new: UnsafeBufferPointer<Item>,
    newHashes: UnsafeBufferPointer<UInt32>
  ) {
    self.old = old
    self.oldHashes = oldHashes
    self.oldSlots = oldSlots
    self.new = new
    self.newHashes = newHashes
  }

  /// The runs that two lists have in common, in new order; none reaches across a section's bounds.
  @inlinable
  static func match(
    from old: IdentifierTable<Item>, to new: IdentifierTable<Item>, pairs: [SectionPair], oldEnds: [Int]
  ) -> ContiguousArray<MatchRun> {
    old.items.withUnsafeBufferPointer { oldItems in
      old.hashes.withUnsafeBufferPointer { oldHashes in
        old.slots.withUnsafeBufferPointer { oldSlots in
          new.items.withUnsafeBufferPointer { newItems in
            new.hashes.withUnsafeBufferPointer { newHashes in
              var matcher = ItemMatcher(
                old: oldItems, oldHashes: oldHashes, oldSlots: oldSlots, new: newItems, newHashes: newHashes)
              for pair in pairs { matcher.stream(pair) }
              return matcher.join(pairs, oldEnds: oldEnds)
            }
          }
        }
      }
    }
  }

  /// Whether two items are the same.
  @inlinable @inline(__always)
  func matches(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    assert(oldIndex >= 0 && oldIndex < old.count && newIndex >= 0 && newIndex < new.count)
    let first = old.baseAddress.unsafelyUnwrapped + oldIndex
    let second = new.baseAddress.unsafelyUnwrapped + newIndex
    if sameBits(first, second) { return true }
    return oldHashes[oldIndex] == newHashes[newIndex] && first.pointee == second.pointee
  }
}
