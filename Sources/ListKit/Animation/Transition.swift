/// The transition of a table from its former content to the new one: marks, flashes, and leaving rows.
///
/// It affects painting only: the content is final before a transition starts, and a transition can be dropped
/// at any moment. It reads no clock; times are arguments.
@MainActor
struct Transition {
  let change: any TableChange
  /// Whether rows and sections are the same as before.
  let isEmpty: Bool
  let began: Duration
  let insertion: RowAnimation
  let curve: FlashCurve
  let motion: Motion
  /// Whether more than half of the rows on the screen changed, or all are new: too many to flash and mark
  /// individually, so only the summary reports them.
  let isBulk: Bool
  /// Whether the table was drawn for the first time with this change, so that there is nothing to report.
  let isInitial: Bool
  /// Whether marks stay until the next change: a screen reader's user reads them at any time.
  let marksStay: Bool
  private(set) var leaving: TransientRows
  /// The effects that began in an earlier transition and continue.
  private(set) var carried: [RowIdentifier: RowEffect]

  /// How long marks stay unless another change comes first.
  private static let markDuration = Duration.seconds(5)

  func mark(of row: TableRow, at now: Duration) -> RowChange? {
    hasMarks(at: now) && !isBulk ? change.change(of: row) : nil
  }

  private func hasMarks(at now: Duration) -> Bool { marksStay || now - began < Self.markDuration }

  /// Returns the effect on a row; nil once it is over.
  func effect(of row: TableRow, _ identifier: RowIdentifier, at now: Duration) -> RowEffect? {
    guard motion == .full, !isBulk else { return nil }
    let effect =
      if let change = change.change(of: row) {
        RowEffect(change: change, animation: insertion, began: began, curve: curve)
      } else {
        carried[identifier]
      }
    return effect.flatMap { $0.isOver(at: now) ? nil : $0 }
  }

  /// Returns how far a leaving row is still open; nil while it is fully open.
  func opening(of leaving: RowEffect, at now: Duration) -> RowOpening? {
    motion == .full ? leaving.opening(at: now) : nil
  }

  /// Removes the effects and the leaving rows that are over.
  mutating func advance(to now: Duration) {
    carried = carried.filter { !$0.value.isOver(at: now) }
    let gone = Set(leaving.rows.lazy.filter { $0.leaving?.isOver(at: now) ?? false }.map(\.identifier))
    if !gone.isEmpty { remove(gone) }
  }

  /// Ends the display of some leaving rows.
  mutating func remove(_ gone: Set<RowIdentifier>) { leaving.removeLeavingRows(gone) }

  /// Whether flashes and leaving rows are over; marks may remain.
  func isSettled(at now: Duration) -> Bool {
    guard leaving.isEmpty, carried.isEmpty else { return false }
    return !flashes
      || now - began >= max(curve.full + curve.fade, insertion.opens ? RowOpening.duration : .zero)
  }

  private var flashes: Bool { motion == .full && !isBulk && !isEmpty }

  /// Whether nothing of the transition is visible any longer.
  func isOver(at now: Duration) -> Bool { isSettled(at: now) && !hasMarks(at: now) }

  /// Returns when the picture next changes by itself; nil if it does not.
  func nextFrame(after now: Duration) -> Duration? {
    var times = leaving.rows.compactMap(\.leaving).compactMap {
      motion == .full ? $0.nextFrame(after: now) : $0.end
    }
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

/// Shows the changes of a table's content, one at a time.
///
/// ```text
///   taken over ──drawn──▶ transition, running ──settled, or superseded──▶ ended ─▶ completions are called
/// ```
@MainActor
struct Presentation {
  private(set) var transition: Transition?
  private var running: [any TableChange] = []
  /// Changes that are over; their end is reported after the drawing.
  private var ended: [any TableChange] = []

  /// Shows a change by a transition, or at once if there is none.
  mutating func start(_ next: Transition?, of change: any TableChange) {
    ended += running
    running = []
    transition = next
    if next == nil { ended.append(change) } else { running.append(change) }
  }

  /// Whether completions wait for the end of the current changes.
  var hasCompletions: Bool { running.contains { $0.hasCompletions } }

  /// Removes the effects, leaving rows and marks that are over.
  mutating func advance(to now: Duration) {
    transition?.advance(to: now)
    if transition?.isOver(at: now) ?? false { transition = nil }
  }

  /// Ends the display of some leaving rows.
  mutating func remove(_ gone: Set<RowIdentifier>) { transition?.remove(gone) }

  /// Returns the changes that are over now, each once.
  mutating func takeEnded(at now: Duration) -> [any TableChange] {
    if transition?.isSettled(at: now) ?? true {
      ended += running
      running = []
    }
    defer { ended = [] }
    return ended
  }

  /// Ends all changes at once, because the table is not on the screen.
  mutating func stopWaiting() {
    let over = ended + running
    ended = []
    running = []
    for change in over { change.completed() }
  }
}

// MARK: - Motion

/// The amount of motion on the screen.
public enum Motion: String, CaseIterable, Sendable {
  /// Flashes that fade, marks, and removed rows that are displayed for a moment.
  case full
  /// Marks, and removed rows that are displayed for a moment; nothing fades.
  case reduced
  /// No motion: the screen shows the new state at once.
  case none

  /// Reduces the motion to at most another one.
  mutating func restrict(to other: Motion) {
    if self == .full || other == .none { self = other }
  }
}

/// The cause of a change of the data.
///
/// The display of a change by the user ends quickly, because the user expects the change; other changes are
/// shown long enough to be noticed. Applies made while a key or a click is handled are the user's; applies
/// that tasks make later are not, unless the task says so:
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

  /// The cause of applies made now, on the main actor.
  @MainActor public private(set) static var current = ChangeCause.data

  /// Gives this cause to all applies that a closure makes, until it returns.
  @MainActor
  @discardableResult
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return try body()
  }
}

/// How rows are inserted and removed.
public enum RowAnimation: String, CaseIterable, Sendable {
  /// The table chooses an animation: ``fade``.
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

/// The number of rows that a change affected.
package struct ChangeSummary: Hashable, Sendable {
  /// The number of inserted rows, in view or not.
  package var inserted: Int
  /// The number of removed rows, in view or not.
  package var deleted: Int
  /// The number of rows that moved relative to the rows around them.
  package var moved: Int
  /// The number of remaining rows with other content.
  package var changed: Int

  /// Creates a summary from numbers of rows, none of which may be negative.
  package init(inserted: Int = 0, deleted: Int = 0, moved: Int = 0, changed: Int = 0) {
    self.inserted = inserted
    self.deleted = deleted
    self.moved = moved
    self.changed = changed
  }

  /// Whether no row was inserted, removed, moved or changed.
  package var isEmpty: Bool { inserted + deleted + moved + changed == 0 }

  /// Returns the numbers with their symbols, such as `+120 −34 ↕7 ~2`.
  package func text(_ symbols: Symbols) -> String {
    [
      (symbols.inserted, inserted), (symbols.minus, deleted), (symbols.moved, moved),
      (symbols.changed, changed),
    ]
    .filter { $0.1 > 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension ChangeSummary {
  /// The numbers as a sentence, such as `2 rows added, 1 moved.`; empty if nothing changed.
  package var sentence: String {
    let parts = [(inserted, "added"), (deleted, "removed"), (moved, "moved"), (changed, "changed")]
      .filter { $0.0 > 0 }
    guard let first = parts.first else { return "" }
    let rest = parts.dropFirst().map { ", \($0.0) \($0.1)" }.joined()
    return "\(first.0) \(first.0 == 1 ? "row" : "rows") \(first.1)\(rest)."
  }
}
