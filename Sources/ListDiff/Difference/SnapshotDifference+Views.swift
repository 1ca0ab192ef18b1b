extension SnapshotDifference {
  /// A move of an item or of a section: where it was, and where it is.
  public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    /// Where it was, in the old snapshot.
    public var from: Place
    /// Where it is, in the new snapshot.
    public var to: Place

    init(from: Place, to: Place) {
      self.from = from
      self.to = to
    }
  }

  /// The new indexes of the items that came, increasing, as ranges.
  ///
  /// - Complexity: O(*runs*), O(*n* / 64 + *runs*) between filtered snapshots.
  public var insertedRanges: [Range<Int>] { common.newGaps(below: new.items.count) }

  /// The old indexes of the items that left, increasing, as ranges.
  ///
  /// - Complexity: O(*runs*), O(*n* / 64 + *runs*) between filtered snapshots.
  public var deletedRanges: [Range<Int>] { common.oldGaps(below: old.items.count) }

  /// Where items came, in the new snapshot, in order.
  ///
  /// - Complexity: O(*runs* + *inserted* · log *sections*).
  public var insertedItems: [ItemPosition] {
    insertedRanges.flatMap { $0.compactMap { new.position(ofItemAt: $0) } }
  }

  /// Where items left, in the old snapshot, in order.
  ///
  /// - Complexity: O(*runs* + *deleted* · log *sections*).
  public var deletedItems: [ItemPosition] {
    deletedRanges.flatMap { $0.compactMap { old.position(ofItemAt: $0) } }
  }

  /// The items that moved, in the order of the new snapshot.
  ///
  /// - Complexity: O(*runs* + *moved* · log *sections*).
  public var movedItems: [Move<ItemPosition>] {
    common.runs.flatMap { run in
      run.motion == .stands
        ? []
        : run.newRange.compactMap { index in
          guard let from = old.position(ofItemAt: run.origin(of: index)),
            let to = new.position(ofItemAt: index)
          else { return nil }
          return Move(from: from, to: to)
        }
    }
  }

  /// The items that get a new cell, by their place in the new snapshot, in order.
  ///
  /// - Complexity: O(*reloaded* · log *sections*).
  public var reloadedItems: [ItemPosition] {
    reloaded.compactMap { new.position(ofItemAt: Int($0)) }
  }

  /// The items whose cell is brought up to date, by their place in the new snapshot, in order.
  ///
  /// - Complexity: O(*reconfigured* · log *sections*).
  public var reconfiguredItems: [ItemPosition] {
    reconfigured.compactMap { new.position(ofItemAt: Int($0)) }
  }
}

extension SnapshotDifference {
  /// The new indexes of the sections that came.
  ///
  /// - Complexity: O(*sections*).
  public var insertedSections: [Int] {
    sections.isIdentity ? [] : (0..<new.numberOfSections).filter { sections.origin(of: $0) < 0 }
  }

  /// The old indexes of the sections that left.
  ///
  /// - Complexity: O(*sections*).
  public var deletedSections: [Int] {
    sections.isIdentity ? [] : (0..<old.numberOfSections).filter { sections.destination(of: $0) < 0 }
  }

  /// The sections that moved, in the order of the new snapshot.
  ///
  /// - Complexity: O(*sections*).
  public var movedSections: [Move<Int>] {
    if sections.isIdentity { return [] }
    return (0..<new.numberOfSections).compactMap { index in
      sections.motion(of: index) == .stands ? nil : Move(from: sections.origin(of: index), to: index)
    }
  }

  /// The new indexes of the sections to reload, those that were there before.
  ///
  /// - Complexity: O(*reloaded sections*).
  public var reloadedSections: [Int] {
    new.reloadedSectionIdentifiers.compactMap { new.indexOfSection($0) }.sorted()
      .filter { sections.origin(of: $0) >= 0 }
  }
}
