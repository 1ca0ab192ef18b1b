/// Finds a short word in a long run of bytes: the hot loops, and the one file with unsafe loads in a loop.
///
/// Sixteen or 64 places are tried at once: a place is worth a look when the first byte of the word stands there and its
/// last byte stands where the word would end.
///
/// ```text
///  word     s a j a m a              first = s, last = a, distance 5
///  bytes    n e v a d o   s a j a m a   b o l i v i a
///  first                  ^
///  last     . . . ^ . . . . ^ . ^ . ^ . . . . . . . ^
///  both                   ^                             → compare what is between
/// ```
///
/// Invariants:
/// - A load of *n* bytes at `i` happens only when `i + n <= bytes.count`.
/// - A word has at least one byte.
/// - The view does not outlive the closure that lends the bytes.
struct ByteScan {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The first place in `range` where `word` stands, all of it inside `range`.
  ///
  /// - Complexity: O(*n*) in the length of `range` for words that are rare in it.
  @inline(__always)
  func first(_ word: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Int? {
    let distance = word.count &- 1
    let end = range.upperBound &- distance  // Places are below this.
    var place = range.lowerBound
    guard place < end, let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    let first = SIMD16(repeating: word[0])
    let last = SIMD16(repeating: word[distance])
    let wideEnd = min(end, bytes.count &- distance &- 15)
    while place < wideEnd {
      let heads = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let tails = base.loadUnaligned(fromByteOffset: place &+ distance, as: SIMD16<UInt8>.self)
      let lanes = unsafeBitCast((heads .== first) .& (tails .== last), to: SIMD2<UInt64>.self)
      if lanes[0] | lanes[1] != 0 {
        for half in 0..<2 {
          var hits = UInt64(littleEndian: lanes[half])
          while hits != 0 {
            let lane = hits.trailingZeroBitCount / 8
            let hit = place &+ half &* 8 &+ lane
            guard hit < end else { return nil }
            if stands(word, at: hit) { return hit }
            hits &= ~(0xFF << UInt64(lane * 8))
          }
        }
      }
      place &+= 16
    }
    while place < end {
      if bytes[place] == word[0], stands(word, at: place) { return place }
      place &+= 1
    }
    return nil
  }

  /// The first place in `range` at which a byte stands.
  @inline(__always)
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
    var place = range.lowerBound
    while place < range.upperBound {
      guard place &+ 8 <= bytes.count, let base = UnsafeRawPointer(bytes.baseAddress) else {
        return (place..<range.upperBound).first { bytes[$0] == byte }
      }
      let others = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ pattern
      // The lowest byte that is zero has its highest bit set, those above it may.
      let zeros = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
      if zeros != 0 {
        let hit = place &+ zeros.trailingZeroBitCount &>> 3
        return hit < range.upperBound ? hit : nil
      }
      place &+= 8
    }
    return nil
  }

  /// The next places, 64 of them with a bit each, of which some are worth a look: those at which the word's first byte
  /// stands and its last one `distance` bytes further.
  ///
  /// - Parameters:
  ///   - place: Where to begin; afterwards the first of the 64 places.
  ///   - stop: Where to end.
  /// - Returns: no bits when there are none before `stop`; some may be behind it.
  @inline(never)
  func nextCandidates(_ first: UInt8, _ last: UInt8, distance: Int, from place: inout Int, below stop: Int)
    -> UInt64
  {
    let wideStop = min(stop, bytes.count &- distance &- 63)
    if place < wideStop, let base = UnsafeRawPointer(bytes.baseAddress) {
      let heads = SIMD16(repeating: first)
      let tails = SIMD16(repeating: last)
      var at = base + place
      let end = base + wideStop
      repeat {
        /// The places from the 16th · `part` on, all bits of a byte for a place.
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
          place = at - base
          return lanes0.places | lanes1.places &<< 16 | lanes2.places &<< 32 | lanes3.places &<< 48
        }
        at += 64
      } while at < end
      place = at - base
    }
    while place < stop {
      let candidates = lastCandidates(first, last, distance: distance, at: place)
      if candidates != 0 { return candidates }
      place &+= 64
    }
    return 0
  }

  /// The same so near to the end that it has to be done byte by byte.
  private func lastCandidates(_ first: UInt8, _ last: UInt8, distance: Int, at place: Int) -> UInt64 {
    var places: UInt64 = 0
    let end = min(place + 64, bytes.count - distance)
    for at in place..<max(place, end) where bytes[at] == first && bytes[at + distance] == last {
      places |= 1 << UInt64(at - place)
    }
    return places
  }

  /// Whether `word`, whose first and last bytes stand where they should, stands at `place` as a whole.
  @inline(__always)
  func stands(_ word: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    var index = 1
    while index < word.count {
      if bytes[place &+ index] != word[index] { return false }
      index &+= 1
    }
    return true
  }
}

extension SIMD2<UInt64> {
  /// One bit for each byte, side by side.
  @inline(__always)
  fileprivate var places: UInt64 {
    let low = UInt64(littleEndian: self[0]) & 0x0101_0101_0101_0101
    let high = UInt64(littleEndian: self[1]) & 0x0101_0101_0101_0101
    return (low &* 0x0102_0408_1020_4080) &>> 56 | ((high &* 0x0102_0408_1020_4080) &>> 56) &<< 8
  }
}
