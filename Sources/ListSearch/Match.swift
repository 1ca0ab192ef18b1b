import Synchronization

/// A row that matches a query, with its score.
///
/// The better of two matches is the greater one: that with the higher score; if the scores are equal, that of
/// the row with the shorter text in its first field; then that of the row that was appended first.
public struct Match: Hashable, Sendable, Comparable {
  // Eight bytes in all, with the most important part in the highest bits: score, length, row.
  let rank: UInt64

  private static let rowMask: UInt64 = 0xFFFF_FFFF
  /// The maximum length in bytes that the ranking distinguishes.
  static let lengthLimit = 1023

  init(row: Int, score: Int, length: Int) {
    let shortness = Self.lengthLimit - min(length, Self.lengthLimit)
    rank =
      UInt64(truncatingIfNeeded: score) &<< 42 | UInt64(truncatingIfNeeded: shortness) &<< 32
      | Self.rowMask &- UInt64(truncatingIfNeeded: row)
  }

  init(rank: UInt64) { self.rank = rank }

  /// The index of the row: 0 for the first one appended.
  public var row: Int { Int(Self.rowMask &- rank & Self.rowMask) }

  /// The quality of the match; higher is better. Scores of different queries are not comparable.
  public var score: Int { Int(rank &>> 42) }

  /// The difference between `lengthLimit` and the length of the text.
  var shortness: Int { Int(rank &>> 32) & Self.lengthLimit }

  /// Whether the first match is worse than the second.
  public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }
}

extension [Match] {
  /// The best match; nil if there is none.
  ///
  /// - Complexity: O(*n*).
  public var best: Match? { self.max() }

  /// Returns the matches, the best first.
  ///
  /// - Parameter shorterFirst: Whether of equal scores the shorter text comes first; otherwise they keep their order.
  /// - Complexity: O(*n* + maximum score), because it sorts by counting.
  public func ranked(shorterFirst: Bool = true) -> [Match] {
    guard let greatest = best?.score else { return self }
    let byLength =
      shorterFirst
      ? sortedByCounting(below: Match.lengthLimit + 1) { Match.lengthLimit - $0.shortness } : self
    return byLength.sortedByCounting(below: greatest + 1) { greatest - $0.score }
  }

  /// Sorts by a number; elements with the same number stay in order.
  private func sortedByCounting(below bound: Int, _ number: (Match) -> Int) -> [Match] {
    var starts = [Int](repeating: 0, count: bound + 1)
    for match in self { starts[number(match) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return [Match](unsafeUninitializedCapacity: count) { buffer, initialized in
      for match in self {
        let bucket = number(match)
        buffer.initializeElement(at: starts[bucket], to: match)
        starts[bucket] += 1
      }
      initialized = count
    }
  }
}

/// The score of a match of one word at one position.
///
/// The lower parts together are less than one step of a higher part, so they count in this order:
///
/// 1. A word *starts* there. Users type the start of words: `ken` means Kenya rather than Mackenzie.
/// 2. The field. Callers put the field that users search for first: `kenya` means Mount Kenya rather than all
///    mountains in Kenya.
/// 3. Its share of the field: `blanc` means Mont Blanc rather than Blanche, `k2` means K2 rather than K2
///    West.
///
/// A row's score is the sum over the words, plus the score of the typed phrase if there are several words:
/// `mont blanc` means Mont Blanc rather than Blanc de Mont.
///
/// In a path, the last part counts as the field, and everything before it as the next field: `search` means
/// `src/search.txt` rather than `search/src.txt`. A text counts as a path if it has a slash and no spaces, or
/// begins with `/`, `./`, `../` or `~/`.
enum Score {
  static let wordStart = 64

  static let fieldStep = 8
  /// The number of fields with a rank; all later fields have the same score.
  static let rankedFields = 3

  static let wholeField = 4
  static let wholeWord = 2
  static let fieldStart = 1

  /// The maximum score of a position.
  static let greatest = value(isWordStart: true, isWordEnd: true, isFieldStart: true, isFieldEnd: true)

  @inline(__always)
  static func value(
    isWordStart: Bool, isWordEnd: Bool = false, isFieldStart: Bool = false, isFieldEnd: Bool = false,
    field: Int = 0
  ) -> Int {
    var score = max(0, rankedFields &- field) &* fieldStep
    guard isWordStart else { return score }
    score &+= wordStart
    if isFieldStart { score &+= fieldStart }
    if isWordEnd { score &+= wholeWord }
    if isFieldStart, isFieldEnd { score &+= wholeField }
    return score
  }
}

/// The best match that several threads have found so far.
final class BestMatch: Sendable {
  private let rank = Atomic<UInt64>(0)

  /// The best match so far; before the first one, a value that is less than any match.
  var match: Match { Match(rank: rank.load(ordering: .relaxed)) }

  /// The best match; nil if there is none.
  var found: Match? { match.rank == 0 ? nil : match }

  /// Replaces the best match if the new one is better.
  func raise(to match: Match) { rank.max(match.rank, ordering: .relaxed) }
}
