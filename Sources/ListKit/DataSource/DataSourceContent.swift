/// The content of a data source: a snapshot, the outlines of its sections, which sections are closed, and the changes
/// that were applied and not drawn yet.
///
/// It is a class, because generic code finds the fields of an object without looking up its type by name; that lookup
/// costs as much as the rest of an apply.
@MainActor
final class DataSourceContent<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Change = SnapshotChange<Section, Item>

  private(set) var current = OutlinedSnapshot<Section, Item>()
  /// The part that the table shows: all but the items of closed sections.
  private(set) var shown = Snapshot()
  /// The closed sections, including ones that are not in the snapshot now.
  private var closedSections: Set<Section> = []
  /// The number of commits, to recognise work that was prepared for an older content.
  private(set) var generation = 0
  /// The changes applied since the table last took over a change.
  private(set) var unshown: Change?
  /// The changes that the table took over since its last drawing.
  private(set) var undrawn: Change?
  /// The continuations that wait until the table takes over the applied changes.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  var snapshot: Snapshot { current.snapshot }
  var outlines: [Section: DiffableDataSourceSectionSnapshot<Item>] { current.outlines }

  func isCollapsed(_ section: Section) -> Bool { closedSections.contains(section) }

  /// Closes or opens sections; the next commit shows that.
  ///
  /// - Returns: whether the state of any section changed.
  func setCollapsed(_ isCollapsed: Bool, _ sections: [Section]) -> Bool {
    let former = closedSections
    if isCollapsed { closedSections.formUnion(sections) } else { closedSections.subtract(sections) }
    return closedSections != former
  }

  /// Makes a change the current content, and keeps it for the table. If sections are closed, limits the change to what
  /// the table shows.
  func commit(_ change: consuming Change) {
    let formerlyHidden = shown.numberOfItems < snapshot.numberOfItems
    let formerlyShown = shown
    current = OutlinedSnapshot(snapshot: change.new, outlines: change.takeOutlines())
    shown = snapshot.hidingItems(of: closedSections)
    if formerlyHidden || shown.numberOfItems < snapshot.numberOfItems {
      change.limit(to: shown, from: formerlyShown)
    }
    generation += 1
    if unshown == nil { unshown = change } else { unshown?.join(change) }
  }

  /// Opens and closes items of a section's outline in place, without copying it.
  ///
  /// - Returns: what the outline tells about them; nil if the section has none.
  func apply(
    _ toggles: [OutlineToggle<Item>], in section: Section
  ) -> (found: [Item], movesOthers: Bool)? {
    current.outlines[section]?.apply(toggles)
  }

  // MARK: Changes

  /// Takes over the applied changes.
  func takeOver() {
    guard var change = unshown else { return }
    unshown = nil
    change.forgetFormerOutlines()
    if undrawn == nil { undrawn = change } else { undrawn?.join(change) }
    resumeWaiters()
  }

  func forgetUndrawn() { undrawn = nil }

  /// Removes and returns the completions of changes that no table will show.
  func takeCompletions() -> [FinalCall] { unshown?.takeCompletions() ?? [] }

  /// Keeps a continuation until the table takes over the applied changes.
  func wait(_ continuation: CheckedContinuation<Void, Never>) { waiters.append(continuation) }

  func resumeWaiters() {
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }
}

// MARK: - RowHandles

/// Numbers for identifiers, assigned when they are first requested: equal numbers mean equal identifiers.
///
/// A table therefore compares and hashes numbers only, whatever the identifiers are. No
/// number is assigned twice.
struct RowHandles<Identifier: Hashable> {
  private var handles: [Identifier: Int] = [:]
  private var identifiers: [Int: Identifier] = [:]
  private var count = 0
  /// The number of identifiers above which unneeded ones are removed.
  private var limit = Self.leastLimit

  /// A few screenfuls: fewer are not worth searching.
  private static var leastLimit: Int { 4096 }

  /// Returns the number of an identifier, and assigns one if it has none.
  mutating func handle(of identifier: Identifier) -> Int {
    if let handle = handles[identifier] { return handle }
    count += 1
    handles[identifier] = count
    identifiers[count] = identifier
    return count
  }

  /// Returns the number of an identifier; nil if it has none.
  func knownHandle(of identifier: Identifier) -> Int? { handles[identifier] }

  subscript(handle: Int) -> Identifier? { identifiers[handle] }

  /// Whether many were added since the last pruning.
  var areMany: Bool { identifiers.count > limit }

  /// Removes unneeded identifiers if there are many.
  ///
  /// - Complexity: O(1) amortised for each assigned number.
  mutating func prune(_ isNeeded: (Identifier, Int) -> Bool) {
    guard areMany else { return }
    identifiers = identifiers.filter { isNeeded($0.value, $0.key) }
    handles = handles.filter { identifiers[$0.value] != nil }
    limit = max(Self.leastLimit, 2 * identifiers.count)
  }
}

/// The handles of a data source's items and sections, and the positions of items requested since
/// the content last changed.
struct ContentHandles<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  var items = RowHandles<Item>()
  var sections = RowHandles<Section>()
  /// The positions of items, by handle; nil for items that are not shown.
  private var positions: [Int: ItemPosition?] = [:]
  private var known: [ItemPosition: Int] = [:]

  /// Returns the handle of the item at a position, if it was requested before.
  func knownHandle(at position: ItemPosition) -> Int? { known[position] }

  /// Returns the position of an item if it was requested before; the inner value is nil
  /// if the item is not shown.
  func knownPosition(ofItem handle: Int) -> ItemPosition?? { positions[handle] }

  mutating func handle(of item: Item, at position: ItemPosition) -> Int {
    let handle = items.handle(of: item)
    known[position] = handle
    positions[handle] = .some(position)
    return handle
  }

  mutating func keep(_ position: ItemPosition?, ofItem handle: Int) { positions[handle] = .some(position) }

  /// Discards positions, after a change of the content.
  mutating func forgetPositions() {
    positions = [:]
    known = [:]
  }

  /// Whether there are so many handles that a search for unneeded ones is worthwhile.
  var areMany: Bool { items.areMany || sections.areMany }

  /// Removes unneeded items and sections.
  mutating func prune(_ isNeeded: (Item, Int) -> Bool, sections isSectionNeeded: (Section) -> Bool) {
    items.prune(isNeeded)
    sections.prune { section, _ in isSectionNeeded(section) }
  }
}
