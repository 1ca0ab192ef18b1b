/// Finds out whether a row has what a query asks for, and how well.
struct RowMatcher {
  let text: FoldedText
  let words: Needles

  /// Whether the row whose fields lie in `range` has all words, and none that is excluded.
  func matches(_ range: Range<Int>) -> Bool {
    for word in words.required where !has(word, range) { return false }
    return isFreeOfExcluded(range)
  }

  @inline(__always)
  func isFreeOfExcluded(_ range: Range<Int>) -> Bool {
    for word in words.excluded where has(word, range) { return false }
    return true
  }

  /// Whether a word stands in a row.
  @inline(__always)
  func has(_ word: Needle, _ range: Range<Int>) -> Bool {
    if word.isLoose { return LettersInOrder(text: text, word: word).occur(in: range) }
    let scan = ByteScan(text.bytes)
    var place = range.lowerBound &- word.leading
    while let hit = scan.first(word.bytes, in: place..<range.upperBound) {
      if word.column == nil { return true }
      let field = PlaceScorer(bytes: text.bytes).field(of: hit &+ word.leading, rowStart: range.lowerBound)
      if word.accepts(field: field) { return true }
      place = hit &+ 1
    }
    return false
  }

  /// The sum of what all words of the query are worth in a row, and of what they are worth as one; nil when a required
  /// one is missing. What is excluded is not looked for.
  func score(_ range: Range<Int>, mayBePath: Bool, letters: LetterScorer?) -> Int? {
    let places = PlaceScorer(bytes: text.bytes)
    var sum = 0
    for word in words.required {
      if word.isLoose {
        guard let score = letters?.score(word, in: range, mayBePath: mayBePath) else { return nil }
        sum &+= score
      } else {
        guard
          let score = places.bestPlace(of: word, in: range, mayBePath: mayBePath, hasFields: text.hasFields)
        else { return nil }
        sum &+= score
      }
    }
    if let phrase = words.phrase {
      sum &+= places.bestPlace(of: phrase, in: range, mayBePath: mayBePath, hasFields: text.hasFields) ?? 0
    }
    return sum
  }
}

/// Folded text, lent for the time of a call.
struct FoldedText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where words begin within what is written as one, in increasing order.
  let humps: UnsafeBufferPointer<UInt64>
  /// Whether rows may have several fields.
  var hasFields = true

  /// Whether a word begins at a place: there is none before it, or a hump.
  @inline(__always)
  func isBeginning(_ place: Int) -> Bool { !bytes[place &- 1].isPartOfWord || isHump(place) }

  func isHump(_ place: Int) -> Bool {
    let word = place &>> 6
    return word < humps.count && humps[word] &>> UInt64(truncatingIfNeeded: place & 63) & 1 != 0
  }
}
