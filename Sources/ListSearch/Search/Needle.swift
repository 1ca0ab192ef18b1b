/// A word of a query as the hot loops want it.
///
/// It must not outlive the closure that lends the query's patterns.
struct Needle {
  let bytes: UnsafeBufferPointer<UInt8>

  // Copied out of a query, to be read in loops.
  let isAtStart: Bool
  let isAtEnd: Bool
  let isExcluded: Bool
  let isLoose: Bool
  /// The only field that counts, and whether those after it count as the same.
  let column: Int?
  let columnIsLast: Bool

  /// The bits of all letters of the word.
  let letters: UInt64
  /// How many letters the word has.
  let letterCount: Int
  /// The class of the word's first letter.
  let firstClass: Int

  /// The marks of anchors before the word.
  var leading: Int { isAtStart ? 1 : 0 }
  /// The number of bytes of the word without marks.
  var wordCount: Int { bytes.count - leading - (isAtEnd ? 1 : 0) }

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ term: QueryTerm? = nil, lastColumn: Int = 0) {
    self.bytes = bytes
    isAtStart = term?.isAtStart ?? false
    isAtEnd = term?.isAtEnd ?? false
    isExcluded = term?.isExcluded ?? false
    isLoose = term?.isLoose ?? false
    column = term?.column
    columnIsLast = term?.column == lastColumn
    let word = bytes.dropFirst(isAtStart ? 1 : 0).dropLast(isAtEnd ? 1 : 0)
    letters = word.reduce(0) { $0 | 1 &<< UInt64($1.letterClass) }
    letterCount = word.count { !$0.isContinuation }
    firstClass = word.first?.letterClass ?? 0
  }

  /// Whether a place in a field of this number counts.
  @inline(__always)
  func accepts(field: Int) -> Bool {
    guard let column else { return true }
    return field == column || columnIsLast && field > column
  }
}

/// All words of a query.
struct Needles {
  /// Those that a row must have, then those it must not have.
  let terms: UnsafeBufferPointer<Needle>
  let requiredCount: Int
  /// The words as typed, as one; nil unless there are several.
  let phrase: Needle?

  var required: UnsafeBufferPointer<Needle> { UnsafeBufferPointer(rebasing: terms[..<requiredCount]) }
  var excluded: UnsafeBufferPointer<Needle> { UnsafeBufferPointer(rebasing: terms[requiredCount...]) }
}

extension Query {
  /// Lends the words of the query for the time of a call.
  func withWords<Result>(_ body: (Needles) -> Result) -> Result {
    patterns.withUnsafeBufferPointer { patterns in
      let needles = terms.map { term in
        Needle(UnsafeBufferPointer(rebasing: patterns[term.pattern]), term, lastColumn: lastColumn)
      }
      let whole = phrase.isEmpty ? nil : Needle(UnsafeBufferPointer(rebasing: patterns[phrase]))
      return needles.withUnsafeBufferPointer { terms in
        let required = terms.count { !$0.isExcluded }
        return body(Needles(terms: terms, requiredCount: required, phrase: whole))
      }
    }
  }
}
