extension TableViewDelegate {
  /// Every row may be chosen.
  public func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
  /// Does nothing: that the cursor came is shown by the row itself.
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
  /// Does nothing: that the cursor left is shown by the row itself.
  public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}

  /// Lets the row be selected that was asked for.
  public func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath
  }
  /// Does nothing; the row is selected all the same.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  /// Lets the row be deselected that was asked for.
  public func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath
  }
  /// Does nothing; the row is deselected all the same.
  public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}

  /// Every row has one while the table is not being edited.
  public func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool
  {
    !tableView.isEditing
  }
  /// Does nothing: enter on a row has no meaning unless it selects, or expands.
  public func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {}
  /// Does nothing: the key and the click for details have no meaning.
  public func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}
  /// Does nothing: a click on the title of a column has no meaning.
  public func tableView(_ tableView: TableView, didSelectColumnAt index: Int) {}

  /// Does nothing before a row comes into view.
  public func tableView(
    _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Does nothing after a row has left the view.
  public func tableView(
    _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Does nothing before a header comes into view.
  public func tableView(_ tableView: TableView, willDisplayHeaderForSection section: Int) {}
  /// Does nothing after a header has left the view.
  public func tableView(_ tableView: TableView, didEndDisplayingHeaderForSection section: Int) {}
  /// Does nothing before a footer comes into view.
  public func tableView(_ tableView: TableView, willDisplayFooterForSection section: Int) {}
  /// Does nothing after a footer has left the view.
  public func tableView(_ tableView: TableView, didEndDisplayingFooterForSection section: Int) {}

  /// Lets the user put a row wherever he wants to.
  public func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }

  /// Offers to delete each row that the data source lets be edited.
  public func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle { .delete }
  /// Gives the row no menu at its beginning.
  public func tableView(
    _ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> SwipeActionsConfiguration? { nil }
  /// Gives the row no menu at its end, beside deleting where the data source lets it be edited.
  public func tableView(
    _ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> SwipeActionsConfiguration? { nil }
  /// As often as its cell says.
  public func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
    tableView.cellForRow(at: indexPath)?.indentationLevel ?? 0
  }
}
