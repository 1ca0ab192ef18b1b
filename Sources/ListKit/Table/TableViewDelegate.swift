/// Is called about what a user does with a table. Everything has a default.
///
/// Calls of the program, such as ``TableView/selectRow(at:animated:scrollPosition:)``, call no delegate.
/// When a row is chosen the calls come in this order, each one only if the one before allows it:
///
/// ```text
///   shouldHighlight ▶ didHighlight ▶ didUnhighlight ▶ willSelect
///     ▶ willDeselect, didDeselect (the former row) ▶ didSelect ▶ canPerformPrimaryAction ▶ performPrimaryAction
/// ```
@MainActor
public protocol TableViewDelegate: AnyObject {
  /// Whether a row may be chosen at all; yes unless implemented.
  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  /// A row is being chosen.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
  /// A row has been chosen, or not.
  func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)

  /// A row is about to be selected.
  ///
  /// - Returns: the row to select, which may be another one; nil for none.
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  /// The user selected a row.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
  /// A row is about to be deselected.
  ///
  /// - Returns: the row to deselect, which may be another one; nil for none.
  func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?
  /// The user deselected a row.
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)

  /// Whether a row has a primary action; unless implemented, while the table is not being edited.
  func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool
  /// Enter was pressed on a row, or it was double-clicked.
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath)

  /// The sign for the details of a row was clicked, or its key pressed, and it has no handler of its own.
  func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath)

  /// A row is being moved and would be dropped at a place, counted without the row itself.
  ///
  /// - Returns: where it would be dropped instead; the place itself unless implemented, or the row's own
  ///   place to refuse.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath

  /// What the control of a row does while the table is edited; deletes unless implemented.
  func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle
  /// A cell is about to appear; called once for each appearance.
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
  /// A cell has gone from the screen; the row was last at this place.
  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
}

// MARK: - Defaults

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

  /// Does nothing before a row comes into view.
  public func tableView(
    _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Does nothing after a row has left the view.
  public func tableView(
    _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}

  /// Lets the user put a row wherever he wants to.
  public func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }

  /// Offers to delete each row that the data source lets be edited.
  public func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle { .delete }
}
