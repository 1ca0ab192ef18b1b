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
  /// Whether the table was drawn for the first time with it, so that there is nothing to report.
  let isInitial: Bool
  /// The rows that left: where they are shown, and what they look like.
  private(set) var leaving: TransientRows
  private(set) var leavingRows: [RowIdentifier: LeavingRow]
  /// Whether marks stay until the next change: what is read aloud is read in the reader's own time.
  private let marksStay: Bool
  /// What began in an earlier transition and runs on.
  private(set) var carried: [RowIdentifier: RowEffect]

  init(
    change: any TableChange, began: Duration, depth: ScreenTraits.ColorDepth, motion: Motion, isBulk: Bool,
    isInitial: Bool = false, marksStay: Bool = false, leaving: TransientRows,
    _ leavingRows: [RowIdentifier: LeavingRow],
    carried: [RowIdentifier: RowEffect]
  ) {
    self.change = change
    self.began = began
    self.motion = motion
    self.isBulk = isBulk
    self.isInitial = isInitial
    self.marksStay = marksStay
    self.leaving = isBulk ? TransientRows() : leaving
    self.leavingRows = isBulk ? [:] : leavingRows
    self.carried = isBulk ? [:] : carried
    insertion = change.animation ?? .none
    curve = FlashCurve(cause: change.cause, depth: depth)
  }

  /// How long marks stay unless another change comes first.
  private static let markDuration = Duration.seconds(5)

  /// The mark of a row that is there now.
  func mark(of row: TableRow, at now: Duration) -> RowChange? {
    guard hasMarks(at: now), !isBulk, insertion != .none else { return nil }
    return change.change(of: row)
  }

  private func hasMarks(at now: Duration) -> Bool { marksStay || now - began < Self.markDuration }

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
  mutating func advance(to now: Duration) {
    carried = carried.filter { !$0.value.isOver(at: now) }
    let gone = Set(leavingRows.lazy.filter { $0.value.end <= now }.map(\.key))
    if !gone.isEmpty { remove(gone) }
  }

  /// Shows rows that left no longer.
  mutating func remove(_ gone: Set<RowIdentifier>) {
    leavingRows = leavingRows.filter { !gone.contains($0.key) }
    leaving.removeLeavingRows(gone)
  }

  /// Whether flashes and leaving rows are over; marks may still stand.
  func isSettled(at now: Duration) -> Bool {
    guard leavingRows.isEmpty, carried.isEmpty else { return false }
    return !flashes
      || now - began >= max(curve.hold + curve.fade, insertion.opens ? RowOpening.duration : .zero)
  }

  private var flashes: Bool { motion == .full && !isBulk && insertion != .none }

  /// Whether nothing of it is shown any more.
  func isOver(at now: Duration) -> Bool { isSettled(at: now) && !hasMarks(at: now) }

  /// When the picture changes next by itself; nil when it stays.
  func nextFrame(after now: Duration) -> Duration? {
    var times = leavingRows.values.map { motion == .full ? $0.nextFrame(after: now) : $0.end }
    times += carried.values.compactMap { $0.nextFrame(after: now) }
    if !marksStay, hasMarks(at: now) { times.append(began + Self.markDuration) }
    if flashes {
      let effect = RowEffect(change: .inserted, animation: insertion, began: began, curve: curve)
      effect.nextFrame(after: now).map { times.append($0) }
    }
    return times.min()
  }
}

// MARK: - Presentation

/// How what is shown becomes what there is: one change at a time.
///
/// ```text
///   taken over ──drawn──▶ transition, running ──settled, or superseded──▶ ended ─▶ completions are called
/// ```
@MainActor
struct Presentation {
  private(set) var transition: Transition?
  private var running: [any TableChange] = []
  /// Changes that are over, whose end is reported once the drawing is.
  private var ended: [any TableChange] = []

  /// Shows a change, by a transition or, without one, at once.
  mutating func start(_ next: Transition?, of change: any TableChange) {
    ended += running
    running = []
    transition = next
    if next == nil { ended.append(change) } else { running.append(change) }
  }

  /// Whether completions wait for the end of what is shown.
  var hasCompletions: Bool { running.contains { $0.hasCompletions } }

  /// Drops what is over.
  mutating func advance(to now: Duration) {
    transition?.advance(to: now)
    if transition?.isOver(at: now) ?? false { transition = nil }
  }

  /// Shows rows that left no longer.
  mutating func remove(_ gone: Set<RowIdentifier>) { transition?.remove(gone) }

  /// The changes that are over now; each is returned once.
  mutating func takeEnded(at now: Duration) -> [any TableChange] {
    if transition?.isSettled(at: now) ?? true {
      ended += running
      running = []
    }
    defer { ended = [] }
    return ended
  }

  /// Ends everything at once where the table is not on the screen.
  mutating func stopWaiting() {
    let over = ended + running
    ended = []
    running = []
    for change in over { change.completed() }
  }
}

// MARK: - Motion

/// How much moves on the screen.
public enum Motion: String, CaseIterable, Sendable {
  /// Flashes that fade, marks, rows that leave for a moment.
  case full
  /// Marks and rows that leave for a moment; nothing fades.
  case reduced
  /// Nothing: the screen shows the new state at once.
  case none

  /// Moves no more than another does.
  mutating func restrict(to other: Motion) {
    if self == .full || other == .none { self = other }
  }
}

/// What caused a change of the data.
///
/// What a key caused is over quickly, for the user expects it; what came from elsewhere is shown long
/// enough to be noticed. What is applied while a key or a click is handled is the user's; what tasks apply
/// later is not, unless they say so:
///
/// ```swift
/// Task {
///   let matches = await search(query)
///   ChangeCause.user.perform { dataSource.apply(matches) }
/// }
/// ```
public enum ChangeCause: Sendable {
  /// A key or a click.
  case user
  /// Anything else.
  case data

  /// The cause of what is applied now, on the main actor.
  @MainActor public private(set) static var current = ChangeCause.data

  /// Lets all that a body applies have this cause, until it returns.
  @MainActor
  @discardableResult
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return try body()
  }
}

/// How rows come and go.
public enum RowAnimation: String, CaseIterable, Sendable {
  /// The table chooses: ``fade``.
  case automatic
  /// A colour fades out.
  case fade
  /// The text wipes in from the left.
  case left
  /// The text wipes in from the right.
  case right
  /// The row opens from its upper edge.
  case top
  /// The row opens from its lower edge.
  case bottom
  /// The row opens from its middle.
  case middle
  /// No animation at all. UIKit's `none` means "the default"; this one does not.
  case none
}

// MARK: - ChangeSummary

/// How many rows a change touched.
public struct ChangeSummary: Hashable, Sendable {
  /// How many rows came, in view or not.
  public var inserted: Int
  /// How many rows left, in view or not.
  public var deleted: Int
  /// Rows that stand elsewhere, relative to those around them.
  public var moved: Int
  /// How many rows stayed and have other content.
  public var changed: Int

  /// Creates a summary from numbers of rows, none of them negative.
  public init(inserted: Int = 0, deleted: Int = 0, moved: Int = 0, changed: Int = 0) {
    self.inserted = inserted
    self.deleted = deleted
    self.moved = moved
    self.changed = changed
  }

  /// Whether no row came, left, moved or changed.
  public var isEmpty: Bool { inserted + deleted + moved + changed == 0 }

  /// The numbers with their signs, such as `+120 −34 ↕7 ~2`.
  public func text(_ symbols: Symbols) -> String {
    [
      (symbols.inserted, inserted), (symbols.minus, deleted), (symbols.moved, moved),
      (symbols.changed, changed),
    ]
    .filter { $0.1 > 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension ChangeSummary {
  /// The numbers as a sentence, such as `2 rows added, 1 moved.`; empty where nothing changed.
  public var sentence: String {
    let parts = [(inserted, "added"), (deleted, "removed"), (moved, "moved"), (changed, "changed")]
      .filter { $0.0 > 0 }
    guard let first = parts.first else { return "" }
    let rest = parts.dropFirst().map { ", \($0.0) \($0.1)" }.joined()
    return "\(first.0) \(first.0 == 1 ? "row" : "rows") \(first.1)\(rest)."
  }
}
