/// A part of a frame to draw on, with coordinates of its own.
///
/// Whatever is drawn outside is cut off; a wide character that does not fit is left out.
public struct Canvas: Sendable {
  /// What was drawn so far, whole: a canvas that is a part of another draws into this one.
  public private(set) var frame: Frame
  /// What the terminal can show.
  public let traits: ScreenTraits
  /// The style of letters that match a query.
  var matchStyle = Style(attributes: [.bold, .underline])
  /// Where this part lies in the picture; what is cut off above or to the left lies outside of it.
  private var bounds: Rect
  /// The first line and column of the picture that may be drawn on.
  private var clip = Point(line: 0, column: 0)

  /// Creates a canvas on a blank picture.
  public init(size: Size, traits: ScreenTraits) {
    frame = Frame(size: size)
    self.traits = traits
    bounds = Rect(line: 0, column: 0, columns: size.columns, lines: size.lines)
  }

  /// Columns and lines of this part.
  public var size: Size { bounds.size }

  /// How text becomes glyphs here.
  public var metrics: TextMetrics { TextMetrics(traits) }

  /// Draws inside a rectangle, whose upper left corner is the origin there, also where it is cut off.
  ///
  /// The part ends where this one ends; before its start, nothing is drawn.
  public mutating func inside(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
    let outer = (bounds, clip)
    let line = min(rect.origin.line, size.lines)
    let column = min(rect.origin.column, size.columns)
    bounds = Rect(
      line: bounds.origin.line + line, column: bounds.origin.column + column,
      columns: max(0, min(rect.columns.upperBound, size.columns) - column),
      lines: max(0, min(rect.lines.upperBound, size.lines) - line))
    clip = Point(
      line: max(clip.line, bounds.origin.line), column: max(clip.column, bounds.origin.column))
    draw(&self)
    (bounds, clip) = outer
  }

  /// The lines and columns of this part that are in the picture.
  private var visibleLines: Range<Int> {
    let first = min(max(0, clip.line - bounds.origin.line), size.lines)
    return first..<size.lines
  }
  private var visibleColumns: Range<Int> {
    let first = min(max(0, clip.column - bounds.origin.column), size.columns)
    return first..<size.columns
  }

  /// Writes text from a column on, ending in `…` where it does not fit.
  ///
  /// - Parameters:
  ///   - text: what is written.
  ///   - line: the line, from 0.
  ///   - column: the column it begins in, from 0.
  ///   - width: the columns it may take at most; to the right edge unless given.
  ///   - style: what its own styles are painted over.
  ///   - alignment: where it stands in that width.
  /// - Returns: the column behind the last one written.
  @discardableResult
  public mutating func write(
    _ text: StyledText, line: Int = 0, column: Int = 0, width: Int? = nil, style: Style = .plain,
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

  /// Places glyphs from a column on; those outside are cut off.
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
        self[line, target] = glyph
      } else {
        // The first half is cut off.
        put(Glyph(" ", style: glyph.style), line: line, column: target)
      }
    }
  }

  /// Puts a glyph in its place; what remains of a wide character it covers by half is blanked.
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
    for column in (columns ?? visibleColumns).clamped(to: visibleColumns) {
      put(glyph, line: line, column: column)
    }
  }

  /// Changes the style of what is drawn already on a line, or on a part of it.
  public mutating func restyle(line: Int, columns: Range<Int>? = nil, _ change: (Style) -> Style) {
    guard visibleLines.contains(line) else { return }
    for column in (columns ?? visibleColumns).clamped(to: visibleColumns) {
      self[line, column].style = change(self[line, column].style)
    }
  }

  /// Puts the terminal's cursor at a place of this part.
  public mutating func placeCursor(line: Int, column: Int) {
    guard visibleLines.contains(line), let last = visibleColumns.last else { return }
    frame.cursor = Point(
      line: bounds.origin.line + line,
      column: bounds.origin.column + min(max(column, visibleColumns.lowerBound), last))
  }

  /// Shows the terminal's cursor where it is in another drawing of the frame.
  mutating func takeCursor(of other: Canvas) { frame.cursor = other.frame.cursor }

  /// Shows no cursor of the terminal in this frame, whatever asked for one before.
  public mutating func hideCursor() { frame.cursor = nil }

  /// The glyph at a place of this part; blank where it is cut off, and nothing is drawn there.
  public subscript(line: Int, column: Int) -> Glyph {
    get {
      guard visibleLines.contains(line), visibleColumns.contains(column) else { return .blank }
      return frame[bounds.origin.line + line, bounds.origin.column + column]
    }
    set {
      guard visibleLines.contains(line), visibleColumns.contains(column) else { return }
      frame[bounds.origin.line + line, bounds.origin.column + column] = newValue
    }
  }
}

/// Where text stands in the columns it is given.
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
  /// The glyphs that fit into a number of columns, the last one `…` (`~` in ASCII) where some do not.
  func truncated(to columns: Int, isUnicode: Bool) -> [Glyph] {
    guard count > columns else { return self }
    guard columns > 0 else { return [] }
    var end = columns - 1
    if self[end].width == 0 { end -= 1 }
    var result = Array(self[..<end])
    result.append(Glyph(isUnicode ? "…" : "~", style: self[end].style))
    return result
  }
}

// MARK: - Box

extension Canvas {
  /// Empties the canvas and draws a frame around it; for a screen reader, only the title in its first line.
  ///
  /// - Parameters:
  ///   - title: stands in the upper edge.
  ///   - isCut: whether there is more below than fits, which a sign in the lower edge shows.
  mutating func drawBox(title: String, theme: Theme, symbols: Symbols, isCut: Bool = false) {
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
    if isCut {
      write(StyledText(symbols.expanded), line: size.lines - 1, column: size.columns - 3, style: theme.title)
    }
  }
}
