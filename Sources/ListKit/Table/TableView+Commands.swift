extension TableView {
  /// Lines a notch of the wheel scrolls.
  static var wheelLines: Int { 3 }

  /// Carries out a command that concerns the table.
  ///
  /// - Returns: whether it does.
  @discardableResult
  public func perform(_ command: Command) -> Bool {
    reconcile()
    if performModally(command) { return true }
    if command == .redraw { return false }  // Changes nothing, nor what is said.
    (notice, highlight) = (nil, nil)
    // Who does something to a row has chosen it.
    if command.concernsRow { viewport.follow(nil) }
    feed?.willPerform(command)
    switch command {
    case .moveCursor(let count): allowsSelection ? moveCursor(by: count) : scroll(by: count)
    case .moveBeside(let count): moveCursor(besideBy: count)
    case .firstOfLine: moveCursor(besideBy: -.max)
    case .lastOfLine: moveCursor(besideBy: .max)
    case .page(let count): allowsSelection ? moveCursor(byPages: count) : scroll(by: count * viewportLines)
    case .first: moveCursorToFirstRow()
    case .last: moveCursorToLastRow()
    case .scroll(let lines): scroll(by: lines)
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
    case .grab: grabCursorRow()
    case .delete: askToDelete()
    case .openSwipeActions(let edge): openSwipeActions(edge)
    case .toggleEditing: setEditing(!isEditing, animated: true)
    case .mark, .markAndMove, .markRange, .selectAll, .invertSelection: performMarking(command)
    case .chooseAction, .edit, .beginSearch, .endSearch, .moveFocus, .help, .back, .quit, .redraw, .custom:
      return false
    }
    return true
  }

  /// Answers a click or a turn of the wheel at a place of the table.
  ///
  /// - Parameter event: its location counts from the table's upper left corner, as drawn last.
  public func handle(_ event: MouseEvent) {
    feed?.willPerform(nil)
    switch event.action {
    case .wheelUp, .wheelDown:
      reconcile()
      scroll(by: event.action == .wheelUp ? -Self.wheelLines : Self.wheelLines)
    case .press: press(at: event.location, modifiers: event.modifiers)
    case .doubleClick:
      reconcile()
      // On the sign it was two toggles.
      if rowIdentifier(at: event.location) == cursor, !isOnAccessory(event.location),
        cursor.map({ !isOnNote(event.location, of: $0) }) ?? true
      {
        chooseCursorRow()
      }
    case .drag: drag(to: event.location)
    case .release: release()
    }
  }

  private func rowIdentifier(at location: Point) -> RowIdentifier? {
    layout.row(at: Point(line: location.line - columnTitleLines, column: location.column))?.identifier
  }

  private func press(at location: Point, modifiers: KeyPress.Modifiers) {
    if pressSwipeMenu(at: location) || pressScrollBar(at: location) || pressColumnTitle(at: location) {
      return
    }
    if pressHeader(at: location) { return }
    // What was on the screen when the button went down counts, even if it stands elsewhere now.
    guard let identifier = rowIdentifier(at: location) else { return }
    let clicked = isOnAccessory(location) ? accessory(at: location)?.accessory : nil
    reconcile()
    if carried != nil {
      carried?.pointer = location
      return hover()
    }
    (notice, pressed) = (nil, PressedRow(identifier: identifier, location: location))
    if clicked == nil { hold(identifier) }
    guard let content, let row = content.row(for: identifier), let indexPath = row.indexPath else { return }
    let line = layout.placed(identifier)?.line ?? location.line
    let former = cursorRow
    if allowsSelection { moveCursor(.placed(identifier, line: line)) }
    if modifiers.contains(.shift) { return markRange(to: row, from: former) }
    if !modifiers.isDisjoint(with: [.control, .alt]), selectsSeveral { return toggleMark(identifier) }
    if isOnNote(location, of: identifier) {
      content.retryLoading(at: indexPath)
    } else if let accessory = clicked ?? headerDisclosure(of: row) {
      perform(accessory, at: indexPath)
    }
  }

  /// The button went down on the title of a column.
  ///
  /// - Returns: whether the place is on the line of the titles.
  private func pressColumnTitle(at location: Point) -> Bool {
    guard location.line < columnTitleLines else { return false }
    let column = location.column - itemColumns.lowerBound - Self.gutterColumns
    if let placed = columns.placed(in: contentColumns).first(where: { $0.range.contains(column) }) {
      reconcile()
      delegate?.tableView(self, didSelectColumnAt: placed.index)
      columnTitleAction?(placed.index)
    }
    return true
  }

  /// Whether a place is on a sign that a click does something to.
  private func isOnAccessory(_ location: Point) -> Bool {
    guard let accessory = accessory(at: location)?.accessory else { return false }
    return accessory.outlineStyle != nil || accessory.actionHandler != nil || accessory.isControl
      || (accessory.kind == .detail && delegate != nil)
  }
}

extension TableView {
  /// What the table and the row under the cursor allow, for the key map.
  var abilities: KeyBinding.Conditions {
    var conditions: KeyBinding.Conditions = []
    if allowsMarking, let indexPath = cursorRow?.indexPath,
      !(content?.outlinePosition(at: indexPath)?.isExpandable ?? false)
    {
      conditions.insert(.isOnMarkableRow)
    }
    if allowsSelection, isBesideOthers { conditions.insert(.isBesideOthers) }
    if selectsSeveral { conditions.insert(.canMarkSeveral) }
    if detailAtCursor != nil { conditions.insert(.hasDetails) }
    if allowsSelection, content?.allowsReordering ?? false { conditions.insert(.canReorder) }
    if allowsSelection, content?.allowsEditing ?? false { conditions.insert(.canEdit) }
    if allowsSelection, delegate != nil || content?.hasSwipeActions ?? false || conditions.contains(.canEdit)
    {
      conditions.insert(.hasSwipeActions)
    }
    if swipeMenu != nil { conditions.insert(.isSwiping) }
    return conditions
  }

  /// How many rows are marked, said for the status line; nil where that is of no interest.
  var selectionSummary: String? {
    selectsSeveral && !selection.isEmpty ? "\(selection.items.count) selected" : nil
  }
}
