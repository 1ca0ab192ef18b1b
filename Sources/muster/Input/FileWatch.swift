import Files
import LibC

/// Waits until one of several files may have changed.
///
/// Watches the files and their directories, because editors replace a file by a new one. If the kernel
/// reports no changes, the caller checks again after a time limit.
struct FileWatch: ~Copyable {
  private let paths: [FilePathBytes]
  private let watcher = FileWatcher()

  init(_ paths: [FilePathBytes]) {
    self.paths = paths
    renew()
  }

  /// Watches the files that are at the paths now.
  private func renew() {
    for path in paths {
      _ = path.withCString { watcher.watch($0, for: .file) }
      _ = path.parts.directory.withCString { watcher.watch($0, for: .arrivals) }
    }
  }

  /// Waits until a file may have changed, or the time is over.
  ///
  /// - Returns: Whether to go on.
  func wait(_ signal: StopSignal, atMost limit: Duration) -> Bool {
    guard signal.wait(for: watcher.descriptor, atMost: limit) != .stop else { return false }
    _ = watcher.takeChanges()
    renew()
    return true
  }
}

/// Interrupts a thread that waits for a file, so that it ends.
final class StopSignal: Sendable {
  /// The reason why waiting ended.
  enum News: Hashable, Sendable {
    /// The file has bytes to read, or is at its end.
    case input
    /// Nothing happened in time.
    case timeout
    case stop
  }

  private let reading: Int32
  private let writing: Int32
  private let clock: any Clock<Duration>

  /// - Parameter clock: Measures the waiting time.
  init(clock: any Clock<Duration> = ContinuousClock()) throws(SystemError) {
    self.clock = clock
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

  /// Asks the thread to end. This cannot be undone.
  func stop() { _ = write(writing, "!", 1) }

  var isStopped: Bool { wait(for: -1, atMost: .zero) == .stop }

  /// Waits until a file has something to read.
  ///
  /// - Parameters:
  ///   - file: The file; -1 for none.
  ///   - limit: The maximum time to wait; nil for no limit.
  func wait(for file: Int32, atMost limit: Duration?) -> News {
    let waited = Stopwatch(clock)
    while true {
      var requests = [
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file, events: Int16(POLLIN), revents: 0),
      ]
      // A clock for tests is checked whenever poll() returns.
      let rest = limit.map { max(0, ($0 - waited.elapsed) / .milliseconds(1)) } ?? -1
      let count = poll(&requests, 2, Int32(min(rest.rounded(.up), 1e9)))
      if requests[0].revents != 0, count > 0 { return .stop }
      if count > 0 { return .input }
      if count == 0, let limit, limit <= waited.elapsed { return .timeout }
      if count < 0, errno != EINTR { return .stop }
    }
  }
}
