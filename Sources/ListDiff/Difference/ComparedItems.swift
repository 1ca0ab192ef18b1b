// Invariants of this file: both pointers are valid while this object is in use, for `stride` bytes for each item
// of their list; callers pass indexes of items.

internal import LibC

/// The items of two lists, as memory.
///
/// Items with the same bytes are equal, whatever their type; `==` decides about the others.
///
/// It is a class, because copying its closures would cost more than a comparison.
final class ComparedItems {
  private let old: UnsafeRawPointer
  private let new: UnsafeRawPointer
  /// The number of bytes from one item to the next.
  private let stride: Int
  private let areEqualByOperator: (_ old: Int, _ new: Int) -> Bool
  /// Returns the index in the old list of the item at an index of the new one, or -1.
  let find: (_ new: Int) -> Int

  /// - Parameters:
  ///   - old: The first old item.
  ///   - new: The first new item.
  ///   - stride: The number of bytes from one item to the next.
  ///   - areEqual: Whether an old and a new item, given by their indexes, are equal.
  ///   - find: Returns the index in the old list of the item at an index of the new one, or -1.
  init(
    old: UnsafeRawPointer, new: UnsafeRawPointer, stride: Int, areEqual: @escaping (Int, Int) -> Bool,
    find: @escaping (Int) -> Int
  ) {
    self.old = old
    self.new = new
    self.stride = stride
    areEqualByOperator = areEqual
    self.find = find
  }

  @inline(__always)
  func areEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    haveSameBytes(oldIndex, newIndex) || areEqualByOperator(oldIndex, newIndex)
  }

  @inline(__always)
  private func haveSameBytes(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    // The usual sizes are constants, so that comparing an item takes a few instructions.
    switch stride {
    case 8: haveEqualBytes(old + oldIndex &* 8, new + newIndex &* 8, size: 8)
    case 16: haveEqualBytes(old + oldIndex &* 16, new + newIndex &* 16, size: 16)
    default: haveEqualBytes(old + oldIndex &* stride, new + newIndex &* stride, size: stride)
    }
  }

  /// Returns a number of items with the same bytes, from an old and a new index on, in steps of 1 or -1.
  ///
  /// In the same direction it compares blocks, so there may be a few more.
  ///
  /// It doubles the number of bytes that it compares at once until they differ: processors read memory fastest in
  /// long stretches upwards.
  ///
  /// - Complexity: O(*result*).
  @inline(never)
  func sameCount(old oldIndex: Int, new newIndex: Int, limit: Int, step: Int, isReversed: Bool) -> Int {
    var count = 0
    if isReversed {
      while count < limit, haveSameBytes(oldIndex &- count, newIndex &+ count) { count &+= 1 }
      return count
    }
    let first = old + (step > 0 ? oldIndex : oldIndex &+ 1) &* stride
    let second = new + (step > 0 ? newIndex : newIndex &+ 1) &* stride
    if first == second { return limit }
    var size = 128
    while count < limit &* stride {
      size = Swift.min(2 &* size, limit &* stride &- count)
      let offset = step > 0 ? count : 0 &- count &- size
      if memcmp(first + offset, second + offset, size) != 0 { break }
      count &+= size
    }
    return count / stride
  }
}
