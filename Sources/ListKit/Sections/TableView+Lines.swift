/// The cursor among items that stand beside each other, and at the ends of the table.
extension TableView {
  /// Whether the cursor, or what is in the hand, is on a line that it may share with other items.
  var isBesideOthers: Bool {
    if let lifted { return arrangement(ofSection: lifted.session.target.section) != .list }
    return cursorRow.flatMap { rows?.isShared($0) } ?? false
  }

  /// Whether items stand beside each other in any section.
  ///
  /// - Complexity: O(sections).
  var hasSharedLines: Bool {
    guard let content else { return false }
    return (0..<content.numberOfSections).contains { content.layout(ofSection: $0) != .list }
  }

  /// Moves the cursor along its line, as far as there are items.
  func moveCursor(besideBy count: Int) {
    guard let rows, let row = cursorRow, rows.isShared(row) else { return }
    moveCursor(to: rows.itemBeside(row, by: count))
  }

  /// The column of a grid that the cursor keeps on its way up or down, through shorter lines as well.
  func columnToKeep(_ rows: RowSequence) -> Int {
    if let keptColumn, keptColumn.cursor == cursor { return keptColumn.column }
    return cursorRow.map(rows.gridColumn) ?? 0
  }

  /// The item by which a strip is entered from above or below: the one the cursor was on, if it is there.
  func entry(of row: TableRow, from former: TableRow) -> TableRow {
    guard let content, row.section != former.section, let rows, rows.arrangement(row.section) == .strip,
      let anchor = stripAnchors[stripName(row.section)], let known = content.row(for: anchor.identifier),
      known.section == row.section
    else { return row }
    return known
  }

  // MARK: The ends of the table

  /// An end of the table.
  enum End {
    case first
    case last
  }

  /// Scrolls to an end of the table, with the cursor's row in view as well if there is room for both.
  func show(_ end: End, with row: TableRow) {
    guard let content, let rows, let edge = end == .first ? rows.first : rows.last else { return }
    isCursorInView = lines(from: min(edge, row), to: max(edge, row)) <= viewportLines
    anchor = (content.identifier(of: edge), end == .first ? 0 : max(0, viewportLines - 1))
    setNeedsDisplay()
  }

  /// Shows more of the headers and footers beyond the first or last item, as an arrow does that finds no
  /// more items: all of them where there is room for the item too, else a line at a time.
  ///
  /// - Returns: whether the item need not be brought into view itself: it is scrolled away from, by hand.
  func showBeyond(_ row: TableRow, _ end: End) -> Bool {
    guard let rows, let edge = end == .first ? rows.first : rows.last else { return false }
    let placed = upcomingLayout().rows.filter { $0.row != nil }
    guard let first = placed.first, let last = placed.last, let top = first.row, let bottom = last.row else {
      return false
    }
    if end == .first ? row < top : row > bottom { return false }
    let isShown =
      end == .first
      ? rows.lineStart(top) == edge && first.line >= 0
      : rows.lineEnd(bottom) == edge && last.range.upperBound <= viewportLines
    if isShown { return true }
    if lines(from: min(edge, row), to: max(edge, row)) <= viewportLines {
      show(end, with: row)
    } else {
      scroll(by: end == .first ? -1 : 1)
    }
    return true
  }

  /// Lines from one row to a later one, both included, counted only as far as they fit into the view.
  private func lines(from first: TableRow, to last: TableRow) -> Int {
    guard let rows else { return 0 }
    let end = rows.lineStart(last)
    var (row, lines) = (rows.lineStart(first), height(of: first))
    while row != end, lines <= viewportLines, let next = rows.lineAfter(row) {
      lines += height(of: next)
      row = next
    }
    return lines
  }
}
