/// What changed from one snapshot to another.
///
///     old   A: a b c d                 origins        a 0, d 3, x none, b 1
///     new   A: a d x b                 inserted x, deleted c, moved d (up)
///
/// A difference is *origins*: for each new item where it stood, for each old one where it went. Inserts,
/// deletes, moves and batches are views of it. The items of a section that are said to stay are as many as can
/// be, so that the moves reported are the fewest possible. A row that merely shifts because others came or left
/// stays; so do the items of a section that moved as a whole. An item that is now in another section has moved,
/// also when its old section is gone or the new one has just come.
///
/// It holds both snapshots and what they have in common as runs: nothing that grows with unchanged data. Where both
/// were filtered from one snapshot, it holds no more than the two.
public struct SnapshotDifference<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  /// A snapshot that is compared.
  public typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

  /// The snapshot that is changed: positions called *old* count in it.
  public let old: Snapshot
  /// The snapshot after, with its marks.
  public let new: Snapshot

  @usableFromInline let positions: PositionDifference

  @inlinable
  init(old: Snapshot, new: Snapshot, positions: PositionDifference) {
    self.old = old
    self.new = new
    self.positions = positions
    assert(checkHashes())
  }
}

/// What changed from one snapshot to another, by positions alone.
@usableFromInline
struct PositionDifference: Sendable {
  let sections: SectionMatching
  let common: CommonItems
  /// New indexes of the items to reload and to reconfigure, increasing.
  let reloaded: ContiguousArray<Int32>
  let reconfigured: ContiguousArray<Int32>
  let insertedCount: Int
  let deletedCount: Int
}

extension SnapshotDifference {
  var sections: SectionMatching { positions.sections }

  var common: CommonItems { positions.common }

  var reloaded: ContiguousArray<Int32> { positions.reloaded }

  var reconfigured: ContiguousArray<Int32> { positions.reconfigured }

  /// The number of items that are new.
  public var insertedCount: Int { positions.insertedCount }

  /// The number of items that left.
  public var deletedCount: Int { positions.deletedCount }

  /// The number of items that moved: the fewest that explain the new order, or those a person has moved.
  public var movedCount: Int { common.movedCount }

  /// The number of items that get a new cell.
  public var reloadedCount: Int { reloaded.count }

  /// The number of items whose cell is brought up to date.
  public var reconfiguredCount: Int { reconfigured.count }

  /// Whether both snapshots have the same sections and items in the same order, and nothing is to be updated.
  ///
  /// - Complexity: O(1), O(*reloaded sections*) when nothing else changed.
  public var isEmpty: Bool {
    insertedCount == 0 && deletedCount == 0 && movedCount == 0 && reloaded.isEmpty && reconfigured.isEmpty
      && sections.isIdentity && reloadedSections.isEmpty
  }

  /// How many items and sections were inserted, deleted, moved, reloaded or reconfigured, all added up.
  ///
  /// - Complexity: O(*sections*).
  public var changeCount: Int {
    insertedCount + deletedCount + movedCount + reloaded.count + reconfigured.count + sectionChangeCount
  }

  private var sectionChangeCount: Int {
    deletedSections.count + (0..<new.numberOfSections).count { sectionChange(at: $0) != nil }
  }
}

extension SnapshotDifference: CustomStringConvertible {
  /// The changes, one a line: what left, what came, what moved, what is updated; sections first.
  ///
  ///     3 changes
  ///     - c [0, 2]
  ///     + x [0, 2]
  ///     ↑ d [0, 3] → [0, 1]
  public var description: String {
    if isEmpty { return "no changes" }
    var lines = [changeCount == 1 ? "1 change" : "\(changeCount) changes"]
    lines += deletedSections.map { "- section \(old.sectionIdentifiers[$0]) [\($0)]" }
    lines += insertedSections.map { "+ section \(new.sectionIdentifiers[$0]) [\($0)]" }
    lines += movedSections.map { move in
      let arrow = sectionChange(at: move.to) == .movedUp ? "↑" : "↓"
      return "\(arrow) section \(new.sectionIdentifiers[move.to]) [\(move.from)] → [\(move.to)]"
    }
    lines += reloadedSections.map { "↻ section \(new.sectionIdentifiers[$0]) [\($0)]" }
    lines += deletedItems.map { "- \(name(of: $0, in: old)) \($0)" }
    lines += insertedItems.map { "+ \(name(of: $0, in: new)) \($0)" }
    lines += movedItems.map { move in
      let arrow = change(ofItemAt: new.index(ofItemAt: move.to)) == .movedUp ? "↑" : "↓"
      return "\(arrow) \(name(of: move.to, in: new)) \(move.from) → \(move.to)"
    }
    lines += reloadedItems.map { "↻ \(name(of: $0, in: new)) \($0)" }
    lines += reconfiguredItems.map { "~ \(name(of: $0, in: new)) \($0)" }
    return lines.joined(separator: "\n")
  }

  private func name(of position: ItemPosition, in snapshot: Snapshot) -> String {
    snapshot.itemIdentifier(at: position).map { String(describing: $0) } ?? "?"
  }
}

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
      run.motion == .stays
        ? []
        : run.newRange.compactMap { index in
          guard let from = old.position(ofItemAt: run.origin(of: index)),
            let to = new.position(ofItemAt: index)
          else { return nil }
          return Move(from: from, to: to)
        }
    }
  }

  /// The items that get a new cell, by their position in the new snapshot, in order.
  ///
  /// - Complexity: O(*reloaded* · log *sections*).
  public var reloadedItems: [ItemPosition] {
    reloaded.compactMap { new.position(ofItemAt: Int($0)) }
  }

  /// The items whose cell is brought up to date, by their position in the new snapshot, in order.
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
      sections.motion(of: index) == .stays ? nil : Move(from: sections.origin(of: index), to: index)
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

extension SnapshotDifference {
  /// The changes as a table view of UIKit takes them, in two batches.
  ///
  /// In the first, deletions are indexes of the old snapshot, insertions of the new one, moves lead from one to
  /// the other. Items of deleted and inserted sections are not listed, they go and come with these: an item that
  /// moved out of a deleted section is inserted, one that moved into an inserted section is deleted. In the
  /// second, the updates, all are indexes of the new snapshot.
  public struct Batches: Hashable, Sendable {
    /// Old indexes of the sections to delete.
    public var deletedSections: [Int] = []
    /// New indexes of the sections to insert.
    public var insertedSections: [Int] = []
    /// Sections that are still there, in another order: from an old index to a new one.
    public var movedSections: [Move<Int>] = []
    /// Old positions of the items to delete.
    public var deletedItems: [ItemPosition] = []
    /// New positions of the items to insert.
    public var insertedItems: [ItemPosition] = []
    /// Items that are still there and have moved: from an old position to a new one.
    public var movedItems: [Move<ItemPosition>] = []
    /// New indexes of the sections to reload, in the second batch.
    public var reloadedSections: [Int] = []
    /// New positions of the items to reload, in the second batch.
    public var reloadedItems: [ItemPosition] = []
    /// New positions of the items to reconfigure, in the second batch.
    public var reconfiguredItems: [ItemPosition] = []
  }

  /// The changes as a table view of UIKit takes them.
  ///
  /// - Complexity: O(*runs* + *changes* · log *changes*).
  public var batches: Batches {
    var batches = Batches(
      deletedSections: deletedSections, insertedSections: insertedSections, movedSections: movedSections,
      deletedItems: deletedItems.filter(staysSection(of:)),
      insertedItems: insertedItems.filter(wasSection(of:)),
      reloadedSections: reloadedSections, reloadedItems: reloadedItems, reconfiguredItems: reconfiguredItems)
    for move in movedItems {
      switch (staysSection(of: move.from), wasSection(of: move.to)) {
      case (true, true): batches.movedItems.append(move)
      case (true, false): batches.deletedItems.append(move.from)
      case (false, true): batches.insertedItems.append(move.to)
      case (false, false): break
      }
    }
    batches.deletedItems.sort()
    batches.insertedItems.sort()
    return batches
  }

  /// Whether the section of an old position is still there.
  private func staysSection(of position: ItemPosition) -> Bool {
    sectionDestination(at: position.section) != nil
  }

  /// Whether the section of a new position was there before.
  private func wasSection(of position: ItemPosition) -> Bool {
    sectionOrigin(at: position.section) != nil
  }
}

extension SnapshotDifference {
  /// The items' changes as the standard library describes them, offsets counted through all sections.
  ///
  /// A moved item is a removal and an insertion, each associated with the other. Items of a section that moved
  /// as a whole move in this view, since it knows no sections; empty sections that change their order,
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
  private var flatlyMoved: [MatchRun] {
    if sections.isIdentity { return common.runs.filter { $0.motion != .stays } }
    var settled = ContiguousArray<MatchRun>()
    let unmoved = ContiguousArray(
      common.runs.map {
        MatchRun(new: Int($0.new), old: Int($0.old), count: Int($0.count), step: $0.step, motion: .undecided)
      })
    IncreasingRuns.settle(unmoved, in: 0..<unmoved.count, into: &settled)
    return settled.filter { $0.motion != .stays }
  }
}

extension SnapshotDifference {
  /// Stops when a few of the items that left are equal to a few that came: then their hashes differ.
  @usableFromInline
  func checkHashes() -> Bool {
    // Items of one base are the same items.
    if common.subsets != nil { return true }
    let left = deletedRanges.lazy.joined().prefix(16).map { old.items.item(at: $0) }
    let came = insertedRanges.lazy.joined().prefix(16).map { new.items.item(at: $0) }
    for before in left {
      for after in came where before == after {
        let error = SnapshotError.unequalHashes(
          first: String(describing: before), second: String(describing: after))
        trap(error.description)
      }
    }
    return true
  }
}
