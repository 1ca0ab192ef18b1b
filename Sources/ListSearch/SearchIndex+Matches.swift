extension SearchIndex {
  /// The rows that match, in the order of rows; all of them when the query is empty.
  ///
  /// `matches(query).ranked()` has the best first, `matches(query).best` is the best one.
  ///
  /// - Complexity: O(length of all texts), with no allocation but that of the result.
  public func matches(_ query: Query) -> [Match] {
    if query.isEmpty { return (0..<count).map { Match(row: $0, score: 0) } }
    return withScorer(query) { scorer in
      var matches: [Match] = []
      var row = 0
      var place = 1
      while let hit = scorer.nextHit(from: place) {
        while rowEnds[row] <= hit { row += 1 }
        let end = Int(rowEnds[row])
        if let score = scorer.score(start(of: row)..<end, firstHit: hit) {
          matches.append(Match(row: row, score: score))
        }
        place = end
      }
      return matches
    }
  }

  /// The rows of earlier matches that match a query too, in the order given.
  ///
  /// A key press that makes the query longer needs to look no further than here: what
  /// `matches(query)` finds is the same when `query.refines(earlier)`.
  ///
  /// - Complexity: O(length of the texts of `earlier`).
  public func matches(_ query: Query, within earlier: [Match]) -> [Match] {
    if query.isEmpty { return earlier.map { Match(row: $0.row, score: 0) } }
    return withScorer(query) { scorer in
      earlier.compactMap { match in
        let texts = start(of: match.row)..<Int(rowEnds[match.row])
        return scorer.score(texts).map { Match(row: match.row, score: $0) }
      }
    }
  }

  private func start(of row: Int) -> Int { row == 0 ? 1 : Int(rowEnds[row - 1]) }

  private func withScorer<Result>(_ query: Query, _ body: (RowScorer) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      query.bytes.withUnsafeBufferPointer { typed in
        body(RowScorer(scan: ByteScan(bytes), typed: typed, words: query.words))
      }
    }
  }
}

/// Scores the texts of one row against the words of one query.
private struct RowScorer {
  let scan: ByteScan
  let typed: UnsafeBufferPointer<UInt8>
  let words: [Range<Int>]

  /// The next place in all texts where the longest word stands.
  func nextHit(from place: Int) -> Int? {
    scan.first(typed[words[0]], in: min(place, scan.bytes.count)..<scan.bytes.count)
  }

  /// The score of the row with `texts`; nil when a word is missing.
  ///
  /// - Parameter firstHit: Where the longest word stands first, if that is known.
  func score(_ texts: Range<Int>, firstHit: Int? = nil) -> Int? {
    guard var sum = bestPlace(of: words[0], in: texts, firstHit: firstHit) else { return nil }
    guard words.count > 1 else { return sum }
    for index in 1..<words.count {
      guard let score = bestPlace(of: words[index], in: texts) else { return nil }
      sum += score
    }
    return sum + (bestPlace(of: 0..<typed.count, in: texts) ?? 0)
  }

  /// The score of the best place where a word stands; nil when it stands nowhere.
  private func bestPlace(of word: Range<Int>, in texts: Range<Int>, firstHit: Int? = nil) -> Int? {
    let needle = typed[word]
    var best: Int?
    var field = 0
    var counted = texts.lowerBound
    var next = firstHit ?? scan.first(needle, in: texts)
    while let hit = next {
      while counted < hit {
        if scan.bytes[counted] == SearchIndex.fieldEnd { field += 1 }
        counted += 1
      }
      let before = scan.bytes[hit - 1]
      let after = scan.bytes[hit + word.count]
      let score = Score.place(
        isWordStart: !before.isPartOfWord, isWordEnd: !after.isPartOfWord,
        isFieldStart: before == SearchIndex.fieldEnd, isFieldEnd: after == SearchIndex.fieldEnd, field: field)
      best = max(best ?? score, score)
      next = scan.first(needle, in: hit + 1..<texts.upperBound)
    }
    return best
  }
}

extension UInt8 {
  /// Whether a byte of folded text belongs to a word: ASCII letters and digits, and all that is not ASCII.
  fileprivate var isPartOfWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: self >= 0x80 && self != SearchIndex.fieldEnd
    }
  }
}
