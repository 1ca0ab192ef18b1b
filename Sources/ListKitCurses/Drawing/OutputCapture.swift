internal import CTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

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
