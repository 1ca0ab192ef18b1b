extension DiffableDataSourceSnapshot {
  /// The number of items in all sections.
  ///
  /// - Complexity: O(1).
  public var numberOfItems: Int { items.count }

  /// The number of sections.
  ///
  /// - Complexity: O(1).
  public var numberOfSections: Int { sections.count }

  /// Whether there is neither a section nor an item.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { sections.count == 0 }

  /// The number of items in a section, which must be in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    sections.items(inSection: index(of: identifier, for: "numberOfItems(inSection:)")).count
  }

  /// The number of items in the section at an index, which must be in range.
  ///
  /// - Complexity: O(1).
  public func numberOfItems(inSectionAt index: Int) -> Int {
    checkSection(index, for: "numberOfItems(inSectionAt:)")
    return sections.items(inSection: index).count
  }

  /// All items, section after section.
  ///
  /// - Complexity: O(1) unless the snapshot is an edited copy, O(*n*) then.
  public var itemIdentifiers: [ItemIdentifierType] { items.items(in: 0..<items.count) }

  /// The sections, in order.
  ///
  /// - Complexity: O(1).
  public var sectionIdentifiers: [SectionIdentifierType] { sections.identifiers }

  /// The items of a section, which must be in the snapshot.
  ///
  /// - Complexity: O(*m*) for *m* items in the section.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    items.items(in: sections.items(inSection: index(of: identifier, for: "itemIdentifiers(inSection:)")))
  }

  /// Stops unless there is a section at an index.
  func checkSection(_ index: Int, for operation: String) {
    trapUnless(
      index >= 0 && index < sections.count,
      "\(operation) \(index): index out of range, there are \(sections.count) sections")
  }

  /// The index of a section that must be there.
  func index(of section: SectionIdentifierType, for operation: String) -> Int {
    guard let index = sections.index(of: section) else {
      trap(
        .sectionNotFound(
          operation: operation, section: String(describing: section),
          sections: descriptions(of: sections.identifiers)))
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
    return sectionIdentifier(at: section(ofItemAt: index))
  }

  @usableFromInline
  func section(ofItemAt index: Int) -> Int { sections.section(ofItemAt: index) }

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
  ///
  /// - Complexity: O(1).
  public func sectionIdentifier(at index: Int) -> SectionIdentifierType? {
    sections.identifiers.indices.contains(index) ? sections.identifiers[index] : nil
  }
}

extension DiffableDataSourceSnapshot {
  /// Where an item stands, or nil when it is not in the snapshot.
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
  ///
  /// - Complexity: O(1).
  public func index(ofItemAt position: ItemPosition) -> Int {
    checkSection(position.section, for: "index(ofItemAt:)")
    return sections.items(inSection: position.section).lowerBound + position.item
  }

  /// The indexes, among all items, of a section's items.
  ///
  /// - Complexity: O(1).
  func indexes(ofItemsInSectionAt index: Int) -> Range<Int> { sections.items(inSection: index) }
}
