public import ListKit

/// A screen of a program, run without a terminal: keys go in, pictures come out, and time passes only when the test
/// says so.
///
/// ```swift
/// let screen = TestScreen(MountainsController(), columns: 40, lines: 10)
/// screen.type("alps")
/// screen.press(.down, .enter)
/// screen.advance(by: .milliseconds(200))
/// #expect(screen.lines[2] == "▌ Eiger      3,967 m")
/// ```
///
/// What waits for the end of an animation has it: while a test awaits `dataSource.apply(snapshot)` of a list that is drawn,
/// the time passes that this takes.
///
/// It runs the program's own loop, so all is called as on a terminal: `viewDidLoad`, `viewDidAppear`, key bindings,
/// navigation, animation. Each key has its frame. What is read (``lines``, ``frame`` and the like) is always up to date:
/// a snapshot applied on the line before is seen.
///
/// Nothing here needs Swift Testing; the same lines stand in a test of XCTest.
@MainActor
public final class TestScreen<Controller: ViewController> {
  /// The screen the test began with.
  public let controller: Controller
  /// The time of the screen. A program that waits for time itself is given this clock.
  public let clock: TestClock
  /// How many pictures were drawn; at rest none is.
  public var frameCount: Int { terminal.frameCount }

  let terminal: TestTerminal
  private let application: Application
  /// How many functions of this type the test awaits, which say how much time passes.
  private var awaitedFunctions = 0

  /// Shows a screen.
  ///
  /// - Parameters:
  ///   - controller: what is shown; with the screens below it, where it is in a navigation already.
  ///   - columns: the width of the terminal.
  ///   - lines: its height.
  ///   - traits: what the terminal can show; all colours unless said otherwise.
  ///   - clock: the clock that was given to the program, if it needs one.
  public init(
    _ controller: Controller, columns: Int = 80, lines: Int = 24, traits: ScreenTraits = .testing(),
    clock: TestClock = TestClock()
  ) {
    self.controller = controller
    self.clock = clock
    let terminal = TestTerminal(size: Size(columns: columns, lines: lines), traits: traits)
    self.terminal = terminal
    application = Application(screen: terminal, events: terminal) { clock.now.offset }
    application.start(controller)
    terminal.programSleeps = { [weak self] in await self?.letAwaitedAnimationsEnd() }
  }

  /// Ends the run, as a terminal that goes: `viewDidDisappear` is called too.
  deinit { Task { @MainActor [application] in application.stop() } }

  /// Why the program ended; nil while it runs.
  ///
  /// ```swift
  /// screen.press(.character("q"))
  /// #expect(screen.ending?.exitStatus == 0)
  /// ```
  public var ending: Application.Ending? { application.ending }

  /// The picture there is now.
  public var frame: Frame {
    application.drawIfDue()
    return terminal.frame
  }

  /// What a person's own editor makes of a text that is opened in it, as by ctrl-x ctrl-e in a field of several lines; nil
  /// is a failure, as it is unless set.
  public var editor: @MainActor (String) -> String? {
    get { terminal.editor }
    set { terminal.editor = newValue }
  }

  // MARK: What arrives

  /// Lets events arrive at once, so that the program has handled all of them when it draws the next picture.
  ///
  /// Also for what has no function of its own: `screen.send(.terminate(signal: 15))`.
  public func send(_ events: Event...) { send(events) }

  /// Lets events arrive at once.
  public func send(_ events: some Sequence<Event>) {
    terminal.waiting += events
    while ending == nil, let event = terminal.poll() { application.handleTurn(beginningWith: event) }
    if ending != nil { application.stop() }
    terminal.waiting = []
  }

  /// Gives the terminal another size.
  public func resize(columns: Int, lines: Int) {
    terminal.size = Size(columns: columns, lines: lines)
    send(.resize(terminal.size))
  }

  // MARK: Time

  /// Lets time pass: marks fade, rows travel, and tasks that sleep on the ``clock`` continue.
  ///
  /// Pictures are drawn when they are due, as on a terminal. Tasks that were woken go on when the test awaits something;
  /// an asynchronous test has the form of this function that does.
  public func advance(by duration: Duration) {
    let end = clock.now.advanced(by: duration)
    while let next = nextMoment, next < end { pass(until: next) }
    pass(until: end)
  }

  /// Lets time pass, and lets everything happen that happens meanwhile.
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

  /// Lets time pass until nothing moves on the screen by itself any more; ten seconds at most, for
  /// what never rests.
  public func rest() {
    let end = clock.now.advanced(by: .seconds(10))
    application.drawIfDue()
    while let due = application.timerDue.map(TestClock.Instant.init(offset:)), due < end { pass(until: due) }
  }

  /// When something happens next by itself.
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

  /// Lets tasks go on until nothing happens on the screen any more, without any time passing.
  ///
  /// After it, all has been shown that tasks of the main actor do without waiting for anything outside, such as
  /// `Task { await dataSource.apply(snapshot) }`, also where a large snapshot is compared on another thread. A task
  /// that takes twenty turns of the main actor and neither draws nor waits for the ``clock`` counts as one that waits
  /// for something outside. For what other threads do, or files and processes, there is
  /// ``wait(timeout:file:line:until:)``.
  public func settle() async {
    awaitedFunctions += 1
    defer { awaitedFunctions -= 1 }
    await becomeQuiet()
  }

  private func becomeQuiet() async {
    var quietTurns = 0
    var turns = 0
    while quietTurns < Self.turnsOfQuiet, turns < Self.mostTurns {
      let before = (frameCount, clock.sleepCount)
      await turn()
      application.drawIfDue()
      let isQuiet = before == (frameCount, clock.sleepCount)
      // What is compared on another thread takes as long as it takes.
      if isQuiet, isApplying { continue }
      quietTurns = isQuiet ? quietTurns + 1 : 0
      turns += 1
    }
  }

  /// Lets all tasks go on that wait for the main actor so far.
  ///
  /// The main actor takes what waits in order, so this does not depend on how busy other threads are. A task that
  /// yields goes through these; so does this.
  private func turn() async {
    await Task.yield()
    await withCheckedContinuation { continuation in Task { continuation.resume() } }
  }

  /// Whether a snapshot that was applied is not shown yet.
  private var isApplying: Bool { ending == nil && topViewController.isApplying }

  private var topViewController: ViewController {
    controller.navigationController?.topViewController ?? controller
  }

  /// Lets time pass until the next picture, where the test awaits the end of what moves: nothing else would end that.
  private func letAwaitedAnimationsEnd() async {
    while !Task.isCancelled, ending == nil, topViewController.hasCompletions {
      if awaitedFunctions > 0 {
        // These say themselves how much time passes.
        try? await Task.sleep(for: .milliseconds(1))
        continue
      }
      await becomeQuiet()
      guard awaitedFunctions == 0, !Task.isCancelled else { continue }
      guard let due = application.timerDue else { return }
      pass(until: TestClock.Instant(offset: due))
    }
  }

  /// Waits for something that other threads, files or processes bring about.
  ///
  /// ```swift
  /// #expect(await screen.wait { $0.contains("12 files") })
  /// ```
  ///
  /// Where it did not come true, the call and what is on the screen are printed.
  ///
  /// - Parameters:
  ///   - timeout: how long it may take: the sum of the pauses of a millisecond between two looks. A pause takes
  ///     longer on a busy machine, so the limit ends only what hangs.
  ///   - file: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  ///   - condition: what is waited for; asked when the main actor is free.
  /// - Returns: whether it came true.
  @discardableResult
  public func wait(
    timeout: Duration = .seconds(60), file: StaticString = #fileID, line: UInt = #line,
    until condition: @MainActor (TestScreen) async -> Bool
  ) async -> Bool {
    awaitedFunctions += 1
    defer { awaitedFunctions -= 1 }
    var paused = Duration.zero
    while true {
      await settle()
      if await condition(self) { return true }
      guard paused < timeout else {
        print(
          "\(file):\(line): what the test waits for did not come within \(timeout); the screen shows:\n\(text)"
        )
        return false
      }
      try? await Task.sleep(for: .milliseconds(1))
      paused += .milliseconds(1)
    }
  }

  /// After so many turns of the main actor without a new picture, tasks have nothing more to do.
  private static var turnsOfQuiet: Int { 20 }
  /// Some never come to an end.
  private static var mostTurns: Int { 10_000 }
}
