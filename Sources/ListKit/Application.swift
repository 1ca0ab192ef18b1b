/// The loop of a program: shows a screen, and hands it what arrives.
///
/// ```text
///   EventSource ──▶ turn ──▶ needs display ──▶ draw ──▶ Screen
///                     ▲                          │
///                     └─── next frame is due ◀───┘  only while something moves
/// ```
///
/// It is the only place that reads a clock. In a turn it handles the events that wait already, for a frame's
/// time at most; then it draws, and others have the main actor. So whatever arrives, however much, is seen
/// while it arrives, and requests to end are answered. At rest nothing wakes up.
@MainActor
public final class Application {
  /// Why a run ended, for the exit code of the process.
  public enum Ending: Hashable, Sendable {
    /// The program ended it, with an exit status.
    case finished(status: Int32)
    /// A signal asked for it.
    case signal(Int32)
    /// The terminal is gone.
    case hangup

    /// The status a process should exit with: 128 and the number of the signal for a signal.
    public var exitStatus: Int32 {
      switch self {
      case .finished(let status): status
      case .signal(let signal): 128 + signal
      case .hangup: 129
      }
    }
  }

  /// How long events may keep the next frame waiting.
  private static let turn: Duration = .milliseconds(16)

  private let screen: any Screen
  private let events: any EventSource
  private let redraw: @MainActor () -> Void
  private let endings: AsyncStream<Ending>
  private let continuation: AsyncStream<Ending>.Continuation
  /// The time since the start.
  private let time: @MainActor () -> Duration
  /// What runs; nil before and after.
  private var navigation: NavigationController?
  private var isDrawingDue = false
  private var isWaiting = false
  /// Why it ends, once it does.
  package private(set) var ending: Ending?
  /// An event that was looked at already, and is the first of the next turn.
  private var upcoming: Event?
  private var timer: Task<Void, Never>?
  /// When the picture changes next by itself; nil while it is at rest.
  package private(set) var timerDue: Duration?

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - screen: where frames go.
  ///   - events: where keys and the like come from.
  ///   - redraw: makes the screen forget what it shows, so that all is sent anew.
  public convenience init(
    screen: any Screen, events: any EventSource, redraw: @escaping @MainActor () -> Void = {}
  ) {
    let start = ContinuousClock.now
    self.init(screen: screen, events: events, redraw: redraw) { ContinuousClock.now - start }
  }

  /// Creates a loop with another idea of time.
  package init(
    screen: any Screen, events: any EventSource, redraw: @escaping @MainActor () -> Void = {},
    time: @escaping @MainActor () -> Duration
  ) {
    self.screen = screen
    self.events = events
    self.redraw = redraw
    self.time = time
    (endings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  /// Whether nothing happens until an event arrives, a time comes or a drawing is asked for.
  package var isAtRest: Bool { ending != nil || isWaiting && !isDrawingDue }

  /// Draws a screen for the first time, before anything is waited for; ``run(_:)`` goes on from there.
  ///
  /// - Parameter controller: the screen; it gets a navigation of which it is the root, unless it is in one.
  public func start(_ controller: ViewController) {
    let navigation =
      controller.navigationController ?? NavigationController(rootViewController: controller)
    navigation.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
    navigation.didExit = { [weak self] in self?.end(.finished(status: $0)) }
    navigation.needsRedraw = { [redraw] in redraw() }
    navigation.editText = { [screen] in await screen.edit($0) }
    self.navigation = navigation
    draw()
  }

  /// Runs a screen until it, a signal, or the terminal's end ends it. For one run.
  public func run(_ controller: ViewController) async -> Ending {
    if navigation == nil { start(controller) }
    let pump = Task(executorPreference: events.executor) { [self] in await handleEvents() }
    var ending = Ending.hangup
    await withTaskExecutorPreference(events.executor) {
      for await first in endings {
        ending = first
        break
      }
    }
    // The terminal may be given back any moment now.
    pump.cancel()
    stop()
    return ending
  }

  private func end(_ ending: Ending) {
    if self.ending == nil { self.ending = ending }
    continuation.yield(ending)
  }

  /// Shows nothing any more.
  package func stop() {
    timer?.cancel()
    timer = nil
    timerDue = nil
    navigation?.needsDisplay = {}
    navigation?.endShowing()
    for controller in navigation?.viewControllers ?? [] { controller.closeAlerts() }
    navigation = nil
  }

  /// Hands on events until the last one.
  private func handleEvents() async {
    while ending == nil {
      if handleWaitingEvents() {
        await Task.yield()
      } else {
        isWaiting = true
        let mayHaveMore = await events.waitForEvent()
        isWaiting = false
        if !mayHaveMore { break }
      }
    }
    end(ending ?? .hangup)
    continuation.finish()
  }

  /// Handles a turn of what has arrived.
  ///
  /// - Returns: whether there was something.
  private func handleWaitingEvents() -> Bool {
    guard ending == nil, let event = upcoming ?? events.poll() else { return false }
    handleTurn(beginningWith: event)
    return true
  }

  /// Handles an event and those that wait behind it, then draws.
  package func handleTurn(beginningWith first: Event) {
    let deadline = time() + Self.turn
    upcoming = first
    while let event = upcoming, ending == nil {
      switch event {
      case .terminate(let signal): return end(.signal(signal))
      case .hangup: return end(.hangup)
      case .key, .paste, .mouse: navigation?.handle(event, count: countOfEqualEvents(until: deadline))
      case .resize, .resume, .traitsChange:
        upcoming = events.poll()
        navigation?.handle(event, count: 1)
        setNeedsDisplay()
      }
      if time() >= deadline { break }
    }
    navigation?.finishHandling()
    drawIfDue()
  }

  /// Takes the events that equal the upcoming one, which leaves the one after them upcoming.
  private func countOfEqualEvents(until deadline: Duration) -> Int {
    let event = upcoming
    var count = 1
    upcoming = events.poll()
    guard case .key = event else { return count }
    while upcoming == event, time() < deadline {
      count += 1
      upcoming = events.poll()
    }
    return count
  }

  private func setNeedsDisplay() {
    guard !isDrawingDue else { return }
    isDrawingDue = true
    // What waits goes first: a frame takes time, and a key pressed during the one before would wait for this one too.
    Task { if isDrawingDue, !handleWaitingEvents() { drawIfDue() } }
  }

  /// Draws if a drawing was asked for, or the picture changed by itself.
  package func drawIfDue() {
    if isDrawingDue || timerDue.map({ $0 <= time() }) ?? false { draw() }
  }

  private func draw() {
    isDrawingDue = false
    guard ending == nil, let navigation else { return }
    let now = time()
    var canvas = Canvas(size: screen.size, traits: screen.traits)
    navigation.draw(in: &canvas, at: now)
    screen.present(canvas.frame)
    navigation.didDraw()
    schedule(navigation.nextFrame(after: now))
  }

  /// Sleeps until the next frame is due, if one is.
  private func schedule(_ due: Duration?) {
    guard due != timerDue || timer == nil else { return }
    timer?.cancel()
    timer = nil
    timerDue = due
    guard let due else { return }
    timer = Task(executorPreference: events.executor) { [self] in await drawLater(at: due) }
  }

  private func drawLater(at due: Duration) async {
    await events.sleep(until: .now + (due - time()))
    guard !Task.isCancelled else { return }
    timer = nil
    setNeedsDisplay()
  }
}
