extension TableView {
  /// Chooses the row under the cursor, as enter and a double click do.
  ///
  /// Without delegate and ``primaryAction`` a switch in the row is turned, else a row of an outline opens or closes.
  /// Where one row can be selected and there is a delegate, the row is selected first. Where several can
  /// be, marks are set by keys of their own and stay as they are.
  func chooseCursorRow() {
    // The row that the user saw under the cursor is gone; its successor was not meant.
    guard !phase.isCursorUnseen, let item = cursor, cursorTextField == nil else { return }
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

  /// What a row does where nobody has anything else in mind: its switch is turned, a parent opens or closes.
  private func turnSwitchOrToggle(_ indexPath: IndexPath) {
    let accessory = cellForRow(at: indexPath)?.shownAccessories.first { $0.isSwitch }
    if let turn = accessory?.actionHandler { turn() } else { toggleExpansion() }
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
  /// Whether the user can select rows now.
  var selectsRows: Bool {
    allowsSelection && (!isEditing || allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing)
  }

  /// Whether the user can select several rows now.
  var selectsSeveral: Bool {
    allowsSelection && (isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection)
  }

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
    if let end = highlight.end, end <= now || motion == .none { self.highlight = nil }
  }
}
