import CNcurses
import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension CursesScreen {
  /// Starts curses with the best description of the terminal there is.
  ///
  /// With newterm, as initscr ends the process where it does not know the terminal. The restorer is armed
  /// before: newterm changes the modes at once.
  static func open(
    _ files: CursesFiles, options: CursesOptions, environment: Environment, restorer: TerminalRestorer?
  ) throws(CursesError) -> (OpaquePointer, TerminalModes) {
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
  func prepareInput() {
    cbreak()
    noecho()
    nonl()  // Return stays CR, so that ctrl-j, LF, is a key of its own.
    keypad(window, true)  // The terminal sends its keys as its description says.
    typeahead(-1)  // Or curses draws nothing while somebody types.
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
  func adoptTerminalSize() {
    guard let size = files.terminalSize, size != self.size else { return }
    resize_term(Int32(size.lines), Int32(size.columns))
  }
}

/// How a ``CursesScreen`` uses its terminal.
public struct CursesOptions: Sendable {
  /// Which colours to draw with.
  ///
  /// A non-empty `NO_COLOR` in the environment outranks every choice.
  public enum ColorChoice: String, CaseIterable, Sendable {
    /// What the terminal says it can do: `COLORTERM`, then its terminfo entry.
    case automatic
    /// The same; for programs that also print without a screen.
    case always
    /// None: attributes only.
    case never
    /// The sixteen ANSI colours at most.
    case ansi16
    /// The palette of 256, even where the terminfo entry knows of fewer.
    case palette256
    /// Direct colours, even where `COLORTERM` does not promise them.
    case trueColor
  }

  /// Which colours to draw with.
  public var color: ColorChoice
  /// Whether clicks and the wheel come as events; otherwise the terminal keeps them for itself.
  public var mouse: Bool
  /// Whether ``Terminal/copy(_:)`` reaches the clipboard.
  public var allowsCopying: Bool
  /// Whether a text with a `Style.link` can be clicked; otherwise it is text.
  public var allowsLinks: Bool

  /// Creates options; without arguments all that the terminal can do is used.
  public init(
    color: ColorChoice = .automatic, mouse: Bool = true, allowsCopying: Bool = true, allowsLinks: Bool = true
  ) {
    self.color = color
    self.mouse = mouse
    self.allowsCopying = allowsCopying
    self.allowsLinks = allowsLinks
  }
}

/// Why a screen could not be opened.
public enum CursesError: Error, Hashable, Sendable {
  /// The process has no terminal.
  case noTerminal
  /// `TERM` is unset or empty, so nobody knows how to speak to the terminal.
  case terminalTypeMissing
  /// Curses knows no terminal of the type that `TERM` names.
  case terminalTypeUnknown(String)
  /// The terminal cannot move its cursor, so it can show lines but no screen.
  case terminalTooPlain(String)
  /// Another screen of this process has the terminal.
  case alreadyOpen
  /// The system refused something; the number is its `errno`.
  case system(Int32)
}

extension CursesError: CustomStringConvertible {
  /// The error in one line, without a full stop.
  public var description: String {
    switch self {
    case .noTerminal:
      "no terminal to draw on and read keys from"
    case .terminalTypeMissing:
      "TERM is not set, so the type of the terminal is unknown"
    case .terminalTypeUnknown(let type):
      "unknown terminal type '\(EscapedText(type).text)' in TERM; TERM=xterm-256color suits most terminals"
    case .terminalTooPlain(let type):
      "a terminal of type '\(EscapedText(type).text)' cannot move its cursor"
    case .alreadyOpen:
      "the terminal is already taken by another screen of this process"
    case .system(EMFILE):
      "cannot use the terminal: too few files may be open at once (ulimit -n)"
    case .system(ENOMEM):
      "cannot use the terminal: too little memory may be used (ulimit -v)"
    case .system(let code):
      "cannot use the terminal: system error \(code), \(String(cString: strerror(code)))"
    }
  }
}
