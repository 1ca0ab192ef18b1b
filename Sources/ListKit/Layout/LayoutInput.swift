/// The lines that a row takes.
struct RowHeight: Hashable {
  var lines: Int
  /// Lines at its lower end that need not be seen for the row to be.
  var noteLines = 0
}

/// How high rows are.
@MainActor
protocol RowHeights {
  func height(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight
  /// Lines of a section's header while it is pinned to the top edge; none for a section without a header.
  func pinnedLines(ofSection section: Int) -> Int
}

/// All that a layout depends on but where the user is: rows, how high they are, and the screen.
///
/// The layout is a function of it and a ``Viewport``: it writes nothing and starts no clock.
///
/// ```text
///   former layout of the same generation, anchor on the same line  ▶ that layout
///                                         anchor n lines away      ▶ its rows, n lines on, filled at one edge
///   else                                                           ▶ filled from the anchor
/// ```
@MainActor
struct LayoutInput {
  var rows: PresentedRows
  var heights: any RowHeights
  /// Lines and columns of the screen, and the columns that items have.
  var lines: Int
  var columns: Int
  var itemColumns: Range<Int>
  var pinsHeaders: Bool
  /// A layout of the same number can be used again.
  var generation = 0

  /// The rows as they stand on the screen.
  ///
  /// - Complexity: O(lines of the screen).
  func layout(_ viewport: Viewport, reusing former: TableLayout? = nil) -> TableLayout {
    let layout = former.flatMap { shifted($0, viewport) } ?? filled(viewport)
    return viewport.showsCursor ? uncoveringCursor(layout, viewport) : layout
  }

  /// The layout with a line of rows at a line of the screen, as near as the ends of the list allow.
  func layout(_ viewport: Viewport, of address: LineAddress, at line: Int) -> TableLayout {
    var filling = LayoutFilling(self, viewport, at: address, line: line)
    filling.fill()
    return filling.layout
  }

  /// The leaving rows that have to go at once.
  ///
  /// In a list that nearly fits the screen, rows that are leaving could push the row that is to stay further down
  /// than it was and than it will be once they are gone. It would go there and back; they go at once instead, the
  /// uppermost first, as many as have to.
  ///
  /// - Parameter layout: the layout of the viewport.
  /// - Complexity: O(lines of the screen), times the rows that have to make way.
  func rowsInTheWay(_ layout: TableLayout, _ viewport: Viewport) -> Set<RowIdentifier> {
    guard layout.hasLeavingRows, let anchor = viewport.anchor, rows.content.row(for: anchor.identifier) != nil
    else { return [] }
    func line(in layout: TableLayout) -> Int { row(heldBy: anchor, layout)?.line ?? lines }
    guard line(in: layout) > anchor.line else { return [] }
    let most = max(anchor.line, line(in: removing(rows.transient.leavingRows).layout(viewport)))
    var (gone, result) = (Set<RowIdentifier>(), layout)
    while case let line = line(in: result), line > most,
      let first = result.rows.first(where: { $0.line < line && $0.transient?.kind == .leaving })
    {
      gone.insert(first.identifier)
      result = removing(gone).layout(viewport)
    }
    return gone
  }

  private func removing(_ gone: Set<RowIdentifier>) -> Self {
    var (input, transient) = (self, rows.transient)
    transient.remove(gone)
    input.rows = PresentedRows(rows.content, transient)
    return input
  }

  private func filled(_ viewport: Viewport) -> TableLayout {
    if let anchor = viewport.anchor, let row = rows.content.row(for: anchor.identifier) {
      let isCursor = viewport.showsCursor && anchor.identifier == viewport.cursor
      let line = isCursor ? min(max(anchor.line, 0), max(0, lines - 1)) : anchor.line
      let leaving = anchor.leaving.flatMap { rows.line(ofLeaving: $0, directlyAbove: row) }
      return layout(viewport, of: leaving ?? rows.line(of: row), at: line)
    }
    return rows.firstLine.map { layout(viewport, of: $0, at: 0) } ?? TableLayout(generation: generation)
  }

  /// The row that an anchor keeps on its line.
  func row(heldBy anchor: Viewport.Anchor, _ layout: TableLayout) -> TableLayout.PlacedRow? {
    if let leaving = anchor.leaving, let row = rows.content.row(for: anchor.identifier),
      rows.line(ofLeaving: leaving, directlyAbove: row) != nil,
      let placed = layout.rows.first(where: { $0.identifier == leaving && $0.transient?.kind == .leaving })
    {
      return placed
    }
    return layout.placed(anchor.identifier)
  }

  /// A former layout, scrolled; nil where rows may stand elsewhere for another reason.
  private func shifted(_ former: TableLayout, _ viewport: Viewport) -> TableLayout? {
    guard former.generation == generation, !former.hasStrips, let anchor = viewport.anchor,
      let placed = row(heldBy: anchor, former)
    else { return nil }
    if placed.line == anchor.line { return former }
    if former.hasLeavingRows { return nil }
    var filling = LayoutFilling(self, viewport, former, shiftedBy: anchor.line - placed.line)
    filling.fill()
    return filling.layout
  }

  /// A layout in which neither the pinned header nor an edge hides the cursor's row.
  private func uncoveringCursor(_ layout: TableLayout, _ viewport: Viewport) -> TableLayout {
    guard lines > 0, let cursor = viewport.cursor, let row = rows.content.row(for: cursor) else {
      return layout
    }
    let placed = layout.placed(cursor)
    let own = placed?.ownRange.count ?? ownLines(of: row, cursor)
    let isAbove = layout.rows.contains { $0.row.map { $0 > row } ?? false }
    let line = placed?.line ?? (isAbove ? 0 : lines)
    let shown = min(max(line, layout.pinnedLines), max(lines - own, layout.pinnedLines))
    if shown == placed?.line { return layout }
    let address = rows.line(of: row)
    let next = self.layout(viewport, of: address, at: shown)
    guard next.pinnedLines > layout.pinnedLines, shown < next.pinnedLines else { return next }
    return self.layout(viewport, of: address, at: next.pinnedLines)
  }

  private func ownLines(of row: TableRow, _ identifier: RowIdentifier) -> Int {
    let height = heights.height(of: row, identifier)
    return height.lines - height.noteLines
  }
}
