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
  let now: @Sendable () -> ContinuousClock.Instant
  /// What curses draws on.
  let window: UnsafeMutablePointer<WINDOW>
  /// What was switched on in the terminal besides what curses switches on.
  let modes: TerminalModes
  /// Nil where there is no terminal to look after: in tests that draw into a file.
  let restorer: TerminalRestorer?
  let files: CursesFiles
  /// Nil where the terminal cannot do it, and where there is nothing but ASCII.
  let columnResync: ColumnResync?

  var cells: CursesCells
  /// The frame on the screen; nil where that is uncertain.
  var shown: Frame?
  /// Whether terminals may count the columns of the frame's characters differently.
  var ambiguity = WidthAmbiguity.none
  private var capture: OutputCapture?
  /// Signals that came while a frame waited for the terminal.
  var postponedSignals: [Int32] = []
  var decoder: InputDecoder
  /// Nil where the terminal must not be asked.
  var backgroundQuery: BackgroundQuery?
  var loop: EventLoop?
  private(set) var isOpen = true
  let allowsCopying: Bool
  /// Whether another program has the terminal for a while.
  var isSuspended = false
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
      width: TerminalLocale.width)
    columnResync = isUnicode ? ColumnResync(width: TerminalLocale.width) : nil
    cells = CursesCells(
      palette: palette, links: isUnicode && modes.showsLinks ? LinkMarks() : nil, traits: traits,
      isolator: environment.isolator)
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

  /// Takes over the terminal's answer about its background.
  func takeOver(_ style: UserInterfaceStyle) {
    guard traits.userInterfaceStyle != style else { return }
    traits.userInterfaceStyle = style
    events.send(.traitsChange)
  }

  /// Makes this the screen curses works on. There may be several, and tests open many.
  func activate() { set_term(screen) }

  /// What takes the place of the terminal where curses' bytes need a change; nil where the system has no
  /// descriptors left.
  func outputCapture() -> OutputCapture? {
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
  func updateSize() {
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
