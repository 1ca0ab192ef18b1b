extension TableView {
  /// Returns what the control of a row does: the delegate decides if the data source allows editing.
  func editingStyle(at indexPath: IndexPath) -> TableViewCell.EditingStyle {
    guard let content, identifier(at: indexPath) != nil, content.canEdit(at: indexPath) else { return .none }
    return delegate?.tableView(self, editingStyleForRowAt: indexPath) ?? .delete
  }

  /// Returns the controls that a row shows while the table is being edited.
  func controls(at indexPath: IndexPath) -> [CellAccessory] {
    guard isEditing, let content else { return [] }
    var controls: [CellAccessory] = []
    switch editingStyle(at: indexPath) {
    case .delete: controls.append(.delete())
    case .insert: controls.append(.insert())
    case .none: break
    }
    if content.canReorder(at: indexPath) { controls.append(.reorder()) }
    return controls
  }

  /// Asks whether to delete the cursor's row; the same key again, or enter, deletes it.
  func askToDelete() {
    guard !phase.isCursorUnseen, let item = cursor, let indexPath = cursorRow?.indexPath else { return }
    guard editingStyle(at: indexPath) == .delete else {
      notice = "this row cannot be deleted"
      return
    }
    menu = RowMenu(item: item, actions: [deletion], isDeletion: true)
    notice = "delete? press again to delete, esc keeps the row"
    setNeedsDisplay()
  }

  /// An action that deletes the row that is now under the cursor.
  var deletion: Action {
    let item = cursor
    return Action(title: "Delete", attributes: .destructive) { [weak self] _ in
      guard let self, let indexPath = item.flatMap(indexPath(of:)),
        content?.performEditing(.delete, at: indexPath) ?? false
      else {
        self?.notice = "Delete failed"
        return
      }
    }
  }

  /// Performs the action of a row's control.
  ///
  /// - Returns: whether the row has a control.
  func performControl(at indexPath: IndexPath) -> Bool {
    guard isEditing else { return false }
    switch editingStyle(at: indexPath) {
    case .delete: askToDelete()
    case .insert: content?.performEditing(.insert, at: indexPath)
    case .none: return false
    }
    reconcile()
    return true
  }
}

// MARK: - Expansion

/// Opening and closing of outline rows, and of sections that the user may close.
extension TableView {
  /// Whether the keys of outlines apply to the cursor's row: it is in an outline with more than one level, or
  /// in a section that can be closed.
  var isOnOutlineRow: Bool {
    if let row = cursorRow, headerThatCloses(sectionOf: row) != nil { return true }
    guard let outline = outlineAtCursor else { return false }
    return outline.isExpandable || outline.level > 0
  }

  /// Whether any section is an outline, or can be closed.
  var hasOutline: Bool { allowsSectionCollapsing || content?.hasOutline ?? false }

  private var outlineAtCursor: OutlinePosition? { cursorRow.flatMap(outlinePosition) }

  /// Returns the header that closes a row's section; nil if there is none.
  private func headerThatCloses(sectionOf row: TableRow) -> TableRow? {
    let header = TableRow(section: row.section, .header)
    return allowsSectionCollapsing && rows?.takesCursor(header) ?? false ? header : nil
  }

  private var sectionOfCursorHeader: Int? { cursorRow.flatMap { $0.part == .header ? $0.section : nil } }

  func collapseOrGoToParent() {
    guard let content, let row = cursorRow else { return }
    guard let indexPath = row.indexPath else { return setCollapsed(true, row.section) }
    if let outline = outlineAtCursor, outline.isExpandable, outline.isExpanded {
      content.setExpanded(false, at: indexPath, withDescendants: false)
    } else if let parent = content.parent(of: indexPath).map(TableRow.init)
      ?? headerThatCloses(sectionOf: row)
    {
      moveCursor(to: parent)
    }
  }

  func expandOrGoToChild() {
    guard let content, let row = cursorRow else { return }
    guard let indexPath = row.indexPath else {
      if content.isCollapsed(section: row.section) { return setCollapsed(false, row.section) }
      if let item = rows?.itemAfter(row), item.section == row.section { moveCursor(to: item) }
      return
    }
    guard let outline = outlineAtCursor, outline.isExpandable else { return }
    if !outline.isExpanded {
      content.setExpanded(true, at: indexPath, withDescendants: false)
    } else if !content.retryLoading(at: indexPath), let child = rows?.itemAfter(row),
      let below = child.indexPath.flatMap(content.outlinePosition(at:)), below.level > outline.level,
      child.section == row.section
    {
      moveCursor(to: child)
    }
  }

  func setExpanded(_ isExpanded: Bool, withDescendants: Bool) {
    if let section = sectionOfCursorHeader { return setCollapsed(!isExpanded, section) }
    guard let indexPath = cursorRow?.indexPath, outlineAtCursor != nil else { return }
    content?.setExpanded(isExpanded, at: indexPath, withDescendants: withDescendants)
  }

  func toggleExpansion() {
    if let section = sectionOfCursorHeader, let content {
      return setCollapsed(!content.isCollapsed(section: section), section)
    }
    guard let outline = outlineAtCursor, outline.isExpandable else { return }
    setExpanded(!outline.isExpanded, withDescendants: false)
  }

  /// Opens the outline rows above a level and closes the others. Also opens all sections; closes them for
  /// level 0 if there are no outlines.
  func expandAll(toLevel level: Int) {
    guard let content else { return }
    if content.hasOutline { content.expandAll(toLevel: level) }
    if allowsSectionCollapsing, level > 0 || !content.hasOutline {
      content.setCollapsed(level == 0, sections: 0..<content.numberOfSections)
    }
  }

  private func setCollapsed(_ isCollapsed: Bool, _ section: Int) {
    content?.setCollapsed(isCollapsed, sections: section..<section + 1)
  }

  /// Handles a press on the header of a section that can be closed, including a pinned one: moves the cursor
  /// there, and closes or opens the section.
  ///
  /// - Returns: whether the location is on a header.
  func pressHeader(at location: ScreenPoint) -> Bool {
    guard !isModal, allowsSectionCollapsing, let content else { return false }
    let line = location.line - columnTitleLines
    let placed = layout.row(at: ScreenPoint(line: line, column: location.column))
    let isPinned = (0..<layout.pinnedLines).contains(line)
    // By identifier: the sections may have changed since they were drawn.
    let header = placed.flatMap { $0.row?.part == .header ? $0.identifier : nil }
    guard let identifier = isPinned ? layout.pinnedHeader : header else { return false }
    reconcile()
    guard let row = content.row(for: identifier), rows?.takesCursor(row) ?? false else { return true }
    notice = nil
    if allowsSelection { moveCursor(.placed(identifier, line: isPinned ? 0 : placed?.line ?? line)) }
    setCollapsed(!content.isCollapsed(section: row.section), row.section)
    return true
  }

  /// Returns the symbol of a section's header that shows whether it is open; nil if it cannot be closed.
  func headerSign(of row: TableRow) -> RowPainter.HeaderSign? {
    guard let content, let header = headerThatCloses(sectionOf: row), row == header else { return nil }
    return RowPainter.HeaderSign(
      isCollapsed: content.isCollapsed(section: row.section),
      isCursor: hasFocus && allowsSelection && content.identifier(of: row) == cursor)
  }
}
