/// Where words begin within what is written as one, as `B` in `fooBar`: a bit for each byte of folded text.
struct Humps: Sendable {
  /// Bit *i* of word *j* is byte 64·*j* + *i*; bytes after the last word have none.
  private(set) var words: [UInt64] = []

  /// Notes that a word begins at a place; places only grow.
  mutating func append(_ place: Int) {
    while words.count <= place &>> 6 { words.append(0) }
    words[place &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: place & 63)
  }

  /// Calls a function with the places that lie in a range.
  @inline(__always)
  func forEach(in range: Range<Int>, _ body: (Int) -> Void) {
    let first = min(words.count, range.lowerBound &>> 6)
    let end = max(first, min(words.count, (range.upperBound &+ 63) &>> 6))
    for word in first..<end {
      words[word].forEachBit { bit in
        let place = word &<< 6 &+ bit
        if range.contains(place) { body(place) }
      }
    }
  }
}
