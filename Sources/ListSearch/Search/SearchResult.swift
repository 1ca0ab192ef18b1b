public import PositionSets

/// What a query finds in an index.
///
/// Rows that match are one bit each; ``SearchIndex/matches(of:)`` makes a list with all scores of it.
public struct SearchResult: Sendable {
  /// The rows that match, by their position in the index.
  public let rows: PositionSet

  /// The match with the greatest score, of several that with the shorter text in its first field, then the first one;
  /// nil when there is none, and for an empty query.
  public let best: Match?

  /// The query as it was answered: it knows the words that no row has, so it matches and highlights their letters.
  public let query: Query

  /// The number of rows that match.
  public var count: Int { rows.count }
}
