/// What a data source has: a snapshot, the outlines of its sections, and which sections are closed.
///
/// A class, as what follows: code that is generic finds the fields of an object without asking for its type by name, which
/// costs as much as the rest of an apply.
@MainActor
final class DataSourceContent<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>
  typealias Change = SnapshotChange<Section, Item>

  private(set) var snapshot = Snapshot()
  /// What the table shows of it: all but the items of closed sections.
  private(set) var shown = Snapshot()
  private(set) var outlines: [Section: Outline] = [:]
  /// Sections whose outlines have more than one level.
  private(set) var outlinedSections: Set<Section> = []
  /// The sections that are closed, those that come back later included.
  private var closedSections: Set<Section> = []
  /// Counts commits, so that what was prepared on the way to an older one is noticed.
  private(set) var generation = 0

  func isCollapsed(_ section: Section) -> Bool { closedSections.contains(section) }

  /// Closes sections, or opens them; the next commit shows that.
  ///
  /// - Returns: whether any was open, or closed, before.
  func setCollapsed(_ isCollapsed: Bool, _ sections: [Section]) -> Bool {
    let former = closedSections
    if isCollapsed { closedSections.formUnion(sections) } else { closedSections.subtract(sections) }
    return closedSections != former
  }

  /// Makes a change the present. Where sections are closed it becomes a change of what is shown.
  func commit(_ change: inout Change) {
    let formerlyHidden = shown.numberOfItems < snapshot.numberOfItems
    let formerlyShown = shown
    snapshot = change.new
    outlines = change.takeOutlines()
    if change.changesOutlines {
      outlinedSections = Set(outlines.lazy.filter { !$0.value.isFlat }.map(\.key))
    }
    shown = snapshot.hidingItems(of: closedSections)
    if formerlyHidden || shown.numberOfItems < snapshot.numberOfItems {
      change.limit(to: shown, from: formerlyShown)
    }
    generation += 1
  }

  /// Opens and closes items of a section's outline, which is changed and not copied.
  ///
  /// - Returns: nil where the section has no outline.
  func apply(_ toggles: OutlineToggles<Item>, in section: Section) -> OutlineToggles<Item>.Outcome? {
    guard let former = outlines.removeValue(forKey: section) else { return nil }
    let outcome = toggles.applied(to: consume former)
    outlines[section] = outcome.outline
    return outcome
  }

  /// The section in whose outline an item is.
  ///
  /// - Parameter likely: the section that is searched first.
  func home(of item: Item, _ likely: Section) -> Section? {
    if outlines[likely]?.contains(item) ?? false { return likely }
    return outlines.first { $0.value.contains(item) }?.key
  }
}

/// Changes that were applied and are not drawn yet, and who waits for that.
@MainActor
final class PendingChanges<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Change = SnapshotChange<Section, Item>

  /// What was applied since the table took over the last change.
  private(set) var unshown: Change?
  /// What the table took over since its last drawing.
  private(set) var undrawn: Change?
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func add(_ change: Change) {
    if unshown == nil { unshown = change } else { unshown?.join(change) }
  }

  /// The table takes over what was applied.
  func takeOver() {
    guard var change = unshown else { return }
    unshown = nil
    change.forgetFormerOutlines()
    if undrawn == nil { undrawn = change } else { undrawn?.join(change) }
    resumeWaiters()
  }

  func forgetUndrawn() { undrawn = nil }

  /// Takes the completions of what no table will show.
  func takeCompletions() -> [FinalCall] { unshown?.takeCompletions() ?? [] }

  /// Resumes a continuation when the table has taken over what there is.
  func wait(_ continuation: CheckedContinuation<Void, Never>) { waiters.append(continuation) }

  func resumeWaiters() {
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }
}

// MARK: - RowHandles

/// Numbers for identifiers, given when they are first asked about: equal numbers mean equal identifiers.
///
/// So a table compares and hashes numbers only, whatever the identifiers are. A number is never given again.
private struct RowHandles<Identifier: Hashable> {
  private var handles: [Identifier: Int] = [:]
  private var identifiers: [Int: Identifier] = [:]
  private var count = 0
  /// How many there may be before those that are not needed are forgotten.
  private var limit = Self.leastLimit

  /// A few screenfuls: less is not worth looking through.
  private static var leastLimit: Int { 4096 }

  /// The number of an identifier.
  mutating func handle(of identifier: Identifier) -> Int {
    if let handle = handles[identifier] { return handle }
    count += 1
    handles[identifier] = count
    identifiers[count] = identifier
    return count
  }

  /// The number of an identifier that has one.
  func knownHandle(of identifier: Identifier) -> Int? { handles[identifier] }

  subscript(handle: Int) -> Identifier? { identifiers[handle] }

  /// Whether many have come since the last pruning.
  var areMany: Bool { identifiers.count > limit }

  /// Forgets identifiers that are not needed, where there are many.
  ///
  /// - Complexity: O(1) amortised for each number that was given.
  mutating func prune(_ isNeeded: (Identifier, Int) -> Bool) {
    guard areMany else { return }
    identifiers = identifiers.filter { isNeeded($0.value, $0.key) }
    handles = handles.filter { identifiers[$0.value] != nil }
    limit = max(Self.leastLimit, 2 * identifiers.count)
  }
}

/// The handles of a data source's items and sections, and the positions of items that were asked for since the content
/// changed last.
struct ContentHandles<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  private var items = RowHandles<Item>()
  private var sections = RowHandles<Section>()
  /// The positions of items, by handle; nil for items that are not shown.
  private var positions: [Int: ItemPosition?] = [:]
  /// The handles of items, by position.
  private var known: [ItemPosition: Int] = [:]

  init() {}

  func item(_ handle: Int) -> Item? { items[handle] }

  func section(_ handle: Int) -> Section? { sections[handle] }

  /// The handle of an item that has one.
  func knownHandle(of item: Item) -> Int? { items.knownHandle(of: item) }

  /// The handle of the item at a position that was asked for before.
  func knownHandle(at position: ItemPosition) -> Int? { known[position] }

  /// The position of an item that was asked for before; nil in it for one that is not shown.
  func knownPosition(ofItem handle: Int) -> ItemPosition?? { positions[handle] }

  mutating func handle(of section: Section) -> Int { sections.handle(of: section) }

  mutating func handle(of item: Item, at position: ItemPosition) -> Int {
    let handle = items.handle(of: item)
    known[position] = handle
    positions[handle] = .some(position)
    return handle
  }

  mutating func keep(_ position: ItemPosition?, ofItem handle: Int) { positions[handle] = .some(position) }

  /// Forgets positions, once the content is another one.
  mutating func forgetPositions() {
    positions = [:]
    known = [:]
  }

  /// Whether there are so many that those not needed are worth looking for.
  var areMany: Bool { items.areMany || sections.areMany }

  /// Forgets items and sections that are not needed.
  mutating func prune(_ isNeeded: (Item, Int) -> Bool, sections isSectionNeeded: (Section) -> Bool) {
    items.prune(isNeeded)
    sections.prune { section, _ in isSectionNeeded(section) }
  }
}
