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
