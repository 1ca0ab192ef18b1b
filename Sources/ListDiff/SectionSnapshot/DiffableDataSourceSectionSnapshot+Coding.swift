/// The parts of an encoded tree.
private enum TreeCodingKeys: String, CodingKey {
  case items, levels, expandedItems
}

extension DiffableDataSourceSectionSnapshot: Encodable where ItemIdentifierType: Encodable {
  /// Writes the items top to bottom, their levels, and which of them are expanded.
  ///
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TreeCodingKeys.self)
    let handles = forest.descendants(of: -1)
    try container.encode(items(for: handles), forKey: .items)
    try container.encode(handles.map { forest.level(of: $0) }, forKey: .levels)
    try container.encode(expandedItems, forKey: .expandedItems)
  }
}

extension DiffableDataSourceSectionSnapshot: Decodable where ItemIdentifierType: Decodable {
  /// Reads items, levels and what is expanded.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when an item comes twice, levels are not those of a tree, or an item
  ///   is expanded that is not there.
  /// - Complexity: O(*n* · *level*).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TreeCodingKeys.self)
    let items = try container.decode([ItemIdentifierType].self, forKey: .items)
    let levels = try container.decode([Int].self, forKey: .levels)
    let expanded = try container.decode([ItemIdentifierType].self, forKey: .expandedItems)
    func refuse(_ key: TreeCodingKeys, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    guard items.count == levels.count else { throw refuse(.levels, "not as many levels as items") }
    let twice = duplicates(in: items)
    guard twice.isEmpty else {
      throw refuse(.items, "items that come twice: " + descriptions(of: twice).joined(separator: ", "))
    }
    self.init()
    var path: [ItemIdentifierType] = []
    for (item, level) in zip(items, levels) {
      guard level >= 0, level <= path.count else {
        throw refuse(.levels, "\(item) at level \(level), below an item at level \(path.count - 1)")
      }
      path.removeSubrange(level...)
      append([item], to: path.last)
      path.append(item)
    }
    let unknown = expanded.filter { !contains($0) }
    guard unknown.isEmpty else {
      throw refuse(
        .expandedItems, "expanded, but not in the tree: " + descriptions(of: unknown).joined(separator: ", "))
    }
    expand(expanded)
  }
}
