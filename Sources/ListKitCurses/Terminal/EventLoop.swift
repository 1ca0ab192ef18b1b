import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Waits for the terminal and for signals on the main queue, where main-actor code runs too: while nothing
/// arrives nobody wakes up, and tasks go on meanwhile.
@MainActor
final class EventLoop {
  private var sources: [any DispatchSourceRead] = []
  private var timer: (any DispatchSourceTimer)?
  private let onSilence: @MainActor () -> Void

  init(
    tty: Int32, signals: Int32, onInput: @escaping @MainActor () -> Void,
    onSignal: @escaping @MainActor () -> Void, onSilence: @escaping @MainActor () -> Void
  ) {
    self.onSilence = onSilence
    sources = [source(of: signals, onSignal), source(of: tty, onInput)]
  }

  func stop() {
    for source in sources { source.cancel() }
    sources = []
    timer?.cancel()
    timer = nil
  }

  /// Asks for a call of `onSilence` unless asked again before.
  func wake(after delay: Duration) {
    timer?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(Int(delay / .milliseconds(1))))
    timer.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.onSilence() } }
    timer.activate()
    self.timer = timer
  }

  private func source(
    of file: Int32, _ handler: @escaping @MainActor () -> Void
  ) -> any DispatchSourceRead {
    // A descriptor of its own: it may be closed only when libdispatch has let go of it, which is later.
    let file = fcntl(file, F_DUPFD_CLOEXEC, 0)
    let source = DispatchSource.makeReadSource(fileDescriptor: file, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
    source.setCancelHandler { close(file) }
    source.activate()
    return source
  }
}
