extension DiffableDataSourceSnapshot {
  /// Appends items to a section, or to the last one.
  ///
  /// Items that are in the snapshot already are moved, and take the value they are given here.
  ///
  /// - Parameters:
  ///   - identifiers: Items, none of them twice.
  ///   - sectionIdentifier: A section of the snapshot; nil stands for the last one.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* new items at the end of a snapshot with no other copy, or O(*m* · *edits*).
  @inlinable
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    append(
      identifiers, hashes: shortHashes(of: identifiers), to: sectionIdentifier,
      for: Operation("appendItems(_:toSection:)", file, line))
  }

  /// Inserts items directly before an item, in the order given.
  ///
  /// Items that are in the snapshot already are moved, and take the value they are given here.
  ///
  /// - Parameters:
  ///   - identifiers: Items, none of them twice.
  ///   - beforeIdentifier: An item of the snapshot, not among `identifiers`.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* · *edits*) for *m* items.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    insert(
      identifiers, hashes: shortHashes(of: identifiers), beside: beforeIdentifier,
      at: indexOfItem(beforeIdentifier),
      offset: 0, for: Operation("insertItems(_:beforeItem:)", file, line))
  }

  /// Inserts items directly after an item, in the order given.
  ///
  /// Items that are in the snapshot already are moved, and take the value they are given here.
  ///
  /// - Parameters:
  ///   - identifiers: Items, none of them twice.
  ///   - afterIdentifier: An item of the snapshot, not among `identifiers`.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* · *edits*) for *m* items.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    insert(
      identifiers, hashes: shortHashes(of: identifiers), beside: afterIdentifier,
      at: indexOfItem(afterIdentifier),
      offset: 1, for: Operation("insertItems(_:afterItem:)", file, line))
  }

  /// Appends those items that are not in the snapshot yet, and returns the others.
  ///
  ///     let repeated = snapshot.appendNewItems(page.rows.map(\.id), toSection: .results)
  ///
  /// For data that may name an item twice, such as pages from a server. It traps only for a section that is not in the
  /// snapshot.
  ///
  /// - Returns: The items skipped, because they were there already or came twice, in order.
  /// - Complexity: O(*m*) for *m* items.
  @discardableResult
  public mutating func appendNewItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> [ItemIdentifierType] {
    var seen: Set<ItemIdentifierType> = []
    var skipped: [ItemIdentifierType] = []
    let new = identifiers.filter { identifier in
      if !contains(identifier), seen.insert(identifier).inserted { return true }
      skipped.append(identifier)
      return false
    }
    appendItems(new, toSection: sectionIdentifier, file: file, line: line)
    return skipped
  }
}

extension DiffableDataSourceSnapshot {
  @usableFromInline
  mutating func append(
    _ identifiers: [ItemIdentifierType], hashes: ContiguousArray<UInt32>, to section: SectionIdentifierType?,
    for operation: Operation
  ) {
    if identifiers.isEmpty { return }
    let section = destination(section, for: operation)
    insert(identifiers, hashes: hashes, for: operation) { snapshot, _ in
      (section, snapshot.sections.ends[section])
    }
  }

  /// The index of the section that items are appended to.
  private func destination(_ section: SectionIdentifierType?, for operation: Operation) -> Int {
    guard let section else {
      if sections.count == 0 { trap(.noSections(operation: operation)) }
      return sections.count - 1
    }
    if let index = sections.index(of: section) { return index }
    trap(.unknownSection(operation: operation, section: section, sections: sections.identifiers))
  }

  @usableFromInline
  mutating func insert(
    _ identifiers: [ItemIdentifierType], hashes: ContiguousArray<UInt32>,
    beside destination: ItemIdentifierType, at index: Int?, offset: Int, for operation: Operation
  ) {
    if identifiers.isEmpty { return }
    if identifiers.contains(destination) {
      trap(.destinationAmongItems(operation: operation, item: destination))
    }
    guard let index else {
      trap(diagnosed(.unknownDestinationItem(operation: operation, item: destination), for: destination))
    }
    insert(identifiers, hashes: hashes, for: operation) { snapshot, hasShifted in
      let position = hasShifted ? snapshot.indexOfItem(destination).unsafelyUnwrapped : index
      return (snapshot.sections.section(ofItemAt: position), position + offset)
    }
  }

  /// Inserts items where `target` says, after those that are elsewhere in the snapshot were taken out.
  ///
  /// - Parameter target: Called with this snapshot then, and with whether any items are gone.
  private mutating func insert(
    _ identifiers: [ItemIdentifierType], hashes: ContiguousArray<UInt32>, for operation: Operation,
    at target: (Self, _ hasShifted: Bool) -> (section: Int, position: Int)
  ) {
    var hasShifted = false
    if identifiers.count > 1024, !items.isUnknown(identifiers, hashes: hashes) {
      delete(identifiers, hashes: hashes, for: operation)
      items.flatten()
      hasShifted = true
    }
    let handles = items.admit(identifiers, hashes: hashes) { position in
      sections.grow(sections.section(ofItemAt: position), by: -1)
      hasShifted = true
    }
    guard let handles else { trap(repetition(of: identifiers, for: operation)) }
    let (section, position) = target(self, hasShifted)
    items.insert(handles, at: position)
    sections.grow(section, by: handles.count)
  }

  private func repetition(of identifiers: [ItemIdentifierType], for operation: Operation) -> SnapshotMisuse {
    let twice = duplicates(in: identifiers)
    let present = twice.prefix(10).compactMap { identifier in
      sectionIdentifier(containingItem: identifier).map { "\(identifier) in section \($0)" }
    }
    return .invalid(
      .duplicateItems(operation: "\(operation.name)", items: descriptions(of: twice), present: present),
      in: operation)
  }
}

// MARK: - Deleting

extension DiffableDataSourceSnapshot {
  /// Deletes items. Sections that lose all of theirs stay.
  ///
  /// - Parameters:
  ///   - identifiers: Items, none of them twice; those not in the snapshot are ignored.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m* · *edits*) for *m* items, at most O(*n*).
  @inlinable
  public mutating func deleteItems(
    _ identifiers: [ItemIdentifierType], file: StaticString = #fileID, line: UInt = #line
  ) {
    if identifiers.count == 1 {
      if let index = indexOfItem(identifiers[0]) { delete(at: index) }
    } else {
      delete(identifiers, hashes: shortHashes(of: identifiers), for: Operation("deleteItems(_:)", file, line))
    }
  }

  @usableFromInline
  mutating func delete(at index: Int) {
    takeOut(at: index)
    items.compact()
  }

  private mutating func takeOut(at index: Int) {
    items.remove(index..<index + 1)
    sections.grow(sections.section(ofItemAt: index), by: -1)
  }

  @usableFromInline
  mutating func delete(
    _ identifiers: [ItemIdentifierType], hashes: ContiguousArray<UInt32>, for operation: Operation
  ) {
    if !ItemStorage.areDistinct(identifiers, hashes: hashes) {
      trap(repetition(of: identifiers, for: operation))
    }
    if identifiers.count > 1024 || (identifiers.count > 64 && identifiers.count > items.count / 16) {
      let leaving = identifiers.indices.compactMap { items.position(of: identifiers[$0], hash: hashes[$0]) }
      let all = PositionSet(allBelow: items.count)
      keepItems(at: all.subtracting(PositionSet(leaving, bound: items.count)))
      return
    }
    for index in identifiers.indices {
      if let position = items.position(of: identifiers[index], hash: hashes[index]) { takeOut(at: position) }
    }
    items.compact()
  }

  /// Deletes all items **and all sections**, as in UIKit.
  ///
  /// - Complexity: O(1), beside freeing what no other copy holds.
  public mutating func deleteAllItems() { self = Self() }

  /// Deletes the items that a predicate names.
  ///
  /// - Parameter shouldRemove: Whether an item leaves; called once for each, in order.
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  public mutating func removeItems(where shouldRemove: (ItemIdentifierType) throws -> Bool) rethrows {
    keepItems(at: try items.positions(where: { try !shouldRemove($0) }))
  }

  /// Deletes the items at all other positions.
  @usableFromInline
  mutating func keepItems(at kept: PositionSet) {
    if kept.isFull { return }
    restrict(to: kept)
    items.compact()
  }
}

// MARK: - Moving

extension DiffableDataSourceSnapshot {
  /// Moves an item directly before another, into that one's section.
  ///
  /// - Parameters:
  ///   - identifier: An item of the snapshot.
  ///   - toIdentifier: Another item of the snapshot.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*edits*).
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    move(
      identifier, at: indexOfItem(identifier), beside: toIdentifier, at: indexOfItem(toIdentifier), offset: 0,
      for: Operation("moveItem(_:beforeItem:)", file, line))
  }

  /// Moves an item directly after another, into that one's section.
  ///
  /// - Parameters:
  ///   - identifier: An item of the snapshot.
  ///   - toIdentifier: Another item of the snapshot.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*edits*).
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    move(
      identifier, at: indexOfItem(identifier), beside: toIdentifier, at: indexOfItem(toIdentifier), offset: 1,
      for: Operation("moveItem(_:afterItem:)", file, line))
  }

  @usableFromInline
  mutating func move(
    _ identifier: ItemIdentifierType, at source: Int?, beside destination: ItemIdentifierType,
    at target: Int?,
    offset: Int, for operation: Operation
  ) {
    if identifier == destination {
      trap(.itemMovedToItself(operation: operation, item: identifier))
    }
    guard let source else {
      trap(
        diagnosed(
          .unknownMove(operation: operation, end: .fromIndex, identifier: identifier),
          for: identifier))
    }
    guard let target else {
      trap(
        diagnosed(
          .unknownMove(operation: operation, end: .toIndex, identifier: destination),
          for: destination))
    }
    let from = sections.section(ofItemAt: source)
    let to = sections.section(ofItemAt: target)
    let goal = target + offset - (source < target ? 1 : 0)
    if from == to, goal == source { return }
    items.move(source..<source + 1, to: goal)
    sections.grow(from, by: -1)
    sections.grow(to, by: 1)
  }
}

// MARK: - Ranges

extension DiffableDataSourceSnapshot {
  /// Deletes neighbouring items, named by their indexes in the section.
  ///
  /// - Parameters:
  ///   - range: Indexes in the section, which must all be there.
  ///   - section: The index of a section.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(log *edits*), whatever the number of items; none of them is hashed.
  public mutating func removeItems(
    at range: Range<Int>, inSectionAt section: Int, file: StaticString = #fileID, line: UInt = #line
  ) {
    let positions = positions(
      range, inSectionAt: section, for: Operation("removeItems(at:inSectionAt:)", file, line))
    if positions.isEmpty { return }
    items.remove(positions)
    sections.grow(section, by: -positions.count)
    items.compact()
  }

  /// Whether two items have the same bits: then they are equal, and so is what they carry besides.
  package static func haveSameBits(_ first: ItemIdentifierType, _ second: ItemIdentifierType) -> Bool {
    haveEqualBits(first, second)
  }

  /// Some neighbouring items of a section.
  ///
  /// - Complexity: O(*m*) for *m* items.
  public func itemIdentifiers(
    at range: Range<Int>, inSectionAt section: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> [ItemIdentifierType] {
    items.items(
      in: positions(
        range, inSectionAt: section, for: Operation("itemIdentifiers(at:inSectionAt:)", file, line)))
  }

  /// The indexes among all items of indexes in a section, which must all be there.
  private func positions(
    _ range: Range<Int>, inSectionAt section: Int, for operation: Operation
  ) -> Range<Int> {
    checkSection(section, for: operation)
    let all = sections.items(inSection: section)
    operation.trapUnless(
      range.lowerBound >= 0 && range.upperBound <= all.count,
      "\(range): index out of range, section \(section) has \(all.count) items")
    return all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound
  }
}

extension DiffableDataSourceSnapshot {
  /// Asks for new cells for items. The values given here replace those the snapshot had.
  ///
  /// - Parameters:
  ///   - identifiers: Items of the snapshot, none of them twice.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* items, O(*m* · *edits*) where values are new.
  public mutating func reloadItems(
    _ identifiers: [ItemIdentifierType], file: StaticString = #fileID, line: UInt = #line
  ) {
    renew(identifiers, for: Operation("reloadItems(_:)", file, line), kind: "reload item")
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reloadedItems.add(identifiers)
  }

  /// Asks that the cells of items be brought up to date. The values given here replace those the snapshot had.
  ///
  ///     snapshot.reconfigureItems([mountain.id])     // Its name has changed.
  ///
  /// - Parameters:
  ///   - identifiers: Items of the snapshot, none of them twice.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* items, O(*m* · *edits*) where values are new.
  public mutating func reconfigureItems(
    _ identifiers: [ItemIdentifierType], file: StaticString = #fileID, line: UInt = #line
  ) {
    renew(identifiers, for: Operation("reconfigureItems(_:)", file, line), kind: "reconfigure item")
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reconfiguredItems.add(identifiers)
  }

  /// Asks for new cells for all items of sections, and for new headers and footers.
  ///
  /// - Parameters:
  ///   - identifiers: Sections of the snapshot, none of them twice.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* sections.
  public mutating func reloadSections(
    _ identifiers: [SectionIdentifierType], file: StaticString = #fileID, line: UInt = #line
  ) {
    let operation = Operation("reloadSections(_:)", file, line)
    checkDistinct(identifiers, for: operation)
    for identifier in identifiers where sections.index(of: identifier) == nil {
      trap(.unknownUpdate(operation: operation, kind: "reload section", identifier: identifier))
    }
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reloadedSections.add(identifiers)
  }

  /// The items marked by ``reloadItems(_:file:line:)``, in the order they were marked, each once.
  public var reloadedItemIdentifiers: [ItemIdentifierType] {
    marks?.reloadedItems.identifiers ?? []
  }

  /// The items marked by ``reconfigureItems(_:file:line:)``, in the order they were marked, each once.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] {
    marks?.reconfiguredItems.identifiers ?? []
  }

  /// The sections marked by ``reloadSections(_:file:line:)``, in the order they were marked, each once.
  public var reloadedSectionIdentifiers: [SectionIdentifierType] {
    marks?.reloadedSections.identifiers ?? []
  }

  /// Takes all marks back. A data source does so with what it has applied.
  public mutating func removeAllMarks() { marks = nil }

  /// Checks items to be updated, and takes over their values.
  private mutating func renew(_ identifiers: [ItemIdentifierType], for operation: Operation, kind: String) {
    let hashes = shortHashes(of: identifiers)
    if !ItemStorage.areDistinct(identifiers, hashes: hashes) {
      trap(repetition(of: identifiers, for: operation))
    }
    var changes: [(position: Int, identifier: ItemIdentifierType, hash: UInt32)] = []
    for (identifier, hash) in zip(identifiers, hashes) {
      guard let position = items.position(of: identifier, hash: hash) else {
        trap(
          diagnosed(
            .unknownUpdate(operation: operation, kind: kind, identifier: identifier),
            for: identifier))
      }
      if !haveEqualBits(items.item(at: position), identifier) {
        changes.append((position, identifier, hash))
      }
    }
    items.renew(changes)
  }
}
