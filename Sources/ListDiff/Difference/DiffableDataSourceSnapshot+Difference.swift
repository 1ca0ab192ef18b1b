extension DiffableDataSourceSnapshot {
  /// What changed from an older snapshot to this one, marks of this one included.
  ///
  /// May run on any thread.
  ///
  /// - Complexity: O(*edits*) when one is an edited copy of the other; O(*n* / 64) when both were filtered from one
  ///   snapshot (see ``filtered(_:)``); otherwise O(*n*) without hashing, with at most one `==` for each item they
  ///   share, and O(*m* log *m*) for the *m* items that are out of order.
  @inlinable
  public func difference(
    from old: Self
  ) -> SnapshotDifference<SectionIdentifierType, ItemIdentifierType> {
    let sections = SectionMatching(from: old.sections, to: self.sections)
    let common = commonItems(from: old, sections: sections)
    let (reloaded, reconfigured) = markedIndexes(from: old)
    return SnapshotDifference(
      old: old, new: self, sections: sections, common: common, reloaded: reloaded, reconfigured: reconfigured)
  }

  /// What changed from an older snapshot to this one, with items whose content changed reconfigured.
  ///
  /// Two items with the same identifier may carry different content; where `contentEqual` says so, the item is
  /// reconfigured, as if it had been marked. The new snapshot holds the new value, and that is the one a cell
  /// provider gets.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - contentEqual: Whether an old and a new item, equal as identifiers, show the same. Called only where
  ///     their bits differ.
  /// - Complexity: That of ``difference(from:)``, and unless one is an edited copy of the other O(*n*).
  @inlinable
  public func difference(
    from old: Self, contentEqual: (ItemIdentifierType, ItemIdentifierType) -> Bool
  ) -> SnapshotDifference<SectionIdentifierType, ItemIdentifierType> {
    let sections = SectionMatching(from: old.sections, to: self.sections)
    let common = commonItems(from: old, sections: sections)
    let (reloaded, marked) = markedIndexes(from: old)
    let changed = changedContent(in: common, from: old, contentEqual: contentEqual)
    let updated = changed.union(marked).subtracting(reloaded).sorted()
    return SnapshotDifference(
      old: old, new: self, sections: sections, common: common, reloaded: reloaded,
      reconfigured: ContiguousArray(updated))
  }

  /// What changed from an older snapshot to this one, where it is known which items were moved.
  ///
  /// Of two rows that changed places, the snapshots alone do not tell which one was taken.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - moved: Items that were moved. In a section whose order changed, and whose other items stand in theirs,
  ///     exactly these have moved, even if fewer would explain the new order.
  ///   - contentEqual: As in ``difference(from:contentEqual:)``; nil looks at marks only.
  /// - Complexity: That of ``difference(from:)``, and O(*m* log *m*) for *m* items moved.
  @inlinable
  package func difference(
    from old: Self, moved: [ItemIdentifierType],
    contentEqual: ((ItemIdentifierType, ItemIdentifierType) -> Bool)? = nil
  ) -> SnapshotDifference<SectionIdentifierType, ItemIdentifierType> {
    let sections = SectionMatching(from: old.sections, to: self.sections)
    let common = commonItems(from: old, sections: sections, moved: moved)
    let (reloaded, marked) = markedIndexes(from: old)
    var updated = Set(marked)
    if let contentEqual {
      updated.formUnion(changedContent(in: common, from: old, contentEqual: contentEqual))
      updated.subtract(reloaded)
    }
    return SnapshotDifference(
      old: old, new: self, sections: sections, common: common, reloaded: reloaded,
      reconfigured: ContiguousArray(updated.sorted()))
  }

  /// What both snapshots have: subsets, where these tell it; else runs.
  @inlinable
  func commonItems(
    from old: Self, sections matching: SectionMatching, moved: [ItemIdentifierType] = []
  ) -> CommonItems {
    if items.isUnedited, old.items.isUnedited, items.base === old.items.base,
      hasSectionsApart(from: old, sections: matching)
    {
      return .subsets(SubsetPair(old: old.items.subset, new: items.subset, bound: items.base.count))
    }
    return .runs(settledRuns(from: old, sections: matching, moved: moved))
  }

  /// Whether no two sections that do not match lie over each other in the base both snapshots have.
  ///
  /// - Complexity: O(*sections*).
  @inlinable
  func hasSectionsApart(from old: Self, sections matching: SectionMatching) -> Bool {
    if sections.count == 1, matching.isIdentity { return true }
    var origin = 0
    for index in 0..<sections.count {
      let handles = sections.items(inSection: index)
      if handles.isEmpty { continue }
      let places = SubsetPair.places(handles, in: items.subset)
      while origin < old.sections.count {
        let handles = old.sections.items(inSection: origin)
        if !handles.isEmpty {
          let formerPlaces = SubsetPair.places(handles, in: old.items.subset)
          if formerPlaces.overlaps(places), matching.origin(of: index) != origin { return false }
          // It may reach into the next section as well.
          if formerPlaces.upperBound > places.upperBound { break }
        }
        origin += 1
      }
    }
    return true
  }

  /// What both snapshots have, in new order, divided into what stands and what moved.
  @inlinable
  func settledRuns(
    from old: Self, sections matching: SectionMatching, moved: [ItemIdentifierType] = []
  ) -> ContiguousArray<MatchRun> {
    let pairs = pairs(from: old, sections: matching)
    var runs =
      if let shared = items.runsInCommon(with: old.items) {
        shared.cut(newEnds: sections.ends, oldEnds: old.sections.ends)
      } else {
        ItemMatcher.match(
          from: old.items.flattened(), to: items.flattened(), pairs: pairs, oldEnds: old.sections.ends)
      }
    if runs.allSatisfy({ $0.motion == .stands }) { return runs }
    markCrossings(&runs, from: old, pairs: pairs, sections: matching)
    let moved = moved.compactMap { items.position(of: $0) }.sorted()
    var settled = ContiguousArray<MatchRun>()
    settled.reserveCapacity(runs.count)
    var start = 0
    for pair in pairs {
      var end = start
      while end < runs.count, Int(runs[end].new) < pair.new.upperBound { end += 1 }
      let isMoved = !moved.isEmpty && !Standing.isIncreasing(runs, in: start..<end)
      if !isMoved || !Standing.settle(runs, in: start..<end, moved: moved, into: &settled) {
        Standing.settle(runs, in: start..<end, into: &settled)
      }
      start = end
    }
    return settled
  }

  /// The old and new indexes of the items of each section of this snapshot.
  @inlinable
  func pairs(from old: Self, sections matching: SectionMatching) -> [SectionPair] {
    var pairs: [SectionPair] = []
    pairs.reserveCapacity(sections.count)
    for index in 0..<sections.count {
      let origin = matching.origin(of: index)
      pairs.append(
        SectionPair(
          old: origin < 0 ? 0..<0 : old.sections.items(inSection: origin),
          new: sections.items(inSection: index)))
    }
    return pairs
  }

  /// Sets which way runs from another section went: the way that section lies.
  @inlinable
  func markCrossings(
    _ runs: inout ContiguousArray<MatchRun>, from old: Self, pairs: [SectionPair],
    sections matching: SectionMatching
  ) {
    var section = 0
    for index in runs.indices {
      let run = runs[index]
      if run.motion != .undecided { continue }
      while pairs[section].new.upperBound <= Int(run.new) { section += 1 }
      if pairs[section].old.contains(Int(run.old)) { continue }
      let source = matching.destination(of: old.sections.section(ofItemAt: Int(run.old)))
      let wentDown = source < 0 ? run.old <= run.new : source < section
      runs[index].motion = wentDown ? .down : .up
    }
  }

  /// Indexes of the marked items that were there before: to reload, and to reconfigure.
  @inlinable
  func markedIndexes(from old: Self) -> (
    reloaded: ContiguousArray<Int32>, reconfigured: ContiguousArray<Int32>
  ) {
    guard let marks else { return ([], []) }
    func index(of item: ItemIdentifierType) -> Int32? {
      guard old.contains(item) else { return nil }
      return items.position(of: item).map { Int32($0) }
    }
    var reloaded = Set(marks.reloadedItems.identifiers.compactMap(index))
    for section in marks.reloadedSections.identifiers where old.contains(section: section) {
      guard sections.indexes[section] != nil else { continue }
      reloaded.formUnion(itemIdentifiers(inSection: section).compactMap(index))
    }
    let reconfigured = Set(marks.reconfiguredItems.identifiers.compactMap(index)).subtracting(reloaded)
    return (ContiguousArray(reloaded.sorted()), ContiguousArray(reconfigured.sorted()))
  }
}
