/// What a list shows at one moment: sections, and in each of them items, all named by identifiers.
///
///     var snapshot = DiffableDataSourceSnapshot<Section, Mountain.ID>()
///     snapshot.appendSections([.visited, .bucketList])
///     snapshot.appendItems([fuji, eiger], toSection: .visited)
///
/// Section identifiers are unique among sections, item identifiers among all items of the snapshot, whatever
/// their section. Positions follow from the order; identifiers are what one names.
///
/// A snapshot is a value. Copies share what they have in common: a copy costs O(1), a few edits of a copy cost
/// little more, however many items there are, and ``difference(from:)`` of the two costs as little. Where costs are
/// given, *n* counts the items and *edits* the changes since the items last stood in one array: never more than
/// four thousand, for then they are written into one again.
public struct DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  @usableFromInline typealias Section = SectionIdentifierType
  @usableFromInline typealias Item = ItemIdentifierType

  @usableFromInline var sections: SectionList<SectionIdentifierType>
  @usableFromInline var items: ItemStorage<ItemIdentifierType>
  @usableFromInline var marks: UpdateMarks<SectionIdentifierType, ItemIdentifierType>?

  /// Creates a snapshot without sections and items.
  @inlinable
  public init() {
    sections = SectionList()
    items = ItemStorage()
    marks = nil
  }

  /// Creates a snapshot of sections with their items.
  ///
  /// - Parameter sections: Each section with its items, in order. Identifiers must be unique.
  /// - Complexity: O(*n*) hashing.
  @inlinable
  public init(_ sections: [(SectionIdentifierType, [ItemIdentifierType])]) {
    guard let snapshot = Self(withDistinctItems: sections) else {
      let twice = descriptions(of: duplicates(in: sections.flatMap(\.1)))
      trap(.duplicateItems(operation: "init(_:)", items: twice, standing: []))
    }
    self = snapshot
  }

  /// Creates a snapshot of sections with their items; nil where an item is named twice.
  ///
  /// - Complexity: O(*n*) hashing, no more than it takes without the question.
  @inlinable
  package init?(withDistinctItems sections: [(SectionIdentifierType, [ItemIdentifierType])]) {
    self.init()
    appendSections(sections.map(\.0))
    var all: [ItemIdentifierType] = sections.first?.1 ?? []
    for section in sections.dropFirst() { all += section.1 }
    guard let handles = items.intern(all, leave: { _ in }) else { return nil }
    items.insert(handles, at: 0)
    self.sections.fill(with: sections.lazy.map(\.1.count))
  }
}
