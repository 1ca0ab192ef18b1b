/// Where the user is: which row the cursor is on, and which row stands on which line of the screen.
///
/// A value, changed by ``after(_:shown:_:)`` alone: the laws of cursor and viewport.
struct Viewport: Hashable {
  /// A row that stays on its line while others come and go around it.
  struct Anchor: Hashable {
    var identifier: RowIdentifier
    var line: Int
    /// The row that had the line and left: it keeps it as long as it is shown.
    var leaving: RowIdentifier?
  }

  /// A strip is a list on its side: one of its items keeps its column, counted from the left edge.
  struct StripAnchor: Hashable {
    var identifier: RowIdentifier
    var column: Int
  }

  /// The column that the cursor keeps while it goes up and down, through shorter lines too.
  struct KeptColumn: Hashable {
    var cursor: RowIdentifier
    var column: Int
  }

  /// Nil in an empty table, and where rows cannot be chosen.
  var cursor: RowIdentifier?
  /// Nil for the start of the list.
  var anchor: Anchor?
  /// Whether a layout brings the cursor's row into view: not after the user scrolled it away.
  var showsCursor = true
  /// By the headers' names of their sections.
  var strips: [RowIdentifier: StripAnchor] = [:]
  var keptColumn: KeptColumn?
  /// The end of the list that cursor and view keep to until somebody moves the cursor (law 0).
  private(set) var follows: TableEnd?
  /// Whether that end is in view, or will be at the next drawing; scrolled away, the top row stays instead (law 4).
  var showsFollowedEnd = true
  /// The end that is followed before anybody has moved the cursor; nil where none is.
  let startsAt: TableEnd?

  init(following end: TableEnd? = nil) { (follows, startsAt) = (end, end) }

  /// Notes where the user brought the cursor: back to the end it began with, or elsewhere.
  mutating func follow(_ end: TableEnd?) { follows = end == startsAt ? end : nil }

  /// A viewport that nobody has touched.
  var untouched: Viewport { Viewport(following: startsAt) }
}

/// An end of the table.
enum TableEnd: Hashable {
  case first
  case last
}

/// What happened, as far as cursor and view care.
enum ViewportEvent: Hashable {
  /// Rows came, went, moved, were sorted or reloaded. Who takes the cursor of a row that left is the change's to
  /// say: its next surviving sibling, else the previous one, else its parent, else the nearest row.
  case contentChanged(successor: RowIdentifier?)
  /// The user brought the cursor to a row.
  case moved(to: RowIdentifier, keptColumn: Int? = nil)
  /// A program showed a row, without or with the cursor.
  case shown(RowIdentifier, at: ScrollPosition, withCursor: Bool)
  /// The user brought the cursor to a row that keeps a line: a click, a page.
  case placed(RowIdentifier, line: Int, keptColumn: Int? = nil)
  /// To the first or the last row, and to all that is above or below it.
  case movedToEnd(TableEnd, RowIdentifier?)
  /// The view was scrolled by lines, or is to stay where it is; rows that are carried do not hold it.
  case scrolled(by: Int, without: Set<RowIdentifier> = [])
  /// The table itself comes to stand lower on the screen by lines; its rows stay where they are.
  case tableMoved(by: Int)
  /// A strip was scrolled to the side by slots; negative to the left.
  case scrolledStrip(by: Int, section: Int)
  /// A layout was drawn: what is seen on it is what stays.
  case drawn
}
