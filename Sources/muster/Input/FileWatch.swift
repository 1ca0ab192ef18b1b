import Files
import LibC

/// Waits until a file may have changed, or one of several.
///
/// The file is watched and its directory, too: editors replace a file by a new one. Where the kernel reports no changes,
/// the caller looks again after a limit of time.
struct FileWatch: ~Copyable {
  private let paths: [FilePathBytes]
  private let watcher = FileWatcher()

  init(_ paths: [FilePathBytes]) {
    self.paths = paths
    renew()
  }

  /// Watches the files that have the paths now.
  private func renew() {
    for path in paths {
      _ = path.withCString { watcher.watch($0, for: .file) }
      _ = path.parts.directory.withCString { watcher.watch($0, for: .arrivals) }
    }
  }

  /// Waits until the file may have changed, or the time is over.
  ///
  /// - Returns: whether to go on.
  func wait(_ signal: StopSignal, atMost limit: Duration) -> Bool {
    guard signal.wait(for: watcher.descriptor, atMost: limit) != .stop else { return false }
    _ = watcher.takeChanges()
    renew()
    return true
  }
}

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
  private let clock: any Clock<Duration>

  /// - Parameter clock: By which waiting ends.
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

  /// Asks the thread to end. It stays asked.
  func stop() { _ = write(writing, "!", 1) }

  var isStopped: Bool { wait(for: -1, atMost: .zero) == .stop }

  /// Waits until a file has something to read.
  ///
  /// - Parameters:
  ///   - file: The file; -1 for none.
  ///   - limit: How long to wait at most; nil for as long as it takes.
  func wait(for file: Int32, atMost limit: Duration?) -> News {
    let waited = Stopwatch(clock)
    while true {
      var requests = [
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file, events: Int16(POLLIN), revents: 0),
      ]
      // Another clock than the real one is looked at now and then.
      let rest = limit.map { max(0, ($0 - waited.elapsed) / .milliseconds(1)) } ?? -1
      let count = poll(&requests, 2, Int32(min(rest.rounded(.up), 1e9)))
      if requests[0].revents != 0, count > 0 { return .stop }
      if count > 0 { return .input }
      if count == 0, let limit, limit <= waited.elapsed { return .timeout }
      if count < 0, errno != EINTR { return .stop }
    }
  }
}
