internal import Parallel
public import PositionSets

extension SearchIndex {
  /// The rows that match a query, and the best of them.
  ///
  /// ```swift
  /// let result = index.search(Query("py lib"))
  /// status = "\(result.count) of \(index.count)"
  /// query = result.query  // Highlights what was found, also where letters stand apart.
  /// ```
  ///
  /// A large index is searched by all cores at once; the result does not depend on their number.
  ///
  /// - Complexity: O(length of all texts), for one letter O(rows / 64); with no allocation but that of the result.
  public func search(_ query: Query) -> SearchResult {
    guard let result = search(query, while: { true }) else {
      fatalError("search(_:): a search without a condition ended early")
    }
    return result
  }

  /// The rows that match a query, and the best of them, unless the search is cancelled.
  ///
  /// For searches while the user types: the next key cancels the search of the key before.
  ///
  /// ```swift
  /// let result = withUnsafeCurrentTask { task in index.search(query) { task?.isCancelled != true } }
  /// ```
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - isWanted: Whether to go on; called before each 65,536 rows, by several threads at once.
  /// - Returns: The result; nil if the search was cancelled.
  /// - Complexity: as that of ``search(_:)``.
  public func search(_ query: Query, while isWanted: () -> Bool) -> SearchResult? {
    guard let result = answer(query, isWanted) else { return nil }
    guard result.rows.isEmpty, !isEmpty else { return result }
    // Of a single word it is known by now.
    let isAlone = query.terms.count == 1
    guard let missing = isAlone ? [true] : missingWords(query, isWanted) else { return nil }
    let loosened = query.loosened(where: missing)
    return loosened == query ? result : answer(loosened, isWanted)
  }

  /// All matches of a query with their scores, in the order of rows; all rows when the query is empty.
  ///
  /// `matches(query).ranked()` has the best first. Which rows match and which is the best is told by ``search(_:)`` in
  /// less time.
  ///
  /// - Complexity: O(length of the texts that match), beside a search.
  public func matches(_ query: Query) -> [Match] { matches(of: search(query)) }

  /// What makes a match better than another.
  public enum Ranking: Sendable {
    /// Where words stand: at the beginning of a field, of a word, in the last part of a path.
    case places
    /// How well the letters are aligned, as fzf ranks them: at the beginning of a line, of a part of a path, of a word; together.
    case alignment
  }

  /// The rows of a result of this index with their scores, in the order of rows.
  ///
  /// - Complexity: O(length of the texts that match).
  public func matches(of result: SearchResult, by ranking: Ranking = .places) -> [Match] {
    if result.query.isEmpty || isEmpty || result.query.terms.allSatisfy(\.isExcluded) {
      return result.rows.map { Match(row: $0, score: 0, length: 0) }
    }
    let rows = Array(result.rows)
    return result.query.withWords { words in
      IndexReader.lend(self) { index in
        let scored = Parallel.map(of: rows.count, size: Self.scoredPerPart) { part in
          index.matches(rows[part], words, by: ranking)
        }
        return scored?.flatMap(\.self) ?? []
      }
    }
  }

  // MARK: Parts

  /// The rows of a part: a multiple of 512, so that no two parts write to one word of the result.
  private static let rowsPerPart = 65_536
  private static let scoredPerPart = 16_384

  /// Answers a query as it is; nil when cancelled.
  private func answer(_ query: Query, _ isWanted: () -> Bool) -> SearchResult? {
    if query.isEmpty { return SearchResult(rows: PositionSet(allBelow: count), best: nil, query: query) }
    if isEmpty { return SearchResult(rows: PositionSet(bound: 0), best: nil, query: query) }
    return query.withWords { words in
      IndexReader.lend(self) { index in
        if let letter = words.onlyLetter(hasFields: hasFields) {
          return SearchResult(rows: index.rows(with: letter), best: columns.best[letter], query: query)
        }
        let run = QueryRun(words, index)
        var isComplete = false
        let rows = PositionSet(bound: count) { bits in
          isComplete =
            Parallel.map(of: count, size: Self.rowsPerPart, while: isWanted) { run.answer($0, bits) } != nil
        }
        return isComplete ? SearchResult(rows: rows, best: run.best.found, query: query) : nil
      }
    }
  }

  /// Which of the words of a query stand nowhere in the index, in the order of its terms.
  private func missingWords(_ query: Query, _ isWanted: () -> Bool) -> [Bool]? {
    guard query.terms.contains(where: \.mayBeLoose) else { return query.terms.map { _ in false } }
    return query.withWords { words in
      IndexReader.lend(self) { index in
        var missing: [Bool] = []
        for (term, word) in zip(query.terms, words.terms) {
          guard term.mayBeLoose, !term.isLoose else {
            missing.append(false)
            continue
          }
          let found = Parallel.map(of: count, size: Self.rowsPerPart, while: isWanted) {
            index.has(word, in: $0)
          }
          guard let found else { return nil }
          missing.append(!found.contains(true))
        }
        return missing
      }
    }
  }
}

extension IndexReader {
  /// The matches among some rows.
  fileprivate func matches(
    _ rows: ArraySlice<Int>, _ words: Needles, by ranking: SearchIndex.Ranking
  ) -> [Match] {
    let matcher = RowMatcher(text: text, words: words)
    let isByAlignment = ranking == .alignment
    let scorer =
      isByAlignment || words.required.contains(where: \.isLoose)
      ? LetterScorer(text, isBare: isByAlignment) : nil
    return rows.compactMap { row in
      let range = start(of: row)..<end(of: row)
      let score =
        isByAlignment
        ? matcher.alignment(range, letters: scorer)
        : matcher.score(range, mayBePath: mayBePath(row), letters: scorer)
      return score.map { Match(row: row, score: $0, length: length(of: row)) }
    }
  }
}

/// What a query finds in an index.
///
/// Rows that match are one bit each; ``SearchIndex/matches(of:by:)`` makes a list with all scores of it.
public struct SearchResult: Sendable {
  /// The rows that match, by their position in the index.
  public let rows: PositionSet

  /// The match with the greatest score, of several that with the shorter text in its first field, then the first one;
  /// nil when there is none, and for an empty query.
  public let best: Match?

  /// The query as it was answered: it knows the words that no row has, so it matches and highlights their letters.
  public let query: Query

  /// The number of rows that match.
  public var count: Int { rows.count }
}
