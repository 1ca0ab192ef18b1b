internal import ListDiff

/// Where carried rows would be dropped, on the screen.
extension TableView {
  /// Brings up to date what is shown at the place where the carried row would be dropped.
  func refreshCarriedRow() {
    guard var carried, let content, let row = content.row(for: carried.item) else { return }
    let target = carried.session.target
    let above = carried.session.itemAbove(target)
    carried.neighbor =
      above.map { .item(content.identifier(of: TableRow(IndexPath($0)))) }
      ?? .startOfSection(content.identifier(of: TableRow(section: target.section, .header)))
    if carried.lines.first?.count != slotColumns(ofSection: target.section) {
      carried.lines = picture(of: row, inSection: target.section)
    }
    self.carried = carried
  }

  /// Scrolls just enough to show the place where the carried row would be dropped.
  func showCarriedRow() {
    setNeedsDisplay()
    guard let input = layoutInput, let carried else { return }
    guard let address = input.rows.carriedLine else {
      content?.row(for: carried.item).map(scrollToShow)
      return
    }
    // From beyond the edges it is brought near, and only then it is known where exactly it stands.
    for _ in 0..<2 {
      let layout = upcomingLayout()
      let highest = layout.pinnedLines
      let lines = layout.carried?.lines ?? input.lines(of: address, viewport)
      let lowest = max(highest, viewportLines - lines)
      let isAbove = layout.rows.first.map { address < $0.address } ?? false
      let line = layout.carried?.line ?? (isAbove ? highest - 1 : lowest + 1)
      if (highest...lowest).contains(line) { return }
      let shown = input.layout(viewport, of: address, at: min(max(line, highest), lowest))
      guard let top = shown.top() else { return }
      viewport.anchor = Viewport.Anchor(identifier: top.identifier, line: top.line)
    }
  }

  func scrollToShow(_ row: TableRow) {
    guard let indexPath = row.indexPath else { return }
    scrollToRow(at: indexPath, at: .none)
  }

  /// What a row looks like, or would look like in another section, on the screen or not.
  private func picture(of row: TableRow, inSection section: Int) -> [[Glyph]] {
    let lines = itemLines(row, likeSection: section)
    var canvas = Canvas(size: Size(columns: slotColumns(ofSection: section), lines: lines), traits: traits)
    canvas.matchStyle = currentTheme.match
    var painter = painter(at: phase.time)
    painter.margins = content?.layout(ofSection: section).margins ?? .standard
    drawItem(row, in: &canvas, painter)
    return (0..<lines).map { Array(canvas.frame.line($0)) }
  }

  /// Draws the row that was picked up where it would be dropped, and how many go with it.
  func draw(_ carried: CarriedRows, in canvas: inout Canvas, _ painter: RowPainter) {
    for (line, glyphs) in carried.lines.enumerated() { canvas.place(glyphs, line: line, column: 0) }
    painter.drawCarried(in: &canvas)
    let count = carried.session.origins.count
    if count > 1 { painter.drawCount(count, in: &canvas) }
  }

  /// Shows of a row that it is carried: a grip, and dim where it would leave.
  func drawOrigin(of carried: CarriedRows, in canvas: inout Canvas, _ painter: RowPainter) {
    if carried.session.isHome { return painter.drawGrip(in: &canvas) }
    for line in 0..<canvas.size.lines { canvas.restyle(line: line) { painter.faded($0) } }
  }
}

extension Symbols {
  /// Before the number of carried rows.
  var times: String { isUnicode ? "×" : "x" }
}

extension RowPainter {
  /// Tells how many rows are carried, at the right end of the one that is shown.
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

  /// Makes the carried row look like the one under the cursor.
  func drawCarried(in canvas: inout Canvas) {
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
