internal import ListDiff

/// Picking rows up, carrying them, and putting them down.
extension TableView {
  /// Carries out a command while rows are carried; those that make no sense then are swallowed.
  ///
  /// - Returns: whether the command is done with.
  func performCarrying(_ command: Command) -> Bool {
    guard carried != nil else { return false }
    let screenful = max(1, viewportLines - 1)
    switch command {
    case .moveCursor(let count), .moveRow(let count): carry { $0.move(byLines: count, in: $1) }
    case .moveBeside(let count), .moveRowBeside(let count): carry { $0.move(besideBy: count, in: $1) }
    case .firstOfLine: carry { $0.move(toLineEnd: false, in: $1) }
    case .lastOfLine: carry { $0.move(toLineEnd: true, in: $1) }
    case .page(let count): carry { $0.move(byLines: count * screenful, in: $1) }
    case .first: carry { $0.moveToStart(in: $1) }
    case .last: carry { $0.moveToEnd(in: $1) }
    case .primaryAction, .grab: drop()
    case .back: cancelCarrying()
    case .scroll, .help, .quit, .redraw: return false
    default: break
    }
    return true
  }

  /// Moves the cursor's row by lines, at once.
  func moveCursorRow(by count: Int) { moveCursorRow { $0.move(byLines: count, in: $1) } }

  /// Moves the cursor's row along its line, at once.
  func moveCursorRow(besideBy count: Int) { moveCursorRow { $0.move(besideBy: count, in: $1) } }

  private func moveCursorRow(_ move: (inout ReorderSession, ReorderSpace) -> Void) {
    guard !phase.isCursorUnseen, let item = cursor, pickUp(item, .keys), var session = carried?.session,
      var space = reorderSpace
    else { return }
    notice = nil
    // Where the row stands once it is dropped is what counts, for nothing is shown before.
    space.showsOrigins = false
    move(&session, space)
    carried?.session = session
    redirectTarget()
    drop()
  }

  /// Picks up the cursor's row.
  func grabCursorRow() {
    guard !phase.isCursorUnseen, let item = cursor, pickUp(item, .keys), let carried else { return }
    let count = carried.items.count
    let rows = count > 1 ? " \(count) rows" : ""
    notice = "moving\(rows): arrows, enter drops, esc cancels"
  }

  /// Picks a row up, and where it is marked all that are marked and may be moved; those that are open are
  /// closed before.
  ///
  /// - Returns: whether it may be moved.
  func pickUp(_ item: RowIdentifier, _ grip: CarriedRows.Grip) -> Bool {
    guard carried == nil, let content, let indexPath = indexPath(of: item) else { return false }
    guard content.canReorder(at: indexPath) else {
      notice = "this row cannot be moved"
      setNeedsDisplay()
      return false
    }
    let marked = allowsMultipleSelection && selection.contains(item) ? selection.items : [item]
    for item in marked { close(item) }
    guard let origin = self.indexPath(of: item), !isOpen(origin) else { return false }
    let others = marked.filter { other in
      other != item && (self.indexPath(of: other).map { content.canReorder(at: $0) && !isOpen($0) } ?? false)
    }
    let session = ReorderSession(
      origin: origin.position, with: others.compactMap { self.indexPath(of: $0)?.position })
    carried = CarriedRows(item: item, items: others.union([item]), grip: grip, session: session)
    refreshCarriedRow()
    setNeedsDisplay()
    return true
  }

  private func close(_ item: RowIdentifier) {
    guard let indexPath = indexPath(of: item), isOpen(indexPath) else { return }
    content?.setExpanded(false, at: indexPath, withDescendants: false)
    reconcile()
  }

  private func isOpen(_ indexPath: IndexPath) -> Bool {
    guard let outline = content?.outlinePosition(at: indexPath) else { return false }
    return outline.isExpandable && outline.isExpanded
  }

  private var reorderSpace: ReorderSpace? {
    guard let content, let rows else { return nil }
    var space = ReorderSpace(content: rows.content)
    for name in viewport.strips.keys {
      guard let section = content.section(of: name), let item = stripAnchor(ofSection: section)?.item else {
        continue
      }
      space.entries[section] = item
    }
    return space
  }

  /// Carries the rows to another place and brings that into view.
  func carry(_ move: (inout ReorderSession, ReorderSpace) -> Void) {
    guard var session = carried?.session, let space = reorderSpace else { return }
    let former = session
    happen(.scrolled(by: 0))
    move(&session, space)
    carried?.session = session
    redirectTarget()
    refreshCarriedRow()
    if carried?.session != former { showCarriedRow() }
  }

  private func redirectTarget() {
    guard let session = carried?.session, session.proposed != session.home, let delegate else { return }
    let target = delegate.tableView(
      self, targetIndexPathForMoveFromRowAt: IndexPath(session.origin),
      toProposedIndexPath: IndexPath(session.proposed))
    if let space = reorderSpace { carried?.session.redirect(to: target.position, in: space) }
  }

  /// Puts the rows down; handlers are told unless it is where they came from.
  func drop() {
    reconcile()
    guard let carried, let content else { return }
    self.carried = nil
    notice = nil
    setNeedsDisplay()
    guard !carried.session.isHome else { return showLanded(carried) }
    happen(.scrolled(by: 0, without: carried.items))
    let sources = carried.session.origins.map { IndexPath($0) }
    if !content.performReorder(from: sources, to: IndexPath(carried.session.target)) {
      notice = "this row cannot be moved there"
    }
    reconcile()
    showLanded(carried)
  }

  /// Puts the rows back; nobody is told.
  func cancelCarrying() {
    guard let carried else { return }
    self.carried = nil
    notice = nil
    showLanded(carried)
    setNeedsDisplay()
  }

  private func showLanded(_ carried: CarriedRows) {
    guard let row = content?.row(for: carried.item) else { return }
    allowsSelection ? moveCursor(to: row) : scrollToShow(row)
  }

  /// Follows a change of the content: the rows go on being carried to the same neighbour.
  func reconcileCarrying() {
    guard let former = carried, let content else { return }
    guard let origin = indexPath(of: former.item) else {
      (carried, notice) = (nil, nil)
      return
    }
    let items = former.items.filter { indexPath(of: $0) != nil }
    var session = ReorderSession(
      origin: origin.position, with: items.compactMap { indexPath(of: $0)?.position })
    carried = CarriedRows(
      item: former.item, items: items, grip: former.grip, session: session, pointer: former.pointer,
      scrollDue: former.scrollDue)
    if !former.session.isHome, let space = reorderSpace {
      switch former.neighbor {
      case .item(let name)?:
        if let item = indexPath(of: name)?.position {
          session.move(to: session.place(behind: item), in: space)
        }
      case .startOfSection(let name)?:
        if let section = content.section(of: name) {
          session.move(to: ItemPosition(section: section, item: 0), in: space)
        }
      case nil: break
      }
      carried?.session = session
    }
    refreshCarriedRow()
  }
}
