/// The outlines of all sections, which together are the entire content.
struct OutlineList<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>

  let outlines: [(section: Section, outline: Outline)]
  /// The call that showed them, for traps.
  let file: StaticString
  let line: UInt

  init(_ outlines: [(section: Section, outline: Outline)], file: StaticString = #fileID, line: UInt = #line) {
    self.outlines = outlines
    self.file = file
    self.line = line
  }

  /// The number of items, including hidden ones.
  var numberOfItems: Int { outlines.reduce(0) { $0 + $1.outline.numberOfItems } }

  /// Checks that no section occurs twice, and no item among all items or among the visible ones.
  ///
  /// - Complexity: O(items of all outlines) hashing.
  func validate(for operation: String, visibleOnly: Bool) throws(SnapshotError) {
    let sections = duplicates(in: outlines.lazy.map(\.section))
    guard sections.isEmpty else {
      throw .duplicateSections(operation: operation, sections: descriptions(of: sections))
    }
    let items = duplicates(in: outlines.flatMap { visibleOnly ? $0.outline.visibleItems : $0.outline.items })
    guard items.isEmpty else {
      let present = items.prefix(10).map { item in
        let places = outlines.filter { $0.outline.contains(item) }.map { "\($0.section)" }
        return "\(item) in section \(places.joined(separator: ", "))"
      }
      throw .duplicateItems(operation: operation, items: descriptions(of: items), present: present)
    }
  }

  /// Returns the resulting snapshot, and the outlines of the sections. Each outline overrides those before
  /// it, so that an item in several of them is in the last one only.
  ///
  /// Traps if a section occurs twice, or an item is visible in two outlines.
  ///
  /// - Complexity: O(items of all outlines); if outlines hide items of others, times the number of outlines.
  func shown() -> (Snapshot, [Section: Outline]) {
    let visible = outlines.map { ($0.section, $0.outline.visibleItems) }
    var trees = Dictionary(outlines.map { ($0.section, $0.outline) }) { first, _ in first }
    // This only detects duplicates; the trap determines which ones they are.
    guard trees.count == outlines.count, var snapshot = Snapshot(withDistinctItems: visible) else {
      trapNamingDuplicates()
    }
    for (section, _) in outlines { snapshot.takeMarks(of: &trees[section]) }
    // If nothing is hidden, all items are visible, and visible items are distinct.
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
      trap(error.description, file: file, line: line)
    }
    trap("apply(_:): outlines without duplicates were refused", file: file, line: line)
  }

  /// Whether no item is in two outlines, provided that none is visible in two.
  private var isDisjoint: Bool {
    outlines.count < 2 || Set(outlines.lazy.flatMap(\.outline.items)).count == numberOfItems
  }
}

// MARK: - OutlineToggles

/// Items of one outline that are opened or closed together.
struct OutlineToggles<Item: Hashable & Sendable> {
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>

  struct Toggle {
    var item: Item
    var isExpanded: Bool
    /// The children that were found; nil keeps the current ones.
    var children: Outline?
  }

  /// The result of the toggles.
  struct Outcome {
    var outline: Outline
    /// Items that may be new to the outline.
    var found: [Item] = []
    /// Whether items from elsewhere in the outline were moved below one that was opened.
    var movesOthers = false
  }

  var all: [Toggle] = []

  /// Returns an outline with the items opened or closed.
  ///
  /// A handler may have changed the outline before it returned children: items that were removed stay
  /// removed, and the children found for them are dropped. Children that are elsewhere in the outline move
  /// below the opened item, except for that item itself and its ancestors.
  func applied(to outline: consuming Outline) -> Outcome {
    var outcome = Outcome(outline: outline)
    for toggle in all where outcome.outline.contains(toggle.item) {
      if let children = toggle.children { outcome.replaceChildren(of: toggle.item, with: children) }
      if toggle.isExpanded {
        outcome.outline.expand([toggle.item])
      } else {
        outcome.outline.collapse([toggle.item])
      }
    }
    // Children that were found for one item may have been removed with another.
    outcome.found.removeAll { !outcome.outline.contains($0) }
    return outcome
  }
}

extension OutlineToggles.Outcome {
  fileprivate mutating func replaceChildren(
    of item: Item, with found: DiffableDataSourceSectionSnapshot<Item>
  ) {
    var children = found
    let above = Set(path(to: item))
    children.delete(children.items.filter(above.contains))
    let elsewhere = children.items.filter { outline.contains($0) && !path(to: $0).contains(item) }
    if !elsewhere.isEmpty {
      outline.delete(elsewhere)
      movesOthers = true
    }
    outline.replace(childrenOf: item, using: children)
    self.found += children.items
  }

  private func path(to item: Item) -> UnfoldSequence<Item, (Item?, Bool)> {
    sequence(first: item, next: outline.parent(of:))
  }
}

// MARK: - OutlineLoad

/// The loading of an open item's children, or the reason why it failed.
///
/// Releasing it cancels the task.
@MainActor
final class OutlineLoad<Section> {
  /// The item's section when it was opened.
  let section: Section
  var note = OutlineNote()
  var task: Task<Void, Never>?

  init(section: Section) { self.section = section }

  deinit { task?.cancel() }
}

/// The note below an open row whose children are loading, or failed to load.
struct OutlineNote {
  /// Why loading failed; nil while it is in progress.
  var failure: String?
  /// When the row was first drawn; nil before.
  var began: Duration?

  /// How long loading may take before the note appears, so that fast loads cause no flicker.
  static let delay = Duration.milliseconds(100)

  /// When the note appears: after a delay, or at once after a failure; nil until the row was drawn.
  var due: Duration? { failure == nil ? began.map { $0 + Self.delay } : .zero }

  func isShown(at now: Duration) -> Bool { due.map { $0 <= now } ?? false }
}

// MARK: - SectionSnapshotHandlers

/// Closures that are called when the user opens and closes items of an outline.
///
/// Applying a snapshot never calls them.
public struct SectionSnapshotHandlers<ItemIdentifierType: Hashable & Sendable> {
  /// Whether an item may be opened; true by default.
  public var shouldExpandItem: ((ItemIdentifierType) -> Bool)?
  /// Called before an item is opened.
  public var willExpandItem: ((ItemIdentifierType) -> Void)?
  /// Whether an item may be closed; true by default.
  public var shouldCollapseItem: ((ItemIdentifierType) -> Bool)?
  /// Called before an item is closed.
  public var willCollapseItem: ((ItemIdentifierType) -> Void)?
  /// Returns the children to show for an item that is being opened, given its current ones. It is called on
  /// every opening, so it can find children that are expensive to find if there are none yet. While it is
  /// set, items without children can be opened too, until one turns out to have none.
  public var snapshotForExpandingParent:
    (
      (_ parent: ItemIdentifierType, _ childSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>)
        -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    )?

  /// The same for children that take time to find: a line below the parent shows that they are loading, or
  /// why that failed.
  ///
  /// ```swift
  /// handlers.loadSnapshotForExpandingParent = { folder, children in
  ///   guard children.isEmpty else { return nil }
  ///   var found = DiffableDataSourceSectionSnapshot<File>()
  ///   found.append(try await contents(of: folder))
  ///   return found
  /// }
  /// ```
  ///
  /// Called on every opening, after ``snapshotForExpandingParent``. The task is cancelled when the parent is
  /// closed or removed, and its result is then dropped. If the closure throws, the description of the error
  /// is shown, and opening the parent again tries again. Returning nil keeps the current children.
  public var loadSnapshotForExpandingParent:
    (
      @MainActor (
        _ parent: ItemIdentifierType, _ childSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
      ) async throws -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>?
    )?
  /// Whether an item without children may turn out to have some, so that it can be opened; called for rows on
  /// the screen. If nil, and handlers find children on opening, this holds for every item that is not open.
  public var mayHaveChildren: ((ItemIdentifierType) -> Bool)?

  /// Creates handlers that allow everything and do nothing.
  public init() {}
}

// MARK: - Rebasing

/// How the outlines of sections are adapted to applies.
///
/// Two invariants hold after every apply: a section's rows are the visible items of its outline, and no item
/// is in one section's outline and in another section.
extension Dictionary where Key: Sendable, Value: Sendable {
  /// Returns the outlines after a full snapshot: removed items are gone, new ones are beside the item before
  /// them, and closed ones stay closed.
  ///
  /// - Complexity: O(visible items of the outlines, inserted items), and for each outline O(the fewer of its items and
  ///   the inserted ones).
  func rebased<Item>(
    onto snapshot: DiffableDataSourceSnapshot<Key, Item>, _ difference: SnapshotDifference<Key, Item>?
  )
    -> Self where Value == DiffableDataSourceSectionSnapshot<Item>
  {
    if isEmpty { return self }
    var rebased = filter { snapshot.contains(section: $0.key) }
    rebased.dropHidden(in: snapshot, difference)
    for section in Array(rebased.keys) {
      let items = snapshot.itemIdentifiers(inSection: section)
      guard let tree = rebased[section],
        !tree.visibleItems.elementsEqual(items, by: DiffableDataSourceSnapshot<Key, Item>.haveSameBits)
      else { continue }
      rebased[section] = tree.rebased(onVisible: items)
    }
    return rebased
  }

  /// Removes hidden items that other sections show now.
  private mutating func dropHidden<Item>(
    in snapshot: DiffableDataSourceSnapshot<Key, Item>, _ difference: SnapshotDifference<Key, Item>?
  ) where Value == DiffableDataSourceSectionSnapshot<Item> {
    let came = difference.map { $0.insertedRanges.flatMap { $0.compactMap(snapshot.itemIdentifier(at:)) } }
    for section in Array(keys) {
      guard let tree = self[section], !tree.isFlat else { continue }
      // The fewer of both, so that the cost is linear however many outlines there are.
      let candidates = came.flatMap { $0.count < tree.numberOfItems ? $0 : nil } ?? tree.items
      let gone = candidates.filter { item in
        guard let home = snapshot.sectionIdentifier(containingItem: item), home != section else {
          return false
        }
        return tree.contains(item) && !tree.isVisible(item)
      }
      if !gone.isEmpty { self[section]?.delete(gone) }
    }
  }

  /// Returns snapshot and outlines with a section's outline replaced: its items are
  /// removed from other sections.
  ///
  /// - Complexity: O(items of the outline), times the other outlines that hide something.
  func setting<Item>(
    _ outline: DiffableDataSourceSectionSnapshot<Item>, of section: Key,
    in current: DiffableDataSourceSnapshot<Key, Item>
  ) -> (DiffableDataSourceSnapshot<Key, Item>, Self) where Value == DiffableDataSourceSectionSnapshot<Item> {
    var next = current
    if !next.contains(section: section) { next.appendSections([section]) }
    var trees = self
    trees[section] = outline
    guard let index = next.indexOfSection(section) else { return (next, trees) }
    let items = outline.numberOfItems == 0 ? [] : outline.items
    var others = trees.release(items, to: section, shownIn: &next, outline)
    let rows = 0..<next.numberOfItems(inSectionAt: index)
    others.formUnion(next.replaceItems(at: rows, inSectionAt: index, with: outline.visibleItems))
    for other in others {
      trees[other] = trees[other]?.rebased(onVisible: next.itemIdentifiers(inSection: other))
    }
    next.takeMarks(of: &trees[section])
    return (next, trees)
  }

  /// Removes items from the outlines of other sections that hide them. Items that the new outline hides are
  /// also removed from sections that show them.
  ///
  /// - Returns: the sections that showed them.
  mutating func release<Item>(
    _ items: [Item], to section: Key, shownIn snapshot: inout DiffableDataSourceSnapshot<Key, Item>,
    _ outline: DiffableDataSourceSectionSnapshot<Item>
  ) -> Set<Key> where Value == DiffableDataSourceSectionSnapshot<Item> {
    var others: Set<Key> = []
    if snapshot.numberOfSections < 2 { return others }
    let hiding = filter {
      $0.key != section && $0.value.numberOfItems > snapshot.numberOfItems(inSection: $0.key)
    }
    var leaving: [Item] = []
    for item in items {
      if let home = snapshot.sectionIdentifier(containingItem: item), home != section {
        if outline.isVisible(item) { continue }
        leaving.append(item)
        others.insert(home)
      } else {
        for other in hiding.keys where self[other]?.contains(item) ?? false { self[other]?.delete([item]) }
      }
    }
    snapshot.deleteItems(leaving)
    return others
  }
}

extension DiffableDataSourceSnapshot {
  /// Replaces some rows of a section by items, changing only what differs. Items that are already there take
  /// the value given here.
  ///
  /// - Returns: the other sections that items were taken from.
  /// - Complexity: O(rows and items given); only what differs is hashed.
  mutating func replaceItems(
    at rows: Range<Int>, inSectionAt index: Int, with items: [ItemIdentifierType]
  ) -> Set<SectionIdentifierType> {
    let section = sectionIdentifiers[index]
    let former = itemIdentifiers(at: rows, inSectionAt: index)
    var start = 0
    while start < former.count, start < items.count, Self.haveSameBits(former[start], items[start]) {
      start += 1
    }
    var (formerEnd, end) = (former.count, items.count)
    while formerEnd > start, end > start, Self.haveSameBits(former[formerEnd - 1], items[end - 1]) {
      formerEnd = formerEnd - 1
      end = end - 1
    }
    let new = Array(items[start..<end])
    let gap = rows.lowerBound + start..<rows.lowerBound + formerEnd
    if new.isEmpty {
      deleteItems(at: gap, inSectionAt: index)
      return []
    }
    let follower = itemIdentifier(at: ItemPosition(section: index, item: gap.upperBound))
    let kept = gap.isEmpty ? [] : Set(new)
    deleteItems(former[start..<formerEnd].filter { !kept.contains($0) })
    var others: Set<SectionIdentifierType> = []
    for item in new where numberOfSections > 1 {
      if let home = sectionIdentifier(containingItem: item), home != section { others.insert(home) }
    }
    if let follower {
      insertItems(new, beforeItem: follower)
    } else {
      appendItems(new, toSection: section)
    }
    return others
  }
}

// MARK: - Rebasing

extension DiffableDataSourceSectionSnapshot {
  /// Returns some items, each with its descendants.
  ///
  /// - Complexity: O(items of the branches).
  func branches(of parents: [ItemIdentifierType]) -> [Self] {
    parents.filter(contains).map { snapshot(of: $0, includingParent: true) }
  }

  /// Returns this outline with other visible items, which are exactly the given ones: removed items are gone
  /// with their hidden descendants; new ones are at the level of the item before them, or among its children
  /// if it is open and has some.
  ///
  /// - Complexity: O(items of the outline and items given).
  func rebased(onVisible items: [ItemIdentifierType]) -> Self {
    let formerlyVisible = Set(visibleItems)
    lazy var shown = Set(items)
    var result = Self()
    var path: [ItemIdentifierType] = []
    var expanded: Set<ItemIdentifierType> = []
    /// The first item behind the current one that is in this outline, as far as it was looked for.
    var next = -1
    for (index, item) in items.enumerated() {
      let isNew = !contains(item)
      // Only an open item can have visible children.
      let deepest = path.last.map(expanded.contains) ?? true ? path.count : path.count - 1
      var level = max(0, path.count - 1)
      if !isNew {
        level = min(self.level(of: item), deepest)
      } else if let last = path.last, deepest == path.count {
        if next <= index { next = items[(index + 1)...].firstIndex(where: contains) ?? items.count }
        if next < items.count, parent(of: items[next]) == last { level = deepest }
      }
      path.removeSubrange(level...)
      result.append([item], to: path.last)
      path.append(item)
      if isNew { continue }
      if isExpanded(item), formerlyVisible.contains(item) {
        expanded.insert(item)
      } else if !isLeaf(item) {
        var hidden = snapshot(of: item)
        hidden.delete(hidden.items.filter { shown.contains($0) })
        result.replace(childrenOf: item, using: hidden)
      }
    }
    result.expand(Array(expanded))
    return result
  }
}

extension DiffableDataSourceSnapshot {
  /// Moves the marks of an outline to the snapshot, as far as the snapshot contains the items.
  fileprivate mutating func takeMarks(
    of outline: inout DiffableDataSourceSectionSnapshot<ItemIdentifierType>?
  ) {
    guard let marked = outline?.reconfiguredItemIdentifiers, !marked.isEmpty else { return }
    reconfigureItems(marked.filter { contains($0) })
    outline?.removeAllMarks()
  }
}
