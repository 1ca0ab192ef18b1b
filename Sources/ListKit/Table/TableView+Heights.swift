/// How high rows are: measured once, and kept as long as they may be the same.
extension TableView: RowHeights {
  func height(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight {
    cellStore.height(of: identifier) ?? measure(row, identifier)
  }

  func measure(_ row: TableRow, _ identifier: RowIdentifier) -> RowHeight {
    let height = measuredHeight(of: row)
    cellStore.setHeight(height, of: identifier)
    return height
  }

  private func measuredHeight(of row: TableRow) -> RowHeight {
    guard row.item != nil else {
      let edge = framesSections && (content?.numberOfItems(inSection: row.section) ?? 0) > 0 ? 1 : 0
      return RowHeight(lines: topPadding(of: row) + textLines(of: row) + edge)
    }
    let own = itemLines(row, likeSection: row.section)
    guard content?.layout(ofSection: row.section) == .list else { return RowHeight(lines: own) }
    let note = noteLines(of: row)
    return RowHeight(lines: own + note + (hasSeparator(row) ? 1 : 0), noteLines: note)
  }

  func pinnedLines(ofSection section: Int) -> Int { textLines(of: TableRow(section: section, .header)) }

  /// Lines of a header's or footer's text.
  func textLines(of row: TableRow) -> Int {
    let signs = allowsSectionCollapsing && row.part == .header ? RowPainter.HeaderSign.columns : 0
    let columns = max(0, size.columns - Self.gutterColumns - signs)
    return content?.text(of: row).map { max(1, $0.lines(inColumns: columns, metrics: TextMetrics(traits))) }
      ?? 0
  }

  /// Blank lines above a header's text.
  func topPadding(of row: TableRow) -> Int {
    row.part == .header && textLines(of: row) > 0 ? max(0, sectionHeaderTopPadding) : 0
  }

  /// Lines that an item takes for itself, or would take in another section.
  func itemLines(_ row: TableRow, likeSection section: Int) -> Int {
    let layout = content?.layout(ofSection: section) ?? .list
    if case .strip(_, let lines) = layout.kind { return max(1, lines) }
    let columns = slotColumns(ofSection: section)
    return withCell(of: row, columns: columns, margins: layout.margins) { cell, _, signs in
      cell.lines(inColumns: signs.content.count, metrics: TextMetrics(traits))
    } ?? 1
  }

  /// Columns of each item of a section, gutter included.
  func slotColumns(ofSection section: Int) -> Int {
    (content?.layout(ofSection: section) ?? .list).geometry(in: itemColumns.count).slotColumns
  }

  /// Whether a line is drawn below an item: between the items of a list.
  func hasSeparator(_ row: TableRow) -> Bool {
    guard separatorStyle == .singleLine, let item = row.item, let content else { return false }
    return content.layout(ofSection: row.section) == .list
      && item + 1 < content.numberOfItems(inSection: row.section)
  }
}
