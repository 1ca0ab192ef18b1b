/// Finds out whether a row matches a query, and with what score.
struct RowMatcher {
  let text: FoldedText
  let words: Needles

  /// Whether the row with the fields in `range` has all required words, and no excluded word.
  func matches(_ range: Range<Int>) -> Bool {
    for word in words.required where !has(word, range) { return false }
    return isFreeOfExcluded(range)
  }

  @inline(__always)
  func isFreeOfExcluded(_ range: Range<Int>) -> Bool {
    for word in words.excluded where has(word, range) { return false }
    return true
  }

  /// Whether a row has a word.
  @inline(__always)
  func has(_ word: Needle, _ range: Range<Int>) -> Bool {
    if word.isLoose { return LettersInOrder(text: text, word: word).occur(in: range) }
    let scan = ByteScan(text.bytes)
    var position = range.lowerBound &- word.leading
    while let hit = scan.first(word.bytes, in: position..<range.upperBound) {
      if word.column == nil { return true }
      let field = PositionScorer(bytes: text.bytes).field(of: hit &+ word.leading, rowStart: range.lowerBound)
      if word.accepts(field: field) { return true }
      position = hit &+ 1
    }
    return false
  }

  /// Returns the sum of the scores of the words and the phrase in a row; nil if a required word is missing.
  ///
  /// It does not test excluded words.
  func score(_ range: Range<Int>, mayBePath: Bool, letters: LetterScorer?) -> Int? {
    let positions = PositionScorer(bytes: text.bytes)
    var sum = 0
    for word in words.required {
      if word.isLoose {
        guard let score = letters?.score(word, in: range, mayBePath: mayBePath) else { return nil }
        sum &+= score
      } else {
        guard
          let score = positions.bestScore(
            of: word, in: range, mayBePath: mayBePath, hasFields: text.hasFields)
        else { return nil }
        sum &+= score
      }
    }
    if let phrase = words.phrase {
      sum &+= positions.bestScore(of: phrase, in: range, mayBePath: mayBePath, hasFields: text.hasFields) ?? 0
    }
    return sum
  }
}

extension RowMatcher {
  /// Returns the sum of the alignment scores of all words in a row; nil if a word is missing.
  ///
  /// Words with anchors get the score of their position.
  func alignment(_ range: Range<Int>, letters: LetterScorer?) -> Int? {
    let positions = PositionScorer(bytes: text.bytes)
    var sum = 0
    for word in words.required {
      let score =
        word.isAtStart || word.isAtEnd
        ? positions.bestScore(of: word, in: range, mayBePath: false, hasFields: text.hasFields)
        : letters?.score(word, in: range, mayBePath: false)
      guard let score else { return nil }
      sum &+= score
    }
    return sum
  }
}

/// Folded text for the duration of a call.
struct FoldedText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The starts of words inside words: a bit for each byte, as in ``WordStarts``.
  let wordStarts: UnsafeBufferPointer<UInt64>
  /// Whether rows may have several fields.
  var hasFields = true

  /// Whether a word starts at a position, also inside another word.
  @inline(__always)
  func isBeginning(_ position: Int) -> Bool {
    !bytes[position &- 1].isPartOfWord || isInnerWordStart(position)
  }

  func isInnerWordStart(_ position: Int) -> Bool {
    let word = position &>> 6
    return word < wordStarts.count && wordStarts[word] &>> UInt64(truncatingIfNeeded: position & 63) & 1 != 0
  }
}
