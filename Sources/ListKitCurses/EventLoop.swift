import Dispatch
import LibC

/// Waits for the terminal and for signals on the main queue, where main-actor code also runs: no thread wakes
/// up while nothing arrives, and tasks can run meanwhile.
@MainActor
final class EventLoop {
  private let signals: any DispatchSourceRead
  private let input: any DispatchSourceRead
  private var isInputPaused = false
  private var timer: (any DispatchSourceTimer)?
  private var due: ContinuousClock.Instant?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let onInput: @MainActor () -> Void

  /// - Parameters:
  ///   - tty: the terminal.
  ///   - signals: a descriptor that is readable when a signal has arrived.
  ///   - now: the clock of ``wake(at:)``.
  ///   - onInput: called when the terminal is readable, and at the time of ``wake(at:)``.
  ///   - onSignal: called when `signals` is readable.
  init(
    tty: Int32, signals: Int32, now: @escaping @Sendable () -> ContinuousClock.Instant,
    onInput: @escaping @MainActor () -> Void, onSignal: @escaping @MainActor () -> Void
  ) {
    self.now = now
    self.onInput = onInput
    self.signals = Self.source(of: signals, onSignal)
    input = Self.source(of: tty, onInput)
  }

  func stop() {
    wake(at: nil)
    resumeInput()  // A suspended source cannot be released.
    for source in [signals, input] { source.cancel() }
  }

  /// Stops calling `onInput`; the input stays in the terminal.
  func pauseInput() {
    if !isInputPaused { input.suspend() }
    isInputPaused = true
  }

  /// Ends ``pauseInput()``.
  func resumeInput() {
    if isInputPaused { input.resume() }
    isInputPaused = false
  }

  /// Requests a call of `onInput` at a time, even if nothing has arrived; nil cancels the request.
  func wake(at time: ContinuousClock.Instant?) {
    guard time != due else { return }
    due = time
    timer?.cancel()
    timer = nil
    guard let time else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(after: time - now())
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
    // Duplicate the descriptor: it must not be closed before libdispatch has released the source, which
    // happens later.
    let file = fcntl(file, F_DUPFD_CLOEXEC, 0)
    let source = DispatchSource.makeReadSource(fileDescriptor: file, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
    source.setCancelHandler { close(file) }
    source.activate()
    return source
  }
}

extension DispatchSourceTimer {
  /// Schedules the timer to fire once, at the end of the millisecond in which a delay ends.
  func schedule(after delay: Duration) {
    let milliseconds = Int(max(.zero, delay) / .milliseconds(1))
    schedule(deadline: .now() + .milliseconds(milliseconds + 1), leeway: .nanoseconds(0))
  }
}

/// The state of the query for the terminal's background colour. The program does not wait for the answer.
///
/// ```text
///   program   ESC ] 11 ; ? BEL   ESC [ c
///   terminal  ESC ] 11 ; rgb:1e1e/1e1e/2e2e BEL        or nothing, if it does not support the query
///             ESC [ ? 64 ; 1 ; 2 c                     every terminal; it is the last answer
/// ```
struct BackgroundQuery {
  /// The query ends in BEL, because urxvt ends its answer to a query that ends in ST with half of an ST.
  static let question = Array("\u{1B}]11;?\u{7}\u{1B}[c".utf8)
  /// The time after which no answer is awaited.
  private static let patience: Duration = .seconds(1)

  private enum State: Equatable {
    case due
    case asked(ContinuousClock.Instant)
    case answered
  }

  private var state = State.due

  /// Whether the query was not sent yet; it is sent after the first frame.
  var isDue: Bool { state == .due }

  /// Whether the terminal has answered, and so does answer queries.
  var isAnswered: Bool { state == .answered }

  /// Whether an answer may still come.
  func isOutstanding(at time: ContinuousClock.Instant) -> Bool {
    if case .asked(let asked) = state { time < asked + Self.patience } else { false }
  }

  mutating func ask(at time: ContinuousClock.Instant) { state = .asked(time) }

  mutating func finish() { state = .answered }
}
