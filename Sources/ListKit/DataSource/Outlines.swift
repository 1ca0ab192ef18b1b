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

  /// Returns the resulting content. Each outline overrides those before it, so that an item in several of them
  /// is in the last one only.
  ///
  /// Traps if a section occurs twice, or an item is visible in two outlines.
  ///
  /// - Complexity: O(items of all outlines); if outlines hide items of others, times the number of outlines.
  func shown() -> OutlinedSnapshot<Section, Item> {
    let visible = outlines.map { ($0.section, $0.outline.visibleItems) }
    // This only detects duplicates; the trap determines which ones they are.
    guard Set(outlines.lazy.map(\.section)).count == outlines.count,
      let snapshot = Snapshot(withDistinctItems: visible)
    else { trapNamingDuplicates() }
    var shown = OutlinedSnapshot<Section, Item>()
    // If nothing is hidden, all items are visible, and visible items are distinct.
    let hidesNothing = zip(outlines, visible).allSatisfy { $0.outline.numberOfItems == $1.1.count }
    if hidesNothing || isDisjoint {
      shown.snapshot = snapshot
      for (section, outline) in outlines {
        shown.outlines[section] = outline
        shown.takeMarks(of: section)
      }
    } else {
      shown.snapshot.appendSections(outlines.map(\.section))
      for (section, outline) in outlines { shown.show(outline, in: section) }
    }
    return shown
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

// MARK: - OutlineToggle

/// An item of an outline that is opened or closed.
struct OutlineToggle<Item: Hashable & Sendable> {
  var item: Item
  var isExpanded: Bool
  /// The children that were found; nil keeps the current ones.
  var children: DiffableDataSourceSectionSnapshot<Item>?
}

extension DiffableDataSourceSectionSnapshot {
  typealias Toggle = OutlineToggle<ItemIdentifierType>

  /// Opens and closes items.
  ///
  /// A handler may have changed the outline before it returned children: items that were removed stay
  /// removed, and the children found for them are dropped. Children that are elsewhere in the outline move
  /// below the opened item, except for that item itself and its ancestors.
  ///
  /// - Returns: items that may be new to the outline, and whether items from elsewhere in it were moved below one
  ///   that was opened.
  @discardableResult
  mutating func apply(_ toggles: [Toggle]) -> (found: [ItemIdentifierType], movesOthers: Bool) {
    var found: [ItemIdentifierType] = []
    var movesOthers = false
    for toggle in toggles where contains(toggle.item) {
      if var children = toggle.children {
        let above = Set(path(to: toggle.item))
        children.delete(children.items.filter(above.contains))
        let elsewhere = children.items.filter { contains($0) && !path(to: $0).contains(toggle.item) }
        if !elsewhere.isEmpty {
          delete(elsewhere)
          movesOthers = true
        }
        replace(childrenOf: toggle.item, using: children)
        found += children.items
      }
      if toggle.isExpanded { expand([toggle.item]) } else { collapse([toggle.item]) }
    }
    // Children that were found for one item may have been removed with another.
    return (found.filter(contains), movesOthers)
  }

  private func path(to item: ItemIdentifierType) -> UnfoldSequence<
    ItemIdentifierType, (ItemIdentifierType?, Bool)
  > {
    sequence(first: item, next: parent(of:))
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
