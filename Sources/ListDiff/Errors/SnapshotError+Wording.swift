extension SnapshotError: CustomStringConvertible {
  /// One line that names the operation and the culprit, and contains the phrase Apple's frameworks use.
  public var description: String {
    switch self {
    case .noSections, .unknownSection, .unknownItem, .unknownDestinationSection, .unknownDestinationItem,
      .sectionNotFound, .unknownMove, .unknownUpdate:
      wordingOfAbsence
    case .duplicateItems, .duplicateSections, .existingSections, .destinationAmongItems,
      .destinationAmongSections, .itemMovedToItself, .sectionMovedToItself:
      wordingOfCollision
    case .unequalHashes, .unstableIdentifier:
      wordingOfHashing
    case .duplicateTreeItems, .unknownParent, .unknownSibling, .unknownTreeDeletion, .unknownTreeItem,
      .unknownChild, .moveIntoOwnSubtree:
      wordingOfTrees
    }
  }

  private var wordingOfAbsence: String {
    switch self {
    case .noSections(let operation):
      "\(operation): There are currently no sections in the data source. Please add a section first."
    case .unknownSection(let operation, let section, let sections):
      "\(operation): no section \(section) among \(list(sections))"
        + " (Invalid parameter not satisfying: section != NSNotFound)"
    case .unknownItem(let operation, let item), .unknownDestinationItem(let operation, let item):
      "\(operation): no item \(item) in the snapshot"
        + " (Invalid parameter not satisfying: section != NSNotFound)"
    case .unknownDestinationSection(let operation, let section, let sections):
      "\(operation): no section \(section) among \(list(sections))"
        + " (Invalid parameter not satisfying: insertIndex != NSNotFound)"
    case .sectionNotFound(let operation, let section, let sections):
      "\(operation): no section \(section) among \(list(sections))."
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

  private var wordingOfCollision: String {
    switch self {
    case .duplicateItems(let operation, let items, let standing):
      "\(operation): Fatal: supplied item identifiers are not unique. Duplicate identifiers: \(set(items))"
        + (standing.isEmpty ? "" : "; already standing: " + standing.joined(separator: ", "))
    case .duplicateSections(let operation, let sections):
      "\(operation): Fatal: supplied section identifiers are not unique."
        + " Duplicate identifiers: \(set(sections))"
    case .existingSections(let operation, let sections, let standing):
      "\(operation): Diffable data source detected an attempt to insert or append \(sections.count) section"
        + " identifier(s) that already exist(s) in the snapshot. Identifiers in a snapshot must be unique."
        + " Section identifier(s) that already exist(s): \(list(sections)), among \(list(standing))"
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

  private var wordingOfHashing: String {
    switch self {
    case .unequalHashes(let first, let second):
      "Diffable data source detected item identifiers that are equal but have different hash values."
        + " Two identifiers which compare as equal must return the same hash value."
        + " You must fix this in the Hashable (Swift) implementation: \(first), \(second)"
    case .unstableIdentifier(let identifier):
      "Diffable data source detected an item identifier that is not equal to itself or whose hash value has"
        + " changed since it was added: \(identifier)"
    default: ""
    }
  }

  private var wordingOfTrees: String {
    switch self {
    case .duplicateTreeItems(let operation, let items, let standing):
      "\(operation): Identifiers in a section snapshot must be unique. Duplicate item identifiers: \(set(items))"
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

  private func list(_ texts: [String]) -> String { "[" + shortened(texts) + "]" }

  private func set(_ texts: [String]) -> String { "{(" + shortened(texts) + ")}" }

  /// At most ten, so that a message stays readable when there are thousands.
  private func shortened(_ texts: [String]) -> String {
    let shown = texts.prefix(10).joined(separator: ", ")
    return texts.count > 10 ? shown + ", and \(texts.count - 10) more" : shown
  }
}

/// Stops the program with the text of an error.
@usableFromInline @inline(never)
func trap(_ error: SnapshotError) -> Never {
  fatalError(error.description)
}

/// The texts that describe identifiers, for an error.
@usableFromInline @inline(never)
func texts<Identifier>(_ identifiers: some Sequence<Identifier>) -> [String] {
  identifiers.map { String(describing: $0) }
}

/// The identifiers that a list names more than once, each once.
@usableFromInline @inline(never)
func duplicates<Identifier: Hashable>(in identifiers: some Sequence<Identifier>) -> [Identifier] {
  var seen: Set<Identifier> = []
  var named: Set<Identifier> = []
  return identifiers.filter { !seen.insert($0).inserted && named.insert($0).inserted }
}
