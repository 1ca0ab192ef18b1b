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
  func freezeTop(without lifted: LiftedRow? = nil) {
    let layout = upcomingLayout()
    let placed = layout.rows.filter { $0.row != nil && !(lifted?.contains($0.identifier) ?? false) }
    guard let top = placed.first(where: { $0.line >= layout.stickyLines }) ?? placed.last else { return }
    isCursorInView = false
    anchor = (top.identifier, top.line)
  }

  /// Brings up to date what is shown at the place where the lifted row would be dropped.
  func refreshGhost() {
    guard var lifted, let row = content?.row(for: lifted.identifier) else { return }
    let section = lifted.session.target.section
    let width = slotColumns(ofSection: section)
    let start = itemColumns.lowerBound
    lifted.neighbor = neighbor(of: lifted.session)
    lifted.columns = arrangement(ofSection: section) == .list ? nil : start..<start + width
    if lifted.lines.first?.count != width {
      lifted.lines = picture(of: row, lifted.identifier, inSection: section)
    }
    self.lifted = lifted
  }

  /// Scrolls just enough to show the place where the lifted row would be dropped.
  func showTarget() {
    guard let lifted, let content else { return }
    guard let ghost = lifted.ghost else {
      content.row(for: lifted.identifier).map(scrollToShow)
      return
    }
    // From beyond the edges it is brought near, and only then it is known where exactly it stands.
    for _ in 0..<2 {
      let layout = nextLayout()
      let highest = layout.stickyLines
      let placed = layout.rows.first { $0.tombstone?.identifier == lifted.identifier }
      let lowest = max(highest, viewportLines - (placed?.lines ?? ghost.lines.count))
      if let placed {
        if (highest...lowest).contains(placed.line) { return }
        shift(layout, placed, to: placed.line < highest ? highest : lowest)
      } else {
        anchorNeighbor(of: ghost, at: isAbove(ghost.neighbor, layout) ? highest : lowest)
      }
      setNeedsDisplay()
    }
  }

  /// Scrolls so that a row of a layout comes to a line.
  private func shift(_ layout: TableLayout, _ placed: TableLayout.PlacedRow, to line: Int) {
    let nearest = layout.rows.filter { $0.row != nil }.min {
      abs($0.line - placed.line) < abs($1.line - placed.line)
    }
    if let nearest { anchor = (nearest.identifier, nearest.line + line - placed.line) }
  }

  /// Scrolls so that a row that is not on the screen comes to a line.
  private func anchorNeighbor(of ghost: Tombstone, at line: Int) {
    anchor = (ghost.neighbor.identifier, line - linesFromNeighbor(to: ghost))
  }

  /// Lines from the upper edge of a ghost's neighbour to that of the ghost.
  private func linesFromNeighbor(to ghost: Tombstone) -> Int {
    guard let rows, let row = content?.row(for: ghost.neighbor.identifier) else { return 1 }
    let height = builder(rows).height(row)
    guard case .item(let item) = row.part, let slot = guestSlot(of: ghost, inSection: row.section) else {
      return ghost.neighbor.isBehind ? height : -ghost.lines.count
    }
    guard case .grid(let columns) = rows.arrangement(row.section) else { return 0 }
    return height * (slot / columns - rows.slots(row.section).slot(ofItem: item) / columns)
  }

  private func isAbove(_ neighbor: Tombstone.Neighbor, _ layout: TableLayout) -> Bool {
    guard let row = content?.row(for: neighbor.identifier), let first = layout.rows.compactMap(\.row).first
    else { return false }
    return row <= first
  }

  func scrollToShow(_ row: TableRow) {
    guard let indexPath = row.indexPath else { return }
    scrollToRow(at: indexPath, at: .none)
  }

  /// What a row looks like, or would look like in another section, on the screen or not.
  private func picture(of row: TableRow, _ identifier: RowIdentifier, inSection section: Int) -> [[Glyph]] {
    let lines = itemLines(row, likeSection: section)
    var canvas = Canvas(size: Size(columns: slotColumns(ofSection: section), lines: lines), traits: traits)
    canvas.matchStyle = currentTheme.match
    var painter = painter(at: .zero)
    painter.margins = margins(ofSection: section)
    drawItem(row, identifier, in: &canvas, painter)
    return (0..<lines).map { Array(canvas.frame.line($0)) }
  }

  /// Draws the lifted row where it would be dropped, and how many go with it.
  func drawGhost(_ ghost: Tombstone, in canvas: inout Canvas, _ painter: RowPainter) {
    for (line, glyphs) in ghost.lines.enumerated() { canvas.place(glyphs, line: line, column: 0) }
    painter.drawHand(in: &canvas)
    if let count = lifted?.session.lifted.count, count > 1 { painter.drawCount(count, in: &canvas) }
  }

  /// Shows of a row that it is in the hand: a grip, and dim where it would leave.
  func drawLifted(_ lifted: LiftedRow, in canvas: inout Canvas, _ painter: RowPainter) {
    guard lifted.ghost != nil else { return painter.drawGrip(in: &canvas) }
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line) { painter.faded($0) }
    }
  }
}

extension Symbols {
  /// Before the number of rows in the hand.
  var times: String { isUnicode ? "×" : "x" }
}

extension RowPainter {
  /// Tells how many rows are in the hand, at the right end of the one that is shown.
  func drawCount(_ count: Int, in canvas: inout Canvas) {
    let columns = margins.content(of: canvas.size.columns)
    let text = " \(symbols.times)\(count)"
    let width = canvas.metrics.width(of: text)
    guard width <= columns.count else { return }
    canvas.write(
      StyledText(text), column: columns.upperBound - width, style: Style(attributes: [.bold, .reverse]))
  }

  func faded(_ style: Style) -> Style {
    Style(foreground: style.foreground, background: style.background, attributes: .dim)
  }

  /// Makes the row in the hand look like the one under the cursor.
  func drawHand(in canvas: inout Canvas) {
    drawCursor(over: margins.content(of: canvas.size.columns), in: &canvas)
    if margins.hasGutter {
      canvas.write(
        StyledText(symbols.cursor), style: Style(foreground: theme.prompt.foreground, attributes: .bold))
    }
    drawGrip(in: &canvas)
  }

  func drawGrip(in canvas: inout Canvas) {
    canvas.write(
      StyledText(symbols.reorder), column: margins.hasGutter ? 1 : 0, style: Style(attributes: .bold))
  }
}
