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
    guard !isLayingOut, let content, let change = content.takeChange() else { return false }
    refreshCells(change)
    let rows = RowSequence(content: content)
    let former = cursor
    if let cursor { self.cursor = heir(of: cursor, change: change, rows: rows) }
    if cursor == nil, allowsSelection { cursor = rows.firstItem.map(content.identifier(of:)) }
    if cursor != former { (isCursorMoveUntold, isCursorUnseen) = (true, former != nil) }
    if let anchor { self.anchor = successor(ofAnchor: anchor, rows: rows) }
    isLayoutDue = true
    pendingChange = pendingChange.map(change.joined(to:)) ?? change
    return true
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
      guard let row = content.row(for: .item(item)), let indexPath = row.indexPath else { continue }
      switch change.replacesCell(of: row) {
      case true?:
        cells[item] = nil
        pool.enqueue(cell)
      case false?: reconfigure(cell, at: indexPath)
      case nil: break
      }
    }
  }

  /// Starts showing a change that was taken over.
  func startTransition(at now: Duration) {
    guard let change = pendingChange else { return }
    pendingChange = nil
    if change.animation == nil || motion == .none {
      transition = nil
      ended.append(change)
      return
    }
    var carried = transition?.carried ?? [:]
    if let transition, !transition.isBulk, motion == .full {
      for placed in layout.rows {
        guard let row = placed.row, let flash = transition.flash(of: row, placed.identifier, at: now) else {
          continue
        }
        carried[placed.identifier] =
          carried[placed.identifier]
          ?? .init(
            change: flash.0, began: transition.began, curve: transition.curve)
      }
    }
    transition = Transition(
      change: change, began: now, depth: traits.colorDepth, motion: motion, isBulk: isBulk(change),
      tombstones: tombstones(change), carried: change.isFirstLoad ? [:] : carried)
    running.append(change)
  }

  /// More than half of the rows that were on the screen left, or of those that will be there changed.
  private func isBulk(_ change: any TableChange) -> Bool {
    if change.isFirstLoad { return true }
    let former = layout.rows.compactMap(\.row)
    let left = former.count { change.destination(of: $0) == nil }
    let next = nextLayout().rows.compactMap(\.row)
    let touched = next.count { change.change(of: $0) != nil }
    return left * 2 > former.count || touched * 2 > next.count
  }

  /// The rows that left, each beside a row that stays: behind the one above it, or, at the top, before the
  /// one below.
  private func tombstones(_ change: any TableChange) -> [Transition.Tombstone] {
    if change.animation == RowAnimation.none { return [] }
    var tombstones: [Transition.Tombstone] = []
    var leading: [TableLayout.PlacedRow] = []
    var predecessor: RowIdentifier?
    for placed in layout.rows {
      guard placed.tombstone == nil, let row = placed.row else { continue }
      if stands(row, change) {
        if predecessor == nil {
          tombstones = leading.compactMap { tombstone(of: $0, .before(placed.identifier)) }
        }
        predecessor = placed.identifier
      } else if change.destination(of: row) == nil {
        if let predecessor {
          tombstone(of: placed, .behind(predecessor)).map { tombstones.append($0) }
        } else {
          leading.append(placed)
        }
      }
    }
    return tombstones
  }

  private func stands(_ row: TableRow, _ change: any TableChange) -> Bool {
    guard let destination = change.destination(of: row) else { return false }
    switch change.change(of: destination) {
    case .movedUp, .movedDown: return false
    case .inserted, .changed, nil: return true
    }
  }

  private func tombstone(
    of placed: TableLayout.PlacedRow, _ neighbor: Transition.Neighbor
  ) -> Transition.Tombstone? {
    // A row under the pinned header was not seen and is not missed.
    guard placed.line >= layout.stickyLines, let lines = drawn[placed.identifier] else { return nil }
    return .init(identifier: placed.identifier, neighbor: neighbor, lines: lines)
  }
}
