/// Parses a query, after folding.
///
/// It reads operators in this order: `!`, the name of a column and `:`, then `'`, or `^` and a `$` at the
/// end. An operator without a word has no effect, so that the list does not become empty before the word is
/// typed.
struct QueryParser {
  /// The folded names of columns, without white space.
  private let columns: [[UInt8]]
  private(set) var terms: [QueryTerm] = []
  private(set) var patterns: [UInt8] = []
  /// The words without operators as typed, with one space between two of them.
  private(set) var plainWords: [UInt8] = []

  init(columns: [String]) {
    self.columns = columns.map { name in
      var folded: [UInt8] = []
      folded.append(folding: name)
      folded.removeAll { $0 == UInt8(ascii: " ") }
      return folded
    }
  }

  /// Parses one word as typed.
  mutating func append(_ typed: ArraySlice<UInt8>) {
    var rest = typed
    var term = QueryTerm(pattern: 0..<0)
    term.isExcluded = rest.drop("!")
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
      let column = columns.firstIndex(where: { !$0.isEmpty && $0.elementsEqual(rest[..<colon]) })
    {
      term.column = column
      rest = rest[(colon + 1)...]
      if rest.drop("!") { term.isExcluded.toggle() }
    }
    let isQuoted = rest.drop("'")
    if !isQuoted {
      term.isAtStart = rest.drop("^")
      if rest.last == UInt8(ascii: "$") {
        rest.removeLast()
        term.isAtEnd = true
      }
    }
    guard !rest.isEmpty else { return }
    if !isQuoted, !term.isExcluded, !term.isAtStart, !term.isAtEnd {
      let letters = rest.count { $0 & 0xC0 != 0x80 }
      term.mayBeLoose = QueryTerm.leastLooseCount...64 ~= letters
    }
    if term.isPlain {
      if !plainWords.isEmpty { plainWords.append(UInt8(ascii: " ")) }
      plainWords.append(contentsOf: rest)
    }
    insert(&term, rest)
  }

  /// Adds a term, unless an equal one is there.
  private mutating func insert(_ term: inout QueryTerm, _ word: ArraySlice<UInt8>) {
    let start = patterns.count
    if term.isAtStart { patterns.append(SearchIndex.fieldEnd) }
    patterns.append(contentsOf: word)
    if term.isAtEnd { patterns.append(SearchIndex.fieldEnd) }
    term.pattern = start..<patterns.count
    let isKnown = terms.contains { other in
      other.column == term.column && other.isExcluded == term.isExcluded
        && patterns[other.pattern].elementsEqual(patterns[term.pattern])
    }
    if isKnown {
      patterns.removeLast(patterns.count - start)
    } else {
      terms.append(term)
    }
  }

  /// Adds the words without operators as one phrase, if there are several different ones.
  ///
  /// - Returns: The range of the phrase in the patterns; empty if there is none.
  mutating func appendPhrase() -> Range<Int> {
    guard terms.count(where: \.isPlain) > 1 else { return 0..<0 }
    let start = patterns.count
    patterns.append(contentsOf: plainWords)
    return start..<patterns.count
  }
}

extension ArraySlice<UInt8> {
  /// Removes a character at the start; returns false if it is not there.
  fileprivate mutating func drop(_ sign: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: sign) else { return false }
    removeFirst()
    return true
  }
}
