/// Outlines of sections that are shown together, as all there is.
struct OutlineList<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>

  let outlines: [(section: Section, outline: Outline)]
  /// The call that showed them, which a trap names.
  let file: StaticString
  let line: UInt

  init(_ outlines: [(section: Section, outline: Outline)], file: StaticString = #fileID, line: UInt = #line) {
    self.outlines = outlines
    self.file = file
    self.line = line
  }

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
      let present = items.prefix(10).map { item in
        let places = outlines.filter { $0.outline.contains(item) }.map { "\($0.section)" }
        return "\(item) in section \(places.joined(separator: ", "))"
      }
      throw .duplicateItems(operation: operation, items: descriptions(of: items), present: present)
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
    var trees = Dictionary(outlines.map { ($0.section, $0.outline) }) { first, _ in first }
    // Counting finds out whether any is named twice; which ones they are is looked for only then.
    guard trees.count == outlines.count, var snapshot = Snapshot(withDistinctItems: visible) else {
      trapNamingDuplicates()
    }
    for (section, _) in outlines { snapshot.takeMarks(of: &trees[section]) }
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
    /// What was found below it; nil leaves what there is.
    var children: Outline?
  }

  /// What comes of it.
  struct Outcome {
    var outline: Outline
    /// Items that may be new to the outline.
    var found: [Item] = []
    /// Whether items from elsewhere in the outline were moved below one that was opened.
    var movesOthers = false
  }

  var all: [Toggle] = []

  /// An outline with the items opened or closed.
  ///
  /// A handler may have changed the outline before it said what was found: items that are gone from it stay so,
  /// and what was found below them is dropped. What stands elsewhere in it moves below the item that was opened,
  /// apart from that item itself and those above it.
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
    // What was found below one item may have gone with another.
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

  /// An item and those above it.
  private func path(to item: Item) -> UnfoldSequence<Item, (Item?, Bool)> {
    sequence(first: item) { [outline] in outline.parent(of: $0) }
  }
}

// MARK: - OutlineLoad

/// The children of an open item being found, or the reason why they were not.
///
/// Releasing it cancels the search.
@MainActor
final class OutlineLoad<Section> {
  /// Where the item stood when it was opened.
  let section: Section
  var note = OutlineNote()
  var task: Task<Void, Never>?

  init(section: Section) { self.section = section }

  deinit { task?.cancel() }
}

/// The open items whose children are being found, or were not.
@MainActor
final class OutlineLoads<Section, Item: Hashable> {
  private var loads: [Item: OutlineLoad<Section>] = [:]

  var isEmpty: Bool { loads.isEmpty }

  subscript(item: Item) -> OutlineLoad<Section>? { loads[item] }

  func begin(_ load: OutlineLoad<Section>, of item: Item) { loads[item] = load }

  func end(_ item: Item) { loads[item] = nil }

  /// Cancels those that are not needed.
  func keep(_ isNeeded: (Item, Section) -> Bool) {
    loads = loads.filter { isNeeded($0.key, $0.value.section) }
  }
}

/// What is said on the line below an open row whose children are not there.
struct OutlineNote {
  /// Why children were not found; nil while they are being found.
  var failure: String?
  /// When the table first had something to say; nil until it has been drawn.
  var began: Duration?

  /// What is found before this was never missed, and nothing flickers.
  static let delay = Duration.milliseconds(100)

  /// When it comes onto the screen; nil until it is known since when it might be there.
  var due: Duration? { failure == nil ? began.map { $0 + Self.delay } : .zero }

  func isShown(at now: Duration) -> Bool { due.map { $0 <= now } ?? false }
}

// MARK: - SectionSnapshotHandlers

/// Closures that are called when the user opens and closes items of an outline.
///
/// Applying a snapshot never calls them.
public struct SectionSnapshotHandlers<ItemIdentifierType: Hashable & Sendable> {
  /// Whether an item may be opened; yes unless set.
  public var shouldExpandItem: ((ItemIdentifierType) -> Bool)?
  /// An item is about to be opened.
  public var willExpandItem: ((ItemIdentifierType) -> Void)?
  /// Whether an item may be closed; yes unless set.
  public var shouldCollapseItem: ((ItemIdentifierType) -> Bool)?
  /// An item is about to be closed.
  public var willCollapseItem: ((ItemIdentifierType) -> Void)?
  /// The children to show of an item that is being opened, given those it has. Called on every opening,
  /// so children that are expensive to find can be found here when there are none yet. While it is set,
  /// items without children can be opened too, until one turns out to have none.
  public var snapshotForExpandingParent:
    (
      (_ parent: ItemIdentifierType, _ childSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>)
        -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    )?

  /// The same for children that take their time: a line below the parent shows that they are being found,
  /// until they are there, or why they were not.
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
  /// closed or goes, and what it returns then is dropped. Where it throws, the error is shown as it describes
  /// itself, and opening the parent again tries again. Nil leaves the children there are.
  public var loadSnapshotForExpandingParent:
    (
      @MainActor (
        _ parent: ItemIdentifierType, _ childSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
      ) async throws -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>?
    )?
  /// Whether an item without children may turn out to have some, so that it can be opened; called for rows on
  /// the screen. Unless set, all may that were never opened, where children are found on opening.
  public var mayHaveChildren: ((ItemIdentifierType) -> Bool)?

  /// Creates handlers that allow everything and do nothing.
  public init() {}
}

// MARK: - Rebasing

/// How the outlines of sections follow from what is applied.
///
/// Two laws hold behind every apply: a section's rows are its outline's visible items, and no item is in one
/// section's outline and in another section.
extension Dictionary where Key: Sendable, Value: Sendable {
  /// The outlines after a full snapshot: items that left are gone, new ones stand beside the item before
  /// them, what is closed stays closed.
  ///
  /// - Complexity: O(visible items of the outlines) and O(items that came · outlines); O(items of the
  ///   outlines) where the difference is not known.
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

  /// Drops hidden items that are shown in other sections now.
  private mutating func dropHidden<Item>(
    in snapshot: DiffableDataSourceSnapshot<Key, Item>, _ difference: SnapshotDifference<Key, Item>?
  ) where Value == DiffableDataSourceSectionSnapshot<Item> {
    for section in Array(keys) {
      guard let tree = self[section], !tree.isFlat else { continue }
      let came = difference.map { $0.insertedRanges.flatMap { $0.compactMap(snapshot.itemIdentifier(at:)) } }
      let gone = (came ?? tree.items).filter { item in
        guard let home = snapshot.sectionIdentifier(containingItem: item), home != section else {
          return false
        }
        return tree.contains(item) && !tree.isVisible(item)
      }
      if !gone.isEmpty { self[section]?.delete(gone) }
    }
  }

  /// Snapshot and outlines with a section's outline replaced: what it names leaves other sections.
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

  /// Takes items out of where other sections hide them, and hidden ones out of where others show them.
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
  /// Puts items in the place of some rows of a section, changing only what differs. Items that stand there
  /// already take the value they are given here.
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
      removeItems(at: gap, inSectionAt: index)
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
  /// Some items, each with all below it.
  ///
  /// - Complexity: O(items of the branches).
  func branches(of parents: [ItemIdentifierType]) -> [Self] {
    parents.filter(contains).map { snapshot(of: $0, includingParent: true) }
  }

  /// This outline with other visible items, which are exactly the ones given: those that left are gone with
  /// what is hidden below them, new ones stand at the level of the item before them, or among its children
  /// where it is open and has some.
  func rebased(onVisible items: [ItemIdentifierType]) -> Self {
    let formerlyVisible = Set(visibleItems)
    var result = Self()
    var path: [ItemIdentifierType] = []
    var expanded: Set<ItemIdentifierType> = []
    for (index, item) in items.enumerated() {
      // Only an open item can have visible children.
      let deepest = path.last.map(expanded.contains) ?? true ? path.count : path.count - 1
      path.removeSubrange(
        rebasedLevel(of: item, before: items[(index + 1)...], below: path, deepest: deepest)...)
      result.append([item], to: path.last)
      path.append(item)
      guard contains(item) else { continue }
      if isExpanded(item), formerlyVisible.contains(item) {
        expanded.insert(item)
      } else {
        result.replace(childrenOf: item, using: hiddenChildren(of: item, leaving: items))
      }
    }
    result.expand(Array(expanded))
    return result
  }

  private func rebasedLevel(
    of item: ItemIdentifierType, before rest: ArraySlice<ItemIdentifierType>,
    below path: [ItemIdentifierType],
    deepest: Int
  ) -> Int {
    if contains(item) { return min(level(of: item), deepest) }
    guard let last = path.last else { return 0 }
    let next = rest.first(where: contains)
    return next.flatMap(parent(of:)) == last ? deepest : path.count - 1
  }

  private func hiddenChildren(of parent: ItemIdentifierType, leaving shown: [ItemIdentifierType]) -> Self {
    var children = snapshot(of: parent)
    guard !children.items.isEmpty else { return children }
    let shown = Set(shown)
    let moved = children.items.filter(shown.contains)
    if !moved.isEmpty { children.delete(moved) }
    return children
  }
}

extension DiffableDataSourceSnapshot {
  /// Asks for what an outline asks for, as far as its items are shown.
  fileprivate mutating func takeMarks(
    of outline: inout DiffableDataSourceSectionSnapshot<ItemIdentifierType>?
  ) {
    guard let marked = outline?.reconfiguredItemIdentifiers, !marked.isEmpty else { return }
    reconfigureItems(marked.filter { contains($0) })
    outline?.removeAllMarks()
  }
}
