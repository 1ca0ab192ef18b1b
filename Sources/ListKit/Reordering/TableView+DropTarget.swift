#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
internal import ListDiff

/// Where the lifted row would be dropped, on the screen.
extension TableView {
  /// The row that the place of a session lies beside.
  func neighbor(of session: ReorderSession) -> Tombstone.Neighbor? {
    guard let rows, let content else { return nil }
    let place = session.target
    if let above = session.itemAbove(place) {
      return .behind(content.identifier(of: TableRow(IndexPath(above))))
    }
    let header = TableRow(section: place.section, .header)
    if rows.contains(header) { return .behind(content.identifier(of: header)) }
    let first = TableRow(section: place.section, .item(0))
    if rows.contains(first), first.indexPath?.position != session.origin {
      return .before(content.identifier(of: first))
    }
    // An empty section without a header shows nothing of itself.
    if let last = rows.before(header) { return .behind(content.identifier(of: last)) }
    return rows.after(TableRow(section: place.section, .footer)).map { .before(content.identifier(of: $0)) }
  }

  /// Anchors the view on its top row, so that what comes and goes below leaves it in place.
  func freezeTop(without identifier: RowIdentifier? = nil) {
    let layout = upcomingLayout()
    let placed = layout.rows.filter { $0.row != nil && $0.identifier != identifier }
    guard let top = placed.first(where: { $0.line >= layout.stickyLines }) ?? placed.last else { return }
    isCursorInView = false
    anchor = (top.identifier, top.line)
  }

  /// Scrolls just enough to show the place where the lifted row would be dropped.
  func showTarget() {
    guard let lifted, let content else { return }
    guard let ghost = lifted.ghost else {
      content.row(for: lifted.identifier).map(scrollToShow)
      return
    }
    let layout = nextLayout()
    let lines = ghost.lines.count
    let highest = layout.stickyLines
    let lowest = max(highest, viewportLines - lines)
    var line: Int
    if let placed = layout.rows.first(where: { $0.tombstone?.identifier == lifted.identifier }) {
      if (highest...lowest).contains(placed.line) { return }
      line = placed.line < highest ? highest : lowest
    } else {
      line = isAbove(ghost.neighbor, layout) ? highest : lowest
    }
    switch ghost.neighbor {
    case .before(let identifier): anchor = (identifier, line + lines)
    case .behind(let identifier):
      let row = content.row(for: identifier)
      anchor = (identifier, line - (row.flatMap { row in rows.map { builder($0).height(row) } } ?? 1))
    }
    setNeedsDisplay()
  }

  private func isAbove(_ neighbor: Tombstone.Neighbor, _ layout: TableLayout) -> Bool {
    let identifier =
      switch neighbor {
      case .behind(let identifier), .before(let identifier): identifier
      }
    guard let row = content?.row(for: identifier), let first = layout.rows.compactMap(\.row).first else {
      return false
    }
    return row <= first
  }

  func scrollToShow(_ row: TableRow) {
    guard let indexPath = row.indexPath else { return }
    scrollToRow(at: indexPath, at: .none)
  }

  /// What a row looks like, on the screen or not.
  func picture(of row: TableRow, _ identifier: RowIdentifier) -> [[Glyph]] {
    if let drawn = drawn[identifier] { return drawn }
    guard let rows else { return [[]] }
    let lines = builder(rows).height(row)
    var canvas = Canvas(size: Size(columns: size.columns, lines: lines), traits: traits)
    drawItem(row, identifier, in: &canvas, painter(at: .zero))
    return (0..<lines).map { Array(canvas.frame.line($0)) }
  }

  /// Draws the lifted row where it would be dropped.
  func drawGhost(_ ghost: Tombstone, in canvas: inout Canvas, _ painter: RowPainter) {
    for (line, glyphs) in ghost.lines.enumerated() { canvas.place(glyphs, line: line, column: 0) }
    painter.drawHand(in: &canvas)
  }

  /// Shows of a row that it is in the hand: a grip, and dim where it would leave.
  func drawLifted(_ lifted: LiftedRow, in canvas: inout Canvas, _ painter: RowPainter) {
    guard lifted.ghost != nil else { return painter.drawGrip(in: &canvas) }
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line) { painter.faded($0) }
    }
  }
}

extension RowPainter {
  func faded(_ style: Style) -> Style {
    Style(foreground: style.foreground, background: style.background, attributes: .dim)
  }

  /// Makes the row in the hand look like the one under the cursor.
  func drawHand(in canvas: inout Canvas) {
    let end = canvas.size.columns - TableView.scrollBarColumns
    drawCursor(over: TableView.gutterColumns..<max(TableView.gutterColumns, end), in: &canvas)
    canvas.write(
      StyledText(symbols.cursor), style: Style(foreground: theme.prompt.foreground, attributes: .bold))
    drawGrip(in: &canvas)
  }

  func drawGrip(in canvas: inout Canvas) {
    canvas.write(StyledText(symbols.reorder), column: 1, style: Style(attributes: .bold))
  }
}
