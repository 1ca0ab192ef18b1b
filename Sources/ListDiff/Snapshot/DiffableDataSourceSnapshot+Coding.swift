/// The parts of an encoded snapshot.
private enum SnapshotCodingKeys: String, CodingKey {
  case sections, counts, items, reloadedSections, reloadedItems, reconfiguredItems
}

extension DiffableDataSourceSnapshot: Encodable
where SectionIdentifierType: Encodable, ItemIdentifierType: Encodable {
  /// Writes sections, items and the marks of those that are there.
  ///
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SnapshotCodingKeys.self)
    try container.encode(sectionIdentifiers, forKey: .sections)
    try container.encode((0..<numberOfSections).map { numberOfItems(inSectionAt: $0) }, forKey: .counts)
    try container.encode(itemIdentifiers, forKey: .items)
    guard let marks else { return }
    try container.encode(
      marks.reloadedSections.identifiers.filter(contains(section:)), forKey: .reloadedSections)
    try container.encode(marks.reloadedItems.identifiers.filter(contains(_:)), forKey: .reloadedItems)
    try container.encode(marks.reconfiguredItems.identifiers.filter(contains(_:)), forKey: .reconfiguredItems)
  }
}

extension DiffableDataSourceSnapshot: Decodable
where SectionIdentifierType: Decodable, ItemIdentifierType: Decodable {
  /// Reads sections, items and marks.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when counts and items do not agree, an identifier comes twice, or one
  ///   is marked that is not there.
  /// - Complexity: O(*n*) hashing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SnapshotCodingKeys.self)
    let sections = try container.decode([SectionIdentifierType].self, forKey: .sections)
    let counts = try container.decode([Int].self, forKey: .counts)
    let items = try container.decode([ItemIdentifierType].self, forKey: .items)
    guard sections.count == counts.count, counts.allSatisfy({ $0 >= 0 && $0 <= items.count }),
      counts.reduce(0, &+) == items.count
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .counts, in: container, debugDescription: "counts do not match sections and items")
    }
    var start = 0
    let content = zip(sections, counts).map { section, count in
      defer { start += count }
      return (section, Array(items[start..<start + count]))
    }
    do {
      try self.init(validating: content)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .items, in: container, debugDescription: "\(error)")
    }
    try readMarks(from: container)
  }

  private mutating func readMarks(from container: KeyedDecodingContainer<SnapshotCodingKeys>) throws {
    let sections =
      try container.decodeIfPresent([SectionIdentifierType].self, forKey: .reloadedSections) ?? []
    let reloaded = try container.decodeIfPresent([ItemIdentifierType].self, forKey: .reloadedItems) ?? []
    let reconfigured =
      try container.decodeIfPresent([ItemIdentifierType].self, forKey: .reconfiguredItems) ?? []
    if sections.isEmpty, reloaded.isEmpty, reconfigured.isEmpty { return }
    func refuse(_ unknown: [some Any], _ key: SnapshotCodingKeys) throws {
      if unknown.isEmpty { return }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "marked, but not in the snapshot: "
          + descriptions(of: unknown).joined(separator: ", "))
    }
    try refuse(sections.filter { !contains(section: $0) }, .reloadedSections)
    try refuse(reloaded.filter { !contains($0) }, .reloadedItems)
    try refuse(reconfigured.filter { !contains($0) }, .reconfiguredItems)
    var marks = UpdateMarks<SectionIdentifierType, ItemIdentifierType>()
    marks.reloadedSections.add(sections)
    marks.reloadedItems.add(reloaded)
    marks.reconfiguredItems.add(reconfigured)
    self.marks = marks
  }
}
