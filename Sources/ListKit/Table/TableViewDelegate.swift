/// The methods that a table calls about the user's actions. All of them have defaults.
///
/// Calls by the program, such as ``TableView/selectRow(at:animated:scrollPosition:)``, do not
/// call the delegate. When the user chooses a row, the calls come in this order, each only if
/// the one before allows it:
///
/// ```text
///   shouldHighlight ▶ didHighlight ▶ didUnhighlight ▶ willSelect
///     ▶ willDeselect, didDeselect (the former row) ▶ didSelect ▶ canPerformPrimaryAction ▶ performPrimaryAction
/// ```
@MainActor
public protocol TableViewDelegate: AnyObject {
  /// Returns whether a row may be chosen; true by default.
  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  /// Called when the user begins to choose a row.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
  /// Called when a row is chosen, or is no longer being chosen.
  func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)

  /// Called before the user's action selects a row.
  ///
  /// - Returns: the row to select, which may be another one; nil for none.
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  /// Called after the user selected a row.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
  /// Called before the user's action deselects a row.
  ///
  /// - Returns: the row to deselect, which may be another one; nil for none.
  func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?
  /// Called after the user deselected a row.
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)

  /// Returns whether a row has a primary action; by default, true while the table is not being edited.
  func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool
  /// Called when the user presses enter on a row, or double-clicks it.
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath)

  /// Called when the user clicks the detail accessory of a row, or presses its key, and it has no handler.
  func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath)

  /// Called while the user moves a row that would be dropped at a place, counted without the row itself.
  ///
  /// - Returns: where to drop the row instead; the row's own place to refuse. By default the proposed place.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath

  /// Returns what the control of a row does while the table is being edited; it deletes by default.
  func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle
  /// Called when a cell is about to appear, once for each appearance.
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
  /// Called when a cell has left the screen; the row was last at this index path.
  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
}

// MARK: - Defaults

extension TableViewDelegate {
  /// Every row may be chosen.
  public func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
  /// Does nothing when the user begins to choose a row.
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
  /// Does nothing when a row is no longer being chosen.
  public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}

  /// Lets the table select the requested row.
  public func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath
  }
  /// Does nothing; the row is selected all the same.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  /// Lets the table deselect the requested row.
  public func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath
  }
  /// Does nothing; the row is deselected all the same.
  public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}

  /// Every row has a primary action while the table is not being edited.
  public func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool
  {
    !tableView.isEditing
  }
  /// Does nothing: enter has no effect unless it selects or expands a row.
  public func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {}
  /// Does nothing: the key and the click for details have no effect.
  public func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}

  /// Does nothing before a row comes into view.
  public func tableView(
    _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Does nothing after a row has left the view.
  public func tableView(
    _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}

  /// Lets the user drop a row anywhere.
  public func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }

  /// Offers to delete each row that the data source allows the user to edit.
  public func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle { .delete }
}
