#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
internal import ListDiff

/// Picking a row up, carrying it, and putting it down.
extension TableView {
  /// Moves the cursor's row by places, at once.
  func moveCursorRow(by count: Int) {
    guard !isCursorUnseen, case .item(let item)? = cursor, lift(item, .keys) else { return }
    notice = nil
    let space = reorderSpace
    lifted?.session.move(by: count, in: space)
    redirectTarget()
    drop()
  }

  /// Moves the cursor's row along its line, at once.
  func moveCursorRow(besideBy count: Int) {
    guard let row = cursorRow, rows?.isShared(row) ?? false else { return }
    moveCursorRow(by: count)
  }

  /// Picks up the cursor's row.
  func grabCursorRow() {
    guard !isCursorUnseen, case .item(let item)? = cursor, lift(item, .keys) else { return }
    notice = "moving: arrows, enter drops, esc cancels"
  }

  /// Picks a row up, closing it before where it is open.
  ///
  /// - Returns: whether it may be moved.
  func lift(_ item: AnyHashable, _ grip: LiftedRow.Grip) -> Bool {
    guard lifted == nil, let content, let indexPath = indexPath(ofItem: item) else { return false }
    guard content.canReorder(at: indexPath) else {
      notice = "this row cannot be moved"
      setNeedsDisplay()
      return false
    }
    if isOpen(indexPath) {
      content.setExpanded(false, at: indexPath, withDescendants: false)
      reconcile()
    }
    guard let indexPath = self.indexPath(ofItem: item), !isOpen(indexPath) else { return false }
    lifted = LiftedRow(
      item: item, grip: grip, session: ReorderSession(origin: indexPath.position),
      lines: picture(of: TableRow(indexPath), .item(item)))
    setNeedsDisplay()
    return true
  }

  private func isOpen(_ indexPath: IndexPath) -> Bool {
    guard let outline = content?.outlinePosition(at: indexPath) else { return false }
    return outline.isExpandable && outline.isExpanded
  }

  var reorderSpace: ReorderSpace {
    ReorderSpace(numberOfSections: content?.numberOfSections ?? 0) { [content] in
      content?.numberOfItems(inSection: $0) ?? 0
    }
  }

  /// Carries the lifted row to another place and brings that into view.
  func carry(_ move: (inout ReorderSession, ReorderSpace) -> Void) {
    guard let former = lifted?.session else { return }
    freezeTop()
    var session = former
    move(&session, reorderSpace)
    lifted?.session = session
    redirectTarget()
    let neighbor = lifted.flatMap { self.neighbor(of: $0.session) }
    lifted?.neighbor = neighbor
    guard lifted?.session != former else { return }
    showTarget()
    setNeedsDisplay()
  }

  private func redirectTarget() {
    guard let session = lifted?.session, session.proposed != session.origin, let delegate else { return }
    let target = delegate.tableView(
      self, targetIndexPathForMoveFromRowAt: IndexPath(session.origin),
      toProposedIndexPath: IndexPath(session.proposed))
    let space = reorderSpace
    lifted?.session.redirect(to: target.position, in: space)
  }

  /// Puts the lifted row down; handlers are told unless it is where it came from.
  func drop() {
    guard let lifted, let content else { return }
    reconcile()
    self.lifted = nil
    notice = nil
    setNeedsDisplay()
    guard !lifted.session.isHome, let origin = indexPath(ofItem: lifted.item) else {
      return showLanded(lifted)
    }
    freezeTop(without: lifted.identifier)
    let target = IndexPath(lifted.session.target)
    if !content.performReorder(from: origin, to: target) { notice = "this row cannot be moved there" }
    reconcile()
    showLanded(lifted)
  }

  /// Puts the lifted row back; nobody is told.
  func cancelLift() {
    guard let lifted else { return }
    self.lifted = nil
    notice = nil
    showLanded(lifted)
    setNeedsDisplay()
  }

  private func showLanded(_ lifted: LiftedRow) {
    guard let row = content?.row(for: lifted.identifier) else { return }
    allowsSelection ? moveCursor(to: row) : scrollToShow(row)
  }

  /// Follows a change of the content: the row goes on being carried to the same neighbour.
  func reconcileLift() {
    guard let lifted, let content else { return }
    guard let origin = content.row(for: lifted.identifier)?.indexPath else {
      self.lifted = nil
      notice = nil
      return
    }
    var session = ReorderSession(origin: origin.position)
    if !lifted.session.isHome, let neighbor = lifted.neighbor {
      move(&session, to: neighbor, content)
    }
    self.lifted?.session = session
    let neighbor = self.neighbor(of: session)
    self.lifted?.neighbor = neighbor
  }

  private func move(
    _ session: inout ReorderSession, to neighbor: Tombstone.Neighbor, _ content: any TableContent
  ) {
    switch neighbor {
    case .behind(let identifier):
      guard let row = content.row(for: identifier) else { return }
      let place =
        row.indexPath.map { session.place(behind: $0.position) }
        ?? ItemPosition(section: row.section, item: 0)
      session.move(to: place, in: reorderSpace)
    case .before(let identifier):
      guard let row = content.row(for: identifier) else { return }
      session.move(to: ItemPosition(section: row.section, item: row.indexPath?.item ?? 0), in: reorderSpace)
    }
  }
}
