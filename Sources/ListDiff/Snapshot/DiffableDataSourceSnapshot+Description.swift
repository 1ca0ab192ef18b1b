extension DiffableDataSourceSnapshot: Equatable {
  /// Whether two snapshots have the same sections with the same items in the same order, whatever their marks.
  ///
  /// - Complexity: O(*n*); O(1) for copies neither of which was edited, O(*n* / 64) for subsets of one snapshot.
  public static func == (first: Self, second: Self) -> Bool {
    guard first.sections.ends == second.sections.ends,
      first.sections.identifiers == second.sections.identifiers
    else { return false }
    if first.items.isSubsetOfOneBase(with: second.items) {
      return first.items.order.subset == second.items.order.subset
    }
    return first.itemIdentifiers == second.itemIdentifiers
  }
}

extension DiffableDataSourceSnapshot: Hashable {
  /// Hashes sections and items in order, not the marks.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sections.identifiers)
    hasher.combine(sections.ends)
    hasher.combine(itemIdentifiers)
  }
}

extension DiffableDataSourceSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
  /// The snapshot as an outline: `↻` marks what is reloaded, `~` what is reconfigured.
  ///
  ///     2 sections, 3 items
  ///     visited
  ///       Fuji
  ///     ~ Eiger
  ///     ↻ bucketList
  ///       Denali
  ///
  /// - Complexity: O(*n*).
  public var description: String {
    let counts = "\(numberOfSections) section\(numberOfSections == 1 ? "" : "s")"
    var lines = ["\(counts), \(numberOfItems) item\(numberOfItems == 1 ? "" : "s")"]
    let all = itemIdentifiers
    for (index, section) in sectionIdentifiers.enumerated() {
      let isReloaded = marks?.reloadedSections.contains(section) == true
      lines.append(isReloaded ? "↻ \(section)" : "\(section)")
      lines += indexes(ofItemsInSectionAt: index).map { "\(mark(of: all[$0])) \(all[$0])" }
    }
    return lines.joined(separator: "\n")
  }

  /// The snapshot as an outline, as ``description``.
  public var debugDescription: String { description }

  private func mark(of item: ItemIdentifierType) -> String {
    guard let marks else { return " " }
    if marks.reloadedItems.contains(item) { return "↻" }
    return marks.reconfiguredItems.contains(item) ? "~" : " "
  }
}

extension DiffableDataSourceSnapshot: CustomReflectable {
  /// The sections with their items, for debuggers and `dump`.
  public var customMirror: Mirror {
    let all = itemIdentifiers
    let children = sectionIdentifiers.enumerated().map { index, section in
      (label: String?.some("\(section)"), value: Array(all[indexes(ofItemsInSectionAt: index)]) as Any)
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
