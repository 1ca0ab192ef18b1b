extension DiffableDataSourceSnapshot {
  /// The number of items in all sections.
  public var numberOfItems: Int { items.count }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// Whether there is neither a section nor an item.
  public var isEmpty: Bool { sections.count == 0 }

  /// The number of items in a section, which must be in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    sections.items(inSection: index(of: identifier, for: Operation("numberOfItems(inSection:)"))).count
  }

  /// The number of items in the section at an index, which must be in range.
  public func numberOfItems(inSectionAt index: Int) -> Int {
    checkSection(index, for: Operation("numberOfItems(inSectionAt:)"))
    return sections.items(inSection: index).count
  }

  /// All items, section after section.
  ///
  /// - Complexity: O(1) unless the snapshot is an edited copy, O(*n*) then.
  public var itemIdentifiers: [ItemIdentifierType] { items.items(in: 0..<items.count) }

  /// The sections, in order.
  public var sectionIdentifiers: [SectionIdentifierType] { sections.identifiers }

  /// The items of a section, which must be in the snapshot.
  ///
  /// - Complexity: O(*m*) for *m* items in the section.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    items.items(
      in: sections.items(
        inSection: index(of: identifier, for: Operation("itemIdentifiers(inSection:)"))))
  }

  /// Stops unless there is a section at an index.
  func checkSection(_ index: Int, for operation: Operation) {
    operation.trapUnless(
      index >= 0 && index < sections.count,
      "\(index): index out of range, there are \(sections.count) sections")
  }

  /// The index of a section that must be there.
  func index(of section: SectionIdentifierType, for operation: Operation) -> Int {
    guard let index = sections.index(of: section) else {
      trap(.sectionNotFound(operation: operation, section: section, sections: sections.identifiers))
    }
    return index
  }
}

// MARK: - Finding

extension DiffableDataSourceSnapshot {
  /// The section an item is in, or nil when it is not in the snapshot.
  ///
  /// - Complexity: O(1) expected, and O(log *sections*).
  @inlinable
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    guard let index = indexOfItem(identifier) else { return nil }
    return sections.identifiers[sections.section(ofItemAt: index)]
  }

  /// The index of an item among all items of the snapshot, or nil when it is not there.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    items.position(of: identifier, hash: shortHash(of: identifier))
  }

  /// The index of a section, or nil when it is not in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { sections.index(of: identifier) }

  /// Whether an item is in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func contains(_ identifier: ItemIdentifierType) -> Bool { indexOfItem(identifier) != nil }

  /// Whether a section is in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  public func contains(section identifier: SectionIdentifierType) -> Bool {
    sections.index(of: identifier) != nil
  }

  /// The item at a position, or nil when there is none.
  ///
  /// - Complexity: O(1); on an edited copy, O(log *edits*).
  public func itemIdentifier(at position: ItemPosition) -> ItemIdentifierType? {
    guard sections.identifiers.indices.contains(position.section), position.item >= 0 else { return nil }
    let range = sections.items(inSection: position.section)
    return position.item < range.count ? items.item(at: range.lowerBound &+ position.item) : nil
  }

  /// The item at an index among all items, or nil when there is none.
  ///
  /// - Complexity: O(1); on an edited copy, O(log *edits*).
  public func itemIdentifier(at index: Int) -> ItemIdentifierType? {
    index >= 0 && index < items.count ? items.item(at: index) : nil
  }

  /// The section at an index, or nil when there is none.
  public func sectionIdentifier(at index: Int) -> SectionIdentifierType? {
    sections.identifiers.indices.contains(index) ? sections.identifiers[index] : nil
  }
}

extension DiffableDataSourceSnapshot {
  /// The position of an item, or nil when it is not in the snapshot.
  ///
  /// - Complexity: O(1) expected, and O(log *sections*).
  @inlinable
  public func position(of identifier: ItemIdentifierType) -> ItemPosition? {
    indexOfItem(identifier).flatMap { position(ofItemAt: $0) }
  }

  /// The position of the item at an index among all items, or nil when there is none.
  ///
  /// - Complexity: O(log *sections*).
  public func position(ofItemAt index: Int) -> ItemPosition? {
    guard index >= 0, index < items.count else { return nil }
    let section = sections.section(ofItemAt: index)
    return ItemPosition(section: section, item: index - sections.items(inSection: section).lowerBound)
  }

  /// The index among all items of a position.
  ///
  /// The position must name a section of the snapshot; its item may be one past the section's last.
  public func index(ofItemAt position: ItemPosition) -> Int {
    checkSection(position.section, for: Operation("index(ofItemAt:)"))
    return sections.items(inSection: position.section).lowerBound + position.item
  }

  /// The indexes, among all items, of a section's items.
  func indexes(ofItemsInSectionAt index: Int) -> Range<Int> { sections.items(inSection: index) }
}

extension DiffableDataSourceSnapshot {
  /// The items that a predicate names, in their sections: what a list shows that is being searched.
  ///
  /// This is *the* way to filter. The result shares what this snapshot knows of its items: none is hashed, and the
  /// difference between any two snapshots that were made from one like this is found without looking at items.
  /// So keep a snapshot of everything, filter that with each change of the query, and apply it itself where the
  /// query is empty.
  ///
  ///     let all = DiffableDataSourceSnapshot([(Section.main, mountains)])     // once
  ///     dataSource.apply(query.isEmpty ? all : all.filtered { $0.name.contains(query) })
  ///
  /// Sections that lose all of their items stay; ``deleteEmptySections()`` takes them out. Marks stay as well. As long
  /// as the result is there, so are all items of this snapshot.
  ///
  /// - Parameter isIncluded: Whether an item is wanted; called once for each, in order.
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  public func filtered(_ isIncluded: (ItemIdentifierType) throws -> Bool) rethrows -> Self {
    restricted(toItemsAt: try items.positions(where: isIncluded))
  }

  /// The items at some indexes, in their sections, as ``filtered(_:)`` has them: for a search that tells which rows
  /// match.
  ///
  ///     let matches = PositionSet(index.matches(query).lazy.map(\.row), bound: all.numberOfItems)
  ///     dataSource.apply(all.restricted(toItemsAt: matches))
  ///
  /// - Parameters:
  ///   - indexes: Indexes among all items, whatever their section; the bound is the number of items.
  ///   - file: The caller's file, which a trap names; leave it out.
  ///   - line: The caller's line.
  /// - Complexity: O(1) for a snapshot that is not edited, and O(*sections*); O(*n* / 64 + *edits*) otherwise.
  public func restricted(toItemsAt indexes: PositionSet, file: StaticString = #fileID, line: UInt = #line)
    -> Self
  {
    trapUnless(
      indexes.bound == items.count,
      "restricted(toItemsAt:): indexes below \(indexes.bound), but there are \(items.count) items",
      file: file, line: line)
    var result = self
    result.restrict(to: indexes)
    return result
  }

  /// The items at some indexes, in their sections, as ``filtered(_:)`` has them.
  ///
  /// - Parameter indexes: Indexes among all items, whatever their section, in any order; they say which items there
  ///   are, not in which order.
  /// - Complexity: O(*n* / 64 + number of indexes), without hashing.
  public func restricted(toItemsAt indexes: some Sequence<Int>) -> Self {
    restricted(toItemsAt: PositionSet(indexes, bound: items.count))
  }

  /// Deletes the sections that have no item.
  ///
  /// - Complexity: O(*sections*).
  public mutating func deleteEmptySections() {
    sections.removeEmpty()
  }

  /// Leaves the items at some positions.
  mutating func restrict(to kept: PositionSet) {
    items.restrict(to: kept)
    sections.restrict(to: kept)
  }
}

extension DiffableDataSourceSnapshot {
  /// Creates a snapshot of sections with their items, unless an identifier comes twice.
  ///
  ///     let snapshot = try DiffableDataSourceSnapshot(validating: file.groups.map { ($0.name, $0.ids) })
  ///
  /// For data from outside, which may be wrong.
  ///
  /// - Parameter sections: Each section with its items, in order.
  /// - Throws: ``SnapshotError/duplicateSections(operation:sections:)`` or
  ///   ``SnapshotError/duplicateItems(operation:items:present:)``.
  /// - Complexity: O(*n*) hashing.
  public init(validating sections: [(SectionIdentifierType, [ItemIdentifierType])]) throws(SnapshotError) {
    let twiceNamed = duplicates(in: sections.map(\.0))
    guard twiceNamed.isEmpty else {
      throw .duplicateSections(operation: "init(validating:)", sections: descriptions(of: twiceNamed))
    }
    guard let snapshot = Self(withDistinctItems: sections) else {
      let twice = duplicates(in: sections.flatMap(\.1))
      let present = twice.prefix(10).map { item in
        let found = sections.filter { $0.1.contains(item) }.map { "\($0.0)" }
        return "\(item) in section \(found.joined(separator: ", "))"
      }
      throw .duplicateItems(
        operation: "init(validating:)", items: descriptions(of: twice), present: present)
    }
    self = snapshot
  }
}

extension DiffableDataSourceSnapshot {
  /// Checks that the items conform to `Hashable` as they must.
  ///
  ///     try snapshot.validateIdentifiers()     // In a test of the program.
  ///
  /// An item must be equal to itself, must have the hash it had when it was added, and equal items must have equal
  /// hashes. A snapshot relies on it: otherwise rows appear twice, vanish or flicker. A debug build checks a sample
  /// with every difference, and traps. This compares every pair of up to 1,000 items; of more, every item with the
  /// sixteen before it.
  ///
  /// - Throws: ``SnapshotError/unstableIdentifier(identifier:)`` or
  ///   ``SnapshotError/unequalHashes(first:second:)``.
  /// - Complexity: O(*n*) hashing and at most 500,000 or 16 · *n* comparisons.
  public func validateIdentifiers() throws(SnapshotError) {
    let all = itemIdentifiers
    let hashes = items.order.hashesInOrder()
    for (index, item) in all.enumerated() {
      guard Self.isEqual(item, item), shortHash(of: item) == hashes[index] else {
        throw .unstableIdentifier(identifier: String(describing: item))
      }
      for other in (all.count <= 1_000 ? 0 : max(0, index - 16))..<index where all[other] == item {
        throw .unequalHashes(first: String(describing: all[other]), second: String(describing: item))
      }
    }
  }

  /// `==`, called for two values even if they are one and the same.
  @inline(never)
  private static func isEqual(_ first: ItemIdentifierType, _ second: ItemIdentifierType) -> Bool {
    first == second
  }

  /// The misuse that an item which cannot be found means: another one if an equal item is there under another hash.
  func diagnosed(_ misuse: SnapshotMisuse, for identifier: ItemIdentifierType) -> SnapshotMisuse {
    guard let equal = itemIdentifiers.first(where: { $0 == identifier }) else { return misuse }
    return .invalid(
      .unequalHashes(first: String(describing: equal), second: String(describing: identifier)),
      in: misuse.operation)
  }
}

/// The position of an item: its section, and its index in it.
///
/// ListKit's index path, for code that has neither a table nor Foundation. Positions are ordered as they are
/// read: by section, then by item.
public struct ItemPosition: Hashable, Comparable, Sendable, Codable {
  /// The index of the section.
  public var section: Int
  /// The index of the item in its section.
  public var item: Int

  /// Creates a position; whether there is an item depends on the snapshot it is used with.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether one position comes before another.
  public static func < (first: Self, second: Self) -> Bool {
    (first.section, first.item) < (second.section, second.item)
  }
}

extension ItemPosition: CustomStringConvertible {
  /// The position as an index path is written: `[section, item]`.
  public var description: String { "[\(section), \(item)]" }
}
