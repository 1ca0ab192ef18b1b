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
@MainActor
open class TableViewController {
  /// The text of the first line; none takes no line.
  public var title = "" { didSet { setNeedsDisplay() } }
  /// The rows.
  public let tableView: TableView
  /// The query; nil for a screen without one.
  public var searchBar: SearchBar? {
    didSet {
      oldValue?.needsDisplay = {}
      searchBar?.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
      setNeedsDisplay()
    }
  }
  var searchController: SearchController?
  /// Whether the query is seen only while it is open or has a text. Letters are keys then, as on a screen without a
  /// query; `/` opens it and gives it the letters, enter keeps it and gives them back to the rows, and escape clears
  /// and closes it.
  public var hidesSearchBarWhenEmpty = false { didSet { setNeedsDisplay() } }
  /// Whether a query that hides itself was opened, and has the keys.
  var isSearching = false
  /// The field in a row that has the keys.
  var fieldFocus: FieldFocus?
  /// The left half of the last line.
  public var statusText = StyledText("") { didSet { setNeedsDisplay() } }
  /// Whether the status line tells changes in words, for those who have the screen read to them:
  /// `2 added, 1 moved` instead of `+2 ↕1`.
  public var announcesChanges = false { didSet { setNeedsDisplay() } }
  /// What keys mean.
  public var keyMap = KeyMap.standard
  /// The panel on top of the rows, if any.
  public internal(set) var panel: Panel?
  /// The questions that are open, the one that has the keys last.
  var alerts: [AlertController] = []
  /// A second table, beside the rows or, on a narrow screen, below them: what an inspector shows. Keys stay
  /// with the first; the wheel scrolls what it is over.
  public var inspectorView: TableView? {
    didSet {
      oldValue?.needsDisplay = {}
      inspectorView?.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
      if let inspectorView, inspectorView.theme == nil { inspectorView.theme = theme }
      setNeedsDisplay()
    }
  }
  /// The navigation this screen is in: while it runs, or after it was pushed.
  public internal(set) weak var navigationController: NavigationController?
  /// Whether a row selected before another screen came is deselected on the way back, where one can be.
  public var clearsSelectionOnViewWillAppear = true

  var needsDisplay: () -> Void = {}
  var didExit: (Int32) -> Void = { _ in }
  var needsRedraw: () -> Void = {}
  var drawnSize = Size(columns: 0, lines: 0)
  /// How many presses of the key being handled wait behind it, and how many have had their effect already.
  var pressesToCome = 0
  var pressesDone = 0
  var lastKey: (press: KeyPress, command: Command)?
  var drawnTraits = ScreenTraits { _ in 1 }
  private var isLoaded = false

  /// Creates a screen with an empty table.
  public init(style: TableView.Style = .plain) {
    tableView = TableView(style: style)
    tableView.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
  }

  /// Asks for a drawing, soon.
  public func setNeedsDisplay() { needsDisplay() }

  /// Ends the program's run with an exit status.
  public func exit(status: Int32 = 0) { didExit(status) }

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
    if panel != nil { return performOnPanel(command) }
    if performOnField(command) { return true }
    if tableView.isModal, tableView.perform(command) { return true }
    switch command {
    case .edit(let edit): searchBar?.apply(edit)
    case .beginSearch: beginSearch()
    case .endSearch: endSearch()
    case .moveFocus(let step): moveFocus(step)
    case .primaryAction where tableView.cursorTextField != nil: focusedTextField = tableView.cursorTextField
    case .help: present(helpPanel)
    case .back: goBack()
    case .quit: exit()
    case .redraw: needsRedraw()
    default: return tableView.perform(command)
    }
    return true
  }

  private func goBack() {
    if tableView.isEditing {
      tableView.setEditing(false, animated: true)
    } else if let searchBar, isSearching || !searchBar.text.isEmpty {
      endSearch()
      searchBar.clear()
    } else if navigationController?.popViewController() == nil {
      exit()
    }
  }

  // MARK: Being seen

  /// Called once, before the screen is seen for the first time. Does nothing unless overridden.
  open func viewDidLoad() {}

  /// Called before the screen is drawn for the first time, or for the first time after another was on top.
  ///
  /// - Parameter animated: false; screens change at once.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called when that drawing is on the terminal: the place to start what goes on while the screen is seen.
  ///
  /// - Parameter animated: false; screens change at once.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called before a drawing in which the rows have another room than in the one before, also before the first:
  /// the place to fit what is shown to ``TableView/visibleSize``. Does nothing unless overridden.
  open func viewWillLayoutSubviews() {}

  /// Called before another screen comes on top, or this one goes.
  ///
  /// - Parameter animated: false; screens change at once.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the screen is seen no more: the place to stop what ``viewDidAppear(_:)`` started.
  ///
  /// - Parameter animated: false; screens change at once.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Loads the screen, unless it is loaded.
  func loadIfNeeded() {
    if isLoaded { return }
    isLoaded = true
    viewDidLoad()
  }

  func startShowing() {
    if clearsSelectionOnViewWillAppear, !tableView.allowsMultipleSelection, !tableView.selection.isEmpty {
      for indexPath in tableView.indexPathsForSelectedRows ?? [] {
        tableView.deselectRow(at: indexPath, animated: false)
      }
    }
    viewWillAppear(false)
  }

  /// Lets those know who wait for something to be seen that it will not be.
  func stopShowing() {
    tableView.stopShowing()
    inspectorView?.stopShowing()
  }

  private var helpPanel: Panel {
    let possible = tableView.hasSharedLines ? circumstances.union(.isBesideOthers) : circumstances
    let help = KeyHelp(keyMap, under: possible, isUnicode: drawnTraits.isUnicode)
    let typing = searchBarHasKeys ? [Panel.Line("letters", "filter the rows")] : []
    let lines = help.lines(after: typing, theme: currentTheme)
    return Panel(title: "Keys", lines: lines + [Panel.Line("mouse", "click, double click, wheel")])
  }

  // MARK: Events

  /// Answers an event. Overrides see all that arrives while this screen is on top, and call `super`.
  open func handle(_ event: Event) {
    if let alert = alerts.last { return handle(event, with: alert) }
    switch event {
    case .key(let press): handle(press)
    case .paste(let text, let omitted): paste(text, omitted: omitted)
    case .mouse(let event): handle(event)
    case .resize, .resume, .traitsChange: setNeedsDisplay()
    case .terminate, .hangup: break
    }
    followFocus()
  }

  // MARK: Drawing

  /// Draws the screen as it is at a time. Overrides call `super`.
  open func draw(in canvas: inout Canvas, at now: Duration) {
    (drawnSize, drawnTraits) = (canvas.size, canvas.traits)
    let areas = areas
    guard !areas.isTooSmall else {
      canvas.write("window too small")
      stopShowing()
      return
    }
    tableView.stay(onScreenFrom: areas.table.origin.line)
    if tableView.size != areas.table.size {
      tableView.size = areas.table.size
      viewWillLayoutSubviews()
    }
    let theme = currentTheme
    drawInspector(in: &canvas, areas: areas, theme: theme, at: now)
    canvas.inside(areas.table) { tableView.draw(in: &$0, at: now) }
    followFocus(isDrawn: true)
    if let line = areas.title { drawTitle(in: &canvas, line: line, theme: theme) }
    if let line = areas.searchBar, let searchBar {
      let rect = Rect(line: line, column: 0, columns: drawnSize.columns, lines: 1)
      canvas.inside(rect) { searchBar.draw(in: &$0, hasFocus: searchBarHasKeys, theme: theme) }
    }
    if let line = areas.status { drawStatus(in: &canvas, line: line, theme: theme) }
    panel?.draw(in: &canvas, theme: theme, symbols: .standard(for: drawnTraits))
    for alert in alerts { alert.draw(in: &canvas, theme: theme) }
  }

  /// When the picture changes next by itself; nil while it is at rest.
  func nextFrame(after now: Duration) -> Duration? {
    guard !areas.isTooSmall else { return nil }
    let inspector = areas.inspector == nil ? nil : inspectorView?.nextFrame(after: now)
    return [tableView.nextFrame(after: now), inspector].compactMap(\.self).min()
  }
}
