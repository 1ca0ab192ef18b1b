import CNcurses
import LibC
public import ListKit

/// The terminal, drawn with curses: the only `Screen` of a running program.
///
/// ```swift
/// try await CursesScreen.run { screen in
///   screen.present(picture(of: screen.size))
///   while let event = await screen.events.next() { … }
/// }
/// ```
///
/// The screen opens the controlling terminal of the process itself, so that a program can read data from
/// standard input and write its result to standard output. However the program ends (return, throw, trap,
/// signal, `exit`), the terminal is restored: echo on, cursor visible, mouse off, main screen. Afterwards it
/// shows what was written to a standard output or standard error that is the terminal: all of it up to 128
/// kB, else its beginning and its end.
///
/// A program that works or waits on the main actor ends too: if it neither takes the event of the signal
/// with `next()` nor closes the screen within half a second after SIGTERM or SIGHUP, or a second after ctrl-c,
/// the terminal is restored and the process ends with 128 plus the number of the signal.
///
/// After a crash Swift's backtracer prints its report but does not wait for a key, for which it would
/// change the modes of the terminal again; `SWIFT_BACKTRACE=interactive=yes` enables its questions. A thread created
/// with `pthread_create` or `Thread` has no stack for signal handlers unless it creates one (`sigaltstack`);
/// if its own stack overflows, the terminal is not restored.
@MainActor
public final class CursesScreen: Screen {
  /// The capabilities of the terminal. Its background colour is queried, and the answer arrives later.
  public private(set) var traits: ScreenTraits
  /// The input from the terminal: keys, pastes, clicks, new sizes, requests to end.
  public let events: CursesEvents

  /// The clock. The arrival times of bytes distinguish keys whose sequences have the same start.
  private let now: @Sendable () -> ContinuousClock.Instant
  private let window: UnsafeMutablePointer<WINDOW>
  /// The terminal modes that the screen sets in addition to curses.
  private var modes: TerminalModes
  /// Nil if there is no terminal to restore: in tests that draw into a file.
  private let restorer: TerminalRestorer?
  private let files: CursesFiles
  /// Nil if the terminal does not support it, or shows only ASCII.
  let columnResync: ColumnResync?

  private var cells: CursesCells
  /// The frame on the screen; nil if the content of the screen is unknown.
  private var shown: Frame?
  /// Whether terminals may disagree about the widths of characters in the frame.
  private(set) var ambiguity = WidthAmbiguity.none
  private var capture: OutputCapture?
  /// Signals that arrived while a frame was waiting for the terminal.
  private var postponedSignals: [Int32] = []
  private var decoder: InputDecoder
  /// Nil if the terminal must not be queried.
  private var backgroundQuery: BackgroundQuery?
  private var loop: EventLoop?
  private var isOpen = true
  private let allowsCopying: Bool
  /// Whether the terminal is one of tmux.
  let isInTmux: Bool
  private let height: CursesOptions.Height?
  /// Nil if the screen uses the whole terminal, or another program is using it.
  private var region: InlineRegion?
  /// Whether another program is using the terminal.
  private var isSuspended = false
  /// The terminal for another program, while ``isSuspended``.
  private(set) var lent: LentTerminal?
  private let screen: OpaquePointer

  /// The terminal and its signals belong to the process, so only one screen at a time can have them.
  private static var hasTerminal = false
  private(set) static weak var current: CursesScreen?
  /// Signals that the previous screen did not take, such as a ctrl-z while it closed: they are for the next one.
  private static var untakenSignals: [Int32] = []

  /// Opens the terminal.
  ///
  /// - Throws: ``CursesError``; the terminal is then unchanged.
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
    swap(&postponedSignals, &Self.untakenSignals)
    writeDirectly(modes.entering)
    listen()
  }

  /// Opens a curses screen on any two files.
  init(
    files: CursesFiles, options: CursesOptions, environment: Environment, restorer: TerminalRestorer?,
    size: ScreenSize? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
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
    isInTmux = environment.isInTmux
    height = options.height
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
    prepareInput(terminal: size ?? files.terminalSize)
    if let size = region?.size ?? size {
      resize_term(Int32(size.lines), Int32(size.columns))
    } else {
      updateSize()
    }
    restorer?.update(restoring: restoringBytes)
  }

  /// The current number of columns and lines.
  public var size: ScreenSize { ScreenSize(columns: Int(getmaxx(window)), lines: Int(getmaxy(window))) }

  /// Restores the terminal. Afterwards the screen draws nothing and sends no events; further calls do
  /// nothing.
  ///
  /// Discards the rest of a key or a paste whose beginning the program has read, also if that was an escape
  /// that ended the program; complete keys that were not read stay in the terminal for the next program. A
  /// signal that was not taken, such as that of ctrl-c or ctrl-z, is taken by the next screen.
  ///
  /// Returns within about a second even if the terminal accepts no more bytes; bytes it has not read by then
  /// are discarded.
  public func close() {
    guard isOpen else { return }
    activate()
    if !isSuspended {
      awaitAnswers()
      discardRestOfInput()
    }
    lent?.end()
    isOpen = false
    loop?.stop()
    events.finish()
    if restorer != nil { Self.untakenSignals = events.untakenSignals + postponedSignals }
    // The same as after a crash. From here on, output of curses and of other threads goes to /dev/null.
    restorer?.restore()
    if !isSuspended { endwin() }
    restorer?.release()
    delscreen(screen)
    files.close()
    if restorer != nil { Self.hasTerminal = false }
  }

  /// Copies bytes to the clipboard of the user's machine, unless that is disabled.
  func copy(_ bytes: [UInt8]) -> Bool {
    guard allowsCopying, isOpen, !isSuspended, !modes.entering.isEmpty else { return false }
    // Unless its user changes a setting, tmux ignores the request of a program.
    if isInTmux, TmuxBuffer.load(bytes) { return true }
    writeDirectly(Array("\u{1B}]52;c;".utf8) + bytes.base64 + Array("\u{1B}\\".utf8))
    return true
  }

  /// Sets the title of the terminal's window, which is the former one again wherever the modes are left.
  func setWindowTitle(_ title: String) {
    guard isOpen, !modes.entering.isEmpty else { return }
    let isFirst = modes.windowTitle == nil
    modes.windowTitle = title
    // The terminal gets it later if another program is using it.
    guard !isSuspended else { return }
    writeDirectly(isFirst ? modes.titling : modes.title)
    restorer?.update(restoring: restoringBytes)
  }

  func ringBell() { if isOpen, !isSuspended { writeDirectly([0x07]) } }

  /// Applies the terminal's answer about its background.
  private func takeOver(_ style: UserInterfaceStyle) {
    guard traits.userInterfaceStyle != style else { return }
    traits.userInterfaceStyle = style
    events.send(.traitsChange)
  }

  /// Makes this the current screen of curses. Tests open many screens.
  private func activate() { set_term(screen) }

  /// Returns the file that replaces the terminal while curses writes, because its bytes need changes; nil if
  /// the system has no descriptors left.
  private func outputCapture() -> OutputCapture? {
    if capture == nil, let new = OutputCapture(output: files.output) {
      restorer?.register(output: new.terminal)
      capture = new
    }
    return capture
  }

  /// Sends bytes without curses, which must have nothing unsent.
  func writeDirectly(_ bytes: [UInt8]) { files.send(bytes) }
}

// MARK: - Opening

extension CursesScreen {
  /// Starts curses with the best available description of the terminal.
  ///
  /// Uses newterm, because initscr ends the process if it does not know the terminal. The restorer is armed
  /// before, because newterm changes the modes at once.
  private static func open(
    _ files: CursesFiles, options: CursesOptions, environment: Environment, restorer: TerminalRestorer?
  ) throws(CursesError) -> (screen: OpaquePointer, modes: TerminalModes) {
    guard let type = environment["TERM"] else { throw .terminalTypeMissing }
    // The size comes from the terminal. Curses would prefer LINES and COLUMNS, which do not change with the
    // terminal and could request gigabytes; programs started from here would too.
    for name in ["LINES", "COLUMNS"] { unsetenv(name) }
    if files.hasImpossibleSize { use_env(false) }
    // On a small screen, curses sends the start of the alternate screen before there is a region to omit it.
    if options.height != nil, let size = files.terminalSize {
      setenv("LINES", "\(max(size.lines, 24))", 1)
      setenv("COLUMNS", "\(max(size.columns, 80))", 1)
    }
    defer { for name in ["LINES", "COLUMNS"] { unsetenv(name) } }
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
      // Curses would draw anyway, and garble the terminal.
      guard answer > 0 else { throw .terminalTooPlain(type) }
      restorer?.arm(restoring: restoring)
      if let screen = newterm(name, files.outputStream, files.inputStream) { return (screen, modes) }
      restorer?.disarm()
      isKnown = true
    }
    throw isKnown ? .system(ENOMEM) : .terminalTypeUnknown(type)
  }

  /// Prepares the terminal for keys. The screen reads them itself and not with curses, which blocks in
  /// incomplete keys, loses bytes, and supports only the keys of the terminal's description.
  private func prepareInput(terminal: ScreenSize?) {
    cbreak()
    noecho()
    nonl()  // Return remains CR, so that ctrl-j, LF, is a separate key.
    typeahead(-1)  // Otherwise curses draws nothing while the user types.
    freeControlKeys()
    def_prog_mode()  // The modes to which resuming returns.
    if let terminal { beginRegion(in: terminal) }
    // The terminal sends its keys as described in terminfo. This also sends what curses has prepared.
    captured { keypad(window, true) }
  }

  /// Makes ctrl-s, ctrl-q, ctrl-o and ctrl-v available as keys, which the terminal driver would handle; also
  /// ctrl-c and ctrl-z, if their signals would reach other programs only.
  private func freeControlKeys() {
    var modes = termios()
    guard tcgetattr(files.output, &modes) == 0 else { return }
    modes.c_iflag &= ~tcflag_t(IXON)
    modes.c_lflag &= ~tcflag_t(files.sendsSignals ? IEXTEN : IEXTEN | ISIG)
    tcsetattr(files.output, TCSADRAIN, &modes)
  }

  /// Adopts the current size of the terminal.
  private func updateSize() {
    guard let size = region?.size ?? files.terminalSize, size != self.size else { return }
    resize_term(Int32(size.lines), Int32(size.columns))
  }
}

extension CursesScreen {
  /// Opens the terminal, runs `body`, and restores the terminal whether `body` returns or throws.
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

// MARK: - A region below the prompt

extension CursesScreen {
  private var restoringBytes: [UInt8] { modes.restoringBytes(lines: size.lines, region: region) }

  /// Begins a region at the cursor, if the program wishes one and the terminal supports it.
  private func beginRegion(in terminal: ScreenSize) {
    guard let height, modes.allowsInlineRegion, outputCapture() != nil, let cursor = cursor() else { return }
    region = InlineRegion(height: height, column: cursor.column)
    writeDirectly(region?.begin(at: cursor.line, in: terminal) ?? [])
  }

  /// Moves the region to where the terminal has moved its lines when its size changed.
  private func moveRegion() {
    guard let region, let terminal = files.terminalSize, let cursor = cursor() else { return }
    let line = shown?.cursor.map { region.size.lines > $0.line ? $0.line : 0 } ?? 0
    writeDirectly(self.region?.move(to: max(0, cursor.line - line), in: terminal) ?? [])
  }

  /// Returns the place of the cursor on the terminal; nil if the terminal does not report it.
  private func cursor() -> ScreenPoint? {
    writeDirectly(InlineRegion.question)
    var line: Int?
    return awaitAnswer(until: now() + .seconds(1)) { answer in
      guard case .cursor(let point) = answer else { return nil }
      guard let first = line else {
        line = point.line
        return nil
      }
      return ScreenPoint(line: first, column: point.column)
    }
  }

  /// Sends the output of curses without its first drawing; in a region, without the alternate screen.
  private func captured(_ write: () -> Void) {
    guard let region, let capture else { return write() }
    writeDirectly(region.shifted(capture.output(write)))
  }

  /// Ends curses until the next drawing; it restores the modes of the terminal.
  private func endCurses() {
    guard region != nil, let capture else {
      endwin()
      return
    }
    // Its output would leave the alternate screen.
    _ = capture.output { endwin() }
    reset_shell_mode()
  }
}

// MARK: - Drawing

extension CursesScreen {
  /// Shows a frame; the area outside it remains blank.
  ///
  /// Curses gets every line in full, and sends the differences to the terminal.
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
      // Unlike addstr, this neither wraps, nor interprets control characters, nor fails in the last corner.
      wadd_wchnstr(window, cells.line, Int32(cells.line.count))
    }
    if max(before, ambiguity) == .more { redrawChanges(to: frame) }
    let isShown = update { placeCursor(frame.cursor, in: size) }
    shown = isShown ? frame : nil
    if backgroundQuery?.isDue == true { askForBackground() }
  }

  /// Redraws the last frame entirely, over anything that another program left on the screen.
  public func invalidate() {
    guard isOpen, !isSuspended else { return }
    activate()
    clearok(cn_curscr(), true)
    if !update() { shown = nil }
  }

  /// Sends the terminal the differences between its content and the window.
  ///
  /// Curses writes in many pieces and waits for the terminal at each. So it writes into a file, and the
  /// screen sends all of it at once. If the terminal accepts nothing, a request to end does not have to wait.
  ///
  /// - Parameter prepare: additional curses calls whose output belongs to the update.
  /// - Returns: whether the terminal accepted it; if not, the content of the terminal is unknown.
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
    if let region { bytes = region.shifted(bytes) }
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

  /// Makes curses write all changed lines in full, and scroll none.
  ///
  /// A terminal that gives a character more columns draws it over the next one, which curses would not redraw
  /// because it did not change.
  private func redrawChanges(to frame: Frame) {
    guard let shown, shown.size == frame.size else { return }
    for line in 0..<min(size.lines, frame.size.lines) where shown.line(line) != frame.line(line) {
      wredrawln(window, Int32(line), 1)
    }
  }

  private func placeCursor(_ cursor: ScreenPoint?, in size: ScreenSize) {
    guard let cursor, (0..<size.lines).contains(cursor.line), (0..<size.columns).contains(cursor.column)
    else {
      // The cursor is hidden, so curses need not move it, unless its line must be known.
      leaveok(window, region == nil)
      curs_set(0)
      wmove(window, 0, 0)
      return
    }
    leaveok(window, false)
    curs_set(1)
    wmove(window, Int32(cursor.line), Int32(cursor.column))
  }
}

// MARK: - Events

extension CursesScreen {
  /// The number of bytes read at a time: as many as a terminal buffers. If the program read more events in
  /// advance, they would be out of date when the user sees their effect.
  private static let pieceSize = 4096

  /// The silence after which the rest of a key is not awaited any more when the screen closes.
  private static let restPatience: Duration = .milliseconds(100)
  /// The same for the rest of a paste.
  private static let pasteRestPatience: Duration = .seconds(1)

  /// Starts to receive events.
  private func listen() {
    guard let restorer else { return }
    loop = EventLoop(
      tty: files.input, signals: restorer.signals, now: now,
      onInput: { [weak self] in self?.readInput() },
      onSignal: { [weak self] in self?.readSignals() })
    events.didAnswerRequests = TerminalRestorer.answerRequests
    events.needsInput = { [weak self] in
      self?.readSignals()
      self?.readInput()
    }
  }

  /// Reads some of the terminal's input, unless events are waiting: then the input stays in the terminal.
  func readInput() {
    guard isOpen, !isSuspended else { return }
    TerminalRestorer.prepareThread()
    if restorer != nil, !files.sendsSignals, let size = files.terminalSize,
      size != region?.terminal ?? self.size
    {
      adoptSize()
    }
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
    for event in decoder.takeEvents() { send(event) }
    if isAtEnd {
      hangUp()
      return
    }
    if events.isEmpty { loop?.resumeInput() } else { loop?.pauseInput() }
    loop?.wake(at: decoder.deadline)
  }

  private func send(_ event: Event) {
    guard case .mouse(let mouse) = event, let region else { return events.send(event) }
    if let mouse = region.located(mouse) { events.send(.mouse(mouse)) }
  }

  /// Returns incomplete keys as if nothing followed; for tests, which do not wait.
  func waitingKeys() -> [Event] {
    decoder.endWaiting(at: now() + .milliseconds(25))
    return decoder.takeEvents()
  }

  /// Queries the background colour.
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

  /// Returns the position of the terminal's cursor while another program is using the terminal; nil if the
  /// terminal does not report it.
  ///
  /// Keys typed at this moment are kept until the screen resumes.
  func lentCursor() -> ScreenPoint? {
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

  /// How long an answer is awaited that would otherwise reach the next program: longer than a connection around the
  /// world takes, but a request to end gives the terminal back within half a second.
  private static let answerPatience: Duration = .milliseconds(400)

  /// Waits a moment for outstanding answers, because the next program that reads the terminal would take them
  /// for keys.
  private func awaitAnswers() {
    guard let query = backgroundQuery, query.isOutstanding(at: now()) else { return }
    let isAnswered: Void? = awaitAnswer(until: now() + Self.answerPatience) { $0 == .attributes ? () : nil }
    if isAnswered != nil { backgroundQuery?.finish() }
  }

  /// Reads the rest of a key or a paste that arrives in pieces, because the next program that reads the
  /// terminal, such as the shell, would take it for keys.
  ///
  /// Reads single bytes, so that the keys after it stay in the terminal.
  private func discardRestOfInput() {
    decoder.reopenEscape()
    var deadline = now() + Self.restPatience
    while decoder.isIncomplete {
      switch files.read(atMost: 1) {
      case .bytes(let bytes):
        decoder.decode(bytes, at: now())
        deadline = now() + (decoder.isPasting ? Self.pasteRestPatience : Self.restPatience)
      case .nothing:
        guard now() < deadline else { return }
        var input = pollfd(fd: files.input, events: Int16(POLLIN), revents: 0)
        _ = poll(&input, 1, 10)
      case .end: return
      }
    }
  }

  /// Reads input until the terminal has given a certain answer, or until a time. Other answers take effect.
  private func awaitAnswer<Answer>(
    until deadline: ContinuousClock.Instant, _ find: (TerminalAnswer) -> Answer?
  ) -> Answer? {
    while now() < deadline {
      var input = pollfd(fd: files.input, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 10) >= 0 else { continue }
      switch files.read(atMost: Self.pieceSize) {
      case .bytes(let bytes):
        decoder.decode(bytes, at: now())
        var found: Answer?
        for answer in decoder.takeAnswers() {
          if found == nil { found = find(answer) }
          if found == nil { take(answer) }
        }
        if found != nil { return found }
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
      // Keys go to the program that has the terminal.
      case SIGINT where isSuspended: TerminalRestorer.answerRequests()
      case SIGWINCH where isSuspended: break
      case SIGTSTP where isSuspended:
        restorer.stopProcess()
        lent?.lendAgain()
      case SIGCONT where isSuspended:
        if lent?.isInForeground == false { restorer.waitForForeground() }
        lent?.lendAgain()
      case SIGWINCH: adoptSize()
      case SIGTSTP: suspend()
      case SIGCONT:
        restorer.waitForForeground()
        resumeAfterUnannouncedStop()
      default: events.send(.terminate(signal: signal))
      }
    }
  }

  /// Adopts a new size of the terminal, and reports it.
  private func adoptSize() {
    activate()
    moveRegion()
    updateSize()
    // The drawing for the old size may have arrived after the change, so the content of the terminal is
    // unknown.
    clearok(cn_curscr(), true)
    shown = nil
    restorer?.update(restoring: restoringBytes)
    events.send(.resize(size))
  }

  /// Reads signals while a frame waits for the terminal; all but requests to end are postponed.
  private func receiveRequests() {
    guard let restorer else { return }
    let (requests, others) = restorer.receivedSignals().reduce(
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

// MARK: - Suspending and resuming

extension CursesScreen {
  /// Restores the terminal and stops the process, for ctrl-z.
  private func suspend() {
    guard let restorer else { return }
    giveBack(restorer)
    restorer.stopProcess()
    resume()
  }

  /// Gives the terminal to another program, such as an editor, while `body` runs.
  ///
  /// Meanwhile the screen draws nothing and reads no keys, but follows the terminal's size and requests to
  /// end. ctrl-c and ctrl-z go to the other program; if it is stopped, both are. Afterwards the screen sends
  /// ``Event/resume`` and redraws everything.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  func suspended<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    guard isOpen, !isSuspended, let restorer else { return try await body() }
    activate()
    // Keys pressed before belong to this program; keys pressed from now on, while the terminal is restored
    // and the other program starts, belong to that one.
    readSignals()
    TerminalRestorer.lendKeys()
    giveBack(restorer)
    isSuspended = true
    lent = LentTerminal()
    defer {
      lent = nil
      TerminalRestorer.takeKeysBack()
      isSuspended = false
      if isOpen { resume() }
    }
    return try await body()
  }

  private func giveBack(_ restorer: TerminalRestorer) {
    awaitAnswers()
    loop?.pauseInput()
    // Reset more than curses knows of: ctrl-z discarded the output that was on its way to the terminal.
    writeDirectly(modes.resettingBytes(lines: size.lines))
    endCurses()
    writeDirectly((region?.leaving ?? []) + modes.bytesAfterCurses(lines: size.lines))
    region = nil
    restorer.disarm()
  }

  /// Resumes after a stop that could not be prevented or prepared for, such as SIGSTOP.
  ///
  /// The user may have left the alternate screen meanwhile (`reset`); curses does not know that and would
  /// continue drawing on the main screen.
  private func resumeAfterUnannouncedStop() {
    writeDirectly(modes.leaving)  // Otherwise the title would be stored twice.
    endCurses()
    region = nil
    resume()
  }

  /// Takes the terminal again.
  private func resume() {
    activate()
    restorer?.arm(restoring: restoringBytes)
    reset_prog_mode()
    if let terminal = files.terminalSize { beginRegion(in: terminal) }
    writeDirectly(modes.entering)
    updateSize()
    restorer?.update(restoring: restoringBytes)
    invalidate()
    // The driver echoes keys that were typed meanwhile as soon as it can, at the latest during this drawing.
    // So draw twice.
    invalidate()
    loop?.resumeInput()
    events.send(.resume)
  }
}
