/// How a row that comes, leaves, moves or changes is painted over.
extension RowPainter {
  /// Draws a row that left: dim and struck out, closing where its animation says so.
  func draw(_ leaving: LeavingRow, in canvas: inout Canvas) {
    for (line, glyphs) in leaving.lines.enumerated() {
      canvas.place(glyphs, line: line, column: 0)
      canvas.restyle(line: line) { _ in theme.deleted.flash }
    }
    if margins.hasGutter {
      canvas.fill(line: 0, columns: 0..<1, with: .blank)
      canvas.write(StyledText(symbols.deleted), column: 1, style: theme.deleted.mark)
    }
    if let opening = transition?.opening(of: leaving, at: now) {
      cover(&canvas, opening, edge: theme.deleted.mark)
    }
  }

  /// Lays mark and flash of a change over a row that was drawn.
  func drawChange(of row: TableRow, _ identifier: RowIdentifier, isCursor: Bool, in canvas: inout Canvas) {
    guard let transition else { return }
    let effect = transition.effect(of: row, identifier, at: now)
    if margins.hasGutter, let mark = transition.mark(of: row, at: now) {
      // A header starts one column further left than items, and never has the cursor beside it.
      let column = row.indexPath == nil ? 0 : 1
      // While it flashes it stands out of the cursor's bar, then it is a part of it.
      let style = isCursor && effect == nil ? onBar(.plain, in: canvas) : theme[mark].mark
      canvas.write(StyledText(sign(of: mark)), column: column, style: style)
    }
    guard let effect else { return }
    let ramp = Ramp(
      change: theme[effect.change], background: theme.background, depth: traits.colorDepth,
      steps: effect.curve.steps)
    let level = effect.level(at: now)
    let flashed = flashedColumns(of: canvas.size.columns, isCursor: isCursor)
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line, columns: flashed) { ramp.style($0, level: level) }
    }
    if !isCursor, let opening = effect.opening(at: now) {
      cover(&canvas, opening, edge: theme[effect.change].mark)
    }
  }

  /// The columns that flash: the gutter's beside the cursor, so that the row stays readable, or all.
  private func flashedColumns(of columns: Int, isCursor: Bool) -> Range<Int> {
    let content = margins.content(of: columns)
    guard margins.hasGutter else { return isCursor ? 0..<0 : content }
    return isCursor ? 1..<2 : 1..<max(1, content.upperBound)
  }

  /// Hides the part of a row that is not open.
  private func cover(_ canvas: inout Canvas, _ opening: RowOpening, edge: Style) {
    let text = textColumns(canvas)
    let shown = opening.columns(of: text)
    for line in 0..<canvas.size.lines {
      switch opening.part(ofLine: line, of: canvas.size.lines) {
      case .whole: hide(&canvas, line, text.lowerBound..<shown.lowerBound, shown.upperBound..<text.upperBound)
      case .nothing: hide(&canvas, line, text)
      case .edge(let place):
        hide(&canvas, line, text)
        let sign = place.text(isUnicode: traits.isUnicode && traits.width("▔") == 1)
        for column in text {
          canvas[line, column].scalar = sign
          canvas[line, column].style.foreground = edge.foreground
        }
      }
    }
  }

  private func hide(_ canvas: inout Canvas, _ line: Int, _ parts: Range<Int>...) {
    for column in parts.joined() {
      let background = canvas[line, column].style.background
      canvas.fill(
        line: line, columns: column..<column + 1, with: Glyph(" ", style: Style(background: background)))
    }
  }

  /// The columns between gutter and scroll bar in which any line has a character.
  private func textColumns(_ canvas: Canvas) -> Range<Int> {
    let start = min(margins.leading, canvas.size.columns)
    let content = start..<max(start, canvas.size.columns - margins.trailing)
    let taken = content.filter { column in
      (0..<canvas.size.lines).contains { !canvas[$0, column].isBlank }
    }
    guard let first = taken.first, let last = taken.last else { return start..<start }
    return first..<last + 1
  }

  private func sign(of change: RowChange) -> String {
    switch change {
    case .inserted: symbols.inserted
    case .movedUp: symbols.movedUp
    case .movedDown: symbols.movedDown
    case .changed: symbols.changed
    }
  }
}
