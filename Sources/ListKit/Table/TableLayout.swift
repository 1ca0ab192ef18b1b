/// The rows on the screen, each with its lines and columns.
///
/// ```text
///   line 0   ── header ──              pinned: one line of section 0
///        1     3     4     5           three rows beside each other
///        2   ── header ──
///        3     6
/// ```
struct TableLayout {
  struct PlacedRow {
    var identifier: RowIdentifier
    /// The row in the content; nil for a leaving or carried row.
    var row: TableRow?
    var transient: TransientRow?
    /// The line of rows that contains the row.
    var address: LineAddress
    /// The section in the content; nil for a removed one.
    var section: Int?
    /// The screen line of the row's upper edge, counted from the top of the rows;
    /// negative if the row is cut off.
    var line: Int
    var lines: Int
    /// The columns of the row; they extend beyond the edges if the row is cut off.
    var columns: Range<Int>
    /// The arrangement of the items of the section.
    var geometry: LineGeometry
    var margins = RowMargins.standard
    /// The lines at the lower end that may be out of view while the row counts as in view.
    var noteLines = 0

    var isItem: Bool { if case .item = identifier { true } else { false } }

    var range: Range<Int> { line..<line + lines }

    /// The lines of the row without its note.
    var ownRange: Range<Int> { line..<line + lines - noteLines }
  }

  /// The rows from top to bottom and left to right.
  var rows: [PlacedRow] = []
  /// The lines at the top where a pinned header covers rows.
  var pinnedLines = 0
  /// The section whose header is pinned, and the identifier of that header.
  var pinnedSection: Int?
  var pinnedHeader: RowIdentifier?
  /// Whether nothing is above the first line, and whether nothing is below the last.
  var showsStart = true
  var showsEnd = true
  /// The lines of the screen, and the columns of items.
  var lines = 0
  var itemColumns = 0..<0
  /// The values that determined the layout; nil for an empty one.
  var basis: LayoutInput.Basis?

  func placed(_ identifier: RowIdentifier) -> PlacedRow? {
    rows.first { $0.identifier == identifier && $0.transient == nil }
  }

  /// Returns the row at a place; nil under the pinned header.
  func row(at place: Point) -> PlacedRow? {
    guard place.line >= pinnedLines else { return nil }
    return rows.first { $0.range.contains(place.line) && $0.columns.contains(place.column) }
  }

  /// Returns the nearest column of items: a place beside all items belongs to the nearest one.
  func itemColumn(at column: Int) -> Int {
    max(itemColumns.lowerBound, min(column, itemColumns.upperBound - 1))
  }

  var carried: PlacedRow? {
    rows.first { $0.transient.map { $0.leaving == nil } ?? false }
  }

  /// Whether any items are on a line that scrolls sideways.
  var scrollsSideways: Bool { rows.contains { $0.geometry.scrollsSideways } }

  /// Whether a row is in view, as far as it fits.
  func isInView(_ placed: PlacedRow) -> Bool {
    (!placed.isItem || itemColumns.clamped(to: placed.columns) == placed.columns)
      && areLinesInView(of: placed)
  }

  /// Whether neither an edge nor a pinned header hides a line of a row that could be visible.
  func areLinesInView(of placed: PlacedRow) -> Bool {
    guard placed.line < lines else { return false }
    if linesInView(ofRowWith: placed.ownRange.count).contains(placed.line) { return true }
    // The row's header would be pinned if the row began any higher.
    return placed.ownRange.upperBound >= lines
      && rows.contains {
        $0.row?.part == .header && $0.section == placed.section && $0.line >= 0
          && $0.range.upperBound == placed.line
      }
  }

  /// Returns the lines at which a row may begin to be in view: all of it or, if it is higher than the view,
  /// as much as fits.
  ///
  /// ```text
  ///   a view of 8 lines   3 lines high: 0 … 5   25 lines high: −17 … 0
  /// ```
  func linesInView(ofRowWith height: Int) -> ClosedRange<Int> {
    min(pinnedLines, lines - height)...max(pinnedLines, lines - height)
  }

  /// Returns the number of lines of a row in view that are beyond the view's lower edge or, for a negative
  /// direction, beyond its upper edge.
  func hiddenLines(of placed: PlacedRow, _ direction: Int) -> Int {
    guard isInView(placed) else { return 0 }
    return max(0, direction > 0 ? placed.ownRange.upperBound - lines : pinnedLines - placed.line)
  }

  var hasLeavingRows: Bool { rows.contains { $0.transient?.leaving != nil } }

  /// Returns the first row of the content that no pinned header covers, or else the first row of the content.
  func top(without others: Set<RowIdentifier> = []) -> PlacedRow? {
    let rows = rows.lazy.filter { $0.row != nil && !others.contains($0.identifier) }
    return rows.first { $0.line >= pinnedLines } ?? rows.first
  }
}

extension Int {
  /// Returns the nearest number in a range.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

// MARK: - ScrollBar

/// A bar that shows which part of the table is in view: its items at the right edge, its columns below.
///
/// ```text
///   items 0 … 99, 20 … 39 in view, 10 lines   ▶   a thumb of 2 lines from line 2 on
/// ```
struct ScrollBar: Equatable {
  /// The items or columns in view, by their order in the table.
  var shown: Range<Int>
  /// The number of items or columns; more than are in view.
  var total: Int
  /// The length of the bar.
  var lines: Int

  /// The minimum width of a table with a scroll bar.
  static let leastColumns = 11

  var thumb: Range<Int> {
    let length = max(1, lines * shown.count / total)
    let start = (lines - length) * shown.lowerBound / (total - shown.count)
    return start..<min(lines, start + length)
  }

  /// Returns the first item in view if the thumb begins on a line; at most the one that
  /// brings the last item into view.
  func firstItem(withThumbAt line: Int) -> Int {
    let most = max(1, lines - thumb.count)
    return (total - shown.count) * min(max(line, 0), most) / most
  }
}
