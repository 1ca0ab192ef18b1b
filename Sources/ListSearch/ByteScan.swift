/// Finds a short word in a long run of bytes: the one hot loop, and the one file with unsafe pointers in a loop.
///
/// Sixteen places are tried at once: a place is worth a look when the first byte of the word stands there and its
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
/// - A load of sixteen bytes at `i` happens only when `i + 16 <= bytes.count`.
/// - A word has at least one byte.
/// - The view does not outlive the closure that lends the bytes.
struct ByteScan {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The first place in `range` where `word` stands, all of it inside `range`.
  ///
  /// - Complexity: O(*n*) in the length of `range` for words that are rare in it.
  func first(_ word: Slice<UnsafeBufferPointer<UInt8>>, in range: Range<Int>) -> Int? {
    let word = UnsafeBufferPointer(rebasing: word)
    let distance = word.count - 1
    let end = range.upperBound - distance  // Places are below this.
    var place = range.lowerBound
    guard place < end, let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    let first = SIMD16(repeating: word[0])
    let last = SIMD16(repeating: word[distance])
    let wideEnd = min(end, bytes.count - distance - 15)
    while place < wideEnd {
      let heads = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let tails = base.loadUnaligned(fromByteOffset: place + distance, as: SIMD16<UInt8>.self)
      let lanes = unsafeBitCast((heads .== first) .& (tails .== last), to: SIMD2<UInt64>.self)
      if lanes[0] | lanes[1] != 0 {
        for half in 0..<2 {
          var hits = UInt64(littleEndian: lanes[half])
          while hits != 0 {
            let lane = hits.trailingZeroBitCount / 8
            let hit = place + half * 8 + lane
            guard hit < end else { return nil }
            if stands(word, at: hit) { return hit }
            hits &= ~(0xFF << UInt64(lane * 8))
          }
        }
      }
      place += 16
    }
    while place < end {
      if bytes[place] == word[0], stands(word, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// Whether `word`, whose first byte stands at `place`, stands there to its end.
  private func stands(_ word: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    var index = 1
    while index < word.count {
      if bytes[place + index] != word[index] { return false }
      index += 1
    }
    return true
  }
}
