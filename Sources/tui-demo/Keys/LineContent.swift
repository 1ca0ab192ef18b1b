import ListKit

/// A line that is being edited, as the content of a header; a block marks the insertion point.
struct LineContent: ContentConfiguration, Hashable {
  var line: LineEditor

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let prompt = canvas.traits.isUnicode ? "❯" : ">"
    let start = canvas.write(StyledText(prompt), style: context.theme.prompt) + 1
    let room = Rect(line: 0, column: start, columns: canvas.size.columns - start, lines: 1)
    canvas.inside(room) { canvas in
      let metrics = canvas.metrics
      let insertion = metrics.width(of: String(line.text.prefix(line.insertionPoint)))
      // A long line scrolls so that the insertion point stays in sight.
      let hidden = max(0, insertion + 2 - canvas.size.columns)
      canvas.place(metrics.glyphs(of: line.text, style: context.theme.text), line: 0, column: -hidden)
      if line.text.isEmpty {
        canvas.write("what you type is edited here", column: 1, style: context.theme.secondaryText)
      }
      let place = insertion - hidden
      canvas.restyle(line: 0, columns: place..<place + 1) { Style(attributes: .reverse).over($0) }
    }
  }
}
