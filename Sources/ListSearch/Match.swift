/// A row that matches a query, and how well.
public struct Match: Hashable, Sendable {
  // Eight bytes in all: a million of them are written per key press.
  private let row32: UInt32
  private let score32: UInt32

  init(row: Int, score: Int) {
    row32 = UInt32(truncatingIfNeeded: row)
    score32 = UInt32(truncatingIfNeeded: score)
  }

  /// The position of the candidate in the index: 0 for the first one appended.
  public var row: Int { Int(row32) }

  /// How well it matches; greater is better. Scores of different queries do not compare.
  public var score: Int { Int(score32) }
}

extension [Match] {
  /// The match with the greatest score, the first of several; nil when there is none.
  ///
  /// - Complexity: O(*n*).
  public var best: Match? {
    var best = first
    for match in self where match.score > best!.score { best = match }
    return best
  }

  /// The matches with the greatest score first; those of equal score stay in order.
  ///
  /// - Complexity: O(*n* + greatest score): it counts, it does not compare.
  public func ranked() -> [Match] {
    guard let greatest = best?.score, greatest > 0 else { return self }
    var starts = [Int](repeating: 0, count: greatest + 2)
    for match in self { starts[greatest - match.score + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return [Match](unsafeUninitializedCapacity: count) { buffer, initialized in
      for match in self {
        let bucket = greatest - match.score
        buffer.initializeElement(at: starts[bucket], to: match)
        starts[bucket] += 1
      }
      initialized = count
    }
  }
}
