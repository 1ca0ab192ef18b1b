/// A screen that a ``NavigationController`` shows: ``TableViewController``, or ``SplitViewController`` with two of them.
@MainActor
open class ViewController {
  /// The text of the first line; none takes no line.
  public var title = "" { didSet { setNeedsDisplay() } }
  /// The navigation this screen is in: while it runs, or after it was pushed.
  public internal(set) weak var navigationController: NavigationController? {
    didSet { navigationControllerDidChange() }
  }
  /// The split view this is a part of.
  public internal(set) weak var splitViewController: SplitViewController?

  var needsDisplay: () -> Void = {}
  var didExit: (Int32) -> Void = { _ in }
  var needsRedraw: () -> Void = {}
  /// Lets a person change a text in another program.
  var editText: (String) async -> String? = { _ in nil }
  /// The size and the terminal at the last drawing.
  var drawnSize = Size(columns: 0, lines: 0)
  var drawnTraits = ScreenTraits { _ in 1 }
  private var isLoaded = false
  private var refreshing = Refreshing()

  init() {}

  /// Asks for a drawing, soon.
  public func setNeedsDisplay() { needsDisplay() }

  /// Ends the program's run with an exit status.
  public func exit(status: Int32 = 0) { didExit(status) }

  // MARK: Refreshing

  /// Runs an action when the screen appears, and again with a pause after each run, until it disappears.
  ///
  /// ```swift
  /// override func viewDidLoad() {
  ///   refresh(every: .seconds(1)) { [weak self] in await self?.read() }
  /// }
  /// ```
  ///
  /// A run that is under way when the screen disappears is cancelled; another begins when it appears again.
  ///
  /// - Parameters:
  ///   - interval: the pause between the end of a run and the next one.
  ///   - clock: what measures it; a test passes one of its own.
  ///   - action: what to do. The screen retains it, so it must not retain the screen.
  public func refresh(
    every interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
    action: @escaping @MainActor () async -> Void
  ) {
    refreshing.add {
      Task {
        repeat { await action() } while (try? await clock.sleep(for: interval)) != nil
      }
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

  /// Called before another screen comes on top, or this one goes.
  ///
  /// - Parameter animated: false; screens change at once.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the screen is seen no more: the place to stop what ``viewDidAppear(_:)`` started.
  ///
  /// - Parameter animated: false; screens change at once.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Answers an event. Overrides see all that arrives while this screen is on top, and call `super`.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - times: how often it arrived in a row, as a key does that is held down.
  /// - Returns: how many of these times are dealt with, at least 1; the screen that is on top then gets the rest.
  @discardableResult
  func handle(_ event: Event, times: Int) -> Int { 1 }

  /// Answers an event that arrived once.
  func handle(_ event: Event) { handle(event, times: 1) }

  /// Draws the screen as it is at a time. Overrides call `super`.
  func draw(in canvas: inout Canvas, at now: Duration) {}

  /// When the picture changes next by itself; nil while it is at rest.
  func nextFrame(after now: Duration) -> Duration? { nil }

  // MARK: For the container

  /// Loads the screen, unless it is loaded.
  func loadIfNeeded() {
    if isLoaded { return }
    isLoaded = true
    viewDidLoad()
  }

  func startShowing() { viewWillAppear(false) }

  /// It was drawn, and that is on the terminal.
  ///
  /// - Parameter isFirst: whether it is seen for the first time since ``startShowing()``.
  func didDraw(isFirst: Bool) {
    guard isFirst else { return }
    refreshing.start()
    viewDidAppear(false)
  }

  func willStopShowing() { viewWillDisappear(false) }

  /// Completes what waits to be seen and will not be.
  func stopShowing() {}

  func didStopShowing() {
    refreshing.stop()
    viewDidDisappear(false)
  }

  /// Takes all alerts away and stops all work: the screen goes.
  func closeAlerts() {}

  func navigationControllerDidChange() {}

  /// The split view that is the screen of which this is a part.
  var rootSplit: SplitViewController? {
    guard let splitViewController else { return self as? SplitViewController }
    return splitViewController.rootSplit
  }

  /// The lists that may have the keys, in the order of the screen.
  var panes: [TableViewController] { tableViewControllers }

  /// The parts of the screen that have tables.
  var tableViewControllers: [TableViewController] { [] }

  /// Whether a table of the screen has changes that wait for their turn.
  package var isApplying: Bool {
    tableViewControllers.contains { $0.tableView.content?.isApplying ?? false }
  }

  /// Whether completions wait for the end of what moves in a table of the screen.
  package var hasCompletions: Bool {
    tableViewControllers.contains { $0.tableView.presentation.hasCompletions }
  }

  /// The part that has the keys.
  package var keyController: TableViewController? { nil }

  /// Where the rows with the cursor stand; nil before a drawing.
  package var rowsArea: Rect? { nil }

  /// What it is called on the way back from the screens above.
  var backTitle: String { title }
}

/// What a screen does from time to time while it is seen.
private struct Refreshing {
  typealias Start = @MainActor () -> Task<Void, Never>

  private var starts: [Start] = []
  /// Of those that run; nil while the screen is not seen.
  private var tasks: [Task<Void, Never>]?

  @MainActor
  mutating func add(_ start: @escaping Start) {
    starts.append(start)
    tasks?.append(start())
  }

  @MainActor
  mutating func start() {
    if tasks == nil { tasks = starts.map { $0() } }
  }

  mutating func stop() {
    for task in tasks ?? [] { task.cancel() }
    tasks = nil
  }
}

/// How a screen and all its parts look.
extension ViewController {
  /// The styles of the screen and its tables; those that suit the terminal unless set.
  public var theme: Theme? {
    get { tableViewControllers.first?.tableView.theme }
    set { for controller in tableViewControllers { controller.tableView.theme = newValue } }
  }

  /// How much moves in its tables.
  public var motion: Motion {
    get { tableViewControllers.first?.tableView.motion ?? .full }
    set { for controller in tableViewControllers { controller.tableView.motion = newValue } }
  }

  /// Whether the status line reports changes as sentences, and the row under the cursor, for screen readers:
  /// `2 rows added, 1 moved.` instead of `+2 ↕1`. Where ``ScreenTraits/isAccessible`` holds, changes are reported so anyway.
  public var announcesChanges: Bool {
    get { tableViewControllers.first?.announcesInWords ?? false }
    set { for controller in tableViewControllers { controller.announcesInWords = newValue } }
  }

  /// Looks and moves as another screen does, where this one has no settings of its own.
  func inheritLook(from other: ViewController) {
    theme = theme ?? other.theme
    announcesChanges = announcesChanges || other.announcesChanges
    for controller in tableViewControllers { controller.tableView.motion.restrict(to: other.motion) }
  }
}
