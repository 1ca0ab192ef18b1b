/// Where a row is brought to when it is shown.
public enum ScrollPosition: Hashable, Sendable {
  /// As far as it needs to be seen.
  case none
  /// The first line.
  case top
  /// The middle.
  case middle
  /// The last line.
  case bottom
}

extension TableView {
  /// The item under the cursor; nil while there is none.
  public var cursorIndexPath: IndexPath? {
    reconcile()
    return cursorRow?.indexPath
  }

  /// Puts the cursor on an item and brings it into view. Calls back nobody but ``cursorDidMove``.
  ///
  /// An index path that is out of range leaves the cursor where it is.
  public func moveCursor(to indexPath: IndexPath, scrollPosition: ScrollPosition = .none) {
    reconcile()
    moveCursor(to: TableRow(indexPath), scrollPosition: scrollPosition)
  }

  /// Puts the cursor on the first item and scrolls to the top, to the headers of empty sections as well.
  public func moveCursorToFirstRow() {
    reconcile()
    guard let row = rows?.firstItem else { return }
    setCursor(row)
    show(.first, with: row)
  }

  /// Puts the cursor on the last item and scrolls to the end.
  func moveCursorToLastRow() {
    guard let row = rows?.lastItem else { return }
    setCursor(row)
    show(.last, with: row)
  }

  /// Brings a row into view without moving the cursor.
  func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition) {
    reconcile()
    guard let rows, rows.contains(TableRow(indexPath)) else { return }
    // The cursor may stay behind.
    isCursorInView = false
    showInStrip(TableRow(indexPath))
    show(TableRow(indexPath), at: scrollPosition)
  }

  func moveCursor(to row: TableRow, scrollPosition: ScrollPosition = .none) {
    guard let rows, rows.contains(row), row.indexPath != nil else { return }
    setCursor(row)
    isCursorInView = true
    show(row, at: scrollPosition)
  }

  /// Moves the cursor a number of items, or as many as there are.
  func moveCursor(by count: Int) {
    guard let rows, let start = cursorRow ?? rows.firstItem else { return }
    let column = columnToKeep(rows)
    var row = start
    for _ in 0..<abs(count) {
      let next = count > 0 ? rows.itemBelow(row, inColumn: column) : rows.itemAbove(row, inColumn: column)
      guard let next else { break }
      row = entry(of: next, from: row)
    }
    // At the first item an arrow still shows the headers above it, and at the last one what is below.
    if row == start, count != 0, showBeyond(row, count < 0 ? .first : .last) { return setCursor(row) }
    moveCursor(to: row)
    keptColumn = cursor.map { ($0, column) }
  }

  /// Moves cursor and view by a screenful, the cursor staying on its line.
  func moveCursor(byPages pages: Int) {
    guard let content, let rows, let start = cursorRow ?? rows.firstItem else { return }
    let layout = upcomingLayout()
    let target = max(1, viewportLines - layout.stickyLines - 1) * abs(pages)
    let line = cursor.flatMap { layout.placed($0)?.line } ?? 0
    var row = start
    var lines = 0
    while lines < target, let next = pages > 0 ? rows.lineAfter(row) : rows.lineBefore(row) {
      lines += builder(rows).height(next)
      row = next
    }
    guard let item = row.indexPath == nil ? (pages > 0 ? rows.itemAfter(row) : rows.itemBefore(row)) : row
    else {
      return pages > 0 ? moveCursorToLastRow() : moveCursorToFirstRow()
    }
    let column = columnToKeep(rows)
    let goal = entry(of: rows.item(ofLine: item, inColumn: column), from: start)
    setCursor(goal)
    isCursorInView = true
    anchor = (content.identifier(of: goal), line)
    keptColumn = cursor.map { ($0, column) }
    setNeedsDisplay()
  }

  /// Scrolls by lines; the cursor stays on its row, even out of view.
  func scroll(by lines: Int) {
    let layout = upcomingLayout()
    let placed = layout.rows.filter { $0.row != nil }
    guard let content, let top = placed.first(where: { $0.line >= layout.stickyLines }) ?? placed.first,
      content.row(for: top.identifier) != nil
    else { return }
    isCursorInView = false
    anchor = (top.identifier, top.line - lines)
    setNeedsDisplay()
  }

  private func setCursor(_ row: TableRow) {
    guard let content, allowsSelection else { return }
    let identifier = content.identifier(of: row)
    isCursorUnseen = false
    guard identifier != cursor || isCursorMoveUntold else { return }
    isCursorMoveUntold = false
    cursor = identifier
    cursorDidMove?(row.indexPath)
    setNeedsDisplay()
  }

  /// Anchors a row so that it is seen, with a line of context where there is room for it.
  private func show(_ row: TableRow, at position: ScrollPosition) {
    guard let content, let rows else { return }
    let lines = builder(rows).height(row)
    let context = viewportLines >= 5 ? 1 : 0
    let sticky =
      style == .plain && row.part != .header ? textLines(of: TableRow(section: row.section, .header)) : 0
    let highest = sticky + context
    let lowest = viewportLines - lines - context
    let identifier = content.identifier(of: row)
    let line =
      switch position {
      case .top: sticky
      case .middle: (viewportLines - lines) / 2
      case .bottom: viewportLines - lines
      case .none: min(max(currentLine(of: row, identifier), highest), max(lowest, highest))
      }
    anchor = (identifier, line)
    setNeedsDisplay()
  }

  /// The row's line on the screen; beyond its edges for rows that are not on it.
  private func currentLine(of row: TableRow, _ identifier: RowIdentifier) -> Int {
    let layout = upcomingLayout()
    if let placed = layout.placed(identifier) { return placed.line }
    guard let first = layout.rows.first(where: { $0.row != nil }),
      let firstRow = content?.row(for: first.identifier)
    else { return 0 }
    return row < firstRow ? -1 : viewportLines
  }
}
