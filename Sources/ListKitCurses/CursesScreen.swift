import CNcurses
public import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

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
/// modes of the terminal again. Who wants its questions sets `SWIFT_BACKTRACE=interactive=yes`. A thread made with
/// `pthread_create` or `Thread` has no stack for signal handlers unless it makes one (`sigaltstack`); if its own
/// stack overflows, nobody can give the terminal back.
@MainActor
public final class CursesScreen: Screen {
  /// What the terminal can show; whether it is light or dark is asked for, and the answer comes later.
  public private(set) var traits: ScreenTraits
  /// What arrives from the terminal: keys, pastes, clicks, new sizes, requests to end.
  public let events = CursesEvents()

  /// What curses draws on.
  let window: UnsafeMutablePointer<WINDOW>
  /// What was switched on in the terminal besides what curses switches on.
  let modes: TerminalModes
  /// Nil where there is no terminal to look after: in tests that draw into a file.
  let restorer: TerminalRestorer?
  let files: CursesFiles
  /// Nil where the terminal cannot do it, and where there is nothing but ASCII.
  let columnResync: ColumnResync?

  var palette: CursesPalette
  /// The frame on the screen; nil where that is uncertain.
  var shown: Frame?
  /// What takes the place of a blank where texts read from the right must not move others.
  let isolator: Glyph
  /// Nil where the terminal must not hear of links.
  var links: LinkMarks?
  /// The cells of the line being drawn; kept, so that a frame allocates nothing.
  var cells: [cchar_t] = []
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

  /// The terminal and its signals belong to the process; so does whoever has them.
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
    size: Size? = nil
  ) throws(CursesError) {
    TerminalRestorer.prepareThread()
    let isUnicode = TerminalLocale.activate(environment)
    (screen, modes) = try Self.open(files, options: options, environment: environment, restorer: restorer)
    guard let window = cn_stdscr() else { throw .system(errno) }
    self.files = files
    self.window = window
    allowsCopying = options.allowsCopying
    self.restorer = restorer
    palette = CursesPalette(choice: options.color, environment: environment)
    traits = ScreenTraits(
      colorDepth: palette.depth, isUnicode: isUnicode, userInterfaceStyle: environment.userInterfaceStyle,
      width: TerminalLocale.width)
    isolator = environment.isolator
    columnResync = isUnicode ? ColumnResync(width: TerminalLocale.width) : nil
    if isUnicode, modes.showsLinks { links = LinkMarks() }
    decoder = InputDecoder(keys: TerminalModes.keySequences(), escapeDelay: environment.escapeDelay)
    if restorer != nil, environment.answersQuestions, !modes.entering.isEmpty, palette.depth > .mono {
      backgroundQuery = BackgroundQuery()
    }
    prepareInput()
    if let size { resize_term(Int32(size.lines), Int32(size.columns)) } else { adoptTerminalSize() }
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

  /// Takes over what the terminal said of its background.
  func adopt(_ style: UserInterfaceStyle) {
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
