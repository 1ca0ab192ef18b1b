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

extension DiffableDataSourceSnapshot {
  /// Looks for items that break what `Hashable` promises.
  ///
  /// An item must be equal to itself, must hash as it did when it came, and two equal items must have one hash.
  /// A snapshot believes this; where it does not hold, rows double, vanish or flicker. A debug build checks a
  /// sample with every difference and says so. Up to 1,000 items every pair is compared here; beyond that, every
  /// item with the sixteen before it.
  ///
  /// - Throws: ``SnapshotError/unstableIdentifier(identifier:)`` or
  ///   ``SnapshotError/unequalHashes(first:second:)``.
  /// - Complexity: O(*n*) hashing and at most 500,000 or 16 · *n* comparisons.
  public func validateIdentifiers() throws(SnapshotError) {
    let all = itemIdentifiers
    let hashes = items.order.hashesInOrder()
    for (index, item) in all.enumerated() {
      guard Self.isEqual(item, item), shortHash(of: item) == hashes[index] else {
        throw .unstableIdentifier(identifier: String(describing: item))
      }
      for other in (all.count <= 1_000 ? 0 : max(0, index - 16))..<index where all[other] == item {
        throw .unequalHashes(first: String(describing: all[other]), second: String(describing: item))
      }
    }
  }

  /// `==`, called for two values even if they are one and the same.
  @inline(never)
  private static func isEqual(_ first: ItemIdentifierType, _ second: ItemIdentifierType) -> Bool {
    first == second
  }

  /// The misuse that an item which cannot be found means: another one if an equal item is there under another hash.
  func diagnosed(_ misuse: SnapshotMisuse, for identifier: ItemIdentifierType) -> SnapshotMisuse {
    guard let equal = itemIdentifiers.first(where: { $0 == identifier }) else { return misuse }
    return .invalid(
      .unequalHashes(first: String(describing: equal), second: String(describing: identifier)))
  }
}

extension SnapshotDifference {
  /// Stops when a few of the items that left are equal to a few that came: then their hashes differ.
  @usableFromInline
  func checkHashes() -> Bool {
    // Items of one base are the same items.
    if common.subsets != nil { return true }
    let left = deletedRanges.lazy.joined().prefix(16).map { old.items.item(at: $0) }
    let came = insertedRanges.lazy.joined().prefix(16).map { new.items.item(at: $0) }
    for before in left {
      for after in came where before == after {
        trap(.unequalHashes(first: String(describing: before), second: String(describing: after)))
      }
    }
    return true
  }
}
