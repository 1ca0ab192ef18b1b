/// What runs over a row that came, moved or changed: a flash that fades and, where it came, its opening.
///
/// It keeps its own clock, so that it runs on when another change takes over.
struct RowEffect: Hashable {
  var change: RowChange
  var animation: RowAnimation
  var began: Duration
  var curve: FlashCurve

  /// The strength of the flash, from the curve's steps down to 0.
  func level(at now: Duration) -> Int { curve.level(after: now - began) }

  /// How far the row is open; nil once it is.
  func opening(at now: Duration) -> RowOpening? {
    change == .inserted ? RowOpening(animation, after: now - began) : nil
  }

  /// Whether nothing of it is seen any more.
  func isOver(at now: Duration) -> Bool { level(at: now) == 0 && opening(at: now) == nil }

  /// When it looks different next; nil once it is over.
  func nextFrame(after now: Duration) -> Duration? {
    let elapsed = now - began
    let step = opening(at: now).map { _ in RowOpening.nextStep(after: elapsed, of: RowOpening.duration) }
    return [curve.endOfLevel(after: elapsed), step].compactMap(\.self).min().map { began + $0 }
  }
}

/// A row that left and is shown for a moment longer.
///
/// It keeps its own clock, so that it is shown for its full time when another change takes over.
struct LeavingRow {
  /// What it looked like.
  var lines: [[Glyph]]
  var animation: RowAnimation
  var began: Duration
  var duration: Duration

  /// How long a row that left is shown: shortly while the user types.
  static func duration(_ cause: ChangeCause) -> Duration { .milliseconds(cause == .user ? 120 : 250) }

  var end: Duration { began + duration }

  /// How far it is still open; nil while all of it is.
  func opening(at now: Duration) -> RowOpening? {
    RowOpening(leaving: animation, after: now - began, of: duration)
  }

  /// When it looks different next.
  func nextFrame(after now: Duration) -> Duration {
    animation.opens ? began + RowOpening.nextStep(after: now - began, of: duration) : end
  }
}
