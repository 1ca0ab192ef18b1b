/// The sections and items that a list shows at one moment, all named by identifiers.
///
///     var snapshot = DiffableDataSourceSnapshot<Section, Mountain.ID>()
///     snapshot.appendSections([.visited, .bucketList])
///     snapshot.appendItems([fuji, eiger], toSection: .visited)
///
/// Section identifiers are unique among sections, item identifiers among all items of the snapshot, whatever
/// their section. Operations name sections and items by their identifiers; positions follow from the order.
///
/// An operation traps if its arguments violate the descriptions of its parameters, for example with a
/// repeated identifier or a section that is not in the snapshot. The message names the operation and the
/// identifier. For data that may be invalid, use ``init(validating:)`` and
/// ``appendNewItems(_:toSection:file:line:)``.
///
/// A snapshot is a value, and copies share storage: a copy costs O(1), and a few edits of a copy cost little
/// more, whatever the number of items, as does the ``difference(from:)`` of the two. In complexities, *n* is
/// the number of items, and *edits* the number of changes since the items were last reorganised, which
/// happens after about four thousand changes at the latest.
public struct DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  @usableFromInline var sections = SectionList<SectionIdentifierType>()
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
    self.init(sections, items, hashes: shortHashes(of: items), for: Operation("init(_:)"))
  }

  @usableFromInline
  init(
    _ sections: [(SectionIdentifierType, [ItemIdentifierType])], _ items: [ItemIdentifierType],
    hashes: ContiguousArray<UInt32>, for operation: Operation
  ) {
    guard let snapshot = Self(distinct: sections, items, hashes: hashes) else {
      let twice = descriptions(of: duplicates(in: items))
      operation.trap(.duplicateItems(operation: "\(operation.name)", items: twice, present: []))
    }
    self = snapshot
  }

  /// Creates a snapshot of sections with their items; nil if an item is repeated.
  ///
  /// - Complexity: O(*n*) hashing; the check takes no additional time.
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

  /// Returns the items of all sections; those of a single section without a copy.
  @usableFromInline
  static func joined(_ sections: [(SectionIdentifierType, [ItemIdentifierType])]) -> [ItemIdentifierType] {
    var all: [ItemIdentifierType] = sections.first?.1 ?? []
    for section in sections.dropFirst() { all += section.1 }
    return all
  }
}

extension DiffableDataSourceSnapshot: Equatable {
  /// Whether two snapshots have the same sections and items in the same order, whatever their marks.
  ///
  /// - Complexity: O(*n*); O(1) for copies neither of which was edited, O(*n* / 64) for subsets of one
  ///   snapshot.
  public static func == (first: Self, second: Self) -> Bool {
    guard first.sections.ends == second.sections.ends,
      first.sections.identifiers == second.sections.identifiers
    else { return false }
    if first.items.isSubsetOfOneBase(with: second.items) {
      return first.items.order.subset == second.items.order.subset
    }
    return first.itemIdentifiers == second.itemIdentifiers
  }
}

extension DiffableDataSourceSnapshot: Hashable {
  /// Hashes sections and items in order, not the marks.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sections.identifiers)
    hasher.combine(sections.ends)
    hasher.combine(itemIdentifiers)
  }
}

extension DiffableDataSourceSnapshot: CustomStringConvertible {
  /// An outline of the snapshot; `↻` marks reloaded sections and items, `~` reconfigured items.
  ///
  ///     2 sections, 3 items
  ///     visited
  ///       Fuji
  ///     ~ Eiger
  ///     ↻ bucketList
  ///       Denali
  ///
  /// - Complexity: O(*n*).
  public var description: String {
    let counts = "\(numberOfSections) section\(numberOfSections == 1 ? "" : "s")"
    var lines = ["\(counts), \(numberOfItems) item\(numberOfItems == 1 ? "" : "s")"]
    let all = itemIdentifiers
    for (index, section) in sectionIdentifiers.enumerated() {
      let isReloaded = marks?.reloadedSections.contains(section) == true
      lines.append(isReloaded ? "↻ \(section)" : "\(section)")
      lines += indexes(ofItemsInSectionAt: index).map { "\(mark(of: all[$0])) \(all[$0])" }
    }
    return lines.joined(separator: "\n")
  }

  private func mark(of item: ItemIdentifierType) -> String {
    guard let marks else { return " " }
    if marks.reloadedItems.contains(item) { return "↻" }
    return marks.reconfiguredItems.contains(item) ? "~" : " "
  }
}

extension DiffableDataSourceSnapshot: CustomReflectable {
  /// The sections with their items, for debuggers and `dump`.
  public var customMirror: Mirror {
    let all = itemIdentifiers
    let children = sectionIdentifiers.enumerated().map { index, section in
      (label: String?.some("\(section)"), value: Array(all[indexes(ofItemsInSectionAt: index)]) as Any)
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

private enum SnapshotCodingKeys: String, CodingKey {
  case sections, counts, items, reloadedSections, reloadedItems, reconfiguredItems
}

extension DiffableDataSourceSnapshot: Encodable
where SectionIdentifierType: Encodable, ItemIdentifierType: Encodable {
  /// Encodes the sections, the items, and the marks.
  ///
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SnapshotCodingKeys.self)
    try container.encode(sectionIdentifiers, forKey: .sections)
    try container.encode((0..<numberOfSections).map { numberOfItems(inSectionAt: $0) }, forKey: .counts)
    try container.encode(itemIdentifiers, forKey: .items)
    guard let marks else { return }
    try container.encode(marks.reloadedSections.identifiers, forKey: .reloadedSections)
    try container.encode(marks.reloadedItems.identifiers, forKey: .reloadedItems)
    try container.encode(marks.reconfiguredItems.identifiers, forKey: .reconfiguredItems)
  }
}

extension DiffableDataSourceSnapshot: Decodable
where SectionIdentifierType: Decodable, ItemIdentifierType: Decodable {
  /// Decodes sections, items and marks.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if counts and items do not agree, an identifier is repeated, or
  ///   a marked identifier is not in the snapshot.
  /// - Complexity: O(*n*) hashing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SnapshotCodingKeys.self)
    let sections = try container.decode([SectionIdentifierType].self, forKey: .sections)
    let counts = try container.decode([Int].self, forKey: .counts)
    let items = try container.decode([ItemIdentifierType].self, forKey: .items)
    guard sections.count == counts.count, counts.allSatisfy({ $0 >= 0 && $0 <= items.count }),
      counts.reduce(0, &+) == items.count
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .counts, in: container, debugDescription: "counts do not match sections and items")
    }
    var start = 0
    let content = zip(sections, counts).map { section, count in
      defer { start += count }
      return (section, Array(items[start..<start + count]))
    }
    do {
      try self.init(validating: content)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .items, in: container, debugDescription: "\(error)")
    }
    try readMarks(from: container)
  }

  private mutating func readMarks(from container: KeyedDecodingContainer<SnapshotCodingKeys>) throws {
    let sections =
      try container.decodeIfPresent([SectionIdentifierType].self, forKey: .reloadedSections) ?? []
    let reloaded = try container.decodeIfPresent([ItemIdentifierType].self, forKey: .reloadedItems) ?? []
    let reconfigured =
      try container.decodeIfPresent([ItemIdentifierType].self, forKey: .reconfiguredItems) ?? []
    if sections.isEmpty, reloaded.isEmpty, reconfigured.isEmpty { return }
    func refuse(_ unknown: [some Any], _ key: SnapshotCodingKeys) throws {
      if unknown.isEmpty { return }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "marked, but not in the snapshot: "
          + descriptions(of: unknown).joined(separator: ", "))
    }
    try refuse(sections.filter { !contains(section: $0) }, .reloadedSections)
    try refuse(reloaded.filter { !contains($0) }, .reloadedItems)
    try refuse(reconfigured.filter { !contains($0) }, .reconfiguredItems)
    var marks = UpdateMarks<SectionIdentifierType, ItemIdentifierType>()
    marks.reloadedSections.add(sections)
    marks.reloadedItems.add(reloaded)
    marks.reconfiguredItems.add(reconfigured)
    self.marks = marks
  }
}

// The names of Apple's frameworks, for which the compiler suggests the names used here.

/// The name of ``DiffableDataSourceSnapshot`` in Apple's frameworks.
@available(*, unavailable, renamed: "DiffableDataSourceSnapshot")
public typealias NSDiffableDataSourceSnapshot = DiffableDataSourceSnapshot
/// The name of ``DiffableDataSourceSectionSnapshot`` in Apple's frameworks.
@available(*, unavailable, renamed: "DiffableDataSourceSectionSnapshot")
public typealias NSDiffableDataSourceSectionSnapshot = DiffableDataSourceSectionSnapshot
