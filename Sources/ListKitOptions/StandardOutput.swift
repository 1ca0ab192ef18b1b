import LibC
public import ListKitCurses

/// Standard output of a program without a screen: lines for a pipe or a file, with an error if any of them is
/// lost.
///
/// ```swift
/// var output = StandardOutput()
/// for name in names { try output.write(line: EscapedText(name).field) }
/// try output.finish()
/// ```
///
/// Buffered output is discarded if the value is dropped without ``finish()``.
public struct StandardOutput: ~Copyable {
  /// An error of writing: a full disk, a closed descriptor, a closed pipe.
  struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `errno`.
    var code: Int32

    /// Whether the reader has closed the pipe, which is not an error: `| head -1`.
    var isClosedPipe: Bool { code == EPIPE }

    /// The error in one line, without a full stop.
    var description: String { "standard output: \(String(cString: strerror(code)))" }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates an output without content.
  public init() { self.init(descriptor: STDOUT_FILENO) }

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Appends a line. Lines are buffered.
  ///
  /// - Parameter line: the line, which is not escaped; use `EscapedText` for text from outside the program.
  public mutating func write(line: String) throws {
    buffer += line.utf8
    try write(bytes: CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Appends unescaped bytes, such as a path, which need not be text.
  public mutating func write(bytes: some Sequence<UInt8>) throws {
    buffer += bytes
    if buffer.count >= 64 * 1024 { try flush() }
  }

  /// Writes the buffer.
  public mutating func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    var written = 0
    while written < buffer.count {
      let count = buffer[written...].withUnsafeBytes { LibC.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
  }

  /// Writes the rest and checks that all of it has arrived, because network file systems report errors only
  /// when a file is closed.
  public consuming func finish() throws {
    try flush()
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 else { throw Failure(code: errno) }
  }
}

extension Terminal {
  /// Ends the program because of an error, with one line on standard error and status 2.
  ///
  /// ```swift
  /// do { try readSettings() } catch { Terminal.fail("my-list", error) }
  /// ```
  ///
  /// The line is escaped, so the error may contain unescaped paths and values. If the error is that standard
  /// output was closed, the program ends without a message, as with `SIGPIPE` (141 in a shell).
  ///
  /// - Parameters:
  ///   - program: the name at the start of the line.
  ///   - error: the error.
  public nonisolated static func fail(_ program: String, _ error: any Error) -> Never {
    if let failure = error as? StandardOutput.Failure, failure.isClosedPipe { endLikeOthersAtClosedPipe() }
    end(program, because: error)
  }

  /// Ends as with `SIGPIPE`, even if the program was started with that signal ignored.
  private nonisolated static func endLikeOthersAtClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  /// Opens standard input, output and error if they are closed, so that no file opened later gets their
  /// descriptors and, for example, an error message written into it.
  ///
  /// Call it in the first line of `main`; `Terminal.main` does it itself.
  public nonisolated static func reserveStandardDescriptors() { openStandardDescriptors() }
}
