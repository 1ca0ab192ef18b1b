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

  /// Whether a position in a field of this number counts.
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

/// How a query is answered best, found out once before the rows are parted among the cores.
enum QueryPlan {
  /// One walk over all text for a required word, the one that the fewest rows have.
  case sweep(Int)
  /// Row by row, among those that have all letters of the required words.
  case rows
  /// Every row, but for those with excluded words.
  case all

  init(_ words: Needles, _ index: IndexReader) {
    if words.requiredCount == 0 {
      self = .all
    } else if words.required.contains(where: \.isLoose) || Self.prefersRows(words, index) {
      self = .rows
    } else {
      self = .sweep(Self.rarest(words, index))
    }
  }

  /// Whether so few rows have all letters that to look at these is less than to walk over all text.
  private static func prefersRows(_ words: Needles, _ index: IndexReader) -> Bool {
    let letters = LetterFilter(words)
    var count = 0
    for block in 0..<index.blockCount { count &+= letters.rows(in: block, of: index).nonzeroBitCount }
    // A row costs about as much as 700 bytes of text.
    return count &* 700 < index.bytes.count
  }

  /// The word that the fewest rows have, as a sample of them tells.
  private static func rarest(_ words: Needles, _ index: IndexReader) -> Int {
    if words.requiredCount == 1 { return 0 }
    let stretches = 16
    let length = max(64, index.rowCount / (32 * stretches))
    var (least, rarest) = (Int.max, 0)
    for (number, word) in words.required.enumerated() {
      var count = 0
      for stretch in 0..<stretches {
        let start = index.rowCount * stretch / stretches
        index.sweep(start..<min(index.rowCount, start + length), for: word) { _, _, _ in
          count &+= 1
          return false
        }
      }
      if count < least { (least, rarest) = (count, number) }
    }
    return rarest
  }
}

/// The columns that a row must be in to have all required words of a query.
struct LetterFilter {
  private let occurring: UInt64
  /// Where letters may stand apart, the first one begins a word.
  private let beginning: UInt64

  init(_ words: Needles) {
    occurring = words.required.reduce(0) { $0 | $1.letters }
    beginning = words.required.reduce(0) { $0 | ($1.isLoose ? 1 &<< UInt64($1.firstClass) : 0) }
  }

  /// Of 64 rows, those that may match.
  @inline(__always)
  func rows(in block: Int, of index: IndexReader) -> UInt64 {
    let left = index.rowCount &- block &<< 6
    var rows: UInt64 = left >= 64 ? ~0 : (1 &<< UInt64(left)) &- 1
    occurring.forEachBit { rows &= index.column($0, block: block) }
    beginning.forEachBit { rows &= index.column(LetterColumns.beginnings &+ $0, block: block) }
    return rows
  }
}

extension Needles {
  /// The class of the only letter of the query, if a column answers it.
  func onlyLetter(hasFields: Bool) -> Int? {
    guard terms.count == 1, requiredCount == 1, terms[0].bytes.count == 1, terms[0].column == nil,
      terms[0].firstClass < LetterClass.exactCount
    else { return nil }
    return terms[0].firstClass
  }
}
