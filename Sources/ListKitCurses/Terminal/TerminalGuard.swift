internal import CTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What stands between the program's end, whichever it is, and a terminal left in disorder.
///
/// The work is done in `CTerminal`, inside signal handlers; this is its Swift face.
@MainActor
struct TerminalGuard {
  /// The end of the signal pipe to read from: one byte a signal.
  let signals: Int32
  private let tty: Int32

  /// Remembers the terminal's modes and takes over the signals that concern a screen.
  ///
  /// Must come before curses: `newterm` changes the modes at once and installs handlers of its own for
  /// SIGINT, SIGTERM, SIGTSTP and SIGWINCH where nobody else has.
  init(tty: Int32) throws(CursesError) {
    self.tty = tty
    signals = terminal_signals_open()
    guard signals >= 0, terminal_guard_save_modes(tty) == 0 else { throw .system(errno) }
    _ = receivedSignals()  // What is left there was meant for the screen before this one.
    for signal in [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP] { terminal_signals_catch(signal) }
  }

  /// Takes the terminal: `restoring` is sent to it whatever ends the program.
  func arm(restoring bytes: [UInt8]) {
    terminal_guard_arm(tty, bytes.map(CChar.init(bitPattern:)), bytes.count, 1)
  }

  /// Changes what ``arm(restoring:)`` was told to send.
  func update(restoring bytes: [UInt8]) {
    terminal_guard_set_bytes(bytes.map(CChar.init(bitPattern:)), bytes.count)
  }

  /// Says that the terminal has been given back, and shows what standard error had to say meanwhile.
  func disarm() { terminal_guard_disarm() }

  /// Gives the signals back as well; the guard is of no use afterwards.
  func release() {
    disarm()
    terminal_signals_release()
  }

  /// The signals that came since the last call.
  func receivedSignals() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(signals, &buffer, buffer.count)
    terminal_signals_acknowledge()
    return count > 0 ? buffer[..<count].map(Int32.init) : []
  }

  /// Stops the process, as ctrl-z asks for; returns when it goes on in the foreground.
  func stopProcess() { terminal_signals_stop_process(tty, SIGTSTP) }

  /// Stops the process while it is in the background, where the terminal is somebody else's.
  func waitForForeground() { terminal_signals_stop_process(tty, 0) }

  /// Lets the calling thread survive the overflow of its stack long enough to give the terminal back.
  ///
  /// On Linux main-actor code runs on changing threads, so this is asked for at each turn of the loop.
  static func prepareThread() { terminal_alternate_stack_install() }
}
