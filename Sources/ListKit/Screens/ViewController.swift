/// How much of its content a screen shows. A script presses keys, and prints the picture, when a person would.
package enum ContentState: Hashable, Sendable {
  /// Nothing yet, or not what the last key asked for.
  case loading
  /// Rows, and more arrive.
  case partial
  case complete
}

/// A screen that a ``NavigationController`` shows: a ``TableViewController``, or a ``SplitViewController``
/// with two of them.
@MainActor
open class ViewController {
  /// The text of the first line; if empty, there is no title line.
  public var title = "" { didSet { setNeedsDisplay() } }
  /// The navigation controller of this screen, after it was pushed or while it runs as the root.
  public internal(set) weak var navigationController: NavigationController? {
    didSet { navigationControllerDidChange() }
  }
  /// The split view that contains this screen.
  public internal(set) weak var splitViewController: SplitViewController?

  /// Returns how much of its content the screen shows; nil if it has all from the start.
  package var contentState: (@MainActor () -> ContentState)?

  var needsDisplay: () -> Void = {}
  var didExit: (Int32) -> Void = { _ in }
  var needsRedraw: () -> Void = {}
  /// Lets the user edit a text in another program; returns nil if that failed.
  var editText: (String) async -> String? = { _ in nil }
  /// The size and the traits of the last drawing.
  var drawnSize = Size(columns: 0, lines: 0)
  var drawnTraits = ScreenTraits { _ in 1 }
  private var isLoaded = false
  private var refreshing = Refreshing()

  init() {}

  package var visibleContent: ContentState { contentState?() ?? .complete }

  /// Requests a drawing.
  public func setNeedsDisplay() { needsDisplay() }

  /// Ends the program with an exit status.
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
  /// A run in progress is cancelled when the screen disappears; another one starts when it appears again.
  ///
  /// - Parameters:
  ///   - interval: the pause between the end of a run and the next one.
  ///   - clock: the clock that measures the interval; tests pass their own.
  ///   - action: the action. The screen retains it, so it must not retain the screen.
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

  /// Handles an event. Overrides receive all events while this screen is on top, and call `super`.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - times: how often it arrived in a row, such as a key that is held down.
  /// - Returns: how many of these events were handled, at least 1; the screen that is then on top receives
  ///   the rest.
  @discardableResult
  func handle(_ event: Event, times: Int) -> Int { 1 }

  /// Handles an event that arrived once.
  func handle(_ event: Event) { handle(event, times: 1) }

  /// Draws the screen at a time. Overrides call `super`.
  func draw(in canvas: inout Canvas, at now: Duration) {}

  /// The next time the picture changes without an event; nil if it does not.
  func nextFrame(after now: Duration) -> Duration? { nil }

  // MARK: For the container

  func loadIfNeeded() {
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

  /// Closes all alerts and stops all work, because the screen is removed.
  func closeAlerts() {}

  func navigationControllerDidChange() {}

  /// All table screens that are part of this screen.
  var tableViewControllers: [TableViewController] { [] }

  /// Whether a table of the screen has changes that were not applied yet.
  package var isApplying: Bool {
    tableViewControllers.contains { $0.tableView.content?.isApplying ?? false }
  }

  /// Whether completions wait for an animation in a table of the screen.
  package var hasCompletions: Bool {
    tableViewControllers.contains { $0.tableView.presentation.hasCompletions }
  }

  /// The part that has the keyboard focus.
  package var keyController: TableViewController? { nil }

  /// The area of the rows with the cursor; nil before a drawing.
  package var rowsArea: Rect? { nil }

  /// The title in the path of the screens above.
  var backTitle: String { title }
}

/// Periodic actions of a visible screen.
private struct Refreshing {
  typealias Start = @MainActor () -> Task<Void, Never>

  private var starts: [Start] = []
  /// The running tasks; nil while the screen is not visible.
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

/// The appearance of a screen and all its parts.
extension ViewController {
  /// The styles of the screen and its tables; if nil, they suit the terminal.
  public var theme: Theme? {
    get { tableViewControllers.first?.tableView.theme }
    set { for controller in tableViewControllers { controller.tableView.theme = newValue } }
  }

  /// The amount of animation in the tables.
  public var motion: Motion {
    get { tableViewControllers.first?.tableView.motion ?? .full }
    set { for controller in tableViewControllers { controller.tableView.motion = newValue } }
  }

  /// Whether the status line reports changes as sentences, and the row under the cursor, for screen readers:
  /// `2 rows added, 1 moved.` instead of `+2 ↕1`. If ``ScreenTraits/isAccessible`` is true, changes are
  /// always reported so.
  public var announcesChanges: Bool {
    get { tableViewControllers.first?.announcesInWords ?? false }
    set { for controller in tableViewControllers { controller.announcesInWords = newValue } }
  }

  /// Inherits the settings of another screen, except where this one has its own.
  func inheritLook(from other: ViewController) {
    theme = theme ?? other.theme
    announcesChanges = announcesChanges || other.announcesChanges
    for controller in tableViewControllers { controller.tableView.motion.restrict(to: other.motion) }
  }
}
