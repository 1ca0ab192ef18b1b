/// How the table takes over a change of its content.
///
/// Changes are taken over when the table is drawn or answers an event, not when they are applied: several applies
/// between two frames are one change to the user, and what happened in between never touches the cursor.
extension TableView {
  /// Brings cursor and anchor over to the content as it is now, and asks for a drawing of it.
  func reconcile() {
    if phase.work != .drawing, takeOverChange() { setNeedsDisplay() }
  }

  /// Brings cursor and anchor over to the content as it is now.
  ///
  /// - Returns: whether there was anything new.
  func takeOverChange() -> Bool {
    guard phase.work != .layingOut, let content, var change = content.takeChange() else { return false }
    refreshCells(change)
    cellStore.forgetHeights()
    selection = selection(after: change)
    let former = cursor
    let successor = successor(after: change)
    change.forgetFormerOutlines()
    presentation.add(change)
    generation += 1
    reconcileCarrying()
    viewport = viewport(withSuccessor: successor)
    if cursor != former { (phase.hasUnreportedCursorMove, phase.isCursorUnseen) = (true, former != nil) }
    reconcileSwipeMenu()
    return true
  }

  /// Lets those know who wait for something to be seen that the screen has no room for now, or never will.
  ///
  /// What is pending stays so: layout and transition are those of the content before it, and the next drawing
  /// goes on from there.
  func stopShowing() {
    phase.isOnScreen = false
    _ = takeOverChange()
    presentation.stopWaiting()
  }

  /// The row that takes the cursor of one that left.
  private func successor(after change: any TableChange) -> RowIdentifier? {
    guard let content, let cursor, content.row(for: cursor) == nil else { return nil }
    return content.successor(of: cursor, in: change).map(content.identifier(of:))
  }

  /// Cursor and anchor as a change of the content leaves them.
  private func viewport(withSuccessor successor: RowIdentifier?) -> Viewport {
    guard let input = layoutInput else { return viewport }
    var next = viewport.after(.contentChanged(successor: successor), shown: layout, input)
    if next.cursor == nil, allowsSelection { next.cursor = firstStop }
    return next
  }

  /// The cursor's row as it will be when what was applied is taken over.
  var upcomingCursorRow: TableRow? {
    guard let content, phase.work == .none, let change = content.unshownChange else { return cursorRow }
    return viewport(withSuccessor: successor(after: change)).cursor.flatMap(content.row(for:))
  }

  var firstStop: RowIdentifier? { rows?.firstStop.flatMap { content?.identifier(of: $0) } }

  private func refreshCells(_ change: any TableChange) {
    guard let content else { return }
    for (identifier, cell) in cellStore.cells {
      // Made for a layout that a later change overtook: nobody saw it, and it may be out of date.
      guard cellStore.drawn[identifier] != nil else {
        cellStore.retire(identifier)
        continue
      }
      guard let row = content.row(for: identifier), let indexPath = row.indexPath else {
        // Should it come back before the next drawing, it comes as another.
        cellStore.retire(identifier)
        continue
      }
      switch change.replacesCell(of: row) {
      case true?: cellStore.retire(identifier)
      case false?: reconfigure(cell, at: indexPath)
      case nil: break
      }
    }
  }
}
