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
  func drawInspector(in canvas: inout Canvas, areas: ScreenLayout, theme: Theme, at now: Duration) {
    guard let inspectorView else { return }
    guard let area = areas.inspector else { return inspectorView.stopShowing() }
    let symbols = Symbols.standard(for: canvas.traits)
    if area.origin.column > 0 {
      for line in area.lines {
        canvas.write(
          StyledText(symbols.edge), line: line, column: area.origin.column - 1, style: theme.border)
      }
    } else {
      let rule = String(repeating: symbols.rule, count: area.size.columns)
      canvas.write(StyledText(rule), line: area.origin.line - 1, style: theme.border)
    }
    canvas.inside(area) { inspectorView.draw(in: &$0, at: now) }
  }

  /// What the screen has to say, what changed last, what is selected, and the keys to begin with.
  func drawStatus(in canvas: inout Canvas, line: Int, theme: Theme) {
    var text = (searchBar?.omission ?? tableView.notice).map { StyledText($0) } ?? statusText
    if let announcement = announcement(.standard(for: canvas.traits)) {
      text = text.appending(StyledText("  " + announcement))
    }
    if let selected = tableView.selectionSummary { text = text.appending(StyledText("  " + selected)) }
    // All other hints give way before it does.
    let columns = canvas.size.columns - 1
    let help = Self.helpHint
    let long = isOnTop ? "esc back  " + help : help
    let fitsLong = canvas.metrics.width(of: text.text) + 1 < columns - long.count
    let hint = fitsLong ? long : columns >= 2 * help.count ? help : ""
    canvas.write(
      text, line: line, width: max(0, columns - hint.count - (hint.isEmpty ? 0 : 1)), style: theme.status)
    canvas.write(StyledText(hint), line: line, column: columns - hint.count, style: theme.status)
  }

  private static let helpHint = "F1 help"

  /// Whether a place of the screen is on the hint for help.
  func isOnHelpHint(_ point: Point) -> Bool {
    let columns = drawnSize.columns - 1
    return point.line == areas.status && (columns - Self.helpHint.count..<columns).contains(point.column)
  }
}

extension TableViewController {
  /// The styles things are drawn in.
  var currentTheme: Theme { tableView.theme ?? .standard(for: drawnTraits) }

  /// The styles of the screen and its tables; those that suit the terminal unless set.
  public var theme: Theme? {
    get { tableView.theme }
    set {
      tableView.theme = newValue
      inspectorView?.theme = newValue
    }
  }

  /// Looks and moves as the screen below does, where this one has no settings of its own.
  func inheritLook(from below: TableViewController) {
    theme = theme ?? below.theme
    announcesChanges = announcesChanges || below.announcesChanges
    for table in [tableView, inspectorView] { table?.motion.restrict(to: below.tableView.motion) }
  }

  /// What the status line says of the last change while its marks stand; nil for nothing. Numbers are told of what
  /// the data did alone: what a query hides is no change of it, and who pressed a key knows what for.
  func announcement(_ symbols: Symbols) -> String? {
    guard let summary = tableView.changeSummary, !summary.isEmpty else { return nil }
    if announcesChanges { return summary.words }
    return tableView.presentation.transition?.change.cause == .data ? summary.text(symbols) : nil
  }
}
