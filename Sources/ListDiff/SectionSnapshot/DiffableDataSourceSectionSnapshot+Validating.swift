extension DiffableDataSourceSectionSnapshot {
  /// Creates a tree of items that each name their parent, unless these do not make one.
  ///
  ///     let rows = try database.rows.map { ($0.id, parent: $0.parent) }
  ///     let outline = try DiffableDataSourceSectionSnapshot(validating: rows)
  ///
  /// For data from outside, which may be wrong. A parent may come behind its children; children stand in the
  /// order in which they come. All items are collapsed.
  ///
  /// - Parameter items: Each item with its parent; nil for a root.
  /// - Throws: ``SnapshotError/duplicateItems(operation:items:standing:)`` or
  ///   ``SnapshotError/orphanedItems(operation:items:)``.
  /// - Complexity: O(*n*) hashing.
  public init(
    validating items: [(item: ItemIdentifierType, parent: ItemIdentifierType?)]
  ) throws(SnapshotError) {
    let operation = "init(validating:)"
    let twice = duplicates(in: items.lazy.map(\.item))
    guard twice.isEmpty else {
      throw .duplicateItems(operation: operation, items: descriptions(of: twice), standing: [])
    }
    var children: [ItemIdentifierType?: [ItemIdentifierType]] = [:]
    for (item, parent) in items { children[parent, default: []].append(item) }
    self.init()
    var parents: [ItemIdentifierType?] = [nil]
    while let parent = parents.popLast() {
      guard let found = children.removeValue(forKey: parent) else { continue }
      append(found, to: parent)
      parents += found.map(Optional.some)
    }
    if numberOfItems == items.count { return }
    var orphans: [String] = []
    for case (let item, let parent?) in items where !contains(item) {
      orphans.append("\(item) below \(parent)")
    }
    throw .orphanedItems(operation: operation, items: orphans)
  }
}
