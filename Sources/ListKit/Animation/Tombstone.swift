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
  /// Where others could stand beside it, the columns it had; nil for a row that had a line of its own.
  var columns: Range<Int>?
  /// Where others could stand beside it, the header's name of its section, while that is there.
  var section: RowIdentifier?

  /// On which side of another row something is.
  enum Side: Hashable {
    case before
    case behind
  }

  /// Where a leaving row is shown.
  struct Neighbor: Hashable {
    var identifier: RowIdentifier
    /// On which side of that row it is shown.
    var side: Side

    static func behind(_ identifier: RowIdentifier) -> Self { Self(identifier: identifier, side: .behind) }

    static func before(_ identifier: RowIdentifier) -> Self { Self(identifier: identifier, side: .before) }

    var isBehind: Bool { side == .behind }
  }

  /// How long a row that left is shown: shortly while the user types.
  static func duration(_ cause: ChangeCause) -> Duration { .milliseconds(cause == .user ? 120 : 250) }

  var end: Duration { began + duration }

  /// Whether it goes by itself, unlike a row in the hand, which stays where it would be dropped.
  var isLeaving: Bool { duration > .zero }

  /// How far it is still open; nil while all of it is.
  func opening(at now: Duration) -> RowOpening? {
    RowOpening(leaving: animation, after: now - began, of: duration)
  }

  /// When it looks different next.
  func nextFrame(after now: Duration) -> Duration {
    animation.opens ? began + RowOpening.nextStep(after: now - began, of: duration) : end
  }
}

/// Finds for rows that left a row to stand beside, while the rows of the screen pass from top to bottom.
///
/// That is the row above among those that stay or, at the top, the one below; for an item of a grid or
/// strip one of its own section, wherever there is one.
struct TombstonePlaces {
  private var placed: [(tombstone: Tombstone, isPlaced: Bool)] = []
  private var above: RowIdentifier?
  private var aboveInSection: [RowIdentifier: RowIdentifier] = [:]
  private var waitingInSection: [RowIdentifier: [Int]] = [:]

  /// The rows that left, all but those that nothing stands beside.
  var tombstones: [Tombstone] { placed.filter(\.isPlaced).map(\.tombstone) }

  /// Passes a row that stays.
  ///
  /// - Parameter section: the name of its section, for an item beside others.
  mutating func pass(_ identifier: RowIdentifier, inSection section: RowIdentifier?) {
    if let section {
      for index in waitingInSection.removeValue(forKey: section) ?? [] { place(index, .before(identifier)) }
      aboveInSection[section] = identifier
    }
    if above == nil {
      for index in placed.indices where !placed[index].isPlaced { place(index, .before(identifier)) }
    }
    above = identifier
  }

  /// Passes a row that left.
  mutating func pass(_ tombstone: Tombstone) {
    let index = placed.count
    placed.append((tombstone, false))
    if let section = tombstone.section {
      if let beside = aboveInSection[section] { return place(index, .behind(beside)) }
      waitingInSection[section, default: []].append(index)
    }
    if let above { place(index, .behind(above)) }
  }

  private mutating func place(_ index: Int, _ neighbor: Tombstone.Neighbor) {
    placed[index].tombstone.neighbor = neighbor
    placed[index].isPlaced = true
  }
}
