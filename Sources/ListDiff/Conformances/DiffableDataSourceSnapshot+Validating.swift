extension DiffableDataSourceSnapshot {
  /// Creates a snapshot of sections with their items, unless an identifier comes twice.
  ///
  /// For data from outside, which may be wrong.
  ///
  /// - Parameter sections: Each section with its items, in order.
  /// - Throws: ``SnapshotError/duplicateSections(operation:sections:)`` or
  ///   ``SnapshotError/duplicateItems(operation:items:standing:)``.
  /// - Complexity: O(*n*) hashing.
  public init(validating sections: [(SectionIdentifierType, [ItemIdentifierType])]) throws(SnapshotError) {
    let twiceNamed = duplicates(in: sections.map(\.0))
    guard twiceNamed.isEmpty else {
      throw .duplicateSections(operation: "init(validating:)", sections: descriptions(of: twiceNamed))
    }
    guard let snapshot = Self(withDistinctItems: sections) else {
      let twice = duplicates(in: sections.flatMap(\.1))
      let standing = twice.prefix(10).map { item in
        let places = sections.filter { $0.1.contains(item) }.map { "\($0.0)" }
        return "\(item) in section \(places.joined(separator: ", "))"
      }
      throw .duplicateItems(
        operation: "init(validating:)", items: descriptions(of: twice), standing: standing)
    }
    self = snapshot
  }
}
