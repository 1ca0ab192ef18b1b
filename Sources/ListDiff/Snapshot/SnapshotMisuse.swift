/// A mistake in a call of a snapshot's mutating member: one line that names the operation and the identifiers, and
/// contains the phrase Apple's frameworks use.
struct SnapshotMisuse {
  fileprivate let description: String
  let operation: Operation

  private init(_ operation: Operation, _ problem: String) {
    description = "\(operation.name): \(problem)"
    self.operation = operation
  }

  /// A mistake that data from outside can contain as well.
  static func invalid(_ error: SnapshotError, in operation: Operation) -> Self { Self(error, operation) }

  private init(_ error: SnapshotError, _ operation: Operation) {
    description = error.description
    self.operation = operation
  }
}

// MARK: - Something is missing

extension SnapshotMisuse {
  static func noSections(operation: Operation) -> Self {
    Self(operation, "There are currently no sections in the data source. Please add a section first.")
  }

  static func unknownSection(operation: Operation, section: Any, sections: [some Any]) -> Self {
    Self(
      operation,
      "no section \(section) among \(descriptions(of: sections).listed) (Invalid parameter not satisfying: section != NSNotFound)"
    )
  }

  static func unknownDestinationItem(operation: Operation, item: Any) -> Self {
    Self(
      operation,
      "no item \(item) in the snapshot (Invalid parameter not satisfying: section != NSNotFound)")
  }

  static func unknownDestinationSection(operation: Operation, section: Any, sections: [some Any]) -> Self {
    Self(
      operation,
      "no section \(section) among \(descriptions(of: sections).listed)"
        + " (Invalid parameter not satisfying: insertIndex != NSNotFound)")
  }

  /// The items of a section are read that is not in the snapshot.
  static func sectionNotFound(operation: Operation, section: Any, sections: [some Any]) -> Self {
    Self(
      operation,
      "no section \(section) among \(descriptions(of: sections).listed)."
        + " Section identifier was not found. You can verify the section exists by calling indexOfSection(_:),"
        + " the indexOfSectionIdentifier API (which has O(1) performance)")
  }

  /// The end of a move that is not in the snapshot, as UIKit names it.
  enum MoveEnd: String {
    case fromIndex, toIndex, fromSection, toSection
  }

  static func unknownMove(operation: Operation, end: MoveEnd, identifier: Any) -> Self {
    Self(
      operation,
      "\(identifier) is not in the snapshot (Invalid parameter not satisfying: \(end.rawValue) != NSNotFound)"
    )
  }

  /// - Parameter kind: What is asked for, as "reload item".
  static func unknownUpdate(operation: Operation, kind: String, identifier: Any) -> Self {
    Self(operation, "Attempted to \(kind) identifier that does not exist in the snapshot: \(identifier)")
  }
}

// MARK: - Something is there twice, or its own destination

extension SnapshotMisuse {
  static func existingSections(operation: Operation, sections: [some Any], present: [some Any]) -> Self {
    Self(
      operation,
      "Diffable data source detected an attempt to insert or append \(sections.count) section identifier(s)"
        + " that already exist(s) in the snapshot. Identifiers in a snapshot must be unique."
        + " Section identifier(s) that already exist(s): \(descriptions(of: sections).listed), among \(descriptions(of: present).listed)"
    )
  }

  static func destinationAmongItems(operation: Operation, item: Any) -> Self {
    Self(
      operation,
      "Invalid update: destination for insertion operation [\(item)] is in the insertion identifier list"
        + " for update")
  }

  static func destinationAmongSections(operation: Operation, section: Any) -> Self {
    Self(
      operation,
      "Invalid update: destination for section operation [\(section)] is in the inserted section list for update"
    )
  }

  static func itemMovedToItself(operation: Operation, item: Any) -> Self {
    Self(
      operation, "Invalid update: destination for item move is the same as the source [\(item)] for update")
  }

  static func sectionMovedToItself(operation: Operation, section: Any) -> Self {
    Self(
      operation,
      "Invalid update: destination for section move is the same as the source [\(section)] for update")
  }
}

// MARK: - Trees

extension SnapshotMisuse {
  static func duplicateTreeItems(operation: Operation, items: [some Any], present: [String]) -> Self {
    Self(
      operation,
      "Identifiers in a section snapshot must be unique. Duplicate item identifiers: \(descriptions(of: items).listedAsSet)"
        + (present.isEmpty ? "" : "; already present: " + present.joined(separator: ", ")))
  }

  static func unknownParent(operation: Operation, item: Any) -> Self {
    Self(operation, "Parent item identifier does not exist in section snapshot: \(item)")
  }

  /// - Parameter side: On which side of the missing item others are to be inserted: "before" or "after".
  static func unknownSibling(operation: Operation, side: String, item: Any) -> Self {
    Self(operation, "Item identifier to insert \(side) does not exist in section snapshot: \(item)")
  }

  static func unknownTreeDeletion(operation: Operation, item: Any) -> Self {
    Self(operation, "Failed to find index of item \(item)")
  }

  static func unknownTreeItem(operation: Operation, item: Any) -> Self {
    Self(operation, "Item identifier does not exist in section snapshot: \(item)")
  }

  /// The parent of an item is asked for that is not in the tree.
  static func unknownChild(operation: Operation, item: Any) -> Self {
    Self(operation, "Child item identifier does not exist in section snapshot: \(item)")
  }

  static func moveIntoOwnSubtree(operation: Operation, item: Any, destination: Any) -> Self {
    Self(operation, "\(destination) is in the subtree of \(item), which cannot move into itself")
  }
}

// MARK: - Traps

/// What was called of a snapshot, and where: a trap names the line that made the mistake.
@usableFromInline
struct Operation {
  /// The member that was called.
  let name: StaticString
  fileprivate let file: StaticString
  fileprivate let line: UInt

  /// - Parameters:
  ///   - name: The member that was called.
  ///   - file: The caller's file, as `#fileID` names it; the library's for members that are handed over as functions, as in
  ///     `items.map(outline.level)`.
  ///   - line: The caller's line.
  @usableFromInline
  init(_ name: StaticString, _ file: StaticString = #fileID, _ line: UInt = #line) {
    self.name = name
    self.file = file
    self.line = line
  }

  /// Stops the program unless a condition holds.
  @inline(__always)
  func trapUnless(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { trap("\(name) \(problem())", file: file, line: line) }
  }
}

/// Stops the program because it misuses a snapshot.
func trap(_ misuse: SnapshotMisuse) -> Never {
  trap(misuse.description, file: misuse.operation.file, line: misuse.operation.line)
}

/// Stops the program because of a mistake in it.
///
/// All modules trap in this way: `precondition` and its kin lose their message in an optimised build.
///
/// - Parameter message: What was called, with which identifier or index, and what there is instead.
package func trap(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}

/// Stops the program unless a condition holds.
///
/// - Parameters:
///   - condition: What the caller has promised.
///   - message: What was called, with which identifier or index, and what there is instead; evaluated only to trap.
@inline(__always)
package func trapUnless(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { trap(message(), file: file, line: line) }
}
