extension TableView {
  /// The styles in force on the terminal drawn on last.
  var currentTheme: Theme { theme ?? .standard(for: traits) }

  /// Draws the table as it is at a time.
  ///
  /// - Complexity: O(columns × lines of the canvas), whatever the number of rows.
  public func draw(in canvas: inout Canvas, at now: Duration) {
    feed?.tableWillDraw()
    during(.drawing) { drawTable(in: &canvas, at: now) }
    phase.wasDrawn = true
    phase.isCursorUnseen = false
    if phase.hasUnreportedCursorMove {
      phase.hasUnreportedCursorMove = false
      tellCursorMove()
    }
    updatePrefetching()
    for change in presentation.takeEnded(at: now) { change.completed() }
    content?.performPendingApplies()
    feed?.tableDidDraw()
  }

  private func drawTable(in canvas: inout Canvas, at now: Duration) {
    (size, traits) = (canvas.size, canvas.traits)
    phase.isOnScreen = true
    (phase.time, phase.nextNote, phase.showsAnimatedAccessory) = (now, nil, false)
    advanceHighlight(to: now)
    _ = takeOverChange()
    advancePresentation(to: now)
    autoscroll(at: now)
    refreshCarriedRow()
    performLayout()
    startNotes()
    reportAppearances()
    let painter = self.painter(at: now)
    if columnTitleLines > 0 {
      let rect = Rect(line: 0, column: itemColumns.lowerBound, columns: itemColumns.count, lines: 1)
      canvas.inside(rect) { painter.drawColumnTitles(columns, in: &$0) }
    }
    canvas.inside(Rect(line: columnTitleLines, column: 0, columns: size.columns, lines: viewportLines)) {
      canvas in
      drawRows(in: &canvas, painter)
      phase.scrollBar = newScrollBar
      if let scrollBar = phase.scrollBar { painter.draw(scrollBar, in: &canvas) }
    }
  }

  func painter(at now: Duration) -> RowPainter {
    RowPainter(
      traits: traits, theme: currentTheme, symbols: .standard(for: traits),
      columns: columns.placed(in: contentColumns), transition: presentation.transition, now: now)
  }

  /// When the table's picture changes next by itself; nil while it is at rest.
  public func nextFrame(after now: Duration) -> Duration? {
    [
      presentation.transition?.nextFrame(after: now), nextAccessoryFrame(after: now), nextAutoscroll,
      phase.nextNote,
      highlight?.end,
    ]
    .compactMap(\.self).min()
  }

  private func drawRows(in canvas: inout Canvas, _ painter: RowPainter) {
    cellStore.drawn.removeAll(keepingCapacity: true)
    phase.contentCursor = nil
    for placed in layout.rows { draw(placed, in: &canvas, painter) }
    let pinned = layout.pinnedSection.map { TableRow(section: $0, .header) }
    if let row = pinned, let header = content?.text(of: row) {
      for line in 0..<layout.pinnedLines { canvas.fill(line: line, with: .blank) }
      let rect = Rect(line: 0, column: 0, columns: size.columns, lines: layout.pinnedLines)
      canvas.inside(rect) { painter.draw(header, row: row, sign: headerSign(of: row), in: &$0) }
    }
    if layout.rows.isEmpty, let content = hasLostDataSource ? Self.lostDataSource : backgroundContent {
      painter.drawCentered(content, in: &canvas)
    }
    if let carried = layout.carried {
      canvas.placeCursor(
        line: carried.line, column: max(0, carried.isShared ? carried.columns.lowerBound : 0))
    } else if let contentCursor = phase.contentCursor {
      canvas.placeCursor(line: contentCursor.line, column: contentCursor.column)
    } else if let cursor, let placed = layout.placed(cursor), layout.isInView(placed) {
      canvas.placeCursor(line: placed.line, column: max(0, placed.columns.lowerBound))
    }
  }

  /// Whether there was a data source that nobody kept; said in debug builds alone.
  private var hasLostDataSource: Bool {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug && content == nil && end != nil
  }

  private static let lostDataSource = ListContentConfiguration(
    text: "The data source of this table is gone",
    secondaryText: "somebody has to keep it, such as a property of the screen")

  private func draw(_ placed: TableLayout.PlacedRow, in canvas: inout Canvas, _ painter: RowPainter) {
    var painter = painter
    painter.margins = placed.margins
    var row = Canvas(size: Size(columns: placed.columns.count, lines: placed.lines), traits: traits)
    row.matchStyle = painter.theme.match
    if let transient = placed.transient {
      draw(transient, in: &row, painter)
    } else if let address = placed.row {
      let lines = ownLines(of: address, placed.lines)
      let rect = Rect(line: lines.lowerBound, column: 0, columns: row.size.columns, lines: lines.count)
      row.inside(rect) {
        if placed.isItem {
          drawItem(address, in: &$0, painter)
        } else if let text = content?.text(of: address) {
          painter.draw(text, row: address, sign: headerSign(of: address), in: &$0)
        }
      }
      if placed.noteLines > 0 { drawNote(of: address, line: lines.upperBound, in: &row, painter) }
      if hasSeparator(address) { painter.drawSeparator(line: placed.lines - 1, in: &row) }
      if placed.identifier == cursor, let cursor = row.frame.cursor {
        phase.contentCursor = Point(
          line: placed.line + cursor.line, column: placed.columns.lowerBound + cursor.column)
      }
      cellStore.drawn[placed.identifier] = (0..<placed.lines).map { Array(row.frame.line($0)) }
      row.inside(rect) {
        painter.drawChange(of: address, placed.identifier, isCursor: placed.identifier == cursor, in: &$0)
        if selection.contains(placed.identifier) {
          painter.drawSelection(isCursor: placed.identifier == cursor, in: &$0)
        }
        if !hasFocus, placed.identifier == cursor { painter.drawCursorWithoutKeys(in: &$0) }
        if let swipeMenu, placed.identifier == swipeMenu.item {
          drawSwipeMenu(swipeMenu, in: &$0, painter)
        }
        if let carried, carried.items.contains(placed.identifier) {
          drawOrigin(of: carried, in: &$0, painter)
        }
      }
    }
    canvas.inside(Rect(line: 0, column: 0, columns: size.columns, lines: viewportLines)) {
      for line in 0..<placed.lines {
        $0.place(Array(row.frame.line(line)), line: placed.line + line, column: placed.columns.lowerBound)
      }
    }
    if framesSections { drawBox(of: placed, in: &canvas, painter) }
  }

  /// Draws a row that is leaving, or where it is carried.
  private func draw(_ transient: TransientRow, in canvas: inout Canvas, _ painter: RowPainter) {
    if transient.kind != .leaving, let carried { return draw(carried, in: &canvas, painter) }
    presentation.transition?.leavingRows[transient.identifier].map { painter.draw($0, in: &canvas) }
  }

  /// The lines of a row that are its own: all but padding, separator, and the edge of a box.
  private func ownLines(of row: TableRow, _ lines: Int) -> Range<Int> {
    switch row.part {
    case .header:
      let padding = topPadding(of: row)
      return padding..<padding + textLines(of: row)
    case .item: return 0..<lines - noteLines(of: row) - (hasSeparator(row) ? 1 : 0)
    case .footer: return lines - textLines(of: row)..<lines
    }
  }

  /// Draws the part of a section's box that belongs to a row.
  private func drawBox(of placed: TableLayout.PlacedRow, in canvas: inout Canvas, _ painter: RowPainter) {
    switch placed.identifier {
    case .item: painter.drawSides(lines: placed.range, in: &canvas)
    case .header, .footer:
      guard let row = placed.row, (content?.numberOfItems(inSection: row.section) ?? 0) > 0 else { return }
      let isUpper = row.part == .header
      painter.drawEdge(
        line: isUpper ? placed.range.upperBound - 1 : placed.line, isUpper: isUpper, in: &canvas)
    }
  }

  func drawItem(_ row: TableRow, in canvas: inout Canvas, _ painter: RowPainter) {
    withCell(of: row, columns: canvas.size.columns, margins: painter.margins) { cell, context, signs in
      painter.draw(cell, signs, context: &context, in: &canvas)
      let bar = (cell.contentConfiguration as? ProgressContentConfiguration)?.progress
      if signs.isAnimated || bar == .indeterminate { phase.showsAnimatedAccessory = true }
    }
  }

}
