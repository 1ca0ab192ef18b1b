import LibC

/// A mistake in a call of a snapshot's mutating member.
///
/// Its description is one line that names the operation and the identifiers, and contains the phrase of
/// Apple's frameworks.
struct SnapshotMisuse {
  fileprivate let description: String
  let operation: Operation

  private init(_ operation: Operation, _ problem: String) {
    description = "\(operation.name): \(problem)"
    self.operation = operation
  }

  /// A mistake that invalid data from outside the program can cause as well.
  static func invalid(_ error: SnapshotError, in operation: Operation) -> Self { Self(error, operation) }

  private init(_ error: SnapshotError, _ operation: Operation) {
    description = error.description
    self.operation = operation
  }
}

// MARK: - Missing identifiers

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

  /// The mistake of reading the items of a section that is not in the snapshot.
  static func sectionNotFound(operation: Operation, section: Any, sections: [some Any]) -> Self {
    Self(
      operation,
      "no section \(section) among \(descriptions(of: sections).listed)."
        + " Section identifier was not found. You can verify the section exists by calling indexOfSection(_:),"
        + " the indexOfSectionIdentifier API (which has O(1) performance)")
  }

  /// The end of a move that is not in the snapshot, named as in UIKit.
  enum MoveEnd: String {
    case fromIndex, toIndex, fromSection, toSection
  }

  static func unknownMove(operation: Operation, end: MoveEnd, identifier: Any) -> Self {
    Self(
      operation,
      "\(identifier) is not in the snapshot (Invalid parameter not satisfying: \(end.rawValue) != NSNotFound)"
    )
  }

  /// - Parameter kind: The requested update, such as "reload item".
  static func unknownUpdate(operation: Operation, kind: String, identifier: Any) -> Self {
    Self(operation, "Attempted to \(kind) identifier that does not exist in the snapshot: \(identifier)")
  }
}

// MARK: - Duplicate identifiers and invalid destinations

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

  /// - Parameter side: The side of the missing item at which to insert: "before" or "after".
  static func unknownSibling(operation: Operation, side: String, item: Any) -> Self {
    Self(operation, "Item identifier to insert \(side) does not exist in section snapshot: \(item)")
  }

  static func unknownTreeDeletion(operation: Operation, item: Any) -> Self {
    Self(operation, "Failed to find index of item \(item)")
  }

  static func unknownTreeItem(operation: Operation, item: Any) -> Self {
    Self(operation, "Item identifier does not exist in section snapshot: \(item)")
  }

  /// The mistake of requesting the parent of an item that is not in the tree.
  static func unknownChild(operation: Operation, item: Any) -> Self {
    Self(operation, "Child item identifier does not exist in section snapshot: \(item)")
  }

  static func moveIntoOwnSubtree(operation: Operation, item: Any, destination: Any) -> Self {
    Self(operation, "\(destination) is in the subtree of \(item), which cannot move into itself")
  }
}

// MARK: - Traps

/// A called member of a snapshot and the location of the call, which a trap names.
@usableFromInline
struct Operation {
  let name: StaticString
  fileprivate let file: StaticString
  fileprivate let line: UInt

  /// - Parameter name: The member that was called.
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
/// All modules trap with this function, because `precondition` and similar functions lose their message in an
/// optimised build.
///
/// - Parameter message: The called member, the identifier or index, and what exists instead.
package func trap(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}

/// Stops the program unless a condition holds.
///
/// - Parameters:
///   - condition: The condition that the caller must meet.
///   - message: The called member, the identifier or index, and what exists instead; evaluated only to trap.
@inline(__always)
package func trapUnless(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { trap(message(), file: file, line: line) }
}

/// Writes a text to standard error.
package func noteOnStandardError(_ text: String) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}
