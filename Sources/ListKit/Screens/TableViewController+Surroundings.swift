/// What is drawn around the rows.
extension TableViewController {
  /// The screen this is, or is a part of.
  var screen: ViewController { splitViewController ?? self }

  /// Whether these are the details of a split view, which are left for the list.
  private var isDetail: Bool { splitViewController?.detailViewController === self }

  /// Whether escape leads somewhere else on the screen, or to the one below.
  private var canGoBack: Bool {
    if isDetail { return true }
    let isFirst = navigationController?.viewControllers.first.map { $0 === screen } ?? true
    return !isFirst && !screen.staysForEscape
  }

  /// The titles of the screens below, and this one's: the way back.
  func drawTitle(in canvas: inout Canvas, line: Int, theme: Theme) {
    let below = isDetail ? [] : navigationController?.way(to: screen) ?? []
    let separator = " \(Symbols.standard(for: canvas.traits).disclosure) "
    let way = below.map { $0.nameOnTheWay + separator }.joined()
    let titleColumns = canvas.metrics.width(of: title)
    // A way that leaves no room for where one is, is left out.
    let isShown = canvas.metrics.width(of: way) + titleColumns <= canvas.size.columns
    let text = StyledText(isShown ? way : "", style: theme.secondaryText)
      .appending(StyledText(title, style: hasFocus ? theme.title : theme.secondaryText))
    canvas.write(text, line: line)
  }

  /// What lies on top of all: panels and questions.
  func drawCover(in canvas: inout Canvas) {
    coverSize = canvas.size
    let theme = currentTheme
    if let panel, let layout = panelLayout {
      panel.draw(layout, in: &canvas, theme: theme, symbols: .standard(for: drawnTraits))
    }
    for alert in alerts { alert.draw(in: &canvas, theme: theme) }
  }

  /// What the screen has to say, what changed last, what is selected, and the keys to begin with.
  func drawStatus(in canvas: inout Canvas, line: Int, theme: Theme, at now: Duration) {
    var text = (searchBar?.omission ?? tableView.notice).map { StyledText($0) } ?? statusText
    if let announcement = announcement(.standard(for: canvas.traits)) {
      text = text.appending(StyledText("  " + announcement))
    }
    if let selected = tableView.selectionSummary { text = text.appending(StyledText("  " + selected)) }
    // All other hints give way before it does.
    let columns = canvas.size.columns - 1
    let help = Self.helpHint
    let long = canGoBack ? "esc back  " + help : help
    let fitsLong = canvas.metrics.width(of: text.text) + 1 < columns - long.count
    let hint = fitsLong ? long : columns >= 2 * help.count ? help : ""
    var room = max(0, columns - hint.count - (hint.isEmpty ? 0 : 1))
    if let workProgress {
      let wanted = min(Self.barColumns, room / 3)
      let bar = Rect(line: line, column: room - wanted, columns: wanted, lines: 1)
      canvas.inside(bar) {
        ProgressBar(progress: workProgress, theme: theme, time: now, motion: motion).draw(in: &$0)
      }
      room = max(0, room - wanted - 1)
    }
    canvas.write(text, line: line, width: room, style: theme.status)
    canvas.write(StyledText(hint), line: line, column: columns - hint.count, style: theme.status)
  }

  private static let helpHint = "F1 help"
  private static let barColumns = 24

  /// Whether a column of the status line is on the hint for help.
  func isOnHelpHint(_ column: Int, of columns: Int) -> Bool {
    (columns - 1 - Self.helpHint.count..<columns - 1).contains(column)
  }
}

extension TableViewController {
  /// The styles in force: those that were set, or those that suit the terminal, as far as it is known by now.
  public var currentTheme: Theme { tableView.theme ?? .standard(for: drawnTraits) }

  /// What the status line says of the last change while its marks stand; nil for nothing. Numbers are told of what
  /// the data did alone: what a query hides is no change of it, and who pressed a key knows what for.
  func announcement(_ symbols: Symbols) -> String? {
    guard let summary = tableView.changeSummary, !summary.isEmpty else { return nil }
    if tellsChangesInWords { return summary.words }
    return tableView.presentation.transition?.change.cause == .data ? summary.text(symbols) : nil
  }
}
