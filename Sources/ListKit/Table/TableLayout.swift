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
    var linesBelow = 0

    var isItem: Bool { if case .item = identifier { true } else { false } }

    var range: Range<Int> { line..<line + lines }

    /// The lines of the row without its note.
    var ownRange: Range<Int> { line..<line + lines - linesBelow }
  }

  /// The values that determine a layout together with the viewport and the content. A layout with an equal
  /// basis can be reused.
  struct Basis: Equatable {
    /// The lines and columns of the screen, and the columns of items.
    var lines: Int
    var columns: Int
    var itemColumns: Range<Int>
    var pinsHeaders: Bool
    /// The versions of the content and of the measured heights.
    var contentVersion = 0
    var heightsVersion = 0
    var transient = TransientRows()
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
  var basis: Basis?

  func placed(_ identifier: RowIdentifier) -> PlacedRow? {
    rows.first { $0.identifier == identifier && $0.transient == nil }
  }

  /// Returns the row at a place; nil under the pinned header.
  func row(at place: ScreenPoint) -> PlacedRow? {
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

// MARK: - Laying out

struct RowHeight: Equatable {
  var lines: Int
  /// The lines at the lower end that may be out of view while the row counts as in view.
  var linesBelow = 0
}

@MainActor
protocol RowHeights {
  func height(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight
  /// Returns the lines of a section's header while it is pinned to the top edge; 0 if there is no header.
  func pinnedLines(ofSection section: Int) -> Int
}

/// Laying out rows: a function of these rows and a ``Viewport`` alone, which needs no clock.
///
/// ```text
///   former layout of the same basis, anchor on the same line  ▶ that layout
///                                    anchor n lines away      ▶ its rows, moved n lines, filled at one edge
///   else                                                      ▶ filled from the anchor
/// ```
extension PresentedRows {
  var viewportLines: Int { basis.lines }
  var itemColumns: Range<Int> { basis.itemColumns }

  /// Returns the rows at their places on the screen.
  ///
  /// - Complexity: O(lines of the screen).
  func layout(_ viewport: Viewport, reusing former: TableLayout? = nil) -> TableLayout {
    let layout = former.flatMap { shifted($0, viewport) } ?? filled(viewport)
    return viewport.showsCursor ? uncoveringCursor(layout, viewport) : layout
  }

  /// Returns the layout with a line of rows at a line of the screen, as near as the ends of the list allow.
  func layout(_ viewport: Viewport, of address: LineAddress, at line: Int) -> TableLayout {
    filled(placedRows(address, at: line, viewport), around: address, at: line, viewport)
  }

  /// Returns the leaving rows that must be removed at once.
  ///
  /// In a list that nearly fits the screen, leaving rows could push the row that keeps its line further down
  /// than it was, and than it will be after they are gone: it would move down and back. To prevent that, the
  /// uppermost leaving rows are removed at once, as many as necessary.
  ///
  /// - Parameter layout: the layout of the viewport.
  /// - Complexity: O(lines of the screen), times the rows that have to make way.
  func rowsInTheWay(_ layout: TableLayout, _ viewport: Viewport) -> Set<RowIdentifier> {
    guard layout.hasLeavingRows, let anchor = viewport.anchor, content.row(for: anchor.identifier) != nil
    else { return [] }
    func line(in layout: TableLayout) -> Int { row(keptBy: anchor, layout)?.line ?? viewportLines }
    guard line(in: layout) > anchor.line else { return [] }
    let most = max(anchor.line, line(in: removing(nil).layout(viewport)))
    var (gone, result) = (Set<RowIdentifier>(), layout)
    while case let line = line(in: result), line > most,
      let first = result.rows.first(where: { $0.line < line && $0.transient?.leaving != nil })
    {
      gone.insert(first.identifier)
      result = removing(gone).layout(viewport)
    }
    return gone
  }

  private func removing(_ gone: Set<RowIdentifier>?) -> Self {
    var basis = basis
    basis.transient.removeLeavingRows(gone)
    return Self(content, heights, basis)
  }

  private func filled(_ viewport: Viewport) -> TableLayout {
    if let anchor = viewport.anchor, let row = content.row(for: anchor.identifier) {
      let isCursor = viewport.showsCursor && anchor.identifier == viewport.cursor
      let highest =
        isCursor && anchor.line < 0 ? min(0, viewportLines - ownLines(of: row, anchor.identifier)) : 0
      let line = isCursor ? min(max(anchor.line, highest), max(0, viewportLines - 1)) : anchor.line
      let leaving = anchor.leaving.flatMap { self.line(ofLeaving: $0, directlyAbove: row) }
      return layout(viewport, of: leaving ?? self.line(of: row), at: line)
    }
    return firstLine.map { layout(viewport, of: $0, at: 0) } ?? TableLayout(basis: basis)
  }

  /// Returns the row that an anchor keeps on its line.
  func row(keptBy anchor: Viewport.Anchor, _ layout: TableLayout) -> TableLayout.PlacedRow? {
    if let leaving = anchor.leaving, let row = content.row(for: anchor.identifier),
      line(ofLeaving: leaving, directlyAbove: row) != nil,
      let placed = layout.rows.first(where: { $0.identifier == leaving && $0.transient?.leaving != nil })
    {
      return placed
    }
    return layout.placed(anchor.identifier)
  }

  /// Returns a former layout, scrolled; nil if rows may have moved for another reason.
  private func shifted(_ former: TableLayout, _ viewport: Viewport) -> TableLayout? {
    guard former.basis == basis, !former.rows.contains(where: \.geometry.scrollsSideways),
      let anchor = viewport.anchor,
      let placed = row(keptBy: anchor, former)
    else { return nil }
    if placed.line == anchor.line { return former }
    if former.hasLeavingRows { return nil }
    let lines = anchor.line - placed.line
    let moved = former.rows.map { row in
      var row = row
      row.line += lines
      return row
    }
    return filled(moved, around: moved[0].address, at: moved[0].line, viewport)
  }

  /// Returns a layout in which neither the pinned header nor an edge hides the cursor's row.
  private func uncoveringCursor(_ layout: TableLayout, _ viewport: Viewport) -> TableLayout {
    guard viewportLines > 0, let cursor = viewport.cursor, let row = content.row(for: cursor) else {
      return layout
    }
    let placed = layout.placed(cursor)
    if let placed, layout.areLinesInView(of: placed) { return layout }
    let own = placed?.ownRange.count ?? ownLines(of: row, cursor)
    let isAbove = layout.rows.contains { $0.row.map { $0 > row } ?? false }
    let line = placed?.line ?? (isAbove ? 0 : viewportLines)
    let shown = line.clamped(to: layout.linesInView(ofRowWith: own))
    let address = self.line(of: row)
    let next = self.layout(viewport, of: address, at: shown)
    guard shown < next.pinnedLines, line > shown || own <= viewportLines - next.pinnedLines else {
      return next
    }
    return self.layout(viewport, of: address, at: next.pinnedLines)
  }

  private func ownLines(of row: TableRow, _ identifier: RowIdentifier) -> Int {
    let height = heights.height(of: row, identifier)
    return height.lines - height.linesBelow
  }

  /// Fills the screen outwards from some lines of rows, so that the cost depends on the visible rows only.
  ///
  /// ```text
  ///             ▲ lineBefore until line 0
  ///   anchor ──▶ ████████  line 7            then the ends of the list pull: nothing is left blank
  ///             ▼ lineAfter until the last   below while there are rows above, nor above the first row
  /// ```
  ///
  /// - Parameters:
  ///   - start: the rows of these lines, in order.
  ///   - address: the address of the first of them.
  ///   - line: its line of the screen.
  private func filled(
    _ start: [TableLayout.PlacedRow], around address: LineAddress, at line: Int, _ viewport: Viewport
  ) -> TableLayout {
    var rows = start
    var (first, last) = (address, rows.last?.address ?? address)
    var filled = line..<(rows.last?.range.upperBound ?? line)
    func shift(by count: Int) {
      filled = filled.lowerBound + count..<filled.upperBound + count
      for index in rows.indices { rows[index].line += count }
    }
    func extend() {
      while filled.upperBound < viewportLines, let next = lineAfter(last) {
        let line = placedRows(next, at: filled.upperBound, viewport)
        rows += line
        (last, filled) = (next, filled.lowerBound..<filled.upperBound + (line.first?.lines ?? 0))
      }
      var above: [[TableLayout.PlacedRow]] = []
      while filled.lowerBound > 0, let next = lineBefore(first) {
        var line = placedRows(next, at: 0, viewport)
        let start = filled.lowerBound - (line.first?.lines ?? 0)
        for index in line.indices { line[index].line = start }
        above.append(line)
        (first, filled) = (next, start..<filled.upperBound)
      }
      if !above.isEmpty { rows = above.reversed().flatMap(\.self) + rows }
    }
    extend()
    if filled.upperBound < viewportLines {
      shift(by: viewportLines - filled.upperBound)
      extend()
    }
    if filled.lowerBound > 0 {
      shift(by: -filled.lowerBound)
      extend()
    }
    var layout = TableLayout(
      rows: rows.filter { $0.range.upperBound > 0 && $0.line < viewportLines }, lines: viewportLines,
      itemColumns: itemColumns, basis: basis)
    layout.showsStart = filled.lowerBound >= 0 && lineBefore(first) == nil
    layout.showsEnd = filled.upperBound <= viewportLines && lineAfter(last) == nil
    // The header of the section at the top edge is pinned if the section begins further up.
    guard basis.pinsHeaders, let top = layout.rows.first(where: { $0.row != nil }), let row = top.row,
      row.part != .header || top.line < 0,
      case let pinned = heights.pinnedLines(ofSection: row.section),
      pinned > 0, viewportLines > pinned + 1
    else { return layout }
    (layout.pinnedSection, layout.pinnedLines) = (row.section, pinned)
    layout.pinnedHeader = content.identifier(of: TableRow(section: row.section, .header))
    return layout
  }

  /// Returns the rows of a line that are on the screen, all as high as the highest one.
  private func placedRows(_ address: LineAddress, at line: Int, _ viewport: Viewport) -> [TableLayout
    .PlacedRow]
  {
    let section = section(at: address.section)
    let geometry = section.geometry
    func placed(_ part: TableRow.Part, or transient: TransientRow?, in columns: Range<Int>)
      -> TableLayout.PlacedRow
    {
      if let transient {
        return TableLayout.PlacedRow(
          identifier: transient.identifier, transient: transient, address: address, section: section.number,
          line: line, lines: transient.picture.count, columns: columns, geometry: geometry)
      }
      let row = TableRow(section: section.number ?? 0, part)
      let identifier = content.identifier(of: row)
      let height = heights.height(of: row, identifier)
      return TableLayout.PlacedRow(
        identifier: identifier, row: row, address: address, section: section.number, line: line,
        lines: height.lines, columns: columns, geometry: geometry, linesBelow: height.linesBelow)
    }
    switch section[address.line] {
    case .header: return [placed(.header, or: section.header, in: 0..<basis.columns)]
    case .footer: return [placed(.footer, or: section.footer, in: 0..<basis.columns)]
    case .slots(let number):
      let start = viewport.startColumn(of: section, self)
      let seen = geometry.seenSlots(ofLine: number, in: itemColumns, from: start, of: section.slots.count)
      var row = seen.map { slot in
        let columns = geometry.columns(of: slot, from: start)
        switch section.slots[slot] {
        case .permanent(let item): return placed(.item(item), or: nil, in: columns)
        case .transient(let index): return placed(.header, or: section.transient[index], in: columns)
        }
      }
      let lines = row.lazy.map(\.lines).max() ?? 0
      for index in row.indices { (row[index].lines, row[index].margins) = (lines, section.shape.margins) }
      return row
    }
  }

  /// Returns the screen lines of a line of rows.
  func lines(of address: LineAddress, _ viewport: Viewport) -> Int {
    placedRows(address, at: 0, viewport).first?.lines ?? 0
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
