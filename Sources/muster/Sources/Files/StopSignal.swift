#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Wakes a thread that waits for files, so that it ends.
final class StopSignal: Sendable {
  /// What there is to do after waiting.
  enum News: Hashable, Sendable {
    /// A file has something to read, or its end.
    case input
    /// Nothing happened in time.
    case timeout
    case stop
  }

  private let reading: Int32
  private let writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last("pipe") }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Asks the thread to end. It stays asked.
  func stop() { _ = write(writing, "!", 1) }

  var isStopped: Bool { wait(for: -1, atMost: .zero) == .stop }

  /// Waits until a file has something to read.
  ///
  /// - Parameters:
  ///   - file: The file; -1 for none.
  ///   - limit: How long to wait at most; nil for as long as it takes.
  func wait(for file: Int32, atMost limit: Duration?) -> News {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      var requests = [
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file, events: Int16(POLLIN), revents: 0),
      ]
      let rest = deadline.map { max(0, ($0 - .now) / .milliseconds(1)) } ?? -1
      let count = poll(&requests, 2, Int32(min(rest.rounded(.up), 1e9)))
      if requests[0].revents != 0, count > 0 { return .stop }
      if count > 0 { return .input }
      if count == 0, let deadline, deadline <= .now { return .timeout }
      if count < 0, errno != EINTR { return .stop }
    }
  }
}
