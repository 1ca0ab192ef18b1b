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
  /// The item under the cursor; nil while there is none, such as on the header of a section that can be closed.
  public var cursorIndexPath: IndexPath? { upcomingCursorRow?.indexPath }

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
    moveCursor(toEnd: .first)
  }

  /// Puts the cursor on the last item and scrolls to the end.
  public func moveCursorToLastRow() {
    reconcile()
    moveCursor(toEnd: .last)
  }

  private func moveCursor(toEnd end: TableEnd) {
    guard let content, let rows, let row = end == .first ? rows.firstStop : rows.lastStop else { return }
    moveCursor(.movedToEnd(end, allowsSelection ? content.identifier(of: row) : nil))
  }

  /// Brings a row into view without moving the cursor.
  func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition) {
    reconcile()
    guard let content, let rows, rows.contains(TableRow(indexPath)) else { return }
    happen(.shown(content.identifier(of: TableRow(indexPath)), at: scrollPosition, withCursor: false))
  }

  func moveCursor(to row: TableRow, scrollPosition: ScrollPosition = .none) {
    guard let content, let rows, rows.takesCursor(row) else { return }
    let identifier = content.identifier(of: row)
    moveCursor(.shown(identifier, at: scrollPosition, withCursor: allowsSelection))
  }

  /// Lets an event move the cursor, and says so if it did.
  func moveCursor(_ event: ViewportEvent) {
    let former = cursor
    happen(event)
    phase.isCursorUnseen = false
    guard cursor != former || phase.hasUnreportedCursorMove, allowsSelection else { return }
    phase.hasUnreportedCursorMove = false
    tellCursorMove()
  }

  /// Moves the cursor a number of items up or down, or as many as there are.
  func moveCursor(by count: Int) {
    guard let content, let rows, let start = cursorRow ?? rows.firstStop else { return }
    let column = columnToKeep(rows)
    var row = start
    for _ in 0..<abs(count) {
      guard let next = rows.stop(count.signum(), fromLineOf: row, inColumn: column) else { break }
      row = entry(of: next, from: row)
    }
    // At the first item an arrow still shows the headers above it, and at the last one what is below.
    if row == start, count != 0, let beyond = eventBeyond(row, count < 0 ? .first : .last) {
      return moveCursor(beyond)
    }
    moveCursor(.moved(to: content.identifier(of: row), keptColumn: column))
  }

  /// Moves cursor and view by a screenful, the cursor staying on its line.
  func moveCursor(byPages pages: Int) {
    guard let content, let input = layoutInput, let start = cursorRow ?? input.rows.firstStop else { return }
    let layout = upcomingLayout()
    let target = max(1, viewportLines - layout.pinnedLines - 1) * abs(pages)
    var address = input.rows.line(of: start)
    var lines = 0
    while lines < target,
      let next = pages > 0 ? input.rows.lineAfter(address) : input.rows.lineBefore(address)
    {
      lines += input.lines(of: next, viewport)
      address = next
    }
    let column = columnToKeep(input.rows)
    guard let row = input.rows.stop(atOrBeyond: address, by: pages, inColumn: column) else {
      return pages > 0 ? moveCursorToLastRow() : moveCursorToFirstRow()
    }
    let identifier = content.identifier(of: entry(of: row, from: start))
    let line = cursor.flatMap { layout.placed($0)?.line } ?? 0
    moveCursor(.placed(identifier, line: line, keptColumn: column))
  }

  /// Moves the cursor along its line, as far as there are items.
  func moveCursor(besideBy count: Int) {
    guard let rows, let row = cursorRow, rows.isShared(row) else { return }
    moveCursor(to: rows.itemBeside(row, by: count))
  }

  /// Scrolls by lines; the cursor stays on its row, even out of view.
  func scroll(by lines: Int) { happen(.scrolled(by: lines)) }

  // MARK: Columns

  /// Whether the cursor, or what is carried, is on a line that it may share with other items.
  var isBesideOthers: Bool {
    if let carried { return content?.layout(ofSection: carried.session.target.section) != .list }
    return cursorRow.flatMap { rows?.isShared($0) } ?? false
  }

  /// Whether items stand beside each other in any section.
  ///
  /// - Complexity: O(sections).
  var hasSharedLines: Bool {
    guard let content else { return false }
    return (0..<content.numberOfSections).contains { content.layout(ofSection: $0) != .list }
  }

  /// The column that the cursor keeps on its way up or down, through shorter lines as well.
  private func columnToKeep(_ rows: PresentedRows) -> Int {
    if let kept = viewport.keptColumn, kept.cursor == cursor { return kept.column }
    return cursorRow.map(rows.column(of:)) ?? 0
  }

  /// The item by which a strip is entered from above or below: the one the cursor was on, if it is there.
  private func entry(of row: TableRow, from former: TableRow) -> TableRow {
    guard row.section != former.section, row.item != nil, let content, content.isStrip(row.section) else {
      return row
    }
    return stripAnchor(ofSection: row.section) ?? row
  }

  /// The item of a strip that keeps its column.
  func stripAnchor(ofSection section: Int) -> TableRow? {
    guard let content,
      let anchor = viewport.strips[content.identifier(of: TableRow(section: section, .header))],
      let row = content.row(for: anchor.identifier), row.section == section
    else { return nil }
    return row
  }

  // MARK: The ends of the table

  /// What an arrow does that finds no more items: it shows more of the headers and footers beyond the first or last
  /// one, all of them where there is room for the item too, else a line at a time.
  ///
  /// - Returns: nil where the item itself has to be brought into view.
  private func eventBeyond(_ row: TableRow, _ end: TableEnd) -> ViewportEvent? {
    guard let content, let input = layoutInput else { return nil }
    let layout = upcomingLayout()
    let placed = layout.rows.compactMap(\.row)
    guard let top = placed.first, let bottom = placed.last else { return nil }
    if end == .first ? row < top : row > bottom { return nil }
    if end == .first ? layout.showsStart : layout.showsEnd { return .scrolled(by: 0) }
    let whole = ViewportEvent.movedToEnd(end, content.identifier(of: row))
    if viewport.after(whole, shown: layout, input).showsCursor { return whole }
    return .scrolled(by: end == .first ? -1 : 1)
  }
}

extension TableContent {
  func isStrip(_ section: Int) -> Bool {
    if case .strip = layout(ofSection: section).kind { true } else { false }
  }
}
