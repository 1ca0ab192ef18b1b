/// What a screen does with keys, pastes and the mouse, and where they are on it.
extension TableViewController {
  /// Whether something lies on top that has the keys and pastes: a panel, a question, a carried row, a menu.
  var isCovered: Bool { isCoveredByPanel || tableView.isModal }

  /// Whether a panel or a question lies on top.
  var isCoveredByPanel: Bool { panel != nil || !alerts.isEmpty }

  /// Whether keys come here: not where they go to the other part of a split view.
  var hasFocus: Bool { splitViewController.map { $0.focusedViewController === self } ?? true }

  func paste(_ text: String, omitted: Int) {
    if isCovered { return }
    if let focusedTextField {
      focusedTextField.apply(.insert(text))
    } else if searchBarHasKeys {
      searchBar?.paste(text, omitted: omitted)
    } else {
      return
    }
    setNeedsDisplay()
  }

  func handle(_ press: KeyPress) {
    if pressesDone > 0 {
      pressesDone -= 1
      return
    }
    searchBar?.forgetOmission()
    guard let command = keyMap.command(for: press, under: circumstances) else { return }
    // A key held down to empty the query must not go on to delete rows.
    if command == .delete, let lastKey, lastKey.press == press, case .edit = lastKey.command { return }
    lastKey = (press, command)
    // A menu has nothing to do with commands of the program's own.
    if panel == nil, case .custom = command { tableView.closeSwipeMenu() }
    if perform(withPressesToCome(command, of: press)) { setNeedsDisplay() }
  }

  /// What holds right now, for the key map.
  var circumstances: KeyBinding.Conditions {
    // Letters are keys, and nothing is said of rows that cannot be reached.
    if panel != nil { return [.hasPanel, .hasNoQuery, .queryIsEmpty] }
    if let conditions = fieldCircumstances { return conditions.union(.canMoveFocus) }
    var conditions = searchCircumstances
    if tableView.showsTextFields || splitViewController?.isDetailHidden == false {
      conditions.insert(.canMoveFocus)
    }
    if tableView.isOnOutlineRow { conditions.insert(.isOnOutlineRow) }
    if tableView.hasOutline { conditions.insert(.hasOutline) }
    return conditions.union(tableView.abilities)
  }

  /// How the lines of the screen were shared at the last drawing.
  var areas: ScreenLayout {
    ScreenLayout(
      size: drawnSize, hasTitle: !title.isEmpty, hasSearchBar: showsSearchBar,
      hasStatus: splitViewController == nil)
  }

  func handle(_ event: MouseEvent) {
    if panel != nil { return handleOnPanel(event) }
    if areas.isTooSmall { return }
    let goesOn = event.action == .drag || event.action == .release
    if goesOn ? tableView.isDragging : areas.table.contains(event.location) {
      var event = event
      event.location.line -= areas.table.origin.line
      let pressed = event.action == .press ? tableView.textField(at: event.location) : nil
      tableView.handle(event)
      if let pressed {
        focusedTextField = pressed.field
        pressed.field.moveInsertionPoint(toColumn: pressed.column)
      }
      setNeedsDisplay()
    } else if event.action == .press, event.location.line == areas.status,
      isOnHelpHint(event.location.column, of: drawnSize.columns)
    {
      perform(.help)
      setNeedsDisplay()
    } else if event.action == .press, let line = areas.searchBar, event.location.line == line {
      if !searchBarHasKeys { beginSearch() }
      searchBar?.moveInsertionPoint(toColumn: event.location.column)
      setNeedsDisplay()
    }
  }
}
