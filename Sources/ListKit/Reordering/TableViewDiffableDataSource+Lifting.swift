extension TableViewDiffableDataSource {
  var allowsReordering: Bool { reorderingHandlers.canReorderItem != nil || canMoveRow != nil }
}
