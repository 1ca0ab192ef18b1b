/// The question for the colour of the terminal's background, which nobody waits for.
///
/// ```text
///   program   ESC ] 11 ; ? BEL   ESC [ c
///   terminal  ESC ] 11 ; rgb:1e1e/1e1e/2e2e BEL        or nothing, where it does not know the question
///             ESC [ ? 64 ; 1 ; 2 c                     every terminal; so there will be no more
/// ```
struct BackgroundQuery {
  /// BEL, as urxvt ends an answer to what ends in ST with half of an ST.
  static let question = Array("\u{1B}]11;?\u{7}\u{1B}[c".utf8)
  /// Slower answers come when nobody expects them any more.
  private static let patience: Duration = .seconds(1)

  private enum State: Equatable {
    case due
    case asked(ContinuousClock.Instant)
    case answered
  }

  private var state = State.due

  /// Whether it has not been asked yet: the first frame comes first.
  var isDue: Bool { state == .due }

  /// Whether an answer may still come.
  func isOutstanding(at time: ContinuousClock.Instant) -> Bool {
    if case .asked(let asked) = state { time < asked + Self.patience } else { false }
  }

  mutating func ask(at time: ContinuousClock.Instant) { state = .asked(time) }

  mutating func finish() { state = .answered }
}
