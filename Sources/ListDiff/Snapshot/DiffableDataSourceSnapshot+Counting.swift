extension DiffableDataSourceSnapshot {
  /// The number of items in all sections.
  ///
  /// - Complexity: O(1).
  @inlinable public var numberOfItems: Int { items.count }

  /// The number of sections.
  ///
  /// - Complexity: O(1).
  @inlinable public var numberOfSections: Int { sections.count }

  /// Whether there is neither a section nor an item.
  ///
  /// - Complexity: O(1).
  @inlinable public var isEmpty: Bool { sections.count == 0 }

  /// The number of items in a section, which must be in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    sections.items(inSection: index(of: identifier, for: "numberOfItems(inSection:)")).count
  }

  /// The number of items in the section at an index, which must be in range.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func numberOfItems(inSectionAt index: Int) -> Int {
    checkSection(index, for: "numberOfItems(inSectionAt:)")
    return sections.items(inSection: index).count
  }

  /// All items, section after section.
  ///
  /// - Complexity: O(1) unless the snapshot is an edited copy, O(*n*) then.
  @inlinable public var itemIdentifiers: [ItemIdentifierType] { items.items(in: 0..<items.count) }

  /// The sections, in order.
  ///
  /// - Complexity: O(1).
  @inlinable public var sectionIdentifiers: [SectionIdentifierType] { sections.identifiers }

  /// The items of a section, which must be in the snapshot.
  ///
  /// - Complexity: O(*m*) for *m* items in the section.
  @inlinable
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    items.items(in: sections.items(inSection: index(of: identifier, for: "itemIdentifiers(inSection:)")))
  }

  /// Stops unless there is a section at an index.
  @inlinable @inline(__always)
  func checkSection(_ index: Int, for operation: String) {
    trapUnless(
      index >= 0 && index < sections.count,
      "\(operation) \(index): index out of range, there are \(sections.count) sections")
  }

  /// The index of a section that must be there.
  @inlinable
  func index(of section: SectionIdentifierType, for operation: String) -> Int {
    guard let index = sections.indexes[section] else {
      trap(
        .sectionNotFound(
          operation: operation, section: String(describing: section),
          sections: descriptions(of: sections.identifiers)))
    }
    return index
  }
}
