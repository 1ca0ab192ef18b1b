/// A box of text on top of a list.
public struct Panel: Hashable, Sendable {
  /// The text in the upper edge.
  public let title: String
  /// Pairs of what a line is about and what it says; either may be empty.
  let lines: [Line]
  /// How many rows are scrolled out at the top.
  var offset = 0

  /// A line of a panel: a name, and what there is to say.
  public struct Line: Hashable, Sendable {
    /// What it is about.
    let name: String
    /// What it says.
    let text: StyledText

    /// Creates a line of a name and what it stands for; names are aligned among the lines.
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

  mutating func scroll(by count: Int, in layout: PanelLayout) {
    let hidden = max(0, layout.rows.count - layout.visibleRows)
    offset = min(max(0, min(offset, hidden) + count), hidden)
  }

  func draw(_ layout: PanelLayout, in canvas: inout Canvas, theme: Theme, symbols: Symbols) {
    let first = max(0, min(offset, layout.rows.count - layout.visibleRows))
    canvas.hideCursor()
    canvas.inside(layout.rect) { canvas in
      canvas.drawBox(
        title: title, theme: theme, symbols: symbols, isCut: first + layout.visibleRows < layout.rows.count)
      let text = Rect(line: 1, column: 2, columns: canvas.size.columns - 4, lines: canvas.size.lines - 2)
      canvas.inside(text) { canvas in
        for (index, row) in layout.rows.dropFirst(first).prefix(canvas.size.lines).enumerated() {
          canvas.write(
            StyledText(row.name), line: index, width: layout.nameColumns, style: theme.secondaryText)
          canvas.place(row.text, line: index, column: layout.textColumn)
        }
      }
    }
  }
}
