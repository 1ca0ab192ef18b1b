extension DiffableDataSourceSnapshot {
  /// Appends items to a section, or to the last one.
  ///
  /// Items that are in the snapshot already are moved, and take the value they are given here.
  ///
  /// - Parameters:
  ///   - identifiers: Items, none of them twice.
  ///   - sectionIdentifier: A section of the snapshot; nil stands for the last one.
  /// - Complexity: O(*m*) for *m* new items at the end of a snapshot nobody shares, or O(*m* · *edits*).
  @inlinable
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    if identifiers.isEmpty { return }
    let section = destination(sectionIdentifier, for: "appendItems(_:toSection:)")
    place(identifiers, for: "appendItems(_:toSection:)") { snapshot in
      (section, snapshot.sections.ends[section])
    }
  }

  /// Inserts items directly before an item, in the order given.
  ///
  /// Items that are in the snapshot already are moved, and take the value they are given here.
  ///
  /// - Parameters:
  ///   - identifiers: Items, none of them twice.
  ///   - beforeIdentifier: An item of the snapshot, not among `identifiers`.
  /// - Complexity: O(*m* · *edits*) for *m* items.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) {
    insert(identifiers, beside: beforeIdentifier, offset: 0, for: "insertItems(_:beforeItem:)")
  }

  /// Inserts items directly after an item, in the order given.
  ///
  /// Items that are in the snapshot already are moved, and take the value they are given here.
  ///
  /// - Parameters:
  ///   - identifiers: Items, none of them twice.
  ///   - afterIdentifier: An item of the snapshot, not among `identifiers`.
  /// - Complexity: O(*m* · *edits*) for *m* items.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) {
    insert(identifiers, beside: afterIdentifier, offset: 1, for: "insertItems(_:afterItem:)")
  }

  /// Appends those items that are not in the snapshot yet, and returns the others.
  ///
  /// For data that may name an item twice, such as pages from a server. Never traps over an item.
  ///
  /// - Returns: The items skipped, because they were there already or came twice, in order.
  /// - Complexity: O(*m*) for *m* items.
  @inlinable
  @discardableResult
  public mutating func appendNewItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) -> [ItemIdentifierType] {
    var seen: Set<ItemIdentifierType> = []
    var skipped: [ItemIdentifierType] = []
    let new = identifiers.filter { identifier in
      if !contains(identifier), seen.insert(identifier).inserted { return true }
      skipped.append(identifier)
      return false
    }
    appendItems(new, toSection: sectionIdentifier)
    return skipped
  }
}

extension DiffableDataSourceSnapshot {
  /// The index of the section that items are appended to.
  @inlinable
  func destination(_ section: SectionIdentifierType?, for operation: String) -> Int {
    guard let section else {
      if sections.count == 0 { trap(.noSections(operation: operation)) }
      return sections.count - 1
    }
    if let index = sections.indexes[section] { return index }
    trap(
      .unknownSection(
        operation: operation, section: String(describing: section),
        sections: descriptions(of: sections.identifiers)))
  }

  @inlinable
  mutating func insert(
    _ identifiers: [ItemIdentifierType], beside destination: ItemIdentifierType, offset: Int,
    for operation: String
  ) {
    if identifiers.isEmpty { return }
    if identifiers.contains(destination) {
      trap(.destinationAmongItems(operation: operation, item: String(describing: destination)))
    }
    guard contains(destination) else {
      trap(
        diagnosed(
          .unknownDestinationItem(operation: operation, item: String(describing: destination)),
          for: destination))
    }
    place(identifiers, for: operation) { snapshot in
      let position = snapshot.items.position(of: destination).unsafelyUnwrapped
      return (snapshot.sections.section(ofItemAt: position), position + offset)
    }
  }

  /// Places items where `target` says, once those that stand elsewhere are gone from there.
  @inlinable
  mutating func place(
    _ identifiers: [ItemIdentifierType], for operation: String,
    at target: (Self) -> (section: Int, position: Int)
  ) {
    if identifiers.count > 1024, !items.isUnknown(identifiers) {
      if !ItemStorage.areDistinct(identifiers) { trap(duplicateError(identifiers, for: operation)) }
      deleteItems(identifiers)
      items.flatten()
    }
    guard let handles = Self.intern(identifiers, in: &items, sections: &sections) else {
      trap(duplicateError(identifiers, for: operation))
    }
    let (section, position) = target(self)
    items.insert(handles, at: position)
    sections.grow(section, by: handles.count)
    items.flattenIfWorthwhile()
  }

  /// Gives items handles, out of the order and out of their sections.
  @inlinable
  static func intern(
    _ identifiers: [ItemIdentifierType], in items: inout ItemStorage<ItemIdentifierType>,
    sections: inout SectionList<SectionIdentifierType>
  ) -> HandleRuns? {
    items.intern(identifiers) { position in
      sections.grow(sections.section(ofItemAt: position), by: -1)
    }
  }

  @usableFromInline
  func duplicateError(_ identifiers: [ItemIdentifierType], for operation: String) -> SnapshotError {
    let twice = duplicates(in: identifiers)
    return .duplicateItems(operation: operation, items: descriptions(of: twice), standing: standing(twice))
  }

  /// Where identifiers stand, in words.
  @usableFromInline
  func standing(_ identifiers: [ItemIdentifierType]) -> [String] {
    identifiers.prefix(10).compactMap { identifier in
      sectionIdentifier(containingItem: identifier).map { "\(identifier) in section \($0)" }
    }
  }
}
