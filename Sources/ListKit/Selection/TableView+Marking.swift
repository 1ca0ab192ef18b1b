/// What a hand does with the selection. The delegate is asked and told, in UIKit's order.
extension TableView {
  /// Carries out a command that concerns the selection.
  func performMarking(_ command: Command) {
    switch command {
    case .mark: markCursorRow()
    case .markAndMove(let count):
      guard selectsSeveral else { return }
      markCursorRow()
      moveCursor(by: count)
    case .markRange: cursorRow.map { markRange(to: $0, from: cursorRow) }
    case .selectAll: selectAll()
    case .invertSelection: invertSelection()
    default: break
    }
  }

  /// Whether rows can be marked by keys: where several can be, or somebody is told.
  var allowsMarking: Bool { selectsSeveral || (selectsRows && delegate != nil) }

  private func markCursorRow() {
    // The row that the user saw under the cursor is gone; its heir was not meant.
    guard allowsMarking, !phase.isCursorUnseen, let item = cursor else { return }
    toggleMark(item)
  }

  func toggleMark(_ item: RowIdentifier) {
    guard selection.contains(item) else {
      selectByHand(item)
      return
    }
    deselectByHand(item)
    selection.anchor = item
  }

  /// Marks all rows from the one marked last, or another one, to this one.
  func markRange(to end: TableRow, from start: TableRow?) {
    guard selectsSeveral, let rows else { return }
    let anchor = selection.anchor.flatMap { content?.row(for: $0) } ?? start ?? end
    let (first, last) = anchor < end ? (anchor, end) : (end, anchor)
    let items = sequence(first: first) { $0 < last ? rows.itemAfter($0) : nil }.map(
      rows.content.identifier(of:))
    select(items)
    // The range may be drawn anew from the same row.
    selection.anchor = rows.content.identifier(of: anchor)
  }

  /// Marks all rows; where all are marked, none.
  private func selectAll() {
    guard selectsSeveral else { return }
    let items = allItems
    let unselected = items.filter { !selection.contains($0) }
    unselected.isEmpty ? deselect(items) : select(unselected)
  }

  private func invertSelection() {
    guard selectsSeveral else { return }
    let items = allItems
    let selected = items.filter(selection.contains)
    let others = items.filter { !selection.contains($0) }
    deselect(selected)
    select(others)
  }

  private var allItems: [RowIdentifier] {
    guard let rows, let first = rows.firstItem else { return [] }
    return sequence(first: first) { rows.itemAfter($0) }.map(rows.content.identifier(of:))
  }

  private func select(_ items: [RowIdentifier]) {
    let anchor = selection.anchor
    for item in items where !selection.contains(item) {
      if delegate == nil { selection.insert(item) } else { selectByHand(item) }
    }
    selection.anchor = anchor ?? selection.anchor
    setNeedsDisplay()
  }

  private func deselect(_ items: [RowIdentifier]) {
    for item in items {
      if delegate == nil { selection.remove(item) } else { deselectByHand(item) }
    }
    setNeedsDisplay()
  }

  /// Selects a row as a user does.
  ///
  /// - Returns: the item selected, which the delegate may have chosen instead; nil where it refused.
  @discardableResult
  func selectByHand(_ item: RowIdentifier) -> RowIdentifier? {
    guard selectsRows, highlight(item), let item = willSelect(item) else { return nil }
    if !selectsSeveral {
      for other in selection.items where other != item {
        guard deselectByHand(other) else { return nil }
      }
      // A callback may have taken the item away.
      guard indexPath(of: item) != nil else { return nil }
    }
    selection.insert(item)
    setNeedsDisplay()
    if let indexPath = indexPath(of: item) { tell { $0.tableView(self, didSelectRowAt: indexPath) } }
    return item
  }

  /// Deselects a row as a user does.
  ///
  /// - Returns: whether the delegate agreed.
  @discardableResult
  func deselectByHand(_ item: RowIdentifier) -> Bool {
    guard let indexPath = indexPath(of: item) else { return true }
    var target: IndexPath? = indexPath
    tell { target = $0.tableView(self, willDeselectRowAt: indexPath) }
    guard let target, let item = self.identifier(at: target) else { return false }
    selection.remove(item)
    setNeedsDisplay()
    tell { $0.tableView(self, didDeselectRowAt: target) }
    return true
  }

  private func highlight(_ item: RowIdentifier) -> Bool {
    guard let indexPath = indexPath(of: item) else { return false }
    var isAllowed = true
    tell { isAllowed = $0.tableView(self, shouldHighlightRowAt: indexPath) }
    guard isAllowed else { return false }
    if let indexPath = self.indexPath(of: item) {
      tell { $0.tableView(self, didHighlightRowAt: indexPath) }
    }
    if let indexPath = self.indexPath(of: item) {
      tell { $0.tableView(self, didUnhighlightRowAt: indexPath) }
    }
    return true
  }

  private func willSelect(_ item: RowIdentifier) -> RowIdentifier? {
    guard let indexPath = indexPath(of: item) else { return nil }
    var target: IndexPath? = indexPath
    tell { target = $0.tableView(self, willSelectRowAt: indexPath) }
    return target.flatMap(self.identifier(at:))
  }

  /// Calls the delegate, and takes over what it changed.
  func tell(_ call: (any TableViewDelegate) -> Void) {
    guard let delegate else { return }
    call(delegate)
    reconcile()
  }
}
