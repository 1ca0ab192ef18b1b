/// How much of its content a screen shows. A script presses keys, and prints the picture, when a person would.
package enum ContentState: Hashable, Sendable {
  /// Nothing yet, or not what the last key asked for.
  case loading
  /// Rows, and more arrive.
  case partial
  case complete
}

/// A screen that a ``NavigationController`` or a ``SplitViewController`` shows.
///
/// A ``TableViewController`` shows a list, a ``TextViewController`` a text, and a subclass of your own whatever
/// it draws, such as a chart or a form:
///
/// ```swift
/// final class ClockController: ViewController {
///   override func viewDidLoad() {
///     refresh(every: .seconds(1)) { [weak self] in self?.setNeedsDisplay() }
///   }
///
///   override func draw(in canvas: inout Canvas) {
///     canvas.write(StyledText(time()), line: canvas.size.lines / 2, alignment: .center)
///   }
/// }
/// ```
///
/// The screen has the title, the status line, the help and the keys of a list: escape and `q` go back, F1 and `:`
/// list the keys, tab moves the focus in a split view.
@MainActor
open class ViewController {
  /// The text of the first line; if empty, there is no title line.
  public var title = "" { didSet { setNeedsDisplay() } }
  /// The text at the left of the status line; a split view shows that of the part with the focus.
  public var statusText = StyledText("") { didSet { setNeedsDisplay() } }
  /// Keys that the status line shows before the help key if they fit, each with its title or that of its command.
  /// Neighbours may share a title. Keys that currently have no meaning are omitted. Those of a split view follow those
  /// of the part with the focus.
  ///
  /// ```swift
  /// keyHints = ["a", KeyHint("d", "delete")]
  /// ```
  public var keyHints: [KeyHint] = [] { didSet { setNeedsDisplay() } }
  /// The progress of long work, shown by a bar in the status line; nil for no bar. For work that can be
  /// stopped, use ``progress(of:_:)``, which shows the progress too.
  public var workProgress: WorkProgress? { didSet { if workProgress != oldValue { setNeedsDisplay() } } }
  /// The meaning of the keys on this screen, in the order of the help. That of a split view has only its own keys,
  /// which work in all of its parts.
  public var keyMap: KeyMap {
    get { chrome.keyMap }
    set { chrome.keyMap = newValue }
  }
  /// The navigation controller of this screen, after it was pushed or while it runs as the root.
  public var navigationController: NavigationController? { host?.navigationController }
  /// The split view that contains this screen.
  public var splitViewController: SplitViewController? { host as? SplitViewController }

  /// Returns how much of its content the screen shows; nil if it has all from the start.
  package var contentState: (@MainActor () -> ContentState)?

  private(set) weak var host: (any ScreenHost)?
  /// Whether the screen was removed or the program ended, so that its questions cannot be answered.
  private var wasRemoved = false
  /// The size and the traits of the last drawing.
  var drawnSize = ScreenSize(columns: 0, lines: 0)
  var drawnTraits = ScreenTraits { _ in 1 }
  private let update = ContentUpdate()
  private var isUpdating = false
  private var isLoaded = false
  private var refreshing = Refreshing()
  /// What is around and on top of the content.
  private(set) lazy var chrome = ScreenChrome(of: self)

  /// Creates a screen whose content a subclass draws.
  public init() {}

  package var visibleContent: ContentState {
    chrome.works.isEmpty ? contentState?() ?? .complete : .loading
  }

  /// Requests a drawing.
  public func setNeedsDisplay() {
    // The drawing that updates the content shows it.
    if !isUpdating { host?.setNeedsDisplay(for: self) }
  }

  /// Ends the program with an exit status, without ``shouldClose()``.
  public func exit(status: Int32 = 0) { application?.end(.finished(status: status)) }

  /// The event loop that shows the screen.
  var application: Application? { navigationController?.application }

  // MARK: Closing

  /// Returns whether the screen may be removed: the place to ask about what would be lost. The default is
  /// ``CloseResponse/yes``.
  ///
  /// ```swift
  /// override func shouldClose() -> CloseResponse {
  ///   isSaved ? .yes : .ask { [unowned self] in await confirm("Discard the changes?", isDestructive: true) }
  /// }
  /// ```
  ///
  /// It is called when the user leaves the screen, when the list of a split view would replace it by other details,
  /// and when `q`, escape or ctrl-c would end the program. It is not called when the program itself ends or removes
  /// the screen, by ``exit(status:)`` or ``NavigationController/popViewController(animated:)``, and a second ctrl-c,
  /// SIGTERM or SIGHUP ends the program at once.
  ///
  /// Keys that were typed before a question was on the terminal have no effect. For ctrl-c, a screen that is covered
  /// by others is shown before it asks.
  open func shouldClose() -> CloseResponse { .yes }

  /// What ``shouldClose()`` returns; first it asks about what was typed into an open question.
  var closeResponse: CloseResponse {
    guard chrome.alerts.contains(where: { $0.fieldList.hasChanges() }) else {
      return shouldClose()
    }
    return .ask { [unowned self] in
      guard await discards() else { return false }
      switch shouldClose() {
      case .yes: return true
      case .no: return false
      case .ask(let question): return await question()
      }
    }
  }

  /// The screens that are asked before this one is removed.
  var closing: [ViewController] { [self] }

  // MARK: Refreshing

  /// Runs an action when the screen appears, and again with a pause after each run, until it disappears.
  ///
  /// ```swift
  /// override func viewDidLoad() {
  ///   refresh(every: .seconds(1)) { [weak self] in await self?.read() }
  /// }
  /// ```
  ///
  /// A run in progress is cancelled when the screen disappears; another one starts when it appears again. Each call
  /// replaces the refresh of the one before, so that the interval can change; for a second rhythm, start a task in
  /// ``viewDidAppear(_:)``.
  ///
  /// - Parameters:
  ///   - interval: the pause between the end of a run and the next one.
  ///   - clock: the clock that measures the interval; tests pass their own.
  ///   - action: the action. The screen retains it, so it must not retain the screen.
  public func refresh(
    every interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
    action: @escaping @MainActor () async -> Void
  ) {
    refreshing.replace {
      Task {
        // It may be cancelled between the end of the pause and its next turn.
        repeat { await action() } while (try? await clock.sleep(for: interval)) != nil && !Task.isCancelled
      }
    }
  }

  // MARK: Appearing

  /// Called once, before the screen appears for the first time. Does nothing unless overridden.
  open func viewDidLoad() {}

  /// Called before the screen is drawn for the first time, or for the first time after another screen was on
  /// top.
  ///
  /// - Parameter animated: always false; screens change at once.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called when that drawing is on the terminal: the place to start activities that run while the screen is
  /// visible.
  ///
  /// - Parameter animated: always false; screens change at once.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called before another screen covers this one, or before this one is removed.
  ///
  /// - Parameter animated: always false; screens change at once.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the screen is no longer visible: the place to stop what ``viewDidAppear(_:)`` started.
  ///
  /// - Parameter animated: always false; screens change at once.
  open func viewDidDisappear(_ animated: Bool) {}

  // MARK: Content of a subclass

  /// Sets what the screen shows from the program's data: rows, title, status. Does nothing unless overridden.
  ///
  /// ```swift
  /// override func updateContent() {
  ///   apply(model.tasks)
  ///   statusText = "\(model.tasks.count) tasks"
  /// }
  /// ```
  ///
  /// It is called before the first drawing, and again before the next one after a property of an `@Observable` object
  /// that it read was changed on the main actor, or after ``setNeedsUpdateContent()``. A covered screen is updated when
  /// it is shown again.
  open func updateContent() {}

  /// Requests a call of ``updateContent()`` before the next drawing, for changes of what is not observable.
  public func setNeedsUpdateContent() {
    update.setDue()
    setNeedsDisplay()
  }

  /// Whether ``updateContent()`` of a visible screen is due.
  var isUpdateDue: Bool { update.isDue }

  func updateContentIfDue() {
    guard update.isDue else { return }
    isUpdating = true
    defer { isUpdating = false }
    update.perform(updateContent) { [weak self] in
      Task(priority: .userInitiated) { @MainActor in self?.setNeedsDisplay() }
    }
  }

  /// Draws the content, between the title and the status line. In a table `super` draws the rows, in a split view
  /// its parts.
  ///
  /// The canvas has the size of the content, is blank, and cuts off everything outside. A place for the
  /// terminal's cursor (``Canvas/placeCursor(line:column:)``) is used while the screen has the focus.
  ///
  /// It is called for each picture, so it must be fast, and does not change what it draws: a call of
  /// ``setNeedsDisplay()`` in it draws without end.
  open func draw(in canvas: inout Canvas) {}

  /// Handles a key, a paste or an action of the mouse on the content, before the key map and the table.
  ///
  /// The screen receives keys while it has the focus and no panel is on top; a split view receives those that the
  /// part with the focus did not handle. Places of the mouse count from the upper left corner of the content; a drag
  /// that began there may end outside.
  ///
  /// - Returns: whether the event has a meaning here: the screen is then drawn again. Other keys do what they
  ///   do on each screen, so a screen that returns true for escape has to offer another way out.
  open func handle(_ event: Event) -> Bool { false }

  /// The columns and lines of the content as last drawn; zero before.
  public var contentSize: ScreenSize { areas.table.size }

  /// Whether keys go to this screen and not to the other part of its split view.
  public var hasFocus: Bool { splitViewController.map { $0.focusedViewController === self } ?? true }

  /// Performs a command: what a key or a line of the key list means. Overrides handle their own commands and pass the
  /// others to `super`.
  ///
  /// It is not called for commands to a ``panel`` or an alert. While a row is carried or its menu is open, `super` of
  /// a list asks the table first.
  ///
  /// Swift does not inherit `@discardableResult`: repeat it in an override that the program itself calls.
  ///
  /// - Returns: whether the command was handled; only then the screen is drawn again.
  @discardableResult
  open func perform(_ command: Command) -> Bool { chrome.perform(command) }

  // MARK: Events and drawing

  /// Handles an event that arrived a number of times in a row, such as a key that is held down.
  ///
  /// - Returns: how many of these events were handled, at least 1; the screen that is then on top receives
  ///   the rest.
  func receive(_ event: Event, times: Int) -> Int { chrome.receive(event, times: times) }

  /// Presses a key for the user.
  package func press(_ key: KeyPress) { _ = receive(.key(key), times: 1) }

  /// Called before each drawing of the content, when the areas of the screen are known.
  func layOut() {}

  /// The next time the picture changes without an event; nil if it does not.
  func nextFrame(after now: Duration) -> Duration? { chrome.nextFrame(after: now) }

  /// The areas of the last drawing.
  var areas: ScreenLayout {
    ScreenLayout(
      size: drawnSize, hasTitle: !title.isEmpty, hasSearchBar: list?.showsSearchBar ?? false,
      hasStatus: splitViewController == nil)
  }

  // MARK: For the container

  /// Calls ``viewDidLoad()`` unless it was called already.
  public func loadViewIfNeeded() {
    if isLoaded { return }
    isLoaded = true
    viewDidLoad()
  }

  func startShowing() { viewWillAppear(false) }

  /// Called when a drawing of the screen is on the terminal.
  ///
  /// - Parameter isFirst: whether it is the first one since ``startShowing()``.
  func didDraw(isFirst: Bool) {
    guard isFirst else { return }
    refreshing.start()
    viewDidAppear(false)
  }

  func willStopShowing() { viewWillDisappear(false) }

  /// Completes changes that wait for a drawing, because there will be none.
  func stopShowing() {}

  func didStopShowing() {
    refreshing.stop()
    viewDidDisappear(false)
  }

  func move(to host: any ScreenHost) {
    (self.host, wasRemoved) = (host, false)
  }

  /// Answers all questions and stops all work, because the screen was removed.
  func remove() {
    host = nil
    endQuestions()
  }

  /// Answers all questions and stops all work, because the user cannot answer: also what is asked from now on.
  func endQuestions() {
    wasRemoved = true
    closeQuestions()
  }

  /// Ends ``endQuestions()``, because the screen is shown again.
  func beginQuestions() { wasRemoved = false }

  var isRemoved: Bool { wasRemoved || splitViewController?.isRemoved ?? false }

  func closeQuestions() { chrome.close() }

  // MARK: Kinds of screens

  /// The screen if it is a list.
  var list: TableViewController? { nil }

  /// The parts of a split view; else the screen itself.
  var parts: [ViewController] { [self] }

  /// The part that keys go to.
  var activePart: ViewController { self }

  /// Where the questions, the messages and the work of this screen are shown.
  var asking: ScreenChrome { chrome }

  /// The initial meaning of the keys: those of rows scroll the key list, but have no meaning on other content.
  var standardKeyMap: KeyMap {
    var keyMap = KeyMap.standard
    for index in keyMap.bindings.indices where !Self.commands.contains(keyMap.bindings[index].command) {
      keyMap.bindings[index].title = nil
    }
    return keyMap
  }

  private static let commands: Set<Command> = [
    .moveFocus(1), .moveFocus(-1), .resizePanes(1), .resizePanes(-1), .help, .back, .quit, .redraw,
  ]

  /// Whether a table of the screen has changes that were not applied yet.
  package var isApplying: Bool { parts.contains { $0.list?.tableView.content?.isApplying ?? false } }

  /// Whether completions wait for an animation in a table of the screen.
  package var hasCompletions: Bool {
    parts.contains { $0.list?.tableView.presentation.hasCompletions ?? false }
  }

  /// The area of the rows with the cursor; nil before a drawing, and if there are no rows.
  package var rowsArea: Rect? { nil }

  /// The title in the path of the screens above.
  var backTitle: String { title }
}

/// The periodic action of a visible screen.
@MainActor
private struct Refreshing {
  private var begin: @MainActor () -> Task<Void, Never>? = { nil }
  private var task: Task<Void, Never>?
  private var isVisible = false

  mutating func replace(_ begin: @escaping @MainActor () -> Task<Void, Never>) {
    self.begin = begin
    if isVisible {
      stop()
      start()
    }
  }

  mutating func start() {
    if !isVisible { task = begin() }
    isVisible = true
  }

  mutating func stop() {
    task?.cancel()
    isVisible = false
  }
}

// MARK: - Keys

extension ViewController {
  /// Adds a key command, and its title to the help.
  ///
  /// ```swift
  /// addKeyCommand(.control("o"), title: "tree, or the busiest first") { [unowned self] in toggleTree() }
  /// ```
  ///
  /// A key that terminals do not send, such as `shift-a` (`A`) or `ctrl-i` (tab), traps.
  ///
  /// The keys take precedence over all existing bindings, but are ignored while a panel or an alert is
  /// open. A character is text while letters are typed into a query, unless the conditions refer to the
  /// query. The help lists the commands in the order of these calls; use ``TableView/primaryActionTitle`` to
  /// name what enter does.
  ///
  /// The keys of a split view work whichever part has the focus. A key that acts on the row under the cursor is a
  /// command of the data source: the action of its `addKeyCommand(_:title:when:action:)` receives the item.
  ///
  /// - Parameters:
  ///   - keys: the keys; the first is the one that is shown.
  ///   - title: the title in the help; nil omits the command there.
  ///   - shortTitle: the title in the status line, in a word or two; nil for the same.
  ///   - conditions: when the keys have this meaning, such as `.queryIsEmpty` for a space.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  ///   - action: the action. The screen retains it, so it must not retain the screen.
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, shortTitle: String? = nil,
    when conditions: KeyBinding.Conditions = [],
    file: StaticString = #fileID, line: UInt = #line, action: @escaping @MainActor () -> Void
  ) {
    chrome.bind(keys, title, shortTitle, conditions, file, line, .screen(action))
  }

  /// Adds a key command with an asynchronous action, such as one that asks a question first.
  ///
  /// ```swift
  /// addKeyCommand("d", title: "delete") { [unowned self] in
  ///   if await confirm("Delete it?") { delete() }
  /// }
  /// ```
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, shortTitle: String? = nil,
    when conditions: KeyBinding.Conditions = [],
    file: StaticString = #fileID, line: UInt = #line, action: @escaping @MainActor () async -> Void
  ) {
    chrome.bind(keys, title, shortTitle, conditions, file, line, .screen { Task { await action() } })
  }
}

/// The keys of a screen for documentation.
extension ViewController {
  /// The keys of this screen as the help shows them, in groups, those of ``keyHints`` first.
  ///
  /// - Parameter conditions: conditions to assume in addition to those that hold now.
  public func keyDescriptions(under conditions: KeyBinding.Conditions = []) -> [(
    group: String, keys: String, title: String
  )] {
    chrome.keyHelp(under: conditions, isUnicode: false).entries.map { ($0.group.title, $0.keys, $0.title) }
  }
}

/// The appearance of a screen and all its parts.
extension ViewController {
  /// The styles of the screen and its tables; if nil, they suit the terminal.
  public var theme: Theme? {
    get { parts[0].chrome.theme }
    set { for part in parts { part.chrome.theme = newValue } }
  }

  /// The amount of animation in the tables.
  public var motion: Motion {
    get { parts[0].chrome.motion }
    set { for part in parts { part.chrome.motion = newValue } }
  }

  /// Whether the status line reports changes as sentences, and the row under the cursor, for screen readers:
  /// `2 rows added, 1 moved.` instead of `+2 ↕1`. If ``ScreenTraits/isAccessible`` is true, changes are
  /// always reported so.
  public var announcesChanges: Bool {
    get { parts[0].chrome.announcesInWords }
    set { for part in parts { part.chrome.announcesInWords = newValue } }
  }

  /// The current styles: the screen's theme, else one that suits the terminal, as far as its traits are known.
  public var currentTheme: Theme { .resolved(theme, for: drawnTraits) }

  /// The symbols that the terminal can show: Unicode or ASCII.
  public var currentSymbols: Symbols { .standard(for: drawnTraits) }

  /// The widths of texts on the terminal of the last drawing; before it, one column per character.
  public var textMetrics: TextMetrics { TextMetrics(drawnTraits) }

  /// Inherits the settings of another screen, except where this one has its own.
  func inheritAppearance(from other: ViewController) {
    theme = theme ?? other.theme
    announcesChanges = announcesChanges || other.announcesChanges
    // Cells that are made before the first drawing have its symbols too.
    for screen in parts + [self] { screen.drawnTraits = other.drawnTraits }
    for part in parts { part.chrome.motion.restrict(to: other.motion) }
  }
}

extension ViewController {
  /// The screen itself: `navigationItem.title` is ``title``.
  public var navigationItem: ViewController { self }
}
