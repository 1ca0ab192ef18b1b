extension DiffableDataSourceSnapshot {
  /// Returns the changes from an older snapshot to this one, including the marks of this one.
  ///
  ///     let difference = after.difference(from: before)
  ///     print(difference.insertedItems, difference.movedItems)
  ///
  /// You can call it on any thread. A debug build checks a few items for broken `Hashable` conformances, and
  /// traps.
  ///
  /// - Complexity: O(*edits*) if one is an edited copy of the other; O(*n* / 64) if both were filtered from
  ///   one snapshot (see ``filtered(_:)``); otherwise O(*n*) without hashing, with at most one `==` for each
  ///   common item, and O(*m* log *m*) for the *m* items that are out of order.
  @inlinable
  public func difference(
    from old: Self
  ) -> SnapshotDifference<SectionIdentifierType, ItemIdentifierType> {
    SnapshotDifference(old: old, new: self, positions: positions(from: old))
  }

  /// Returns the changes from an older snapshot to this one, and reconfigures items whose content changed.
  ///
  /// Equal items may carry different content. If `contentEqual` returns false for an old and a new item, the
  /// difference reconfigures the item, as if it were marked. A cell provider gets the new value.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - contentEqual: Whether an old and a new item, which are equal as identifiers, have the same content.
  ///     Called only if their bits differ.
  /// - Complexity: That of ``difference(from:)``, plus O(*n*) unless one is an edited copy of the other.
  public func difference(
    from old: Self, contentEqual: (ItemIdentifierType, ItemIdentifierType) -> Bool
  ) -> SnapshotDifference<SectionIdentifierType, ItemIdentifierType> {
    withoutActuallyEscaping(contentEqual) { difference(from: old, moved: [], contentEqual: $0) }
  }

  /// Returns the changes from an older snapshot to this one, for items that are known to have moved.
  ///
  /// If two rows were exchanged, the snapshots alone do not show which of them moved.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - moved: The moved items. In a section whose order changed, exactly these have moved, even if fewer
  ///     moves would explain the new order, provided that the other items kept their order.
  ///   - contentEqual: As in ``difference(from:contentEqual:)``; nil considers only marks.
  /// - Complexity: That of ``difference(from:)``, plus O(*m* log *m*) for *m* moved items.
  package func difference(
    from old: Self, moved: [ItemIdentifierType],
    contentEqual: ((ItemIdentifierType, ItemIdentifierType) -> Bool)? = nil
  ) -> SnapshotDifference<SectionIdentifierType, ItemIdentifierType> {
    SnapshotDifference(old: old, new: self, positions: positions(from: old, moved: moved, contentEqual))
  }

  @usableFromInline
  func positions(from old: Self) -> PositionDifference { positions(from: old, moved: [], nil) }

  private func positions(
    from old: Self, moved: [ItemIdentifierType],
    _ contentEqual: ((ItemIdentifierType, ItemIdentifierType) -> Bool)?
  ) -> PositionDifference {
    let sections = SectionMatching(from: old.sections, to: self.sections)
    let common = commonItems(from: old, sections: sections, moved: moved)
    var (reloaded, reconfigured) = marks == nil ? ([], []) : markedIndexes(from: old)
    if let contentEqual {
      let changed = changedIndexes(in: common, from: old, contentEqual: contentEqual)
      reconfigured.formUnion(changed.subtracting(reloaded))
    }
    return PositionDifference(
      sections: sections, common: common, reloaded: Self.sorted(reloaded),
      reconfigured: Self.sorted(reconfigured),
      insertedCount: items.count - common.count, deletedCount: old.items.count - common.count)
  }

  private static func sorted(_ indexes: Set<Int32>) -> ContiguousArray<Int32> {
    indexes.isEmpty ? [] : ContiguousArray(indexes.sorted())
  }

  /// Returns the items that both snapshots have.
  private func commonItems(
    from old: Self, sections matching: SectionMatching, moved: [ItemIdentifierType]
  ) -> CommonItems {
    if items.isSubsetOfOneBase(with: old.items) {
      let subsets = SubsetPair(
        old: old.items.order.subset, new: items.order.subset, bound: items.order.base.count)
      if matching.keepsApart(newEnds: sections.ends, oldEnds: old.sections.ends, subsets) {
        return CommonItems(subsets)
      }
    }
    let pairs = matching.pairs(newEnds: sections.ends, oldEnds: old.sections.ends)
    let runs = items.runsInCommon(
      with: old.items, pairs: pairs, newEnds: sections.ends, oldEnds: old.sections.ends)
    let movedIndexes = moved.isEmpty ? [] : moved.compactMap { indexOfItem($0) }.sorted()
    return CommonItems(
      matching.settle(runs, pairs: pairs, oldEnds: old.sections.ends, moved: movedIndexes))
  }

  /// Returns the new indexes of the marked items that the old snapshot also has.
  private func markedIndexes(from old: Self) -> (reloaded: Set<Int32>, reconfigured: Set<Int32>) {
    guard let marks else { return ([], []) }
    func index(of item: ItemIdentifierType) -> Int32? {
      guard old.contains(item) else { return nil }
      return indexOfItem(item).map { Int32($0) }
    }
    var reloaded = Set(marks.reloadedItems.identifiers.compactMap(index))
    for section in marks.reloadedSections.identifiers
    where old.contains(section: section) && contains(section: section) {
      reloaded.formUnion(itemIdentifiers(inSection: section).compactMap(index))
    }
    return (reloaded, Set(marks.reconfiguredItems.identifiers.compactMap(index)).subtracting(reloaded))
  }

  private func changedIndexes(
    in common: CommonItems, from old: Self,
    contentEqual: (ItemIdentifierType, ItemIdentifierType) -> Bool
  ) -> Set<Int32> {
    if common.subsets != nil { return [] }
    if items.order.base === old.items.order.base {
      return changedAdditions(from: old, contentEqual: contentEqual)
    }
    var changed: Set<Int32> = []
    let before = old.itemIdentifiers
    let after = itemIdentifiers
    before.withUnsafeBufferPointer { before in
      after.withUnsafeBufferPointer { after in
        guard let first = before.baseAddress, let second = after.baseAddress else { return }
        for run in common.runs {
          for index in run.newRange {
            let origin = run.origin(of: index)
            if !haveEqualBits(first + origin, second + index), !contentEqual(before[origin], after[index]) {
              changed.insert(Int32(truncatingIfNeeded: index))
            }
          }
        }
      }
    }
    return changed
  }

  /// Returns the new indexes of the common items whose content changed, for two edits of one base.
  ///
  /// Only added items can differ.
  private func changedAdditions(
    from old: Self, contentEqual: (ItemIdentifierType, ItemIdentifierType) -> Bool
  ) -> Set<Int32> {
    var changed: Set<Int32> = []
    for item in items.added + old.items.added {
      guard let index = indexOfItem(item), let origin = old.indexOfItem(item) else { continue }
      let before = old.items.item(at: origin)
      let after = items.item(at: index)
      if haveEqualBits(before, after) || contentEqual(before, after) { continue }
      changed.insert(Int32(truncatingIfNeeded: index))
    }
    return changed
  }
}
