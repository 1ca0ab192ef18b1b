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
/// In UIKit a subclass of the data source overrides methods by index paths; here it may as well:
///
/// | closure | method |
/// | --- | --- |
/// | `canEditRow` | `tableView(_:canEditRowAt:)` |
/// | `commitEditing` | `tableView(_:commit:forRowAt:)` |
/// | `canMoveRow` | `tableView(_:canMoveRowAt:)` |
/// | `reorderingHandlers.didReorder` | `tableView(_:moveRowAt:to:)`, which comes before the row is moved |
/// | `titleForHeader` | `tableView(_:titleForHeaderInSection:)` |
/// | `titleForFooter` | `tableView(_:titleForFooterInSection:)` |
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
    let questions = [reorderingHandlers.canReorderItem, canMoveRow].compactMap(\.self)
    return !questions.isEmpty && questions.allSatisfy { $0(item) }
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
  fileprivate var isSubclass: Bool { type(of: self) != TableViewDiffableDataSource.self }

  /// What a method of a subclass says of the row under the cursor.
  fileprivate func ofCursorRow(_ ask: (IndexPath) -> Bool) -> Bool {
    isSubclass && tableView?.cursorRow?.indexPath.map(ask) ?? false
  }
}

extension TableViewDiffableDataSource {
  /// Makes the actions at one end of an item's row; nil for none.
  public typealias SwipeActionsProvider = (_ itemIdentifier: ItemIdentifierType) -> SwipeActionsConfiguration?

  var allowsEditing: Bool { commitEditing != nil || ofCursorRow(canEdit(at:)) }

  var allowsReordering: Bool {
    reorderingHandlers.canReorderItem != nil || canMoveRow != nil || ofCursorRow(canReorder(at:))
  }

  var hasSwipeActions: Bool { leadingSwipeActions != nil || trailingSwipeActions != nil }

  func swipeActions(_ edge: SwipeEdge, at indexPath: IndexPath) -> SwipeActionsConfiguration? {
    guard let item = itemIdentifier(for: indexPath) else { return nil }
    return edge == .leading ? leadingSwipeActions?(item) : trailingSwipeActions?(item)
  }
}
