/// Answers a query for a part of the rows at a time: which of them match, and which is the best.
struct QueryRun {
  let index: IndexReader
  let words: Needles
  let plan: QueryPlan
  private let letters: LetterFilter
  private let rows: RowMatcher
  /// The best match of all parts; rows that cannot be better are not scored.
  let best = BestMatch()

  init(_ words: Needles, _ index: IndexReader) {
    self.index = index
    self.words = words
    plan = QueryPlan(words, index)
    letters = LetterFilter(words)
    rows = RowMatcher(text: index.text, words: words)
  }

  /// Sets the bits of the matching rows, and updates the best match.
  ///
  /// - Parameters:
  ///   - part: The rows to test; the range starts at a multiple of 64.
  ///   - bits: A bit for each row of the index; those of the part are zero.
  func answer(_ part: Range<Int>, _ bits: UnsafeMutableBufferPointer<UInt64>) {
    switch plan {
    case .all: allBut(part, bits)
    case .rows: rowByRow(part, bits)
    case .sweep(let driver):
      words.terms.count == 1
        ? sweep(part, for: words.terms[driver], bits)
        : sweep(part, for: words.terms[driver], testingOthers: driver, bits)
    }
  }

  // MARK: One word

  private func sweep(
    _ part: Range<Int>, for word: Needle, _ bits: UnsafeMutableBufferPointer<UInt64>
  ) {
    let positions = PositionScorer(bytes: index.bytes)
    let count = word.wordCount
    var best = best.match
    index.sweep(part, for: word) { row, range, position in
      let field = index.hasFields ? positions.field(of: position, rowStart: range.lowerBound) : 0
      if !word.accepts(field: field) { return true }
      bits[row &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: row & 63)
      // Finding its place in a path takes longer.
      let bound = positions.bound(at: position, count, field: field)
      if bound < best.score { return true }
      let length = index.length(of: row)
      if Match(row: row, score: bound, length: length) <= best { return bound < Score.greatest }
      let name =
        index.mayBePath(row)
        ? positions.nameOfPath(around: position, in: range, hasFields: index.hasFields) : nil
      let score = positions.score(at: position, count, field: field, name: name)
      best = max(best, Match(row: row, score: score, length: length))
      return score < Score.greatest
    }
    self.best.raise(to: best)
  }

  // MARK: Several words

  private func sweep(
    _ part: Range<Int>, for word: Needle, testingOthers driver: Int,
    _ bits: UnsafeMutableBufferPointer<UInt64>
  ) {
    var best = best.match
    index.sweep(part, for: word) { row, range, position in
      if word.column != nil {
        let field = PositionScorer(bytes: index.bytes).field(of: position, rowStart: range.lowerBound)
        if !word.accepts(field: field) { return true }
      }
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: row & 63)
      if letters.rows(in: row &>> 6, of: index) & bit == 0 { return false }
      if take(row, range, known: driver, &best, letters: nil) { bits[row &>> 6] |= bit }
      return false
    }
    self.best.raise(to: best)
  }

  private func rowByRow(_ part: Range<Int>, _ bits: UnsafeMutableBufferPointer<UInt64>) {
    var best = best.match
    let scorer = words.required.contains(where: \.isLoose) ? LetterScorer(index.text) : nil
    for block in part.lowerBound &>> 6..<(part.upperBound &+ 63) &>> 6 {
      var found: UInt64 = 0
      letters.rows(in: block, of: index).forEachBit { bit in
        let row = block &<< 6 &+ bit
        let range = index.start(of: row)..<index.end(of: row)
        if take(row, range, known: nil, &best, letters: scorer) { found |= 1 &<< UInt64(bit) }
      }
      bits[block] = found
    }
    self.best.raise(to: best)
  }

  /// Whether a row matches; it is scored only if it may be the best.
  ///
  /// - Parameter known: The number of a word that the row is known to have.
  @inline(__always)
  private func take(
    _ row: Int, _ range: Range<Int>, known: Int?, _ best: inout Match, letters: LetterScorer?
  ) -> Bool {
    guard let most = bound(row, range, letters) else { return false }
    let length = index.length(of: row)
    if Match(row: row, score: most, length: length) <= best || !mayHavePhrase(row, range, length, most, best)
    {
      for number in 0..<words.requiredCount where number != known && !words.terms[number].isLoose {
        if !rows.has(words.terms[number], range) { return false }
      }
      return rows.isFreeOfExcluded(range)
    }
    guard let score = rows.score(range, mayBePath: index.mayBePath(row), letters: letters),
      rows.isFreeOfExcluded(range)
    else { return false }
    best = max(best, Match(row: row, score: score, length: length))
    return true
  }

  /// Returns an upper bound of a row's score, phrase included; nil if letters of a word are missing.
  @inline(__always)
  private func bound(_ row: Int, _ range: Range<Int>, _ letters: LetterScorer?) -> Int? {
    var most = 0
    for number in 0..<words.requiredCount {
      if words.terms[number].isLoose {
        guard let bound = letters?.bound(words.terms[number], in: range) else { return nil }
        most &+= bound
      } else {
        most &+= bound(words.terms[number], row)
      }
    }
    if let phrase = words.phrase { most &+= bound(phrase, row) }
    return most
  }

  /// Whether a row that scores at most `most` with the phrase has the phrase, or may be the best without it.
  @inline(__always)
  private func mayHavePhrase(_ row: Int, _ range: Range<Int>, _ length: Int, _ most: Int, _ best: Match)
    -> Bool
  {
    guard let phrase = words.phrase else { return true }
    // Most rows lack the phrase.
    return Match(row: row, score: most &- bound(phrase, row), length: length) > best
      || ByteScan(index.bytes).first(phrase.bytes, in: range) != nil
  }

  /// Returns an upper bound of the score of a word in a row.
  @inline(__always)
  private func bound(_ word: Needle, _ row: Int) -> Int {
    if !index.has(LetterColumns.beginnings &+ word.firstClass, row) { return Score.value(isWordStart: false) }
    let mayBeginField =
      index.mayBePath(row) || index.bytes[index.start(of: row)].letterClass == word.firstClass
    return mayBeginField ? Score.greatest : Score.value(isWordStart: true, isWordEnd: true)
  }

  // MARK: Only excluded words

  private func allBut(_ part: Range<Int>, _ bits: UnsafeMutableBufferPointer<UInt64>) {
    for block in part.lowerBound &>> 6..<(part.upperBound &+ 63) &>> 6 {
      bits[block] = letters.rows(in: block, of: index)
    }
    let positions = PositionScorer(bytes: index.bytes)
    for word in words.excluded {
      index.sweep(part, for: word) { row, range, position in
        if word.column != nil, !word.accepts(field: positions.field(of: position, rowStart: range.lowerBound))
        {
          return true
        }
        bits[row &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: row & 63))
        return false
      }
    }
    for block in part.lowerBound &>> 6..<(part.upperBound &+ 63) &>> 6 where bits[block] != 0 {
      return best.raise(to: Match(row: block &<< 6 &+ bits[block].trailingZeroBitCount, score: 0, length: 0))
    }
  }
}
