extension DiffableDataSourceSnapshot {
  /// Appends items to a section, or to the last one.
  ///
  /// Items that are already in the snapshot are moved, and get the value given here.
  ///
  /// - Parameters:
  ///   - identifiers: Distinct items.
  ///   - sectionIdentifier: A section of the snapshot; nil for the last one.
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
  /// Items that are already in the snapshot are moved, and get the value given here.
  ///
  /// - Parameters:
  ///   - identifiers: Distinct items.
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
  /// Items that are already in the snapshot are moved, and get the value given here.
  ///
  /// - Parameters:
  ///   - identifiers: Distinct items.
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
  /// For data that may repeat an item, such as pages from a server. It traps only if the section is not in
  /// the snapshot.
  ///
  /// - Returns: The skipped items, in order: those already in the snapshot, and repetitions.
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

  /// Returns the index of the section to which items are appended.
  private func destination(_ section: SectionIdentifierType?, for operation: Operation) -> Int {
    guard let section else {
      if sections.count == 0 {
        operation.trap("There are currently no sections in the data source. Please add a section first.")
      }
      return sections.count - 1
    }
    if let index = sections.index(of: section) { return index }
    operation.trap(missing(section), unmet: "section")
  }

  @usableFromInline
  mutating func insert(
    _ identifiers: [ItemIdentifierType], hashes: ContiguousArray<UInt32>,
    beside destination: ItemIdentifierType, at index: Int?, offset: Int, for operation: Operation
  ) {
    if identifiers.isEmpty { return }
    if identifiers.contains(destination) {
      operation.trap(
        "Invalid update: destination for insertion operation [\(destination)] is in the insertion identifier list"
          + " for update")
    }
    guard let index else {
      checkHash(ofMissing: destination, for: operation)
      operation.trap("no item \(destination) in the snapshot", unmet: "section")
    }
    insert(identifiers, hashes: hashes, for: operation) { snapshot, hasShifted in
      let position = hasShifted ? snapshot.indexOfItem(destination).unsafelyUnwrapped : index
      return (snapshot.sections.section(ofItemAt: position), position + offset)
    }
  }

  /// Inserts items at a target, after removing those that are already in the snapshot.
  ///
  /// - Parameter target: Called after the removal, with this snapshot and whether any items were removed.
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
    guard let handles else { trapRepetition(of: identifiers, for: operation) }
    let (section, position) = target(self, hasShifted)
    items.insert(handles, at: position)
    sections.grow(section, by: handles.count)
  }

  private func trapRepetition(of identifiers: [ItemIdentifierType], for operation: Operation) -> Never {
    let twice = duplicates(in: identifiers)
    let present = twice.prefix(10).compactMap { identifier in
      sectionIdentifier(containingItem: identifier).map { "\(identifier) in section \($0)" }
    }
    operation.trap(
      .duplicateItems(operation: "\(operation.name)", items: descriptions(of: twice), present: present))
  }
}

// MARK: - Deleting

extension DiffableDataSourceSnapshot {
  /// Deletes items. Sections that lose all of their items stay.
  ///
  /// - Parameter identifiers: Distinct items; those not in the snapshot are ignored.
  /// - Complexity: O(*m* · *edits*) for *m* items, at most O(*n*).
  @inlinable
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    if identifiers.count == 1 {
      if let index = indexOfItem(identifiers[0]) { delete(at: index) }
    } else {
      delete(identifiers, hashes: shortHashes(of: identifiers), for: Operation("deleteItems(_:)"))
    }
  }

  @usableFromInline
  mutating func delete(at index: Int) {
    let isMarked = marks?.contains(items.item(at: index)) ?? false
    takeOut(at: index)
    items.compact()
    if isMarked { forgetMarksOfDeleted() }
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
      trapRepetition(of: identifiers, for: operation)
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
    forgetMarksOfDeleted()
  }

  /// Deletes all items **and all sections**, as in UIKit.
  ///
  /// - Complexity: O(1), plus freeing what no other copy holds.
  public mutating func deleteAllItems() { self = Self() }

  /// Deletes the items at all positions except these.
  private mutating func keepItems(at kept: PositionSet) {
    if kept.isFull { return }
    restrict(to: kept)
    items.compact()
  }
}

// MARK: - Moving

extension DiffableDataSourceSnapshot {
  /// Moves an item directly before another item, into the section of that item.
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

  /// Moves an item directly after another item, into the section of that item.
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
      operation.trap(
        "Invalid update: destination for item move is the same as the source [\(identifier)] for update")
    }
    guard let source, let target else {
      let missing = source == nil ? identifier : destination
      checkHash(ofMissing: missing, for: operation)
      operation.trap("\(missing) is not in the snapshot", unmet: source == nil ? "fromIndex" : "toIndex")
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
  /// Deletes a range of items of a section.
  ///
  /// - Parameters:
  ///   - range: Valid indexes in the section.
  ///   - section: The index of a section.
  /// - Complexity: O(*edits* + *sections*), whatever the number of items; none of them is hashed.
  public mutating func deleteItems(at range: Range<Int>, inSectionAt section: Int) {
    let positions = positions(
      range, inSectionAt: section, for: Operation("deleteItems(at:inSectionAt:)"))
    if positions.isEmpty { return }
    items.remove(positions)
    sections.grow(section, by: -positions.count)
    items.compact()
    forgetMarksOfDeleted()
  }

  /// Whether two items have the same bits, which means that they are equal, including their content.
  package static func haveSameBits(_ first: ItemIdentifierType, _ second: ItemIdentifierType) -> Bool {
    haveEqualBits(first, second)
  }

  /// Returns a range of items of a section.
  ///
  /// - Complexity: O(*m*) for *m* items.
  public func itemIdentifiers(at range: Range<Int>, inSectionAt section: Int) -> [ItemIdentifierType] {
    items.items(
      in: positions(
        range, inSectionAt: section, for: Operation("itemIdentifiers(at:inSectionAt:)")))
  }

  /// Converts valid indexes in a section to indexes among all items.
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

  /// Marks items for new cells. The values given here replace those in the snapshot.
  ///
  /// - Parameter identifiers: Distinct items of the snapshot.
  /// - Complexity: O(*m*) for *m* items, O(*m* · *edits*) if values are new.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    renew(identifiers, for: Operation("reloadItems(_:)"), kind: "reload item")
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reloadedItems.add(identifiers)
  }

  /// Marks items whose cells are to be updated. The values given here replace those in the snapshot.
  ///
  ///     snapshot.reconfigureItems([mountain.id])     // Its name has changed.
  ///
  /// - Parameter identifiers: Distinct items of the snapshot.
  /// - Complexity: O(*m*) for *m* items, O(*m* · *edits*) if values are new.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    renew(identifiers, for: Operation("reconfigureItems(_:)"), kind: "reconfigure item")
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reconfiguredItems.add(identifiers)
  }

  /// Marks sections for new headers and footers, and for new cells of all their items.
  ///
  /// - Parameter identifiers: Distinct sections of the snapshot.
  /// - Complexity: O(*m*) for *m* sections.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    let operation = Operation("reloadSections(_:)")
    checkDistinct(identifiers, for: operation)
    for identifier in identifiers where sections.index(of: identifier) == nil {
      operation.trap(
        "Attempted to reload section identifier that does not exist in the snapshot: \(identifier)")
    }
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reloadedSections.add(identifiers)
  }

  /// The items marked by ``reloadItems(_:)``, in the order of marking, each once.
  public var reloadedItemIdentifiers: [ItemIdentifierType] {
    marks?.reloadedItems.identifiers ?? []
  }

  /// The items marked by ``reconfigureItems(_:)``, in the order of marking, each once.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] {
    marks?.reconfiguredItems.identifiers ?? []
  }

  /// The sections marked by ``reloadSections(_:)``, in the order of marking, each once.
  public var reloadedSectionIdentifiers: [SectionIdentifierType] {
    marks?.reloadedSections.identifiers ?? []
  }

  /// Removes all marks. A data source does so with a snapshot that it has applied.
  public mutating func removeAllMarks() { marks = nil }

  /// Removes the marks of sections and items that are not in the snapshot any more.
  ///
  /// - Complexity: O(*marks*).
  mutating func forgetMarksOfDeleted() {
    guard var kept = marks else { return }
    kept.reloadedSections.keep { contains(section: $0) }
    kept.reloadedItems.keep { contains($0) }
    kept.reconfiguredItems.keep { contains($0) }
    marks = kept
  }

  /// Checks items that are to be updated, and stores their values.
  private mutating func renew(_ identifiers: [ItemIdentifierType], for operation: Operation, kind: String) {
    let hashes = shortHashes(of: identifiers)
    if !ItemStorage.areDistinct(identifiers, hashes: hashes) {
      trapRepetition(of: identifiers, for: operation)
    }
    var changes: [(position: Int, identifier: ItemIdentifierType, hash: UInt32)] = []
    for (identifier, hash) in zip(identifiers, hashes) {
      guard let position = items.position(of: identifier, hash: hash) else {
        checkHash(ofMissing: identifier, for: operation)
        operation.trap("Attempted to \(kind) identifier that does not exist in the snapshot: \(identifier)")
      }
      if !haveEqualBits(items.item(at: position), identifier) {
        changes.append((position, identifier, hash))
      }
    }
    items.renew(changes)
  }
}
