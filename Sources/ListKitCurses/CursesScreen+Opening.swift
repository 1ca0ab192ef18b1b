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
