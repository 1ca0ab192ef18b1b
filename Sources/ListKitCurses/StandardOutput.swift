import LibC

/// Standard output of a program that shows no screen: lines for a pipe or a file, of which none is lost unnoticed.
///
/// ```swift
/// var output = StandardOutput()
/// for name in names { try output.write(line: EscapedText(name).field) }
/// try output.finish()
/// ```
///
/// What stands in it when it is dropped without ``finish()`` is not written.
public struct StandardOutput: ~Copyable {
  /// Why the system did not take what was written: a full disk, a closed descriptor, a reader that is gone.
  struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's number for it.
    var code: Int32

    /// Whether the reader of the output has closed it, which is no fault: `| head -1`.
    var isClosedPipe: Bool { code == EPIPE }

    /// The error in one line, without a full stop.
    var description: String { "standard output: \(String(cString: strerror(code)))" }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates an output with nothing written to it.
  public init() { self.init(descriptor: STDOUT_FILENO) }

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Adds a line. It is written when some have gathered.
  ///
  /// - Parameter line: The line as it is; what comes from outside is best given as `EscapedText`.
  public mutating func write(line: String) throws {
    buffer += line.utf8
    try write(bytes: CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Adds bytes as they are, such as a path that need not be text.
  public mutating func write(bytes: some Sequence<UInt8>) throws {
    buffer += bytes
    if buffer.count >= 64 * 1024 { try flush() }
  }

  /// Writes what has gathered.
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

  /// Writes the rest, and asks whether all of it has arrived: file systems of other machines say so only in the end.
  public consuming func finish() throws {
    try flush()
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 else { throw Failure(code: errno) }
  }
}
