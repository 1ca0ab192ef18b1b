extension DiffableDataSourceSnapshot {
  /// Appends empty sections.
  ///
  /// - Parameter identifiers: Sections, none of them twice and none in the snapshot yet.
  /// - Complexity: O(*m*) for *m* sections.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    checkNew(identifiers, for: "appendSections(_:)")
    sections.insert(identifiers, at: sections.count)
  }

  /// Inserts empty sections directly before a section.
  ///
  /// - Parameters:
  ///   - identifiers: Sections, none of them twice and none in the snapshot yet.
  ///   - toIdentifier: A section of the snapshot.
  /// - Complexity: O(*sections*).
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) {
    insert(identifiers, beside: toIdentifier, offset: 0, for: "insertSections(_:beforeSection:)")
  }

  /// Inserts empty sections directly after a section.
  ///
  /// - Parameters:
  ///   - identifiers: Sections, none of them twice and none in the snapshot yet.
  ///   - toIdentifier: A section of the snapshot.
  /// - Complexity: O(*sections*).
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) {
    insert(identifiers, beside: toIdentifier, offset: 1, for: "insertSections(_:afterSection:)")
  }

  /// Deletes sections with their items.
  ///
  /// - Parameter identifiers: Sections, none of them twice; those not in the snapshot are ignored.
  /// - Complexity: O(*m* · *sections*).
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    checkDistinct(identifiers, for: "deleteSections(_:)")
    for identifier in identifiers {
      guard let index = sections.index(of: identifier) else { continue }
      items.remove(sections.items(inSection: index))
      sections.remove(at: index)
    }
    items.compact()
  }

  /// Moves a section with its items directly before another.
  ///
  /// - Parameters:
  ///   - identifier: A section of the snapshot.
  ///   - toIdentifier: Another section of the snapshot.
  /// - Complexity: O(*sections* + *edits*).
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) {
    move(identifier, beside: toIdentifier, offset: 0, for: "moveSection(_:beforeSection:)")
  }

  /// Moves a section with its items directly after another.
  ///
  /// - Parameters:
  ///   - identifier: A section of the snapshot.
  ///   - toIdentifier: Another section of the snapshot.
  /// - Complexity: O(*sections* + *edits*).
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) {
    move(identifier, beside: toIdentifier, offset: 1, for: "moveSection(_:afterSection:)")
  }
}

extension DiffableDataSourceSnapshot {
  func checkDistinct(_ identifiers: [SectionIdentifierType], for operation: String) {
    if identifiers.count < 2 || Set(identifiers).count == identifiers.count { return }
    trap(.duplicateSections(operation: operation, sections: descriptions(of: duplicates(in: identifiers))))
  }

  private func checkNew(_ identifiers: [SectionIdentifierType], for operation: String) {
    checkDistinct(identifiers, for: operation)
    let existing = identifiers.filter { sections.index(of: $0) != nil }
    if existing.isEmpty { return }
    trap(.existingSections(operation: operation, sections: existing, present: sections.identifiers))
  }

  mutating func insert(
    _ identifiers: [SectionIdentifierType], beside destination: SectionIdentifierType, offset: Int,
    for operation: String
  ) {
    if identifiers.isEmpty { return }
    if identifiers.contains(destination) {
      trap(.destinationAmongSections(operation: operation, section: destination))
    }
    guard let index = sections.index(of: destination) else {
      trap(
        .unknownDestinationSection(
          operation: operation, section: destination,
          sections: sections.identifiers))
    }
    checkNew(identifiers, for: operation)
    sections.insert(identifiers, at: index + offset)
  }

  mutating func move(
    _ identifier: SectionIdentifierType, beside destination: SectionIdentifierType, offset: Int,
    for operation: String
  ) {
    if identifier == destination {
      trap(.sectionMovedToItself(operation: operation, section: identifier))
    }
    guard let source = sections.index(of: identifier) else {
      trap(.unknownMove(operation: operation, end: .fromSection, identifier: identifier))
    }
    guard let target = sections.index(of: destination) else {
      trap(.unknownMove(operation: operation, end: .toSection, identifier: destination))
    }
    let goal = target + offset - (source < target ? 1 : 0)
    if goal == source { return }
    let moving = sections.items(inSection: source)
    sections.move(source, to: goal)
    items.move(moving, to: sections.items(inSection: goal).lowerBound)
  }
}
