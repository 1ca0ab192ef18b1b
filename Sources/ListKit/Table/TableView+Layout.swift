extension TableView {
  /// Lines for rows: all but those of the column titles.
  var viewportLines: Int { max(0, size.lines - columnTitleLines) }

  var columnTitleLines: Int { columns.isEmpty || size.lines < 6 ? 0 : 1 }

  /// Columns for a row's content: all but the gutter and the scroll bar.
  var contentColumns: Int { max(0, itemColumns.count - Self.gutterColumns - Self.scrollBarColumns) }

  nonisolated static let gutterColumns = 2
  nonisolated static let scrollBarColumns = 1

  /// The columns and lines that rows have on the screen: all but those of the column titles.
  ///
  /// It is the next drawing's while ``TableViewController/viewWillLayoutSubviews()`` is called, and else that
  /// of the last one.
  public var visibleSize: Size { Size(columns: size.columns, lines: viewportLines) }

  /// The place of the cursor's row in the content as it is now.
  var cursorRow: TableRow? { cursor.flatMap { content?.row(for: $0) } }

  func builder(_ rows: RowSequence) -> TableLayoutBuilder {
    TableLayoutBuilder(
      rows: rows, viewportLines: viewportLines, stickyHeaders: style == .plain,
      height: { [unowned self] in height(of: $0) }, noteLines: { [unowned self] in noteLines(of: $0) },
      pinnedLines: { [unowned self] in textLines(of: TableRow(section: $0, .header)) },
      line: { [unowned self] in occupants(ofLine: $0, in: rows) },
      guestLines: { [unowned self] in guestLines($0, line: $1, in: rows) })
  }

  /// The layout that the next drawing would show, for commands that come before it.
  func upcomingLayout() -> TableLayout {
    guard isLayoutDue else { return layout }
    return isCursorInView ? uncoveringCursor(nextLayout()) : nextLayout()
  }

  /// The layout for the content as it is now; what the user sees changes with `performLayout`.
  func nextLayout() -> TableLayout {
    guard let rows, let start = anchorRow(rows) else { return TableLayout() }
    isLayingOut = true
    defer { isLayingOut = false }
    return builder(rows).layout(anchor: start.row, line: start.line)
  }

  private func anchorRow(_ rows: RowSequence) -> (row: TableRow, line: Int)? {
    if let anchor, let row = rows.content.row(for: anchor.identifier) {
      let isCursor = isCursorInView && anchor.identifier == cursor
      return (row, isCursor ? min(max(anchor.line, 0), max(0, viewportLines - 1)) : anchor.line)
    }
    return rows.first.map { ($0, 0) }
  }

  /// Lays the rows out anew and anchors them for the next time.
  func performLayout() {
    layout = nextLayout()
    if isCursorInView { layout = uncoveringCursor(layout) }
    isLayoutDue = false
    // How high a strip is does not depend on its cells, so nobody has asked for them yet.
    for row in layout.rows.lazy.compactMap(\.row) where row.indexPath != nil { _ = cell(for: row) }
    recycleCells()
    updateStripAnchors()
    updateAnchor()
  }

  /// A layout in which neither the pinned header nor an edge hides the cursor's row.
  private func uncoveringCursor(_ layout: TableLayout) -> TableLayout {
    guard viewportLines > 0, let rows, let cursor, let row = cursorRow else { return layout }
    let placed = layout.placed(cursor)
    let lines = placed?.ownRange.count ?? height(of: row) - noteLines(of: row)
    let line = placed?.line ?? (layout.rows.contains { $0.row.map { $0 > row } ?? false } ? 0 : viewportLines)
    let shown = min(max(line, layout.stickyLines), max(viewportLines - lines, layout.stickyLines))
    if shown == placed?.line { return layout }
    isLayingOut = true
    defer { isLayingOut = false }
    let next = builder(rows).layout(anchor: row, line: shown)
    guard next.stickyLines > layout.stickyLines, shown < next.stickyLines else { return next }
    return builder(rows).layout(anchor: row, line: next.stickyLines)
  }

  private func updateAnchor() {
    // A row in the hand may be all there is to see.
    if lifted?.ghost != nil, !layout.rows.contains(where: { $0.row != nil }) { return }
    if let cursor, let placed = layout.placed(cursor), isInView(placed) {
      anchor = (cursor, placed.line)
      isCursorInView = true
    } else if let top = layout.rows.first(where: { $0.row != nil && $0.line >= layout.stickyLines })
      ?? layout.rows.first(where: { $0.row != nil })
    {
      anchor = (top.identifier, top.line)
      isCursorInView = cursor == nil
    } else if layout.rows.isEmpty, viewportLines > 0 || cursor == nil {
      // Where only rows that leave are seen, the anchor stays.
      anchor = nil
      isCursorInView = true
    }
  }

  /// Whether a row is seen, as far as it fits.
  func isInView(_ placed: TableLayout.PlacedRow) -> Bool {
    (!placed.isShared || itemColumns.clamped(to: placed.columns) == placed.columns)
      && placed.line >= layout.stickyLines && placed.line < viewportLines
      && (placed.ownRange.upperBound <= viewportLines || placed.line == layout.stickyLines)
  }
}
