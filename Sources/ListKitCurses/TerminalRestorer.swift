internal import CTerminal
import LibC

/// What stands between the program's end, whichever it is, and a terminal left in disorder.
///
/// The work is done in `CTerminal`, inside signal handlers; this is its Swift face.
@MainActor
struct TerminalRestorer {
  /// The end of the signal pipe to read from: one byte a signal.
  let signals: Int32
  /// The terminal, through an open file description of its own.
  private let tty: Int32

  /// Remembers the terminal's modes and takes over the signals that concern a screen.
  ///
  /// Must come before curses: `newterm` changes the modes at once and installs handlers of its own for
  /// SIGINT, SIGTERM, SIGTSTP and SIGWINCH where there are none.
  ///
  /// - Parameter outputs: Every descriptor through which the terminal is written to or its modes are set.
  init(outputs: [Int32]) throws(CursesError) {
    // It must not block: a terminal that takes nothing would keep a crashed program from ending.
    tty = CursesFiles.openTerminal(O_RDWR | O_NONBLOCK)
    guard tty >= 0 else { throw .noTerminal }
    signals = terminal_signals_open()
    guard signals >= 0, terminal_restorer_open(tty) == 0 else {
      let error = errno
      close(tty)
      throw .system(error)
    }
    for output in outputs { terminal_restorer_register_output(output) }
    terminal_alternate_stack_install_everywhere()
    _ = receivedSignals()  // What is left there was meant for the screen before this one.
    for signal in [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP] { terminal_signals_catch(signal) }
  }

  /// Names another descriptor of the terminal; one that is copied over others comes after them.
  func register(output: Int32) { terminal_restorer_register_output(output) }

  /// Takes the terminal: `restoring` is sent to it whatever ends the program.
  func arm(restoring bytes: [UInt8]) {
    terminal_restorer_arm(bytes.map(CChar.init(bitPattern:)), bytes.count)
  }

  /// Changes what ``arm(restoring:)`` was told to send.
  func update(restoring bytes: [UInt8]) {
    terminal_restorer_set_bytes(bytes.map(CChar.init(bitPattern:)), bytes.count)
  }

  /// Says that the terminal has been given back, and shows what standard error had to say meanwhile.
  func disarm() { terminal_restorer_disarm() }

  /// Gives the terminal back, as a crash would; returns within about a second even where it takes nothing.
  ///
  /// Nothing that is written to the registered outputs reaches the terminal afterwards.
  func restore() { terminal_restorer_restore() }

  /// Gives the signals back as well; the restorer is of no use afterwards.
  func release() {
    terminal_restorer_close()
    close(tty)
    terminal_signals_release()
  }

  /// The signals that came since the last call.
  ///
  /// - Parameter answers: whether that is a sign that the program lives, so that requests to end do not add up.
  func receivedSignals(answers: Bool = true) -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(signals, &buffer, buffer.count)
    if answers { terminal_signals_acknowledge() }
    return count > 0 ? buffer[..<count].map(Int32.init) : []
  }

  /// Stops the process, as ctrl-z asks for; returns when it goes on in the foreground.
  func stopProcess() { terminal_signals_stop_process(tty, SIGTSTP) }

  /// Stops the process while it is in the background, where the terminal belongs to another process group.
  func waitForForeground() { terminal_signals_stop_process(tty, 0) }

  /// Lets ctrl-c and ctrl-\ be for another program, which has the terminal.
  static func lendKeys() { terminal_signals_lend_keys() }

  /// Lets them be for this one again.
  static func takeKeysBack() { terminal_signals_take_keys_back() }

  /// The signal of one of them that came before a program was there to take it; nil for none.
  nonisolated static var lentKey: Int32? {
    let signal = terminal_signals_lent_key()
    return signal == 0 ? nil : signal
  }

  /// Forgets the key that a program has had, which has ended.
  nonisolated static func forgetLentKey() { terminal_signals_forget_lent_key() }

  /// Lets the calling thread draw, and survive the overflow of its stack long enough to give the terminal
  /// back.
  ///
  /// On Linux main-actor code runs on changing threads, so this is asked for at each turn of the loop.
  static func prepareThread() {
    terminal_alternate_stack_install()
    terminal_restorer_note_drawing_thread()
  }
}

/// Takes what curses writes in place of the terminal.
///
/// Curses writes to a descriptor and to nothing else; so another file lies behind that for the while.
@MainActor
final class OutputCapture {
  private let output: Int32
  /// The terminal, to be copied over `output` again.
  let terminal: Int32
  private let file: Int32

  /// Prepares to capture what is written to a descriptor; nil where the system has none left.
  init?(output: Int32) {
    self.output = output
    terminal = fcntl(output, F_DUPFD_CLOEXEC, 0)
    file = terminal_anonymous_file()
    guard terminal >= 0, file >= 0 else { return nil }
  }

  deinit {
    for file in [terminal, file] where file >= 0 { close(file) }
  }

  /// What is written to the descriptor while `write` runs.
  func output(_ write: () -> Void) -> [UInt8] {
    redirect(to: file)
    write()
    redirect(to: terminal)
    let count = max(0, Int(lseek(file, 0, SEEK_CUR)))
    lseek(file, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(file, buffer.baseAddress, count, 0))
    }
  }

  private func redirect(to target: Int32) {
    dup2(target, output)
    _ = fcntl(output, F_SETFD, FD_CLOEXEC)  // Which dup2 takes away.
  }
}
