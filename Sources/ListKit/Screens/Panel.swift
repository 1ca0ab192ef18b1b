/// A box of text on top of a list.
public struct Panel: Hashable, Sendable {
  /// The text in the upper edge.
  public var title: String
  /// Pairs of what a line is about and what it says; either may be empty.
  public var lines: [Line]
  /// How many lines are scrolled out at the top.
  var offset = 0

  /// A line of a panel: a name, and what there is to say.
  public struct Line: Hashable, Sendable {
    /// What it is about.
    public var name: String
    /// What it says.
    public var text: StyledText

    /// Creates a line.
    public init(_ name: String, _ text: StyledText) {
      self.name = name
      self.text = text
    }
  }

  /// Creates a box of text.
  public init(title: String, lines: [Line]) {
    self.title = title
    self.lines = lines
  }

  mutating func scroll(by count: Int, visible: Int) {
    offset = min(max(0, firstLine(visible: visible) + count), max(0, lines.count - visible))
  }

  /// Lines of text that fit into a screen.
  func visibleLines(in size: Size) -> Int { max(1, min(lines.count, size.lines - 2)) }

  /// The first line shown, where a larger screen may leave fewer scrolled out.
  private func firstLine(visible: Int) -> Int { max(0, min(offset, lines.count - visible)) }

  /// Where the box lies: in the middle, as large as its text.
  func rect(in size: Size, metrics: TextMetrics) -> Rect {
    let names = nameColumns(metrics)
    let texts = lines.map { metrics.width(of: $0.text.text) }.max() ?? 0
    let wanted = max(names + texts, metrics.width(of: title) + 2) + 4
    let columns = min(size.columns, wanted)
    let height = min(size.lines, visibleLines(in: size) + 2)
    return Rect(
      line: (size.lines - height) / 2, column: (size.columns - columns) / 2, columns: columns, lines: height)
  }

  func draw(in canvas: inout Canvas, theme: Theme, symbols: Symbols) {
    let metrics = canvas.metrics
    let names = nameColumns(metrics)
    let first = firstLine(visible: visibleLines(in: canvas.size))
    canvas.hideCursor()
    canvas.inside(rect(in: canvas.size, metrics: metrics)) { canvas in
      drawEdges(
        in: &canvas, theme: theme, symbols: symbols, isCut: first + canvas.size.lines - 2 < lines.count)
      let text = Rect(line: 1, column: 2, columns: canvas.size.columns - 4, lines: canvas.size.lines - 2)
      canvas.inside(text) { canvas in
        for (index, line) in lines.dropFirst(first).prefix(canvas.size.lines).enumerated() {
          canvas.write(
            StyledText(line.name), line: index, width: max(0, names - 2), style: theme.secondaryText)
          canvas.write(line.text, line: index, column: names, style: theme.text)
        }
      }
    }
  }

  private func drawEdges(in canvas: inout Canvas, theme: Theme, symbols: Symbols, isCut: Bool) {
    let size = canvas.size
    for line in 0..<size.lines { canvas.fill(line: line, with: .blank) }
    let rule = String(repeating: symbols.rule, count: max(0, size.columns - 2))
    canvas.write(StyledText(symbols.corners[0] + rule + symbols.corners[1]), style: theme.border)
    canvas.write(
      StyledText(symbols.corners[2] + rule + symbols.corners[3]), line: size.lines - 1, style: theme.border)
    for line in 1..<max(1, size.lines - 1) {
      canvas.write(StyledText(symbols.edge), line: line, style: theme.border)
      canvas.write(StyledText(symbols.edge), line: line, column: size.columns - 1, style: theme.border)
    }
    canvas.write(StyledText(" \(title) "), column: 2, width: max(0, size.columns - 4), style: theme.title)
    if isCut {
      canvas.write(
        StyledText(symbols.expanded), line: size.lines - 1, column: size.columns - 3, style: theme.title)
    }
  }

  private func nameColumns(_ metrics: TextMetrics) -> Int {
    let widest = lines.map { metrics.width(of: $0.name) }.max() ?? 0
    return widest == 0 ? 0 : min(widest, 22) + 2
  }
}
