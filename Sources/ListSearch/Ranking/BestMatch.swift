import Synchronization

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
