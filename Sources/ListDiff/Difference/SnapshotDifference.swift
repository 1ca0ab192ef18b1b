/// The changes from one snapshot to another.
///
///     old   A: a b c d                 origins        a 0, d 3, x none, b 1
///     new   A: a d x b                 inserted x, deleted c, moved d (up)
///
/// A difference stores *origins*: the old index of each new item, and the new index of each old item.
/// Insertions, deletions and moves are derived from them. As many items of a section as possible
/// stay, so that the reported moves are the fewest possible. A row stays if its position changes only because
/// other rows were inserted or deleted; so do the items of a section that moved as a whole. An item that is
/// now in another section has moved, even if its old section was deleted or the new one inserted.
///
/// It holds both snapshots and their common items as runs, so it does not grow with unchanged data. If both
/// were filtered from one snapshot, it holds only the two snapshots.
public struct SnapshotDifference<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  /// The type of the compared snapshots.
  public typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

  /// The snapshot before; positions called *old* refer to it.
  public let old: Snapshot
  /// The snapshot after, with its marks; positions called *new* refer to it.
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

/// The changes from one snapshot to another, as positions.
@usableFromInline
final class PositionDifference: Sendable {
  let sections: SectionMatching
  let common: CommonItems
  /// The increasing new indexes of the items to reload; `reconfigured` has those of the items to reconfigure.
  let reloaded: ContiguousArray<Int32>
  let reconfigured: ContiguousArray<Int32>
  let insertedCount: Int
  let deletedCount: Int

  init(
    sections: SectionMatching, common: CommonItems, reloaded: ContiguousArray<Int32>,
    reconfigured: ContiguousArray<Int32>, insertedCount: Int, deletedCount: Int
  ) {
    self.sections = sections
    self.common = common
    self.reloaded = reloaded
    self.reconfigured = reconfigured
    self.insertedCount = insertedCount
    self.deletedCount = deletedCount
  }
}

extension SnapshotDifference {
  var sections: SectionMatching { positions.sections }

  var common: CommonItems { positions.common }

  var reloaded: ContiguousArray<Int32> { positions.reloaded }

  var reconfigured: ContiguousArray<Int32> { positions.reconfigured }

  /// The number of inserted items.
  public var insertedCount: Int { positions.insertedCount }

  /// The number of deleted items.
  public var deletedCount: Int { positions.deletedCount }

  /// The number of moved items: the fewest that explain the new order, or those that a user moved.
  public var movedCount: Int { common.movedCount }

  /// The number of items that get a new cell.
  public var reloadedCount: Int { reloaded.count }

  /// The number of items whose cell is updated.
  public var reconfiguredCount: Int { reconfigured.count }

  /// Whether both snapshots have the same sections and items in the same order, and nothing is to be updated.
  ///
  /// - Complexity: O(1); O(*reloaded sections*) if nothing else changed.
  public var isEmpty: Bool {
    insertedCount == 0 && deletedCount == 0 && movedCount == 0 && reloaded.isEmpty && reconfigured.isEmpty
      && sections.isIdentity && reloadedSections.isEmpty
  }

  /// The total number of items and sections that were inserted, deleted, moved, reloaded or reconfigured.
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
  /// The changes, one per line: deletions, insertions, moves, updates; those of sections first.
  ///
  ///     3 changes
  ///     - c [0, 2]
  ///     + x [0, 2]
  ///     ↑ d [0, 3] → [0, 1]
  public var description: String {
    if isEmpty { return "no changes" }
    var lines = [changeCount == 1 ? "1 change" : "\(changeCount) changes"]
    lines += deletedSections.map { "- section \(old.sectionIdentifiers[$0]) [\($0)]" }
    let changes = new.sectionIdentifiers.indices.map { ($0, sectionChange(at: $0)) }
    lines += changes.filter { $0.1 == .inserted }.map {
      "+ section \(new.sectionIdentifiers[$0.0]) [\($0.0)]"
    }
    lines += changes.filter { $0.1 == .movedUp || $0.1 == .movedDown }.compactMap { index, change in
      guard let origin = sections.origin(of: index) else { return nil }
      return
        "\(change == .movedUp ? "↑" : "↓") section \(new.sectionIdentifiers[index]) [\(origin)] → [\(index)]"
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
  /// A move of an item.
  public struct Move: Hashable, Sendable {
    /// The position in the old snapshot.
    public var from: ItemPosition
    /// The position in the new snapshot.
    public var to: ItemPosition
  }

  /// The new indexes of the inserted items, as increasing ranges.
  ///
  /// - Complexity: O(*runs*), O(*n* / 64 + *runs*) between filtered snapshots.
  package var insertedRanges: [Range<Int>] { common.newGaps(below: new.items.count) }

  /// The old indexes of the deleted items, as increasing ranges.
  ///
  /// - Complexity: O(*runs*), O(*n* / 64 + *runs*) between filtered snapshots.
  package var deletedRanges: [Range<Int>] { common.oldGaps(below: old.items.count) }

  /// The positions of the inserted items in the new snapshot, in order.
  ///
  /// - Complexity: O(*runs* + *inserted* · log *sections*).
  public var insertedItems: [ItemPosition] {
    insertedRanges.flatMap { $0.compactMap { new.position(ofItemAt: $0) } }
  }

  /// The positions of the deleted items in the old snapshot, in order.
  ///
  /// - Complexity: O(*runs* + *deleted* · log *sections*).
  public var deletedItems: [ItemPosition] {
    deletedRanges.flatMap { $0.compactMap { old.position(ofItemAt: $0) } }
  }

  /// The moved items, in the order of the new snapshot.
  ///
  /// - Complexity: O(*runs* + *moved* · log *sections*).
  public var movedItems: [Move] {
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

  /// The items whose cell is updated, by their position in the new snapshot, in order.
  ///
  /// - Complexity: O(*reconfigured* · log *sections*).
  public var reconfiguredItems: [ItemPosition] {
    reconfigured.compactMap { new.position(ofItemAt: Int($0)) }
  }

  private var deletedSections: [Int] {
    (0..<old.numberOfSections).filter { sectionDestination(at: $0) == nil }
  }

  /// The new indexes of the sections to reload that the old snapshot also has.
  ///
  /// - Complexity: O(*reloaded sections*).
  public var reloadedSections: [Int] {
    new.reloadedSectionIdentifiers.compactMap { new.indexOfSection($0) }.sorted()
      .filter { sections.origin(of: $0) != nil }
  }

  /// The changes of the items as a `CollectionDifference`, with offsets among the items of all sections.
  ///
  /// A moved item is a removal and an insertion, each associated with the other. Items of a section that
  /// moved as a whole count as moved here, because this type does not have sections; a new order of empty
  /// sections does not appear. Applying the result to the old ``DiffableDataSourceSnapshot/itemIdentifiers``
  /// gives the new.
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
      trap("collectionDifference: inconsistent changes: \(description)")
    }
    return difference
  }

  /// The runs that moved in the order of all items, without regard to sections.
  private var flatlyMoved: [MatchRun] {
    if sections.isIdentity { return common.runs.filter { $0.motion != .stays } }
    var settled = ContiguousArray<MatchRun>()
    let unmoved = common.runs.map { $0.part($0.newRange, .undecided) }
    IncreasingRuns.settle(unmoved[...], into: &settled)
    return settled.filter { $0.motion != .stays }
  }

  /// Stops the program if one of 16 deleted items equals one of 16 inserted ones: then their hashes differ.
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
