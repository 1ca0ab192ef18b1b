/// A part of a frame to draw on, with its own coordinates.
///
/// Drawing outside the part is cut off; a wide character that does not fit is omitted.
public struct Canvas: Sendable {
  /// The entire frame as drawn so far: a part of a canvas draws into the frame of that canvas.
  public private(set) var frame: Frame
  /// The capabilities of the terminal.
  public let traits: ScreenTraits
  /// The time of the frame since the start of the program, for animations.
  public let time: Duration
  /// The style of letters that match a query.
  var matchStyle = TextStyle(attributes: [.bold, .underline])
  /// The place of this part in the frame; the part may extend beyond the frame above and to the left.
  private var bounds: Rect
  /// The first line and column of the frame that may be drawn on.
  private var clip = ScreenPoint(line: 0, column: 0)

  /// Creates a canvas on a blank frame.
  public init(size: ScreenSize, traits: ScreenTraits, time: Duration = .zero) {
    frame = Frame(size: size)
    (self.traits, self.time) = (traits, time)
    bounds = Rect(line: 0, column: 0, columns: size.columns, lines: size.lines)
  }

  /// The columns and lines of this part.
  public var size: ScreenSize { bounds.size }

  /// The conversion of text to glyphs for this terminal.
  public var metrics: TextMetrics { TextMetrics(traits) }

  /// Draws inside a rectangle, whose upper left corner is the origin even if it is cut off.
  ///
  /// The rectangle ends where this part ends; nothing is drawn before the start of this part.
  public mutating func inside(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
    let outer = (bounds, clip)
    let line = min(rect.origin.line, size.lines)
    let column = min(rect.origin.column, size.columns)
    bounds = Rect(
      line: bounds.origin.line + line, column: bounds.origin.column + column,
      columns: max(0, min(rect.columns.upperBound, size.columns) - column),
      lines: max(0, min(rect.lines.upperBound, size.lines) - line))
    clip = ScreenPoint(
      line: max(clip.line, bounds.origin.line), column: max(clip.column, bounds.origin.column))
    draw(&self)
    (bounds, clip) = outer
  }

  /// The lines and columns of this part that are in the frame.
  private var visibleLines: Range<Int> {
    let first = min(max(0, clip.line - bounds.origin.line), size.lines)
    return first..<size.lines
  }
  private var visibleColumns: Range<Int> {
    let first = min(max(0, clip.column - bounds.origin.column), size.columns)
    return first..<size.columns
  }

  /// Writes text starting at a column; text that does not fit ends in `…`.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - line: the line, from 0.
  ///   - column: the first column, from 0.
  ///   - width: the maximum number of columns; by default, up to the right edge.
  ///   - style: the base style, over which the text's own styles are painted.
  ///   - alignment: the place of the text in that width.
  /// - Returns: the column after the last one written.
  @discardableResult
  public mutating func write(
    _ text: StyledText, line: Int = 0, column: Int = 0, width: Int? = nil, style: TextStyle = .plain,
    alignment: TextAlignment = .leading
  ) -> Int {
    let room = min(width ?? size.columns, size.columns - column)
    guard room > 0 else { return column }
    let glyphs = text.glyphs(over: style, match: matchStyle, metrics: metrics, fillingColumns: room)
      .truncated(to: room, isUnicode: traits.isUnicode)
    let start = column + alignment.offset(of: glyphs.count, in: room)
    place(glyphs, line: line, column: start)
    return start + glyphs.count
  }

  /// Writes text in lines that are wrapped at blanks; a last line that does not fit ends in `…`.
  ///
  /// - Parameter limit: the maximum number of lines; 0 for as many as the text needs.
  /// - Returns: the index of the line below the text.
  @discardableResult
  mutating func writeLines(
    _ text: StyledText, limit: Int, line: Int, column: Int, width: Int, style: TextStyle,
    alignment: TextAlignment
  ) -> Int {
    let lines = text.wrapped(
      to: width, limit: limit, style: style, match: matchStyle, metrics, isUnicode: traits.isUnicode)
    for (offset, glyphs) in lines.enumerated() {
      place(glyphs, line: line + offset, column: column + alignment.offset(of: glyphs.count, in: width))
    }
    return line + max(1, lines.count)
  }

  /// Places glyphs starting at a column; those outside are cut off.
  public mutating func place(_ glyphs: [Glyph], line: Int, column: Int) {
    guard visibleLines.contains(line) else { return }
    let columns = visibleColumns
    for (offset, glyph) in glyphs.enumerated() {
      let target = column + offset
      guard target >= columns.lowerBound, target + max(1, Int(glyph.width)) <= columns.upperBound else {
        continue
      }
      if glyph.width > 0 {
        put(glyph, line: line, column: target)
      } else if target > columns.lowerBound, self[line, target - 1].width == 2 {
        frame[bounds.origin.line + line, bounds.origin.column + target] = glyph
      } else {
        // The first half is cut off.
        put(Glyph(" ", style: glyph.style), line: line, column: target)
      }
    }
  }

  /// Places a glyph; if it covers one half of a wide character, the other half becomes blank.
  private mutating func put(_ glyph: Glyph, line: Int, column: Int) {
    let (line, column) = (bounds.origin.line + line, bounds.origin.column + column)
    if frame[line, column].width == 0, column > 0 { frame[line, column - 1].blank() }
    let end = column + max(1, Int(glyph.width))
    if end < frame.size.columns, frame[line, end].width == 0 { frame[line, end].blank() }
    frame[line, column] = glyph
    if glyph.width == 2 { frame[line, column + 1] = .trailing(glyph.style) }
  }

  /// Fills a line, or a part of it, with one glyph.
  public mutating func fill(line: Int, columns: Range<Int>? = nil, with glyph: Glyph) {
    guard visibleLines.contains(line) else { return }
    let (columns, width) = ((columns ?? visibleColumns).clamped(to: visibleColumns), max(1, Int(glyph.width)))
    for column in stride(from: columns.lowerBound, through: columns.upperBound - width, by: width) {
      put(glyph, line: line, column: column)
    }
  }

  /// Changes the style of glyphs that are already on a line, or on a part of it.
  mutating func restyle(line: Int, columns: Range<Int>? = nil, _ change: (TextStyle) -> TextStyle) {
    guard visibleLines.contains(line) else { return }
    let line = bounds.origin.line + line
    for column in (columns ?? visibleColumns).clamped(to: visibleColumns) {
      let column = bounds.origin.column + column
      frame[line, column].style = change(frame[line, column].style)
    }
  }

  /// Places the terminal's cursor in this part.
  public mutating func placeCursor(line: Int, column: Int) {
    guard visibleLines.contains(line), let last = visibleColumns.last else { return }
    frame.cursor = ScreenPoint(
      line: bounds.origin.line + line,
      column: bounds.origin.column + min(max(column, visibleColumns.lowerBound), last))
  }

  /// Places the terminal's cursor as in another drawing of the frame.
  mutating func takeCursor(of other: Canvas) { frame.cursor = other.frame.cursor }

  /// Hides the terminal's cursor in this frame, even if it was placed before.
  mutating func hideCursor() { frame.cursor = nil }

  /// The glyph at a place of this part; if the place is cut off, it is blank, and setting it has no effect.
  public subscript(line: Int, column: Int) -> Glyph {
    get {
      guard visibleLines.contains(line), visibleColumns.contains(column) else { return .blank }
      return frame[bounds.origin.line + line, bounds.origin.column + column]
    }
    set {
      guard visibleLines.contains(line), visibleColumns.contains(column) else { return }
      guard newValue.width == self[line, column].width else {
        return place([newValue], line: line, column: column)
      }
      frame[bounds.origin.line + line, bounds.origin.column + column] = newValue
    }
  }
}

/// The place of text in its columns.
public enum TextAlignment: Hashable, Sendable {
  /// At the left edge.
  case leading
  /// In the middle.
  case center
  /// At the right edge.
  case trailing

  func offset(of width: Int, in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, room - width) / 2
    case .trailing: max(0, room - width)
    }
  }
}

extension [Glyph] {
  /// Returns the glyphs that fit into a number of columns; if some do not fit, the last
  /// one is `…` (`~` in ASCII).
  func truncated(to columns: Int, isUnicode: Bool) -> [Glyph] {
    guard count > columns else { return self }
    guard columns > 0 else { return [] }
    var end = columns - 1
    if self[end].width == 0 { end -= 1 }
    var result = Array(self[..<end])
    result.append(Glyph(isUnicode ? "…" : "~", style: self[end].style))
    return result
  }

  /// Returns the words that fit into a number of columns; if some do not fit, `…` (`~` in ASCII) follows the
  /// last one. If the last word would take more than half of the columns, it is cut.
  func shortened(to columns: Int, isUnicode: Bool) -> [Glyph] {
    guard count > columns, columns > 0 else { return truncated(to: columns, isUnicode: isUnicode) }
    // Neither a blank nor a separator stands before the sign. The second half of a wide character is no blank.
    func isGap(_ index: Int) -> Bool {
      self[index].width > 0 && (self[index].isBlank || self[index].scalar == "·")
    }
    guard let gap = indices[..<columns].last(where: isGap),
      let last = indices[..<gap].last(where: { !isGap($0) }),
      last >= columns / 2
    else { return truncated(to: columns, isUnicode: isUnicode) }
    return self[...last] + [Glyph(isUnicode ? "…" : "~", style: self[last].style)]
  }
}

// MARK: - Box

extension Canvas {
  /// Clears the canvas and draws a frame around it; for a screen reader, writes only
  /// the title in its first line.
  ///
  /// - Parameters:
  ///   - title: the text in the upper edge.
  ///   - keys: the keys of the box, in the lower edge.
  ///   - isCut: whether there is more content below, which a symbol in the lower edge shows.
  mutating func drawBox(
    title: String, keys: [KeyLegend], theme: Theme, symbols: Symbols, isCut: Bool = false
  ) {
    for line in 0..<size.lines { fill(line: line, with: .blank) }
    if symbols.areWords {
      write(StyledText(title), style: theme.title)
      return
    }
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
    // The last hints are omitted if there is no room.
    var keys = keys
    while keys.columns(metrics) > size.columns - 8, !keys.isEmpty { keys.removeLast() }
    if !keys.isEmpty {
      write(StyledText(" ").appending(keys.text(theme)).appending(" "), line: size.lines - 1, column: 2)
    }
    if isCut {
      write(StyledText(symbols.expanded), line: size.lines - 1, column: size.columns - 3, style: theme.title)
    }
  }
}
