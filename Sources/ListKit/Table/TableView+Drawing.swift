extension TableView {
  /// Draws the table as it is at a time.
  ///
  /// - Complexity: O(columns × lines of the canvas), whatever the number of rows.
  public func draw(in canvas: inout Canvas, at now: Duration) {
    (size, traits) = (canvas.size, canvas.traits)
    (isDrawing, isOnScreen) = (true, true)
    _ = takeOverChange()
    startTransition(at: now)
    transition?.advance(to: now)
    if transition?.isOver(at: now) ?? false { transition = nil }
    autoscroll(at: now)
    performLayout()
    tellAppearances()
    let painter = self.painter(at: now)
    if columnTitleLines > 0 { painter.drawColumnTitles(columns, in: &canvas) }
    canvas.inside(Rect(line: columnTitleLines, column: 0, columns: size.columns, lines: viewportLines)) {
      canvas in
      drawRows(in: &canvas, painter)
      drawScrollBar(in: &canvas, painter)
    }
    isDrawing = false
    wasDrawn = true
    isCursorUnseen = false
    if isCursorMoveUntold {
      isCursorMoveUntold = false
      cursorDidMove?(cursorRow?.indexPath)
    }
    completeTransition(at: now)
    content?.performPendingApplies()
  }

  func painter(at now: Duration) -> RowPainter {
    RowPainter(
      traits: traits, theme: theme ?? .standard(for: traits),
      columns: columns.placed(in: contentColumns), transition: transition, now: now)
  }

  /// When the table's picture changes next by itself; nil while it is at rest.
  public func nextFrame(after now: Duration) -> Duration? {
    [transition?.nextFrame(after: now), nextAccessoryFrame(after: now), nextAutoscroll].compactMap(\.self).min()
  }

  private func drawRows(in canvas: inout Canvas, _ painter: RowPainter) {
    drawn.removeAll(keepingCapacity: true)
    showsAnimatedAccessory = false
    for placed in layout.rows { draw(placed, in: &canvas, painter) }
    if let section = layout.stickySection, let header = content?.header(ofSection: section) {
      canvas.fill(line: 0, with: .blank)
      let row = TableRow(section: section, .header)
      let rect = Rect(line: 0, column: 0, columns: size.columns, lines: layout.stickyLines)
      canvas.inside(rect) { painter.draw(header, row: row, in: &$0) }
    }
    if layout.rows.isEmpty, let backgroundContent { painter.drawCentered(backgroundContent, in: &canvas) }
    if let ghost = layout.rows.first(where: { $0.tombstone != nil && $0.identifier == lifted?.identifier }) {
      canvas.placeCursor(line: ghost.line, column: 0)
    } else if let cursor, let placed = layout.placed(cursor), isInView(placed) {
      canvas.placeCursor(line: placed.line, column: 0)
    }
  }

  private func draw(_ placed: TableLayout.PlacedRow, in canvas: inout Canvas, _ painter: RowPainter) {
    var row = Canvas(size: Size(columns: size.columns, lines: placed.lines), traits: traits)
    row.matchStyle = painter.theme.match
    if let tombstone = placed.tombstone, tombstone.identifier == lifted?.identifier {
      drawGhost(tombstone, in: &row, painter)
    } else if let tombstone = placed.tombstone {
      painter.draw(tombstone, in: &row)
    } else if let address = placed.row, let content {
      switch address.part {
      case .header:
        content.header(ofSection: address.section).map { painter.draw($0, row: address, in: &row) }
      case .footer:
        content.footer(ofSection: address.section).map { painter.draw($0, row: address, in: &row) }
      case .item: drawItem(address, placed.identifier, in: &row, painter)
      }
      drawn[placed.identifier] = (0..<placed.lines).map { Array(row.frame.line($0)) }
      painter.drawChange(of: address, placed.identifier, isCursor: placed.identifier == cursor, in: &row)
      if case .item(let item) = placed.identifier, selection.contains(item) {
        painter.drawSelection(isCursor: placed.identifier == cursor, in: &row)
      }
      if let lifted, lifted.identifier == placed.identifier { drawLifted(lifted, in: &row, painter) }
    }
    for line in 0..<placed.lines {
      canvas.place(Array(row.frame.line(line)), line: placed.line + line, column: 0)
    }
  }

  func drawItem(
    _ row: TableRow, _ identifier: RowIdentifier, in canvas: inout Canvas, _ painter: RowPainter
  ) {
    guard let content, let indexPath = row.indexPath, let cell = cell(for: row) else { return }
    let state = configurationState(of: row, identifier)
    cell.update(for: state)
    let outline = content.outlinePosition(at: indexPath)
    if painter.draw(cell, context: cellContext(state), outline: outline, in: &canvas) {
      showsAnimatedAccessory = true
    }
  }

  private func drawScrollBar(in canvas: inout Canvas, _ painter: RowPainter) {
    guard showsVerticalScrollIndicator, let content,
      let first = layout.rows.first(where: { $0.row?.indexPath != nil })?.row?.indexPath,
      let last = layout.rows.last(where: { $0.row?.indexPath != nil })?.row?.indexPath
    else { return }
    let from = content.ordinal(of: first)
    let to = content.ordinal(of: last) + 1
    painter.drawScrollBar(showing: from..<to, of: content.numberOfItems, in: &canvas)
  }

  private func completeTransition(at now: Duration) {
    if transition?.isSettled(at: now) ?? true { (ended, running) = (ended + running, []) }
    let ended = ended
    self.ended = []
    for change in ended { change.completed() }
  }
}
