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
    itemIdentifier(for: indexPath).flatMap { item in calling { contextMenuProvider?(item) } }
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
    guard let next = moved(block, to: gap) else { throw .refused }
    return commit(next, moving: block.flatMap(\.rows))
  }

  /// Shows the content after the user moved rows, and calls the handlers.
  func commit(_ next: Change.Content, moving rows: [ItemIdentifierType]) -> Transaction {
    var change = calling { Change(to: next, from: content.current, contentEqual, moved: rows) }
    change.cause = .current
    let transaction = Transaction(
      change.difference, moved: rows, initialTree: { snapshot(for: $0) }, finalTree: next.outline(of:))
    // Applies made in either handler happen after both: `didReorder` finds the snapshot of its transaction.
    calling {
      reorderingHandlers.willReorder?(transaction)
      commit(change, animating: true)
      reorderingHandlers.didReorder?(transaction)
    }
    performPendingApplies()
    return transaction
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
    // Each moved row at or above the row that a place precedes moves that row down by one.
    let lifted = sources.filter { $0.section == destination.section }.sorted()
    let below = lifted.reduce(destination.item) { $1.item <= $0 ? $0 + 1 : $0 }
    let row = itemIdentifier(for: IndexPath(item: below, section: destination.section))
    let target = row.map(ReorderingTarget.before) ?? .endOfSection(section)
    let items = sources.compactMap(itemIdentifier)
    if isSubclass, !isBusy, subclassMoves(items, to: target) { return true }
    return (try? reorder(items, to: target)) != nil
  }

  /// Calls the method of a subclass for each item. The index paths are those of rows that move one after the other,
  /// as in UIKit, also if the subclass leaves it to this class to move all of them at once.
  ///
  /// - Returns: whether the subclass moved rows.
  private func subclassMoves(_ items: [ItemIdentifierType], to target: ReorderingTarget) -> Bool {
    let block = reorderedBlock(items)
    guard let tableView, let goal = position(of: target),
      let gap = reorderingGap(for: block.flatMap(\.rows), at: goal), moved(block, to: gap) != nil
    else { return false }
    let former = content.generation
    var (order, generation) = (content.snapshot, former)
    for (item, rows) in block {
      guard let source = order.position(of: item), order.contains(section: gap.section),
        gap.below.map(order.contains) ?? true
      else { continue }
      if let below = gap.below {
        order.insertItems(rows, beforeItem: below)
      } else {
        order.appendItems(rows, toSection: gap.section)
      }
      guard let destination = order.position(of: item), destination != source else { continue }
      self.tableView(tableView, moveRowAt: IndexPath(source), to: IndexPath(destination))
      if content.generation != generation { (order, generation) = (content.snapshot, content.generation) }
    }
    return content.generation != former
  }

  func numberOfMovedRows(at indexPath: IndexPath) -> Int {
    itemIdentifier(for: indexPath).map { movedRows(of: $0).count } ?? 0
  }
}

/// The reason why items were not moved.
public enum ReorderingError: Error, Hashable, Sendable {
  /// None of the items is in the snapshot and may be moved.
  case notMovable
  /// The item or the section of the target is not in the snapshot.
  case noTarget
  /// `canDrop` of the handlers refuses an item below its new parent.
  case refused
}

// MARK: - Gap

extension TableViewDiffableDataSource {
  /// The place between two rows of a section where a moved row is dropped.
  private struct Gap {
    let section: SectionIdentifierType
    /// The row above; nil at the section's start.
    let above: ItemIdentifierType?
    /// The row below; nil at the section's end.
    let below: ItemIdentifierType?
  }

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

  /// Whether the program allows items as children of a parent; nil for the top level.
  func canDrop(_ items: [MovedItem], below parent: ItemIdentifierType?) -> Bool {
    guard let canDrop = reorderingHandlers.canDrop else { return true }
    return calling { items.allSatisfy { canDrop($0.item, parent) } }
  }

  /// Returns the content after items and their descendants were moved to a gap; nil if the program allows them below
  /// none of the parents that they can have there.
  private func moved(_ block: [MovedItem], to gap: Gap) -> Change.Content? {
    let rows = block.flatMap(\.rows)
    var next = content.current
    let lifted = block.map { next.lift($0.item) }
    if let below = gap.below {
      next.snapshot.insertItems(rows, beforeItem: below)
    } else {
      next.snapshot.appendItems(rows, toSection: gap.section)
    }
    if content.outlines[gap.section] == nil, lifted.allSatisfy({ $0.outline.numberOfItems == 1 }) {
      return canDrop(block, below: nil) ? next : nil
    }
    // If the section has no outline yet, its rows before the move.
    var goal = next.outlines[gap.section] ?? snapshot(for: gap.section)
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
        let places = goal.dropPlaces(formerLevel: level, above: gap.above, below: gap.below)
        guard let place = places.first(where: { canDrop(block, below: goal.parent(at: $0)) }) else {
          return nil
        }
        goal.drop(subtree, at: place)
      }
      former = item
    }
    next.outlines[gap.section] = goal
    return next
  }
}

extension DiffableDataSourceSectionSnapshot {
  /// A place of a subtree in the tree.
  enum DropPlace {
    case firstChild(of: ItemIdentifierType)
    case before(ItemIdentifierType)
    case after(ItemIdentifierType)
    /// The only place of an empty tree.
    case root
  }

  /// Returns the places between two rows, which differ in their levels, the most natural one first.
  func dropPlaces(
    formerLevel: Int, above: ItemIdentifierType?, below: ItemIdentifierType?
  ) -> [DropPlace] {
    if let above, isExpanded(above) { return [.firstChild(of: above)] }
    let levelBelow = below.map { level(of: $0) } ?? -1
    let ends =
      above.map { sequence(first: $0, next: parent(of:)).prefix { level(of: $0) > levelBelow } } ?? []
    let after = ends.map(DropPlace.after)
    guard let below else { return after.isEmpty ? [.root] : after }
    guard let above, formerLevel != levelBelow, level(of: above) == formerLevel, let first = after.first
    else {
      return [.before(below)] + after
    }
    return [first, .before(below)] + after.dropFirst()
  }

  /// Returns the parent of a subtree at a place; nil for the top level.
  func parent(at place: DropPlace) -> ItemIdentifierType? {
    switch place {
    case .firstChild(let parent): parent
    case .before(let sibling), .after(let sibling): parent(of: sibling)
    case .root: nil
    }
  }

  /// Inserts a subtree at a place.
  mutating func drop(_ subtree: Self, at place: DropPlace) {
    switch place {
    case .firstChild(let parent):
      if let child = children(of: parent).first {
        insert(subtree, before: child)
      } else {
        replace(childrenOf: parent, using: subtree)
      }
    case .before(let sibling): insert(subtree, before: sibling)
    case .after(let sibling): insert(subtree, after: sibling)
    case .root: self = subtree
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
  ///   canReorderItem ─▶ canDrop ─▶ willReorder ─▶ snapshot and outlines change ─▶ didReorder
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
    /// Whether an item may become a child of a parent, which is nil for the top level; if nil, it may.
    ///
    /// A place between two rows that two levels share takes the one that is allowed. Keys that move a row at once
    /// pass places that are not.
    ///
    /// ```swift
    /// // Files are in folders only.
    /// dataSource.reorderingHandlers.canDrop = { file, parent in file.isFolder || parent?.isFolder ?? false }
    /// ```
    public var canDrop: ((_ item: ItemIdentifierType, _ parent: ItemIdentifierType?) -> Bool)?
    /// Called before an item is moved; the data source still has the former snapshot. Applies made here
    /// happen after the move.
    public var willReorder: ((Transaction) -> Void)?
    /// Called after an item was moved; the data source has the new snapshot. Applies made here happen after it.
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
