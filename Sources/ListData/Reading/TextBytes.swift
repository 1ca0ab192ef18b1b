internal import Synchronization

/// Bytes at a fixed address, together with the object that keeps them there: an array, a mapped file, the
/// output of a pipe.
///
/// A store that grows hands out increasingly longer values of the same bytes; earlier values do not change.
/// A byte that was handed out must not be written.
///
/// - Note: If another program shortens a mapped file, bytes become unreadable; the code that maps the file
///   handles that.
package struct TextBytes: @unchecked Sendable {
  // `@unchecked`: the compiler does not consider a pointer and a reference to any object Sendable. Bytes that
  // were handed out are not written again, and only the lifetime of the owner is used, so any thread may read
  // both.
  /// The address of the first byte.
  package let base: UnsafePointer<UInt8>
  /// The number of bytes.
  package let count: Int
  private let owner: AnyObject

  /// Creates a value of bytes that `owner` keeps in place for as long as it lives.
  package init(base: UnsafePointer<UInt8>, count: Int, owner: AnyObject) {
    self.base = base
    self.count = count
    self.owner = owner
  }

  /// Creates a copy of `array`.
  package init(_ array: [UInt8]) {
    let allocation = Allocation(array.count)
    array.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { allocation.bytes.update(from: start, count: source.count) }
    }
    self.init(base: allocation.bytes, count: array.count, owner: allocation)
  }

  /// Creates a copy of the UTF-8 of `string`.
  package init(_ string: String) {
    self.init(Array(string.utf8))
  }

  /// The byte at `offset`.
  @inlinable
  package subscript(offset: Int) -> UInt8 { base[offset] }

  /// The bytes in `range`; valid for as long as this value lives.
  @inlinable
  package subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Returns the first `length` bytes, or all if there are fewer.
  package func prefix(_ length: Int) -> TextBytes {
    TextBytes(base: base, count: min(length, count), owner: owner)
  }

  /// Returns the bytes in `range`, in the same memory.
  package func part(_ range: Range<Int>) -> TextBytes {
    TextBytes(base: base + range.lowerBound, count: range.count, owner: owner)
  }

  /// Returns these bytes followed by `more`: in the same memory if there is free capacity behind them.
  ///
  /// - Complexity: O(*n*) in the length of `more`, on average.
  func appending(_ more: [UInt8]) -> TextBytes {
    let length = count + more.count
    if let room = owner as? Room, room.claim(count..<length) {
      room.write(more, at: count)
      return TextBytes(base: base, count: length, owner: room)
    }
    let room = Room(2 * length + 64, used: length)
    room.write(UnsafeBufferPointer(start: base, count: count), at: 0)
    room.write(more, at: count)
    return TextBytes(base: room.start, count: length, owner: room)
  }

  /// Returns the bytes in `range` as text; invalid UTF-8 becomes U+FFFD.
  func string(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}

/// Memory that is filled from start to end. The copy that claims a part writes it, once.
// `@unchecked`: it has a pointer. `used` is atomic and hands out each part of the memory once, so no two
// threads write the same bytes, and no thread reads bytes before they are written.
private final class Room: @unchecked Sendable {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private let used: Atomic<Int>

  init(_ capacity: Int, used: Int) {
    bytes = .allocate(capacity: capacity)
    self.capacity = capacity
    self.used = Atomic(used)
  }

  deinit { bytes.deallocate() }

  var start: UnsafePointer<UInt8> { UnsafePointer(bytes) }

  /// Claims a part; returns false if it does not fit or another copy claimed it.
  func claim(_ range: Range<Int>) -> Bool {
    range.upperBound <= capacity
      && used.compareExchange(
        expected: range.lowerBound, desired: range.upperBound, ordering: .acquiringAndReleasing
      ).exchanged
  }

  func write(_ text: some Collection<UInt8>, at offset: Int) {
    _ = UnsafeMutableBufferPointer(start: bytes + offset, count: text.count).initialize(from: text)
  }
}

/// Memory that is freed with the last reference to it.
private final class Allocation {
  let bytes: UnsafeMutablePointer<UInt8>

  init(_ count: Int) { bytes = .allocate(capacity: max(count, 1)) }

  deinit { bytes.deallocate() }
}

/// Named byte values.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let formFeed: UInt8 = 0x0C
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B
  /// The separators of files, groups, records and units.
  static let separators: ClosedRange<UInt8> = 0x1C...0x1F
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let percent: UInt8 = 0x25
  static let apostrophe: UInt8 = 0x27
  static let openParenthesis: UInt8 = 0x28
  static let closeParenthesis: UInt8 = 0x29
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let backslash: UInt8 = 0x5C
  static let lowerE: UInt8 = 0x65
  static let lowerU: UInt8 = 0x75
}

extension UInt8 {
  @inline(__always)
  var isBlank: Bool { self == ASCII.space || self == ASCII.tab }

  /// Whether the byte is a blank or ends a line.
  @inline(__always)
  var isSpace: Bool { isBlank || self == ASCII.newline || self == ASCII.carriageReturn }

  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isUppercase: Bool { self &- 0x41 < 26 }

  @inline(__always)
  var isLowercase: Bool { self &- 0x61 < 26 }

  @inline(__always)
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
}

extension TextBytes {
  /// Returns `range` without blanks and line ends at both ends.
  @inline(__always)
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, base[lower].isSpace { lower += 1 }
    while lower < upper, base[upper - 1].isSpace { upper -= 1 }
    return lower..<upper
  }

  /// Returns the ranges of the words in `range`, separated by white space.
  func words(_ range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var offset = range.lowerBound
    while true {
      while offset < range.upperBound, base[offset].isSpace { offset += 1 }
      guard offset < range.upperBound else { return words }
      let start = offset
      while offset < range.upperBound, !base[offset].isSpace { offset += 1 }
      words.append(start..<offset)
    }
  }

  /// Whether the bytes at `offset` equal `text`.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= count else { return false }
    for index in 0..<text.utf8CodeUnitCount where base[offset + index] != text.utf8Start[index] {
      return false
    }
    return true
  }
}
