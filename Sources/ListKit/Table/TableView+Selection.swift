/// What a program does with the selection. Nothing here calls the delegate back.
extension TableView {
  /// The selected row that stands first; nil where none is selected.
  ///
  /// - Complexity: O(selected rows).
  public var indexPathForSelectedRow: IndexPath? { selectedRows.min()?.indexPath }

  /// The selected rows from top to bottom; nil where none is selected.
  ///
  /// - Complexity: O(s · log s) for s selected rows.
  public var indexPathsForSelectedRows: [IndexPath]? {
    let rows = selectedRows
    return rows.isEmpty ? nil : rows.sorted().compactMap(\.indexPath)
  }

  /// How many rows are selected.
  public var numberOfSelectedRows: Int { upcomingSelection.items.count }

  /// Selects a row, instead of the selected one where only one can be; nil deselects all.
  ///
  /// The table looks the same at once whether `animated` or not. An index path that is out of range changes nothing,
  /// as with ``moveCursor(to:scrollPosition:)``.
  ///
  /// - Parameters:
  ///   - indexPath: the row.
  ///   - animated: taken as UIKit has it; rows are selected at once.
  ///   - scrollPosition: where to bring the row; `.none` leaves the view as it is.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition = .none) {
    reconcile()
    setNeedsDisplay()
    guard let indexPath else { return selection.removeAll() }
    guard let item = identifier(at: indexPath), allowsSelection else { return }
    if !allowsMultipleSelection { selection.removeAll() }
    selection.insert(item)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition) }
  }

  /// Deselects a row. One that is not selected, or does not exist, stays as it is.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    reconcile()
    guard let item = identifier(at: indexPath) else { return }
    selection.remove(item)
    setNeedsDisplay()
  }

  /// Brings a row into view without moving the cursor; at once, whether `animated` or not.
  public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    scrollToRow(at: indexPath, at: scrollPosition)
  }

  private var selectedRows: [TableRow] {
    guard let content else { return [] }
    return upcomingSelection.items.compactMap(content.row(for:))
  }

  /// The selection as it will be when what was applied is taken over.
  var upcomingSelection: RowSelection {
    var selection = selection
    if let content, content.unshownChange != nil, !selection.isEmpty {
      selection.forget(content.deselected(among: selection.items))
    }
    return selection
  }
}

/// What the user does with the selection. The delegate is called in UIKit's order.
extension TableView {
  /// Carries out a command that concerns the selection.
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

  /// Whether rows can be marked by keys: where several can be, or there is a delegate.
  var allowsMarking: Bool { selectsSeveral || (selectsRows && delegate != nil) }

  private func markCursorRow() {
    // The row that the user saw under the cursor is gone; its successor was not meant.
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

  /// Marks all rows from the one marked last, or another one, to this one.
  func markRange(to end: TableRow, from start: TableRow?) {
    guard selectsSeveral, let rows else { return }
    let anchor = selection.anchor.flatMap { content?.row(for: $0) } ?? start ?? end
    let (first, last) = anchor < end ? (anchor, end) : (end, anchor)
    let items = sequence(first: first) { $0 < last ? rows.itemAfter($0) : nil }.map(
      rows.content.identifier(of:))
    select(items)
    // The range may be drawn anew from the same row.
    selection.beginRange(at: rows.content.identifier(of: anchor))
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

  /// Selects a row as a user does.
  ///
  /// - Returns: the item selected, which the delegate may have chosen instead; nil where it refused.
  @discardableResult
  private func selectByUser(_ item: RowIdentifier) -> RowIdentifier? {
    guard selectsRows, highlight(item), let item = willSelect(item) else { return nil }
    if !selectsSeveral {
      for other in selection.items where other != item {
        guard deselectByUser(other) else { return nil }
      }
      // A callback may have taken the item away.
      guard indexPath(of: item) != nil else { return nil }
    }
    selection.insert(item)
    setNeedsDisplay()
    if let indexPath = indexPath(of: item) { notify { $0.tableView(self, didSelectRowAt: indexPath) } }
    return item
  }

  /// Deselects a row as a user does.
  ///
  /// - Returns: whether the delegate agreed.
  @discardableResult
  private func deselectByUser(_ item: RowIdentifier) -> Bool {
    guard let indexPath = indexPath(of: item) else { return true }
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

  /// Calls the delegate, and takes over what it changed.
  ///
  /// - Returns: its answer; nil where there is no delegate.
  @discardableResult
  func notify<Answer>(_ call: (any TableViewDelegate) -> Answer) -> Answer? {
    guard let delegate else { return nil }
    defer { reconcile() }
    return call(delegate)
  }

  // MARK: - PrimaryAction

  /// Chooses the row under the cursor, as enter and a double click do.
  ///
  /// Without delegate and ``primaryAction`` a switch in the row is turned, else the details beside it get the keys, else a row
  /// of an outline opens or closes, else the menu of the row opens.
  /// Where one row can be selected and there is a delegate, the row is selected first. Where several can
  /// be, marks are set by keys of their own and stay as they are.
  func chooseCursorRow() {
    // The row that the user saw under the cursor is gone; its successor was not meant.
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

  /// What a row does without any other action: its switch is turned, its details get the keys, a parent opens or closes, the
  /// menu of another opens.
  private func turnSwitchOrToggle(_ indexPath: IndexPath) {
    let accessory = cellForRow(at: indexPath)?.shownAccessories.first { $0.isSwitch }
    if let turn = accessory?.actionHandler {
      turn()
    } else if enterDetails() {
      return
    } else if content?.outlinePosition(at: indexPath)?.isExpandable ?? false {
      toggleExpansion()
    } else {
      openAnySwipeActions()
    }
  }

  /// Whether the program has not said what enter does.
  var hasNoPrimaryAction: Bool { allowsSelection && primaryAction == nil && delegate == nil }

  /// Whether enter may mean something on some rows.
  var mayPerformPrimaryAction: Bool {
    guard allowsSelection else { return false }
    return primaryAction != nil || delegate != nil || feed != nil || hasOutline
      || content?.hasSwipeActions(.trailing) ?? false || content?.hasSwipeActions(.leading) ?? false
      || cellStore.cells.values.contains { $0.shownAccessories.contains(where: \.isSwitch) }
  }
}

/// A row that looks pressed: while the mouse button is down on it, or for a moment after enter.
struct Highlight {
  let identifier: RowIdentifier
  /// Whether it lasts until the button comes up.
  var isHeld = false
  /// When it was drawn first.
  var began: Duration?

  /// How long a key presses a row.
  static let duration = Duration.milliseconds(100)

  /// When it is over; nil for one that is held or was not seen yet.
  var end: Duration? { isHeld ? nil : began.map { $0 + Self.duration } }
}

extension TableView {
  /// Whether the user can select rows now: not while the table is being edited.
  private var selectsRows: Bool { allowsSelection && !isEditing }

  /// Whether the user can select several rows now.
  var selectsSeveral: Bool { selectsRows && allowsMultipleSelection }

  /// The mouse button went down on a row.
  func hold(_ identifier: RowIdentifier) {
    guard let indexPath = indexPath(of: identifier) else { return }
    let isAllowed = notify { $0.tableView(self, shouldHighlightRowAt: indexPath) } ?? true
    highlight = isAllowed ? Highlight(identifier: identifier, isHeld: true) : nil
    setNeedsDisplay()
  }

  /// Lets go of a row that a key pressed, once it was seen for a moment.
  func advanceHighlight(to now: Duration) {
    guard let highlight else { return }
    if highlight.began == nil { self.highlight?.began = now }
    if let end = highlight.end, end <= now || shownMotion == .none { self.highlight = nil }
  }
}
