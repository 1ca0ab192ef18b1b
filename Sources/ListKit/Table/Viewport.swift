/// The position of the user: which row the cursor is on, and which row is on which line of the screen.
///
/// Events change it by ``after(_:shown:_:)``, which implements the laws of cursor and viewport.
struct Viewport: Equatable {
  /// A row that stays on its line while others are inserted and removed around it.
  struct Anchor: Equatable {
    var identifier: RowIdentifier
    var line: Int
    /// The removed row that had the line: it keeps the line as long as it is displayed.
    var leaving: RowIdentifier?

    /// Keeps the row on its line of the screen although the table moved. The cursor's row stays in the table;
    /// another row may leave it, so that all rows are on their lines again when the table moves back.
    mutating func stayOnScreen(movedBy lines: Int, isCursor: Bool) {
      if !isCursor { line -= lines } else if line >= 0 { line = max(0, line - lines) }
    }
  }

  /// The cursor's row; nil in an empty table, and if rows cannot be chosen.
  var cursor: RowIdentifier?
  /// The row that keeps its line; nil for the start of the list.
  var anchor: Anchor?
  /// Whether a layout brings the cursor's row into view; false after the user scrolled it away.
  var showsCursor = true
  /// The number of steps by which the columns of a tabular list are scrolled to the right.
  var scrolledColumns = 0
  /// The index of the cursor's column; nil if the whole row has the cursor.
  var cursorColumn: Int?
  /// Whether that column stays in view; false after the user scrolled it away.
  var showsCursorColumn = true
  /// The items that keep their columns on lines that scroll sideways, by the identifiers of their sections'
  /// headers.
  var columnAnchors: [RowIdentifier: ColumnAnchor] = [:]
  /// The end of the list that cursor and view follow until the user moves the cursor (law 0).
  private(set) var follows: TableEnd?
  /// Whether that end is in view, or will be at the next drawing; if it was scrolled away, the top row stays
  /// instead (law 4).
  private var showsFollowedEnd = true
  /// Whether an end is followed and in view.
  var isFollowing: Bool { follows != nil && showsFollowedEnd }
  /// The end that is followed before the cursor is first moved; nil if none is.
  let startsAt: TableEnd?
  /// What the query may change.
  private var query = Query()

  /// A position to return to.
  struct Place: Equatable {
    var cursor: RowIdentifier?
    var anchor: Anchor?
    var showsCursor: Bool
    var follows: TableEnd?
    var showsFollowedEnd: Bool

    func contains(_ row: RowIdentifier) -> Bool { row == cursor || row == anchor?.identifier }

    mutating func stayOnScreen(movedBy lines: Int) {
      anchor?.stayOnScreen(movedBy: lines, isCursor: cursor != nil && showsCursor)
    }
  }

  /// The positions that a query does not lose (law 2).
  ///
  /// ```text
  ///   "" ──── begin ────▶ "no" ──── end ────▶ "", nothing had been found ──── rows ────▶ ""
  ///          keeps the position              returns to it
  /// ```
  struct Query: Equatable {
    /// The position before the query; nil without one.
    var before: Place?
    /// Whether the content has changed since the query began.
    var isShown = false
    /// The position to return to as soon as there are rows again.
    var returning: Place?

    mutating func stayOnScreen(movedBy lines: Int) {
      before?.stayOnScreen(movedBy: lines)
      returning?.stayOnScreen(movedBy: lines)
    }
  }

  init(following end: TableEnd? = nil) { (follows, startsAt) = (end, end) }

  /// Records where the user moved the cursor: to an end, or elsewhere (nil). Only the
  /// end it began at is followed.
  mutating func follow(_ end: TableEnd?) { follows = end == startsAt ? end : nil }

  /// A viewport whose cursor was never moved, with the same scrolled columns.
  private var untouched: Viewport {
    var viewport = Viewport(following: startsAt)
    viewport.scrolledColumns = scrolledColumns
    (viewport.cursorColumn, viewport.showsCursorColumn) = (cursorColumn, showsCursorColumn)
    viewport.query = query
    return viewport
  }

  /// Keeps the cursor on its column among new ones, or on the one that takes its place; the columns of another table
  /// have no cursor.
  mutating func keepColumn(of former: [TableColumn], in columns: [TableColumn]) {
    guard let place = cursorColumn else { return }
    let known = Set(former.map(\.identifier))
    let same = columns.indices.filter { columns[$0].identifier == former[place].identifier }
    cursorColumn =
      columns.contains { known.contains($0.identifier) }
      ? same.min { abs($0 - place) < abs($1 - place) } ?? min(place, columns.count - 1) : nil
  }

  // MARK: Queries

  /// Records the position before a query.
  mutating func beginQuery() {
    query = Query(
      before: query.returning
        ?? Place(
          cursor: cursor, anchor: anchor, showsCursor: showsCursor, follows: follows,
          showsFollowedEnd: showsFollowedEnd))
  }

  /// Makes the row that was found a choice. If none was, the position from before the query returns with the
  /// rows. The end of a log goes on being followed.
  ///
  /// - Parameter isEmpty: whether nothing was found.
  mutating func endQuery(isEmpty: Bool) {
    guard query.isShown, let before = query.before else { return query = Query() }
    query = Query(returning: isEmpty ? before : nil)
    let goesOn = startsAt == .last && before.follows == .last
    if !isEmpty, cursor != nil, !goesOn { follow(nil) }
  }

  /// The row that the cursor returns to after a query that found nothing; nil for an end that is followed.
  var rowToReturnTo: RowIdentifier? { query.returning.flatMap { $0.follows == nil ? $0.cursor : nil } }

  /// Whether the cursor or the view may return to a row.
  func remembers(_ row: RowIdentifier) -> Bool {
    query.before?.contains(row) ?? false || query.returning?.contains(row) ?? false
  }

  /// Returns to the position before a query that found nothing.
  private mutating func returnFromQuery() {
    guard let place = query.returning.take() else { return }
    (cursor, anchor, showsCursor) = (place.cursor, place.anchor, place.showsCursor)
    (follows, showsFollowedEnd) = (place.follows, place.showsFollowedEnd)
  }
}

enum TableEnd: Equatable {
  case first
  case last
}

/// An event that affects cursor or view.
enum ViewportEvent: Equatable {
  /// Rows were inserted, removed, moved, sorted or reloaded. The successor takes the cursor of a removed row:
  /// its next remaining sibling, else the previous one, else its parent, else the nearest row.
  case contentChanged(successor: RowIdentifier?)
  /// The user moved the cursor to a row.
  case moved(to: RowIdentifier)
  /// A program showed a row, with or without moving the cursor.
  case shown(RowIdentifier, at: ScrollPosition, withCursor: Bool)
  /// The user moved the cursor to a row that gets a certain line: by a click or a page key.
  case placed(RowIdentifier, line: Int)
  /// The cursor moved to the first or last row, and the view to everything above or below it.
  case movedToEnd(TableEnd, RowIdentifier?)
  /// The view was scrolled by lines, or 0 to anchor it where it is; carried rows do not anchor it.
  case scrolled(by: Int, without: Set<RowIdentifier> = [])
  /// The table itself moved down on the screen by lines; its rows stay where they are.
  case tableMoved(by: Int)
  /// The columns were scrolled to a number of steps from the left edge.
  case scrolledColumns(to: Int)
  /// The size of the screen or the heights of rows changed.
  case measured
  /// A layout was drawn: what it shows keeps its place from now on.
  case drawn
}

// MARK: - Laws

/// The laws of cursor and viewport.
///
/// ```text
///   0  A cursor that was never moved is no choice: it stays at its end of the list, and the view with it, whatever
///      is inserted, removed or sorted. The first key or click makes it a choice; home, or end in a log, undoes that.
///   1  The data changed: the cursor keeps its item and its line; rows are inserted and removed around it.
///   2  The query changed: the cursor goes to the best match. Query cleared: the item stays, and becomes a choice; if
///      nothing was found, the item from before the query. The followed end of a log goes on being followed.
///   3  Item removed: the next remaining sibling, else the previous one, else the parent, else the nearest row. If that
///      was below, it takes the line as soon as the removed row is no longer displayed; if above, it keeps its own.
///      An item that comes back gets its mark back, not the cursor.
///   4  If the cursor was scrolled out of view, the top row stays in its place instead.
///   5  Changes of the content never scroll. Actions of the user scroll just enough, with a line of context.
///   6  Expand, collapse, sort, resize, a query that opens, reload: all keep item and line if possible.
///   7  A key acts on the row that was on the screen when it was pressed.
/// ```
///
/// A row gives up its line for three reasons only: nothing may be blank above the rows, nothing
/// may be blank below them while there are rows above, and no pinned header may cover the cursor.
/// The layout ensures these.
extension Viewport {
  /// Returns the viewport after an event.
  ///
  /// - Parameters:
  ///   - shown: the layout on the screen; for ``ViewportEvent/drawn`` the new one.
  ///   - rows: the rows of the next layout.
  @MainActor
  func after(_ event: ViewportEvent, shown: TableLayout, _ rows: PresentedRows) -> Viewport {
    var next = self
    switch event {
    case .contentChanged(let successor): next.keepItemAndLine(successor, shown, rows)
    case .moved(let row):
      next.choose(row)
      next.show(row, at: .none, shown, rows, isStep: true)
    case .shown(let row, let position, let withCursor):
      if withCursor {
        next.choose(row)
      } else {
        (next.showsCursor, next.showsFollowedEnd) = (false, false)
      }
      next.show(row, at: position, shown, rows)
    case .placed(let row, let line):
      next.choose(row)
      next.anchor = Anchor(identifier: row, line: line)
    case .movedToEnd(let end, let row): next.go(to: end, row, rows)
    case .scrolled(let lines, let carried):
      guard let top = shown.top(without: carried) else { break }
      (next.showsCursor, next.showsFollowedEnd) = (false, false)
      next.anchor = Anchor(identifier: top.identifier, line: top.line - lines)
    case .tableMoved(let lines):
      next.anchor?.stayOnScreen(movedBy: lines, isCursor: cursor != nil && showsCursor)
      next.query.stayOnScreen(movedBy: lines)
    case .scrolledColumns(let count): next.scrolledColumns = count
    case .measured:
      if let follows, showsFollowedEnd { next.go(to: follows, cursor, rows) }
    case .drawn: next.keepWhatIsSeen(shown, rows)
    }
    return next
  }

  // MARK: Changes of the content

  /// Applies laws 0, 1, 3, 4 and 6.
  @MainActor
  private mutating func keepItemAndLine(
    _ successor: RowIdentifier?, _ shown: TableLayout, _ rows: PresentedRows
  ) {
    let content = rows.content
    if query.before != nil { query.isShown = true }
    guard let first = rows.firstStop else {
      (self, cursor) = (startsAt == nil ? self : untouched, nil)
      return forgetRowsThatAreGone(shown, content)
    }
    returnFromQuery()
    if let follows, showsFollowedEnd {
      let row = follows == .first ? first : rows.lastStop ?? first
      cursor = content.identifier(of: row)
      return go(to: follows, cursor, rows)
    }
    if let cursor, content.row(for: cursor) == nil { self.cursor = successor }
    forgetRowsThatAreGone(shown, content)
  }

  @MainActor
  private mutating func forgetRowsThatAreGone(_ shown: TableLayout, _ content: any RowContent) {
    let isThere = { (identifier: RowIdentifier) in content.row(for: identifier) != nil }
    if let anchor, !isThere(anchor.identifier) {
      // The nearest former row at or below the anchor that still exists, else above.
      let below = shown.rows.filter { $0.line >= anchor.line }
      let above = shown.rows.filter { $0.line < anchor.line }.reversed()
      if showsCursor, let cursor {
        let gone = anchor.leaving ?? anchor.identifier
        let above = shown.placed(cursor).flatMap { successor in
          shown.rows.first { $0.identifier == gone }.map { max(0, $0.line - successor.line) }
        }
        self.anchor = Anchor(
          identifier: cursor, line: anchor.line - (above ?? 0), leaving: above ?? 0 == 0 ? gone : nil)
      } else if let kept = (below + above).first(where: { isThere($0.identifier) }) {
        self.anchor = Anchor(identifier: kept.identifier, line: kept.line)
      } else {
        self.anchor = cursor.map { Anchor(identifier: $0, line: anchor.line) }
      }
    }
    columnAnchors = columnAnchors.filter { isThere($0.value.identifier) }
  }

  // MARK: Actions of the user

  private mutating func choose(_ row: RowIdentifier) {
    cursor = row
    showsCursor = true
    follow(nil)
  }

  /// Anchors a row so that it is in view, with a line of context if that fits.
  ///
  /// - Parameter isStep: whether the cursor comes from the row beside this one. If the row is higher than the
  ///   view, its end is then shown when the cursor comes from below.
  @MainActor
  private mutating func show(
    _ identifier: RowIdentifier, at position: ScrollPosition, _ shown: TableLayout, _ rows: PresentedRows,
    isStep: Bool = false
  ) {
    guard let row = rows.content.row(for: identifier) else { return }
    // Nothing was drawn yet: the view is at the start of the list, from which the layout scrolls just enough.
    if shown.rows.isEmpty, position == .none { return anchor = nil }
    if !showsCursor { showColumns(of: row, identifier, rows) }
    let lines = rows.lines(of: rows.line(of: row), self)
    let context = rows.viewportLines >= 5 ? 1 : 0
    let pinned =
      rows.basis.pinsHeaders && row.part != .header ? rows.heights.pinnedLines(ofSection: row.section) : 0
    let highest = pinned + context
    let lowest = rows.viewportLines - lines - context
    let line =
      switch position {
      case .top: pinned
      case .middle: (rows.viewportLines - lines) / 2
      case .bottom: rows.viewportLines - lines
      case .none:
        Self.line(of: row, identifier, shown, rows, whereAbove: isStep ? lowest : highest)
          .clamped(to: min(lowest, highest)...max(lowest, highest))
      }
    anchor = Anchor(identifier: identifier, line: line)
  }

  /// Returns the row's line on the screen; beyond the edges if the row is not on it.
  @MainActor
  private static func line(
    of row: TableRow, _ identifier: RowIdentifier, _ shown: TableLayout, _ rows: PresentedRows,
    whereAbove above: Int
  ) -> Int {
    if let placed = shown.placed(identifier) { return placed.line }
    guard let first = shown.rows.first(where: { $0.row != nil })?.identifier,
      let top = rows.content.row(for: first)
    else { return 0 }
    return row < top ? min(above, -1) : rows.viewportLines
  }

  /// Moves to an end of the table, with the cursor's row in view as well if both fit.
  @MainActor
  private mutating func go(to end: TableEnd, _ row: RowIdentifier?, _ rows: PresentedRows) {
    guard let edge = end == .first ? rows.firstLine : rows.lastLine else { return }
    cursor = row
    showsFollowedEnd = true
    follow(end)
    let layout = rows.layout(
      self, of: edge, at: end == .first ? 0 : rows.viewportLines - rows.lines(of: edge, self))
    let placedRows = layout.rows.filter { $0.row != nil }
    guard let seen = end == .first ? placedRows.first : placedRows.last else { return }
    let placed = row.flatMap(layout.placed)
    showsCursor =
      row == nil || placed.map { $0.line >= 0 && $0.ownRange.upperBound <= rows.viewportLines } ?? false
    anchor = Anchor(identifier: seen.identifier, line: seen.line)
  }

  // MARK: Drawings

  /// Anchors the cursor's row, or the top row if the cursor's is out of view (law 4),
  /// and the columns of lines that scroll sideways.
  @MainActor
  private mutating func keepWhatIsSeen(_ drawn: TableLayout, _ rows: PresentedRows) {
    showsFollowedEnd = follows == .last ? drawn.showsEnd : drawn.showsStart
    keepColumns(drawn, rows)
    // Carried rows may be the only ones on the screen.
    if rows.transient.carried != nil, !drawn.rows.contains(where: { $0.row != nil }) { return }
    if let cursor, let placed = drawn.placed(cursor), drawn.isInView(placed) {
      let kept = anchor.flatMap { $0.identifier == cursor ? rows.row(keptBy: $0, drawn) : nil } ?? placed
      anchor = Anchor(
        identifier: cursor, line: kept.line, leaving: kept.transient == nil ? nil : kept.identifier)
      showsCursor = true
    } else if let top = drawn.top() {
      anchor = Anchor(identifier: top.identifier, line: top.line)
      showsCursor = cursor == nil
    } else if drawn.rows.isEmpty, rows.viewportLines > 0 || cursor == nil {
      // If only leaving rows are on the screen, the anchor stays.
      anchor = nil
      showsCursor = true
    }
  }
}
