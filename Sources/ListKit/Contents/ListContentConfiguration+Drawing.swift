extension ListContentConfiguration {
  /// One line, and more where a text may take them or the second text stands below.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    let room = columns - imageColumns(metrics)
    var lines = 1
    if let attributedText, isTextAlone {
      lines = TextLines.count(of: attributedText, columns: room, properties: textProperties, metrics: metrics)
    }
    guard arrangement == .below, hasSecondaryText, let secondaryAttributedText else { return lines }
    return lines
      + TextLines.count(
        of: secondaryAttributedText, columns: room, properties: secondaryTextProperties, metrics: metrics)
  }

  /// Draws the texts. Where both do not fit beside each other, their priorities tell which is cut; a first one that is
  /// cut keeps eight columns.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    if let image, !image.isEmpty { canvas.write(image, style: context.theme.text) }
    let start = imageColumns(canvas.metrics)
    switch arrangement {
    case .caption where hasSecondaryText: drawCaption(in: &canvas, from: start, theme: context.theme)
    case .trailing where hasSecondaryText: drawTrailing(in: &canvas, from: start, theme: context.theme)
    case .inline where hasSecondaryText: drawInline(in: &canvas, from: start, theme: context.theme)
    case .below, .caption, .trailing, .inline: drawLines(in: &canvas, from: start, theme: context.theme)
    }
  }

  private var isTextAlone: Bool { arrangement == .below || !hasSecondaryText }

  /// Two columns at least, which most emoji take, so that the texts of rows stand below each other.
  private func imageColumns(_ metrics: TextMetrics) -> Int {
    guard let image, !image.isEmpty else { return 0 }
    return max(2, metrics.width(of: image.text)) + 1
  }

  private func drawLines(in canvas: inout Canvas, from start: Int, theme: Theme) {
    let end = attributedText.map {
      write($0, textProperties, style: theme.text, line: 0, column: start, in: &canvas)
    }
    guard arrangement == .below, hasSecondaryText, let secondaryAttributedText else { return }
    _ = write(
      secondaryAttributedText, secondaryTextProperties, style: theme.secondaryText, line: end ?? 1,
      column: start,
      in: &canvas)
  }

  /// Writes a text of several lines.
  ///
  /// - Returns: the line below it.
  private func write(
    _ text: StyledText, _ properties: TextProperties, style: Style, line: Int, column: Int,
    in canvas: inout Canvas
  ) -> Int {
    let room = max(0, canvas.size.columns - column)
    let lines = TextLines(
      text, columns: room, properties: properties, style: style, match: canvas.matchStyle,
      metrics: canvas.metrics, isUnicode: canvas.traits.isUnicode
    ).lines
    for (offset, glyphs) in lines.enumerated() {
      let start = column + properties.alignment.offset(of: glyphs.count, in: room)
      canvas.place(glyphs, line: line + offset, column: start)
    }
    return line + max(1, lines.count)
  }

  private func drawInline(in canvas: inout Canvas, from start: Int, theme: Theme) {
    let room = max(0, canvas.size.columns - start)
    let second = secondaryAttributedText.map { canvas.metrics.width(of: $0.text) } ?? 0
    let kept = cutsText ? min(second, max(0, room - Self.leastColumns)) + 2 : 0
    var column = start
    if let attributedText {
      let style = textProperties.style ?? theme.text
      column = canvas.write(attributedText, column: column, width: max(0, room - kept), style: style)
    }
    guard let secondaryAttributedText else { return }
    canvas.write(
      secondaryAttributedText, column: column > 0 ? column + 2 : 0,
      style: secondaryTextProperties.style ?? theme.secondaryText)
  }

  private func drawTrailing(in canvas: inout Canvas, from start: Int, theme: Theme) {
    guard let secondaryAttributedText else { return }
    let room = max(0, canvas.size.columns - start)
    let wanted = canvas.metrics.width(of: secondaryAttributedText.text)
    let first = attributedText.map { canvas.metrics.width(of: $0.text) } ?? 0
    let taken =
      cutsText
      ? min(wanted, max(0, room - min(room, Self.leastColumns))) : min(wanted, max(0, room - first - 2))
    canvas.write(
      secondaryAttributedText, column: canvas.size.columns - taken, width: taken,
      style: secondaryTextProperties.style ?? theme.secondaryText, alignment: .trailing)
    guard let attributedText else { return }
    canvas.write(
      attributedText, column: start, width: room - taken - (taken > 0 ? 2 : 0),
      style: textProperties.style ?? theme.text, alignment: textProperties.alignment)
  }

  /// What is left of a text that is cut beside another.
  private static let leastColumns = 8

  /// The name in the first third, the value behind it.
  private func drawCaption(in canvas: inout Canvas, from start: Int, theme: Theme) {
    guard let secondaryAttributedText else { return }
    let names = min(20, max(0, canvas.size.columns - start) / 3)
    if let attributedText {
      canvas.write(
        attributedText, column: start, width: names, style: textProperties.style ?? theme.secondaryText,
        alignment: .trailing)
    }
    canvas.write(
      secondaryAttributedText, column: start + names + (names > 0 ? 2 : 0),
      style: secondaryTextProperties.style ?? theme.text)
  }
}
