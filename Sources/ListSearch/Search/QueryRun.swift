/// Answers a query for some rows at a time: which of them match, and which of them is the best.
struct QueryRun {
  let index: IndexReader
  let words: Needles
  let plan: QueryPlan
  private let letters: LetterFilter
  private let rows: RowMatcher

  init(_ words: Needles, _ index: IndexReader) {
    self.index = index
    self.words = words
    plan = QueryPlan(words, index)
    letters = LetterFilter(words)
    rows = RowMatcher(text: index.text, words: words, hasFields: index.hasFields)
  }

  /// Sets the bits of the rows that match.
  ///
  /// - Parameters:
  ///   - part: The rows to look at; it begins at a multiple of 64.
  ///   - bits: A bit for each row of the index, those of the part zero.
  /// - Returns: the best match, or nil where no row matches.
  func answer(_ part: Range<Int>, _ bits: UnsafeMutableBufferPointer<UInt64>) -> Match? {
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
  ) -> Match? {
    let places = PlaceScorer(bytes: index.bytes)
    let count = word.wordCount
    var best: UInt64 = 0
    var bestScore = -1
    index.sweep(part, for: word) { row, range, place in
      let field = index.hasFields ? places.field(of: place, rowStart: range.lowerBound) : 0
      if !word.accepts(field: field) { return true }
      bits[row &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: row & 63)
      // Where it stands in a path takes longer to find out.
      let bound = places.bound(at: place, count, field: field)
      if bound < bestScore { return true }
      let length = index.length(of: row)
      if Match(row: row, score: bound, length: length).rank <= best { return bound < Score.greatest }
      let score = places.score(at: place, count, field: field, mayBePath: index.mayBePath(row))
      let rank = Match(row: row, score: score, length: length).rank
      if rank > best { (best, bestScore) = (rank, score) }
      return score < Score.greatest
    }
    return best == 0 ? nil : Match(rank: best)
  }

  // MARK: Several words

  private func sweep(
    _ part: Range<Int>, for word: Needle, testingOthers driver: Int,
    _ bits: UnsafeMutableBufferPointer<UInt64>
  ) -> Match? {
    var best: Match?
    index.sweep(part, for: word) { row, range, place in
      if word.column != nil {
        let field = PlaceScorer(bytes: index.bytes).field(of: place, rowStart: range.lowerBound)
        if !word.accepts(field: field) { return true }
      }
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: row & 63)
      if letters.rows(in: row &>> 6, of: index) & bit == 0 { return false }
      if take(row, range, known: driver, &best, letters: nil) { bits[row &>> 6] |= bit }
      return false
    }
    return best
  }

  private func rowByRow(_ part: Range<Int>, _ bits: UnsafeMutableBufferPointer<UInt64>) -> Match? {
    var best: Match?
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
    return best
  }

  /// Whether a row matches; it is scored only if it may be the best.
  ///
  /// - Parameter known: A word that it is known to have.
  @inline(__always)
  private func take(
    _ row: Int, _ range: Range<Int>, known: Int?, _ best: inout Match?, letters: LetterScorer?
  ) -> Bool {
    if let best, !mayBeBetter(row, range, than: best, letters) {
      for (number, word) in words.required.enumerated() where number != known {
        if !rows.has(word, range) { return false }
      }
      return rows.isFreeOfExcluded(range)
    }
    guard let score = rows.score(range, mayBePath: index.mayBePath(row), letters: letters),
      rows.isFreeOfExcluded(range)
    else { return false }
    let match = Match(row: row, score: score, length: index.length(of: row))
    if best.map({ $0 < match }) ?? true { best = match }
    return true
  }

  /// Whether the columns allow a row to be better than one before it.
  @inline(__always)
  private func mayBeBetter(_ row: Int, _ range: Range<Int>, than best: Match, _ letters: LetterScorer?)
    -> Bool
  {
    var most = 0
    for word in words.required {
      if word.isLoose {
        guard let bound = letters?.bound(word, in: range) else { return false }
        most &+= bound
      } else {
        most &+= bound(word, row)
      }
    }
    if let phrase = words.phrase {
      let bound = bound(phrase, row)
      if !canBeat(best, row, score: most &+ bound) { return false }
      // Most rows lack the phrase.
      let hasPhrase = ByteScan(index.bytes).first(phrase.bytes, in: range) != nil
      most &+= hasPhrase ? bound : 0
    }
    return canBeat(best, row, score: most)
  }

  @inline(__always)
  private func canBeat(_ best: Match, _ row: Int, score: Int) -> Bool {
    score > best.score || score == best.score && index.length(of: row) < Match.lengthLimit &- best.shortness
  }

  /// The most that a word can be worth in a row.
  @inline(__always)
  private func bound(_ word: Needle, _ row: Int) -> Int {
    if !index.has(LetterColumns.beginnings &+ word.firstClass, row) { return Score.place(isWordStart: false) }
    let mayBeginField =
      index.mayBePath(row) || index.bytes[index.start(of: row)].letterClass == word.firstClass
    return mayBeginField ? Score.greatest : Score.place(isWordStart: true, isWordEnd: true)
  }

  // MARK: Only excluded words

  private func allBut(_ part: Range<Int>, _ bits: UnsafeMutableBufferPointer<UInt64>) -> Match? {
    for block in part.lowerBound &>> 6..<(part.upperBound &+ 63) &>> 6 {
      bits[block] = letters.rows(in: block, of: index)
    }
    let places = PlaceScorer(bytes: index.bytes)
    for word in words.excluded {
      index.sweep(part, for: word) { row, range, place in
        if word.column != nil, !word.accepts(field: places.field(of: place, rowStart: range.lowerBound)) {
          return true
        }
        bits[row &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: row & 63))
        return false
      }
    }
    for block in part.lowerBound &>> 6..<(part.upperBound &+ 63) &>> 6 where bits[block] != 0 {
      return Match(row: block &<< 6 &+ bits[block].trailingZeroBitCount, score: 0, length: 0)
    }
    return nil
  }
}
