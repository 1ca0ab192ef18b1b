/// A screen with a table: a title, a query where there is one, the rows, a status line, and what lies on
/// top of them.
///
/// ```text
///   Mountains                      title
///   ❯ karak                        searchBar
///   ▌ ▾ Karakoram                  tableView
///   12/340  −328         ? help    statusText
/// ```
///
/// Subclasses override ``perform(_:)`` for commands of their own, and act as delegates of what they show.
open class TableViewController: ViewController {
  /// The table that fills the screen between its title and its status line.
  public let tableView: TableView
  /// The query; nil for a screen without one.
  public var searchBar: SearchBar? {
    didSet {
      oldValue?.needsDisplay = {}
      oldValue?.willClear = {}
      searchBar?.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
      // The cursor goes to what was searched for (laws 2 and 0).
      searchBar?.willClear = { [weak self] in self?.tableView.stopFollowing() }
      setNeedsDisplay()
    }
  }
  /// Whether the query is seen only while it is open or has a text. Letters are keys then, as on a screen without a
  /// query; `/` opens it and gives it the letters, enter keeps it and gives them back to the rows, and escape clears
  /// and closes it.
  public var hidesSearchBarWhenEmpty = false { didSet { setNeedsDisplay() } }
  /// Whether a query that hides itself was opened, and has the keys.
  public private(set) var isSearching = false
  /// Finds rows without hiding the others, where it is set: `?` opens a line for a text, enter keeps it, `n` and `N` go to
  /// the next and the previous match, escape ends it. The program looks for the rows, moves the cursor and highlights.
  public var findAction: ((FindAction) -> Void)?
  /// What the empty line of a find says.
  var findPlaceholder = "go to rows with these words; n and N: next, previous"
  /// The find that goes on.
  var find = Find()
  /// The left half of the last line.
  public var statusText = StyledText("") { didSet { setNeedsDisplay() } }
  /// Keys that the last line names before the one for help, where there is room, each with a word for what it does. Keys
  /// that mean nothing at the moment are left out.
  public var keyHints: [(key: KeyPress, title: String)] = [] { didSet { setNeedsDisplay() } }
  /// How far long work has come, shown by a bar in the status line; nil for no bar. Work that can be stopped is better done
  /// in ``progress(of:_:)``, which shows it.
  public var workProgress: WorkProgress? { didSet { if workProgress != oldValue { setNeedsDisplay() } } }
  /// The work that goes on, what was begun last at the end.
  var works: [RunningWork] = []
  /// What keys mean on this screen, in the order in which help shows them.
  public var keyMap = KeyMap.standard
  /// The panel on top of the rows, if any.
  public internal(set) var panel: Panel?
  /// The questions that are open, the one that has the keys last.
  var alerts: [AlertController] = []
  /// Whether a row selected before another screen came is deselected on the way back, where one can be.
  public var clearsSelectionOnViewWillAppear = true

  /// What keys do that were given an action.
  private var keyCommands: [@MainActor () -> Void] = []
  /// The last change that was told, or was not for it came from the query.
  private var lastChange = ShownChange()
  /// Whether changes are told in words.
  var announcesInWords = false { didSet { setNeedsDisplay() } }
  /// What panels and questions lie on: all of the screen, also where this is a part of it.
  var coverSize = Size(columns: 0, lines: 0)
  /// The last layout of a panel.
  var laidOutPanel: LaidOutPanel?
  /// The last key that meant something, and what.
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

  /// Shows a panel on top of the rows; it closes by escape, enter or a click beside it.
  public func present(_ panel: Panel) {
    self.panel = panel
    setNeedsDisplay()
  }

  /// Closes the panel, if there is one.
  public func dismiss() {
    panel = nil
    setNeedsDisplay()
  }

  /// Carries out a command. Overrides handle their own and pass on the rest to `super`.
  ///
  /// While a ``panel`` lies on top, commands are about it: `super` scrolls and closes it, and keeps all
  /// others from the rows. Overrides look whether there is one. While a row is carried or its menu is open,
  /// `super` asks the table first.
  ///
  /// Swift does not inherit `@discardableResult`: an override that is called by the program itself writes it again.
  ///
  /// - Returns: whether it meant anything here; only then is the screen drawn again.
  @discardableResult
  open func perform(_ command: Command) -> Bool {
    responders.contains { $0(command) }
  }

  /// The parts of the screen that may answer a command, the one on top first. The first that answers it wins.
  private var responders: [(Command) -> Bool] {
    if panel != nil { return [performOnPanel] }
    return (tableView.isModal ? [tableView.perform] : []) + [performOnScreen, tableView.perform]
  }

  /// Carries out a command that concerns the query, the screen or the program.
  private func performOnScreen(_ command: Command) -> Bool {
    switch command {
    case .edit(let edit): keyBar?.apply(edit)
    case .beginSearch: beginSearch()
    case .endSearch: find.bar == nil ? endSearch() : keepFind()
    case .beginFind: beginFind()
    case .findNext(let step): findNext(step)
    case .moveFocus(let count): rootSplit?.moveFocus(by: count)
    case .resizePanes(let count): splitViewController?.resizeList(by: count)
    case .help: present(helpPanel)
    case .back: goBack()
    case .quit: exit()
    case .redraw: needsRedraw()
    case .keyCommand(let index) where keyCommands.indices.contains(index): keyCommands[index]()
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
    } else if navigationController?.popViewController() == nil {
      exit()
    }
  }

  /// Lets keys do something, and names it in the help.
  ///
  /// ```swift
  /// addKeyCommand(.control("o"), title: "tree, or the busiest first") { [unowned self] in toggleTree() }
  /// ```
  ///
  /// These keys count before all bindings there are by now, and not while a ``panel`` or a question lies on top. A
  /// character is text while letters are typed into a query, unless the conditions say something of the query. The help
  /// lists what was added in the order of these calls; what enter does is called by ``TableView/primaryActionTitle``.
  ///
  /// - Parameters:
  ///   - keys: the keys, the one to show first.
  ///   - title: what the help calls it; nil keeps it out.
  ///   - conditions: when they mean it, such as `.queryIsEmpty` for a space.
  ///   - action: what they do. The screen retains it, so it must not retain the screen.
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, when conditions: KeyBinding.Conditions = [],
    action: @escaping @MainActor () -> Void
  ) {
    bind(keys, title, conditions, action)
  }

  private func bind(
    _ keys: [KeyPress], _ title: String?, _ conditions: KeyBinding.Conditions,
    _ action: @escaping @MainActor () -> Void
  ) {
    let command = Command.keyCommand(keyCommands.count)
    keyCommands.append(action)
    let typed = conditions.isDisjoint(with: .ofQuery) ? keys.filter(\.isPrintable) : []
    let others = KeyBinding(keys.filter { !typed.contains($0) }, command, title, when: conditions)
    let letters = KeyBinding(typed, command, title, when: conditions.union(.whenNotTyping))
    // The binding with the key to show stands first.
    let bindings = letters.keys.first == keys.first ? [letters, others] : [others, letters]
    keyMap.bindings.insert(contentsOf: bindings.filter { !$0.keys.isEmpty }, at: 0)
  }

  /// The same for an action that takes time, such as one that asks a question first.
  ///
  /// ```swift
  /// addKeyCommand("d", title: "delete") { [unowned self] in
  ///   if await confirm("Delete it?") { delete() }
  /// }
  /// ```
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, when conditions: KeyBinding.Conditions = [],
    action: @escaping @MainActor () async -> Void
  ) {
    bind(keys, title, conditions) { Task { await action() } }
  }

  // MARK: Being seen

  /// Called before a drawing in which the rows have another room than in the one before, also before the first:
  /// the place to fit what is shown to ``TableView/visibleSize``. Does nothing unless overridden.
  open func viewWillLayoutSubviews() {}

  override func startShowing() {
    if clearsSelectionOnViewWillAppear, !tableView.allowsMultipleSelection, !tableView.selection.isEmpty {
      for indexPath in tableView.indexPathsForSelectedRows ?? [] {
        tableView.deselectRow(at: indexPath, animated: false)
      }
    }
    super.startShowing()
  }

  override func stopShowing() { tableView.stopShowing() }

  override func closeAlerts() {
    for work in works { work.stop() }
    while let alert = alerts.last { close(alert, with: nil) }
  }

  override var tableViewControllers: [TableViewController] { [self] }
  package override var keyController: TableViewController? { self }
  package override var rowsArea: Rect? { areas.table }

  /// What keys do on this screen, in groups, those of ``keyHints`` first: what the help shows, for documentation.
  ///
  /// - Parameter conditions: what may hold beside what holds now.
  public func keyDescriptions(under conditions: KeyBinding.Conditions = []) -> [(
    group: String, keys: String, title: String
  )] {
    keyHelp(under: conditions, isUnicode: false).entries.map { ($0.group.title, $0.keys, $0.title) }
  }

  private func keyHelp(under conditions: KeyBinding.Conditions, isUnicode: Bool) -> KeyHelp {
    var possible = circumstances.union(conditions)
    if tableView.hasStrips { possible.insert(.isInStrip) }
    var keyMap = keyMap
    if let title = tableView.primaryActionTitle {
      keyMap.rename(.primaryAction, title)
    } else if tableView.hasNoPrimaryAction, splitViewController?.leads(from: self) ?? false {
      keyMap.rename(.primaryAction, "to the details")
    } else if !tableView.mayPerformPrimaryAction {
      keyMap.rename(.primaryAction, nil)
    }
    if works.last?.isSeen ?? false {
      keyMap.bindings.insert(KeyBinding([.escape], .back, "stop what goes on"), at: 0)
    }
    return KeyHelp(keyMap, under: possible, isUnicode: isUnicode, first: namedKeys.map(\.key))
  }

  /// The keys that the last line names: what enter does first, unless ``keyHints`` have it, then those.
  var namedKeys: [(key: KeyPress, title: String)] {
    guard let title = tableView.primaryActionTitle, !keyHints.contains(where: { $0.key == .enter }) else {
      return keyHints
    }
    return [(.enter, title)] + keyHints
  }

  private var helpPanel: Panel {
    let help = keyHelp(under: [], isUnicode: drawnTraits.isUnicode && !drawnTraits.isAccessible)
    let typing = keyBar == nil ? [] : [Panel.Line("letters", "filter the rows")]
    var lines = help.lines(after: typing, theme: currentTheme)
    lines.append(Panel.Line("mouse", "click, double click, wheel"))
    if let words = searchBar?.help, !words.isEmpty {
      lines += [
        Panel.Line("", ""), Panel.Line("", StyledText("What can be typed", style: currentTheme.title)),
      ]
      lines += words.map { Panel.Line($0.typed, StyledText($0.finds)) }
    }
    return Panel(title: "Keys", lines: lines)
  }

  // MARK: Events

  /// Answers an event. Overrides see all that arrives while this screen is on top, and call `super`.
  @discardableResult
  open override func handle(_ event: Event, times: Int) -> Int {
    if let alert = alerts.last {
      handle(event, with: alert)
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

  // MARK: Drawing

  /// Draws the screen as it is at a time. Overrides call `super`.
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
    canvas.inside(areas.table) { tableView.draw(in: &$0, at: now) }
    if let line = areas.title { drawTitle(in: &canvas, line: line, theme: theme) }
    if let line = areas.searchBar, let bar = find.bar ?? searchBar {
      let rect = Rect(line: line, column: 0, columns: drawnSize.columns, lines: 1)
      canvas.inside(rect) { bar.draw(in: &$0, hasFocus: keyBar === bar && hasFocus, theme: theme) }
    }
    // In a split view they are the other's as well.
    if splitViewController != nil { return }
    if let line = areas.status { drawStatus(in: &canvas, line: line, theme: theme, at: now) }
    drawCover(in: &canvas)
  }

  override func nextFrame(after now: Duration) -> Duration? {
    if areas.isTooSmall { return nil }
    return [tableView.nextFrame(after: now), nextWorkFrame(after: now)].compactMap(\.self).min()
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
/// One that does not hide itself has the keys all the time.
extension TableViewController {
  /// The line to which letters go: that of a find, or of the query; nil where they are keys.
  var keyBar: SearchBar? { find.bar ?? (isSearching || !hidesSearchBarWhenEmpty ? searchBar : nil) }

  /// Whether a line of text is seen.
  var showsSearchBar: Bool { keyBar != nil || !(searchBar?.text.isEmpty ?? true) }

  /// What holds of the query, for the key map.
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

// MARK: - Chrome

/// What is drawn around the rows.
extension TableViewController {
  /// The screen this is, or is a part of.
  var screen: ViewController { rootSplit ?? self }

  /// Whether these are the details of a split view, which are left for the list.
  private var isDetail: Bool { rootSplit.map { $0.listViewController !== self } ?? false }

  /// Whether escape leads somewhere else on the screen, or to the one below.
  private var canGoBack: Bool {
    if isDetail { return true }
    return navigationController.map { $0.viewControllers[0] !== screen } ?? false
  }

  /// The titles of the screens below, and this one's: the way back.
  private func drawTitle(in canvas: inout Canvas, line: Int, theme: Theme) {
    let below = isDetail ? [] : navigationController?.viewControllers.prefix { $0 !== screen } ?? []
    let separator =
      canvas.traits.isAccessible ? ": " : " \(Symbols.standard(for: canvas.traits).disclosure) "
    let way = below.map { $0.backTitle + separator }.joined()
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
    let work = shownWork(at: now)
    let own = ((find.bar ?? searchBar)?.omission ?? tableView.notice).map { StyledText($0) } ?? statusText
    let change = announcement(.standard(for: canvas.traits)).map { StyledText($0) }
    // A sentence comes first, so that it is not cut; the row can be read where it stands.
    var parts = announcesChange ? [change, own] : [own, change]
    parts.append(tableView.selectionSummary.map { StyledText($0) })
    parts.append(rowAnnouncement.map { StyledText($0) })
    let workText = work.map { sentence(of: $0, canvas.traits, theme, at: now) }
    parts.insert(workText, at: 0)
    let said = parts.compactMap(\.self).filter { !$0.isEmpty }
    var text = said.first ?? ""
    for part in said.dropFirst() { text = text.appending("  ").appending(part) }
    let columns = canvas.size.columns - 1
    var hint = hint(
      besides: canvas.metrics.width(of: text.text), columns,
      work: workText.map { canvas.metrics.width(of: $0.text) })
    // A sentence is told whole.
    if work == nil, announcesChange, let change,
      canvas.metrics.width(of: change.text) + 1 >= columns - hint.count
    {
      hint = ""
    }
    var room = max(0, columns - hint.count - (hint.isEmpty ? 0 : 1))
    // Where the amount is unknown, what turns says enough.
    let bar = work.map { $0.progress == .indeterminate ? nil : $0.progress } ?? workProgress
    if let progress = bar {
      var wanted = min(Self.barColumns, room / 3)
      // What is done counts more than a bar that tells little.
      if work != nil, wanted < ProgressBar.leastColumns { wanted = 0 }
      let rect = Rect(line: line, column: room - wanted, columns: wanted, lines: 1)
      canvas.inside(rect) {
        ProgressBar(progress: progress, theme: theme, time: now, motion: motion).draw(in: &$0)
      }
      room = max(0, room - wanted - (wanted == 0 ? 0 : 1))
    }
    canvas.write(text, line: line, width: room, style: theme.status)
    canvas.write(StyledText(hint), line: line, column: columns - hint.count, style: theme.status)
  }

  /// The keys to begin with, as many as there is room for beside a text; the one for help gives way last, before it the way
  /// out of the screen.
  private func hint(besides textColumns: Int, _ columns: Int, work workColumns: Int?) -> String {
    let circumstances = circumstances
    let named = namedKeys.map { ($0.key, $0.title, keyMap.command(for: $0.key, under: circumstances)) }
    let shown = named.filter { _, _, command in
      switch command {
      case nil, .edit?: false
      case .primaryAction?: tableView.cursorIndexPath != nil
      default: true
      }
    }
    let sayHowToLeave = named.contains { $0.2.map(Self.leaving.contains) ?? false }
    var hints = workColumns != nil ? [Self.stopHint] : sayHowToLeave ? [] : wayOut(under: circumstances)
    hints += shown.map { "\($0.0.name(isUnicode: false)) \($0.1)" }
    let all = (hints + [otherHelpHint(under: circumstances) + Self.helpHint]).joined(separator: "  ")
    if textColumns + 1 < columns - all.count { return all }
    if let workColumns {
      // How work is stopped counts more than what there is to say otherwise.
      let texts = ["\(Self.stopHint)  \(Self.helpHint)", Self.stopHint]
      return texts.first { workColumns + 1 < columns - $0.count }
        ?? (columns >= 2 * Self.stopHint.count ? Self.stopHint : "")
    }
    while true {
      let text = (hints + [Self.helpHint]).joined(separator: "  ")
      if textColumns + 1 < columns - text.count { return text }
      if hints.popLast() == nil { return columns >= 2 * text.count ? text : "" }
    }
  }

  /// Commands that leave the screen.
  private static let leaving: [Command] = [.back, .quit]

  /// How the screen is left, where the program's own hints do not say so.
  private func wayOut(under circumstances: KeyBinding.Conditions) -> [String] {
    if canGoBack { return ["esc back"] }
    let keys: [KeyPress] = [.character("q"), .control("c")]
    let key = keys.first { keyMap.command(for: $0, under: circumstances).map(Self.leaving.contains) ?? false }
    return key.map { ["\($0.name(isUnicode: false)) quit"] } ?? []
  }

  /// The key for help where the terminal takes F1 for itself.
  private func otherHelpHint(under circumstances: KeyBinding.Conditions) -> String {
    let keys: [KeyPress] = [.character("?"), .control("g")]
    let key = keys.first { keyMap.command(for: $0, under: circumstances) == .help }
    return key.map { "\($0.name(isUnicode: false)) or " } ?? ""
  }

  private static let helpHint = "F1 help"
  private static let stopHint = "esc stops"
  private static let barColumns = 24

  /// Whether a column of the status line is on the hint for help.
  func isOnHelpHint(_ column: Int, of columns: Int) -> Bool {
    (columns - 1 - Self.helpHint.count..<columns - 1).contains(column)
  }

  /// The styles in force: those that were set, or those that suit the terminal, as far as it is known by now.
  public var currentTheme: Theme { tableView.theme ?? .standard(for: drawnTraits) }

  /// The signs that the terminal can show: those of Unicode, or ASCII.
  public var currentSymbols: Symbols { .standard(for: drawnTraits) }

  /// How many columns texts take on the terminal on which this was drawn last; before that, one for each character.
  public var textMetrics: TextMetrics { TextMetrics(drawnTraits) }

  /// Whether changes are told as sentences.
  private var announcesChange: Bool { announcesInWords || drawnTraits.isAccessible }

  /// What the status line says of the last change while its marks stand; nil for nothing. What a query hides is no change
  /// of the data. Signs tell of what the data did alone, for the user knows what a key did; a sentence confirms it.
  private func announcement(_ symbols: Symbols) -> String? {
    guard let transition = tableView.presentation.transition else { return nil }
    lastChange.note(transition.began, query: searchBar?.text ?? "")
    guard let summary = tableView.changeSummary, !summary.isEmpty, !lastChange.isByQuery else { return nil }
    if announcesChange { return summary.sentence }
    return transition.change.cause == .data ? summary.text(symbols) : nil
  }

  /// The row under the cursor, where the terminal's cursor is not on it or the program was told to announce; nil else.
  private var rowAnnouncement: String? {
    guard announcesInWords || drawnTraits.isAccessible && keyBar != nil else { return nil }
    return tableView.cursorDescription
  }
}

/// A change that is shown, and whether the query made it.
private struct ShownChange {
  private var began: Duration?
  private var query = ""
  private(set) var isByQuery = false

  /// Takes note of the change that is shown.
  ///
  /// - Parameters:
  ///   - began: since when, by which it is known.
  ///   - query: the query it is shown with.
  mutating func note(_ began: Duration, query: String) {
    guard began != self.began else { return }
    isByQuery = query != self.query
    (self.began, self.query) = (began, query)
  }
}

// What a developer who knows UIKit calls and does not find: the compiler says what to write instead.

extension TableViewController {
  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, renamed: "searchBar")
  public var navigationItem: Any? { nil }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message: "use navigationController?.pushViewController(_:animated:), or present(_:) for a panel"
  )
  public func present(_ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "use addKeyCommand(_:title:action:), which takes a closure")
  public func addKeyCommand(_ command: Any) {}
}
