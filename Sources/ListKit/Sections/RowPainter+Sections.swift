/// What is drawn around the rows of a section.
extension RowPainter {
  /// What stands before the text of a header that closes its section.
  struct HeaderSign {
    var isCollapsed: Bool
    /// Whether the cursor is on it.
    var isCursor: Bool

    /// The sign and the blank behind it.
    static let columns = 2
  }

  /// Draws a header, or fainter a footer, below its blank lines and beside the edge of its section's box.
  func draw(_ text: SectionText, row: TableRow, sign: HeaderSign? = nil, in canvas: inout Canvas) {
    var theme = theme
    theme.text = row.part == .header ? theme.header : theme.secondaryText
    let context = CellContext(theme: theme, symbols: symbols, time: now)
    var start = TableView.gutterColumns - 1
    if let sign {
      let symbol = sign.isCollapsed ? symbols.collapsed : symbols.expanded
      canvas.write(StyledText(symbol), column: start, style: theme.text)
      start += HeaderSign.columns
    }
    let columns = max(0, canvas.size.columns - TableView.scrollBarColumns - start)
    let rect = Rect(line: 0, column: start, columns: columns, lines: canvas.size.lines)
    canvas.inside(rect) {
      text.draw(in: &$0, context: context)
      guard let style = text.background?.style, style != .plain else { return }
      for line in 0..<$0.size.lines { $0.restyle(line: line) { $0.over(style) } }
    }
    if sign?.isCursor ?? false {
      drawCursor(over: 0..<max(0, canvas.size.columns - TableView.scrollBarColumns), in: &canvas)
      canvas.write(StyledText(symbols.cursor), style: onBar(theme.prompt, in: canvas))
    }
  }

  /// Draws the line between two items.
  func drawSeparator(line: Int, in canvas: inout Canvas) {
    let start = TableView.gutterColumns
    let end = max(start, canvas.size.columns - TableView.scrollBarColumns)
    canvas.write(
      StyledText(String(repeating: symbols.rule, count: end - start)), line: line, column: start,
      style: theme.border)
  }

  /// Draws the left and right edges of a section's box.
  func drawSides(lines: Range<Int>, in canvas: inout Canvas) {
    for line in lines {
      canvas.write(StyledText(symbols.edge), line: line, column: 0, style: theme.border)
      canvas.write(StyledText(symbols.edge), line: line, column: canvas.size.columns - 2, style: theme.border)
    }
  }

  /// Draws the upper or lower edge of a section's box.
  func drawEdge(line: Int, isUpper: Bool, in canvas: inout Canvas) {
    let corners = isUpper ? symbols.corners.prefix(2) : symbols.corners.suffix(2)
    let width = max(0, canvas.size.columns - 1 - 2)
    let rule = String(repeating: symbols.rule, count: width)
    canvas.write(
      StyledText((corners.first ?? "") + rule + (corners.last ?? "")), line: line, style: theme.border)
  }
}
