/// A screen with a table: a title, optionally a query, the rows, a status line, and panels on top of them.
///
/// ```text
///   Mountains                      title
///   ❯ karak                        searchBar
///   ▌ ▾ Karakoram                  tableView
///   12/340  −328         ? help    statusText
/// ```
///
/// Subclasses override ``perform(_:)`` for their own commands, and act as delegates of the table.
open class TableViewController: ViewController {
  /// The table between the title and the status line.
  public let tableView: TableView
  /// The search bar; nil for a screen without a query.
  public var searchBar: SearchBar? {
    didSet {
      oldValue?.needsDisplay = {}
      oldValue?.willChange = { _, _ in }
      searchBar?.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
      searchBar?.willChange = { [weak self] in self?.tableView.queryWillChange(from: $0, to: $1) }
      tableView.queryWillChange(from: oldValue?.text ?? "", to: searchBar?.text ?? "")
      setNeedsDisplay()
    }
  }
  /// Whether the query is visible only while it is open or contains text. On such a screen letters are keys,
  /// as on a screen without a query: `/` opens the query, which then takes the letters, enter keeps it and
  /// returns the focus to the rows, and escape clears and closes it.
  public var hidesSearchBarWhenEmpty = false { didSet { setNeedsDisplay() } }
  /// Whether the user opened a query that hides itself, so that it has the focus.
  public private(set) var isSearching = false
  /// Finds rows without hiding the others. If set, ctrl-f opens a line for a text, enter keeps it, `n` and `N`
  /// go to the next and the previous match, and escape ends the find. The closure has to find the rows, move
  /// the cursor and highlight.
  public var findAction: ((FindAction) -> Void)?
  var findPlaceholder = "text to find; n and N: next, previous row"
  var find = Find()
  /// The progress of long work, shown by a bar in the status line; nil for no bar. For work that can be
  /// stopped, use ``ViewController/progress(of:_:)``, which shows the progress too.
  public var workProgress: WorkProgress? { didSet { if workProgress != oldValue { setNeedsDisplay() } } }
  /// The message that is shown for a time.
  var notification: StatusMessage?
  /// The work in progress; what started last is at the end.
  var works: [RunningWork] = []

  package override var visibleContent: ContentState { works.isEmpty ? super.visibleContent : .loading }

  /// The meaning of the keys on this screen, in the order of the help.
  public var keyMap = KeyMap.standard
  /// The panel on top of the rows, if any.
  public internal(set) var panel: Panel? {
    didSet {
      if oldValue == nil { panelVisibility = .hidden }
      if panel?.listsKeys != true { tableView.endHolding() }
    }
  }
  /// Whether the user has seen the panel.
  var panelVisibility = Visibility.hidden
  /// The text of the status line, if the last drawing had no room for all of it; the help shows it.
  private var cutStatus: StyledText?
  /// The open alerts; the last one has the focus.
  var alerts: [AlertController] = []
  /// Whether the mouse button was pressed on the content.
  private var isDragging = false
  /// Whether the selected row is deselected when the screen appears, unless the table allows multiple
  /// selection.
  public var clearsSelectionOnViewWillAppear = true

  private var keyCommands: [Int: @MainActor () -> Void] = [:]
  /// The number of key commands of all screens: each has a number of its own.
  private static var commandCount = 0
  /// The bindings among those of ``keyMap`` that were added to the split view of which this is the list.
  private var bindingsOfSplitView: [KeyBinding] = []
  /// The last change, and whether the query caused it; such changes are not reported.
  private var lastChange = ShownChange()
  /// Whether changes are reported as sentences.
  var announcesInWords = false { didSet { setNeedsDisplay() } }
  /// The size of the area that panels and alerts cover: the entire screen, also for a part of a split view.
  var coverSize = Size(columns: 0, lines: 0)
  /// The last layout of the panel.
  var laidOutPanel: LaidOutPanel?
  /// The last key that had a meaning, and its command.
  var lastKey: (press: KeyPress, command: Command)?

  /// Creates a screen with an empty table.
  public init(style: TableView.Style = .plain) {
    tableView = TableView(style: style)
    super.init()
    tableView.connect(
      needsDisplay: { [weak self] in self?.setNeedsDisplay() },
      cursorDidMove: { [weak self] in if let self { splitViewController?.cursorDidMove(in: self) } },
      enterDetails: { [weak self] in
        self.map { $0.splitViewController?.enterDetails(from: $0) ?? false } ?? false
      })
  }

  /// Performs a command. Overrides handle their own commands and pass the others to `super`.
  ///
  /// While a ``panel`` is open, commands apply to it: `super` scrolls, filters and closes it, and passes no
  /// commands to the rows. Overrides have to check whether a panel is open. While a row is carried or its
  /// menu is open, `super` asks the table first.
  ///
  /// Swift does not inherit `@discardableResult`: repeat it in an override that the program itself calls.
  ///
  /// - Returns: whether the command was handled; only then the screen is drawn again.
  @discardableResult
  open func perform(_ command: Command) -> Bool {
    responders.contains { $0(command) }
  }

  /// The parts of the screen that may handle a command, topmost first. Only the
  /// first that returns true handles it.
  private var responders: [(Command) -> Bool] {
    if panel != nil { return [performOnPanel] }
    return (tableView.isModal ? [tableView.perform] : []) + [performOnScreen, tableView.perform]
  }

  /// Performs a command that concerns the query, the screen or the program.
  private func performOnScreen(_ command: Command) -> Bool {
    switch command {
    case .edit(let edit): keyBar?.apply(edit)
    case .beginSearch: beginSearch()
    case .endSearch: find.bar == nil ? endSearch() : keepFind()
    case .beginFind: beginFind()
    case .findNext(let step): findNext(step)
    case .moveFocus(let step): splitViewController?.moveFocus(by: step)
    case .resizePanes(let count): splitViewController?.resizeParts(by: count)
    case .help: presentKeys()
    case .back: goBack()
    case .quit: application?.requestEnd()
    case .redraw: application?.redraw()
    case .keyCommand(let number):
      guard let action = keyCommands[number] ?? splitViewController?.primary.keyCommands[number]
      else { return false }
      KeyAction.perform(action)
    default: return false
    }
    return true
  }

  private func goBack() {
    if tableView.isEditing {
      tableView.setEditing(false, animated: true)
    } else if isFinding {
      endFind()
    } else if let searchBar, isSearching || !searchBar.text.isEmpty {
      endSearch()
      searchBar.clear()
    } else if splitViewController?.returnFocus() ?? false {
      setNeedsDisplay()
    } else {
      navigationController?.goBack()
    }
  }

  /// Adds a binding for an action of the program.
  ///
  /// - Parameter screen: the screen to which the program added it.
  func bind(
    _ keys: [KeyPress], _ title: String?, _ conditions: KeyBinding.Conditions, of screen: ViewController,
    _ action: @escaping @MainActor () -> Void
  ) {
    let command = Command.keyCommand(Self.commandCount)
    keyCommands[Self.commandCount] = action
    Self.commandCount += 1
    let typed = conditions.isDisjoint(with: .ofQuery) ? keys.filter(\.isPrintable) : []
    let others = KeyBinding(keys.filter { !typed.contains($0) }, command, title, when: conditions)
    let letters = KeyBinding(typed, command, title, when: conditions.union(.whenNotTyping))
    // The binding with the key that is shown comes first.
    let bindings = letters.keys.first == keys.first ? [letters, others] : [others, letters]
    let added = bindings.filter { !$0.keys.isEmpty }
    keyMap.bindings.insert(contentsOf: added, at: 0)
    if screen !== part { bindingsOfSplitView.insert(contentsOf: added, at: 0) }
  }

  /// The meaning of the keys: in the details of a split view, its keys follow those of the details' own commands.
  var keys: KeyMap {
    guard isDetail, let added = splitViewController?.primary.bindingsOfSplitView, !added.isEmpty
    else { return keyMap }
    var keys = keyMap
    let own = keys.bindings.lastIndex { if case .keyCommand = $0.command { true } else { false } }
    keys.bindings.insert(contentsOf: added, at: own.map { $0 + 1 } ?? 0)
    return keys
  }

  // MARK: Appearing

  /// Called before the first drawing, and before each drawing in which the size of the rows' area has
  /// changed: the place to adapt the content to ``TableView/visibleSize``. Does nothing unless overridden.
  open func viewWillLayoutSubviews() {}

  override func startShowing() {
    if clearsSelectionOnViewWillAppear, !tableView.allowsMultipleSelection, !tableView.selection.isEmpty {
      tableView.selectRow(at: nil, animated: false)
    }
    super.startShowing()
  }

  override func stopShowing() { tableView.stopShowing() }

  override func closeAlerts() {
    notification = nil
    for work in works { work.stop() }
    while let alert = alerts.last { close(alert, with: nil) }
  }

  override var tableScreen: TableViewController { self }
  package override var rowsArea: Rect? { areas.table }

  /// The keys of this screen as the help shows them, in groups, those of ``ViewController/keyHints`` first; for
  /// documentation.
  ///
  /// - Parameter conditions: conditions to assume in addition to those that hold now.
  public func keyDescriptions(under conditions: KeyBinding.Conditions = []) -> [(
    group: String, keys: String, title: String
  )] {
    keyHelp(under: conditions, isUnicode: false).entries.map { ($0.group.title, $0.keys, $0.title) }
  }

  private func keyHelp(under conditions: KeyBinding.Conditions, isUnicode: Bool) -> KeyHelp {
    var possible = circumstances.union(conditions)
    if tableView.hasStrips { possible.insert(.isInStrip) }
    var keyMap = keys
    if let title = tableView.primaryActionTitle {
      keyMap.rename(.primaryAction, title)
    } else if tableView.hasNoPrimaryAction, splitViewController?.leads(from: self) ?? false {
      let isFirstOfTwo = splitViewController?.supplementary.map { $0 !== self } ?? false
      keyMap.rename(.primaryAction, isFirstOfTwo ? "to the next list" : "to the details")
    } else if !tableView.mayPerformPrimaryAction {
      keyMap.rename(.primaryAction, nil)
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
  var namedKeys: [(key: KeyPress, title: String?)] {
    let hints = part.keyHints + (splitViewController?.keyHints ?? [])
    guard let title = tableView.primaryActionTitle, !hints.contains(where: { $0.key == .enter }) else {
      return hints
    }
    return [(.enter, title)] + hints
  }

  /// Lists the keys, and the actions of the row's menu. The row keeps the cursor meanwhile.
  func presentKeys() {
    let help = keyHelp(under: [], isUnicode: drawnTraits.isUnicode && !drawnTraits.isAccessible)
    let typing = keyBar == nil ? [] : [Panel.Line("letters", "filter the rows")]
    // The status line has no room for all of it.
    let status = cutStatus.map { [Panel.Line("", $0), Panel.Line("", "")] } ?? []
    var lines = status + typing + help.lines(meaning)
    lines.append(Panel.Line("mouse", "click, double click, wheel"))
    let actions = tableView.menuOfCursorRow
    if !actions.isEmpty { lines += [Panel.Line("", ""), .title("This row")] }
    lines += actions.enumerated().map {
      var line = Panel.Line("", StyledText($1.title))
      line.action = .menu($0, $1.title)
      return line
    }
    for index in lines.indices { lines[index].synonyms = keyMap.synonyms(of: lines[index].text.text) }
    if let words = searchBar?.help, !words.isEmpty {
      lines += [Panel.Line("", ""), .title("Query syntax")]
      lines += words.map { Panel.Line($0.typed, StyledText($0.finds)) }
    }
    tableView.beginHolding()
    present(Panel(keys: lines))
  }

  /// Returns the command that a key has now; nil if there is no row that it could act on.
  private func meaning(of press: KeyPress) -> Command? {
    let command = keys.command(for: press, under: circumstances)
    return command?.concernsRow == true && tableView.upcomingCursorRow == nil ? nil : command
  }

  /// Closes the list of keys and presses the chosen key, or performs the chosen action, on the row that had the
  /// cursor when the list was opened.
  func performChosenKey() {
    guard let action = panel?.chosenAction else { return }
    let isRowThere = tableView.endHolding()
    dismiss()
    switch action {
    case .press(let press, let command):
      guard meaning(of: press) == command, isRowThere || !command.mayConcernRow else { break }
      handle(.key(press), times: 1)
      return
    case .menu(let index, let title):
      guard isRowThere, tableView.performMenuAction(index, title) else { break }
      return
    }
    tableView.notice = "the list has changed: nothing was done"
  }

  // MARK: Events

  /// Handles an event. Overrides receive all events while this screen is on top, and call `super`.
  @discardableResult
  open override func handle(_ event: Event, times: Int) -> Int {
    if let alert = alerts.last {
      handle(event, with: alert)
      return 1
    }
    if !isCoveredByPanel, isHandledByProgram(event) {
      setNeedsDisplay()
      return 1
    }
    switch event {
    case .key(let press): return handle(press, times: times)
    case .paste(let text, let omitted): paste(text, omitted: omitted)
    case .mouse(let event): handle(event)
    case .resize, .resume, .traitsChange: setNeedsDisplay()
    case .terminate, .hangup: break
    }
    return 1
  }

  /// Passes an event on the content to ``ViewController/handle(_:)``.
  private func isHandledByProgram(_ event: Event) -> Bool {
    switch event {
    case .key, .paste: return part.handle(event) || splitViewController?.handle(event) ?? false
    case .mouse(var mouse):
      let goesOn = mouse.action == .drag || mouse.action == .release
      let concernsContent = goesOn ? isDragging : areas.table.contains(mouse.location)
      if mouse.action == .press { isDragging = concernsContent }
      mouse.location.line -= areas.table.origin.line
      return concernsContent && part.handle(.mouse(mouse))
    case .resize, .resume, .traitsChange, .terminate, .hangup: return false
    }
  }

  // MARK: Drawing

  /// Draws the screen at a time. Overrides call `super`.
  open override func draw(in canvas: inout Canvas, at now: Duration) {
    drawnSize = canvas.size
    drawnTraits = canvas.traits
    let areas = areas
    guard !areas.isTooSmall else {
      let texts = ["window too small", "too small", "small"]
      canvas.write(StyledText(texts.first { $0.count <= canvas.size.columns } ?? ""))
      stopShowing()
      return
    }
    if tableView.move(to: areas.table, hasFocus: hasFocus) { viewWillLayoutSubviews() }
    let theme = currentTheme
    drawnTime = now
    canvas.inside(areas.table) { part.draw(in: &$0) }
    if let line = areas.title { drawTitle(in: &canvas, line: line, theme: theme) }
    if let line = areas.searchBar, let bar = find.bar ?? searchBar {
      let rect = Rect(line: line, column: 0, columns: drawnSize.columns, lines: 1)
      canvas.inside(rect) { bar.draw(in: &$0, hasFocus: keyBar === bar && hasFocus, theme: theme) }
    }
    // In a split view, the split view draws the status and the panels.
    if splitViewController != nil { return }
    if let line = areas.status { drawStatus(in: &canvas, line: line, theme: theme, at: now) }
    drawCover(in: &canvas)
  }

  /// Draws the rows.
  open override func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas, at: drawnTime) }

  override func nextFrame(after now: Duration) -> Duration? {
    if areas.isTooSmall { return nil }
    return [tableView.nextFrame(after: now), nextWorkFrame(after: now), notification?.end].compactMap(\.self)
      .min()
  }
}

// MARK: - Search

/// A query that opens and closes.
///
/// ```text
///            /                  enter
///   closed ─────▶ has the keys ◀──────▶ kept, the rows have the keys
///      ▲                │          /                 │
///      └────── esc ─────┴────────── esc ─────────────┘
/// ```
///
/// A query that does not hide itself always has the keys.
extension TableViewController {
  /// The search bar that takes typed letters: that of a find, or the query; nil if letters are keys.
  var keyBar: SearchBar? { find.bar ?? (isSearching || !hidesSearchBarWhenEmpty ? searchBar : nil) }

  /// Whether the screen has room for the title.
  package var showsTitle: Bool { areas.title != nil }

  var showsSearchBar: Bool { keyBar != nil || !(searchBar?.text.isEmpty ?? true) }

  /// The conditions of the query, for the key map.
  var searchCircumstances: KeyBinding.Conditions {
    guard let keyBar else {
      var conditions: KeyBinding.Conditions = [.whenNotTyping, .queryIsEmpty]
      if searchBar != nil { conditions.insert(.canSearch) }
      if findAction != nil { conditions.insert(.canFind) }
      return conditions
    }
    let conditions: KeyBinding.Conditions =
      keyBar.text.isEmpty ? [.hasQuery, .queryIsEmpty] : [.hasQuery, .queryIsNotEmpty]
    return isSearching || find.bar != nil ? conditions.union(.isSearching) : conditions
  }

  func beginSearch() {
    guard searchBar != nil, hidesSearchBarWhenEmpty else { return }
    isSearching = true
    setNeedsDisplay()
  }

  func endSearch() {
    isSearching = false
    setNeedsDisplay()
  }
}

// MARK: - Title and status

/// The title and the status line around the rows, and the panels on top.
extension TableViewController {
  /// The screen that this controller is, or is a part of.
  var screen: ViewController { splitViewController ?? part }

  /// Whether this is part of the details of a split view, so that escape returns to the list.
  var isDetail: Bool { splitViewController.map { $0.primary !== self } ?? false }

  /// Whether escape moves to another part of the screen, or to the screen below.
  private var canGoBack: Bool {
    if isDetail { return true }
    return navigationController.map { $0.viewControllers[0] !== screen } ?? false
  }

  /// Draws the titles of the screens below and of this one, as a path.
  private func drawTitle(in canvas: inout Canvas, line: Int, theme: Theme) {
    let below = isDetail ? [] : navigationController?.viewControllers.prefix { $0 !== screen } ?? []
    let separator =
      canvas.traits.isAccessible ? ": " : " \(Symbols.standard(for: canvas.traits).disclosure) "
    let way = below.map { $0.backTitle + separator }.joined()
    let titleColumns = canvas.metrics.width(of: title)
    // The path is omitted if it does not fit beside the title.
    let isShown = canvas.metrics.width(of: way) + titleColumns <= canvas.size.columns
    let text = StyledText(isShown ? way : "", style: theme.secondaryText)
      .appending(StyledText(title, style: hasFocus ? theme.title : theme.secondaryText))
    canvas.write(text, line: line)
  }

  /// Draws the panels and alerts on top of everything.
  func drawCover(in canvas: inout Canvas) {
    if coverSize != canvas.size {
      coverSize = canvas.size
      showChosenKey()
    }
    let theme = currentTheme
    if let panel, let layout = panelLayout {
      panel.draw(layout, in: &canvas, theme: theme, symbols: .standard(for: drawnTraits))
      panelVisibility.draw()
    }
    for alert in alerts { alert.draw(in: &canvas, theme: theme) }
  }

  /// Draws the status line: the program's text, the last change, the selection, and key hints.
  func drawStatus(in canvas: inout Canvas, line: Int, theme: Theme, at now: Duration) {
    let work = shownWork(at: now)
    let own =
      ((find.bar ?? searchBar)?.omission ?? tableView.notice).map { StyledText($0) }
      ?? notificationText(at: now) ?? statusText
    let change = announcement(.standard(for: canvas.traits)).map { StyledText($0) }
    // A sentence comes first so that it is not cut off; the program's text may be cut.
    var parts = announcesChange ? [change, own] : [own, change]
    parts.append(tableView.selectionSummary.map { StyledText($0) })
    parts.append(rowAnnouncement.map { StyledText($0) })
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
    let bar = work.map { $0.progress == .indeterminate ? nil : $0.progress } ?? workProgress
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
      over: theme.status, match: canvas.matchStyle, metrics: canvas.metrics, fillingColumns: room)
    cutStatus = glyphs.count > room ? text : nil
    canvas.place(
      glyphs.shortened(to: room, isUnicode: canvas.traits.isUnicode), line: line, column: 0)
    canvas.write(hints.text(theme), line: line, column: hintColumn)
  }

  /// Returns the key hints that fit beside a text. If they do not fit, those of the list are omitted; then a longer
  /// text is cut, because a screen says how to leave it and how to get help. A box on top shows its own keys.
  private func hints(
    besides textColumns: Int, _ columns: Int, work workColumns: Int?, _ metrics: TextMetrics
  ) -> [KeyHint] {
    if isCoveredByPanel { return [] }
    let circumstances = circumstances
    let keys = keys
    let named = namedKeys.map { key, title in
      let command = keys.command(for: key, under: circumstances)
      // While a text is typed, enter keeps it and escape clears it.
      let typed = command == .endSearch ? "keep" : command == .back && escapeClears ? Self.clearTitle : nil
      return (key, typed ?? title ?? keys.shortTitle(of: key, under: circumstances), command)
    }
    let shown = named.filter { _, _, command in
      switch command {
      case nil, .edit?: false
      case .primaryAction?: tableView.upcomingCursorRow?.indexPath != nil
      default: true
      }
    }
    func fits(_ hints: [KeyHint], besides text: Int) -> Bool { text + 1 < columns - hints.columns(metrics) }
    let leaving = workColumns != nil ? [Self.stopHint] : wayOut(named.map(\.2), under: circumstances)
    var hints = shown.reduce(into: leaving) { hints, named in
      guard let title = named.1 else { return }
      let key = named.0.name(isUnicode: false)
      if hints.last?.title == title {
        hints[hints.count - 1].key += " " + key
      } else {
        hints.append(KeyHint(key, title))
      }
    }
    let all = hints + [KeyHint(otherHelpKey(under: circumstances) + Self.helpHint.key, Self.helpHint.title)]
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
    isFinding || isSearching || keyBar.map { !$0.text.isEmpty } ?? false
  }

  /// The commands that leave the screen.
  private static let leaving: [Command] = [.back, .quit]

  /// Returns the hint for leaving the screen, unless the named keys do so.
  private func wayOut(_ named: [Command?], under circumstances: KeyBinding.Conditions) -> [KeyHint] {
    if named.contains(where: { $0.map(Self.leaving.contains) ?? false }) { return [] }
    if escapeClears || searchBar?.text.isEmpty == false { return [KeyHint("esc", Self.clearTitle)] }
    if canGoBack { return [KeyHint("esc", "back")] }
    let keys: [KeyPress] = [.character("q"), .control("c")]
    let key = keys.first { key in
      guard let command = keyMap.command(for: key, under: circumstances) else { return false }
      return Self.leaving.contains(command) || keyMap.title(of: command) == Self.quitTitle
    }
    return key.map { [KeyHint($0.name(isUnicode: false), Self.quitTitle)] } ?? []
  }

  /// Returns the name of another help key, for terminals that use F1 themselves.
  private func otherHelpKey(under circumstances: KeyBinding.Conditions) -> String {
    let keys: [KeyPress] = [.character("?"), .control("g")]
    let key = keys.first { keyMap.command(for: $0, under: circumstances) == .help }
    return key.map { "\($0.name(isUnicode: false)) or " } ?? ""
  }

  private static let helpHint = KeyHint("F1", "help")
  private static let stopHint = KeyHint("esc", "stops")
  static let quitTitle = "quit"
  private static let clearTitle = "clear"
  private static let barColumns = 24
  /// The number of columns beyond which a text is cut to leave room for the key that leaves the screen.
  private static let mostTextColumns = 56

  /// Whether a column of the status line is on the help hint.
  func isOnHelpHint(_ column: Int, of columns: Int) -> Bool {
    (columns - 1 - [Self.helpHint].columns(textMetrics)..<columns - 1).contains(column)
  }

  /// Whether changes are reported as sentences.
  private var announcesChange: Bool { announcesInWords || drawnTraits.isAccessible }

  /// The text about the last change while its marks are visible; nil for none. Rows that a query hides or
  /// shows are not reported. Symbols report only changes of the data, because the user knows the effect of a
  /// key; a sentence confirms both.
  private func announcement(_ symbols: Symbols) -> String? {
    guard let transition = tableView.presentation.transition else { return nil }
    lastChange.note(transition.began, query: searchBar?.text ?? "")
    guard let summary = tableView.changeSummary, !summary.isEmpty, !lastChange.isByQuery else { return nil }
    if announcesChange { return summary.sentence }
    return transition.change.cause == .data ? summary.text(symbols) : nil
  }

  /// The row under the cursor, if ``announcesInWords`` is set or a search bar has the terminal's cursor; else
  /// nil.
  private var rowAnnouncement: String? {
    guard announcesInWords || drawnTraits.isAccessible && keyBar != nil else { return nil }
    return tableView.cursorDescription
  }
}

/// A displayed change, and whether the query caused it.
private struct ShownChange {
  private var began: Duration?
  private var query = ""
  private(set) var isByQuery = false

  /// Records the displayed change.
  ///
  /// - Parameters:
  ///   - began: when the change began, which identifies it.
  ///   - query: the query at that time.
  mutating func note(_ began: Duration, query: String) {
    guard began != self.began else { return }
    isByQuery = query != self.query
    (self.began, self.query) = (began, query)
  }
}

// UIKit methods that do not exist here: the compiler's message says what to write instead.

extension TableViewController {
  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "use addKeyCommand(_:title:action:), which takes a closure")
  public func addKeyCommand(_ command: Any) {}
}
