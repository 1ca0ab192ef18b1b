internal import ListDiff

/// Picking a row up, carrying it, and putting it down.
extension TableView {
  /// Moves the cursor's row by lines, at once.
  func moveCursorRow(by count: Int) { moveCursorRow { $0.move(byLines: count, in: $1) } }

  /// Moves the cursor's row along its line, at once.
  func moveCursorRow(besideBy count: Int) { moveCursorRow { $0.move(besideBy: count, in: $1) } }

  private func moveCursorRow(_ move: (inout ReorderSession, ReorderSpace) -> Void) {
    guard !isCursorUnseen, case .item(let item)? = cursor, lift(item, .keys), var session = lifted?.session
    else { return }
    notice = nil
    var space = reorderSpace
    // Where the row stands once it is dropped is what counts, for nothing is shown before.
    space.showsOrigins = false
    move(&session, space)
    lifted?.session = session
    redirectTarget()
    drop()
  }

  /// Picks up the cursor's row.
  func grabCursorRow() {
    guard !isCursorUnseen, case .item(let item)? = cursor, lift(item, .keys), let lifted else { return }
    let count = lifted.items.count
    let rows = count > 1 ? " \(count) rows" : ""
    notice = "moving\(rows): arrows, enter drops, esc cancels"
  }

  /// Picks a row up, and where it is marked all that are marked and may be moved; those that are open are
  /// closed before.
  ///
  /// - Returns: whether it may be moved.
  func lift(_ item: AnyHashable, _ grip: LiftedRow.Grip) -> Bool {
    guard lifted == nil, let content, let indexPath = indexPath(ofItem: item) else { return false }
    guard content.canReorder(at: indexPath) else {
      notice = "this row cannot be moved"
      setNeedsDisplay()
      return false
    }
    let marked = allowsMultipleSelection && selection.contains(item) ? selection.items : [item]
    for item in marked { close(item) }
    guard let origin = self.indexPath(ofItem: item), !isOpen(origin) else { return false }
    let others = marked.filter { other in
      other != item
        && (self.indexPath(ofItem: other).map { content.canReorder(at: $0) && !isOpen($0) } ?? false)
    }
    let session = ReorderSession(
      origin: origin.position, with: others.compactMap { self.indexPath(ofItem: $0)?.position })
    lifted = LiftedRow(item: item, items: others.union([item]), grip: grip, session: session)
    refreshGhost()
    setNeedsDisplay()
    return true
  }

  private func close(_ item: AnyHashable) {
    guard let indexPath = indexPath(ofItem: item), isOpen(indexPath) else { return }
    content?.setExpanded(false, at: indexPath, withDescendants: false)
    reconcile()
  }

  private func isOpen(_ indexPath: IndexPath) -> Bool {
    guard let outline = content?.outlinePosition(at: indexPath) else { return false }
    return outline.isExpandable && outline.isExpanded
  }

  var reorderSpace: ReorderSpace {
    ReorderSpace(
      numberOfSections: content?.numberOfSections ?? 0,
      numberOfItems: { [content] in content?.numberOfItems(inSection: $0) ?? 0 },
      arrangement: { [unowned self] in arrangement(ofSection: $0) }, showsOrigins: true,
      entry: { [unowned self] section in
        let first = stripAnchors[stripName(section)].flatMap { content?.row(for: $0.identifier) }
        return first?.section == section ? first?.indexPath?.item ?? 0 : 0
      })
  }

  /// Carries the lifted row to another place and brings that into view.
  func carry(_ move: (inout ReorderSession, ReorderSpace) -> Void) {
    guard let former = lifted?.session else { return }
    freezeTop()
    var session = former
    move(&session, reorderSpace)
    lifted?.session = session
    redirectTarget()
    refreshGhost()
    guard lifted?.session != former else { return }
    showTarget()
    setNeedsDisplay()
  }

  private func redirectTarget() {
    guard let session = lifted?.session, session.proposed != session.home, let delegate else { return }
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
    guard !lifted.session.isHome else { return showLanded(lifted) }
    freezeTop(without: lifted)
    let sources = lifted.session.lifted.map { IndexPath($0) }
    if !content.performReorder(from: sources, to: IndexPath(lifted.session.target)) {
      notice = "this row cannot be moved there"
    }
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
    let items = lifted.items.filter { indexPath(ofItem: $0) != nil }
    var session = ReorderSession(
      origin: origin.position, with: items.compactMap { indexPath(ofItem: $0)?.position })
    if !lifted.session.isHome, let neighbor = lifted.neighbor, let row = content.row(for: neighbor.identifier)
    {
      session.move(to: session.place(beside: row, neighbor.side), in: reorderSpace)
    }
    self.lifted = LiftedRow(
      item: lifted.item, items: items, grip: lifted.grip, session: session, pointer: lifted.pointer,
      scrollDue: lifted.scrollDue)
    refreshGhost()
  }
}

extension ReorderSession {
  /// The place above or below a row that is counted with the lifted rows still in it.
  fileprivate func place(beside row: TableRow, _ side: Tombstone.Side) -> ItemPosition {
    guard let item = row.indexPath?.position else { return ItemPosition(section: row.section, item: 0) }
    return side == .behind ? place(behind: item) : place(before: item)
  }
}
