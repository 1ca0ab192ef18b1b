extension SnapshotDifference {
  /// The items' changes as the standard library describes them, offsets counted through all sections.
  ///
  /// A moved item is a removal and an insertion, each associated with the other. Items of a section that moved
  /// as a whole move in this view, since it knows no sections; sections that change place alone, empty ones,
  /// leave no trace. Applying the result to the old ``DiffableDataSourceSnapshot/itemIdentifiers`` gives the new.
  ///
  /// - Complexity: O(*runs* + *changes* · log *changes*).
  public var collectionDifference: CollectionDifference<ItemIdentifierType> {
    typealias Change = CollectionDifference<ItemIdentifierType>.Change
    var changes: [Change] = []
    for index in deletedRanges.joined() {
      changes.append(.remove(offset: index, element: old.items.item(at: index), associatedWith: nil))
    }
    for index in insertedRanges.joined() {
      changes.append(.insert(offset: index, element: new.items.item(at: index), associatedWith: nil))
    }
    for run in flatlyMoved {
      for index in run.newRange {
        let from = run.origin(of: index)
        changes.append(.remove(offset: from, element: old.items.item(at: from), associatedWith: index))
        changes.append(.insert(offset: index, element: new.items.item(at: index), associatedWith: from))
      }
    }
    guard let difference = CollectionDifference(changes) else {
      trap("collectionDifference: changes that do not fit together: \(description)")
    }
    return difference
  }

  /// The runs that move when sections are no longer told apart.
  var flatlyMoved: [MatchRun] {
    if sections.isIdentity { return common.runs.filter { $0.motion != .stands } }
    var settled = ContiguousArray<MatchRun>()
    let standing = ContiguousArray(
      common.runs.map {
        MatchRun(new: Int($0.new), old: Int($0.old), count: Int($0.count), step: $0.step, motion: .undecided)
      })
    IncreasingRuns.settle(standing, in: 0..<standing.count, into: &settled)
    return settled.filter { $0.motion != .stands }
  }
}

extension CollectionDifference where ChangeElement: Hashable & Sendable {
  /// The items' changes from one snapshot to another, as the standard library describes them.
  ///
  /// - Complexity: That of ``SnapshotDifference/collectionDifference``.
  public init<Section: Hashable & Sendable>(_ difference: SnapshotDifference<Section, ChangeElement>) {
    self = difference.collectionDifference
  }
}
