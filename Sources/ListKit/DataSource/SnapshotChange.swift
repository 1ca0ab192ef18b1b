/// The change from one content of a table to another: the result of an apply, and all
/// that is needed to show it.
///
/// One value goes from the apply to the screen:
///
/// ```text
///   ApplyRequest ─▶ SnapshotChange ─▶ commit ─▶ table, at the next drawing ─▶ Transition ─▶ Frame
///                     any thread      join        join
/// ```
///
/// Creating it has no side effects. Changes that were not drawn yet are joined into one.
struct SnapshotChange<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>
  typealias Content = OutlinedSnapshot<Section, Item>
  typealias Difference = SnapshotDifference<Section, Item>
  typealias ContentEqual = @Sendable (Item, Item) -> Bool

  /// The former content, without marks.
  private(set) var old: Snapshot
  /// The new content, without marks.
  private(set) var new: Snapshot
  /// The outlines of sections after the change; empty once it is committed.
  private var outlines: [Section: Outline]
  /// The outlines before the change, and the branches replaced in them; empty once the table
  /// has taken the change over.
  private var formerOutlines: [Section: Outline]
  var formerBranches: [Outline] = []
  /// The section whose outline was applied, opened or closed.
  let section: Section?

  var cause = ChangeCause.data
  /// Nil if the table shows nothing of the change.
  var animation: RowAnimation?
  private(set) var reloaded: Set<Item> = []
  private(set) var reconfigured: Set<Item> = []
  private(set) var reloadedSections: Set<Section> = []
  /// Whether all cells must be created again.
  private(set) var reloadsAll = false
  /// The rows that the user moved, if that is the entire change: if two rows changed places, the difference
  /// alone does not tell which one was moved.
  var moved: Set<Item>?
  /// The items that were removed and inserted again in between.
  private(set) var returned = ReturnedItems<Item>()
  /// Called when the change is over.
  private var completions: [FinalCall] = []

  private let contentEqual: ContentEqual?
  private var search: LazyDifference<Section, Item>

  /// The difference; computed on first access, unless a single apply made the change.
  @MainActor var difference: Difference { search.value }
  /// The difference of the single apply that made the change; nil after a reload, and for several applies.
  var knownDifference: Difference? { search.known }

  /// Creates the change that a request results in.
  ///
  /// - Complexity: O(n) at most, without hashing if items were only inserted or removed; O(k) for a copy of
  ///   the current snapshot with k edits; O(1) for a reload of flat sections; O(m) for an outline of m items.
  init(
    _ content: ApplyRequest<Section, Item>.Content, from old: Content, _ contentEqual: ContentEqual?
  ) {
    var new = old
    switch content {
    case .action, .update: self.init(to: old, from: old, contentEqual)
    case .snapshot(let snapshot):
      new.snapshot = snapshot
      self.init(to: new, from: old, contentEqual)
      outlines = old.outlines(showing: snapshot, knownDifference)
    case .reload(let snapshot):
      new = Content(snapshot: snapshot, outlines: old.outlines(showing: snapshot, nil))
      self.init(to: new, from: old, nil, reloads: true)
    case .outline(let outline, let section):
      new.show(outline, in: section)
      self.init(to: new, of: section, from: old, contentEqual)
    case .outlines(let all): self.init(to: all.shown(), from: old, contentEqual)
    }
  }

  /// Creates the change to a content.
  ///
  /// - Parameters:
  ///   - marked: the content, with the marks of its snapshot.
  ///   - section: the section whose outline was applied, opened or closed.
  ///   - moved: the items that the user moved, if that is the entire change.
  ///   - reloads: whether it is shown without a difference, and marks have no effect.
  init(
    to marked: Content, of section: Section? = nil, from old: Content, _ contentEqual: ContentEqual?,
    moved: [Item] = [], reloads: Bool = false
  ) {
    outlines = marked.outlines
    formerOutlines = old.outlines
    let (marked, old) = (marked.snapshot, old.snapshot)
    self.old = old
    new = marked
    new.removeAllMarks()
    self.section = section
    self.contentEqual = contentEqual
    reloadsAll = reloads
    guard !reloads else {
      search = LazyDifference(from: old, to: new, nil)
      return
    }
    let difference = marked.difference(from: old, moved: moved, contentEqual: contentEqual)
    search = LazyDifference(difference)
    if !moved.isEmpty { self.moved = Set(moved) }
    reloaded = Set(difference.reloadedItems.compactMap(marked.itemIdentifier(at:)))
    reconfigured = Set(difference.reconfiguredItems.compactMap(marked.itemIdentifier(at:)))
    reloadedSections = Set(marked.reloadedSectionIdentifiers)
  }

  /// Creates the change off the main actor.
  @concurrent
  static func offMain(
    _ content: ApplyRequest<Section, Item>.Content, from old: Content, _ contentEqual: ContentEqual?
  ) async -> Self {
    Self(content, from: old, contentEqual)
  }

  mutating func takeOutlines() -> [Section: Outline] {
    defer { outlines = [:] }
    return outlines
  }

  mutating func add(_ completion: FinalCall) { completions.append(completion) }

  mutating func takeCompletions() -> [FinalCall] {
    defer { completions = [] }
    return completions
  }

  /// Limits the change to the visible part of both snapshots, for closed sections.
  mutating func limit(to shown: Snapshot, from formerlyShown: Snapshot) {
    old = formerlyShown
    new = shown
    search = LazyDifference(from: old, to: new, contentEqual)
  }

  /// Joins the next change to this one.
  ///
  /// - Complexity: O(items that the next one inserts), or O(items before it) if those are fewer.
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
    search = LazyDifference(from: old, to: new, next.contentEqual ?? contentEqual)
  }
}

/// A difference that is known, or is computed once, on first access.
@MainActor
private final class LazyDifference<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The difference, if it was known from the start.
  nonisolated let known: SnapshotDifference<Section, Item>?
  private let compute: @Sendable () -> SnapshotDifference<Section, Item>
  private(set) lazy var value = known ?? compute()

  nonisolated init(_ known: SnapshotDifference<Section, Item>) { (self.known, compute) = (known, { known }) }

  nonisolated init(
    from old: DiffableDataSourceSnapshot<Section, Item>, to new: DiffableDataSourceSnapshot<Section, Item>,
    _ contentEqual: (@Sendable (Item, Item) -> Bool)?
  ) {
    known = nil
    compute = {
      contentEqual.map { new.difference(from: old, contentEqual: $0) } ?? new.difference(from: old)
    }
  }
}

// MARK: - Rows

/// A change as the table sees it.
@MainActor extension SnapshotChange: TableChange {
  var summary: ChangeSummary {
    let changed = reloaded.union(reconfigured).union(
      difference.reconfiguredItems.compactMap(new.itemIdentifier(at:)))
    return ChangeSummary(
      inserted: difference.insertedCount, deleted: difference.deletedCount,
      moved: moved?.count ?? difference.movedCount,
      changed: changed.count { old.contains($0) && new.contains($0) })
  }

  var isEmpty: Bool {
    !reloadsAll && reloadedSections.isEmpty && old.sectionIdentifiers == new.sectionIdentifiers
      && summary.isEmpty
  }

  var isFirstLoad: Bool { old.numberOfItems == 0 }

  func change(of row: TableRow) -> RowChange? {
    switch row.part {
    case .header, .footer: sectionChange(at: row.section)
    case .item(let item): itemChange(at: ItemPosition(section: row.section, item: item))
    }
  }

  private func itemChange(at position: ItemPosition) -> RowChange? {
    let index = new.index(ofItemAt: position)
    let change = difference.change(ofItemAt: index)
    switch change {
    case .movedUp?, .movedDown?: if moved == nil { return change }
    case .inserted?, .deleted?, .reloaded?, .reconfigured?: return change
    case nil: break
    }
    if let moved, let item = new.itemIdentifier(at: position), moved.contains(item) {
      return old.indexOfItem(item).map { $0 < index ? .movedDown : .movedUp }
    }
    guard !reloaded.isEmpty || !reconfigured.isEmpty, let item = new.itemIdentifier(at: position)
    else {
      return nil
    }
    return reloaded.contains(item) || reconfigured.contains(item) ? .reconfigured : nil
  }

  private func sectionChange(at section: Int) -> RowChange? {
    difference.sectionChange(at: section)
      ?? (reloadedSections.contains(new.sectionIdentifiers[section]) ? .reloaded : nil)
  }

  func destination(of row: TableRow) -> TableRow? {
    switch row.part {
    case .header, .footer:
      return difference.sectionDestination(at: row.section).map { TableRow(section: $0, row.part) }
    case .item(let item):
      let index = old.index(ofItemAt: ItemPosition(section: row.section, item: item))
      return destination(ofItemAt: index)
    }
  }

  func destination(ofSection section: Int) -> Int? { difference.sectionDestination(at: section) }

  func destination(ofItemAt index: Int) -> TableRow? {
    let position =
      if reloadsAll {
        old.itemIdentifier(at: index).flatMap(new.position(of:))
      } else {
        difference.destination(ofItemAt: index).flatMap(new.position(ofItemAt:))
      }
    return position.map { TableRow(section: $0.section, .item($0.item)) }
  }

  func replacesCell(of row: TableRow) -> Bool? {
    if reloadsAll { return true }
    guard case .item(let item) = row.part,
      let identifier = new.itemIdentifier(at: ItemPosition(section: row.section, item: item))
    else { return nil }
    if reloaded.contains(identifier) || returned.contains(identifier) { return true }
    if reloadedSections.contains(new.sectionIdentifiers[row.section]) { return true }
    return reconfigured.contains(identifier) ? false : nil
  }

  var hasCompletions: Bool { !completions.isEmpty }

  func completed() {
    for completion in completions { completion.make() }
  }

  /// Discards what only ``successor(of:)`` needs, once the table has moved its cursor.
  mutating func forgetFormerOutlines() {
    formerOutlines = [:]
    formerBranches = []
  }
}

// MARK: - Successor

/// Which row takes the cursor after its row was removed.
///
/// ```text
///   the next remaining sibling ▶ the previous one ▶ the parent, or its successor ▶ the nearest row
/// ```
@MainActor extension SnapshotChange {
  /// Returns the row that takes the cursor of a removed item.
  ///
  /// - Complexity: O(log n) in a flat list, however many rows were removed; O(siblings) in an outline.
  func successor(of item: Item) -> TableRow? {
    guard new.numberOfItems > 0, let place = old.position(of: item) else { return nil }
    let index = old.index(ofItemAt: place)
    let section = old.sectionIdentifiers[place.section]
    let former = formerBranches.first { $0.contains(item) } ?? formerOutlines[section]
    let successor =
      if let former, former.contains(item) {
        relative(of: item, in: former)
      } else {
        sibling(
          of: index,
          in: index - place.item..<index - place.item + old.numberOfItems(inSectionAt: place.section))
      }
    return successor ?? sibling(of: index, in: 0..<old.numberOfItems)
  }

  /// Returns the section that takes the cursor from the header of a removed one: the next remaining one, else
  /// the previous one.
  func successor(ofSection section: Section) -> Int? {
    guard let index = old.indexOfSection(section) else { return nil }
    let following = (index + 1..<max(index + 1, old.numberOfSections)).lazy.compactMap(
      destination(ofSection:))
    return following.first ?? (0..<index).reversed().lazy.compactMap(destination(ofSection:)).first
  }

  /// Returns the nearest remaining row after a former one, else the nearest before it.
  private func sibling(of index: Int, in range: Range<Int>) -> TableRow? {
    let (preceding, following) = (range.lowerBound..<index, index + 1..<range.upperBound)
    // After a reload, only the identifiers tell which rows remain.
    if reloadsAll { return first(of: following) ?? first(of: preceding.reversed()) }
    let survivor = difference.firstSurvivor(in: following) ?? difference.lastSurvivor(in: preceding)
    return survivor.flatMap(destination(ofItemAt:))
  }

  /// Returns the nearest remaining row with the same parent, else the parent.
  private func relative(of item: Item, in tree: Outline) -> TableRow? {
    let parent = tree.parent(of: item)
    let siblings = parent.map(tree.children(of:)) ?? tree.rootItems
    let own = siblings.firstIndex(of: item) ?? 0
    return first(of: siblings[(own + 1)...].lazy.compactMap(old.indexOfItem))
      ?? first(of: siblings[..<own].reversed().lazy.compactMap(old.indexOfItem))
      ?? parent.flatMap { parent in
        old.indexOfItem(parent).flatMap(destination(ofItemAt:)) ?? successor(of: parent)
      }
  }

  /// Returns the place of the first of some former rows that still exists.
  private func first(of indexes: some Sequence<Int>) -> TableRow? {
    for index in indexes {
      if let row = destination(ofItemAt: index) { return row }
    }
    return nil
  }
}

// MARK: - Selection

@MainActor extension SnapshotChange {
  /// Returns the removed items, if they are fewer than a number; else nil.
  func removedItems(fewerThan count: Int) -> [Item]? {
    guard !reloadsAll, difference.deletedCount < count else { return nil }
    return difference.deletedItems.compactMap { old.itemIdentifier(at: $0) }
  }
}

// MARK: - ReturnedItems

/// Items that were removed from a table and inserted again before the table was drawn without them.
///
/// Their cells show the former content, so to the table they are other items with the same identifier.
struct ReturnedItems<Item: Hashable & Sendable>: Sendable {
  /// The items that returned or, if they are fewer, those that were never removed.
  private var items: Set<Item>
  private var isComplement: Bool

  init() { (items, isComplement) = ([], false) }

  /// Creates the set of items that a change inserts although an earlier snapshot contains them.
  ///
  /// - Complexity: O(items inserted), or O(items before the change) if those are fewer.
  init<Section>(
    inserted difference: SnapshotDifference<Section, Item>,
    standingIn earlier: DiffableDataSourceSnapshot<Section, Item>
  ) {
    isComplement = difference.old.numberOfItems < difference.insertedCount
    if isComplement {
      items = Set(difference.old.itemIdentifiers)
    } else {
      let inserted = difference.insertedRanges.lazy.flatMap {
        $0.lazy.compactMap(difference.new.itemIdentifier(at:))
      }
      items = Set(inserted.filter(earlier.contains))
    }
  }

  /// Whether an item returned, provided that the first and the last snapshot contain it.
  func contains(_ item: Item) -> Bool { items.contains(item) != isComplement }

  mutating func formUnion(_ other: Self) {
    switch (isComplement, other.isComplement) {
    case (false, false): items.formUnion(other.items)
    case (false, true): self = Self(allBut: other.items.subtracting(items))
    case (true, false): items.subtract(other.items)
    case (true, true): items.formIntersection(other.items)
    }
  }

  private init(allBut items: Set<Item>) { (self.items, isComplement) = (items, true) }
}
