extension DiffableDataSourceSnapshot {
  /// The number of items in all sections.
  public var numberOfItems: Int { items.count }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// Whether there is neither a section nor an item.
  public var isEmpty: Bool { sections.count == 0 }

  /// Returns the number of items in a section.
  ///
  /// - Parameter identifier: A section of the snapshot.
  /// - Complexity: O(1) expected.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    let index = index(of: identifier, for: Operation("numberOfItems(inSection:)"))
    return sections.items(inSection: index).count
  }

  /// Returns the number of items in the section at an index.
  ///
  /// - Parameter index: A valid index of a section.
  public func numberOfItems(inSectionAt index: Int) -> Int {
    checkSection(index, for: Operation("numberOfItems(inSectionAt:)"))
    return sections.items(inSection: index).count
  }

  /// All items, section after section.
  ///
  /// - Complexity: O(1), or O(*n*) for an edited copy.
  public var itemIdentifiers: [ItemIdentifierType] { items.items(in: 0..<items.count) }

  /// The sections, in order.
  public var sectionIdentifiers: [SectionIdentifierType] { sections.identifiers }

  /// Returns the items of a section.
  ///
  /// - Parameter identifier: A section of the snapshot.
  /// - Complexity: O(*m*) for *m* items in the section.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    let index = index(of: identifier, for: Operation("itemIdentifiers(inSection:)"))
    return items.items(in: sections.items(inSection: index))
  }

  /// Stops the program unless there is a section at an index.
  func checkSection(_ index: Int, for operation: Operation) {
    operation.trapUnless(
      index >= 0 && index < sections.count,
      "\(index): index out of range, there are \(sections.count) sections")
  }

  /// Returns the index of a section; stops the program if it is not in the snapshot.
  func index(of section: SectionIdentifierType, for operation: Operation) -> Int {
    guard let index = sections.index(of: section) else {
      operation.trap(
        "\(missing(section)). Section identifier was not found."
          + " You can verify the section exists by calling indexOfSection(_:),"
          + " the indexOfSectionIdentifier API (which has O(1) performance)")
    }
    return index
  }

  /// Returns the words of a message about a section that is not in the snapshot.
  func missing(_ section: SectionIdentifierType) -> String {
    "no section \(section) among \(descriptions(of: sections.identifiers).listed)"
  }
}

// MARK: - Finding

extension DiffableDataSourceSnapshot {
  /// Returns the section that contains an item, or nil if the item is not in the snapshot.
  ///
  /// - Complexity: O(1) expected, and O(log *sections*).
  @inlinable
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    guard let index = indexOfItem(identifier) else { return nil }
    return sections.identifiers[sections.section(ofItemAt: index)]
  }

  /// Returns the index of an item among all items of the snapshot, or nil if it is not in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    items.position(of: identifier, hash: shortHash(of: identifier))
  }

  /// Returns the index of a section, or nil if it is not in the snapshot.
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

  /// Returns the item at a position, or nil if there is none.
  ///
  /// - Complexity: O(1); on an edited copy, O(log *edits*).
  public func itemIdentifier(at position: ItemPosition) -> ItemIdentifierType? {
    guard sections.identifiers.indices.contains(position.section), position.item >= 0 else { return nil }
    let range = sections.items(inSection: position.section)
    return position.item < range.count ? items.item(at: range.lowerBound &+ position.item) : nil
  }

  /// Returns the item at an index among all items, or nil if there is none.
  ///
  /// - Complexity: O(1); on an edited copy, O(log *edits*).
  public func itemIdentifier(at index: Int) -> ItemIdentifierType? {
    index >= 0 && index < items.count ? items.item(at: index) : nil
  }

  /// Returns the section at an index, or nil if there is none.
  public func sectionIdentifier(at index: Int) -> SectionIdentifierType? {
    sections.identifiers.indices.contains(index) ? sections.identifiers[index] : nil
  }

  /// Returns the position of an item, or nil if it is not in the snapshot.
  ///
  /// - Complexity: O(1) expected, and O(log *sections*).
  @inlinable
  public func position(of identifier: ItemIdentifierType) -> ItemPosition? {
    indexOfItem(identifier).flatMap { position(ofItemAt: $0) }
  }

  /// Returns the position of the item at an index among all items, or nil if there is none.
  ///
  /// - Complexity: O(log *sections*).
  public func position(ofItemAt index: Int) -> ItemPosition? {
    guard index >= 0, index < items.count else { return nil }
    let section = sections.section(ofItemAt: index)
    return ItemPosition(section: section, item: index - sections.items(inSection: section).lowerBound)
  }

  /// Returns the index of a position among all items.
  ///
  /// - Parameter position: A section of the snapshot and an item, which may be one past the last of the section.
  public func index(ofItemAt position: ItemPosition) -> Int {
    let operation = Operation("index(ofItemAt:)")
    checkSection(position.section, for: operation)
    let range = sections.items(inSection: position.section)
    operation.trapUnless(
      position.item >= 0 && position.item <= range.count,
      "\(position): index out of range, the section has \(range.count) items")
    return range.lowerBound + position.item
  }

  /// Returns the indexes, among all items, of a section's items.
  func indexes(ofItemsInSectionAt index: Int) -> Range<Int> { sections.items(inSection: index) }

  /// Returns a snapshot of the items that satisfy a predicate, in their sections, as in a search.
  ///
  /// Use this method to filter. The result shares the hash table of this snapshot: no item is hashed, and the
  /// difference between two snapshots filtered from the same one is found without reading items. So keep a
  /// snapshot of all items, filter it whenever the query changes, and apply it directly if the query is
  /// empty.
  ///
  ///     let all = DiffableDataSourceSnapshot([(Section.main, mountains)])     // once
  ///     dataSource.apply(query.isEmpty ? all : all.filtered { $0.name.contains(query) })
  ///
  /// Sections that lose all of their items stay; ``deleteEmptySections()`` removes them. The remaining
  /// items keep their marks. The result keeps all items of this snapshot in memory.
  ///
  /// - Parameter isIncluded: Whether to include an item; called once for each, in order.
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  public func filtered(_ isIncluded: (ItemIdentifierType) throws -> Bool) rethrows -> Self {
    restricted(toItemsAt: try items.positions(where: isIncluded))
  }

  /// Returns a snapshot of the items at the given indexes, in their sections, like ``filtered(_:)``.
  ///
  /// For a search that returns the matching rows:
  ///
  ///     let matches = PositionSet(index.matches(query).lazy.map(\.row), bound: all.numberOfItems)
  ///     dataSource.apply(all.restricted(toItemsAt: matches))
  ///
  /// - Parameter indexes: Indexes among the items of all sections; the bound is the number of items.
  /// - Complexity: O(*sections*), plus O(*n* / 64 + *edits*) for a snapshot that is filtered or edited.
  public func restricted(toItemsAt indexes: PositionSet) -> Self {
    trapUnless(
      indexes.bound == items.count,
      "restricted(toItemsAt:): indexes below \(indexes.bound), but there are \(items.count) items")
    var result = self
    result.restrict(to: indexes)
    return result
  }

  /// Returns a snapshot of the items at the given indexes, in their sections, like ``filtered(_:)``.
  ///
  /// - Parameter indexes: Indexes among the items of all sections, in any order, which does not affect the
  ///   order of the result.
  /// - Complexity: O(*n* / 64 + number of indexes), without hashing.
  public func restricted(toItemsAt indexes: some Sequence<Int>) -> Self {
    restricted(toItemsAt: PositionSet(indexes, bound: items.count))
  }

  /// Deletes the sections without items.
  ///
  /// - Complexity: O(*sections*).
  public mutating func deleteEmptySections() {
    sections.removeEmpty()
    forgetMarksOfDeleted()
  }

  /// Keeps only the items at the given positions.
  mutating func restrict(to kept: PositionSet) {
    items.restrict(to: kept)
    sections.restrict(to: kept)
    forgetMarksOfDeleted()
  }

  /// Creates a snapshot of sections with their items, or throws if an identifier is repeated.
  ///
  ///     let snapshot = try DiffableDataSourceSnapshot(validating: file.groups.map { ($0.name, $0.ids) })
  ///
  /// For data from outside the program, which may be invalid.
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

  /// Checks that the items conform to `Hashable` correctly.
  ///
  ///     try snapshot.validateIdentifiers()     // In a test of the program.
  ///
  /// An item must be equal to itself, must have the hash it had when it was added, and equal items must have
  /// equal hashes. Otherwise rows appear twice, vanish or flicker. A debug build checks a sample with every
  /// difference, and traps. This method compares every pair of up to 1,000 items; if there are more, each
  /// item with the 16 before it.
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

  /// Calls `==`, even if both are the same value.
  @inline(never)
  private static func isEqual(_ first: ItemIdentifierType, _ second: ItemIdentifierType) -> Bool {
    first == second
  }

  /// Stops the program if an item that was not found is equal to one with another hash.
  func checkHash(ofMissing identifier: ItemIdentifierType, for operation: Operation) {
    guard let equal = itemIdentifiers.first(where: { $0 == identifier }) else { return }
    operation.trap(
      .unequalHashes(first: String(describing: equal), second: String(describing: identifier)))
  }
}

/// The position of an item: its section, and its index in the section.
///
/// The counterpart of ListKit's `IndexPath` for code that has neither a table nor Foundation. Positions are
/// ordered by section, then by item.
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
  /// The position, written like an index path: `[section, item]`.
  public var description: String { "[\(section), \(item)]" }
}
