import CNcurses
import LibC
public import ListKit

/// The terminal, drawn on with curses: the one `Screen` of a running program.
///
/// ```swift
/// try await CursesScreen.run { screen in
///   screen.present(picture(of: screen.size))
///   while let event = await screen.events.next() { … }
/// }
/// ```
///
/// It opens the process's controlling terminal itself, so that data may come on standard input and the
/// answer go to standard output. Whatever ends the program (return, throw, trap, signal, `exit`), the
/// terminal is given back: echo on, cursor shown, mouse off, main screen, and what was written to standard
/// error meanwhile readable after it: all of it up to 128 kB, else its beginning and its end.
///
/// After a crash Swift's backtracer prints its report, but asks nothing: waiting for a key, it would change the
/// modes of the terminal again. `SWIFT_BACKTRACE=interactive=yes` brings its questions back. A thread made with
/// `pthread_create` or `Thread` has no stack for signal handlers unless it makes one (`sigaltstack`); if its own
/// stack overflows, the terminal is not given back.
@MainActor
public final class CursesScreen: Screen {
  /// What the terminal can show; whether it is light or dark is asked for, and the answer comes later.
  public private(set) var traits: ScreenTraits
  /// What arrives from the terminal: keys, pastes, clicks, new sizes, requests to end.
  public let events: CursesEvents

  /// The clock: when bytes arrive tells the keys apart that begin alike.
  private let now: @Sendable () -> ContinuousClock.Instant
  /// What curses draws on.
  private let window: UnsafeMutablePointer<WINDOW>
  /// What was switched on in the terminal besides what curses switches on.
  private let modes: TerminalModes
  /// Nil where there is no terminal to look after: in tests that draw into a file.
  private let restorer: TerminalRestorer?
  private let files: CursesFiles
  /// Nil where the terminal cannot do it, and where there is nothing but ASCII.
  let columnResync: ColumnResync?

  private var cells: CursesCells
  /// The frame on the screen; nil where that is uncertain.
  private var shown: Frame?
  /// Whether terminals may count the columns of the frame's characters differently.
  private(set) var ambiguity = WidthAmbiguity.none
  private var capture: OutputCapture?
  /// Signals that came while a frame waited for the terminal.
  private var postponedSignals: [Int32] = []
  private var decoder: InputDecoder
  /// Nil where the terminal must not be asked.
  private var backgroundQuery: BackgroundQuery?
  private var loop: EventLoop?
  private var isOpen = true
  private let allowsCopying: Bool
  /// Whether another program has the terminal for a while.
  private var isSuspended = false
  private let screen: OpaquePointer

  /// The terminal and its signals belong to the process, so one screen at a time may have them.
  private static var hasTerminal = false
  /// The screen that has the terminal.
  private(set) static weak var current: CursesScreen?

  /// Opens the terminal.
  ///
  /// - Throws: ``CursesError``; the terminal is then as it was.
  public convenience init(options: CursesOptions = CursesOptions()) throws(CursesError) {
    guard !Self.hasTerminal else { throw .alreadyOpen }
    try ProcessResources.prepare()
    let files = try CursesFiles.terminal()
    do throws(CursesError) {
      let restorer = try TerminalRestorer(outputs: [files.output])
      do throws(CursesError) {
        try self.init(files: files, options: options, environment: .process, restorer: restorer)
      } catch {
        restorer.restore()
        restorer.release()
        throw error
      }
    } catch {
      files.close()
      throw error
    }
    Self.hasTerminal = true
    Self.current = self
    writeDirectly(modes.entering)
    listen()
  }

  /// Opens a curses screen on any two files.
  init(
    files: CursesFiles, options: CursesOptions, environment: Environment, restorer: TerminalRestorer?,
    size: Size? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws(CursesError) {
    self.now = now
    events = CursesEvents(now: now)
    TerminalRestorer.prepareThread()
    let isUnicode = TerminalLocale.activate(environment)
    let opened = try Self.open(files, options: options, environment: environment, restorer: restorer)
    screen = opened.screen
    modes = opened.modes
    guard let window = cn_stdscr() else { throw .system(errno) }
    self.files = files
    self.window = window
    allowsCopying = options.allowsCopying
    self.restorer = restorer
    let palette = CursesPalette(choice: options.color, environment: environment)
    traits = ScreenTraits(
      colorDepth: palette.depth, isUnicode: isUnicode, userInterfaceStyle: environment.userInterfaceStyle,
      isAccessible: options.isAccessible ?? environment.isAccessible, width: TerminalLocale.width)
    columnResync = isUnicode ? ColumnResync(width: TerminalLocale.width) : nil
    cells = CursesCells(
      palette: palette, links: isUnicode && modes.showsLinks ? LinkMarks() : nil,
      strikethrough: isUnicode ? StrikethroughMarks() : nil, traits: traits,
      isolatesText: environment.reordersText)
    decoder = InputDecoder(keys: TerminalModes.keySequences(), escapeDelay: environment.escapeDelay)
    if restorer != nil, environment.answersQuestions, !modes.entering.isEmpty, palette.depth > .mono {
      backgroundQuery = BackgroundQuery()
    }
    prepareInput()
    if let size { resize_term(Int32(size.lines), Int32(size.columns)) } else { updateSize() }
    restorer?.update(restoring: modes.restoringBytes(lines: self.size.lines))
  }

  /// Columns and lines there are now.
  public var size: Size { Size(columns: Int(getmaxx(window)), lines: Int(getmaxy(window))) }

  /// Gives the terminal back. Nothing is drawn and no event comes afterwards; further calls do nothing.
  ///
  /// Returns within about a second even if the terminal takes nothing any more; what it has not read by then is
  /// thrown away.
  public func close() {
    guard isOpen else { return }
    activate()
    if !isSuspended { awaitAnswers() }
    isOpen = false
    loop?.stop()
    events.finish()
    // The same as after a crash. What curses has to say goes nowhere then, as do frames of other threads.
    restorer?.restore()
    if !isSuspended { endwin() }
    restorer?.release()
    delscreen(screen)
    files.close()
    if restorer != nil { Self.hasTerminal = false }
  }

  /// Puts bytes on the clipboard of the person's machine, unless that is turned off.
  func copy(_ bytes: [UInt8]) -> Bool {
    guard allowsCopying, isOpen, !isSuspended, !modes.entering.isEmpty else { return false }
    writeDirectly(Array("\u{1B}]52;c;".utf8) + bytes.base64 + Array("\u{1B}\\".utf8))
    return true
  }

  /// Takes over the terminal's answer about its background.
  private func takeOver(_ style: UserInterfaceStyle) {
    guard traits.userInterfaceStyle != style else { return }
    traits.userInterfaceStyle = style
    events.send(.traitsChange)
  }

  /// Makes this the screen curses works on. There may be several, and tests open many.
  private func activate() { set_term(screen) }

  /// What takes the place of the terminal where curses' bytes need a change; nil where the system has no
  /// descriptors left.
  private func outputCapture() -> OutputCapture? {
    if capture == nil, let new = OutputCapture(output: files.output) {
      restorer?.register(output: new.terminal)
      capture = new
    }
    return capture
  }

  /// Sends bytes past curses, which must have nothing unsent.
  func writeDirectly(_ bytes: [UInt8]) { files.send(bytes) }
}

// MARK: - Opening

extension CursesScreen {
  /// Starts curses with the best description of the terminal there is.
  ///
  /// With newterm, as initscr ends the process where it does not know the terminal. The restorer is armed
  /// before: newterm changes the modes at once.
  private static func open(
    _ files: CursesFiles, options: CursesOptions, environment: Environment, restorer: TerminalRestorer?
  ) throws(CursesError) -> (screen: OpaquePointer, modes: TerminalModes) {
    guard let type = environment["TERM"] else { throw .terminalTypeMissing }
    // The size comes from the terminal. Curses would rather believe LINES and COLUMNS, which do not change when
    // it does, and could ask for gigabytes; so would programs that are started from here.
    for name in ["LINES", "COLUMNS"] where environment[name] != nil { unsetenv(name) }
    if files.hasImpossibleSize { use_env(false) }
    var isKnown = false
    let names =
      TerminalType.candidates(for: type, color: options.color, environment: environment)
      + TerminalType.substitutes(for: type)
    for name in names where !isKnown {
      var before: UnsafeMutableRawPointer?
      let answer = cn_begin_description(name, files.output, &before)
      guard answer >= 0 else { continue }
      let modes = TerminalModes(
        mouse: options.mouse, links: options.allowsLinks && environment.ignoresUnknownStrings)
      let restoring = modes.restoringBytes(lines: files.terminalSize?.lines ?? 24)
      cn_end_description(before)
      // Curses would draw all the same, and make a mess.
      guard answer > 0 else { throw .terminalTooPlain(type) }
      restorer?.arm(restoring: restoring)
      if let screen = newterm(name, files.outputStream, files.inputStream) { return (screen, modes) }
      restorer?.disarm()
      isKnown = true
    }
    throw isKnown ? .system(ENOMEM) : .terminalTypeUnknown(type)
  }

  /// Sets the terminal up for keys. They are read here and not by curses, which waits for the rest of one,
  /// loses bytes, and knows only what is in the terminal's description.
  private func prepareInput() {
    cbreak()
    noecho()
    nonl()  // Return stays CR, so that ctrl-j, LF, is a key of its own.
    keypad(window, true)  // The terminal sends its keys as its description says.
    typeahead(-1)  // Or curses draws nothing while the user types.
    freeControlKeys()
    def_prog_mode()  // What resuming goes back to.
  }

  /// Lets ctrl-s, ctrl-q, ctrl-o and ctrl-v through, which the terminal driver would keep.
  private func freeControlKeys() {
    var modes = termios()
    guard tcgetattr(files.output, &modes) == 0 else { return }
    modes.c_iflag &= ~tcflag_t(IXON)
    modes.c_lflag &= ~tcflag_t(IEXTEN)
    tcsetattr(files.output, TCSADRAIN, &modes)
  }

  /// Takes the size the terminal has now.
  private func updateSize() {
    guard let size = files.terminalSize, size != self.size else { return }
    resize_term(Int32(size.lines), Int32(size.columns))
  }
}

extension CursesScreen {
  /// Opens the terminal, runs `body` and gives the terminal back, whether `body` returns or throws.
  ///
  /// - Throws: ``CursesError``, or what `body` throws.
  public static func run<Result>(
    options: CursesOptions = CursesOptions(), _ body: @MainActor (CursesScreen) async throws -> Result
  ) async throws -> Result {
    let screen = try CursesScreen(options: options)
    defer { screen.close() }
    return try await body(screen)
  }
}

// MARK: - Drawing

extension CursesScreen {
  /// Shows a frame; whatever it does not cover stays blank.
  ///
  /// Every line is handed to curses whole, which sends the terminal what is different.
  public func present(_ frame: Frame) {
    guard isOpen, !isSuspended else { return }
    TerminalRestorer.prepareThread()
    guard frame != shown else { return }
    activate()
    cells.beginFrame()
    let size = self.size
    let before = ambiguity
    ambiguity = .none
    for line in 0..<size.lines {
      let glyphs = line < frame.size.lines ? frame.line(line).prefix(size.columns) : []
      ambiguity = max(ambiguity, cells.fill(from: glyphs, columns: size.columns))
      wmove(window, Int32(line), 0)
      // Unlike addstr it neither wraps nor interprets control characters nor minds the last corner.
      wadd_wchnstr(window, cells.line, Int32(cells.line.count))
    }
    if max(before, ambiguity) == .more { redrawChanges(to: frame) }
    let isShown = update { placeCursor(frame.cursor, in: size) }
    shown = isShown ? frame : nil
    if backgroundQuery?.isDue == true { askForBackground() }
  }

  /// Draws all of the last frame anew, over whatever another program left on the screen.
  public func invalidate() {
    guard isOpen, !isSuspended else { return }
    activate()
    clearok(cn_curscr(), true)
    if !update() { shown = nil }
  }

  /// Sends the terminal the differences between what it shows and what it should.
  ///
  /// Curses writes in many pieces and waits for the terminal at each. So it writes into a file; the terminal
  /// gets all of it at once, and if it takes nothing a request to end is not kept waiting.
  ///
  /// - Parameter prepare: what else curses may write about.
  /// - Returns: Whether the terminal has taken it; if not, what it shows is unknown.
  private func update(_ prepare: () -> Void = {}) -> Bool {
    guard let capture = outputCapture() else {
      prepare()
      wnoutrefresh(window)
      doupdate()
      return true
    }
    var bytes = capture.output {
      prepare()
      wnoutrefresh(window)
      doupdate()
    }
    if bytes.isEmpty { return true }
    bytes = cells.interpreted(bytes)
    if ambiguity != .none, let columnResync { bytes = columnResync.resynchronized(bytes) }
    let isTaken = files.send(
      modes.beginningUpdate + bytes + modes.endingUpdate, signals: restorer?.signals ?? -1
    ) { [self] in
      receiveRequests()
      return !events.isAskedToEnd
    }
    if !isTaken { clearok(cn_curscr(), true) }
    return isTaken
  }

  /// Lets curses write all lines whole that change, and scroll none.
  ///
  /// A terminal that gives a character more columns than it has here draws it over what stands behind
  /// it, which curses would leave alone as unchanged.
  private func redrawChanges(to frame: Frame) {
    guard let shown, shown.size == frame.size else { return }
    for line in 0..<min(size.lines, frame.size.lines) where shown.line(line) != frame.line(line) {
      wredrawln(window, Int32(line), 1)
    }
  }

  private func placeCursor(_ cursor: Point?, in size: Size) {
    guard let cursor, (0..<size.lines).contains(cursor.line), (0..<size.columns).contains(cursor.column)
    else {
      leaveok(window, true)  // It is hidden: spares moving it.
      curs_set(0)
      return
    }
    leaveok(window, false)
    curs_set(1)
    wmove(window, Int32(cursor.line), Int32(cursor.column))
  }
}

// MARK: - Events

extension CursesScreen {
  /// How many bytes are read at a time: as many as a terminal buffers. Events of more would be stale before the
  /// user sees their effect.
  private static let pieceSize = 4096

  /// Begins to turn what arrives into events.
  private func listen() {
    guard let restorer else { return }
    loop = EventLoop(
      tty: files.input, signals: restorer.signals, now: now,
      onInput: { [weak self] in self?.readInput() },
      onSignal: { [weak self] in self?.readSignals() })
    events.needsInput = { [weak self] in
      self?.readSignals()
      self?.readInput()
    }
  }

  /// Reads a piece of what the terminal has sent, unless events wait already: then the terminal keeps it.
  func readInput() {
    guard isOpen, !isSuspended else { return }
    TerminalRestorer.prepareThread()
    guard events.isEmpty else {
      loop?.pauseInput()
      return
    }
    var isAtEnd = false
    var room = Self.pieceSize
    while room > 0 {
      switch files.read(atMost: room) {
      case .bytes(let bytes):
        decoder.decode(bytes, at: now())
        room -= bytes.count
      case .nothing:
        decoder.endWaiting(at: now())
        room = 0
      case .end:
        isAtEnd = true
        room = 0
      }
    }
    for answer in decoder.takeAnswers() { take(answer) }
    for event in decoder.takeEvents() { events.send(event) }
    if isAtEnd {
      hangUp()
      return
    }
    if events.isEmpty { loop?.resumeInput() } else { loop?.pauseInput() }
    loop?.wake(at: decoder.deadline)
  }

  /// What the keys that may go on are if nothing follows; for tests, which do not wait.
  func waitingKeys() -> [Event] {
    decoder.endWaiting(at: now() + .milliseconds(25))
    return decoder.takeEvents()
  }

  /// Asks for the colour of the background.
  private func askForBackground() {
    guard backgroundQuery != nil else { return }
    backgroundQuery?.ask(at: now())
    writeDirectly(BackgroundQuery.question)
  }

  private func take(_ answer: TerminalAnswer) {
    switch answer {
    case .background(let color): takeOver(UserInterfaceStyle(background: color))
    case .attributes: backgroundQuery?.finish()
    case .colorsChanged: askForBackground()
    case .cursor: break
    }
  }

  /// Where the terminal's cursor is while another program has the terminal; nil where the terminal does not say.
  ///
  /// Keys that are typed at this moment wait for the screen to come back.
  func lentCursor() -> Point? {
    var settings = termios()
    guard isSuspended, backgroundQuery?.isAnswered == true, tcgetattr(files.output, &settings) == 0 else {
      return nil
    }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(files.output, TCSADRAIN, &silent)
    defer { tcsetattr(files.output, TCSADRAIN, &settings) }
    writeDirectly(Array("\u{1B}[6n".utf8))
    return awaitAnswer(until: now() + .seconds(1)) { if case .cursor(let point) = $0 { point } else { nil } }
  }

  /// Gives outstanding answers a moment to come: the next program that reads the terminal would take them for keys.
  private func awaitAnswers() {
    guard let query = backgroundQuery, query.isOutstanding(at: now()) else { return }
    let isAnswered: Void? = awaitAnswer(until: now() + .milliseconds(100)) { $0 == .attributes ? () : nil }
    if isAnswered != nil { backgroundQuery?.finish() }
  }

  /// Reads until the terminal has given an answer of some kind, or until a time.
  private func awaitAnswer<Answer>(
    until deadline: ContinuousClock.Instant, _ find: (TerminalAnswer) -> Answer?
  ) -> Answer? {
    while now() < deadline {
      var input = pollfd(fd: files.input, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 10) >= 0 else { continue }
      switch files.read(atMost: Self.pieceSize) {
      case .bytes(let bytes):
        decoder.decode(bytes, at: now())
        if let answer = decoder.takeAnswers().lazy.compactMap(find).first { return answer }
      case .nothing: break
      case .end: return nil
      }
    }
    return nil
  }

  private func hangUp() {
    loop?.stop()
    events.send(.hangup)
    events.finish()
  }
}

// MARK: - Signals

extension CursesScreen {
  private func readSignals() {
    guard isOpen, let restorer else { return }
    TerminalRestorer.prepareThread()
    activate()
    let signals = postponedSignals + restorer.receivedSignals()
    postponedSignals = []
    for signal in signals {
      switch signal {
      // Keys are for the program that has the terminal. If it is stopped, it waits for a shell that waits for us.
      case SIGINT where isSuspended, SIGWINCH where isSuspended, SIGCONT where isSuspended: break
      case SIGTSTP where isSuspended: restorer.stopProcess()
      case SIGWINCH:
        updateSize()
        // What was drawn for the old size may have arrived after the change: what the terminal shows is unknown.
        clearok(cn_curscr(), true)
        shown = nil
        restorer.update(restoring: modes.restoringBytes(lines: size.lines))
        events.send(.resize(size))
      case SIGTSTP: suspend()
      case SIGCONT:
        restorer.waitForForeground()
        resumeAfterUnannouncedStop()
      default: events.send(.terminate(signal: signal))
      }
    }
  }

  /// Looks at the signals while a frame waits for the terminal; all but requests to end have time.
  private func receiveRequests() {
    guard let restorer else { return }
    let (requests, others) = restorer.receivedSignals(answers: false).reduce(
      into: (requests: [Int32](), others: [Int32]())
    ) { result, signal in
      if [SIGINT, SIGTERM, SIGHUP].contains(signal) {
        result.requests.append(signal)
      } else {
        result.others.append(signal)
      }
    }
    for signal in requests { events.send(.terminate(signal: signal)) }
    if !others.isEmpty {
      postponedSignals += others
      Task { readSignals() }
    }
  }
}

// MARK: - Stopping and going on

extension CursesScreen {
  /// Gives the terminal back and stops, as ctrl-z asks for.
  private func suspend() {
    guard let restorer else { return }
    giveBack(restorer)
    restorer.stopProcess()
    resume()
  }

  /// Gives the terminal to another program, such as an editor, while `body` runs.
  ///
  /// Nothing is drawn and no key is read meanwhile; the size, and requests to end, are taken in. ctrl-c and ctrl-z are
  /// for the other program; stopped, both stop. Afterwards ``Event/resume`` comes and all is drawn anew.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  func suspended<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    guard isOpen, !isSuspended, let restorer else { return try await body() }
    activate()
    // What was pressed before is for this program; what is pressed from now on, while the terminal is given back and the
    // other program starts, is for that one.
    readSignals()
    TerminalRestorer.lendKeys()
    giveBack(restorer)
    isSuspended = true
    defer {
      TerminalRestorer.takeKeysBack()
      isSuspended = false
      if isOpen { resume() }
    }
    return try await body()
  }

  private func giveBack(_ restorer: TerminalRestorer) {
    awaitAnswers()
    loop?.pauseInput()
    // Not only what curses knows of: the ctrl-z threw away what was on its way to the terminal.
    writeDirectly(modes.resettingBytes(lines: size.lines))
    endwin()
    writeDirectly(modes.bytesAfterCurses(lines: size.lines))
    restorer.disarm()
  }

  /// Takes the terminal again after a stop that could not be prevented or prepared, as by SIGSTOP.
  ///
  /// Meanwhile the user may have left the screen of the program (`reset`); and curses, which knows of nothing,
  /// would go on drawing on the other one.
  private func resumeAfterUnannouncedStop() {
    endwin()
    resume()
  }

  /// Takes the terminal again.
  private func resume() {
    activate()
    restorer?.arm(restoring: modes.restoringBytes(lines: size.lines))
    reset_prog_mode()
    writeDirectly(modes.entering)
    updateSize()
    restorer?.update(restoring: modes.restoringBytes(lines: size.lines))
    invalidate()
    // What was typed meanwhile the driver echoes when it has room: in the middle of this picture at the latest.
    invalidate()
    loop?.resumeInput()
    events.send(.resume)
  }
}
