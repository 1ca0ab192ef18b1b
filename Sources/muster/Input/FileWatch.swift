import LibC

/// Waits until a file may have changed: the kernel reports it on Linux; elsewhere, and on file systems of other
/// machines, it looks again after a while.
///
/// Watched are the file and its directory: editors put a new file in the place of the old one.
struct FileWatch: ~Copyable {
  private let path: FilePathBytes
  private let queue: Int32

  init(_ path: FilePathBytes) {
    self.path = path
    #if os(Linux)
      queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    #else
      queue = -1
    #endif
    renew()
  }

  deinit { if queue >= 0 { close(queue) } }

  /// Watches the file that has the path now.
  private func renew() {
    #if os(Linux)
      guard queue >= 0 else { return }
      let changes = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
      _ = path.withCString { inotify_add_watch(queue, $0, changes) }
      let arrivals = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
      _ = path.parts.directory.withCString { inotify_add_watch(queue, $0, arrivals) }
    #endif
  }

  /// Waits until the file may have changed, or the time is over.
  ///
  /// - Returns: whether to go on.
  func wait(_ signal: StopSignal, atMost limit: Duration) -> Bool {
    guard signal.wait(for: queue, atMost: limit) != .stop else { return false }
    drain()
    renew()
    return true
  }

  /// Takes in what was told.
  private func drain() {
    guard queue >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(queue, &buffer, buffer.count) > 0 {}
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
