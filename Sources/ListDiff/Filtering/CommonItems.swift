/// What two snapshots have in common.
@usableFromInline
enum CommonItems {
  /// Stretches of items, in new order, each standing or moved.
  case runs(ContiguousArray<MatchRun>)
  /// The items of one table that both show; all of them stand.
  case subsets(SubsetPair)
}
