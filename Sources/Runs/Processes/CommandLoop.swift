import Dispatch
import Files
import LibC
import Synchronization

/// Waits on one thread for what all running commands print, and for their ends: however many hosts hang, the
/// commands of others are read.
///
/// ```text
///  untilReadable(7) ─▶ poll(2) of all descriptors ─▶ 7 has bytes or is at its end ─▶ the task goes on and reads
/// ```
final class CommandLoop: Sendable {
  static let shared = CommandLoop()

  private struct State {
    var waits: [Int32: CheckedContinuation<Void, Never>] = [:]
    var isRunning = false
  }

  private let state = Mutex(State())
  /// A byte here makes the thread look for other descriptors; nil if the process had none left for a pipe.
  private let news = try? ChildProcess.pipe()
  /// How often the thread looks for other descriptors without a pipe, in milliseconds.
  private static let look: Int32 = 100

  private init() {
    guard let news else { return }
    for end in [news.reading, news.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Returns once a descriptor has bytes, or is at its end. One task waits for a descriptor at a time.
  ///
  /// - Parameter isOver: Whether there is nothing to wait for any more; see ``stopWaiting(for:)``.
  func untilReadable(_ descriptor: Int32, unless isOver: () -> Bool = { false }) async {
    await withCheckedContinuation { continuation in
      let (isWaiting, isFirst) = state.withLock { state in
        guard !isOver() else { return (false, false) }
        state.waits[descriptor] = continuation
        defer { state.isRunning = true }
        return (true, !state.isRunning)
      }
      guard isWaiting else { return continuation.resume() }
      if isFirst { DispatchQueue(label: "muster.commands").async { self.run() } }
      if let news { _ = write(news.writing, "!", 1) }
    }
  }

  /// Ends the wait for a descriptor.
  func stopWaiting(for descriptor: Int32) { resume([descriptor]) }

  private func resume(_ descriptors: [Int32]) {
    for wait in state.withLock({ state in descriptors.compactMap { state.waits.removeValue(forKey: $0) } }) {
      wait.resume()
    }
  }

  private func run() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      var requests = [pollfd(fd: news?.reading ?? -1, events: Int16(POLLIN), revents: 0)]
      requests += state.withLock(\.waits).keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&requests, nfds_t(requests.count), news == nil ? Self.look : -1)
      if let news, requests[0].revents != 0 { while read(news.reading, &bytes, bytes.count) > 0 {} }
      resume(requests.dropFirst().filter { $0.revents != 0 }.map(\.fd))
    }
  }
}
