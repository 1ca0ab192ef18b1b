extension DiffableDataSourceSnapshot {
  /// The section an item is in, or nil when it is not in the snapshot.
  ///
  /// - Complexity: O(1) expected, and O(log *sections*).
  @inlinable
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    guard let index = items.position(of: identifier) else { return nil }
    return sections.identifiers[sections.section(ofItemAt: index)]
  }

  /// The index of an item among all items of the snapshot, or nil when it is not there.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { items.position(of: identifier) }

  /// The index of a section, or nil when it is not in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { sections.indexes[identifier] }

  /// Whether an item is in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func contains(_ identifier: ItemIdentifierType) -> Bool { items.position(of: identifier) != nil }

  /// Whether a section is in the snapshot.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public func contains(section identifier: SectionIdentifierType) -> Bool {
    sections.indexes[identifier] != nil
  }

  /// The item at a position, or nil when there is none.
  ///
  /// - Complexity: O(1); on an edited copy, O(log *edits*).
  @inlinable
  public func itemIdentifier(at position: ItemPosition) -> ItemIdentifierType? {
    guard sections.identifiers.indices.contains(position.section), position.item >= 0 else { return nil }
    let range = sections.items(inSection: position.section)
    return position.item < range.count ? items.item(at: range.lowerBound &+ position.item) : nil
  }

  /// The item at an index among all items, or nil when there is none.
  ///
  /// - Complexity: O(1); on an edited copy, O(log *edits*).
  @inlinable
  public func itemIdentifier(at index: Int) -> ItemIdentifierType? {
    index >= 0 && index < items.count ? items.item(at: index) : nil
  }

  /// The section at an index, or nil when there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
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
    items.position(of: identifier).flatMap { position(ofItemAt: $0) }
  }

  /// The position of the item at an index among all items, or nil when there is none.
  ///
  /// - Complexity: O(log *sections*).
  @inlinable
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
  @inlinable
  public func index(ofItemAt position: ItemPosition) -> Int {
    checkSection(position.section, for: "index(ofItemAt:)")
    return sections.items(inSection: position.section).lowerBound + position.item
  }

  /// The indexes, among all items, of a section's items.
  ///
  /// - Complexity: O(1).
  @inlinable
  func indexes(ofItemsInSectionAt index: Int) -> Range<Int> { sections.items(inSection: index) }
}
