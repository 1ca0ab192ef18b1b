/// What can be wrong with a call of a snapshot's mutating member.
///
/// The mistake is in the program, so it stops, by ``trap(_:)``. Identifiers are given as the text that describes
/// them.
enum SnapshotMisuse {
  /// What can be wrong with data from outside as well.
  case invalid(SnapshotError)
  /// Items were appended to a snapshot that has no section yet.
  case noSections(operation: String)
  /// A section is named that is not in the snapshot.
  case unknownSection(operation: String, section: String, sections: [String])
  /// The section beside which sections are to be inserted is not in the snapshot.
  case unknownDestinationSection(operation: String, section: String, sections: [String])
  /// The item beside which items are to be inserted is not in the snapshot.
  case unknownDestinationItem(operation: String, item: String)
  /// The items of a section are read that is not in the snapshot.
  case sectionNotFound(operation: String, section: String, sections: [String])
  /// Sections are inserted that are in the snapshot already.
  case existingSections(operation: String, sections: [String], standing: [String])
  /// Items are to be placed beside one of themselves.
  case destinationAmongItems(operation: String, item: String)
  /// Sections are to be placed beside one of themselves.
  case destinationAmongSections(operation: String, section: String)
  /// An item is to be moved beside itself.
  case itemMovedToItself(operation: String, item: String)
  /// A section is to be moved beside itself.
  case sectionMovedToItself(operation: String, section: String)
  /// An item is to be moved that is not there, or beside one that is not there.
  case unknownMove(operation: String, end: MoveEnd, identifier: String)
  /// An item or section is to be reloaded or reconfigured that is not there.
  case unknownUpdate(operation: String, kind: String, identifier: String)
  /// A tree gets identifiers it has already, or one twice.
  case duplicateTreeItems(operation: String, items: [String], standing: [String])
  /// A parent is named that is not in the tree.
  case unknownParent(operation: String, item: String)
  /// The item beside which items are to be inserted is not in the tree.
  case unknownSibling(operation: String, side: String, item: String)
  /// An item is to be deleted that is not in the tree.
  case unknownTreeDeletion(operation: String, item: String)
  /// An item is looked up that is not in the tree.
  case unknownTreeItem(operation: String, item: String)
  /// The parent of an item is looked up that is not in the tree.
  case unknownChild(operation: String, item: String)
  /// An item is to be moved into its own subtree.
  case moveIntoOwnSubtree(operation: String, item: String, destination: String)

  /// Which end of a move is missing.
  enum MoveEnd: String {
    /// The item to move.
    case fromIndex
    /// The item to move beside.
    case toIndex
    /// The section to move.
    case fromSection
    /// The section to move beside.
    case toSection
  }
}

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

/// Stops the program because of a mistake in it.
///
/// This is how the libraries trap: `precondition` and its kin lose their message in an optimised build, and a
/// program that ends without a word is worse than the mistake.
///
/// - Parameter message: What was called, with which identifier or index, and what there is instead.
package func trap(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}

/// Stops the program unless a condition holds.
///
/// - Parameters:
///   - condition: What the caller has promised.
///   - message: What was called, with which identifier or index, and what there is instead; made only to be said.
@inline(__always)
package func trapUnless(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { trap(message(), file: file, line: line) }
}
