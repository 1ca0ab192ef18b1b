/// The event loop of a program: shows a screen, and passes events to it.
///
/// ```text
///   EventSource ──▶ turn ──▶ needs display ──▶ draw ──▶ Screen
///                     ▲                          │
///                     └─── next frame is due ◀───┘  only while something moves
/// ```
///
/// The loop reads the clock; the screens get the time as an argument. In each turn it handles the waiting
/// events, for at most the duration of a frame; then it draws, and other tasks can run on the main actor. So
/// the screen shows the effect of events while they arrive, however many there are, and handles requests to
/// end. A program at rest does not wake up.
///
/// A key answers only what was on the terminal when it was pressed. Alerts, panels and menus of rows get the
/// events that arrive after the frame that first shows them is written to the terminal; an event that has
/// arrived by then, read or not, does not answer them. Text typed after `/`, or after a key that opened an
/// alert with a field, still goes to the field.
@MainActor
public final class Application {
  /// The reason why a run ended, for the exit status of the process.
  public enum Ending: Hashable, Sendable {
    /// The program ended the run with an exit status.
    case finished(status: Int32)
    /// A signal asked the program to end.
    case signal(Int32)
    /// The terminal was closed.
    case hangup

    /// The exit status for the process; for a signal, 128 plus its number.
    public var exitStatus: Int32 {
      switch self {
      case .finished(let status): status
      case .signal(let signal): 128 + signal
      case .hangup: 129
      }
    }
  }

  /// The maximum time by which events may delay the next frame.
  private static let turn: Duration = .milliseconds(16)
  /// The maximum number of events that are taken before a frame with a question: a flood must not stop the loop.
  private static let mostEarlyEvents = 65_536
  /// SIGINT, which ctrl-c sends.
  private static let interrupt: Int32 = 2

  private let screen: any Screen
  private let events: any EventSource
  let redraw: @MainActor () -> Void
  private let endings: AsyncStream<Ending>
  private let continuation: AsyncStream<Ending>.Continuation
  /// Returns the time since the start.
  private let time: @MainActor () -> Duration
  /// The navigation controller of the run; nil before and after it.
  private var navigation: NavigationController?
  private var isDrawingDue = false
  private var isWaiting = false
  /// The reason why the run ended; nil while it continues.
  package private(set) var ending: Ending?
  /// An event that was polled already, and is the first of the next turn.
  private var upcoming: Event?
  private var timer: Task<Void, Never>?
  /// The number of events of the user that were handled, and which of them asked for the end last.
  private var inputs = (count: 0, end: -2)
  /// Whether screens are asked whether the run may end.
  private var isEndAsked = false
  /// The next time the picture changes without an event; nil if it does not.
  package private(set) var timerDue: Duration?

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - screen: the screen that shows the frames.
  ///   - events: the source of the events.
  ///   - redraw: makes the screen send its entire content again.
  public convenience init(
    screen: any Screen, events: any EventSource, redraw: @escaping @MainActor () -> Void = {}
  ) {
    let start = ContinuousClock.now
    self.init(screen: screen, events: events, redraw: redraw) { ContinuousClock.now - start }
  }

  /// Creates a loop with its own clock.
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

  /// Whether nothing happens until an event arrives, a timer fires or a drawing is requested.
  package var isAtRest: Bool { ending != nil || isWaiting && !isDrawingDue }

  /// Draws the first frame before the loop waits for anything; call ``run(_:)`` afterwards.
  ///
  /// - Parameter controller: the screen; it becomes the root of a new navigation controller, unless it is in
  ///   one.
  public func start(_ controller: ViewController) {
    let navigation =
      controller.navigationController ?? NavigationController(rootViewController: controller)
    navigation.application = self
    for controller in navigation.viewControllers { controller.beginQuestions() }
    self.navigation = navigation
    draw()
  }

  /// Runs a screen until the screen, a signal, or the closing of the terminal ends it. Call it only once.
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
    // The caller may give the terminal back at once.
    pump.cancel()
    stop()
    return ending
  }

  func end(_ ending: Ending) {
    if self.ending == nil { self.ending = ending }
    continuation.yield(ending)
  }

  /// Ends the run because the user asked for it, unless a screen refuses. The second of two requests in a row ends
  /// it at once, and so does one while a screen asks because of the one before.
  func requestEnd(_ ending: Ending = .finished(status: 0)) {
    guard let navigation, !isEndAsked, inputs.count - inputs.end > 1 else { return end(ending) }
    (inputs.end, isEndAsked) = (inputs.count, true)
    navigation.closeAll { [weak self] closes in
      self?.isEndAsked = false
      if closes { self?.end(ending) }
    }
  }

  /// Lets the user edit a text in another program; returns nil if that failed.
  func edit(_ text: String) async -> String? { await screen.edit(text) }

  /// Tells the screens that they disappear, and removes them.
  package func stop() {
    timer?.cancel()
    timer = nil
    timerDue = nil
    navigation?.application = nil
    navigation?.endShowing()
    for controller in navigation?.viewControllers ?? [] { controller.endQuestions() }
    navigation = nil
  }

  /// Handles events until the last one.
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

  /// Handles the events that have arrived, for one turn.
  ///
  /// - Returns: whether there were any.
  private func handleWaitingEvents() -> Bool {
    guard ending == nil, let event = upcoming ?? events.poll() else { return false }
    handleTurn(beginningWith: event)
    return true
  }

  /// Handles an event and those waiting after it, then draws.
  package func handleTurn(beginningWith first: Event) {
    let deadline = time() + Self.turn
    upcoming = first
    while let event = upcoming, ending == nil {
      guard handle(event, count: countOfEqualEvents(until: deadline)) else { return }
      if time() >= deadline { break }
    }
    navigation?.finishHandling()
    drawIfDue()
  }

  /// Handles an event that arrived a number of times in a row.
  ///
  /// - Returns: false if the event ends the run.
  private func handle(_ event: Event, count: Int) -> Bool {
    switch event {
    case .terminate(let signal) where signal == Self.interrupt:
      inputs.count += 1
      requestEnd(.signal(signal))
    case .terminate(let signal): end(.signal(signal))
    case .hangup: end(.hangup)
    case .key, .paste, .mouse:
      inputs.count += 1
      navigation?.handle(event, count: count)
    case .resize, .resume, .traitsChange:
      navigation?.handle(event, count: count)
      setNeedsDisplay()
    }
    return ending == nil
  }

  /// Handles the events that arrived before a question is written to the terminal, so that they do not answer
  /// it.
  ///
  /// All of them are taken, however busy the machine is: those waiting in the terminal too.
  private func handleEarlyEvents() {
    for _ in 0..<Self.mostEarlyEvents {
      guard let event = upcoming.take() ?? events.poll() else { break }
      guard handle(event, count: 1) else { return }
    }
    navigation?.finishHandling()
  }

  /// Takes the events that equal the upcoming one, and returns their number. The next other event becomes the
  /// upcoming one.
  private func countOfEqualEvents(until deadline: Duration) -> Int {
    let event = upcoming
    var count = 1
    upcoming = nil
    // Asking for another event would answer the request.
    if case .terminate = event { return count }
    upcoming = events.poll()
    guard case .key = event else { return count }
    while upcoming == event, time() < deadline {
      count += 1
      upcoming = events.poll()
    }
    return count
  }

  func setNeedsDisplay() {
    guard !isDrawingDue else { return }
    isDrawingDue = true
    // Handle waiting events first: a frame takes time, and a key that arrived during the last frame would
    // wait for this one too. A task of low priority that changes a screen must not delay the frame.
    Task(priority: .userInitiated) { [self] in if isDrawingDue, !handleWaitingEvents() { drawIfDue() } }
  }

  /// Draws if a drawing was requested, or the picture has changed by itself.
  package func drawIfDue() {
    let isChanged = navigation?.isUpdateDue ?? false
    if isDrawingDue || isChanged || timerDue.map({ $0 <= time() }) ?? false { draw() }
  }

  private func draw() {
    isDrawingDue = false
    guard ending == nil, let navigation else { return }
    let now = time()
    var canvas = Canvas(size: screen.size, traits: screen.traits, time: now)
    navigation.draw(in: &canvas)
    if navigation.hasUnseenQuestion { handleEarlyEvents() }
    guard ending == nil else { return }
    screen.present(canvas.frame)
    navigation.didDraw()
    schedule(navigation.nextFrame(after: now))
  }

  /// Starts a timer for the next frame, if there is one.
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
