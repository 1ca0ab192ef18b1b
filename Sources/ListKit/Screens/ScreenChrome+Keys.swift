/// The list of the keys.
extension ScreenChrome {
  func keyHelp(under conditions: KeyBinding.Conditions, isUnicode: Bool) -> KeyHelp {
    var possible = circumstances.union(conditions)
    if table?.hasItemsBesideOthers ?? false { possible.insert(.isBesideItems) }
    var keyMap = keys
    if let table, let list {
      if let title = table.primaryActionTitle {
        keyMap.rename(.primaryAction, title)
      } else if table.hasNoPrimaryAction, let split, split.leads(from: list) {
        let isFirstOfTwo = split.supplementary.map { $0 !== list } ?? false
        keyMap.rename(.primaryAction, isFirstOfTwo ? "to the next list" : "to the details")
      } else if !table.mayPerformPrimaryAction {
        keyMap.rename(.primaryAction, nil)
      }
    }
    // Only a screen above another one goes back, and only the last one quits.
    let both = ", go back, quit"
    for index in keyMap.bindings.indices where keyMap.bindings[index].command == .back {
      guard let title = keyMap.bindings[index].title, title.hasSuffix(both) else { continue }
      keyMap.bindings[index].title = title.dropLast(both.count) + (canGoBack ? ", go back" : ", quit")
    }
    if works.last?.isSeen ?? false {
      keyMap.bindings.insert(KeyBinding([.escape], .back, "stop the work"), at: 0)
    }
    return KeyHelp(keyMap, under: possible, isUnicode: isUnicode, first: namedKeys.map(\.key))
  }

  /// The keys that the status line shows: enter, unless ``ViewController/keyHints`` contains it, then those, then
  /// those of the split view.
  var namedKeys: [KeyHint] {
    let hints = screen.keyHints + (split?.keyHints ?? [])
    guard let title = table?.primaryActionTitle, !hints.contains(where: { $0.key == .enter }) else {
      return hints
    }
    return [KeyHint(.enter, title)] + hints
  }

  /// Lists the keys, and the actions of the row's menu. The row keeps the cursor meanwhile.
  func presentKeys() {
    let isUnicode = screen.currentSymbols.isUnicode
    let help = keyHelp(under: [], isUnicode: isUnicode)
    let typing = list?.keyBar == nil ? [] : [Panel.Line("letters", "filter the rows")]
    // The status line has no room for all of it.
    let status = cutStatus.map { [Panel.Line("", $0), Panel.Line("", "")] } ?? []
    var lines = status + typing + help.lines(meaning)
    lines.append(Panel.Line("mouse", "click, double click, wheel"))
    let hidden = table?.placedColumns.reduce(0) { $0 + $1.hiddenBefore } ?? 0
    if hidden > 0 {
      let sign = PlacedColumn.sign(ofHidden: hidden, isUnicode: isUnicode)
      lines.append(Panel.Line(sign, "columns that have no room between their neighbours"))
    }
    let actions = table?.menuOfCursorRow ?? []
    if !actions.isEmpty { lines += [Panel.Line("", ""), .title("This row")] }
    lines += actions.enumerated().map {
      var line = Panel.Line("", StyledText($1.title))
      line.action = .menu($0, $1.title)
      return line
    }
    for index in lines.indices { lines[index].synonyms = keyMap.synonyms(of: lines[index].text.text) }
    if let words = list?.searchBar?.help, !words.isEmpty {
      lines += [Panel.Line("", ""), .title("Query syntax")]
      lines += words.map { Panel.Line($0.typed, StyledText($0.finds)) }
    }
    table?.beginHolding()
    show(ListBox(keys: lines))
  }

  /// Returns the command that a key has now; nil if there is no row that it could act on.
  private func meaning(of press: KeyPress) -> Command? {
    let command = keys.command(for: press, under: circumstances)
    return command.map(concernsRow) == true && table?.upcomingCursorRow == nil ? nil : command
  }

  /// Closes the list of keys and presses the chosen key, or performs the chosen action, on the row that had the
  /// cursor when the list was opened.
  func performChosenKey() {
    guard let action = box?.chosenAction else { return }
    let isRowThere = table?.endHolding() ?? true
    show(nil)
    switch action {
    case .press(let press, let command):
      guard meaning(of: press) == command, isRowThere || !concernsRow(command) else { break }
      _ = screen.receive(.key(press), times: 1)
      return
    case .menu(let index, let title):
      guard isRowThere, table?.performMenuAction(index, title) ?? false else { break }
      return
    }
    table?.notice = "the list has changed: nothing was done"
  }
}
