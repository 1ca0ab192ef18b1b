extension TableView {
  /// Chooses the row under the cursor, as enter and a double click do.
  ///
  /// Where one row can be selected and there is a delegate, the row is selected first. Where several can
  /// be, marks are set by keys of their own and stay as they are.
  func chooseCursorRow() {
    // The row that the user saw under the cursor is gone; its heir was not meant.
    guard !phase.isCursorUnseen, let item = cursor else { return }
    if let row = cursorRow, let indexPath = row.indexPath, let disclosure = headerDisclosure(of: row) {
      perform(disclosure, at: indexPath)
      return
    }
    if let indexPath = cursorRow?.indexPath, performControl(at: indexPath) { return }
    var chosen: RowIdentifier? = item
    if delegate != nil, selectsRows, !selectsSeveral { chosen = selectByHand(item) }
    guard let chosen, let indexPath = indexPath(of: chosen) else { return }
    var isAllowed = true
    tell { isAllowed = $0.tableView(self, canPerformPrimaryActionForRowAt: indexPath) }
    guard isAllowed else { return }
    highlight = Highlight(identifier: chosen)
    setNeedsDisplay()
    guard let indexPath = self.indexPath(of: chosen) else { return }
    tell { $0.tableView(self, performPrimaryActionForRowAt: indexPath) }
    if let indexPath = self.indexPath(of: chosen) { primaryAction?(indexPath) }
  }
}
