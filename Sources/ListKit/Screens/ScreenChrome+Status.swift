/// The title, the query and the status line around the content.
extension ScreenChrome {
  /// The entire screen: this one, or the split view that it is a part of.
  private var whole: ViewController { split ?? screen }

  /// Whether this is not the first part of a split view, so that escape returns to the one before.
  private var isDetail: Bool { split.map { $0.primary !== screen } ?? false }

  /// Whether escape moves to another part of the screen, or to the screen below.
  var canGoBack: Bool {
    if isDetail { return true }
    return screen.navigationController.map { $0.viewControllers[0] !== whole } ?? false
  }

  /// Draws the title, after those of the screens below, and the query.
  func drawTitle(in canvas: inout Canvas, _ areas: ScreenLayout) {
    let theme = screen.currentTheme
    if let line = areas.title { drawTitle(in: &canvas, line: line, theme: theme) }
    guard let line = areas.searchBar, let bar = list?.shownBar else { return }
    let hasFocus = list?.keyBar === bar && screen.hasFocus
    canvas.inside(Rect(line: line, column: 0, columns: canvas.size.columns, lines: 1)) {
      bar.draw(in: &$0, hasFocus: hasFocus, theme: theme)
    }
  }

  private func drawTitle(in canvas: inout Canvas, line: Int, theme: Theme) {
    let title = screen.title
    let below = isDetail ? [] : screen.navigationController?.viewControllers.prefix { $0 !== whole } ?? []
    let separator =
      canvas.traits.isAccessible ? ": " : " \(Symbols.standard(for: canvas.traits).disclosure) "
    let way = below.map { $0.backTitle + separator }.joined()
    let titleColumns = canvas.metrics.width(of: title)
    // The path is omitted if it does not fit beside the title.
    let isShown = canvas.metrics.width(of: way) + titleColumns <= canvas.size.columns
    let text = StyledText(isShown ? way : "", style: theme.secondaryText)
      .appending(StyledText(title, style: screen.hasFocus ? theme.title : theme.secondaryText))
    canvas.write(text, line: line)
  }

  /// Draws the status line: the program's text, the last change, the selection, and key hints.
  func drawStatus(in canvas: inout Canvas, line: Int, theme: Theme) {
    let now = canvas.time
    let work = shownWork(at: now)
    let own =
      (list?.shownBar?.omission ?? table?.notice).map { StyledText($0) } ?? notificationText(at: now)
      ?? screen.statusText
    let change = announcement(.standard(for: canvas.traits)).map { StyledText($0) }
    // A sentence comes first so that it is not cut off; the program's text may be cut.
    var parts = announcesChange ? [change, own] : [own, change]
    parts.append(table?.selectionSummary.map { StyledText($0) })
    parts.append(rowAnnouncement.map { StyledText($0) })
    // In place of the bar of columns.
    let hidden = table.map { $0.columns.count - $0.placedColumns.count } ?? 0
    if canvas.traits.isAccessible, hidden > 0 {
      parts.append("no room for \(hidden) column\(hidden == 1 ? "" : "s")")
    }
    let workText = work.map { sentence(of: $0, canvas.traits, theme, at: now) }
    parts.insert(workText, at: 0)
    let said = parts.compactMap(\.self).filter { !$0.isEmpty }
    var text = said.first ?? ""
    for part in said.dropFirst() { text = text.appending("  ").appending(part) }
    let columns = canvas.size.columns - 1
    var hints = hints(
      besides: canvas.metrics.width(of: text.text), columns,
      work: workText.map { canvas.metrics.width(of: $0.text) }, canvas.metrics)
    // A sentence takes precedence over the hints.
    if work == nil, announcesChange, let change,
      canvas.metrics.width(of: change.text) + 1 >= columns - hints.columns(canvas.metrics)
    {
      hints = []
    }
    let hintColumn = columns - hints.columns(canvas.metrics)
    var room = max(0, hintColumn - (hints.isEmpty ? 0 : 1))
    // While the progress is unknown, the spinner is enough.
    let bar = work.map { $0.progress == .indeterminate ? nil : $0.progress } ?? screen.workProgress
    if let progress = bar {
      var wanted = min(Self.barColumns, room / 3)
      // The title of the work is more important than a very short bar.
      if work != nil, wanted < ProgressBar.leastColumns { wanted = 0 }
      let rect = Rect(line: line, column: room - wanted, columns: wanted, lines: 1)
      canvas.inside(rect) {
        ProgressBar(progress: progress, theme: theme, time: now, motion: motion).draw(in: &$0)
      }
      room = max(0, room - wanted - (wanted == 0 ? 0 : 1))
    }
    let glyphs = text.glyphs(
      over: theme.text, match: canvas.matchStyle, metrics: canvas.metrics, fillingColumns: room)
    cutStatus = glyphs.count > room ? text : nil
    canvas.place(
      glyphs.shortened(to: room, isUnicode: canvas.traits.isUnicode), line: line, column: 0)
    canvas.write(hints.text(theme), line: line, column: hintColumn)
  }

  /// Returns the key hints that fit beside a text. If they do not fit, those of the list are omitted; then a longer
  /// text is cut, because a screen says how to leave it and how to get help. A box on top shows its own keys.
  private func hints(
    besides textColumns: Int, _ columns: Int, work workColumns: Int?, _ metrics: TextMetrics
  ) -> [KeyLegend] {
    if isCovered { return [] }
    let circumstances = circumstances
    let keys = keys
    let named = namedKeys.map { hint in
      let (key, command) = (hint.key, keys.command(for: hint.key, under: circumstances))
      // While a text is typed, enter keeps it and escape clears it.
      let typed = command == .endSearch ? "keep" : command == .back && escapeClears ? Self.clearTitle : nil
      return (key, typed ?? hint.title ?? keys.shortTitle(of: key, under: circumstances), command)
    }
    let shown = named.filter { _, _, command in
      switch command {
      case nil, .edit?: false
      case .primaryAction?: table?.upcomingCursorRow?.indexPath != nil
      default: true
      }
    }
    func fits(_ hints: [KeyLegend], besides text: Int) -> Bool { text + 1 < columns - hints.columns(metrics) }
    let leaving = workColumns != nil ? [Self.stopHint] : wayOut(named.map(\.2), under: circumstances)
    var hints = shown.reduce(into: leaving) { hints, named in
      guard let title = named.1 else { return }
      let key = named.0.name(isUnicode: false)
      if hints.last?.title == title {
        hints[hints.count - 1].key += " " + key
      } else {
        hints.append(KeyLegend(key, title))
      }
    }
    let all = hints + [KeyLegend(otherHelpKey(under: circumstances) + Self.helpHint.key, Self.helpHint.title)]
    if fits(all, besides: textColumns) { return all }
    if let workColumns {
      // How to stop the work is more important than other texts.
      let texts = [[Self.stopHint, Self.helpHint], [Self.stopHint]]
      return texts.first { fits($0, besides: workColumns) }
        ?? (columns >= 2 * texts[1].columns(metrics) ? texts[1] : [])
    }
    // The first hint says how to leave the screen.
    while hints.count > 1 {
      if fits(hints + [Self.helpHint], besides: textColumns) { return hints + [Self.helpHint] }
      hints.removeLast()
    }
    let (least, help) = (hints + [Self.helpHint], [Self.helpHint])
    if fits(least, besides: min(textColumns, announcesChange ? .max : Self.mostTextColumns)) { return least }
    return fits(help, besides: textColumns) || columns >= 2 * help.columns(metrics) ? help : []
  }

  /// Whether escape clears a text before all else: that of a find, or a query that is typed.
  private var escapeClears: Bool {
    guard let list else { return false }
    return list.isFinding || list.isSearching || list.keyBar.map { !$0.text.isEmpty } ?? false
  }

  /// The commands that leave the screen.
  private static let leaving: [Command] = [.back, .quit]

  /// Returns the hint for leaving the screen, unless the named keys do so.
  private func wayOut(_ named: [Command?], under circumstances: KeyBinding.Conditions) -> [KeyLegend] {
    if named.contains(where: { $0.map(Self.leaving.contains) ?? false }) { return [] }
    if escapeClears || list?.searchBar?.text.isEmpty == false { return [KeyLegend("esc", Self.clearTitle)] }
    if canGoBack { return [KeyLegend("esc", "back")] }
    let keys: [KeyPress] = [.character("q"), .control("c")]
    let key = keys.first { key in
      guard let command = keyMap.command(for: key, under: circumstances) else { return false }
      return Self.leaving.contains(command) || keyMap.title(of: command) == Self.quitTitle
    }
    return key.map { [KeyLegend($0.name(isUnicode: false), Self.quitTitle)] } ?? []
  }

  /// Returns the name of another help key, for terminals that use F1 themselves.
  private func otherHelpKey(under circumstances: KeyBinding.Conditions) -> String {
    let keys: [KeyPress] = [.character("?"), .control("g")]
    let key = keys.first { keyMap.command(for: $0, under: circumstances) == .help }
    return key.map { "\($0.name(isUnicode: false)) or " } ?? ""
  }

  private static let helpHint = KeyLegend("F1", "help")
  private static let stopHint = KeyLegend("esc", "stops")
  static let quitTitle = "quit"
  private static let clearTitle = "clear"
  private static let barColumns = 24
  /// The number of columns beyond which a text is cut to leave room for the key that leaves the screen.
  private static let mostTextColumns = 56

  /// Whether a column of the status line is on the help hint.
  func isOnHelpHint(_ column: Int, of columns: Int) -> Bool {
    (columns - 1 - [Self.helpHint].columns(screen.textMetrics)..<columns - 1).contains(column)
  }

  /// Whether changes are reported as sentences.
  private var announcesChange: Bool { announcesInWords || screen.drawnTraits.isAccessible }

  /// The text about the last change while its marks are visible; nil for none. Rows that a query hides or
  /// shows are not reported. Symbols report only changes of the data, because the user knows the effect of a
  /// key; a sentence confirms both.
  private func announcement(_ symbols: Symbols) -> String? {
    guard let table, let transition = table.presentation.transition else { return nil }
    lastChange.update(transition.began, query: list?.searchBar?.text ?? "")
    guard let summary = table.changeSummary, !summary.isEmpty, !lastChange.isByQuery else { return nil }
    if announcesChange { return summary.sentence }
    return transition.change.cause == .data ? summary.text(symbols) : nil
  }

  /// The row under the cursor, if ``announcesInWords`` is set or a search bar has the terminal's cursor; else
  /// nil.
  private var rowAnnouncement: String? {
    guard announcesInWords || screen.drawnTraits.isAccessible && list?.keyBar != nil else { return nil }
    return table?.cursorDescription
  }
}

/// A displayed change, and whether the query caused it.
struct ShownChange {
  private var began: Duration?
  private var query = ""
  private(set) var isByQuery = false

  /// Records the displayed change.
  ///
  /// - Parameters:
  ///   - began: when the change began, which identifies it.
  ///   - query: the query at that time.
  mutating func update(_ began: Duration, query: String) {
    guard began != self.began else { return }
    isByQuery = query != self.query
    (self.began, self.query) = (began, query)
  }
}
