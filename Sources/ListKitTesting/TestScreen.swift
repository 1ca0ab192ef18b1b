public import ListKit

/// A program's screen without a terminal: a test presses keys, reads pictures, and controls the time.
///
/// ```swift
/// let screen = TestScreen(MountainsController(), columns: 40, lines: 10)
/// screen.type("alps")
/// screen.press(.down, .enter)
/// screen.advance(by: .milliseconds(200))
/// #expect(screen.lines[2] == "▌ Eiger      3,967 m")
/// ```
///
/// While a test awaits `dataSource.apply(snapshot)` of a visible list, the time of its animation passes.
///
/// It runs the program's own loop, which calls everything as on a terminal: `viewDidLoad`, `viewDidAppear`,
/// key bindings, navigation, animation. Each key has its frame. ``lines``, ``frame`` and similar properties
/// are always up to date: they show a snapshot that was applied on the line before.
///
/// It does not need Swift Testing; the same lines work in XCTest.
@MainActor
public final class TestScreen<Controller: ViewController> {
  /// The controller that the test screen was created with.
  public let controller: Controller
  /// The clock of the screen. Pass it to a program that waits for time itself.
  public let clock: TestClock
  /// The number of pictures drawn so far; a screen at rest draws none.
  public var frameCount: Int { terminal.frameCount }

  let terminal: TestTerminal
  private let application: Application
  /// The number of functions of this type that the test awaits, each of which controls the time itself.
  private var awaitedFunctions = 0

  /// Creates a test screen, and shows a controller on it.
  ///
  /// - Parameters:
  ///   - controller: The controller to show; if it is in a navigation controller, with the screens below it.
  ///   - columns: The width of the terminal.
  ///   - lines: The height of the terminal.
  ///   - traits: The capabilities of the terminal; all colours by default.
  ///   - clock: The clock that was passed to the program, if it needs one.
  public init(
    _ controller: Controller, columns: Int = 80, lines: Int = 24, traits: ScreenTraits = .testing(),
    clock: TestClock = TestClock()
  ) {
    self.controller = controller
    self.clock = clock
    let terminal = TestTerminal(size: ScreenSize(columns: columns, lines: lines), traits: traits)
    self.terminal = terminal
    application = Application(screen: terminal, events: terminal) { clock.now.offset }
    application.start(controller)
    terminal.programSleeps = { [weak self] in await self?.letAwaitedAnimationsEnd() }
  }

  /// Ends the run like a closed terminal, which also calls `viewDidDisappear`.
  deinit { Task { @MainActor [application] in application.stop() } }

  /// The reason for the program's end; nil while it runs.
  ///
  /// ```swift
  /// screen.press(.character("q"))
  /// #expect(screen.ending?.exitStatus == 0)
  /// ```
  public var ending: Application.Ending? { application.ending }

  /// The current picture.
  public var frame: Frame {
    application.drawIfDue()
    return terminal.frame
  }

  /// The user's own editor, as after ctrl-x ctrl-e in a field of several lines: returns the edited text.
  ///
  /// Nil means that the editor failed, which is the default.
  public var editor: @MainActor (String) -> String? {
    get { terminal.editor }
    set { terminal.editor = newValue }
  }

  // MARK: Events

  /// Sends several events at once, so that the program handles all of them before it draws the next picture.
  ///
  /// Also for events without a function of their own: `screen.send(.terminate(signal: 15))`.
  public func send(_ events: Event...) { send(events) }

  /// Sends several events at once.
  public func send(_ events: some Sequence<Event>) {
    terminal.waiting += events
    while ending == nil, let event = terminal.poll() { application.handleTurn(beginningWith: event) }
    if ending != nil { application.stop() }
    terminal.waiting = []
  }

  /// Changes the size of the terminal.
  public func resize(columns: Int, lines: Int) {
    terminal.size = ScreenSize(columns: columns, lines: lines)
    send(.resize(terminal.size))
  }

  // MARK: Time

  /// Lets time pass: marks fade, rows move, and tasks that sleep on the ``clock`` continue.
  ///
  /// Pictures are drawn when they are due, as on a terminal. The resumed tasks run when the test awaits
  /// something. A test function that is `async` calls the other variant, with `await`, which lets them run.
  public func advance(by duration: Duration) {
    let end = clock.now.advanced(by: duration)
    while let next = nextMoment, next < end { pass(until: next) }
    pass(until: end)
  }

  /// Lets time pass, and lets tasks run meanwhile: the variant of test functions that are `async`.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// let screen = TestScreen(ClockController(clock: clock), clock: clock)
  /// await screen.advance(by: .seconds(3))  // ticks three times
  /// ```
  public func advance(by duration: Duration) async {
    awaitedFunctions += 1
    defer { awaitedFunctions -= 1 }
    await settle()
    let end = clock.now.advanced(by: duration)
    while let next = nextMoment, next < end {
      pass(until: next)
      await settle()
    }
    pass(until: end)
    await settle()
  }

  /// Lets time pass until nothing moves on the screen by itself any more, or for ten seconds at most.
  public func rest() {
    let end = clock.now.advanced(by: .seconds(10))
    application.drawIfDue()
    while let due = application.timerDue.map(TestClock.Instant.init(offset:)), due < end { pass(until: due) }
  }

  /// The time of the next picture or of the next end of a sleep.
  private var nextMoment: TestClock.Instant? {
    application.drawIfDue()
    return [application.timerDue.map(TestClock.Instant.init(offset:)), clock.nextDeadline].compactMap(\.self)
      .min()
  }

  private func pass(until time: TestClock.Instant) {
    clock.advance(to: time)
    application.drawIfDue()
  }

  // MARK: Tasks

  /// Lets tasks run until nothing happens on the screen any more, without letting time pass.
  ///
  /// Afterwards the screen shows everything that tasks of the main actor do without waiting for anything
  /// outside, such as `Task { await dataSource.apply(snapshot) }`, even if a large snapshot is compared on
  /// another thread. A task that takes twenty turns of the main actor and neither draws nor waits for the
  /// ``clock`` counts as waiting for something outside. For other threads, files and processes, use
  /// ``wait(timeout:file:line:until:)``.
  public func settle() async {
    awaitedFunctions += 1
    defer { awaitedFunctions -= 1 }
    await becomeQuiet()
  }

  private func becomeQuiet() async {
    var (quietTurns, turns, waits) = (0, 0, 0)
    while quietTurns < Self.turnsOfQuiet, turns < Self.maximumTurns {
      let before = (frameCount, clock.sleepCount)
      await turn()
      application.drawIfDue()
      let isQuiet = before == (frameCount, clock.sleepCount)
      // A comparison on another thread may take any number of turns, and needs the processor itself.
      if isQuiet, isApplying {
        waits += 1
        if waits > Self.turnsOfQuiet { try? await Task.sleep(for: .milliseconds(1)) }
        continue
      }
      quietTurns = isQuiet ? quietTurns + 1 : 0
      turns += 1
    }
    // A task may have ended the program.
    if ending != nil { application.stop() }
  }

  /// Lets all tasks run that are waiting for the main actor now.
  ///
  /// The main actor runs waiting tasks in order, so this does not depend on how busy other threads are. Like
  /// a task that yields, this function waits behind all of them.
  private func turn() async {
    await Task.yield()
    await withCheckedContinuation { continuation in Task { continuation.resume() } }
  }

  /// Whether the screen does not show an applied snapshot yet.
  private var isApplying: Bool { ending == nil && topViewController.isApplying }

  private var topViewController: ViewController {
    controller.navigationController?.topViewController ?? controller
  }

  /// Lets time pass, picture by picture, while the test awaits the end of an animation.
  private func letAwaitedAnimationsEnd() async {
    while !Task.isCancelled, ending == nil, topViewController.hasCompletions {
      if awaitedFunctions > 0 {
        // These functions control the time themselves.
        try? await Task.sleep(for: .milliseconds(1))
        continue
      }
      await becomeQuiet()
      guard awaitedFunctions == 0, !Task.isCancelled else { continue }
      guard let due = application.timerDue else { return }
      pass(until: TestClock.Instant(offset: due))
    }
  }

  /// Waits for a condition that other threads, files or processes fulfil.
  ///
  /// ```swift
  /// #expect(await screen.wait { $0.contains("12 files") })
  /// ```
  ///
  /// If the condition does not become true, the call and the text of the screen are written to standard error.
  ///
  /// - Parameters:
  ///   - timeout: The time after which it gives up; so long that only a test that hangs is ended.
  ///   - file: The file of the call; omit it.
  ///   - line: The line of the call; omit it.
  ///   - condition: The condition, which is checked when the main actor is free.
  /// - Returns: Whether the condition became true.
  @discardableResult
  public func wait(
    timeout: Duration = .seconds(60), file: StaticString = #fileID, line: UInt = #line,
    until condition: @MainActor (TestScreen) async -> Bool
  ) async -> Bool {
    awaitedFunctions += 1
    defer { awaitedFunctions -= 1 }
    let end = ContinuousClock.now + timeout
    while true {
      await settle()
      if await condition(self) { return true }
      guard ContinuousClock.now < end else {
        writeToStandardError(
          "\(file):\(line): the condition did not become true within \(timeout); the screen shows:\n\(text)\n"
        )
        return false
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The number of turns of the main actor without a new picture after which tasks count as finished.
  private static var turnsOfQuiet: Int { 20 }
  /// The maximum number of turns, because some tasks never finish.
  private static var maximumTurns: Int { 10_000 }
}
