/// Finds a short word in a long sequence of bytes. It has the hot loops, and the only unsafe loads in a loop.
///
/// It tests 16 or 64 positions at once: a position is a candidate if the first byte of the word is there and
/// its last byte is at the end that the word would have.
///
/// ```text
///  word     s a j a m a              first = s, last = a, distance 5
///  bytes    n e v a d o   s a j a m a   b o l i v i a
///  first                  ^
///  last     . . . ^ . . . . ^ . ^ . ^ . . . . . . . ^
///  both                   ^                             → compare the bytes between
/// ```
///
/// Invariants:
/// - A load of *n* bytes at `i` happens only when `i + n <= bytes.count`.
/// - A word has at least one byte.
/// - The view does not outlive the closure that provides the bytes.
struct ByteScan {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the first position in `range` at which `word` occurs, entirely inside `range`.
  ///
  /// - Complexity: O(*n*) in the length of `range` for words that are rare in it.
  @inline(__always)
  func first(_ word: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Int? {
    let distance = word.count &- 1
    let end = range.upperBound &- distance  // Positions are below this.
    var position = range.lowerBound
    guard position < end, let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    let first = SIMD16(repeating: word[0])
    let last = SIMD16(repeating: word[distance])
    let wideEnd = min(end, bytes.count &- distance &- 15)
    while position < wideEnd {
      let heads = base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
      let tails = base.loadUnaligned(fromByteOffset: position &+ distance, as: SIMD16<UInt8>.self)
      let lanes = unsafeBitCast((heads .== first) .& (tails .== last), to: SIMD2<UInt64>.self)
      if lanes[0] | lanes[1] != 0 {
        for half in 0..<2 {
          var hits = UInt64(littleEndian: lanes[half])
          while hits != 0 {
            let lane = hits.trailingZeroBitCount / 8
            let hit = position &+ half &* 8 &+ lane
            guard hit < end else { return nil }
            if stands(word, at: hit) { return hit }
            hits &= ~(0xFF << UInt64(lane * 8))
          }
        }
      }
      position &+= 16
    }
    while position < end {
      if bytes[position] == word[0], stands(word, at: position) { return position }
      position &+= 1
    }
    return nil
  }

  @inline(__always)
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
    var position = range.lowerBound
    while position < range.upperBound {
      guard position &+ 8 <= bytes.count, let base = UnsafeRawPointer(bytes.baseAddress) else {
        return (position..<range.upperBound).first { bytes[$0] == byte }
      }
      let others =
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ pattern
      // The lowest zero byte has its highest bit set; bytes above it may have it set as well.
      let zeros = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
      if zeros != 0 {
        let hit = position &+ zeros.trailingZeroBitCount &>> 3
        return hit < range.upperBound ? hit : nil
      }
      position &+= 8
    }
    return nil
  }

  /// Returns the candidates among the next 64 positions that have any, with a bit for each position.
  ///
  /// A candidate has the word's first byte, and its last byte `distance` bytes further.
  ///
  /// - Parameters:
  ///   - position: The position to start at; on return, the first of the 64 positions.
  ///   - stop: The position to stop at.
  /// - Returns: No bits if there is no candidate before `stop`; otherwise some bits may be behind it.
  @inline(never)
  func nextCandidates(_ first: UInt8, _ last: UInt8, distance: Int, from position: inout Int, below stop: Int)
    -> UInt64
  {
    let wideStop = min(stop, bytes.count &- distance &- 63)
    if position < wideStop, let base = UnsafeRawPointer(bytes.baseAddress) {
      let heads = SIMD16(repeating: first)
      let tails = SIMD16(repeating: last)
      var at = base + position
      let end = base + wideStop
      repeat {
        /// Returns the candidates among 16 positions from 16 · `part` on, with all bits of a byte for each.
        @inline(__always)
        func lanes(_ part: Int) -> SIMD2<UInt64> {
          let first = at.loadUnaligned(fromByteOffset: 16 &* part, as: SIMD16<UInt8>.self)
          let last = at.loadUnaligned(fromByteOffset: 16 &* part &+ distance, as: SIMD16<UInt8>.self)
          return unsafeBitCast(first .== heads, to: SIMD2<UInt64>.self)
            & unsafeBitCast(last .== tails, to: SIMD2<UInt64>.self)
        }
        let (lanes0, lanes1, lanes2, lanes3) = (lanes(0), lanes(1), lanes(2), lanes(3))
        let any = (lanes0 | lanes1) | (lanes2 | lanes3)
        if any[0] | any[1] != 0 {
          position = at - base
          return lanes0.positions | lanes1.positions &<< 16 | lanes2.positions &<< 32 | lanes3.positions
            &<< 48
        }
        at += 64
      } while at < end
      position = at - base
    }
    while position < stop {
      let candidates = lastCandidates(first, last, distance: distance, at: position)
      if candidates != 0 { return candidates }
      position &+= 64
    }
    return 0
  }

  /// Returns the candidates among 64 positions near the end, byte by byte.
  private func lastCandidates(_ first: UInt8, _ last: UInt8, distance: Int, at position: Int) -> UInt64 {
    var positions: UInt64 = 0
    let end = min(position + 64, bytes.count - distance)
    for at in position..<max(position, end) where bytes[at] == first && bytes[at + distance] == last {
      positions |= 1 << UInt64(at - position)
    }
    return positions
  }

  /// Whether `word`, whose first byte is known to match, occurs at `position`.
  @inline(__always)
  func stands(_ word: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    var index = 1
    while index < word.count {
      if bytes[position &+ index] != word[index] { return false }
      index &+= 1
    }
    return true
  }
}

extension SIMD2<UInt64> {
  /// The lowest bit of each byte, side by side.
  @inline(__always)
  fileprivate var positions: UInt64 {
    let low = UInt64(littleEndian: self[0]) & 0x0101_0101_0101_0101
    let high = UInt64(littleEndian: self[1]) & 0x0101_0101_0101_0101
    return (low &* 0x0102_0408_1020_4080) &>> 56 | ((high &* 0x0102_0408_1020_4080) &>> 56) &<< 8
  }
}
