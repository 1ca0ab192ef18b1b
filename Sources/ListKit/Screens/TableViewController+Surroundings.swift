/// What is drawn around the rows.
extension TableViewController {
  /// Whether there is a screen below to go back to.
  var isOnTop: Bool { (navigationController?.viewControllers.first).map { $0 !== self } ?? false }

  /// The titles of the screens below, and this one's: the way back.
  func drawTitle(in canvas: inout Canvas, line: Int, theme: Theme) {
    let below = navigationController?.viewControllers.prefix { $0 !== self } ?? []
    let separator = " \(Symbols.standard(for: canvas.traits).disclosure) "
    let way = below.map { $0.title + separator }.joined()
    let titleColumns = canvas.metrics.width(of: title)
    // A way that leaves no room for where one is, is left out.
    let isShown = canvas.metrics.width(of: way) + titleColumns <= canvas.size.columns
    let text = StyledText(isShown ? way : "", style: theme.secondaryText)
      .appending(StyledText(title, style: theme.title))
    canvas.write(text, line: line)
  }

  /// The second table, and the line between the two.
  func drawInspector(in canvas: inout Canvas, rooms: ScreenRooms, theme: Theme, at now: Duration) {
    guard let inspectorView else { return }
    guard let room = rooms.inspector else { return inspectorView.stopShowing() }
    let symbols = Symbols.standard(for: canvas.traits)
    if room.origin.column > 0 {
      for line in room.lines {
        canvas.write(
          StyledText(symbols.edge), line: line, column: room.origin.column - 1, style: theme.border)
      }
    } else {
      let rule = String(repeating: symbols.rule, count: room.size.columns)
      canvas.write(StyledText(rule), line: room.origin.line - 1, style: theme.border)
    }
    canvas.inside(room) { inspectorView.draw(in: &$0, at: now) }
  }

  /// What the screen has to say, what changed last, what is selected, and the keys to begin with.
  func drawStatus(in canvas: inout Canvas, line: Int, theme: Theme) {
    let hint = isOnTop ? "esc back  F1 help" : "F1 help"
    let room = canvas.size.columns - hint.count - 1
    var text = (searchBar?.omission ?? tableView.notice).map { StyledText($0) } ?? statusText
    if let announcement = announcement(.standard(for: canvas.traits)) {
      text = text.appending(StyledText("  " + announcement))
    }
    if let selected = tableView.selectionSummary { text = text.appending(StyledText("  " + selected)) }
    canvas.write(text, line: line, width: max(room - 1, canvas.size.columns - 1), style: theme.status)
    if canvas.metrics.width(of: text.text) < room {
      canvas.write(StyledText(hint), line: line, column: room, style: theme.status)
    }
  }
}
