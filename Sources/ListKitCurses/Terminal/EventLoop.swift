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
  private let signals: any DispatchSourceRead
  private let input: any DispatchSourceRead
  private var isInputPaused = false
  private var timer: (any DispatchSourceTimer)?
  private var due: ContinuousClock.Instant?
  private let onInput: @MainActor () -> Void

  init(
    tty: Int32, signals: Int32, onInput: @escaping @MainActor () -> Void,
    onSignal: @escaping @MainActor () -> Void
  ) {
    self.onInput = onInput
    self.signals = Self.source(of: signals, onSignal)
    input = Self.source(of: tty, onInput)
  }

  func stop() {
    wake(at: nil)
    resumeInput()  // A source that is paused cannot be let go of.
    for source in [signals, input] { source.cancel() }
  }

  /// Calls `onInput` no more: what arrives stays with the terminal.
  func pauseInput() {
    if !isInputPaused { input.suspend() }
    isInputPaused = true
  }

  /// Ends ``pauseInput()``.
  func resumeInput() {
    if isInputPaused { input.resume() }
    isInputPaused = false
  }

  /// Asks for a call of `onInput` at a time, whether something has arrived or not; nil: for none.
  func wake(at time: ContinuousClock.Instant?) {
    guard time != due else { return }
    due = time
    timer?.cancel()
    timer = nil
    guard let time else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(at: time)
    timer.setEventHandler {
      MainActor.assumeIsolated { [weak self] in
        self?.due = nil
        self?.onInput()
      }
    }
    timer.activate()
    self.timer = timer
  }

  private static func source(
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

extension DispatchSourceTimer {
  /// Lets the timer fire once, at the end of the millisecond that a time is in.
  func schedule(at time: ContinuousClock.Instant) {
    let delay = max(.zero, time - .now)
    schedule(deadline: .now() + .milliseconds(Int(delay / .milliseconds(1)) + 1), leeway: .nanoseconds(0))
  }
}
