internal import Synchronization

/// Bytes at an address that does not change, and what keeps them there: an array, a mapped file, what a pipe
/// has brought.
///
/// A store that grows hands out longer and longer ones of the same bytes; those handed out before stay as they
/// are. A byte that was handed out must not be written.
///
/// - Note: A mapped file that another program shortens is no longer all there; that is for the code that maps it to handle.
public struct TextBytes: @unchecked Sendable {
  // `@unchecked`: a pointer and a reference to any object are not Sendable for the compiler. Bytes that were handed out are not
  // written again, and of the owner nothing is used but its lifetime, so both may be read on any thread.
  /// Where they are.
  public let base: UnsafePointer<UInt8>
  /// How many there are.
  public let count: Int
  private let owner: AnyObject

  /// Bytes that `owner` keeps where they are for as long as it lives.
  public init(base: UnsafePointer<UInt8>, count: Int, owner: AnyObject) {
    self.base = base
    self.count = count
    self.owner = owner
  }

  /// A copy of `array`.
  public init(_ array: [UInt8]) {
    let allocation = Allocation(array.count)
    array.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { allocation.bytes.update(from: start, count: source.count) }
    }
    self.init(base: allocation.bytes, count: array.count, owner: allocation)
  }

  /// A copy of the UTF-8 of `string`.
  public init(_ string: String) {
    self.init(Array(string.utf8))
  }

  /// The byte at `offset`.
  @inlinable
  public subscript(offset: Int) -> UInt8 { base[offset] }

  /// Some of the bytes; valid for as long as this value lives.
  @inlinable
  public subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// The first `length` bytes, or all if there are fewer.
  public func prefix(_ length: Int) -> TextBytes {
    TextBytes(base: base, count: min(length, count), owner: owner)
  }

  /// Some of the bytes, in the same memory.
  public func part(_ range: Range<Int>) -> TextBytes {
    TextBytes(base: base + range.lowerBound, count: range.count, owner: owner)
  }

  /// These bytes and `more` behind them: in the same memory where there is room that nothing else has taken.
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

  /// The bytes in `range` as text; what is no UTF-8 becomes U+FFFD.
  func string(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}

/// Memory that is filled from its beginning to its end. A part that was claimed is written once, by the copy that claimed it.
// `@unchecked`: it has a pointer. `used` is atomic and hands out each part of the memory once, so no two threads write the same
// bytes, and none reads bytes before they are written.
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

  /// Takes a part; false if there is no room, or another one took it.
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

/// Memory that is given back with the last reference to it.
private final class Allocation {
  let bytes: UnsafeMutablePointer<UInt8>

  init(_ count: Int) { bytes = .allocate(capacity: max(count, 1)) }

  deinit { bytes.deallocate() }
}

/// Bytes with a name.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let formFeed: UInt8 = 0x0C
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B
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

  /// Blank, or the end of a line.
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
  /// `range` without blanks and line ends at its ends.
  @inline(__always)
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, base[lower].isSpace { lower += 1 }
    while lower < upper, base[upper - 1].isSpace { upper -= 1 }
    return lower..<upper
  }

  /// Where the words in `range` are: what stands between blanks.
  func words(_ range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var place = range.lowerBound
    while true {
      while place < range.upperBound, base[place].isSpace { place += 1 }
      guard place < range.upperBound else { return words }
      let start = place
      while place < range.upperBound, !base[place].isSpace { place += 1 }
      words.append(start..<place)
    }
  }

  /// Whether `text` stands at `offset`.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= count else { return false }
    for index in 0..<text.utf8CodeUnitCount where base[offset + index] != text.utf8Start[index] {
      return false
    }
    return true
  }
}
