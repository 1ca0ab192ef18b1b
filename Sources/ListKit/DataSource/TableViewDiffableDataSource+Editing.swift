extension TableViewCell {
  /// What a person does to a row in edit mode.
  public enum EditingStyle: Hashable, Sendable {
    /// Nothing.
    case none
    /// Removes the row.
    case delete
    /// Adds a row beside it.
    case insert
  }
}

/// What a person may do to rows, and what happens then, by item identifier.
///
/// In UIKit these are methods of `UITableViewDataSource` that a subclass of the data source overrides:
///
/// | here | there |
/// | --- | --- |
/// | `canEditRow` | `tableView(_:canEditRowAt:)` |
/// | `commitEditing` | `tableView(_:commit:forRowAt:)` |
/// | `canMoveRow` | `tableView(_:canMoveRowAt:)` |
/// | `reorderingHandlers.didReorder` | `tableView(_:moveRowAt:to:)`; the row has been moved already |
/// | `titleForHeader` | `tableView(_:titleForHeaderInSection:)` |
/// | `titleForFooter` | `tableView(_:titleForFooterInSection:)` |
extension TableViewDiffableDataSource {
  /// Whether a person may edit an item's row: there is ``commitEditing``, and ``canEditRow`` does not refuse.
  public func canEdit(_ item: ItemIdentifierType) -> Bool {
    guard current.contains(item), commitEditing != nil else { return false }
    return calling { canEditRow?(item) ?? true }
  }

  /// Whether a person may move an item's row: `reorderingHandlers.canReorderItem` and ``canMoveRow`` are called,
  /// those of them that are set; without either, no.
  public func canReorder(_ item: ItemIdentifierType) -> Bool {
    let questions = [reorderingHandlers.canReorderItem, canMoveRow].compactMap(\.self)
    guard current.contains(item), !questions.isEmpty else { return false }
    return calling { questions.allSatisfy { $0(item) } }
  }

  /// Does to an item's row what a person asked for.
  ///
  /// - Returns: whether that is allowed.
  @discardableResult
  public func performEditing(_ style: TableViewCell.EditingStyle, of item: ItemIdentifierType) -> Bool {
    guard style != .none, canEdit(item) else { return false }
    commitEditing?(style, item)
    return true
  }

  // MARK: For the table

  func canEdit(at indexPath: IndexPath) -> Bool { itemIdentifier(for: indexPath).map(canEdit) ?? false }

  func performEditing(_ style: TableViewCell.EditingStyle, at indexPath: IndexPath) -> Bool {
    itemIdentifier(for: indexPath).map { performEditing(style, of: $0) } ?? false
  }
}

extension TableViewDiffableDataSource {
  /// Makes the actions at one end of an item's row; nil for none.
  public typealias SwipeActionsProvider = (_ itemIdentifier: ItemIdentifierType) -> SwipeActionsConfiguration?

  var allowsEditing: Bool { commitEditing != nil }

  var allowsReordering: Bool { reorderingHandlers.canReorderItem != nil || canMoveRow != nil }

  var hasSwipeActions: Bool { leadingSwipeActions != nil || trailingSwipeActions != nil }

  func swipeActions(_ edge: SwipeEdge, at indexPath: IndexPath) -> SwipeActionsConfiguration? {
    guard let item = itemIdentifier(for: indexPath) else { return nil }
    return edge == .leading ? leadingSwipeActions?(item) : trailingSwipeActions?(item)
  }
}
