/// How a table goes from what it showed to what it shows: marks, flashes, and rows that are leaving.
///
/// Paint only: the content is final before a transition starts, and it can be dropped at any moment.
/// Nothing here reads a clock; time comes as an argument.
@MainActor
struct Transition {
  let change: any TableChange
  let began: Duration
  /// How rows come.
  let insertion: RowAnimation
  let curve: FlashCurve
  let motion: Motion
  /// More than half of the rows on the screen changed, or all are new: too much to flash and to mark one by
  /// one; the summary says it.
  let isBulk: Bool
  /// Whether the table was drawn for the first time with it, so that there is nothing to tell.
  let isInitial: Bool
  /// The rows that left: where they are shown, and what they look like.
  private(set) var leaving: TransientRows
  private(set) var leavingRows: [RowIdentifier: LeavingRow]
  /// What began in an earlier transition and runs on.
  private(set) var carried: [RowIdentifier: RowEffect]

  init(
    change: any TableChange, began: Duration, depth: ScreenTraits.ColorDepth, motion: Motion, isBulk: Bool,
    isInitial: Bool = false, leaving: TransientRows, _ leavingRows: [RowIdentifier: LeavingRow],
    carried: [RowIdentifier: RowEffect]
  ) {
    self.change = change
    self.began = began
    self.motion = motion
    self.isBulk = isBulk
    self.isInitial = isInitial
    self.leaving = isBulk ? TransientRows() : leaving
    self.leavingRows = isBulk ? [:] : leavingRows
    self.carried = isBulk ? [:] : carried
    insertion = change.animation ?? .none
    curve = FlashCurve(cause: change.cause, depth: depth)
  }

  /// How long marks stay unless another change comes first.
  static let markDuration = Duration.seconds(5)

  /// The mark of a row that is there now.
  func mark(of row: TableRow, at now: Duration) -> RowChange? {
    guard now - began < Self.markDuration, !isBulk, insertion != .none else { return nil }
    return change.change(of: row)
  }

  /// What runs over a row; nil once it is over.
  func effect(of row: TableRow, _ identifier: RowIdentifier, at now: Duration) -> RowEffect? {
    guard motion == .full, !isBulk else { return nil }
    let effect =
      if insertion != .none, let change = change.change(of: row) {
        RowEffect(change: change, animation: insertion, began: began, curve: curve)
      } else {
        carried[identifier]
      }
    return effect.flatMap { $0.isOver(at: now) ? nil : $0 }
  }

  /// How far a leaving row is still open; nil while all of it is.
  func opening(of leaving: LeavingRow, at now: Duration) -> RowOpening? {
    motion == .full ? leaving.opening(at: now) : nil
  }

  /// Drops what is over.
  ///
  /// - Returns: whether rows have left for good.
  mutating func advance(to now: Duration) -> Bool {
    carried = carried.filter { !$0.value.isOver(at: now) }
    let gone = Set(leavingRows.lazy.filter { $0.value.end <= now }.map(\.key))
    if gone.isEmpty { return false }
    remove(gone)
    return true
  }

  /// Shows rows that left no longer.
  mutating func remove(_ gone: Set<RowIdentifier>) {
    leavingRows = leavingRows.filter { !gone.contains($0.key) }
    leaving.remove(gone)
  }

  /// Whether flashes and leaving rows are over; marks may still stand.
  func isSettled(at now: Duration) -> Bool {
    guard leavingRows.isEmpty, carried.isEmpty else { return false }
    return !flashes
      || now - began >= max(curve.hold + curve.fade, insertion.opens ? RowOpening.duration : .zero)
  }

  private var flashes: Bool { motion == .full && !isBulk && insertion != .none }

  /// Whether nothing of it is shown any more.
  func isOver(at now: Duration) -> Bool { isSettled(at: now) && now - began >= Self.markDuration }

  /// When the picture changes next by itself; nil when it stays.
  func nextFrame(after now: Duration) -> Duration? {
    var times = leavingRows.values.map { motion == .full ? $0.nextFrame(after: now) : $0.end }
    times += carried.values.compactMap { $0.nextFrame(after: now) }
    if now - began < Self.markDuration { times.append(began + Self.markDuration) }
    if flashes {
      let effect = RowEffect(change: .inserted, animation: insertion, began: began, curve: curve)
      effect.nextFrame(after: now).map { times.append($0) }
    }
    return times.min()
  }
}
