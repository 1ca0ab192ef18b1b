/// Bytes at an address that does not change, and what keeps them there: an array, a mapped file, what a pipe
/// has brought.
///
/// A store that grows hands out longer and longer ones of the same bytes; those handed out before stay as they
/// are. Nobody may write to a byte that was handed out.
///
/// - Note: A mapped file that another program shortens is no longer all there; whoever maps it has to see to that.
public struct TextBytes: @unchecked Sendable {  // Bytes are not written again, the owner is only held.
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

  /// The bytes in `range` as text; what is no UTF-8 becomes U+FFFD.
  func string(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}

/// Memory that is given back with the last reference to it.
private final class Allocation {
  let bytes: UnsafeMutablePointer<UInt8>

  init(_ count: Int) { bytes = .allocate(capacity: max(count, 1)) }

  deinit { bytes.deallocate() }
}
