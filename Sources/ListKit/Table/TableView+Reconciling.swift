/// How the table takes over a change of its content.
///
/// Changes are taken over when the table is drawn or asked, not when they are applied: several applies
/// between two frames are one change to the user, and what happened in between never touches the cursor.
extension TableView {
  /// Brings cursor and anchor over to the content as it is now, and asks for a drawing of it.
  func reconcile() {
    if !isDrawing, takeOverChange() { setNeedsDisplay() }
  }

  /// Brings cursor and anchor over to the content as it is now.
  ///
  /// - Returns: whether there was anything new.
  func takeOverChange() -> Bool {
    guard !isLayingOut, let content, var change = content.takeChange() else { return false }
    refreshCells(change)
    dropSelection(after: change)
    let rows = RowSequence(content: content)
    let former = cursor
    if let cursor { self.cursor = heir(of: cursor, change: change, rows: rows) }
    if cursor == nil, allowsSelection { cursor = rows.firstItem.map(content.identifier(of:)) }
    if cursor != former { (isCursorMoveUntold, isCursorUnseen) = (true, former != nil) }
    if let anchor { self.anchor = successor(ofAnchor: anchor, rows: rows) }
    stripAnchors = stripAnchors.filter { content.section(of: $0.key) != nil }
    reconcileLift()
    reconcileSwipeMenu()
    isLayoutDue = true
    change.forgetFormerOutlines()
    if pendingChange == nil { pendingChange = change } else { pendingChange?.join(change) }
    return true
  }

  /// Lets those know who wait for something to be seen that the screen has no room for now, or never will.
  ///
  /// What is pending stays so: layout and transition are those of the content before it, and the next drawing
  /// goes on from there.
  func stopShowing() {
    isOnScreen = false
    _ = takeOverChange()
    let over = ended + running + (pendingChange.map { [$0] } ?? [])
    (ended, running) = ([], [])
    for change in over { change.completed() }
  }

  /// The row that has the cursor after a change.
  private func heir(
    of cursor: RowIdentifier, change: any TableChange, rows: RowSequence
  ) -> RowIdentifier? {
    if rows.content.row(for: cursor) != nil { return cursor }
    return change.successor(of: cursor).map(rows.content.identifier(of:))
  }

  /// The anchor after a change: the cursor's row on its line, else the top row in its place.
  private func successor(
    ofAnchor anchor: (identifier: RowIdentifier, line: Int), rows: RowSequence
  ) -> (identifier: RowIdentifier, line: Int)? {
    if rows.content.row(for: anchor.identifier) != nil { return anchor }
    if isCursorInView, let cursor { return (cursor, anchor.line) }
    // The nearest former row below the anchor that is still there, else above.
    let below =
      layout.rows.filter { $0.line >= anchor.line } + layout.rows.filter { $0.line < anchor.line }.reversed()
    if let kept = below.first(where: { rows.content.row(for: $0.identifier) != nil }) {
      return (kept.identifier, kept.line)
    }
    return cursor.map { ($0, anchor.line) }
  }

  private func refreshCells(_ change: any TableChange) {
    guard let content else { return }
    for (item, cell) in cells {
      // Made for a layout that a later change overtook: nobody saw it, and it may be out of date.
      guard drawn[.item(item)] != nil else {
        cells[item] = nil
        pool.enqueue(cell)
        continue
      }
      guard let row = content.row(for: .item(item)), let indexPath = row.indexPath else {
        // Should it come back before the next drawing, it comes as another.
        cells[item] = nil
        retire(cell, of: item)
        continue
      }
      switch change.replacesCell(of: row) {
      case true?:
        cells[item] = nil
        retire(cell, of: item)
      case false?: reconfigure(cell, at: indexPath)
      case nil: break
      }
    }
  }
}
