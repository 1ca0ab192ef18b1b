import ListKit

/// A swatch as a cell's content: its colour, or without colours a bar as high as it is far down the line.
struct SwatchContent: ContentConfiguration {
  var color: SwatchColor

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let colors = canvas.traits.colorDepth
    guard let background = color.background(colors) else {
      return drawBar(in: &canvas, isFocused: context.state.isFocused)
    }
    let style = Style(foreground: color.foreground(colors), background: background, attributes: .bold)
    for line in 0..<canvas.size.lines { canvas.fill(line: line, with: Glyph(" ", style: style)) }
    guard context.state.isFocused else { return }
    canvas.write(
      StyledText(canvas.traits.isUnicode ? "◆" : "*"), line: canvas.size.lines / 2,
      column: (canvas.size.columns - 1) / 2, style: style)
  }

  private func drawBar(in canvas: inout Canvas, isFocused: Bool) {
    let style = Style(attributes: isFocused ? .reverse : [])
    let steps = Array(canvas.traits.isUnicode ? " ▁▂▃▄▅▆▇█" : " .:-=+*#@")
    let parts = steps.count - 1
    // Even the lowest is seen.
    let height = 1 + Int(color.hue * Double(parts * canvas.size.lines - 1))
    for line in 0..<canvas.size.lines {
      let below = parts * (canvas.size.lines - 1 - line)
      let sign = String(steps[min(parts, max(0, height - below))])
      canvas.write(
        StyledText(String(repeating: sign, count: canvas.size.columns)), line: line, style: style)
    }
  }
}
