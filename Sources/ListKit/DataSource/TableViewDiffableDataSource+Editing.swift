/// What a person may do to rows, and what happens then, by item identifier.
///
/// In UIKit a subclass of the data source overrides methods by index paths; here it may as well:
///
/// | closure | method |
/// | --- | --- |
/// | `canEditRow` | `tableView(_:canEditRowAt:)` |
/// | `commitEditing` | `tableView(_:commit:forRowAt:)` |
/// | `reorderingHandlers.canReorderItem` | `tableView(_:canMoveRowAt:)` |
/// | `reorderingHandlers.didReorder` | `tableView(_:moveRowAt:to:)`, which comes before the row is moved |
/// | `headerProvider` | `tableView(_:titleForHeaderInSection:)` |
/// | `footerProvider` | `tableView(_:titleForFooterInSection:)` |
extension TableViewDiffableDataSource {
  /// Whether a person may edit an item's row: what ``tableView(_:canEditRowAt:)`` says.
  public func canEdit(_ item: ItemIdentifierType) -> Bool {
    indexPath(for: item).map { canEdit(at: $0) } ?? false
  }

  /// Whether a person may move an item's row: what ``tableView(_:canMoveRowAt:)`` says.
  public func canReorder(_ item: ItemIdentifierType) -> Bool {
    indexPath(for: item).map { canReorder(at: $0) } ?? false
  }

  /// Does to an item's row what a person asked for.
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

  /// What the closures say of an item.
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

  /// Whether its methods may be overridden.
  private var isSubclass: Bool { type(of: self) != TableViewDiffableDataSource.self }

  /// What a method of a subclass says of the row under the cursor.
  private func ofCursorRow(_ ask: (IndexPath) -> Bool) -> Bool {
    isSubclass && tableView?.cursorRow?.indexPath.map(ask) ?? false
  }

  /// Makes the actions at one end of an item's row; nil for none.
  public typealias SwipeActionsProvider = (_ itemIdentifier: ItemIdentifierType) -> SwipeActionsConfiguration?

  var allowsEditing: Bool { commitEditing != nil || ofCursorRow(canEdit(at:)) }

  var allowsReordering: Bool {
    reorderingHandlers.canReorderItem != nil || ofCursorRow(canReorder(at:))
  }

  var hasSwipeActions: Bool { leadingSwipeActions != nil || trailingSwipeActions != nil }

  func swipeActions(_ edge: SwipeEdge, at indexPath: IndexPath) -> SwipeActionsConfiguration? {
    guard let item = itemIdentifier(for: indexPath) else { return nil }
    return edge == .leading ? leadingSwipeActions?(item) : trailingSwipeActions?(item)
  }

  // MARK: - Reordering

  /// Moves an item as dragging its row does, and calls the handlers.
  ///
  /// In an outline, everything below the item travels with it, and its neighbours decide on its new parent:
  /// below an open row it becomes the first child; beside a row of its own level it keeps that level;
  /// else it takes the level of the row behind it or, at the end, of the row before it.
  ///
  /// - Parameters:
  ///   - item: an item that is shown; others are not moved.
  ///   - target: where it is dropped. Its own rows, and the places beside them, leave it where it is.
  /// - Returns: what changed; nil where nothing did, or where it happens only later: called in a callback.
  /// - Complexity: O(log *edits*) in flat sections, and O(*m*) for the *m* items of touched sections that
  ///   the transaction tells.
  @discardableResult
  public func reorder(_ item: ItemIdentifierType, to target: ReorderingTarget) -> Transaction? {
    reorder([item], to: target)
  }

  /// Moves items as one block, in the order in which they are shown, as dragging their rows does.
  ///
  /// The first of them is dropped as a single item is, the others behind it and on its level. One transaction
  /// tells of all.
  ///
  /// - Parameters:
  ///   - items: the items; those that are not shown or may not be moved stay, and those below another one
  ///     travel with it.
  ///   - target: where they are dropped.
  /// - Returns: what changed; nil where nothing did, or where it happens only later: called in a callback.
  /// - Complexity: O(*k* · log *edits*) for *k* items in flat sections, and O(*m*) for the *m* items of touched
  ///   sections that the transaction tells.
  @discardableResult
  public func reorder(_ items: [ItemIdentifierType], to target: ReorderingTarget) -> Transaction? {
    if isBusy {
      let cause = ChangeCause.current
      reentrancy.lastFromInside = enqueue(
        Request(content: .action { [weak self] in cause.perform { _ = self?.reorder(items, to: target) } }))
      return nil
    }
    let block = reorderedBlock(items)
    guard !block.isEmpty, let gap = reorderingGap(for: block.flatMap(\.rows), at: target) else { return nil }
    let (next, nextTrees) = moved(block, to: gap)
    let rows = block.flatMap(\.rows)
    var change = Change(to: next, nextTrees, from: current, trees, contentEqual, moved: rows)
    change.cause = .current
    let transaction = Transaction(
      change.difference, moved: rows, initialTree: { snapshot(for: $0) },
      finalTree: { Self.tree(of: $0, in: next, nextTrees) })
    calling { reorderingHandlers.willReorder?(transaction) }
    commit(change, animating: true)
    reorderingHandlers.didReorder?(transaction)
    return transaction
  }

  /// The outline of a section, its items as roots where it has none.
  static func tree(
    of section: SectionIdentifierType, in snapshot: Snapshot,
    _ trees: [SectionIdentifierType: SectionSnapshot]
  ) -> SectionSnapshot {
    if let tree = trees[section] { return tree }
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
    let former = generation
    if let tableView, let source = sources.first, !isBusy {
      self.tableView(tableView, moveRowAt: source, to: destination)
    }
    if generation != former { return true }
    // Each moved row at or above the one below the place pushes that further down.
    let lifted = sources.filter { $0.section == destination.section }.sorted()
    let below = lifted.reduce(destination.item) { $1.item <= $0 ? $0 + 1 : $0 }
    let row = itemIdentifier(for: IndexPath(item: below, section: destination.section))
    return reorder(sources.compactMap(itemIdentifier), to: row.map { .before($0) } ?? .endOfSection(section))
      != nil
  }
}
