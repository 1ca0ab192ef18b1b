import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Terminal {
  /// Ends the program because of an error: one line on standard error, and status 2.
  ///
  /// ```swift
  /// do { try readSettings() } catch { Terminal.fail("my-list", error) }
  /// ```
  ///
  /// The line is escaped, so the error may mention paths and values as they are. Where the error is that nobody
  /// reads standard output any more, the program ends without a word, as `SIGPIPE` ends others (141 in a shell).
  ///
  /// - Parameters:
  ///   - program: The name the line begins with.
  ///   - error: What went wrong.
  public nonisolated static func fail(_ program: String, _ error: any Error) -> Never {
    if let failure = error as? StandardOutput.Failure, failure.isClosedPipe { endLikeOthersAtClosedPipe() }
    let line = Array((EscapedText("\(program): \(error)").text + "\n").utf8)
    // Where not even this can be written, the status tells.
    _ = write(STDERR_FILENO, line, line.count)
    exit(2)
  }

  /// Whoever started the program with `SIGPIPE` ignored sees the same end as everybody else.
  private nonisolated static func endLikeOthersAtClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  /// Keeps the numbers of standard input, output and error for these, where the program was started without some of
  /// them: otherwise the next file to be opened gets such a number, and what is meant for a user is written into it.
  ///
  /// For the first line of `main`. Reading and writing fail afterwards as they would have before.
  public nonisolated static func reserveStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is given; those below are taken by now.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
