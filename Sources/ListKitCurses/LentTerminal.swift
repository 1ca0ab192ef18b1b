import CNcurses
import Files
import LibC
import Synchronization

/// The terminal while another program has it.
///
/// The program is in a process group of its own, which is in the foreground, as a job of a shell: its keys and their
/// signals reach neither this program nor those that it shares a pipeline with, and it ends with this program.
/// What it leaves in the background when it ends goes on.
final class LentTerminal: Sendable {
  private struct State {
    /// The group of the program; nil if none runs.
    var group: pid_t?
    /// Whether no program may start any more.
    var isOver = false
  }

  /// The terminal as a file of its own, because a program may make it non-blocking.
  private let file: Int32
  private let modes: termios
  private let state = Mutex(State())

  /// Opens the terminal, which must have the modes of before the screen; nil if that fails.
  init?() {
    // Some programs refuse /dev/tty. A process has a foreground group only on its own terminal.
    let streams = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { tcgetpgrp($0) >= 0 }
    let device = CursesFiles.openDevice(of: streams, O_RDWR)
    file = device >= 0 ? device : CursesFiles.openTerminal(O_RDWR)
    var modes = termios()
    let isTerminal = tcgetattr(file, &modes) == 0
    self.modes = modes
    if !isTerminal { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  /// Starts a program, whose standard input, output and error are the terminal.
  func start(_ path: String, _ words: [[UInt8]]) throws(SystemError) -> pid_t {
    try state.withLock { state throws(SystemError) in
      if state.isOver { throw SystemError(subject: path, code: ECANCELED) }
      let group = try ProcessGroups.start(path, words, descriptors: [file, file, file])
      state.group = group
      lend(to: group)
      return group
    }
  }

  /// Waits for the end of the program, and takes the terminal back. If the program is stopped, this process is, with
  /// its group.
  func awaitEnd(of group: pid_t) -> ChildProcess.End {
    ProcessGroups.awaitEnd(of: group) { signal in
      // If the program needed a terminal that it no longer has, the screen gives it again.
      _ = signal == SIGTTIN || signal == SIGTTOU ? kill(getpid(), SIGCONT) : kill(0, SIGTSTP)
    }
    state.withLock { state in
      state.group = nil
      takeBack()
    }
    return ProcessGroups.collect(group, endingOthers: false)
  }

  /// Whether this program or the other one is in the foreground.
  var isInForeground: Bool {
    let foreground = tcgetpgrp(file)
    return foreground == getpgrp() || foreground == state.withLock(\.group)
  }

  /// Gives the terminal to the program again, and continues it.
  func lendAgain() { state.withLock { state in state.group.map(lend) } }

  /// Ends the program; none can start afterwards.
  func end() {
    let group = state.withLock { state in
      state.isOver = true
      return state.group
    }
    guard let group else { return }
    ProcessGroups.end([group])
    takeBack()
  }

  private func lend(to group: pid_t) {
    setForeground(group)
    // It may have stopped because it used the terminal before.
    kill(-group, SIGCONT)
  }

  private func takeBack() {
    setForeground(getpgrp())
    var modes = modes
    tcsetattr(file, TCSADRAIN, &modes)
  }

  /// Makes a group that of the foreground, if the terminal is that of this process.
  private func setForeground(_ group: pid_t) {
    // The system would stop this process, which need not be in the foreground itself.
    var (stop, before) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stop, &before)
    tcsetpgrp(file, group)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
