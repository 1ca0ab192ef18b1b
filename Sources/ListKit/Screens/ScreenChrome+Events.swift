/// The handling of keys, pastes and the mouse.
extension ScreenChrome {
  /// Whether keys and pastes go to something on top of the rows: a panel, an alert, a carried row, or a menu.
  private var isModal: Bool { isCovered || table?.isModal ?? false }

  /// Whether a panel or an alert is on top of the content.
  var isCovered: Bool { box != nil || !alerts.isEmpty }

  /// Handles an event that arrived a number of times in a row.
  ///
  /// - Returns: how many of these events were handled, at least 1.
  func receive(_ event: Event, times: Int) -> Int {
    if let alert = alerts.last {
      handle(event, with: alert)
      return 1
    }
    if !isCovered, isHandledByScreen(event) {
      screen.setNeedsDisplay()
      return 1
    }
    switch event {
    case .key(let press): return handle(press, times: times)
    case .paste(let text, let omitted): paste(text, omitted: omitted)
    case .mouse(let event): handle(event)
    case .resize, .resume, .traitsChange: screen.setNeedsDisplay()
    case .terminate, .hangup: break
    }
    return 1
  }

  /// Passes an event on the content to ``ViewController/handle(_:)``.
  private func isHandledByScreen(_ event: Event) -> Bool {
    switch event {
    case .key, .paste: return screen.handle(event) || split?.handle(event) ?? false
    case .mouse(var mouse):
      let content = screen.areas.table
      let goesOn = mouse.action == .drag || mouse.action == .release
      let concernsContent = goesOn ? isDragging : content.contains(mouse.location)
      if mouse.action == .press { isDragging = concernsContent }
      mouse.location.line -= content.origin.line
      return concernsContent && screen.handle(.mouse(mouse))
    case .resize, .resume, .traitsChange, .terminate, .hangup: return false
    }
  }

  /// Whether keys would answer a question, a panel or a menu that was not on the terminal yet.
  var hasUnseenQuestion: Bool {
    if let alert = alerts.last { return alert.visibility != .seen }
    return box.map { $0.visibility != .seen } ?? table?.hasUnseenMenu ?? false
  }

  /// Called when a drawing is on the terminal: what has the keys there can be answered from now on.
  func questionsAreSeen() {
    if let alert = alerts.last {
      alert.visibility.reachTerminal()
    } else if let box {
      box.visibility.reachTerminal()
    } else {
      table?.menuIsSeen()
    }
  }

  private func paste(_ text: String, omitted: Int) {
    if box?.isTyping == true {
      box?.apply(.insert(text))
      screen.setNeedsDisplay()
    }
    guard !isModal, let bar = list?.keyBar else { return }
    bar.paste(text, omitted: omitted)
    screen.setNeedsDisplay()
  }

  /// Handles a key that was pressed a number of times in a row.
  ///
  /// - Returns: how many of these presses were handled: all of them if they combine to one command.
  private func handle(_ press: KeyPress, times: Int) -> Int {
    list?.shownBar?.forgetOmission()
    // The meaning of a key may depend on rows that were applied but not drawn yet.
    table?.reconcile()
    if performNotified(press) { return 1 }
    // A key that is held down to stop work must not leave the screen afterwards.
    if press == .escape, !isModal, stopWork() { return times }
    let keys = keys
    let meaning = keys.command(for: press, under: circumstances)
    if !isModal, isPostponed(meaning, of: press, times) { return times }
    guard let command = meaning else {
      reportMissingMeaning(of: press)
      return times
    }
    if notification?.endsWithKey == true { notification = nil }
    if let box, box.visibility != .seen, command != .quit {
      // A word typed ahead is found, but enter does nothing before it is on the terminal.
      guard box.listsKeys, case .edit = command else { return times }
    }
    // A key that is held down to empty the query must not delete rows afterwards.
    if command == .delete, let lastKey, lastKey.press == press, case .edit = lastKey.command { return times }
    lastKey = (press, command)
    // Commands of the program have no meaning in a menu.
    if box == nil, case .keyCommand = command { table?.closeMenu() }
    let keepsMeaning = times > 1 && !isModal && keys.keepsMeaning(press, under: circumstances)
    let sum = keepsMeaning ? command.times(times) : nil
    if box == nil ? screen.perform(sum ?? command) : performOnBox(command) { screen.setNeedsDisplay() }
    return sum == nil ? 1 : times
  }

  /// Says that a key has no meaning, unless a message of the program is shown.
  private func reportMissingMeaning(of press: KeyPress) {
    guard !isModal, notification?.endsWithKey ?? true else { return }
    let traits = screen.drawnTraits
    let name = press.name(isUnicode: traits.isUnicode && !traits.isAccessible)
    let isLatin = isLatin(press)
    notification = StatusMessage(
      message: isLatin ? "\(name): no key here · F1" : "\(name) is no key; the letters of keys are Latin",
      duration: .seconds(isLatin ? 1 : 3), action: nil, endsWithKey: true)
    screen.setNeedsDisplay()
  }

  /// Whether a key is no letter of another script. Terminals do not report the key that such a letter is on, unless
  /// they report ctrl-c as a key too, which then could not end a program that hangs.
  private func isLatin(_ press: KeyPress) -> Bool {
    guard case .character(let letter) = press.key, letter.isLetter,
      let scalar = letter.unicodeScalars.first?.value
    else { return true }
    return scalar < 0x370 || (0x1E00...0x1EFF).contains(scalar)
  }

  /// Keeps a key whose row is not on the screen yet, because an earlier key asked for it, and all keys after it; each
  /// goes to the screen that is the top one then.
  private func isPostponed(_ command: Command?, of press: KeyPress, _ times: Int) -> Bool {
    let leaves = command.map(keyMap.title(of:)) == Self.quitTitle
    return table?.feed?.postpones(leaves ? .quit : command) { [weak screen] in
      screen?.navigationController?.handle(.key(press), count: times)
      screen?.navigationController?.finishHandling()
      screen?.setNeedsDisplay()
    } ?? false
  }

  /// The conditions that currently hold, for the key map.
  var circumstances: KeyBinding.Conditions {
    // A box covers the rows, so their conditions do not hold.
    if let box {
      guard box.isTyping else { return [.hasPanel, .whenNotTyping, .queryIsEmpty, .canSearch] }
      let isEmpty = box.filter?.text.isEmpty ?? true
      return [.hasPanel, .hasQuery, .isSearching, isEmpty ? .queryIsEmpty : .queryIsNotEmpty]
    }
    var conditions = list?.searchCircumstances ?? [.whenNotTyping, .queryIsEmpty]
    if split?.isDetailHidden == false { conditions.insert(.canMoveFocus) }
    return table.map { conditions.union($0.abilities) } ?? conditions
  }

  private func handle(_ event: MouseEvent) {
    if let box { return handle(event, on: box) }
    let areas = screen.areas
    if areas.isTooSmall { return }
    let goesOn = event.action == .drag || event.action == .release
    if goesOn ? table?.isDragging ?? false : areas.table.contains(event.location) {
      var event = event
      event.location.line -= areas.table.origin.line
      table?.handle(event)
    } else if event.action == .press, event.location.line == areas.status,
      isOnHelpHint(event.location.column, of: screen.drawnSize.columns)
    {
      screen.perform(.help)
    } else if event.action == .press, event.location.line == areas.searchBar, let list {
      if list.keyBar == nil { list.beginSearch() }
      list.keyBar?.moveInsertionPoint(toColumn: event.location.column)
    } else {
      return
    }
    screen.setNeedsDisplay()
  }
}

// MARK: - Boxes

/// How an open panel or list of keys handles commands and the mouse.
extension ScreenChrome {
  /// - Returns: whether a command has a meaning there.
  private func performOnBox(_ command: Command) -> Bool {
    guard let box else { return false }
    switch command {
    case .back where box.isFiltered: box.endFilter()
    case .primaryAction where !box.listsKeys, .back: show(nil)
    case .endSearch where box.listsKeys, .primaryAction: performChosenKey()
    case .help:
      show(nil)
      // Those of the rows, which the text covers.
      if !box.listsKeys { presentKeys() }
    case .quit, .redraw: return perform(command)
    case .keyCommand: return screen.perform(command)
    default: return box.perform(command)
    }
    return true
  }

  /// Handles the mouse: the wheel scrolls the box, a click on a key chooses it, a double click performs it, and a
  /// click outside closes the box.
  private func handle(_ event: MouseEvent, on box: ListBox) {
    guard box.visibility == .seen else { return }
    screen.setNeedsDisplay()
    switch event.action {
    case .wheelUp: box.scroll(by: -TableView.wheelLines)
    case .wheelDown: box.scroll(by: TableView.wheelLines)
    case .press:
      if box.contains(event.location) { _ = box.choose(atLine: event.location.line) } else { show(nil) }
    case .doubleClick: if box.choose(atLine: event.location.line) { performChosenKey() }
    case .drag, .release, .secondaryPress: break
    }
  }
}

// MARK: - Key bursts

/// Keys that arrive faster than frames: held down, typed ahead, or sent by a program.
extension ScreenChrome {
  /// Whether an event is a key that ends the program.
  func isQuit(_ event: Event) -> Bool {
    if case .key(let press) = event { keyMap.meaningInText(of: press) == .quit } else { false }
  }

  /// Whether an event only edits a query that is not empty, so that it does not depend on the rows.
  func isTyping(_ event: Event) -> Bool {
    guard !isModal, let bar = list?.searchBar, !bar.text.isEmpty,
      case .key(let press) = event, case .edit = keyMap.command(for: press, under: circumstances)
    else { return false }
    switch press.key {
    case .character, .backspace: return true
    default: return false  // The meaning of arrows may depend on the row under the cursor.
    }
  }
}
