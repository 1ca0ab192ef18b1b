/// What a person typed, as the words to look for.
///
/// Words are parted by white space; all of them must occur, in any order and in any field. Case, diacritics,
/// full-width forms and the kind of white space make no difference:
///
/// ```swift
/// Query("  Mönch  BERN") == Query("monch bern")   // true
/// ```
///
/// | typed | finds rows |
/// | --- | --- |
/// | `word` | with the word; where no row has it and it has three letters or more, with its letters in that order |
/// | `'word` | with the word, and never its letters alone; in `'!word` and `'word$` the signs are part of it |
/// | `!word` | without the word |
/// | `^word` | in which a field begins with it |
/// | `word$` | in which a field ends with it |
/// | `column:word` | that have it in a column, where the columns were named; also `column:^word` and `!column:word` |
///
/// As long as words without operators occur, a list narrows with each letter typed and never jumps: whatever such a query
/// matches is also matched by the same query with its last letters taken away.
public struct Query: Hashable, Sendable {
  /// What was typed, folded, in UTF-8, with one space between two words.
  private let typed: [UInt8]
  /// What is looked for, one after the other.
  let patterns: [UInt8]
  /// What has to hold: words that are looked for first, the longest of them first, as that one is likely to be the
  /// rarest; then those that are excluded.
  private(set) var terms: [QueryTerm]
  /// The words without operators as typed, as one pattern; empty unless there are several.
  private(set) var phrase: Range<Int>

  /// Creates a query from text as typed.
  ///
  /// ```swift
  /// Query("range:alps !switz", columns: ["name", "range", "country"])
  /// ```
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - columns: The names of the fields of a row, by which `column:word` is understood; the last one is also that of
  ///     all further fields. Without names a colon is a sign like any other.
  /// - Complexity: O(length of `text`).
  public init(_ text: String, columns: [String] = []) {
    var folded: [UInt8] = []
    folded.append(folding: text)
    var typed: [UInt8] = []
    var parser = QueryParser(columns: columns)
    for word in folded.split(separator: UInt8(ascii: " ")) {
      if !typed.isEmpty { typed.append(UInt8(ascii: " ")) }
      typed.append(contentsOf: word)
      parser.append(word)
    }
    self.typed = typed
    phrase = parser.appendPhrase()
    patterns = parser.patterns
    // A stable order: the one typed decides among words of one length.
    terms = parser.terms.sorted {
      ($0.isExcluded ? 1 : 0, $1.pattern.count, $0.pattern.lowerBound)
        < ($1.isExcluded ? 1 : 0, $0.pattern.count, $1.pattern.lowerBound)
    }
    lastColumn = max(0, columns.count - 1)
  }

  /// The number of the last column that has a name.
  let lastColumn: Int

  /// Whether there is nothing to look for; everything matches then.
  public var isEmpty: Bool { terms.isEmpty }

  /// The folded words, as typed, with one space between two of them.
  public var normalizedText: String { String(decoding: typed, as: UTF8.self) }

  /// The folded words; nil if any of them has an operator, or may have its letters apart.
  ///
  /// For a search without an index, as in text that is searched once.
  public var plainWords: [String]? {
    guard terms.allSatisfy({ $0.isPlain && !$0.isLoose }) else { return nil }
    return terms.map { String(decoding: patterns[$0.pattern], as: UTF8.self) }
  }

  /// The folded words that stand somewhere in every text that matches, whatever their operators are.
  ///
  /// For a search without an index: a text that lacks one of them cannot match.
  public var requiredWords: [String] {
    terms.filter { !$0.isExcluded && !$0.isLoose }.map { term in
      String(decoding: patterns[term.pattern].filter { $0 != SearchIndex.fieldEnd }, as: UTF8.self)
    }
  }

  /// The folded words whose letters may stand apart, in their order, in every text that matches.
  ///
  /// For a search without an index: a text that lacks the letters of one of them cannot match.
  public var looseWords: [String] {
    terms.filter(\.isLoose).map { String(decoding: patterns[$0.pattern], as: UTF8.self) }
  }

  /// The query that finds letters in order, for a search without an index that found nothing: the letters of each word that
  /// no row has may stand apart.
  ///
  /// ```swift
  /// let loose = query.loosened { word in !rows.contains { word.matches($0.texts) } }
  /// ```
  ///
  /// - Parameter isMissing: Whether no row matches a query of one of the words alone.
  /// - Returns: The same query if no letters may stand apart.
  public func loosened(where isMissing: (Query) -> Bool) -> Query {
    let isAlone = terms.count == 1
    return loosened(
      where: terms.map { term in
        guard term.mayBeLoose else { return false }
        // Of a single word it is known.
        if isAlone { return true }
        var word = self
        word.terms = [term]
        word.phrase = 0..<0
        return isMissing(word)
      })
  }

  /// The query in which the letters of some words may stand apart.
  ///
  /// - Parameter isMissing: For each term, whether no row has its word.
  func loosened(where isMissing: [Bool]) -> Query {
    var query = self
    for index in terms.indices where terms[index].mayBeLoose && isMissing[index] {
      query.terms[index].isLoose = true
    }
    return query
  }

  /// Whether every word of the query occurs in one of the texts that belong together; an empty query does.
  ///
  /// ```swift
  /// Query("bern monch").matches(["Mönch", "Bernese Alps"])   // true
  /// ```
  ///
  /// For a few hundred candidates. ``SearchIndex`` folds thousands once, tells which match best, and finds the letters
  /// of words that no candidate has; the query of its ``SearchResult`` knows these words, and asks for no more than
  /// their letters here too.
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

/// One condition of a query: a word, and where it has to stand.
///
/// ```text
///  alps   '!alps   a word, as it is          ^mont   a field begins with it      range:alps   only in that column
///  !alps           no such word              blanc$  a field ends with it        ^mont blanc$ two conditions
/// ```
///
/// Anchors need no test of their own: the pattern of `^mont` begins with the mark that stands before each field.
struct QueryTerm: Hashable, Sendable {
  /// The word in the patterns of the query, together with the marks of its anchors.
  var pattern: Range<Int>
  var isAtStart = false
  var isAtEnd = false
  /// The number of the only field it may stand in.
  var column: Int?
  /// Whether rows with the word are left out.
  var isExcluded = false
  /// Whether the letters of the word may stand apart where no row has the word: not if it is short, anchored, quoted or
  /// excluded.
  var mayBeLoose = false
  /// Whether they may, because no row has the word.
  var isLoose = false

  /// Whether the word may stand anywhere.
  var isPlain: Bool { !isExcluded && !isAtStart && !isAtEnd && column == nil }

  /// A word of fewer letters is always looked for as it is.
  static let leastLooseCount = 3
}

extension Query {
  /// Where the words of the query stand in a text, as offsets of characters, in order and not touching each other.
  ///
  /// Meant for the rows on screen. A character of which only a part matched counts as a whole: `s` highlights
  /// all of `ß`. The query of a ``SearchResult`` also highlights letters that stand apart.
  ///
  /// ```swift
  /// Query("ag").highlights(in: "Ağrı Dağı")   // [0..<2, 6..<8]
  /// ```
  ///
  /// - Parameters:
  ///   - text: A field of a row.
  ///   - column: The number of the field, for words that are looked for in one column only; nil highlights them nowhere.
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

  /// The characters of a text, of whose folded bytes, after a mark, some are marked.
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
