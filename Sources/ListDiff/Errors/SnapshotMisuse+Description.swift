extension SnapshotMisuse {
  /// One line that names the operation and the identifiers, and contains the phrase Apple's frameworks use.
  fileprivate var description: String {
    switch self {
    case .invalid(let error): error.description
    case .noSections, .unknownSection, .unknownDestinationSection, .unknownDestinationItem,
      .sectionNotFound, .unknownMove, .unknownUpdate:
      descriptionOfAbsence
    case .existingSections, .destinationAmongItems, .destinationAmongSections, .itemMovedToItself,
      .sectionMovedToItself:
      descriptionOfCollision
    case .duplicateTreeItems, .unknownParent, .unknownSibling, .unknownTreeDeletion, .unknownTreeItem,
      .unknownChild, .moveIntoOwnSubtree:
      descriptionOfTreeMisuse
    }
  }

  private var descriptionOfAbsence: String {
    switch self {
    case .noSections(let operation):
      "\(operation): There are currently no sections in the data source. Please add a section first."
    case .unknownSection(let operation, let section, let sections):
      "\(operation): no section \(section) among \(sections.listed)"
        + " (Invalid parameter not satisfying: section != NSNotFound)"
    case .unknownDestinationItem(let operation, let item):
      "\(operation): no item \(item) in the snapshot"
        + " (Invalid parameter not satisfying: section != NSNotFound)"
    case .unknownDestinationSection(let operation, let section, let sections):
      "\(operation): no section \(section) among \(sections.listed)"
        + " (Invalid parameter not satisfying: insertIndex != NSNotFound)"
    case .sectionNotFound(let operation, let section, let sections):
      "\(operation): no section \(section) among \(sections.listed)."
        + " Section identifier was not found. You can verify the section exists by calling indexOfSection(_:),"
        + " the indexOfSectionIdentifier API (which has O(1) performance)"
    case .unknownMove(let operation, let end, let identifier):
      "\(operation): \(identifier) is not in the snapshot"
        + " (Invalid parameter not satisfying: \(end.rawValue) != NSNotFound)"
    case .unknownUpdate(let operation, let kind, let identifier):
      "\(operation): Attempted to \(kind) identifier that does not exist in the snapshot: \(identifier)"
    default: ""
    }
  }

  private var descriptionOfCollision: String {
    switch self {
    case .existingSections(let operation, let sections, let standing):
      "\(operation): Diffable data source detected an attempt to insert or append \(sections.count) section"
        + " identifier(s) that already exist(s) in the snapshot. Identifiers in a snapshot must be unique."
        + " Section identifier(s) that already exist(s): \(sections.listed), among \(standing.listed)"
    case .destinationAmongItems(let operation, let item):
      "\(operation): Invalid update: destination for insertion operation [\(item)] is in the insertion"
        + " identifier list for update"
    case .destinationAmongSections(let operation, let section):
      "\(operation): Invalid update: destination for section operation [\(section)] is in the inserted section"
        + " list for update"
    case .itemMovedToItself(let operation, let item):
      "\(operation): Invalid update: destination for item move is the same as the source [\(item)] for update"
    case .sectionMovedToItself(let operation, let section):
      "\(operation): Invalid update: destination for section move is the same as the source [\(section)]"
        + " for update"
    default: ""
    }
  }

  private var descriptionOfTreeMisuse: String {
    switch self {
    case .duplicateTreeItems(let operation, let items, let standing):
      "\(operation): Identifiers in a section snapshot must be unique. Duplicate item identifiers: \(items.listedAsSet)"
        + (standing.isEmpty ? "" : "; already standing: " + standing.joined(separator: ", "))
    case .unknownParent(let operation, let item):
      "\(operation): Parent item identifier does not exist in section snapshot: \(item)"
    case .unknownSibling(let operation, let side, let item):
      "\(operation): Item identifier to insert \(side) does not exist in section snapshot: \(item)"
    case .unknownTreeDeletion(let operation, let item):
      "\(operation): Failed to find index of item \(item)"
    case .unknownTreeItem(let operation, let item):
      "\(operation): Item identifier does not exist in section snapshot: \(item)"
    case .unknownChild(let operation, let item):
      "\(operation): Child item identifier does not exist in section snapshot: \(item)"
    case .moveIntoOwnSubtree(let operation, let item, let destination):
      "\(operation): \(destination) is in the subtree of \(item), which cannot move into itself"
    default: ""
    }
  }
}

/// Stops the program because it misuses a snapshot.
func trap(_ misuse: SnapshotMisuse) -> Never {
  fatalError(misuse.description)
}

/// Stops the program with the text of an error.
func trap(_ error: SnapshotError) -> Never {
  fatalError(error.description)
}
