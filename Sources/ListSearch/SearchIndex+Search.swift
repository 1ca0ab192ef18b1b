internal import Parallel
public import PositionSets

extension SearchIndex {
  /// Returns the rows that match a query, and the best of them.
  ///
  /// ```swift
  /// let result = index.search(Query("py lib"))
  /// status = "\(result.count) of \(index.count)"
  /// query = result.query  // Highlights the matches, including letters that are apart.
  /// ```
  ///
  /// All cores search a large index at once; the result does not depend on their number.
  ///
  /// - Complexity: O(length of all texts), for one letter O(rows / 64); only the allocation of the result
  ///   grows with rows.
  public func search(_ query: Query) -> SearchResult {
    guard let result = search(query, while: { true }) else {
      fatalError("search(_:): a search without a condition ended early")
    }
    return result
  }

  /// Returns the rows that match a query, and the best of them, unless the search is cancelled.
  ///
  /// For searches while the user types: the next key cancels the search of the previous key.
  ///
  /// ```swift
  /// let result = withUnsafeCurrentTask { task in index.search(query) { task?.isCancelled != true } }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - isWanted: Whether to continue; called before each 65,536 rows, by several threads at once.
  /// - Returns: The result; nil if the search was cancelled.
  /// - Complexity: That of ``search(_:)``.
  public func search(_ query: Query, while isWanted: () -> Bool) -> SearchResult? {
    guard let result = answer(query, isWanted) else { return nil }
    guard result.rows.isEmpty, !isEmpty else { return result }
    // The search for a single word has already found nothing.
    let isAlone = query.terms.count == 1
    guard let missing = isAlone ? [true] : missingWords(query, isWanted) else { return nil }
    let loosened = query.loosened(where: missing)
    return loosened == query ? result : answer(loosened, isWanted)
  }

  /// Returns all matches of a query with their scores, in the order of rows; all rows if the query is empty.
  ///
  /// `matches(query).ranked()` has the best first. ``search(_:)`` finds the matching rows and the best of
  /// them in less time.
  ///
  /// - Complexity: O(length of the texts that match), plus a search.
  public func matches(_ query: Query) -> [Match] { matches(of: search(query)) }

  /// A criterion by which a match is better than another.
  public enum Ranking: Sendable {
    /// The places of words: at the start of a field or of a word, or in the last part of a path.
    case places
    /// The alignment of letters, as in fzf: together, at the start of a line, a part of a path, or a word.
    case alignment
  }

  /// Returns the rows of a result of this index with their scores, in the order of rows.
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

  /// The number of rows of a part: a multiple of 512, so that no two parts write to the same word of bits.
  private static let rowsPerPart = 65_536
  private static let scoredPerPart = 16_384

  /// Answers a query without a change; nil if the search was cancelled.
  private func answer(_ query: Query, _ isWanted: () -> Bool) -> SearchResult? {
    if query.isEmpty { return SearchResult(rows: PositionSet(allBelow: count), best: nil, query: query) }
    if isEmpty { return SearchResult(rows: PositionSet(bound: 0), best: nil, query: query) }
    return query.withWords { words in
      IndexReader.lend(self) { index in
        if let letter = words.onlyLetter {
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

  /// Returns for each term of a query whether no row has its word; nil if cancelled.
  ///
  /// The result is false for a word whose letters must not be apart.
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
  /// Returns the matches among the given rows.
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

/// The result of a search in an index.
///
/// Each matching row is one bit; ``SearchIndex/matches(of:by:)`` returns a list with all scores.
public struct SearchResult: Sendable {
  /// The indexes of the matching rows.
  public let rows: PositionSet

  /// The best match; nil if there is none, and for an empty query.
  ///
  /// It has the highest score; if scores are equal, the shorter text in its first field; then the lower row.
  public let best: Match?

  /// The query that was answered. It matches and highlights the letters of the words that no row has.
  public let query: Query

  /// The number of matching rows.
  public var count: Int { rows.count }
}
