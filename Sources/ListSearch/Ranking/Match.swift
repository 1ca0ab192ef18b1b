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
