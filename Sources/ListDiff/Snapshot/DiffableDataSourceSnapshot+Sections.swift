extension DiffableDataSourceSnapshot {
  /// Appends empty sections.
  ///
  /// - Parameters:
  ///   - identifiers: Distinct sections that are not in the snapshot yet.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* sections.
  public mutating func appendSections(
    _ identifiers: [SectionIdentifierType], file: StaticString = #fileID, line: UInt = #line
  ) {
    checkNew(identifiers, for: Operation("appendSections(_:)", file, line))
    sections.insert(identifiers, at: sections.count)
  }

  /// Inserts empty sections directly before a section.
  ///
  /// - Parameters:
  ///   - identifiers: Distinct sections that are not in the snapshot yet.
  ///   - toIdentifier: A section of the snapshot.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*sections*).
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    insert(
      identifiers, beside: toIdentifier, offset: 0,
      for: Operation("insertSections(_:beforeSection:)", file, line))
  }

  /// Inserts empty sections directly after a section.
  ///
  /// - Parameters:
  ///   - identifiers: Distinct sections that are not in the snapshot yet.
  ///   - toIdentifier: A section of the snapshot.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*sections*).
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    insert(
      identifiers, beside: toIdentifier, offset: 1,
      for: Operation("insertSections(_:afterSection:)", file, line))
  }

  /// Deletes sections with their items.
  ///
  /// - Parameter identifiers: Distinct sections; those not in the snapshot are ignored.
  /// - Complexity: O(*m* · *sections*).
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    checkDistinct(identifiers, for: Operation("deleteSections(_:)"))
    for identifier in identifiers {
      guard let index = sections.index(of: identifier) else { continue }
      items.remove(sections.items(inSection: index))
      sections.remove(at: index)
    }
    items.compact()
    forgetMarksOfDeleted()
  }

  /// Moves a section with its items directly before another.
  ///
  /// - Parameters:
  ///   - identifier: A section of the snapshot.
  ///   - toIdentifier: Another section of the snapshot.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*sections* + *edits*).
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    move(
      identifier, beside: toIdentifier, offset: 0, for: Operation("moveSection(_:beforeSection:)", file, line)
    )
  }

  /// Moves a section with its items directly after another.
  ///
  /// - Parameters:
  ///   - identifier: A section of the snapshot.
  ///   - toIdentifier: Another section of the snapshot.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*sections* + *edits*).
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    move(
      identifier, beside: toIdentifier, offset: 1, for: Operation("moveSection(_:afterSection:)", file, line))
  }

  func checkDistinct(_ identifiers: [SectionIdentifierType], for operation: Operation) {
    if identifiers.count < 2 || Set(identifiers).count == identifiers.count { return }
    let twice = descriptions(of: duplicates(in: identifiers))
    operation.trap(.duplicateSections(operation: "\(operation.name)", sections: twice))
  }

  private func checkNew(_ identifiers: [SectionIdentifierType], for operation: Operation) {
    checkDistinct(identifiers, for: operation)
    let existing = identifiers.filter { sections.index(of: $0) != nil }
    if existing.isEmpty { return }
    operation.trap(
      "Diffable data source detected an attempt to insert or append \(existing.count) section identifier(s)"
        + " that already exist(s) in the snapshot. Identifiers in a snapshot must be unique."
        + " Section identifier(s) that already exist(s): \(descriptions(of: existing).listed),"
        + " among \(descriptions(of: sections.identifiers).listed)")
  }

  mutating func insert(
    _ identifiers: [SectionIdentifierType], beside destination: SectionIdentifierType, offset: Int,
    for operation: Operation
  ) {
    if identifiers.isEmpty { return }
    if identifiers.contains(destination) {
      operation.trap(
        "Invalid update: destination for section operation [\(destination)] is in the inserted section list"
          + " for update")
    }
    guard let index = sections.index(of: destination) else {
      operation.trap(missing(destination), unmet: "insertIndex")
    }
    checkNew(identifiers, for: operation)
    sections.insert(identifiers, at: index + offset)
  }

  mutating func move(
    _ identifier: SectionIdentifierType, beside destination: SectionIdentifierType, offset: Int,
    for operation: Operation
  ) {
    if identifier == destination {
      operation.trap(
        "Invalid update: destination for section move is the same as the source [\(identifier)] for update")
    }
    guard let source = sections.index(of: identifier) else {
      operation.trap("\(identifier) is not in the snapshot", unmet: "fromSection")
    }
    guard let target = sections.index(of: destination) else {
      operation.trap("\(destination) is not in the snapshot", unmet: "toSection")
    }
    let goal = target + offset - (source < target ? 1 : 0)
    if goal == source { return }
    let moving = sections.items(inSection: source)
    sections.move(source, to: goal)
    items.move(moving, to: sections.items(inSection: goal).lowerBound)
  }
}
