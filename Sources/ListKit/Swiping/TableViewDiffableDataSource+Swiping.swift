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
