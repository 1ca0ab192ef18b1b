import LibC
import Synchronization

/// Ends the wait of a thread for a file or for a time.
package final class WakePipe: Sendable {
  /// The reason why a wait ended.
  package enum News: Hashable, Sendable {
    /// The file has bytes to read, or is at its end.
    case input
    /// Nothing happened in time.
    case timeout
    case woken
  }

  private let ends: (reading: Int32, writing: Int32)?
  private let woken = Atomic(false)
  private let clock: any Clock<Duration>
  /// How often the thread looks whether it is woken if the process has no descriptors left for a pipe.
  private static let look = Duration.milliseconds(100)

  /// - Parameter clock: Measures the waiting time.
  package convenience init(clock: any Clock<Duration> = ContinuousClock()) {
    let ends = try? ChildProcess.pipe()
    if let ends { _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK) }
    self.init(ends: ends, clock: clock)
  }

  package init(ends: (reading: Int32, writing: Int32)?, clock: any Clock<Duration> = ContinuousClock()) {
    (self.ends, self.clock) = (ends, clock)
  }

  deinit {
    guard let ends else { return }
    close(ends.reading)
    close(ends.writing)
  }

  /// Wakes the thread. Later waits end at once too.
  package func wake() {
    woken.store(true, ordering: .relaxed)
    if let ends { _ = write(ends.writing, "!", 1) }
  }

  package var isWoken: Bool { woken.load(ordering: .relaxed) }

  /// Waits until a file has something to read.
  ///
  /// - Parameters:
  ///   - file: The file; negative for none.
  ///   - limit: The maximum time to wait; nil for no limit.
  package func wait(for file: Int32, atMost limit: Duration?) -> News {
    let waited = Stopwatch(clock)
    while !isWoken {
      var requests = [
        pollfd(fd: ends?.reading ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file, events: Int16(POLLIN), revents: 0),
      ]
      // A clock for tests is read whenever poll() returns.
      let rest = limit.map { max(.zero, $0 - waited.elapsed) }
      let next = ends == nil ? min(rest ?? Self.look, Self.look) : rest
      let milliseconds = next.map { Int32(min(($0 / .milliseconds(1)).rounded(.up), 1e9)) } ?? -1
      let count = poll(&requests, 2, milliseconds)
      if count > 0 { return requests[0].revents != 0 ? .woken : .input }
      if count < 0, errno != EINTR { return .woken }
      if let limit, limit <= waited.elapsed { return .timeout }
    }
    return .woken
  }
}
