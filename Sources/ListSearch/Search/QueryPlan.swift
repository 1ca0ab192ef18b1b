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
