/// How an item of the new snapshot differs from before.
public enum ItemChange: Hashable, Sendable {
  /// It was not there.
  case inserted
  /// It moved towards the top, measured by the rows that stay.
  case movedUp
  /// It moved towards the bottom, measured by the rows that stay.
  case movedDown
  /// It gets a new cell.
  case reloaded
  /// Its cell is brought up to date.
  case reconfigured
}

/// How a section of the new snapshot differs from before.
public enum SectionChange: Hashable, Sendable {
  /// It was not there.
  case inserted
  /// It moved towards the top, with its items.
  case movedUp
  /// It moved towards the bottom, with its items.
  case movedDown
  /// It gets new cells, a new header and a new footer.
  case reloaded
}

extension SnapshotDifference {
  /// The index, among all old items, that a new item had; nil when it is new.
  ///
  /// - Parameter newIndex: An index among all items of ``new``.
  /// - Complexity: O(log *runs*), O(log *n*) between filtered snapshots.
  public func origin(ofItemAt newIndex: Int) -> Int? {
    common.run(atNew: newIndex).map { $0.origin(of: newIndex) }
  }

  /// The index, among all new items, of an old item; nil when it left.
  ///
  /// - Parameter oldIndex: An index among all items of ``old``.
  /// - Complexity: O(log *runs*), O(log *n*) between filtered snapshots.
  public func destination(ofItemAt oldIndex: Int) -> Int? {
    common.run(atOld: oldIndex).map { $0.destination(of: oldIndex) }
  }

  /// How a new item differs from before; nil when it stays, unchanged.
  ///
  /// Whether it moved goes before whether it is updated; ``isReloaded(itemAt:)`` and
  /// ``isReconfigured(itemAt:)`` tell the latter for moved items as well. A row that only shifts, because others
  /// came or left, has not moved. In a section, up and down are measured by the rows that stay; an item from
  /// another section has moved the way that section lies.
  ///
  /// - Parameter newIndex: An index among all items of ``new``.
  /// - Complexity: O(log *runs*).
  public func change(ofItemAt newIndex: Int) -> ItemChange? {
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
  public func isReloaded(itemAt newIndex: Int) -> Bool { Self.contains(newIndex, in: reloaded) }

  /// Whether an item's cell is brought up to date.
  ///
  /// - Complexity: O(log *reconfigured items*).
  public func isReconfigured(itemAt newIndex: Int) -> Bool { Self.contains(newIndex, in: reconfigured) }

  private static func contains(_ index: Int, in indexes: ContiguousArray<Int32>) -> Bool {
    let rank = indexes.indices.partitioningIndex { Int(indexes[$0]) >= index }
    return rank < indexes.count && Int(indexes[rank]) == index
  }
}

extension SnapshotDifference {
  /// The first of a range of old items that is still there, as an old index; nil when all of them left.
  ///
  /// - Complexity: O(log *runs*).
  package func firstSurvivor(in range: Range<Int>) -> Int? { common.firstSurvivor(in: range) }

  /// The last of a range of old items that is still there, as an old index; nil when all of them left.
  ///
  /// - Complexity: O(log *runs*).
  package func lastSurvivor(in range: Range<Int>) -> Int? { common.lastSurvivor(in: range) }
}

extension SnapshotDifference {
  /// The old index of a new section; nil when it is new.
  public func sectionOrigin(at newSection: Int) -> Int? {
    let origin = sections.origin(of: newSection)
    return origin < 0 ? nil : origin
  }

  /// The new index of an old section; nil when it left.
  public func sectionDestination(at oldSection: Int) -> Int? {
    let destination = sections.destination(of: oldSection)
    return destination < 0 ? nil : destination
  }

  /// How a new section differs from before, whatever its items do; nil when it stays.
  ///
  /// - Complexity: O(1) expected, O(*reloaded sections*) when sections are reloaded.
  public func sectionChange(at newSection: Int) -> SectionChange? {
    if sections.origin(of: newSection) < 0 { return .inserted }
    switch sections.motion(of: newSection) {
    case .up: return .movedUp
    case .down: return .movedDown
    case .stays, .undecided:
      let isMarked = new.marks?.reloadedSections.contains(new.sectionIdentifiers[newSection])
      return isMarked == true ? .reloaded : nil
    }
  }
}
