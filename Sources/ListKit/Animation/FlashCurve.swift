/// How a flash fades: full for a while, then down in steps, fast at first.
///
/// ```text
///   level 4 ████████
///         3         ███
///         2            ████
///         1                ██████
///         0                      ▶ time
///           ├ hold ┤├─── fade ──┤
/// ```
///
/// It is a step function of time, so a program needs to wake up only when a level ends.
struct FlashCurve: Hashable, Sendable {
  /// Time at full strength.
  var hold: Duration
  /// Time from full strength to nothing.
  var fade: Duration
  /// Levels above nothing.
  var steps: Int

  /// The curve for a cause on a terminal: 200 ms in all for a key, 100 + 700 ms for data.
  init(cause: ChangeCause, depth: ScreenTraits.ColorDepth) {
    hold = .milliseconds(cause == .user ? 60 : 100)
    fade = .milliseconds(cause == .user ? 140 : 700)
    steps =
      switch depth {
      case .mono: 1
      case .ansi: 2
      case .palette: 5
      case .trueColor: 9
      }
  }

  /// The strength after a time: from `steps` down to 0.
  func level(after elapsed: Duration) -> Int {
    if elapsed < hold { return steps }
    let rest = max(0, 1 - (elapsed - hold) / fade)
    return min(steps, Int((rest * rest * Double(steps)).rounded(.up)))
  }

  /// When the level after a time ends, counted like that time; nil at level 0.
  func endOfLevel(after elapsed: Duration) -> Duration? {
    let level = level(after: elapsed)
    guard level > 0 else { return nil }
    let rest = (Double(level - 1) / Double(steps)).squareRoot()
    return max(hold + fade * (1 - rest), elapsed + .milliseconds(1))
  }
}
