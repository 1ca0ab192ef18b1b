import Dispatch
import LibC

/// Waits for the terminal and for signals on the main queue, where main-actor code runs too: no thread wakes up
/// while nothing arrives, and tasks go on meanwhile.
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
  ///   - tty: The terminal.
  ///   - signals: A file with something to read when a signal has come.
  ///   - now: The clock that ``wake(at:)`` goes by.
  ///   - onInput: Called when the terminal has something to read, and at the time of ``wake(at:)``.
  ///   - onSignal: Called when `signals` has something to read.
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
  /// Lets the timer fire once, at the end of the millisecond in which a delay ends.
  func schedule(after delay: Duration) {
    let milliseconds = Int(max(.zero, delay) / .milliseconds(1))
    schedule(deadline: .now() + .milliseconds(milliseconds + 1), leeway: .nanoseconds(0))
  }
}

/// The question for the colour of the terminal's background. The program does not wait for the answer.
///
/// ```text
///   program   ESC ] 11 ; ? BEL   ESC [ c
///   terminal  ESC ] 11 ; rgb:1e1e/1e1e/2e2e BEL        or nothing, where it does not know the question
///             ESC [ ? 64 ; 1 ; 2 c                     every terminal; so there will be no more
/// ```
struct BackgroundQuery {
  /// BEL, as urxvt ends an answer to what ends in ST with half of an ST.
  static let question = Array("\u{1B}]11;?\u{7}\u{1B}[c".utf8)
  /// A later answer is not waited for.
  private static let patience: Duration = .seconds(1)

  private enum State: Equatable {
    case due
    case asked(ContinuousClock.Instant)
    case answered
  }

  private var state = State.due

  /// Whether it has not been asked yet: the first frame comes first.
  var isDue: Bool { state == .due }

  /// Whether the terminal has answered: it is one that answers.
  var isAnswered: Bool { state == .answered }

  /// Whether an answer may still come.
  func isOutstanding(at time: ContinuousClock.Instant) -> Bool {
    if case .asked(let asked) = state { time < asked + Self.patience } else { false }
  }

  mutating func ask(at time: ContinuousClock.Instant) { state = .asked(time) }

  mutating func finish() { state = .answered }
}
