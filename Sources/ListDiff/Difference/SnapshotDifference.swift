/// What changed from one snapshot to another.
///
///     old   A: a b c d                 origins        a 0, d 3, x none, b 1
///     new   A: a d x b                 inserted x, deleted c, moved d (up)
///
/// A difference is *origins*: for each new item where it stood, for each old one where it went. Inserts,
/// deletes, moves and batches are views of it. The items of a section that are said to stand are as many as can
/// be, so that the moves reported are the fewest possible. A row that merely shifts because others came or left
/// stands; so do the items of a section that moved as a whole. An item that is now in another section has moved,
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
  ///
  /// - Complexity: O(1).
  public var insertedCount: Int { positions.insertedCount }

  /// The number of items that left.
  ///
  /// - Complexity: O(1).
  public var deletedCount: Int { positions.deletedCount }

  /// The number of items that moved: the fewest that explain the new order, or those a person has moved.
  ///
  /// - Complexity: O(1).
  public var movedCount: Int { common.movedCount }

  /// The number of items that get a new cell.
  ///
  /// - Complexity: O(1).
  public var reloadedCount: Int { reloaded.count }

  /// The number of items whose cell is brought up to date.
  ///
  /// - Complexity: O(1).
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

  var sectionChangeCount: Int {
    deletedSections.count + (0..<new.numberOfSections).count { sectionChange(at: $0) != nil }
  }
}
