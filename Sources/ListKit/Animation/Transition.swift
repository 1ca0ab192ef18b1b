/// How a table goes from what it showed to what it shows: marks, flashes, and rows that are leaving.
///
/// Paint only: the content is final before a transition starts, and it can be dropped at any moment.
/// Nothing here reads a clock; time comes as an argument.
@MainActor
struct Transition {
  /// A row that left and is shown for a moment longer.
  struct Tombstone {
    var identifier: RowIdentifier
    /// The row it is shown beside, among those that stayed.
    var neighbor: Neighbor
    var lines: [[Glyph]]
  }

  /// Where a leaving row is shown.
  enum Neighbor: Hashable {
    case behind(RowIdentifier)
    case before(RowIdentifier)
  }

  /// A flash that began in an earlier transition and runs on.
  struct CarriedFlash {
    var change: RowChange
    var began: Duration
    var curve: FlashCurve
  }

  let change: any TableChange
  let began: Duration
  let curve: FlashCurve
  let motion: Motion
  /// More than half of the rows on the screen changed, or all are new: too much to flash.
  let isBulk: Bool
  private(set) var tombstones: [Tombstone]
  var carried: [RowIdentifier: CarriedFlash]

  init(
    change: any TableChange, began: Duration, depth: ScreenTraits.ColorDepth, motion: Motion, isBulk: Bool,
    tombstones: [Tombstone], carried: [RowIdentifier: CarriedFlash]
  ) {
    self.change = change
    self.began = began
    self.motion = motion
    self.isBulk = isBulk
    self.tombstones = isBulk ? [] : tombstones
    self.carried = carried
    curve = FlashCurve(cause: change.cause, depth: depth)
  }

  /// How long marks stay unless another change comes first.
  static let markDuration = Duration.seconds(5)

  var tombstoneDuration: Duration { .milliseconds(change.cause == .user ? 120 : 250) }

  /// The mark of a row that is there now.
  func mark(of row: TableRow, at now: Duration) -> RowChange? {
    guard now - began < Self.markDuration, !change.isFirstLoad else { return nil }
    return change.change(of: row)
  }

  /// The flash over a row: which change it tells, and how strongly; nil once it is over.
  func flash(of row: TableRow, _ identifier: RowIdentifier, at now: Duration) -> (
    RowChange, level: Int, steps: Int
  )? {
    guard motion == .full else { return nil }
    if !isBulk, change.animation != RowAnimation.none, let change = change.change(of: row) {
      let level = curve.level(after: now - began)
      return level > 0 ? (change, level, curve.steps) : nil
    }
    guard let flash = carried[identifier] else { return nil }
    let level = flash.curve.level(after: now - flash.began)
    return level > 0 ? (flash.change, level, flash.curve.steps) : nil
  }

  /// How much of a row that came is uncovered, from 0 to 1.
  func reveal(of row: TableRow, at now: Duration) -> (RowAnimation, Double)? {
    guard motion == .full, !isBulk, let animation = change.animation, change.change(of: row) == .inserted
    else {
      return nil
    }
    switch animation {
    case .automatic, .fade, .none: return nil
    case .left, .right, .top, .bottom, .middle:
      let progress = (now - began) / Self.revealDuration
      return progress < 1
        ? (animation, (progress * Double(Self.revealSteps)).rounded(.down) / Double(Self.revealSteps)) : nil
    }
  }

  private static let revealDuration = Duration.milliseconds(160)
  private static let revealSteps = 8

  /// Drops what is over.
  mutating func advance(to now: Duration) {
    if now - began >= tombstoneDuration { tombstones = [] }
    carried = carried.filter { $0.value.curve.level(after: now - $0.value.began) > 0 }
  }

  /// Whether flashes and leaving rows are over; marks may still stand.
  func isSettled(at now: Duration) -> Bool {
    guard tombstones.isEmpty, carried.isEmpty else { return false }
    return motion != .full || isBulk || now - began >= max(curve.hold + curve.fade, Self.revealDuration)
  }

  /// Whether nothing of it is shown any more.
  func isOver(at now: Duration) -> Bool { isSettled(at: now) && now - began >= Self.markDuration }

  /// When the picture changes next by itself; nil when it stays.
  func nextFrame(after now: Duration) -> Duration? {
    var times: [Duration] = []
    if !tombstones.isEmpty { times.append(began + tombstoneDuration) }
    if now - began < Self.markDuration { times.append(began + Self.markDuration) }
    if motion == .full, !isBulk, let end = curve.endOfLevel(after: now - began) { times.append(began + end) }
    for flash in carried.values {
      if let end = flash.curve.endOfLevel(after: now - flash.began) { times.append(flash.began + end) }
    }
    if motion == .full, !isBulk, now - began < Self.revealDuration, reveals {
      times.append(now + Self.revealDuration / Self.revealSteps)
    }
    return times.min()
  }

  private var reveals: Bool {
    switch change.animation {
    case .left?, .right?, .top?, .bottom?, .middle?: true
    case .automatic?, .fade?, RowAnimation.none?, nil: false
    }
  }
}
