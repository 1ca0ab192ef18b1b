/// The handling of keys, pastes and the mouse.
extension TableViewController {
  /// Whether keys and pastes go to something on top of the rows: a panel, an alert, a carried row, or a menu.
  private var isCovered: Bool { isCoveredByPanel || tableView.isModal }

  var isCoveredByPanel: Bool { panel != nil || !alerts.isEmpty }

  /// Whether keys would answer a question, a panel or a menu that was not on the terminal yet.
  var hasUnseenQuestion: Bool {
    if let alert = alerts.last { return alert.visibility != .seen }
    return panel == nil ? tableView.hasUnseenMenu : panelVisibility != .seen
  }

  /// Called when a drawing is on the terminal: what has the keys there can be answered from now on.
  func questionsAreSeen() {
    if let alert = alerts.last {
      alert.visibility.reachTerminal()
    } else if panel != nil {
      panelVisibility.reachTerminal()
    } else {
      tableView.menuIsSeen()
    }
  }

  func paste(_ text: String, omitted: Int) {
    if panel?.isTyping == true, alerts.isEmpty { _ = performOnPanel(.edit(.insert(text))) }
    guard !isCovered, let keyBar else { return }
    keyBar.paste(text, omitted: omitted)
    setNeedsDisplay()
  }

  /// Handles a key that was pressed a number of times in a row.
  ///
  /// - Returns: how many of these presses were handled: all of them if they combine to one command.
  func handle(_ press: KeyPress, times: Int) -> Int {
    (find.bar ?? searchBar)?.forgetOmission()
    // The meaning of a key may depend on rows that were applied but not drawn yet.
    tableView.reconcile()
    if performNotified(press) { return 1 }
    // A key that is held down to stop work must not leave the screen afterwards.
    if press == .escape, !isCovered, stopWork() { return times }
    let keys = keys
    guard let command = keys.command(for: press, under: circumstances) else {
      notifyOfLayout(press)
      return times
    }
    if notification?.endsWithKey == true { notification = nil }
    if let panel, panelVisibility != .seen, command != .quit {
      // A word typed ahead is found, but enter does nothing before it is on the terminal.
      guard panel.listsKeys, case .edit = command else { return times }
    }
    if !isCovered, isPostponed(command, of: press, times) { return times }
    // A key that is held down to empty the query must not delete rows afterwards.
    if command == .delete, let lastKey, lastKey.press == press, case .edit = lastKey.command { return times }
    lastKey = (press, command)
    // Commands of the program have no meaning in a menu.
    if panel == nil, case .keyCommand = command { tableView.closeMenu() }
    let isSettled = times > 1 && !isCovered && keys.isSettled(press, under: circumstances)
    let sum = isSettled ? command.times(times) : nil
    if perform(sum ?? command) { setNeedsDisplay() }
    return sum == nil ? 1 : times
  }

  /// Says that a letter of another script is no key. Terminals do not report the key that the letter is on,
  /// unless they report ctrl-c as a key too, which then could not end a program that hangs.
  private func notifyOfLayout(_ press: KeyPress) {
    guard case .character(let letter) = press.key, letter.isLetter, !isCovered,
      let scalar = letter.unicodeScalars.first?.value, scalar >= 0x370, !(0x1E00...0x1EFF).contains(scalar)
    else { return }
    notification = StatusMessage(
      message: StyledText("\(String(letter)) is no key; the letters of keys are Latin"),
      duration: .seconds(3),
      action: nil, endsWithKey: true)
    setNeedsDisplay()
  }

  /// Keeps a key whose row is not on the screen yet, because an earlier key asked for it; it goes to the screen that is
  /// the top one then.
  private func isPostponed(_ command: Command, of press: KeyPress, _ times: Int) -> Bool {
    let leaves = keyMap.title(of: command) == Self.quitTitle
    return tableView.feed?.postpones(leaves ? .quit : command) { [weak self] in
      self?.navigationController?.handle(.key(press), count: times)
      self?.navigationController?.finishHandling()
      self?.setNeedsDisplay()
    } ?? false
  }

  /// The conditions that currently hold, for the key map.
  var circumstances: KeyBinding.Conditions {
    // A panel covers the rows, so their conditions do not hold.
    if let panel {
      guard panel.isTyping else { return [.hasPanel, .whenNotTyping, .queryIsEmpty, .canSearch] }
      let isEmpty = panel.filter?.text.isEmpty ?? true
      return [.hasPanel, .hasQuery, .isSearching, isEmpty ? .queryIsEmpty : .queryIsNotEmpty]
    }
    var conditions = searchCircumstances
    if splitViewController?.isDetailHidden == false { conditions.insert(.canMoveFocus) }
    if tableView.isOnOutlineRow { conditions.insert(.isOnOutlineRow) }
    if tableView.hasOutline { conditions.insert(.hasOutline) }
    return conditions.union(tableView.abilities)
  }

  /// The layout of the last drawing.
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
      tableView.handle(event)
      setNeedsDisplay()
    } else if event.action == .press, event.location.line == areas.status,
      isOnHelpHint(event.location.column, of: drawnSize.columns)
    {
      perform(.help)
      setNeedsDisplay()
    } else if event.action == .press, let line = areas.searchBar, event.location.line == line {
      if keyBar == nil { beginSearch() }
      keyBar?.moveInsertionPoint(toColumn: event.location.column)
      setNeedsDisplay()
    }
  }

}

// MARK: - Panel

/// How an open panel handles commands and the mouse.
extension TableViewController {
  /// The layout of the panel on the screen as last drawn.
  ///
  /// - Complexity: O(characters of the panel). The layout is computed again only if the panel, the screen or the
  ///   theme changed.
  var panelLayout: PanelLayout? {
    guard let panel else {
      laidOutPanel = nil
      return nil
    }
    let place = LaidOutPanel.Place(size: coverSize, traits: drawnTraits, theme: currentTheme)
    if let laidOutPanel, laidOutPanel.isOf(panel, at: place) { return laidOutPanel.layout }
    let new = LaidOutPanel(panel, at: place)
    laidOutPanel = new
    return new.layout
  }

  /// Applies a command to the panel.
  ///
  /// - Returns: whether the command has a meaning there.
  func performOnPanel(_ command: Command) -> Bool {
    guard let layout = panelLayout, let (listsKeys, isFiltered) = panel.map({ ($0.listsKeys, $0.isFiltered) })
    else { return false }
    switch command {
    case .moveCursor(let count): move(by: count, in: layout)
    case .scroll(let count): scrollPanel(by: count, in: layout)
    case .page(let count): move(by: count * layout.visibleRows, in: layout)
    case .first: move(by: -.max / 2, in: layout)
    case .last: move(by: .max / 2, in: layout)
    case .beginSearch: changePanel { $0.beginFilter() }
    case .edit(let edit) where panel?.isTyping ?? false:
      changePanel { $0.apply(edit) }
      showChosenKey()
    case .endSearch where !listsKeys: changePanel { $0.keepFilter() }
    case .back where isFiltered: changePanel { $0.endFilter() }
    case .primaryAction where !listsKeys, .back: dismiss()
    case .endSearch, .primaryAction: performChosenKey()
    case .help:
      dismiss()
      // Those of the rows, which the text covers.
      if !listsKeys { presentKeys() }
    case .quit: application?.requestEnd()
    case .redraw: application?.redraw()
    default: return false
    }
    return true
  }

  /// Handles the mouse: the wheel scrolls the panel, a click on a key chooses it, a double click performs it, and a
  /// click outside closes the panel.
  private func handleOnPanel(_ event: MouseEvent) {
    guard panelVisibility == .seen, let layout = panelLayout else { return }
    switch event.action {
    case .wheelUp: scrollPanel(by: -TableView.wheelLines, in: layout)
    case .wheelDown: scrollPanel(by: TableView.wheelLines, in: layout)
    case .press:
      guard layout.rect.contains(event.location) else { return dismiss() }
      changePanel { _ = $0.choose(atLine: event.location.line, in: layout) }
    case .doubleClick:
      var panel = panel
      if panel?.choose(atLine: event.location.line, in: layout) ?? false { performChosenKey() }
    case .drag, .release, .secondaryPress: break
    }
  }

  /// Chooses another key, or scrolls a text.
  private func move(by count: Int, in layout: PanelLayout) {
    changePanel { $0.listsKeys ? $0.choose(by: count, in: layout) : $0.scroll(by: count, in: layout) }
  }

  /// Scrolls a list of keys to the chosen one, after its layout changed.
  func showChosenKey() {
    if panel?.listsKeys == true, let layout = panelLayout { panel?.choose(by: 0, in: layout) }
  }

  private func scrollPanel(by count: Int, in layout: PanelLayout) {
    changePanel { $0.scroll(by: count, in: layout) }
  }

  private func changePanel(_ change: (inout Panel) -> Void) {
    guard var changed = panel else { return }
    change(&changed)
    panel = changed
    setNeedsDisplay()
  }
}

// MARK: - Key bursts

/// Keys that arrive faster than frames: held down, typed ahead, or sent by a program.
extension TableViewController {
  /// Whether an event is a key that ends the program.
  func isQuit(_ event: Event) -> Bool {
    if case .key(let press) = event { keyMap.meaningInText(of: press) == .quit } else { false }
  }

  /// Whether an event only edits a query that is not empty, so that it does not depend on the rows.
  func isTyping(_ event: Event) -> Bool {
    guard !isCovered, let searchBar, !searchBar.text.isEmpty,
      case .key(let press) = event, case .edit = keyMap.command(for: press, under: circumstances)
    else { return false }
    switch press.key {
    case .character, .backspace: return true
    default: return false  // The meaning of arrows may depend on the row under the cursor.
    }
  }
}
