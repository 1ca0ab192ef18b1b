// Invariants of this file: both pointers are valid while this object is in use, for `stride` bytes for each item
// of their list; callers pass indexes of items.

internal import LibC

/// The items of two lists, as memory.
///
/// Items with the same bytes are equal, whatever their type; `==` decides about the others.
///
/// It is a class, because copying its closures would cost more than a comparison.
final class ComparedItems {
  /// How two lists are walked together.
  enum Direction {
    case forward
    case backward
    /// The new list forward, the old one backward.
    case reversed

    var oldStep: Int { self == .forward ? 1 : -1 }

    var newStep: Int { self == .backward ? -1 : 1 }
  }

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
    // The usual sizes are constants, so that comparing an item takes a few instructions.
    let haveSameBytes =
      switch stride {
      case 8: haveSameBytes(oldIndex, newIndex, size: 8)
      case 16: haveSameBytes(oldIndex, newIndex, size: 16)
      default: haveSameBytes(oldIndex, newIndex, size: stride)
      }
    return haveSameBytes || areEqualByOperator(oldIndex, newIndex)
  }

  @inline(__always)
  private func haveSameBytes(_ oldIndex: Int, _ newIndex: Int, size: Int) -> Bool {
    Self.difference(old + oldIndex &* size, new + newIndex &* size, size: size) == 0
  }

  /// Returns a number of items with the same bytes, from an old and a new index on. It compares blocks, so there
  /// may be a few more.
  ///
  /// - Complexity: O(*result*).
  @inline(never)
  func sameCount(old oldIndex: Int, new newIndex: Int, limit: Int, _ direction: Direction) -> Int {
    let first = old + oldIndex &* stride
    let second = new + newIndex &* stride
    switch (direction, stride) {
    case (.forward, _):
      return Self.sameBytes(first, second, limit: limit &* stride, isForward: true) / stride
    case (.backward, _):
      return Self.sameBytes(first + stride, second + stride, limit: limit &* stride, isForward: false)
        / stride
    case (.reversed, 8): return Self.sameReversed(first, second, size: 8, limit: limit)
    case (.reversed, 16): return Self.sameReversed(first, second, size: 16, limit: limit)
    case (.reversed, _): return Self.sameReversed(first, second, size: stride, limit: limit)
    }
  }

  /// Returns a number of bytes that are the same behind, or before, two places in memory.
  ///
  /// It doubles the number of bytes that it compares at once until they differ: processors read memory fastest in
  /// long stretches upwards.
  private static func sameBytes(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, limit: Int, isForward: Bool
  ) -> Int {
    if first == second { return limit }
    var count = 0
    var size = 128
    while count < limit {
      size = Swift.min(2 &* size, limit &- count)
      let offset = isForward ? count : 0 &- count &- size
      if memcmp(first + offset, second + offset, size) != 0 { break }
      count &+= size
    }
    return count
  }

  /// Returns a number of items with the same bytes, downwards from one place in memory and upwards from another.
  @inline(__always)
  private static func sameReversed(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, size: Int, limit: Int
  ) -> Int {
    var count = 0
    while count &+ 8 <= limit {
      var difference: UInt64 = 0
      for item in count..<count &+ 8 {
        difference |= Self.difference(first - item &* size, second + item &* size, size: size)
      }
      if difference != 0 { break }
      count &+= 8
    }
    return count
  }

  /// Returns 0 if the bytes at two places in memory are the same.
  @inline(__always)
  private static func difference(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, size: Int) -> UInt64 {
    var difference: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= size {
      difference |=
        first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < size {
      difference |= UInt64(
        first.load(fromByteOffset: offset, as: UInt8.self)
          ^ second.load(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
    return difference
  }
}
