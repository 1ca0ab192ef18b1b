/// A text broken into the lines it takes in a number of columns.
struct TextLines {
  private(set) var lines: [[Glyph]] = []

  /// Breaks a text; what does not fit into the last line ends in `…`.
  ///
  /// - Complexity: O(characters × runs).
  init(
    _ text: StyledText, columns: Int, properties: TextProperties, style: Style, match: Style,
    metrics: TextMetrics, isUnicode: Bool
  ) {
    let style = properties.style ?? style
    let limit = properties.numberOfLines > 0 ? properties.numberOfLines : .max
    guard limit > 1, columns > 0 else {
      lines = [
        text.glyphs(over: style, match: match, metrics: metrics, fillingColumns: max(0, columns))
          .truncated(to: columns, isUnicode: isUnicode)
      ]
      return
    }
    for paragraph in text.paragraphs where lines.count <= limit {
      var glyphs = paragraph.glyphs(over: style, match: match, metrics: metrics)[...]
      repeat {
        lines.append(Self.takeLine(from: &glyphs, columns: columns))
      } while !glyphs.isEmpty && lines.count <= limit
    }
    if lines.count > limit {
      lines.removeLast(lines.count - limit)
      let last = lines[limit - 1]
      let end = Glyph(isUnicode ? "…" : "~", style: last.last?.style ?? style)
      lines[limit - 1] =
        last.count < columns ? last + [end] : (last + [end]).truncated(to: columns, isUnicode: isUnicode)
    }
  }

  /// Lines a text takes; at least one.
  static func count(
    of text: StyledText, columns: Int, properties: TextProperties, metrics: TextMetrics
  ) -> Int {
    if properties.numberOfLines == 1 { return 1 }
    let lines = TextLines(
      text, columns: columns, properties: properties, style: .plain, match: .plain, metrics: metrics,
      isUnicode: true
    ).lines
    return max(1, lines.count)
  }

  /// Takes the glyphs of one line, and the blanks at which it was broken.
  private static func takeLine(from glyphs: inout ArraySlice<Glyph>, columns: Int) -> [Glyph] {
    guard glyphs.count > columns else {
      defer { glyphs = [] }
      return Array(glyphs)
    }
    var end = glyphs.startIndex + columns
    if glyphs[end].width == 0 { end -= 1 }
    // A character wider than the line is as good as none.
    if end == glyphs.startIndex { end += 2 }
    var next = end
    if let blank = glyphs[glyphs.startIndex...min(end, glyphs.endIndex - 1)].lastIndex(where: \.isBlank),
      blank > glyphs.startIndex
    {
      (end, next) = (blank, blank + 1)
    }
    let line = glyphs[..<end].prefix(columns)
    glyphs = glyphs[next...].drop(while: \.isBlank)
    return Array(line)
  }
}

extension StyledText {
  /// The text between its line ends, each with its runs.
  var paragraphs: [StyledText] {
    guard text.contains(where: \.isNewline) else { return [self] }
    var start = 0
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { part in
      let range = start..<start + part.count
      start = range.upperBound + 1
      let inside = runs.compactMap { run -> Run? in
        let common = run.characters.clamped(to: range)
        guard !common.isEmpty else { return nil }
        return Run(common.lowerBound - range.lowerBound..<common.upperBound - range.lowerBound, run.style)
      }
      return StyledText(String(part), runs: inside)
    }
  }
}
