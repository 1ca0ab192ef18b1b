/// Editing and moving of rows by the user, by item identifier.
///
/// In UIKit, a subclass of the data source overrides methods with index paths; that is possible here too:
///
/// | closure | method |
/// | --- | --- |
/// | `canEditRow` | `tableView(_:canEditRowAt:)` |
/// | `commitEditing` | `tableView(_:commit:forRowAt:)` |
/// | `reorderingHandlers.canReorderItem` | `tableView(_:canMoveRowAt:)` |
/// | `reorderingHandlers.didReorder` | `tableView(_:moveRowAt:to:)`, which is called before the row is moved |
/// | `headerProvider` | `tableView(_:titleForHeaderInSection:)` |
/// | `footerProvider` | `tableView(_:titleForFooterInSection:)` |
extension TableViewDiffableDataSource {
  /// Whether the user may edit an item's row, according to ``tableView(_:canEditRowAt:)``.
  public func canEdit(_ item: ItemIdentifierType) -> Bool {
    indexPath(for: item).map { canEdit(at: $0) } ?? false
  }

  /// Whether the user may move an item's row, according to ``tableView(_:canMoveRowAt:)``.
  public func canReorder(_ item: ItemIdentifierType) -> Bool {
    indexPath(for: item).map { canReorder(at: $0) } ?? false
  }

  /// Edits an item's row as the user does.
  ///
  /// - Returns: whether that is allowed.
  @discardableResult
  public func performEditing(_ style: TableViewCell.EditingStyle, of item: ItemIdentifierType) -> Bool {
    indexPath(for: item).map { performEditing(style, at: $0) } ?? false
  }

  // MARK: For the table

  func canEdit(at indexPath: IndexPath) -> Bool {
    calling {
      tableView.map { self.tableView($0, canEditRowAt: indexPath) }
        ?? itemIdentifier(for: indexPath).map(isEditable) ?? false
    }
  }

  /// Whether the closures allow to edit an item.
  func isEditable(_ item: ItemIdentifierType) -> Bool { commitEditing != nil && canEditRow?(item) ?? true }

  func isMovable(_ item: ItemIdentifierType) -> Bool {
    reorderingHandlers.canReorderItem?(item) ?? false
  }

  func performEditing(_ style: TableViewCell.EditingStyle, at indexPath: IndexPath) -> Bool {
    guard style != .none, canEdit(at: indexPath) else { return false }
    if let tableView {
      self.tableView(tableView, commit: style, forRowAt: indexPath)
    } else if let item = itemIdentifier(for: indexPath) {
      commitEditing?(style, item)
    }
    return true
  }

  /// Whether this is a subclass, whose methods may be overridden.
  private var isSubclass: Bool { type(of: self) != TableViewDiffableDataSource.self }

  /// Returns the result of a subclass's method for the row under the cursor.
  private func ofCursorRow(_ ask: (IndexPath) -> Bool) -> Bool {
    isSubclass && tableView?.cursorRow?.indexPath.map(ask) ?? false
  }

  /// Creates the menu of an item's row; nil for none.
  public typealias ContextMenuProvider = (_ itemIdentifier: ItemIdentifierType) -> Menu?

  var allowsEditing: Bool { commitEditing != nil || ofCursorRow(canEdit(at:)) }

  var allowsReordering: Bool {
    reorderingHandlers.canReorderItem != nil || ofCursorRow(canReorder(at:))
  }

  var hasContextMenus: Bool { contextMenuProvider != nil }

  func contextMenu(at indexPath: IndexPath) -> Menu? {
    itemIdentifier(for: indexPath).flatMap { contextMenuProvider?($0) }
  }

  // MARK: - Reordering

  /// Moves an item as dragging its row does, and calls the handlers.
  ///
  /// In an outline, everything below the item moves with it, and the neighbouring rows determine its new
  /// parent: below an open row it becomes the first child; beside a row of its own level it keeps that level;
  /// else it takes the level of the row after it or, at the end, of the row before it.
  ///
  /// - Parameters:
  ///   - item: an item in the snapshot.
  ///   - target: where to drop it. Its own rows, and the places beside them, leave it where it is.
  /// - Returns: what changed; nil if the item is there already, or if this was called in a callback and the move
  ///   happens later.
  /// - Throws: the reason why the item cannot be moved there; not if the move happens later.
  /// - Complexity: O(log *edits*) in flat sections, and O(*m*) for the *m* items of touched sections that
  ///   the transaction reports.
  @discardableResult
  public func reorder(
    _ item: ItemIdentifierType, to target: ReorderingTarget
  ) throws(ReorderingError) -> Transaction? {
    try reorder([item], to: target)
  }

  /// Moves items as one block, in their displayed order, as carrying their rows with keys does.
  ///
  /// The first of them is dropped as a single item is, the others after it and on its level. One transaction
  /// reports all of them.
  ///
  /// - Parameters:
  ///   - items: the items; those that are not in the snapshot or may not be moved stay, and those below
  ///     another one move with it.
  ///   - target: where to drop them.
  /// - Returns: what changed; nil if the items are there already, or if this was called in a callback and the move
  ///   happens later.
  /// - Throws: the reason why no item can be moved there; not if the move happens later.
  /// - Complexity: O(*k* · log *edits*) for *k* items in flat sections, and O(*m*) for the *m* items of touched
  ///   sections that the transaction reports.
  @discardableResult
  public func reorder(
    _ items: [ItemIdentifierType], to target: ReorderingTarget
  ) throws(ReorderingError) -> Transaction? {
    if isPostponed({ _ = try? $0.reorder(items, to: target) }) { return nil }
    let block = reorderedBlock(items)
    guard !block.isEmpty else { throw .notMovable }
    guard let goal = position(of: target) else { throw .noTarget }
    guard let gap = reorderingGap(for: block.flatMap(\.rows), at: goal) else { return nil }
    let (next, nextTrees) = moved(block, to: gap)
    return commit(next, nextTrees, moving: block.flatMap(\.rows))
  }

  /// Shows the content after the user moved rows, and calls the handlers.
  func commit(
    _ next: Snapshot, _ nextTrees: [SectionIdentifierType: SectionSnapshot],
    moving rows: [ItemIdentifierType]
  ) -> Transaction {
    var change = Change(
      to: next, nextTrees, from: content.snapshot, content.outlines, contentEqual, moved: rows)
    change.cause = .current
    let transaction = Transaction(
      change.difference, moved: rows, initialTree: { snapshot(for: $0) },
      finalTree: { Self.tree(of: $0, in: next, nextTrees) })
    calling { reorderingHandlers.willReorder?(transaction) }
    commit(change, animating: true)
    reorderingHandlers.didReorder?(transaction)
    return transaction
  }

  /// Returns the outline of a section; its items as roots if it has none.
  static func tree(
    of section: SectionIdentifierType, in snapshot: Snapshot,
    _ outlines: [SectionIdentifierType: SectionSnapshot]
  ) -> SectionSnapshot {
    if let tree = outlines[section] { return tree }
    var tree = SectionSnapshot()
    if snapshot.contains(section: section) { tree.append(snapshot.itemIdentifiers(inSection: section)) }
    return tree
  }

  // MARK: - For the table

  func canReorder(at indexPath: IndexPath) -> Bool {
    calling {
      tableView.map { self.tableView($0, canMoveRowAt: indexPath) }
        ?? itemIdentifier(for: indexPath).map(isMovable) ?? false
    }
  }

  func performReorder(from sources: [IndexPath], to destination: IndexPath) -> Bool {
    guard let section = sectionIdentifier(for: destination.section) else { return false }
    let former = content.generation
    if let tableView, let source = sources.first, !isBusy {
      self.tableView(tableView, moveRowAt: source, to: destination)
    }
    if content.generation != former { return true }
    // Each moved row at or above the row that a place precedes moves that row down by one.
    let lifted = sources.filter { $0.section == destination.section }.sorted()
    let below = lifted.reduce(destination.item) { $1.item <= $0 ? $0 + 1 : $0 }
    let row = itemIdentifier(for: IndexPath(item: below, section: destination.section))
    let target = row.map(ReorderingTarget.before) ?? .endOfSection(section)
    return (try? reorder(sources.compactMap(itemIdentifier), to: target)) != nil
  }
}

/// The reason why items were not moved.
public enum ReorderingError: Error, Hashable, Sendable {
  /// None of the items is in the snapshot and may be moved.
  case notMovable
  /// The item or the section of the target is not in the snapshot.
  case noTarget
}

// MARK: - ReorderingGap

/// The place between two rows of a section where a moved row is dropped.
struct ReorderingGap<Section, Item> {
  let section: Section
  /// The row above; nil at the section's start.
  let above: Item?
  /// The row below; nil at the section's end.
  let below: Item?
}

extension TableViewDiffableDataSource {
  typealias Gap = ReorderingGap<SectionIdentifierType, ItemIdentifierType>

  typealias MovedItem = (item: ItemIdentifierType, rows: [ItemIdentifierType])

  /// Returns the items of a block that may be moved, in their displayed order.
  func reorderedBlock(_ items: [ItemIdentifierType]) -> [MovedItem] {
    let shown = Set(items).filter(canReorder).compactMap { item in
      content.snapshot.position(of: item).map { (item, $0) }
    }
    var taken: Set<ItemIdentifierType> = []
    return shown.sorted { $0.1 < $1.1 }.compactMap { item, _ in
      guard !taken.contains(item) else { return nil }
      let rows = movedRows(of: item)
      taken.formUnion(rows.dropFirst())
      return (item, rows)
    }
  }

  /// Returns the gap at a position, without the moved rows; nil if they come from there.
  private func reorderingGap(for rows: [ItemIdentifierType], at goal: ItemPosition) -> Gap? {
    guard let first = rows.first.flatMap(content.snapshot.position),
      let last = rows.last.flatMap(content.snapshot.position)
    else { return nil }
    let isBlock = first.section == last.section && last.item - first.item == rows.count - 1
    if isBlock, goal.section == first.section, (first.item...last.item + 1).contains(goal.item) { return nil }
    let moved = Set(rows)
    func item(from start: Int, by step: Int) -> ItemIdentifierType? {
      var index = start
      while let item = content.snapshot.itemIdentifier(at: ItemPosition(section: goal.section, item: index)) {
        if !moved.contains(item) { return item }
        index += step
      }
      return nil
    }
    return Gap(
      section: content.snapshot.sectionIdentifiers[goal.section], above: item(from: goal.item - 1, by: -1),
      below: item(from: goal.item, by: 1))
  }

  /// Returns the row that a target precedes, which may be one past the last.
  private func position(of target: ReorderingTarget) -> ItemPosition? {
    switch target {
    case .before(let item): return content.snapshot.position(of: item)
    case .after(let item):
      return content.snapshot.position(of: item).map { ItemPosition(section: $0.section, item: $0.item + 1) }
    case .endOfSection(let section):
      return content.snapshot.indexOfSection(section).map {
        ItemPosition(section: $0, item: content.snapshot.numberOfItems(inSectionAt: $0))
      }
    }
  }

  /// Returns an item and its visible descendants, in order.
  func movedRows(of item: ItemIdentifierType) -> [ItemIdentifierType] {
    guard let section = content.snapshot.sectionIdentifier(containingItem: item),
      let tree = content.outlines[section],
      tree.contains(item), tree.isExpanded(item), !tree.isLeaf(item)
    else { return [item] }
    var subtree = tree.snapshot(of: item, includingParent: true)
    subtree.expand([item])
    return subtree.visibleItems
  }

  /// Returns snapshot and outlines after items and their descendants were moved to a gap.
  func moved(_ block: [MovedItem], to gap: Gap) -> (Snapshot, [SectionIdentifierType: SectionSnapshot]) {
    let rows = block.flatMap(\.rows)
    var next = content.snapshot
    if let below = gap.below {
      next.insertItems(rows, beforeItem: below)
    } else {
      next.appendItems(rows, toSection: gap.section)
    }
    var nextTrees = content.outlines
    let lifted = block.map { lift($0.item, from: &nextTrees) }
    if content.outlines[gap.section] == nil, lifted.allSatisfy({ $0.tree.numberOfItems == 1 }) {
      return (next, nextTrees)
    }
    // If the section has no outline yet, its rows before the move.
    var goal = nextTrees[gap.section] ?? Self.tree(of: gap.section, in: content.snapshot, [:])
    let moved = Set(rows)
    var former: ItemIdentifierType?
    for (item, subtree, level) in lifted {
      // An outline may hide items that another section shows.
      var subtree = subtree
      subtree.delete(
        subtree.items.filter { $0 != item && content.snapshot.contains($0) && !moved.contains($0) })
      goal.delete(subtree.items.filter(goal.contains))
      if let former {
        goal.insert(subtree, after: former)
      } else {
        goal.drop(subtree, item, formerLevel: level, above: gap.above, below: gap.below)
      }
      former = item
    }
    nextTrees[gap.section] = goal
    return (next, nextTrees)
  }

  /// Removes an item with its descendants from its outline.
  func lift(
    _ item: ItemIdentifierType, from nextTrees: inout [SectionIdentifierType: SectionSnapshot]
  )
    -> (item: ItemIdentifierType, tree: SectionSnapshot, level: Int)
  {
    guard let source = content.snapshot.sectionIdentifier(containingItem: item), let tree = nextTrees[source],
      tree.contains(item)
    else {
      var single = SectionSnapshot()
      single.append([item])
      return (item, single, 0)
    }
    nextTrees[source]?.delete([item])
    return (item, tree.snapshot(of: item, includingParent: true), tree.level(of: item))
  }
}

extension DiffableDataSourceSectionSnapshot {
  /// Inserts a subtree between two rows, which determine its level.
  mutating func drop(
    _ subtree: Self, _ item: ItemIdentifierType, formerLevel: Int, above: ItemIdentifierType?,
    below: ItemIdentifierType?
  ) {
    if let above, isExpanded(above) {
      if let child = children(of: above).first {
        insert(subtree, before: child)
      } else {
        replace(childrenOf: above, using: subtree)
      }
      return
    }
    let levelBelow = below.map { level(of: $0) }
    if let below, levelBelow == formerLevel {
      insert(subtree, before: below)
    } else if let above, level(of: above) == formerLevel || below == nil {
      insert(subtree, after: above)
    } else if let below {
      insert(subtree, before: below)
    } else {
      self = subtree
    }
  }
}

// MARK: - ReorderingHandlers

extension TableViewDiffableDataSource {
  /// A change that the user made by moving rows.
  public typealias Transaction = DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>

  /// Closures that are called when the user moves rows.
  ///
  /// ```text
  ///   canReorderItem ─▶ willReorder ─▶ snapshot and outlines change ─▶ didReorder
  /// ```
  ///
  /// The last two closures get the same transaction. A row that is dropped where it came from calls neither.
  ///
  /// The transaction describes the displayed rows. If these are a part of the data, such as the matches of a
  /// query, ``DiffableDataSourceTransaction/difference(in:)`` gives the change of the whole:
  ///
  /// ```swift
  /// dataSource.reorderingHandlers.didReorder = { transaction in
  ///   if let change = transaction.difference(in: all) { all = change.new }
  /// }
  /// ```
  public struct ReorderingHandlers {
    /// Whether an item may be moved; if nil, none may.
    public var canReorderItem: ((ItemIdentifierType) -> Bool)?
    /// Called before an item is moved; the data source still has the former snapshot. Applies made here
    /// happen after the move.
    public var willReorder: ((Transaction) -> Void)?
    /// Called after an item was moved; the data source has the new snapshot.
    public var didReorder: ((Transaction) -> Void)?

    /// Creates handlers that allow nothing.
    public init() {}
  }

  /// The place where a moved row is dropped.
  public enum ReorderingTarget {
    /// Directly before the row of an item.
    case before(ItemIdentifierType)
    /// Directly after the row of an item.
    case after(ItemIdentifierType)
    /// After the last row of a section.
    case endOfSection(SectionIdentifierType)
  }
}
