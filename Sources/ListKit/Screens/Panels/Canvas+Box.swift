extension Canvas {
  /// Empties the canvas and draws a frame around it.
  ///
  /// - Parameters:
  ///   - title: stands in the upper edge.
  ///   - isCut: whether there is more below than fits, which a sign in the lower edge tells.
  mutating func drawBox(title: String, theme: Theme, symbols: Symbols, isCut: Bool = false) {
    for line in 0..<size.lines { fill(line: line, with: .blank) }
    let rule = String(repeating: symbols.rule, count: max(0, size.columns - 2))
    write(StyledText(symbols.corners[0] + rule + symbols.corners[1]), style: theme.border)
    write(
      StyledText(symbols.corners[2] + rule + symbols.corners[3]), line: size.lines - 1, style: theme.border)
    for line in 1..<max(1, size.lines - 1) {
      write(StyledText(symbols.edge), line: line, style: theme.border)
      write(StyledText(symbols.edge), line: line, column: size.columns - 1, style: theme.border)
    }
    if !title.isEmpty {
      write(StyledText(" \(title) "), column: 2, width: max(0, size.columns - 4), style: theme.title)
    }
    if isCut {
      write(StyledText(symbols.expanded), line: size.lines - 1, column: size.columns - 3, style: theme.title)
    }
  }
}
