/// A search query: the words that a user typed.
///
/// White space separates words; all of them must occur, in any order and in any field. Case, diacritics,
/// full-width forms and the kind of white space make no difference:
///
/// ```swift
/// Query("  Mönch  BERN") == Query("monch bern")   // true
/// ```
///
/// | typed | finds rows |
/// | --- | --- |
/// | `word` | with the word; if no row has it, with its letters in this order, if these are three or more |
/// | `'word` | with the word, never with its letters apart; `!` in `'!word` and `$` in `'word$` are literal |
/// | `!word` | without the word |
/// | `^word` | in which a field begins with it |
/// | `word$` | in which a field ends with it |
/// | `column:word` | with the word in this column, if columns have names; also `column:^word`, `!column:word` |
///
/// As long as rows have the words of a query without operators, each typed letter narrows the list: the
/// matches of the query are also matches of the same query without its last letters.
public struct Query: Hashable, Sendable {
  /// The typed text, folded, in UTF-8, with one space between words.
  private var typed: [UInt8]
  /// The patterns to look for, one after the other.
  let patterns: [UInt8]
  /// The conditions: the required words, longest first because it is probably rarest, then the excluded ones.
  private(set) var terms: [QueryTerm]
  /// The pattern of the words without operators as typed, as one; empty unless there are several.
  private(set) var phrase: Range<Int>

  /// Creates a query from text as typed.
  ///
  /// ```swift
  /// Query("range:alps !switz", columns: ["name", "range", "country"])
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - columns: The names of the fields of a row, for `column:word`; the last name also applies to all
  ///     additional fields. Without names, a colon is an ordinary character.
  /// - Complexity: O(length of `text`).
  public init(_ text: String, columns: [String] = []) {
    var folded: [UInt8] = []
    folded.append(folding: text)
    let words = QuerySyntax(String(decoding: folded, as: UTF8.self), columns: columns, hasOnlyWords: true)
      .words
    self.init(words, columnCount: columns.count)
    typed = Array(folded.split(separator: UInt8(ascii: " ")).joined(separator: [UInt8(ascii: " ")]))
  }

  /// Creates a query from words that are parsed already.
  package init(_ words: [QuerySyntax.Word], columnCount: Int) {
    var patterns: [UInt8] = []
    var terms: [QueryTerm] = []
    var plainWords: [UInt8] = []
    for word in words {
      var folded: [UInt8] = []
      folded.append(folding: word.text)
      guard !folded.isEmpty else { continue }
      var term = QueryTerm(word, folded)
      if term.isPlain { plainWords += (plainWords.isEmpty ? [] : [UInt8(ascii: " ")]) + folded }
      let mark = [SearchIndex.fieldEnd]
      let pattern = (term.isAtStart ? mark : []) + folded + (term.isAtEnd ? mark : [])
      let isKnown = terms.contains { other in
        other.column == term.column && other.isExcluded == term.isExcluded
          && patterns[other.pattern].elementsEqual(pattern)
      }
      if isKnown { continue }
      term.pattern = patterns.count..<(patterns.count + pattern.count)
      patterns += pattern
      terms.append(term)
    }
    phrase = 0..<0
    if terms.count(where: \.isPlain) > 1 {
      phrase = patterns.count..<(patterns.count + plainWords.count)
      patterns += plainWords
    }
    self.patterns = patterns
    // A stable order: words of the same length stay in the order in which they were typed.
    self.terms = terms.sorted {
      ($0.isExcluded ? 1 : 0, $1.pattern.count, $0.pattern.lowerBound)
        < ($1.isExcluded ? 1 : 0, $0.pattern.count, $1.pattern.lowerBound)
    }
    lastColumn = max(0, columnCount - 1)
    typed = plainWords
  }

  /// The index of the last column that has a name.
  let lastColumn: Int

  /// Whether the query has no conditions, so that it matches everything.
  public var isEmpty: Bool { terms.isEmpty }

  /// The folded words, as typed, with one space between them.
  public var normalizedText: String { String(decoding: typed, as: UTF8.self) }

  /// The folded words; nil if any of them has an operator, or its letters may be apart.
  ///
  /// For a search without an index, such as in text that is searched once.
  public var plainWords: [String]? {
    guard terms.allSatisfy({ $0.isPlain && !$0.isLoose }) else { return nil }
    return terms.map { String(decoding: patterns[$0.pattern], as: UTF8.self) }
  }

  /// The folded words that occur in every matching text, whatever their operators.
  ///
  /// For a search without an index: a text that lacks one of them cannot match.
  public var requiredWords: [String] {
    terms.filter { !$0.isExcluded && !$0.isLoose }.map { term in
      String(decoding: patterns[term.pattern].filter { $0 != SearchIndex.fieldEnd }, as: UTF8.self)
    }
  }

  /// The folded words whose letters occur in order, possibly apart, in every matching text.
  ///
  /// For a search without an index: a text that lacks the letters of one of them cannot match.
  public var looseWords: [String] {
    terms.filter(\.isLoose).map { String(decoding: patterns[$0.pattern], as: UTF8.self) }
  }

  /// Returns a query in which the letters of each word that no row has may be apart.
  ///
  /// For a search without an index that found nothing:
  ///
  /// ```swift
  /// let loose = query.loosened { word in !rows.contains { word.matches($0.texts) } }
  /// ```
  ///
  /// - Parameter isMissing: Whether no row matches a query of a single word of this query.
  /// - Returns: The same query if it has no such word.
  public func loosened(where isMissing: (Query) -> Bool) -> Query {
    let isAlone = terms.count == 1
    return loosened(
      where: terms.map { term in
        guard term.mayBeLoose else { return false }
        // The search for a single word has already found nothing.
        if isAlone { return true }
        var word = self
        word.terms = [term]
        word.phrase = 0..<0
        return isMissing(word)
      })
  }

  /// Returns a query in which the letters of missing words may be apart.
  ///
  /// - Parameter isMissing: For each term, whether no row has its word.
  func loosened(where isMissing: [Bool]) -> Query {
    var query = self
    for index in terms.indices where terms[index].mayBeLoose && isMissing[index] {
      query.terms[index].isLoose = true
    }
    return query
  }

  /// Whether the texts of one row match the query; an empty query matches everything.
  ///
  /// ```swift
  /// Query("bern monch").matches(["Mönch", "Bernese Alps"])   // true
  /// ```
  ///
  /// For a few hundred candidates. ``SearchIndex`` folds thousands once, ranks the matches, and finds the
  /// letters of words that no candidate has; for these words, the query of its ``SearchResult`` requires only
  /// the letters here too.
  ///
  /// - Complexity: O(length of the texts · number of words).
  public func matches(_ texts: some Sequence<String>) -> Bool {
    if isEmpty { return true }
    var bytes = [SearchIndex.fieldEnd]
    var wordStarts = WordStarts()
    for text in texts {
      bytes.append(folding: text, wordStarts: &wordStarts)
      bytes.append(SearchIndex.fieldEnd)
    }
    return withWords { words in
      bytes.withUnsafeBufferPointer { bytes in
        wordStarts.words.withUnsafeBufferPointer { wordStarts in
          RowMatcher(text: FoldedText(bytes: bytes, wordStarts: wordStarts), words: words).matches(
            1..<bytes.count)
        }
      }
    }
  }
}

/// A condition of a query: a word and its place.
///
/// ```text
///  alps   '!alps   a word, as it is          ^mont   a field begins with it      range:alps   only in that column
///  !alps           no such word              blanc$  a field ends with it        ^mont blanc$ two conditions
/// ```
///
/// Anchors need no separate test: the pattern of `^mont` begins with the mark before each field.
struct QueryTerm: Hashable, Sendable {
  /// The word in the patterns of the query, together with the marks of its anchors.
  var pattern: Range<Int>
  var isAtStart: Bool
  var isAtEnd: Bool
  /// The index of the only field in which it counts.
  var column: Int?
  /// Whether rows with the word are excluded.
  var isExcluded: Bool
  /// Whether the letters of the word may be apart if no row has the word.
  ///
  /// Not if the word is too short, too long, anchored, quoted or excluded.
  var mayBeLoose: Bool
  /// Whether the letters may be apart, because no row has the word.
  var isLoose = false

  /// - Parameter folded: The folded word, which is not empty.
  fileprivate init(_ word: QuerySyntax.Word, _ folded: [UInt8]) {
    pattern = 0..<0
    (column, isExcluded, isAtStart, isAtEnd) = (word.column, word.isExcluded, word.isAtStart, word.isAtEnd)
    let isNarrow = word.isExact || isExcluded || isAtStart || isAtEnd || folded.contains(UInt8(ascii: " "))
    mayBeLoose = !isNarrow && Self.leastLooseCount...64 ~= folded.count { $0 & 0xC0 != 0x80 }
  }

  /// Whether the word is required, anywhere in a row.
  var isPlain: Bool { !isExcluded && !isAtStart && !isAtEnd && column == nil }

  /// The minimum number of letters of a word whose letters may be apart.
  static let leastLooseCount = 3
}

extension Query {
  /// Returns the places of the query's words in a text, as increasing ranges of characters that do not touch.
  ///
  /// For the rows on screen. If only a part of a character matches, the entire character counts: `s`
  /// highlights `ß`. The query of a ``SearchResult`` also highlights letters that are apart.
  ///
  /// ```swift
  /// Query("ag").highlights(in: "Ağrı Dağı")   // [0..<2, 6..<8]
  /// ```
  ///
  /// - Parameters:
  ///   - text: A field of a row.
  ///   - column: The index of the field, for words that are restricted to one column; with nil, these are not
  ///     highlighted.
  /// - Complexity: O(length of `text` · number of words).
  public func highlights(in text: String, column: Int? = nil) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    var folded = [SearchIndex.fieldEnd]
    var wordStarts = WordStarts()
    folded.append(folding: text, wordStarts: &wordStarts)
    var isMarked = [Bool](repeating: false, count: folded.count)
    folded.append(SearchIndex.fieldEnd)
    withWords { words in
      folded.withUnsafeBufferPointer { folded in
        wordStarts.words.withUnsafeBufferPointer { wordStarts in
          let text = FoldedText(bytes: folded, wordStarts: wordStarts)
          for word in words.required where word.column == nil || column.map(word.accepts) == true {
            word.forEachMatch(in: text) { position in for index in position { isMarked[index] = true } }
          }
        }
      }
    }
    return isMarked.contains(true) ? Self.marked(isMarked, in: text) : []
  }

  /// Returns the ranges of characters with a marked folded byte; the first flag is that of the field's mark.
  private static func marked(_ isMarked: [Bool], in text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 1
    for (offset, character) in text.enumerated() {
      var folded: [UInt8] = []
      for scalar in character.unicodeScalars { folded.append(folding: scalar) }
      let end = start + folded.count
      if isMarked[start..<end].contains(true) {
        if let last = ranges.last, last.upperBound == offset {
          ranges[ranges.count - 1] = last.lowerBound..<offset + 1
        } else {
          ranges.append(offset..<offset + 1)
        }
      }
      start = end
    }
    return ranges
  }
}

extension Needle {
  /// Calls a function with each position of the word in a single field, or with the positions of its letters.
  fileprivate func forEachMatch(in text: FoldedText, _ body: (Range<Int>) -> Void) {
    let field = 1..<text.bytes.count - 1
    if isLoose {
      let letters = LettersInOrder(text: text, word: self)
      letters.shortestPositions(in: field)?.forEach(body)
      return
    }
    var position = 1 - leading
    while let hit = ByteScan(text.bytes).first(bytes, in: position..<text.bytes.count) {
      body(hit + leading..<hit + leading + wordCount)
      position = hit + 1
    }
  }
}
