internal import CTerminal
import LibC

/// Restores the terminal when the program ends, for whatever reason.
///
/// This is the Swift interface of `CTerminal`, which does the work in signal handlers.
@MainActor
struct TerminalRestorer {
  /// The reading end of the signal pipe: one byte per signal.
  let signals: Int32
  /// The terminal, through an open file description of its own.
  private let tty: Int32

  /// Waits until the process is in the foreground, saves the terminal's modes, and installs the handlers for the
  /// signals that concern a screen.
  ///
  /// Must be created before curses starts: `newterm` changes the modes at once, and installs its own handlers
  /// for SIGINT, SIGTERM, SIGTSTP and SIGWINCH if there are none.
  ///
  /// - Parameter outputs: all descriptors through which the terminal is written to or its modes are set.
  init(outputs: [Int32]) throws(CursesError) {
    // It must not block: a terminal that accepts no bytes would prevent a crashed program from ending.
    tty = CursesFiles.openTerminal(O_RDWR | O_NONBLOCK)
    guard tty >= 0 else { throw .noTerminal }
    // A shell may have started the program with `&`. The kernel stops only threads that do not block signals.
    terminal_signals_stop_process(tty, 0)
    signals = terminal_signals_open()
    guard signals >= 0, terminal_restorer_open(tty) == 0 else {
      let error = errno
      close(tty)
      throw .system(error)
    }
    for output in outputs { terminal_restorer_register_output(output) }
    terminal_alternate_stack_install_everywhere()
    for signal in [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP] { terminal_signals_catch(signal) }
  }

  /// Registers another descriptor of the terminal. Register a descriptor that will be copied over others
  /// after them.
  func register(output: Int32) { terminal_restorer_register_output(output) }

  /// Takes the terminal: however the program ends, `restoring` is sent first.
  func arm(restoring bytes: [UInt8]) {
    terminal_restorer_arm(bytes.map(CChar.init(bitPattern:)), bytes.count)
  }

  /// Replaces the bytes of ``arm(restoring:)``.
  func update(restoring bytes: [UInt8]) {
    terminal_restorer_set_bytes(bytes.map(CChar.init(bitPattern:)), bytes.count)
  }

  /// Records that the terminal has been restored, and shows the captured output.
  func disarm() { terminal_restorer_disarm() }

  /// Restores the terminal, as after a crash; returns within about a second even if the terminal accepts no
  /// bytes.
  ///
  /// Afterwards nothing that is written to the registered outputs reaches the terminal.
  func restore() { _ = terminal_restorer_restore() }

  /// Also removes the signal handlers; the restorer cannot be used afterwards.
  func release() {
    terminal_restorer_close()
    close(tty)
    terminal_signals_release()
  }

  /// Returns the signals that have arrived since the last call.
  func receivedSignals() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(signals, &buffer, buffer.count)
    return count > 0 ? buffer[..<count].map(Int32.init) : []
  }

  /// Reports that the program has answered all requests to end. Without an answer, they end it while it has the
  /// terminal.
  static func answerRequests() { terminal_signals_acknowledge() }

  /// Stops the process, for ctrl-z; returns when it continues in the foreground.
  func stopProcess() { terminal_signals_stop_process(tty, SIGTSTP) }

  /// Stops the process while it is in the background, where the terminal belongs to another process group.
  func waitForForeground() { terminal_signals_stop_process(tty, 0) }

  /// Passes ctrl-c and ctrl-\ to the program that has the terminal.
  static func lendKeys() { terminal_signals_lend_keys() }

  /// Handles these keys in this program again.
  static func takeKeysBack() { terminal_signals_take_keys_back() }

  /// The signal of such a key that arrived before the other program existed; nil if there is none.
  nonisolated static var lentKey: Int32? {
    let signal = terminal_signals_lent_key()
    return signal == 0 ? nil : signal
  }

  /// Discards the key that was sent to a program that has ended.
  nonisolated static func forgetLentKey() { terminal_signals_forget_lent_key() }

  /// Prepares the calling thread for drawing and for restoring the terminal after an overflow of its stack.
  ///
  /// On Linux main-actor code runs on changing threads, so this is called in each turn of the loop.
  static func prepareThread() {
    terminal_alternate_stack_install()
    terminal_restorer_note_drawing_thread()
  }
}

/// Captures the bytes that curses writes to the terminal.
///
/// Curses can write only to a descriptor, so another file replaces the terminal meanwhile.
@MainActor
final class OutputCapture {
  private let output: Int32
  /// The terminal, which is copied over `output` again.
  let terminal: Int32
  private let file: Int32

  /// Prepares to capture what is written to a descriptor; nil if the system has no descriptors left.
  init?(output: Int32) {
    self.output = output
    terminal = fcntl(output, F_DUPFD_CLOEXEC, 0)
    file = terminal_anonymous_file()
    guard terminal >= 0, file >= 0 else { return nil }
  }

  deinit {
    for file in [terminal, file] where file >= 0 { close(file) }
  }

  /// Returns the bytes that `write` writes to the descriptor.
  func output(_ write: () -> Void) -> [UInt8] {
    terminal_output_replace(output, file)
    write()
    terminal_output_replace(output, terminal)
    let count = max(0, Int(lseek(file, 0, SEEK_CUR)))
    lseek(file, 0, SEEK_SET)
    // Without elements, Swift would write to the array that all empty arrays share.
    if count == 0 { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(file, buffer.baseAddress, count, 0))
    }
  }
}
