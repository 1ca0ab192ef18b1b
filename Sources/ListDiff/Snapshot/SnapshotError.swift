/// An error in the data for a snapshot.
///
/// The initialisers for data from outside the program, such as
/// ``DiffableDataSourceSnapshot/init(validating:)``, throw it. It holds the descriptions of identifiers.
/// Mutating members of snapshots stop the program instead, because the mistake is in the program.
public enum SnapshotError: Error, Hashable, Sendable {
  /// One call names an item more than once.
  case duplicateItems(operation: String, items: [String], present: [String])
  /// One call names a section more than once.
  case duplicateSections(operation: String, sections: [String])
  /// Items of a tree do not lead to a root: a parent is missing, or an item is its own ancestor.
  case orphanedItems(operation: String, items: [String])
  /// Two identifiers are equal and have different hashes.
  case unequalHashes(first: String, second: String)
  /// An identifier is not equal to itself, or its hash has changed since it was added.
  case unstableIdentifier(identifier: String)
}

extension SnapshotError: CustomStringConvertible {
  /// One line that names the operation and the identifiers, and contains the phrase of Apple's frameworks.
  public var description: String {
    switch self {
    case .duplicateItems(let operation, let items, let present):
      "\(operation): Fatal: supplied item identifiers are not unique. Duplicate identifiers: \(items.listedAsSet)"
        + (present.isEmpty ? "" : "; already present: " + present.joined(separator: ", "))
    case .duplicateSections(let operation, let sections):
      "\(operation): Fatal: supplied section identifiers are not unique."
        + " Duplicate identifiers: \(sections.listedAsSet)"
    case .orphanedItems(let operation, let items):
      "\(operation): items without a path to a root: \(items.listed)."
        + " Parent item identifier does not exist in section snapshot, or is below the item"
    case .unequalHashes(let first, let second):
      "Diffable data source detected item identifiers that are equal but have different hash values."
        + " Two identifiers which compare as equal must return the same hash value."
        + " You must fix this in the Hashable (Swift) implementation: \(first), \(second)"
    case .unstableIdentifier(let identifier):
      "Diffable data source detected an item identifier that is not equal to itself or whose hash value has"
        + " changed since it was added: \(identifier)"
    }
  }
}

package func descriptions<Identifier>(of identifiers: some Sequence<Identifier>) -> [String] {
  identifiers.map { String(describing: $0) }
}

/// Returns the identifiers that a list names more than once, each once.
package func duplicates<Identifier: Hashable>(in identifiers: some Sequence<Identifier>) -> [Identifier] {
  var seen: Set<Identifier> = []
  var named: Set<Identifier> = []
  return identifiers.filter { !seen.insert($0).inserted && named.insert($0).inserted }
}

extension [String] {
  var listed: String { "[" + shortened + "]" }

  var listedAsSet: String { "{(" + shortened + ")}" }

  /// At most ten elements, so that a message about thousands stays readable.
  private var shortened: String {
    let shown = prefix(10).joined(separator: ", ")
    return count > 10 ? shown + ", and \(count - 10) more" : shown
  }
}
