/// What happened to a row: to an item, or to a section with its header and footer.
public enum RowChange: Hashable, Sendable {
  /// The old snapshot does not have it.
  case inserted
  /// The new snapshot does not have it.
  case deleted
  /// It moved towards the top, relative to the rows that stay; a section, with its items.
  case movedUp
  /// It moved towards the bottom, relative to the rows that stay; a section, with its items.
  case movedDown
  /// It gets a new cell; a section gets new cells, a new header and a new footer.
  case reloaded
  /// Its cell is updated.
  case reconfigured
}

extension SnapshotDifference {
  /// Returns the index that a new item had among all old items; nil if it was inserted.
  ///
  /// - Parameter newIndex: An index among all items of ``new``.
  /// - Complexity: O(log *runs*), O(log *n*) between filtered snapshots.
  public func origin(ofItemAt newIndex: Int) -> Int? {
    common.run(atNew: newIndex).map { $0.origin(of: newIndex) }
  }

  /// Returns the index that an old item has among all new items; nil if it was deleted.
  ///
  /// - Parameter oldIndex: An index among all items of ``old``.
  /// - Complexity: O(log *runs*), O(log *n*) between filtered snapshots.
  public func destination(ofItemAt oldIndex: Int) -> Int? {
    common.run(atOld: oldIndex).map { $0.destination(of: oldIndex) }
  }

  /// Returns the change of a new item; nil if it stays, unchanged.
  ///
  /// A move takes precedence over an update; ``reloadedItems`` and ``reconfiguredItems`` include moved items. A row has not moved if its position changes only because others were
  /// inserted or deleted. Up and down are relative to the rows of the section that stay; an item from another
  /// section moved down if that section is above, otherwise up.
  ///
  /// - Parameter newIndex: An index among all items of ``new``.
  /// - Complexity: O(log *runs*).
  public func change(ofItemAt newIndex: Int) -> RowChange? {
    guard let run = common.run(atNew: newIndex) else { return .inserted }
    switch run.motion {
    case .up: return .movedUp
    case .down: return .movedDown
    case .stays, .undecided: break
    }
    if isReloaded(itemAt: newIndex) { return .reloaded }
    return isReconfigured(itemAt: newIndex) ? .reconfigured : nil
  }

  /// Whether an item gets a new cell.
  ///
  /// - Complexity: O(log *reloaded items*).
  package func isReloaded(itemAt newIndex: Int) -> Bool { Self.contains(newIndex, in: reloaded) }

  /// Whether an item's cell is updated.
  ///
  /// - Complexity: O(log *reconfigured items*).
  package func isReconfigured(itemAt newIndex: Int) -> Bool { Self.contains(newIndex, in: reconfigured) }

  private static func contains(_ index: Int, in indexes: ContiguousArray<Int32>) -> Bool {
    let rank = indexes.indices.partitioningIndex { Int(indexes[$0]) >= index }
    return rank < indexes.count && Int(indexes[rank]) == index
  }

  /// Returns the first index of a range of old items whose item is in the new snapshot; nil if there is none.
  ///
  /// - Complexity: O(log *runs*).
  package func firstSurvivor(in range: Range<Int>) -> Int? { common.firstSurvivor(in: range) }

  /// Returns the last index of a range of old items whose item is in the new snapshot; nil if there is none.
  ///
  /// - Complexity: O(log *runs*).
  package func lastSurvivor(in range: Range<Int>) -> Int? { common.lastSurvivor(in: range) }

  /// Returns the old index of a new section; nil if it was inserted.
  public func sectionOrigin(at newSection: Int) -> Int? { sections.origin(of: newSection) }

  /// Returns the new index of an old section; nil if it was deleted.
  public func sectionDestination(at oldSection: Int) -> Int? { sections.destination(of: oldSection) }

  /// Returns the change of a new section, whatever the changes of its items; nil if it stays.
  ///
  /// - Complexity: O(1) expected.
  public func sectionChange(at newSection: Int) -> RowChange? {
    if sections.origin(of: newSection) == nil { return .inserted }
    switch sections.motion(of: newSection) {
    case .up: return .movedUp
    case .down: return .movedDown
    case .stays, .undecided:
      let isMarked = new.marks?.reloadedSections.contains(new.sectionIdentifiers[newSection])
      return isMarked == true ? .reloaded : nil
    }
  }
}
