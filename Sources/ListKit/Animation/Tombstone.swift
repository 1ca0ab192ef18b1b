/// A row that left and is shown for a moment longer.
///
/// It keeps its own clock, so that it is shown for its full time when another change takes over.
struct Tombstone {
  var identifier: RowIdentifier
  /// The row it is shown beside, among those that stayed.
  var neighbor: Neighbor
  /// What it looked like.
  var lines: [[Glyph]]
  var animation: RowAnimation
  var began: Duration
  var duration: Duration

  /// Where a leaving row is shown.
  enum Neighbor: Hashable {
    case behind(RowIdentifier)
    case before(RowIdentifier)
  }

  /// How long a row that left is shown: shortly while the user types.
  static func duration(_ cause: ChangeCause) -> Duration { .milliseconds(cause == .user ? 120 : 250) }

  /// The same row beside another one.
  func beside(_ neighbor: Neighbor) -> Tombstone {
    var tombstone = self
    tombstone.neighbor = neighbor
    return tombstone
  }

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
