extension DiffableDataSourceSnapshot {
  /// The new indexes of the items that were there before with other content.
  @inlinable
  func changedContent(
    in common: CommonItems, from old: Self,
    contentEqual: (ItemIdentifierType, ItemIdentifierType) -> Bool
  ) -> Set<Int32> {
    guard case .runs(let runs) = common, items.base !== old.items.base else {
      return changedAdditions(from: old, contentEqual: contentEqual)
    }
    var changed: Set<Int32> = []
    let before = old.itemIdentifiers
    let after = itemIdentifiers
    before.withUnsafeBufferPointer { before in
      after.withUnsafeBufferPointer { after in
        guard let first = before.baseAddress, let second = after.baseAddress else { return }
        for run in runs {
          for index in run.newRange {
            let origin = run.origin(of: index)
            if sameBits(first + origin, second + index) || contentEqual(before[origin], after[index]) {
              continue
            }
            changed.insert(Int32(truncatingIfNeeded: index))
          }
        }
      }
    }
    return changed
  }

  /// The same for two edits of one base: only what was added since can differ.
  @inlinable
  func changedAdditions(
    from old: Self, contentEqual: (ItemIdentifierType, ItemIdentifierType) -> Bool
  ) -> Set<Int32> {
    var changed: Set<Int32> = []
    func check(_ item: ItemIdentifierType) {
      guard let index = items.position(of: item), let origin = old.items.position(of: item) else { return }
      let before = old.items.item(at: origin)
      let after = items.item(at: index)
      if sameBits(before, after) || contentEqual(before, after) { return }
      changed.insert(Int32(truncatingIfNeeded: index))
    }
    for item in items.added?.items ?? [] { check(item) }
    for item in old.items.added?.items ?? [] { check(item) }
    return changed
  }
}
