extension TableView {
  /// The number of lines that one notch of the wheel scrolls.
  static var wheelLines: Int { 3 }

  /// Performs a command that concerns the table.
  ///
  /// - Returns: whether the command concerns the table.
  @discardableResult
  public func perform(_ command: Command) -> Bool {
    reconcile()
    if performModally(command) { return true }
    if command == .redraw { return false }  // Changes neither the table nor the notice.
    notice = nil
    highlight = nil
    // A command that acts on a row makes the cursor's row a choice.
    if command.concernsRow { stopFollowing() }
    feed?.willPerform(command)
    if command.concernsRow, bringCursorIntoView() { return true }
    switch command {
    case .moveCursor(let count): allowsSelection ? moveCursor(by: count) : scroll(by: count)
    case .moveBeside(let count): moveCursor(besideBy: count)
    case .firstOfLine: moveCursor(besideBy: -.max)
    case .lastOfLine: moveCursor(besideBy: .max)
    case .page(let count): allowsSelection ? moveCursor(byPages: count) : scroll(by: count * viewportLines)
    case .first: moveCursorToFirstRow()
    case .last: moveCursorToLastRow()
    case .scroll(let lines): scroll(by: lines)
    case .scrollColumns(let count): scrollColumns(by: count)
    case .collapse: collapseOrGoToParent()
    case .expand: expandOrGoToChild()
    case .collapseSubtree: setExpanded(false, withDescendants: true)
    case .expandSubtree: setExpanded(true, withDescendants: true)
    case .toggle: toggleExpansion()
    case .collapseAll: expandAll(toLevel: 0)
    case .expandAll: expandAll(toLevel: .max)
    case .expandToLevel(let level): expandAll(toLevel: level - 1)
    case .primaryAction: chooseCursorRow()
    case .showDetails: showDetails()
    case .moveRow(let count): moveCursorRow(by: count)
    case .moveRowBeside(let count): moveCursorRow(besideBy: count)
    case .changeLevel(let step): changeLevel(by: step)
    case .grab: grabCursorRow()
    case .delete: askToDelete()
    case .openMenu: openMenu()
    case .toggleEditing: setEditing(!isEditing, animated: true)
    case .mark, .markAndMove, .markRange, .selectAll, .invertSelection: performMarking(command)
    case .chooseAction, .edit, .beginSearch, .endSearch, .beginFind, .findNext, .moveFocus, .resizePanes,
      .help, .back, .quit, .redraw, .keyCommand:
      return false
    }
    return true
  }

  /// Shows the cursor's row after it was scrolled out of view: a key acts on a row that can be seen (law 7).
  ///
  /// - Returns: false if it can be seen.
  package func bringCursorIntoView() -> Bool {
    guard !viewport.showsCursor, let cursor, case let layout = upcomingLayout(),
      !(layout.placed(cursor).map(layout.isInView) ?? false)
    else { return false }
    handle(.shown(cursor, at: .none, withCursor: true))
    return true
  }

  /// Handles a click or a turn of the wheel.
  ///
  /// - Parameter event: its location counts from the table's upper left corner, as drawn last.
  public func handle(_ event: MouseEvent) {
    feed?.willPerform(nil)
    switch event.action {
    case .wheelUp, .wheelDown:
      reconcile()
      let direction = event.action == .wheelUp ? -1 : 1
      if event.modifiers.contains(.shift), columnBarLines > 0 {
        scrollColumns(by: direction)
      } else {
        scroll(by: direction * Self.wheelLines)
      }
    case .press: press(at: event.location, modifiers: event.modifiers)
    case .secondaryPress: openMenu(at: event.location)
    case .doubleClick:
      reconcile()
      // On an accessory, the two clicks have already toggled it twice.
      if rowIdentifier(at: event.location) == cursor, !isOnAccessory(event.location),
        cursor.map({ !isOnNote(event.location, of: $0) }) ?? true
      {
        chooseCursorRow()
      }
    case .drag: drag(to: event.location)
    case .release: release()
    }
  }

  func rowIdentifier(at location: ScreenPoint) -> RowIdentifier? {
    layout.row(at: ScreenPoint(line: location.line - columnTitleLines, column: location.column))?.identifier
  }

  private func press(at location: ScreenPoint, modifiers: KeyPress.Modifiers) {
    if pressMenu(at: location) || pressMenuSign(at: location) || pressScrollBar(at: location)
      || pressColumnBar(at: location) || pressColumnTitle(at: location)
    {
      return
    }
    if pressHeader(at: location) { return }
    // The row that was on the screen at the press counts, even if it has moved since.
    guard let identifier = rowIdentifier(at: location) else { return }
    let clicked = isOnAccessory(location) ? accessory(at: location)?.accessory : nil
    reconcile()
    if carried != nil {
      carried?.pointer = location
      return hover()
    }
    notice = nil
    pressed = PressedRow(identifier: identifier, location: location)
    if clicked == nil { press(identifier) }
    guard let content, let row = content.row(for: identifier), let indexPath = row.indexPath else { return }
    let line = layout.placed(identifier)?.line ?? location.line
    let former = cursorRow
    if allowsSelection { moveCursor(.placed(identifier, line: line)) }
    moveCursorColumn(toColumn: location.column)
    if modifiers.contains(.shift) { return markRange(to: row, from: former) }
    if !modifiers.isDisjoint(with: [.control, .alt]), selectsSeveral { return toggleMark(identifier) }
    if isOnNote(location, of: identifier) {
      content.retryLoading(at: indexPath)
    } else if let accessory = clicked ?? headerDisclosure(of: row) {
      perform(accessory, at: indexPath)
    }
  }

  /// Handles a press on the title of a column.
  ///
  /// - Returns: whether the location is on the line of the titles.
  private func pressColumnTitle(at location: ScreenPoint) -> Bool {
    guard location.line < columnTitleLines else { return false }
    if let column = column(at: location.column) {
      reconcile()
      columnTitleAction?(column)
    }
    return true
  }

  /// Whether a location is on an accessory that responds to clicks.
  private func isOnAccessory(_ location: ScreenPoint) -> Bool {
    guard let accessory = accessory(at: location)?.accessory else { return false }
    return accessory.outlineStyle != nil || accessory.actionHandler != nil || accessory.isControl
      || (accessory.kind == .detail && delegate != nil)
  }

  /// The conditions of key bindings that the table and the cursor's row meet.
  var abilities: KeyBinding.Conditions {
    var conditions: KeyBinding.Conditions = []
    if isOnOutlineRow { conditions.insert(.isOnOutlineRow) }
    if hasOutline { conditions.insert(.hasOutline) }
    if cursorIndexPath != nil { conditions.insert(.isOnRow) }
    if allowsMarking, let indexPath = cursorRow?.indexPath,
      !(content?.outlinePosition(at: indexPath)?.isExpandable ?? false)
    {
      conditions.insert(.isOnMarkableRow)
    }
    if allowsSelection, isBesideItems { conditions.insert(.isBesideItems) }
    if selectsSeveral { conditions.insert(.canMarkSeveral) }
    if detailAtCursor != nil { conditions.insert(.hasDetails) }
    if allowsSelection, content?.allowsReordering ?? false { conditions.insert(.canReorder) }
    if conditions.contains(.canReorder), content?.hasLevels ?? false { conditions.insert(.canChangeLevel) }
    if allowsSelection, content?.allowsEditing ?? false { conditions.insert(.canEdit) }
    if allowsSelection, content?.hasContextMenus ?? false || conditions.contains(.canEdit) {
      conditions.insert(.hasMenu)
    }
    if menu != nil { conditions.insert(.isMenuOpen) }
    if columns.overflow(contentColumns) { conditions.insert(.hasMoreColumns) }
    // Rows without columns have no cells; before there are rows, the columns are not known.
    if selectionUnit == .cell, allowsSelection, !columns.isEmpty || cursorRow == nil {
      conditions.insert(.hasCells)
    }
    return conditions
  }

  /// The number of selected rows for the status line; nil if there are none, or if only one can be selected.
  var selectionSummary: String? {
    guard selectsSeveral, case let count = numberOfSelectedRows, count > 0 else { return nil }
    let hidden = numberOfHiddenSelectedRows
    return "\(count) selected" + (hidden > 0 ? ", \(hidden) hidden" : "")
  }
}

// MARK: - Cursor

/// The place in the view that a row is scrolled to.
public enum ScrollPosition: Hashable, Sendable {
  /// The nearest place at which the row is in view.
  case none
  /// The first line.
  case top
  case middle
  /// The last line.
  case bottom
}

extension TableView {
  /// The index path of the item under the cursor; nil if there is none, such as on the header of a section
  /// that can be closed.
  ///
  /// The action of a key that acts on it receives it: `addKeyCommand(_:title:when:action:)` of the data source.
  public var cursorIndexPath: IndexPath? { upcomingCursorRow?.indexPath }

  /// Performs an action on the row under the cursor, and makes that row the user's choice. A row that was scrolled out
  /// of view is shown instead: a key acts on a row that can be seen (law 7).
  func withCursorRow(_ action: (IndexPath) -> Void) {
    holdCursor()
    guard !bringCursorIntoView(), let indexPath = cursorIndexPath else { return }
    action(indexPath)
  }

  /// Adds a key command of the screen that acts on the row under the cursor.
  package func addRowCommand(
    _ keys: [KeyPress], _ title: String?, _ shortTitle: String?, _ conditions: KeyBinding.Conditions,
    _ file: StaticString, _ line: UInt, _ action: @escaping @MainActor (IndexPath) -> Void
  ) {
    guard let controller else {
      trap(
        "addKeyCommand(_:title:when:action:): no TableViewController shows the table, so that it receives no keys",
        file: file, line: line)
    }
    controller.chrome.bind(keys, title, shortTitle, conditions.union(.isOnRow), file, line, .row(action))
  }

  /// Makes the row under the cursor the user's choice, as all keys do that act on a row: the cursor then stays
  /// on the row, whatever is inserted above. Before, a cursor that was not moved stays at the start of the
  /// list, or at its end if the table follows that.
  ///
  /// The commands of a data source call it. Call it before an action that acts on the row in another way.
  public func holdCursor() {
    reconcile()
    stopFollowing()
  }

  /// Puts the cursor on an item and brings it into view. Calls ``cursorDidMove`` only.
  ///
  /// Traps if no item has this index path. If the item's section is closed, the cursor stays where it is.
  public func moveCursor(to indexPath: IndexPath, scrollPosition: ScrollPosition = .none) {
    checkItem(at: indexPath, for: "moveCursor(to:scrollPosition:)")
    reconcile()
    moveCursor(to: TableRow(indexPath), scrollPosition: scrollPosition)
  }

  /// Moves the cursor to the first item and scrolls to the top, including the headers of empty sections.
  public func moveCursorToFirstRow() {
    reconcile()
    moveCursor(toEnd: .first)
  }

  /// Moves the cursor to the last item and scrolls to the end.
  public func moveCursorToLastRow() {
    reconcile()
    moveCursor(toEnd: .last)
  }

  private func moveCursor(toEnd end: TableEnd) {
    guard let content, let rows, let row = end == .first ? rows.firstStop : rows.lastStop else { return }
    moveCursor(.movedToEnd(end, allowsSelection ? content.identifier(of: row) : nil))
  }

  /// Brings a row into view without moving the cursor.
  func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition) {
    reconcile()
    guard let content, let rows, rows.contains(TableRow(indexPath)) else { return }
    handle(.shown(content.identifier(of: TableRow(indexPath)), at: scrollPosition, withCursor: false))
  }

  func moveCursor(to row: TableRow, scrollPosition: ScrollPosition = .none) {
    guard let content, let rows, rows.takesCursor(row) else { return }
    let identifier = content.identifier(of: row)
    moveCursor(.shown(identifier, at: scrollPosition, withCursor: allowsSelection))
  }

  /// Moves the cursor up or down by a number of items, or as far as there are any. If the cursor's row is
  /// higher than the view, first scrolls through its lines.
  func moveCursor(by count: Int) {
    let lines = scrollThroughCursorRow(by: count)
    if lines != 0 { return lines == count ? () : moveCursor(by: count - lines) }
    guard let content, let rows, let start = cursorRow ?? rows.firstStop else { return }
    var row = start
    for _ in 0..<abs(count) {
      guard let next = rows.stop(count.signum(), fromLineOf: row) else { break }
      row = entry(of: next, from: row)
    }
    // At the first item an arrow key still shows the headers above it, and at the
    // last item the rows below it.
    if row == start, count != 0, let beyond = eventBeyond(row, count < 0 ? .first : .last) {
      return moveCursor(beyond)
    }
    moveCursor(.moved(to: content.identifier(of: row)))
  }

  /// Moves cursor and view by a screenful; the cursor keeps its line. Skips no line,
  /// whatever the heights of rows.
  func moveCursor(byPages pages: Int) {
    guard let content, let rows, let start = cursorRow ?? rows.firstStop else { return }
    let layout = upcomingLayout()
    let room = viewportLines - layout.pinnedLines
    let target = max(1, room - 1) * abs(pages)
    if scrollThroughCursorRow(by: target * pages.signum()) != 0 { return }
    let startLine = rows.line(of: start)
    var (address, height, offset) = (startLine, rows.lines(of: startLine, viewport), 0)
    func advance(while condition: (_ height: Int, _ offset: Int) -> Bool) {
      while let next = pages > 0 ? rows.lineAfter(address) : rows.lineBefore(address) {
        let (former, new) = (height, rows.lines(of: next, viewport))
        let distance = offset + (pages > 0 ? former : new)
        guard condition(new, distance) else { return }
        (address, height, offset) = (next, new, distance)
      }
    }
    // A row that is higher than the view needs a key press of its own.
    advance { address == startLine || $1 <= target && $0 <= room }
    guard let row = rows.stop(atOrBeyond: address, by: pages) else {
      return pages > 0 ? moveCursorToLastRow() : moveCursorToFirstRow()
    }
    let entry = entry(of: row, from: start)
    let destination = rows.line(of: entry)
    advance { _, _ in address != destination }
    var line = cursor.flatMap { layout.placed($0)?.line } ?? 0
    // From or to such a row, the view scrolls by a screenful.
    if max(height, rows.lines(of: startLine, viewport)) > room { line += (offset - target) * pages.signum() }
    moveCursor(.placed(content.identifier(of: entry), line: line))
  }

  /// Scrolls through the cursor's row if it is higher than half of the view and its end is out of view.
  ///
  /// - Returns: the number of lines scrolled; negative for upwards.
  private func scrollThroughCursorRow(by lines: Int) -> Int {
    guard let cursor, let height = cellStore.height(of: cursor), height.lines > 1 else { return 0 }
    let layout = upcomingLayout()
    guard let placed = layout.placed(cursor), height.lines * 2 > layout.lines - layout.pinnedLines else {
      return 0
    }
    let count = min(abs(lines), layout.hiddenLines(of: placed, lines)) * lines.signum()
    if count != 0 { moveCursor(.placed(cursor, line: placed.line - count)) }
    return count
  }

  /// Moves the cursor along its line, as far as there are items.
  func moveCursor(besideBy count: Int) {
    guard let rows, let row = cursorRow, rows.hasItemsBeside(row) else {
      if selectionUnit == .cell { moveCursorColumn(by: count) }
      return
    }
    moveCursor(to: rows.itemBeside(row, by: count))
  }

  /// Scrolls by lines; the cursor stays on its row, even out of view.
  func scroll(by lines: Int) { handle(.scrolled(by: lines)) }

  // MARK: Items beside each other

  /// Whether other items may be beside the cursor's, or beside the carried row.
  var isBesideItems: Bool {
    if let carried { return content?.layout(ofSection: carried.session.target.section) != .list }
    return cursorRow.flatMap { rows?.hasItemsBeside($0) } ?? false
  }

  /// Whether any section shows items beside each other.
  ///
  /// - Complexity: O(sections).
  var hasItemsBesideOthers: Bool {
    guard let content else { return false }
    return (0..<content.numberOfSections).contains { content.layout(ofSection: $0) != .list }
  }

  /// Returns the item at which the cursor enters the line of a row from above or below.
  private func entry(of row: TableRow, from former: TableRow) -> TableRow {
    guard row.section != former.section, row.item != nil, let content,
      let item = viewport.entry(ofSection: row.section, content)
    else { return row }
    return TableRow(section: row.section, .item(item))
  }

  // MARK: The ends of the table

  /// Returns the event for an arrow key that finds no more items: it shows the headers and footers beyond the
  /// first or last item, all of them if the item stays in view, else one more line.
  ///
  /// - Returns: nil if the item itself must be brought into view.
  private func eventBeyond(_ row: TableRow, _ end: TableEnd) -> ViewportEvent? {
    guard let content, let rows else { return nil }
    let layout = upcomingLayout()
    let placed = layout.rows.compactMap(\.row)
    guard let top = placed.first, let bottom = placed.last else { return nil }
    if end == .first ? row < top : row > bottom { return nil }
    if end == .first ? layout.showsStart : layout.showsEnd { return .scrolled(by: 0) }
    let whole = ViewportEvent.movedToEnd(end, content.identifier(of: row))
    if viewport.after(whole, shown: layout, rows).showsCursor { return whole }
    return .scrolled(by: end == .first ? -1 : 1)
  }
}

// MARK: - Interaction

/// Setting a value starts that interaction in place of any other; setting nil ends only that interaction.
extension TableView {
  var pressed: PressedRow? {
    get { if case .pressing(let pressed) = interaction { pressed } else { nil } }
    set {
      if let newValue { interaction = .pressing(newValue) } else if pressed != nil { interaction = .browsing }
    }
  }

  var carried: CarriedRows? {
    get { if case .carrying(let carried) = interaction { carried } else { nil } }
    set {
      if let newValue { interaction = .carrying(newValue) } else if carried != nil { interaction = .browsing }
    }
  }

  var menu: RowMenu? {
    get { if case .menu(let menu) = interaction { menu } else { nil } }
    set {
      if let newValue { interaction = .menu(newValue) } else if menu != nil { interaction = .browsing }
    }
  }

  /// Whether keys have a special meaning because rows are carried or a menu is open.
  var isModal: Bool { carried != nil || menu != nil }

  /// The line of the thumb at which the user holds it while dragging.
  var thumbGrip: Int? { if case .scrolling(let grip) = interaction { grip } else { nil } }

  /// Whether the mouse button was pressed on a row or the scroll bar and is still down.
  var isDragging: Bool { pressed != nil || carried?.grip == .mouse || thumbGrip != nil }

  /// Puts carried rows back and closes the menu, as escape does.
  func endInteraction() {
    cancelCarrying()
    closeMenu()
  }

  /// Performs a command while rows are carried or a menu is open.
  ///
  /// - Returns: whether the command needs no other handling.
  private func performModally(_ command: Command) -> Bool {
    performCarrying(command) || performInMenu(command)
  }
}
