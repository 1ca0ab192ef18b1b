/// Where the parts stand, and which of them has the keys.
extension SplitViewController {
  /// How the screen was shared at the last drawing.
  var areas: SplitLayout {
    SplitLayout(size: drawnSize, hasDetail: !isDetailHidden, focusesDetail: focusesDetail)
  }

  /// The parts that were seen at the last drawing.
  var shownParts: [TableViewController] {
    [areas.list.map { _ in listViewController }, areas.detail.map { _ in detailViewController }].compactMap(
      \.self)
  }

  func area(of controller: TableViewController) -> Rect? {
    controller === listViewController ? areas.list : areas.detail
  }

  /// Gives the keys to the other part.
  func moveFocus() { if !isDetailHidden { focusesDetail.toggle() } }

  /// Gives the keys back to the list.
  ///
  /// - Returns: whether it was the details that had them.
  func returnFocus() -> Bool {
    defer { focusesDetail = false }
    return focusesDetail
  }

  // MARK: Mouse

  func handle(_ event: MouseEvent) {
    guard let focused = keyController else { return }
    // What lies on top lies on all of the screen.
    if focused.isCoveredByPanel { return focused.handle(.mouse(event)) }
    if event.action == .press, event.location.line == areas.status {
      if focused.isOnHelpHint(event.location.column, of: drawnSize.columns) { focused.perform(.help) }
      return setNeedsDisplay()
    }
    let goesOn = event.action == .drag || event.action == .release
    let target = goesOn ? focused : shownParts.first { area(of: $0)?.contains(event.location) ?? false }
    guard let target, let area = area(of: target) else { return }
    if event.action == .press { focusedViewController = target }
    var event = event
    event.location.line -= area.origin.line
    event.location.column -= area.origin.column
    target.handle(.mouse(event))
  }

  // MARK: Drawing

  func drawParts(in canvas: inout Canvas, at now: Duration) {
    draw(listViewController, in: &canvas, at: now)
    let listCursor = canvas.frame.cursor
    canvas.hideCursor()
    // The list's cursor may have moved while it was drawn.
    followCursor()
    draw(detailViewController, in: &canvas, at: now)
    if !focusesDetail {
      canvas.hideCursor()
      if let listCursor { canvas.placeCursor(line: listCursor.line, column: listCursor.column) }
    }
    let theme = listViewController.currentTheme
    drawEdge(in: &canvas, theme: theme)
    guard let focused = keyController else { return }
    if let line = areas.status { focused.drawStatus(in: &canvas, line: line, theme: theme, at: now) }
    focused.drawCover(in: &canvas)
  }

  private func draw(_ controller: TableViewController, in canvas: inout Canvas, at now: Duration) {
    guard let area = area(of: controller) else { return controller.stopShowing() }
    canvas.inside(area) { controller.draw(in: &$0, at: now) }
  }

  /// Draws the line between the two.
  private func drawEdge(in canvas: inout Canvas, theme: Theme) {
    guard areas.list != nil, let detail = areas.detail else { return }
    let symbols = Symbols.standard(for: canvas.traits)
    if areas.isWide {
      for line in detail.lines {
        canvas.write(
          StyledText(symbols.edge), line: line, column: detail.origin.column - 1, style: theme.border)
      }
    } else {
      let rule = String(repeating: symbols.rule, count: detail.size.columns)
      canvas.write(StyledText(rule), line: detail.origin.line - 1, style: theme.border)
    }
  }
}
