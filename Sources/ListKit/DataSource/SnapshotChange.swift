/// The way from one content of a table to another: what an apply leads to, and all that is needed to show it.
///
/// One value goes from the apply to the screen:
///
/// ```text
///   ApplyRequest ─▶ SnapshotChange ─▶ commit ─▶ table, at the next drawing ─▶ Transition ─▶ Frame
///                     any thread      join        join
/// ```
///
/// It is made without touching anything. Changes that nobody has seen yet are joined to one.
struct SnapshotChange<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>
  typealias Difference = SnapshotDifference<Section, Item>
  typealias ContentEqual = @Sendable (Item, Item) -> Bool

  /// What the table showed, without marks.
  private(set) var old: Snapshot
  /// What it has now, without marks.
  private(set) var new: Snapshot
  /// The outlines of sections after it; empty once it is committed.
  var outlines: [Section: Outline]
  /// The outlines before it, and the branches replaced in them; empty once the cursor is settled.
  var formerOutlines: [Section: Outline]
  var formerBranches: [Outline] = []
  /// The section whose outline was applied, opened or closed.
  let section: Section?
  /// Whether items may have come to outlines or left them.
  let changesOutlines: Bool

  var cause = ChangeCause.data
  /// Nil where nothing is to be shown of it.
  var animation: RowAnimation?
  private(set) var reloaded: Set<Item> = []
  private(set) var reconfigured: Set<Item> = []
  private(set) var reloadedSections: Set<Section> = []
  /// Whether all cells must be made anew.
  private(set) var reloadsAll = false
  /// The rows that a person moved, where that is all there is: of two rows that changed places, the difference
  /// alone cannot tell which one was taken.
  var moved: Set<Item>?
  /// What left and came back on the way.
  private(set) var returned = ReturnedItems<Item>()
  /// Who wants to know when it is over.
  var completions: [FinalCall] = []

  private let contentEqual: ContentEqual?
  private var search: DifferenceSearch<Section, Item>

  /// The difference; it is looked for only where somebody asks, unless one apply made the change.
  @MainActor var difference: Difference { search.difference }
  /// The difference of the one apply that made the change; nil after a reload, and for several applies.
  var knownDifference: Difference? { search.known }

  /// Finds out what a request leads to.
  ///
  /// - Complexity: O(n) at most, without hashing where items only came or left; O(k) for a copy of the
  ///   current snapshot with k edits; O(1) for a reload of flat sections; O(m) for an outline of m items.
  init(
    _ content: ApplyRequest<Section, Item>.Content, from old: Snapshot, _ former: [Section: Outline],
    _ contentEqual: ContentEqual?
  ) {
    switch content {
    case .action, .update: self.init(to: old, former, from: old, former, contentEqual)
    case .snapshot(let new):
      self.init(to: new, former, from: old, former, contentEqual)
      outlines = former.rebased(onto: new, knownDifference)
    case .reload(let new): self.init(reloading: new, former.rebased(onto: new, nil), from: old, former)
    case .outline(let outline, let section):
      let (new, outlines) = former.setting(outline, of: section, in: old)
      self.init(to: new, outlines, of: section, from: old, former, contentEqual)
    case .outlines(let all):
      let (new, outlines) = all.shown()
      self.init(to: new, outlines, from: old, former, contentEqual)
    }
  }

  /// The way to a snapshot that is known already.
  ///
  /// - Parameters:
  ///   - marked: the snapshot, with its marks.
  ///   - outlines: the outlines that belong to it.
  ///   - section: the section whose outline was applied, opened or closed.
  ///   - moved: the items that a person moved, where that is all there is.
  init(
    to marked: Snapshot, _ outlines: [Section: Outline], of section: Section? = nil,
    changesOutlines: Bool = true, from old: Snapshot, _ former: [Section: Outline],
    _ contentEqual: ContentEqual?, moved: [Item] = []
  ) {
    let difference = marked.difference(from: old, moved: moved, contentEqual: contentEqual)
    if !moved.isEmpty { self.moved = Set(moved) }
    (self.old, new) = (old, marked)
    new.removeAllMarks()
    (self.outlines, formerOutlines) = (outlines, former)
    (self.section, self.changesOutlines) = (section, changesOutlines)
    self.contentEqual = contentEqual
    search = DifferenceSearch(difference)
    reloaded = Set(difference.reloadedItems.compactMap(marked.itemIdentifier(at:)))
    reconfigured = Set(difference.reconfiguredItems.compactMap(marked.itemIdentifier(at:)))
    reloadedSections = Set(marked.reloadedSectionIdentifiers)
  }

  /// The way to a snapshot whose difference nobody wants to know.
  private init(
    reloading marked: Snapshot, _ outlines: [Section: Outline], from old: Snapshot,
    _ former: [Section: Outline]
  ) {
    (self.old, new) = (old, marked)
    new.removeAllMarks()
    (self.outlines, formerOutlines) = (outlines, former)
    (section, changesOutlines, contentEqual) = (nil, true, nil)
    search = DifferenceSearch(from: old, to: new, nil)
    reloadsAll = true
  }

  /// The same, off the main actor.
  @concurrent
  static func offMain(
    _ content: ApplyRequest<Section, Item>.Content, from old: Snapshot, _ former: [Section: Outline],
    _ contentEqual: ContentEqual?
  ) async -> Self {
    Self(content, from: old, former, contentEqual)
  }

  /// Limits the change to what is shown of both snapshots, where sections are closed.
  mutating func limit(to shown: Snapshot, from formerlyShown: Snapshot) {
    (old, new) = (formerlyShown, shown)
    search = DifferenceSearch(from: old, to: new, contentEqual)
  }

  /// Makes this change and the one behind it one.
  ///
  /// - Complexity: O(items that the next one inserts), or O(items before it where those are fewer).
  @MainActor
  mutating func join(_ next: Self) {
    if !reloadsAll, !next.reloadsAll {
      returned.formUnion(ReturnedItems(inserted: next.difference, standingIn: old))
    }
    returned.formUnion(next.returned)
    new = next.new
    if next.cause == .user { cause = .user }
    animation = next.animation ?? (next.reloadsAll ? nil : animation)
    reloaded.formUnion(next.reloaded)
    reconfigured.formUnion(next.reconfigured)
    reloadedSections.formUnion(next.reloadedSections)
    reloadsAll = reloadsAll || next.reloadsAll
    moved = nil
    completions += next.completions
    search = DifferenceSearch(from: old, to: new, next.contentEqual ?? contentEqual)
  }
}

/// Looks for a difference once, and only if somebody asks.
@MainActor
private final class DifferenceSearch<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>

  private let old: Snapshot
  private let new: Snapshot
  private let contentEqual: (@Sendable (Item, Item) -> Bool)?
  /// What was known from the start.
  nonisolated let known: SnapshotDifference<Section, Item>?

  private(set) lazy var difference =
    known ?? contentEqual.map { new.difference(from: old, contentEqual: $0) } ?? new.difference(from: old)

  nonisolated init(_ known: SnapshotDifference<Section, Item>) {
    (old, new, contentEqual) = (known.old, known.new, nil)
    self.known = known
  }

  nonisolated init(from old: Snapshot, to new: Snapshot, _ contentEqual: (@Sendable (Item, Item) -> Bool)?) {
    (self.old, self.new, self.contentEqual) = (old, new, contentEqual)
    known = nil
  }
}
