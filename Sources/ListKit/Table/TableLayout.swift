/// The rows on the screen, each with its lines and columns.
///
/// ```text
///   line 0   ── header ──              pinned: one line of section 0
///        1     3     4     5           a strip: three rows
///        2   ── header ──
///        3     6
/// ```
struct TableLayout {
  /// A row at its place.
  struct PlacedRow {
    var identifier: RowIdentifier
    /// Its place in the content; nil for a row that is leaving or carried.
    var row: TableRow?
    var transient: TransientRow?
    /// The line of rows it stands on.
    var address: LineAddress
    /// Its section in the content; nil for one that left.
    var section: Int?
    /// The line of the screen of its upper edge, counted from the top of the rows; negative where it is cut off.
    var line: Int
    var lines: Int
    /// The columns it takes; beyond the edges where it is cut off.
    var columns: Range<Int>
    /// How the items of its section stand.
    var geometry: LineGeometry
    var margins = RowMargins.standard
    /// Lines at the lower end that need not be seen for the row to be.
    var noteLines = 0

    /// Whether other items may stand beside it.
    var isInStrip: Bool { geometry.isStrip && isItem }

    var isItem: Bool { if case .item = identifier { true } else { false } }

    var range: Range<Int> { line..<line + lines }

    /// The lines that are the row itself.
    var ownRange: Range<Int> { line..<line + lines - noteLines }
  }

  /// From top to bottom and left to right.
  var rows: [PlacedRow] = []
  /// Lines at the top under which rows are hidden by a pinned header.
  var pinnedLines = 0
  /// The section whose header is pinned, and what that is called.
  var pinnedSection: Int?
  var pinnedHeader: RowIdentifier?
  /// Whether nothing is above the first line, or below the last.
  var showsStart = true
  var showsEnd = true
  /// The lines of the screen, and the columns that items have on it.
  var lines = 0
  var itemColumns = 0..<0
  /// What it was made from; nil for a layout of nothing.
  var basis: LayoutInput.Basis?

  /// A row of the content.
  func placed(_ identifier: RowIdentifier) -> PlacedRow? {
    rows.first { $0.identifier == identifier && $0.transient == nil }
  }

  /// The row at a place, which is not under the pinned header.
  func row(at place: Point) -> PlacedRow? {
    guard place.line >= pinnedLines else { return nil }
    return rows.first { $0.range.contains(place.line) && $0.columns.contains(place.column) }
  }

  /// The row that is carried.
  var carried: PlacedRow? {
    rows.first { $0.transient.map { $0.kind != .leaving } ?? false }
  }

  /// Whether items stand on a line that scrolls sideways.
  var hasStrips: Bool { rows.contains { $0.geometry.isStrip } }

  /// Whether a row is seen, as far as it fits.
  func isInView(_ placed: PlacedRow) -> Bool {
    (!placed.isInStrip || itemColumns.clamped(to: placed.columns) == placed.columns)
      && areLinesInView(of: placed)
  }

  /// Whether neither an edge nor a pinned header hides a line of a row that could be seen.
  func areLinesInView(of placed: PlacedRow) -> Bool {
    guard placed.line < lines else { return false }
    if linesInView(ofRowWith: placed.ownRange.count).contains(placed.line) { return true }
    // Its header would be pinned if it began any higher.
    return placed.ownRange.upperBound >= lines
      && rows.contains {
        $0.row?.part == .header && $0.section == placed.section && $0.line >= 0
          && $0.range.upperBound == placed.line
      }
  }

  /// The lines on which a row may begin to be in view: all of it, or of one that is higher than the view as much as fits.
  ///
  /// ```text
  ///   a view of 8 lines   3 lines high: 0 … 5   25 lines high: −17 … 0
  /// ```
  func linesInView(ofRowWith height: Int) -> ClosedRange<Int> {
    min(pinnedLines, lines - height)...max(pinnedLines, lines - height)
  }

  /// How many lines of a row that is in view lie beyond the view's lower edge, or for a negative direction its upper one.
  func hiddenLines(of placed: PlacedRow, _ direction: Int) -> Int {
    guard isInView(placed) else { return 0 }
    return max(0, direction > 0 ? placed.ownRange.upperBound - lines : pinnedLines - placed.line)
  }

  var hasLeavingRows: Bool { rows.contains { $0.transient?.kind == .leaving } }

  /// The first row of the content that nothing hides at the top, or else the first one at all.
  func top(without others: Set<RowIdentifier> = []) -> PlacedRow? {
    let rows = rows.lazy.filter { $0.row != nil && !others.contains($0.identifier) }
    return rows.first { $0.line >= pinnedLines } ?? rows.first
  }
}

extension Int {
  /// The nearest number in a range.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

// MARK: - ScrollBar

/// A bar that shows how much of the table is in view, and where: its items at the right edge, its columns below.
///
/// ```text
///   items 0 … 99, 20 … 39 in view, 10 lines   ▶   a thumb of 2 lines from line 2 on
/// ```
struct ScrollBar: Hashable {
  /// The items or columns in view, by their order in the table.
  var shown: Range<Int>
  /// How many there are; more than are in view.
  var total: Int
  /// Its length.
  var lines: Int

  /// Narrower tables have none.
  static let leastColumns = 11

  /// The lines of the thumb.
  var thumb: Range<Int> {
    let length = max(1, lines * shown.count / total)
    let start = (lines - length) * shown.lowerBound / (total - shown.count)
    return start..<min(lines, start + length)
  }

  /// The first item in view where the thumb begins on a line; as many as it takes for the last to be in view at most.
  func firstItem(withThumbAt line: Int) -> Int {
    let most = max(1, lines - thumb.count)
    return (total - shown.count) * min(max(line, 0), most) / most
  }
}

// MARK: - LineGeometry

/// How the slots of a section stand in lines: one a line in a list, all on one line in a strip, which scrolls sideways.
///
/// ```text
///   list: 0        strip: 0  1  2  3  4  5 …
///         1
///         2
/// ```
struct LineGeometry: Hashable {
  let isStrip: Bool
  /// Screen columns of each slot.
  let slotColumns: Int

  static func list(columns: Int) -> Self { Self(isStrip: false, slotColumns: columns) }

  static func strip(slotColumns: Int) -> Self { Self(isStrip: true, slotColumns: max(1, slotColumns)) }

  func line(of slot: Int) -> Int { isStrip ? 0 : slot }

  /// How many lines a number of slots take.
  func lines(of count: Int) -> Int { isStrip ? min(1, count) : count }

  func slots(ofLine line: Int, of count: Int) -> Range<Int> {
    isStrip ? 0..<count : line..<max(line, min(line + 1, count))
  }

  /// The screen columns of a slot.
  ///
  /// - Parameter origin: the screen column of the first slot of each line.
  func columns(of slot: Int, origin: Int) -> Range<Int> {
    let start = isStrip ? origin + slot * slotColumns : origin
    return start..<start + slotColumns
  }

  /// The slots of a line that are in view between two screen columns.
  func seenSlots(ofLine line: Int, in columns: Range<Int>, origin: Int, of count: Int) -> Range<Int> {
    guard isStrip else { return slots(ofLine: line, of: count) }
    if count == 0 || columns.isEmpty { return 0..<0 }
    let first = min(count - 1, max(0, columns.lowerBound - origin) / slotColumns)
    return first..<min(count - 1, max(first, (columns.upperBound - 1 - origin) / slotColumns)) + 1
  }
}
