/// Searches in bytes, 16 at a time.
///
/// Invariant: 16 bytes are loaded at `i` only if `i + 16` is not beyond the end of the range.
extension TextBytes {
  /// Returns the offset of the first `byte` in `range`, or nil.
  ///
  /// - Complexity: O(*n*), some gigabytes per second.
  @inline(__always)
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    first(in: range, orEach: { $0 .== SIMD16(repeating: byte) }, { $0 == byte })
  }

  /// Returns the end of the line that contains `offset` and the start of the next; nil before its end arrives.
  @inline(__always)
  func lineEnd(from offset: Int, isComplete: Bool) -> (end: Int, next: Int)? {
    if let newline = first(ASCII.newline, in: offset..<count) { return (newline, newline + 1) }
    return isComplete ? (count, count) : nil
  }

  /// Returns the offset of the first occurrence of one of two bytes in `range`, or nil.
  @inline(__always)
  func first(_ one: UInt8, or other: UInt8, in range: Range<Int>) -> Int? {
    first(
      in: range,
      orEach: { ($0 .== SIMD16(repeating: one)) .| ($0 .== SIMD16(repeating: other)) },
      { $0 == one || $0 == other })
  }

  /// Whether all bytes in `range` are printable ASCII, so that each byte takes one screen column.
  func isPlainASCII(_ range: Range<Int>) -> Bool {
    first(
      in: range,
      orEach: { ($0 &- SIMD16(repeating: 0x20)) .>= SIMD16(repeating: 0x5F) },
      { $0 &- 0x20 >= 0x5F }) == nil
  }

  /// Whether all bytes in `range` are ASCII without backslashes, so that each letter has only one spelling.
  package func isPlain(_ range: Range<Int>) -> Bool {
    first(
      in: range,
      orEach: { ($0 .>= SIMD16(repeating: 0x80)) .| ($0 .== SIMD16(repeating: ASCII.backslash)) },
      { $0 >= 0x80 || $0 == ASCII.backslash }) == nil
  }

  /// Whether `range` contains a lower-case ASCII word, in letters of either case.
  ///
  /// - Complexity: O(*n*) for common words: its first byte is searched at 16 places at a time.
  package func hasWord(_ word: [UInt8], in range: Range<Int>) -> Bool {
    word.withUnsafeBufferPointer { word in
      guard let lower = word.first else { return true }
      let upper = lower & ~lower.caseBit
      let end = range.upperBound - word.count + 1
      var offset = range.lowerBound
      while offset < end, let start = first(lower, or: upper, in: offset..<end) {
        var same = 1
        while same < word.count, base[start + same] | word[same].caseBit == word[same] { same += 1 }
        if same == word.count { return true }
        offset = start + 1
      }
      return false
    }
  }

  /// Whether `range` contains the letters of a lower-case ASCII word in the same order, in either case.
  package func hasLetters(of word: [UInt8], in range: Range<Int>) -> Bool {
    var found = 0
    for offset in range where found < word.count && base[offset] | word[found].caseBit == word[found] {
      found += 1
    }
    return found == word.count
  }

  @inline(__always)
  private func first(
    in range: Range<Int>, orEach lanes: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>, _ one: (UInt8) -> Bool
  ) -> Int? {
    var offset = range.lowerBound
    let raw = UnsafeRawPointer(base)
    while offset + 16 <= range.upperBound {
      let hits = unsafeBitCast(
        lanes(raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)), to: SIMD2<UInt64>.self)
      if hits[0] | hits[1] != 0 {
        let low = UInt64(littleEndian: hits[0])
        return low != 0
          ? offset + low.trailingZeroBitCount / 8
          : offset + 8 + UInt64(littleEndian: hits[1]).trailingZeroBitCount / 8
      }
      offset += 16
    }
    while offset < range.upperBound {
      if one(base[offset]) { return offset }
      offset += 1
    }
    return nil
  }
}

extension UInt8 {
  /// The bit in which a lower-case letter differs from the upper-case one; 0 for bytes that are not
  /// lower-case letters.
  fileprivate var caseBit: UInt8 { (0x61...0x7A).contains(self) ? 0x20 : 0 }
}
