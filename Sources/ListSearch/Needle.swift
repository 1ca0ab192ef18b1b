/// A word of a query, prepared for the hot loops.
///
/// It must not outlive the closure that provides the query's patterns.
struct Needle {
  let bytes: UnsafeBufferPointer<UInt8>

  // Copies of a term's properties, for reading in loops.
  let isAtStart: Bool
  let isAtEnd: Bool
  let isExcluded: Bool
  let isLoose: Bool
  /// The only field that counts, and whether later fields count as well.
  let column: Int?
  let columnIsLast: Bool

  /// The bits of the classes of all letters in the word.
  let letters: UInt64
  /// The number of letters in the word.
  let letterCount: Int
  /// The class of the word's first letter.
  let firstClass: Int

  /// The number of marks before the word.
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

  /// Whether a position in the field at this index counts.
  @inline(__always)
  func accepts(field: Int) -> Bool {
    guard let column else { return true }
    return field == column || columnIsLast && field > column
  }
}

/// All words of a query.
struct Needles {
  /// The words that a row must have, then those that it must not have.
  let terms: UnsafeBufferPointer<Needle>
  let requiredCount: Int
  /// The typed words as one phrase; nil unless there are several.
  let phrase: Needle?

  var required: UnsafeBufferPointer<Needle> { UnsafeBufferPointer(rebasing: terms[..<requiredCount]) }
  var excluded: UnsafeBufferPointer<Needle> { UnsafeBufferPointer(rebasing: terms[requiredCount...]) }
}

extension Query {
  /// Calls `body` with the words of the query, which are valid until it returns.
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

/// The best way to answer a query, determined once before the rows are divided among the cores.
enum QueryPlan {
  /// One scan of all text for a required word, the one that the fewest rows have.
  case sweep(Int)
  /// A test of each row that has all letters of the required words.
  case rows
  /// All rows except those with excluded words.
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

  /// Whether the rows that have all letters are so few that testing them costs less than scanning all text.
  private static func prefersRows(_ words: Needles, _ index: IndexReader) -> Bool {
    let letters = LetterFilter(words)
    var count = 0
    for block in 0..<index.blockCount { count &+= letters.rows(in: block, of: index).nonzeroBitCount }
    // A row costs about as much as 700 bytes of text.
    return count &* 700 < index.bytes.count
  }

  /// Returns the word that the fewest rows in a sample have.
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

/// The columns of the letters that a row needs to have all required words of a query.
struct LetterFilter {
  private let occurring: UInt64
  /// If the letters of a word may be apart, its first letter starts a word.
  private let beginning: UInt64

  init(_ words: Needles) {
    occurring = words.required.reduce(0) { $0 | $1.letters }
    beginning = words.required.reduce(0) { $0 | ($1.isLoose ? 1 &<< UInt64($1.firstClass) : 0) }
  }

  /// Returns those of 64 rows that may match.
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
  /// The class of the query's only letter, if a column answers the query; nil otherwise.
  var onlyLetter: Int? {
    guard terms.count == 1, requiredCount == 1, terms[0].bytes.count == 1, terms[0].column == nil,
      terms[0].firstClass < LetterClass.exactCount
    else { return nil }
    return terms[0].firstClass
  }
}
