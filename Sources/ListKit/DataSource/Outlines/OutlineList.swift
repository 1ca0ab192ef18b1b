/// Outlines of sections that are shown together, as all there is.
struct OutlineList<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>

  let outlines: [(section: Section, outline: Outline)]

  /// How many items there are, hidden ones included.
  var numberOfItems: Int { outlines.reduce(0) { $0 + $1.outline.numberOfItems } }

  /// Checks that no section comes twice, and no item among all or among those that are visible.
  ///
  /// - Complexity: O(items of all outlines) hashing.
  func validate(for operation: String, visibleOnly: Bool) throws(SnapshotError) {
    let sections = duplicates(in: outlines.lazy.map(\.section))
    guard sections.isEmpty else {
      throw .duplicateSections(operation: operation, sections: descriptions(of: sections))
    }
    let items = duplicates(in: outlines.flatMap { visibleOnly ? $0.outline.visibleItems : $0.outline.items })
    guard items.isEmpty else {
      let standing = items.prefix(10).map { item in
        let places = outlines.filter { $0.outline.contains(item) }.map { "\($0.section)" }
        return "\(item) in section \(places.joined(separator: ", "))"
      }
      throw .duplicateItems(operation: operation, items: descriptions(of: items), standing: standing)
    }
  }

  /// What is shown then, and the outlines of the sections: each is laid over those before it, so that an item that
  /// several of them name is in the last one only.
  ///
  /// Traps where a section comes twice, or an item is visible in two outlines.
  ///
  /// - Complexity: O(items of all outlines); where outlines hide what others name, times the outlines.
  func shown() -> (Snapshot, [Section: Outline]) {
    let visible = outlines.map { ($0.section, $0.outline.visibleItems) }
    let trees = Dictionary(outlines.map { ($0.section, $0.outline) }) { first, _ in first }
    // Counting sections and placing items tells of those named twice; which they are is looked for where there are any.
    guard trees.count == outlines.count, let snapshot = Snapshot(withDistinctItems: visible) else {
      trapNamingDuplicates()
    }
    // What is hidden nowhere is visible, and that was looked at.
    let hidesNothing = zip(outlines, visible).allSatisfy { $0.outline.numberOfItems == $1.1.count }
    return hidesNothing || isDisjoint ? (snapshot, trees) : overlaid()
  }

  private func overlaid() -> (Snapshot, [Section: Outline]) {
    var snapshot = Snapshot()
    snapshot.appendSections(outlines.map(\.section))
    var trees: [Section: Outline] = [:]
    for (section, outline) in outlines {
      (snapshot, trees) = trees.setting(outline, of: section, in: snapshot)
    }
    return (snapshot, trees)
  }

  private func trapNamingDuplicates() -> Never {
    do {
      try validate(for: "apply(_:animatingDifferences:)", visibleOnly: true)
    } catch {
      trap(error.description)
    }
    trap("outlines are refused that name nothing twice")
  }

  /// Whether no item is in two outlines, provided that none is visible in two.
  private var isDisjoint: Bool {
    outlines.count < 2 || Set(outlines.lazy.flatMap(\.outline.items)).count == numberOfItems
  }
}
