/// Selection by the program, which does not call the delegate.
extension TableView {
  /// The selected rows from top to bottom.
  ///
  /// - Complexity: O(s · log s) for s selected rows.
  public var indexPathsForSelectedRows: [IndexPath] { selectedRows.sorted().compactMap(\.indexPath) }

  /// The number of selected rows, including those of ``numberOfHiddenSelectedRows``.
  public var numberOfSelectedRows: Int {
    let selection = upcomingSelection
    return selection.items.count - selection.absent.count + numberOfHiddenSelectedRows
  }

  /// The number of selected rows that exist but are not shown: a query, a closed section or a closed parent
  /// hides them.
  ///
  /// - Complexity: O(1); O(selected rows that are not shown) after a change.
  public var numberOfHiddenSelectedRows: Int {
    guard let content else { return 0 }
    if content.unshownChange != nil { return upcomingSelection.absent.count(where: isHidden) }
    return selection.countOfHidden(at: content.version &* 2 &+ (isFiltered ? 1 : 0), isHidden)
  }

  /// Whether rows are selected that no longer exist: they are not counted, and are selected again if they come
  /// back before the next query.
  public var hasMissingSelectedRows: Bool { numberOfSelectedRows < upcomingSelection.items.count }

  /// Selects a row, in place of the selected one if only one can be selected; nil deselects all rows.
  ///
  /// Traps if no item has this index path. If the item's section is closed, nothing changes.
  ///
  /// - Parameters:
  ///   - indexPath: the row.
  ///   - animated: ignored, present for similarity with UIKit; rows are selected at once.
  ///   - scrollPosition: where to bring the row; `.none` leaves the view as it is.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition = .none) {
    if let indexPath { checkItem(at: indexPath, for: "selectRow(at:animated:scrollPosition:)") }
    reconcile()
    setNeedsDisplay()
    guard let indexPath else { return selection.removeAll() }
    guard let item = identifier(at: indexPath), allowsSelection else { return }
    if !allowsMultipleSelection { selection.removeAll() }
    selection.insert(item)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition) }
  }

  /// Deselects a row. Does nothing if the row is not selected or does not exist.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    reconcile()
    guard let item = identifier(at: indexPath) else { return }
    selection.remove(item)
    setNeedsDisplay()
  }

  /// Brings a row into view without moving the cursor; at once, whether `animated` or not.
  ///
  /// Traps if no item has this index path. If the item's section is closed, the view stays where it is.
  public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    checkItem(at: indexPath, for: "scrollToRow(at:at:animated:)")
    scrollToRow(at: indexPath, at: scrollPosition)
  }

  private var selectedRows: [TableRow] {
    guard let content else { return [] }
    return selection.items.compactMap(content.row(for:))
  }

  /// The identifiers of the selected rows: those on the table from top to bottom, then the hidden ones.
  var selectedIdentifiers: [RowIdentifier] {
    guard let content else { return [] }
    let hidden = upcomingSelection.absent.filter(isHidden).sorted()
    return selectedRows.sorted().map(content.identifier(of:)) + hidden
  }

  /// Selects items in place of the selected ones, shown or not, without calls of the delegate.
  func select(only items: [RowIdentifier]) {
    reconcile()
    setNeedsDisplay()
    guard let content, allowsSelection else { return }
    let items = allowsMultipleSelection ? items : Array(items.prefix(1))
    selection.replace(with: items) { content.row(for: $0) != nil }
  }

  /// Whether a selected item that the table does not show still exists.
  private func isHidden(_ item: RowIdentifier) -> Bool {
    content?.isHidden(item, whileFiltered: isFiltered) ?? false
  }

  /// Deselects the rows that are gone, because a query begins: later it cannot be told which are hidden.
  func forgetMissingSelection() { selection.forgetAbsent(unless: isHidden) }

  /// The selection after the table takes over the applied changes.
  var upcomingSelection: RowSelection {
    var selection = selection
    if let content, content.unshownChange != nil, !selection.isEmpty {
      selection.update(removed: content.removed(among: selection.items)) { content.row(for: $0) != nil }
    }
    return selection
  }
}

/// Selection by the user. The delegate is called in UIKit's order.
extension TableView {
  func performMarking(_ command: Command) {
    switch command {
    case .mark: markCursorRow()
    case .markAndMove(let count):
      guard selectsSeveral else { return }
      markCursorRow()
      moveCursor(by: count)
    case .markRange:
      if let row = cursorRow, row.item != nil { markRange(to: row, from: row) }
    case .selectAll: selectAll()
    case .invertSelection: invertSelection()
    default: break
    }
  }

  /// Whether keys can mark rows: if several can be selected, or there is a delegate.
  var allowsMarking: Bool { selectsSeveral || (selectsRows && delegate != nil) }

  private func markCursorRow() {
    // The row that the user saw under the cursor is gone; the key does not refer to its successor.
    guard allowsMarking, !phase.isCursorUnseen, let item = cursor, cursorRow?.item != nil else { return }
    toggleMark(item)
  }

  func toggleMark(_ item: RowIdentifier) {
    guard selection.contains(item) else {
      selectByUser(item)
      return
    }
    deselectByUser(item)
    selection.beginRange(at: item)
  }

  /// Selects all rows from the one marked last, or else from a start, to an end.
  func markRange(to end: TableRow, from start: TableRow?) {
    guard selectsSeveral, let rows else { return }
    let anchor = selection.anchor.flatMap { content?.row(for: $0) } ?? start ?? end
    let (first, last) = anchor < end ? (anchor, end) : (end, anchor)
    let items = sequence(first: first) { $0 < last ? rows.itemAfter($0) : nil }.map(
      rows.content.identifier(of:))
    select(items)
    // The user can select another range from the same row.
    selection.beginRange(at: rows.content.identifier(of: anchor))
  }

  /// Selects all rows; if all are selected, deselects them.
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
      if delegate == nil { selection.insert(item) } else { selectByUser(item) }
    }
    if let anchor { selection.beginRange(at: anchor) }
    setNeedsDisplay()
  }

  private func deselect(_ items: [RowIdentifier]) {
    for item in items {
      if delegate == nil { selection.remove(item) } else { deselectByUser(item) }
    }
    setNeedsDisplay()
  }

  /// Selects a row as the user does.
  ///
  /// - Returns: the selected item, which the delegate may have chosen instead; nil if the delegate refused.
  @discardableResult
  private func selectByUser(_ item: RowIdentifier) -> RowIdentifier? {
    guard selectsRows, highlight(item), let item = willSelect(item) else { return nil }
    if !selectsSeveral {
      for other in selection.items where other != item {
        guard deselectByUser(other) else { return nil }
      }
      // A callback may have removed the item.
      guard indexPath(of: item) != nil else { return nil }
    }
    selection.insert(item)
    setNeedsDisplay()
    if let indexPath = indexPath(of: item) { notify { $0.tableView(self, didSelectRowAt: indexPath) } }
    return item
  }

  /// Deselects a row as the user does.
  ///
  /// - Returns: whether the delegate agreed.
  @discardableResult
  private func deselectByUser(_ item: RowIdentifier) -> Bool {
    guard let indexPath = indexPath(of: item) else {
      selection.remove(item)
      return true
    }
    let target =
      delegate == nil ? indexPath : notify { $0.tableView(self, willDeselectRowAt: indexPath) } ?? nil
    guard let target, let item = self.identifier(at: target) else { return false }
    selection.remove(item)
    setNeedsDisplay()
    notify { $0.tableView(self, didDeselectRowAt: target) }
    return true
  }

  private func highlight(_ item: RowIdentifier) -> Bool {
    guard let indexPath = indexPath(of: item) else { return false }
    guard notify({ $0.tableView(self, shouldHighlightRowAt: indexPath) }) ?? true else { return false }
    if let indexPath = self.indexPath(of: item) {
      notify { $0.tableView(self, didHighlightRowAt: indexPath) }
    }
    if let indexPath = self.indexPath(of: item) {
      notify { $0.tableView(self, didUnhighlightRowAt: indexPath) }
    }
    return true
  }

  private func willSelect(_ item: RowIdentifier) -> RowIdentifier? {
    guard let indexPath = indexPath(of: item) else { return nil }
    let target =
      delegate == nil ? indexPath : notify { $0.tableView(self, willSelectRowAt: indexPath) } ?? nil
    return target.flatMap(self.identifier(at:))
  }

  /// Calls the delegate, and takes over its changes.
  ///
  /// - Returns: its answer; nil if there is no delegate.
  @discardableResult
  func notify<Answer>(_ call: (any TableViewDelegate) -> Answer) -> Answer? {
    guard let delegate else { return nil }
    defer { reconcile() }
    return call(delegate)
  }

  // MARK: - PrimaryAction

  /// Chooses the row under the cursor, as enter and a double click do.
  ///
  /// Without delegate and ``primaryAction`` it turns the switch of the row, or moves the keyboard focus to
  /// the details beside it, or opens or closes a row of an outline, or else opens the menu of the row.
  /// If there is a delegate and only one row can be selected, the row is selected first. If several can be,
  /// other keys set the marks, and the marks stay as they are.
  func chooseCursorRow() {
    // The row that the user saw under the cursor is gone; the key does not refer to its successor.
    guard !phase.isCursorUnseen, let item = cursor else { return }
    if cursorRow?.part == .header { return toggleExpansion() }
    if let row = cursorRow, let indexPath = row.indexPath, let disclosure = headerDisclosure(of: row) {
      perform(disclosure, at: indexPath)
      return
    }
    if let indexPath = cursorRow?.indexPath, performControl(at: indexPath) { return }
    if let indexPath = cursorRow?.indexPath, feed?.choose(indexPath) ?? false { return }
    var chosen: RowIdentifier? = item
    if delegate != nil, selectsRows, !selectsSeveral { chosen = selectByUser(item) }
    guard let chosen, let indexPath = indexPath(of: chosen) else { return }
    guard notify({ $0.tableView(self, canPerformPrimaryActionForRowAt: indexPath) }) ?? true else { return }
    highlight = Highlight(identifier: chosen)
    setNeedsDisplay()
    guard let indexPath = self.indexPath(of: chosen) else { return }
    notify { $0.tableView(self, performPrimaryActionForRowAt: indexPath) }
    guard let indexPath = self.indexPath(of: chosen) else { return }
    if let primaryAction {
      primaryAction(indexPath)
    } else if delegate == nil {
      turnSwitchOrToggle(indexPath)
    }
  }

  /// Performs the action of a row that has no other: turns its switch, moves the keyboard focus to its
  /// details, opens or closes a parent, or else opens the menu.
  private func turnSwitchOrToggle(_ indexPath: IndexPath) {
    let accessory = cellForRow(at: indexPath)?.shownAccessories.first { $0.isSwitch }
    if let turn = accessory?.actionHandler {
      turn()
    } else if let controller, controller.splitViewController?.enterDetails(from: controller) ?? false {
      return
    } else if content?.outlinePosition(at: indexPath)?.isExpandable ?? false {
      toggleExpansion()
    } else {
      openProvidedMenu()
    }
  }

  /// Whether the program has defined no action for enter.
  var hasNoPrimaryAction: Bool { allowsSelection && primaryAction == nil && delegate == nil }

  /// Whether enter may have an effect on some rows.
  var mayPerformPrimaryAction: Bool {
    guard allowsSelection else { return false }
    return primaryAction != nil || delegate != nil || feed != nil || hasOutline
      || content?.hasContextMenus ?? false
      || cellStore.cells.values.contains { $0.shownAccessories.contains(where: \.isSwitch) }
  }
}

/// A row that looks pressed: while the mouse button is down on it, or for a moment after enter.
struct Highlight {
  let identifier: RowIdentifier
  /// Whether it lasts until the mouse button is released.
  var isPressed = false
  /// When it was first drawn.
  var began: Duration?

  /// How long a row looks pressed after a key.
  static let duration = Duration.milliseconds(100)

  /// When it ends; nil if it is pressed or was not drawn yet.
  var end: Duration? { isPressed ? nil : began.map { $0 + Self.duration } }
}

extension TableView {
  /// Whether the user can select rows now: not while the table is being edited.
  private var selectsRows: Bool { allowsSelection && !isEditing }

  /// Whether the user can select several rows now.
  var selectsSeveral: Bool { selectsRows && allowsMultipleSelection }

  /// Handles a press of the mouse button on a row.
  func press(_ identifier: RowIdentifier) {
    guard let indexPath = indexPath(of: identifier) else { return }
    let isAllowed = notify { $0.tableView(self, shouldHighlightRowAt: indexPath) } ?? true
    highlight = isAllowed ? Highlight(identifier: identifier, isPressed: true) : nil
    setNeedsDisplay()
  }

  /// Ends the pressed look of a row, if a key caused it and it was visible for a moment.
  func advanceHighlight(to now: Duration) {
    guard let highlight else { return }
    if highlight.began == nil { self.highlight?.began = now }
    if let end = highlight.end, end <= now || shownMotion == .none { self.highlight = nil }
  }
}
