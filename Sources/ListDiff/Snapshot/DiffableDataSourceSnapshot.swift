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
  var sections = SectionList<SectionIdentifierType>()
  @usableFromInline var items = ItemStorage<ItemIdentifierType>()
  var marks: UpdateMarks<SectionIdentifierType, ItemIdentifierType>?

  /// Creates a snapshot without sections and items.
  public init() {}

  /// Creates a snapshot of sections with their items.
  ///
  /// - Parameter sections: Each section with its items, in order. Identifiers must be unique.
  /// - Complexity: O(*n*) hashing.
  @inlinable
  public init(_ sections: [(SectionIdentifierType, [ItemIdentifierType])]) {
    let items = Self.joined(sections)
    self.init(sections, items, hashes: shortHashes(of: items))
  }

  @usableFromInline
  init(
    _ sections: [(SectionIdentifierType, [ItemIdentifierType])], _ items: [ItemIdentifierType],
    hashes: ContiguousArray<UInt32>
  ) {
    guard let snapshot = Self(distinct: sections, items, hashes: hashes) else {
      let twice = descriptions(of: duplicates(in: items))
      trap(.duplicateItems(operation: "init(_:)", items: twice, standing: []))
    }
    self = snapshot
  }

  /// Creates a snapshot of sections with their items; nil where an item is named twice.
  ///
  /// - Complexity: O(*n*) hashing, no more than it takes without the question.
  package init?(withDistinctItems sections: [(SectionIdentifierType, [ItemIdentifierType])]) {
    let items = Self.joined(sections)
    self.init(distinct: sections, items, hashes: shortHashes(of: items))
  }

  private init?(
    distinct sections: [(SectionIdentifierType, [ItemIdentifierType])], _ items: [ItemIdentifierType],
    hashes: ContiguousArray<UInt32>
  ) {
    appendSections(sections.map(\.0))
    guard let storage = ItemStorage(items, hashes: hashes) else { return nil }
    self.items = storage
    self.sections.fill(with: sections.lazy.map(\.1.count))
  }

  /// All items of some sections; of a single one without a copy.
  @usableFromInline
  static func joined(
    _ sections: [(SectionIdentifierType, [ItemIdentifierType])]
  ) -> [ItemIdentifierType] {
    var all: [ItemIdentifierType] = sections.first?.1 ?? []
    for section in sections.dropFirst() { all += section.1 }
    return all
  }
}
