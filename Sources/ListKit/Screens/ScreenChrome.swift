/// What every screen has around and on top of its content: the title, the status line, the keys and their list,
/// panels, alerts, messages and running work.
///
/// ```text
///   event ─▶ receive ─▶ alert, panel ─▶ handle(_:) of the screen ─▶ key map ─▶ perform(_:) of the screen
///   frame ─▶ render ─▶ draw(in:) of the screen ─▶ title, query, status ─▶ panel, alerts
/// ```
@MainActor
final class ScreenChrome {
  unowned let screen: ViewController
  /// The meaning of the keys.
  var keyMap: KeyMap
  /// The actions of the program's own commands.
  private(set) var commands: [Int: KeyCommandAction] = [:]
  /// The number of key commands of all screens: each has a number of its own.
  private static var commandCount = 0
  /// The panel or the list of keys on top of the content, if any.
  private(set) var box: ListBox?
  /// The open alerts; the last one has the focus.
  var alerts: [AlertController] = []
  /// The message that is shown for a time.
  var notification: StatusMessage?
  /// The work in progress; what started last is at the end.
  var works: [RunningWork] = []
  /// The text of the status line, if the last drawing had no room for all of it; the key list shows it.
  var cutStatus: StyledText?
  /// Whether changes are reported as sentences.
  var announcesInWords = false { didSet { screen.setNeedsDisplay() } }
  /// The last change, and whether the query caused it; such changes are not reported.
  var lastChange = ShownChange()
  /// The last key that had a meaning, and its command.
  var lastKey: (press: KeyPress, command: Command)?
  /// Whether the mouse button was pressed on the content.
  var isDragging = false
  /// The appearance of a screen without a table.
  private var look = (theme: Theme?.none, motion: Motion.full)

  init(of screen: ViewController) {
    self.screen = screen
    keyMap = screen.standardKeyMap
  }

  /// The screen if it is a list.
  var list: TableViewController? { screen.list }
  var table: TableView? { list?.tableView }
  var split: SplitViewController? { screen.splitViewController }

  var theme: Theme? {
    get { if let table { table.theme } else { look.theme } }
    set {
      if let table { table.theme = newValue } else { look.theme = newValue }
      screen.setNeedsDisplay()
    }
  }

  var motion: Motion {
    get { table?.motion ?? look.motion }
    set { if let table { table.motion = newValue } else { look.motion = newValue } }
  }

  // MARK: Commands

  /// Adds a binding for an action of the program. Traps if terminals do not send a key.
  func bind(
    _ keys: [KeyPress], _ title: String?, _ shortTitle: String?, _ conditions: KeyBinding.Conditions,
    _ file: StaticString, _ line: UInt, _ action: KeyCommandAction
  ) {
    for (key, replacement) in keys.compactMap({ key in key.replacement.map { (key, $0) } }) {
      let names = (key.name(isUnicode: false), replacement.name(isUnicode: false))
      trap(
        "addKeyCommand(_:title:when:action:): terminals do not send \(names.0) - bind \(names.1)", file: file,
        line: line)
    }
    let command = Command.keyCommand(Self.commandCount)
    commands[Self.commandCount] = action
    Self.commandCount += 1
    keyMap.bindings.insert(
      KeyBinding(keys, command, title, shortTitle: shortTitle, when: conditions), at: 0)
  }

  /// The meaning of the keys: the screen's own commands, then those of its split view, then all others.
  var keys: KeyMap {
    guard let added = split?.keyMap.bindings, !added.isEmpty else { return keyMap }
    var keys = keyMap
    let own = keys.bindings.lastIndex { if case .keyCommand = $0.command { true } else { false } }
    keys.bindings.insert(contentsOf: added, at: own.map { $0 + 1 } ?? 0)
    return keys
  }

  private func action(of command: Command) -> KeyCommandAction? {
    guard case .keyCommand(let number) = command else { return nil }
    return commands[number] ?? split?.chrome.commands[number]
  }

  /// Whether a command acts on the row under the cursor.
  func concernsRow(_ command: Command) -> Bool {
    if case .row? = action(of: command) { true } else { command.concernsRow }
  }

  /// Performs a command that concerns the screen or the program.
  ///
  /// - Returns: whether it does.
  func perform(_ command: Command) -> Bool {
    switch command {
    case .moveFocus(let step): split?.moveFocus(by: step)
    case .resizePanes(let count): split?.resizeParts(by: count)
    case .help: presentKeys()
    case .back: if !(split?.returnFocus() ?? false) { screen.navigationController?.goBack() }
    case .quit: screen.application?.requestEnd()
    case .redraw: screen.application?.redraw()
    case .keyCommand:
      switch action(of: command) {
      case .screen(let action)?: action()
      case .row(let action)?: table?.withCursorRow(action)
      case nil: return false
      }
    default: return false
    }
    return true
  }

  // MARK: Drawing

  /// Draws the content, what is around it, and what is on top of it.
  func render(in canvas: inout Canvas) {
    screen.updateContentIfDue()
    screen.drawnSize = canvas.size
    screen.drawnTraits = canvas.traits
    let areas = screen.areas
    if areas.isTooSmall {
      let texts = ["window too small", "too small", "small"]
      canvas.write(StyledText(texts.first { $0.count <= canvas.size.columns } ?? ""))
      screen.stopShowing()
    } else {
      screen.layOut()
      canvas.inside(areas.table) { screen.draw(in: &$0) }
      drawTitle(in: &canvas, areas)
    }
    // In a split view, the split view draws the status and what is on top.
    if split != nil { return }
    let active = screen.activePart.chrome
    if !areas.isTooSmall, let line = areas.status {
      active.drawStatus(in: &canvas, line: line, theme: screen.currentTheme)
    }
    let theme = active.screen.currentTheme
    active.box?.draw(in: &canvas, theme: theme)
    for alert in active.alerts { alert.draw(in: &canvas, theme: theme) }
  }

  /// Shows a box in place of the one before; nil shows none.
  func show(_ box: ListBox?) {
    if let former = self.box { box?.visibility = former.visibility }
    self.box = box
    if box?.listsKeys != true { table?.endHolding() }
    screen.setNeedsDisplay()
  }

  /// The next time the picture changes without an event; nil if it does not.
  func nextFrame(after now: Duration) -> Duration? {
    if screen.areas.isTooSmall { return nil }
    return [table?.nextFrame(after: now), nextWorkFrame(after: now), notification?.end].compactMap(\.self)
      .min()
  }

  // MARK: The end of questions

  /// Answers all questions and stops all work.
  func close() {
    notification = nil
    for work in works { work.stop() }
    while let alert = alerts.last { close(alert, with: nil) }
  }
}

/// What a key command does.
enum KeyCommandAction {
  case screen(@MainActor () -> Void)
  /// Acts on the row under the cursor.
  case row(@MainActor (IndexPath) -> Void)
}

// MARK: - ScreenLayout

/// The lines that the title, the query, the rows and the status take on a screen or on a part of a split
/// view, which has no status of its own.
///
/// The rows have priority: on a low screen the title is omitted first, then the status.
struct ScreenLayout: Equatable {
  var title: Int?
  var searchBar: Int?
  var table: Rect
  var status: Int?
  var isTooSmall: Bool

  /// The lines from which on there is a title.
  static let linesForTitle = 8

  init(size: ScreenSize, hasTitle: Bool, hasSearchBar: Bool, hasStatus: Bool = true) {
    var top = 0
    if hasTitle, size.lines >= Self.linesForTitle {
      title = top
      top += 1
    }
    if hasSearchBar {
      searchBar = top
      top += 1
    }
    var bottom = size.lines
    if hasStatus, size.lines >= 4 {
      bottom -= 1
      status = bottom
    }
    table = Rect(line: top, column: 0, columns: size.columns, lines: max(0, bottom - top))
    isTooSmall = table.size.lines < 1 || size.columns < 12
  }
}
