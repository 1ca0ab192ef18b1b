import Synchronization

/// A row that matches a query, and how well.
///
/// The better of two matches is the greater one: that with the greater score; if both have the same, that of the row with
/// the shorter text in its first field; then that of the row that was appended first.
public struct Match: Hashable, Sendable, Comparable {
  // Eight bytes in all, of which the parts that count most come first: score, length, row.
  let rank: UInt64

  private static let rowMask: UInt64 = 0xFFFF_FFFF
  /// Texts of more bytes count as of so many.
  static let lengthLimit = 1023

  init(row: Int, score: Int, length: Int) {
    let shortness = Self.lengthLimit - min(length, Self.lengthLimit)
    rank =
      UInt64(truncatingIfNeeded: score) &<< 42 | UInt64(truncatingIfNeeded: shortness) &<< 32
      | Self.rowMask &- UInt64(truncatingIfNeeded: row)
  }

  init(rank: UInt64) { self.rank = rank }

  /// The position of the candidate in the index: 0 for the first one appended.
  public var row: Int { Int(Self.rowMask &- rank & Self.rowMask) }

  /// How well it matches; greater is better. Scores of different queries do not compare.
  public var score: Int { Int(rank &>> 42) }

  /// Less than `lengthLimit` by the length of the text.
  var shortness: Int { Int(rank &>> 32) & Self.lengthLimit }

  /// Whether the first match is the worse one.
  public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }
}

extension [Match] {
  /// The best match; nil when there is none.
  ///
  /// - Complexity: O(*n*).
  public var best: Match? { self.max() }

  /// The matches, the best first.
  ///
  /// - Complexity: O(*n* + greatest score): it counts, it does not compare.
  public func ranked() -> [Match] {
    guard let greatest = best?.score else { return self }
    let byLength = sortedByCounting(below: Match.lengthLimit + 1) { Match.lengthLimit - $0.shortness }
    return byLength.sortedByCounting(below: greatest + 1) { greatest - $0.score }
  }

  /// Sorts by a number; those of which it is the same stay in order.
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
/// No part adds up to more than the next greater one, so they count in this order:
///
/// 1. A word *begins* there. Users type beginnings: `ken` means Kenya before it means Mackenzie.
/// 2. The field. Callers put first what users look for: `kenya` means Mount Kenya before all mountains in Kenya.
/// 3. How much of the field it fills: `blanc` means Mont Blanc before Blanche, `k2` means K2 before K2 West.
///
/// A row's score is the sum over the words, plus the same for the words as typed, taken as one, when there are several:
/// `mont blanc` means Mont Blanc before Blanc de Mont.
///
/// Of a path, the last part counts as the field, and what is before it as the field after: `search` means
/// `src/search.txt` before `search/src.txt`. What looks like a path is one: a text with a slash and without blanks, or
/// one that begins with `/`, `./`, `../` or `~/`.
enum Score {
  static let wordStart = 64

  static let fieldStep = 8
  /// Fields after these are all worth the same.
  static let rankedFields = 3

  static let wholeField = 4
  static let wholeWord = 2
  static let fieldStart = 1

  /// The greatest score of a position.
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

  /// The best so far; before the first one, what is less than any match.
  var match: Match { Match(rank: rank.load(ordering: .relaxed)) }

  /// Nil when nothing was found.
  var found: Match? { match.rank == 0 ? nil : match }

  /// Takes a match that may be better.
  func raise(to match: Match) { rank.max(match.rank, ordering: .relaxed) }
}
