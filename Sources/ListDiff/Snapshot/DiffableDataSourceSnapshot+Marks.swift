extension DiffableDataSourceSnapshot {
  /// Asks for new cells for items. The values given here replace those the snapshot had.
  ///
  /// - Parameter identifiers: Items of the snapshot, none of them twice.
  /// - Complexity: O(*m*) for *m* items, O(*m* · *edits*) where values are new.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    renew(identifiers, for: "reloadItems(_:)", kind: "reload item")
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reloadedItems.add(identifiers)
  }

  /// Asks that the cells of items be brought up to date. The values given here replace those the snapshot had.
  ///
  /// - Parameter identifiers: Items of the snapshot, none of them twice.
  /// - Complexity: O(*m*) for *m* items, O(*m* · *edits*) where values are new.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    renew(identifiers, for: "reconfigureItems(_:)", kind: "reconfigure item")
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reconfiguredItems.add(identifiers)
  }

  /// Asks for new cells for all items of sections, and for new headers and footers.
  ///
  /// - Parameter identifiers: Sections of the snapshot, none of them twice.
  /// - Complexity: O(*m*) for *m* sections.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    checkDistinct(identifiers, for: "reloadSections(_:)")
    for identifier in identifiers where sections.index(of: identifier) == nil {
      trap(
        .unknownUpdate(
          operation: "reloadSections(_:)", kind: "reload section", identifier: String(describing: identifier))
      )
    }
    if identifiers.isEmpty { return }
    if marks == nil { marks = UpdateMarks() }
    marks?.reloadedSections.add(identifiers)
  }

  /// The items marked by ``reloadItems(_:)``, in the order they were marked, each once.
  ///
  /// - Complexity: O(1).
  public var reloadedItemIdentifiers: [ItemIdentifierType] {
    marks?.reloadedItems.identifiers ?? []
  }

  /// The items marked by ``reconfigureItems(_:)``, in the order they were marked, each once.
  ///
  /// - Complexity: O(1).
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] {
    marks?.reconfiguredItems.identifiers ?? []
  }

  /// The sections marked by ``reloadSections(_:)``, in the order they were marked, each once.
  ///
  /// - Complexity: O(1).
  public var reloadedSectionIdentifiers: [SectionIdentifierType] {
    marks?.reloadedSections.identifiers ?? []
  }

  /// Takes all marks back. A data source does so with what it has applied.
  ///
  /// - Complexity: O(1).
  public mutating func removeAllMarks() { marks = nil }

  /// Checks items to be updated, and takes over their values.
  private mutating func renew(_ identifiers: [ItemIdentifierType], for operation: String, kind: String) {
    let hashes = shortHashes(of: identifiers)
    if !ItemStorage.areDistinct(identifiers, hashes: hashes) {
      trap(duplicateError(identifiers, for: operation))
    }
    var changes: [(position: Int, identifier: ItemIdentifierType, hash: UInt32)] = []
    for (identifier, hash) in zip(identifiers, hashes) {
      guard let position = items.position(of: identifier, hash: hash) else {
        trap(
          diagnosed(
            .unknownUpdate(operation: operation, kind: kind, identifier: String(describing: identifier)),
            for: identifier))
      }
      if !haveEqualBits(items.item(at: position), identifier) {
        changes.append((position, identifier, hash))
      }
    }
    items.renew(changes)
  }
}
