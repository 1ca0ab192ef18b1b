/// What an apply leads to, found out without touching anything: on any thread.
struct PreparedApply<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>
  typealias ContentEqual = @Sendable (Item, Item) -> Bool

  /// The snapshot, with its marks.
  var snapshot: Snapshot
  var trees: [Section: Outline]
  /// Nil where nobody wants to know.
  var difference: SnapshotDifference<Section, Item>?
  /// The section an outline was applied to.
  var section: Section?
  /// Whether items may have come to outlines or left them.
  var changesOutlines = true

  /// - Complexity: O(n) at most, without hashing where items only came or left; O(k) for a copy of the
  ///   current snapshot with k edits; O(1) for a reload of flat sections; O(m) for an outline of m items.
  init(
    _ content: ApplyRequest<Section, Item>.Content, from current: Snapshot, _ trees: [Section: Outline],
    _ contentEqual: ContentEqual?
  ) {
    (snapshot, self.trees) = (current, trees)
    switch content {
    case .action, .update: break
    case .snapshot(let new):
      snapshot = new
      findDifference(from: current, contentEqual)
      self.trees = trees.rebased(onto: new, difference)
    case .reload(let new):
      snapshot = new
      snapshot.removeAllMarks()
      self.trees = trees.rebased(onto: new, nil)
    case .outline(let outline, let section):
      self.section = section
      (snapshot, self.trees) = trees.setting(outline, of: section, in: current)
      findDifference(from: current, contentEqual)
    case .outlines(let outlines):
      (snapshot, self.trees) = outlines.shown()
      findDifference(from: current, contentEqual)
    }
  }

  /// What is known to come of a change already, and which items a person moved.
  init(
    _ snapshot: Snapshot, _ trees: [Section: Outline], section: Section? = nil, changesOutlines: Bool = true,
    from current: Snapshot,
    _ contentEqual: ContentEqual?, moved: [Item] = []
  ) {
    (self.snapshot, self.trees, self.section) = (snapshot, trees, section)
    self.changesOutlines = changesOutlines
    findDifference(from: current, contentEqual, moved: moved)
  }

  private mutating func findDifference(
    from current: Snapshot, _ contentEqual: ContentEqual?, moved: [Item] = []
  ) {
    difference = snapshot.difference(from: current, moved: moved, contentEqual: contentEqual)
  }

  /// The same, off the main actor.
  @concurrent
  static func offMain(
    _ content: ApplyRequest<Section, Item>.Content, from current: Snapshot, _ trees: [Section: Outline],
    _ contentEqual: ContentEqual?
  ) async -> Self {
    Self(content, from: current, trees, contentEqual)
  }
}
