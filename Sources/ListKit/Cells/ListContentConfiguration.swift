/// What a cell shows: a value that draws itself.
///
/// ``ListContentConfiguration`` and ``ColumnContentConfiguration`` serve most lists; a type of one's own
/// needs only to say how many lines it takes and to draw them.
public protocol ContentConfiguration: Sendable {
  /// Lines needed in a number of columns, as the terminal counts them; at least one.
  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int
  /// Draws the content; the canvas has the lines asked for.
  func draw(in canvas: inout Canvas, context: CellContext)
}

/// What surrounds a cell's content while it is drawn.
public struct CellContext: Sendable {
  /// Whether the row is selected, under the cursor, expanded or being moved, while it is drawn.
  public var state: CellConfigurationState
  /// The styles of the screen, which follow its background and its number of colours.
  public var theme: Theme
  /// The signs of the screen: those of Unicode, or ASCII where the terminal has no more.
  public var symbols: Symbols
  /// The columns of a tabular list with their places, empty in others; places count from the left
  /// edge of the content.
  public var columns: [PlacedColumn]
  /// The time of the drawing, for what moves by itself.
  public var time: Duration
  /// How much may move: `none` where the user wants things to stand still.
  public var motion: Motion

  /// Creates a context, as a table does for each row it draws, and a test of a content for itself.
  public init(
    state: CellConfigurationState = CellConfigurationState(), theme: Theme = .mono,
    symbols: Symbols = .unicode, columns: [PlacedColumn] = [],
    time: Duration = .zero, motion: Motion = .full
  ) {
    self.state = state
    self.theme = theme
    self.symbols = symbols
    self.columns = columns
    self.time = time
    self.motion = motion
  }
}

// MARK: - ListContentConfiguration

/// The content of an ordinary row: an image, a text, and a second text.
///
/// ```swift
/// var content = cell.defaultContentConfiguration()
/// content.text = peak.name
/// content.secondaryText = "\(peak.height) m"
/// cell.contentConfiguration = content
/// ```
///
/// ```text
///   cell       🏔 Denali  6,190 m             subtitle   🏔 Denali
///   value      Denali              6,190 m               Alaska Range
///   caption       Height  6,190 m
/// ```
public struct ListContentConfiguration: ContentConfiguration, Hashable {
  /// Where the second text stands.
  public enum Arrangement: Hashable, Sendable {
    /// Beside the text, after two blanks.
    case inline
    /// At the right edge.
    case trailing
    /// On a line of its own below.
    case below
    /// Beside the text, which names it: the names of all rows end at one column.
    case caption
  }

  /// A sign or two before the text, such as an emoji; it takes two columns at least.
  public var image: StyledText?
  /// The text, with its stretches of a style of their own.
  public var attributedText: StyledText?
  /// The second text, drawn fainter, with its stretches of a style of their own.
  public var secondaryAttributedText: StyledText?
  /// Where the second text stands.
  public var arrangement: Arrangement
  /// How the text is set. Beside a second text it takes one line.
  public var textProperties = TextProperties()
  /// How the second text is set. Only below the text it may take more than one line.
  public var secondaryTextProperties = TextProperties()

  /// Creates a content of a text, a second text and an image; all of them may be nil.
  public init(
    text: String? = nil, secondaryText: String? = nil, image: StyledText? = nil,
    arrangement: Arrangement = .inline
  ) {
    self.init(
      attributedText: text.map { StyledText($0) },
      secondaryAttributedText: secondaryText.map { StyledText($0) },
      image: image, arrangement: arrangement)
  }

  /// Creates a content of texts of which some stretches have a style of their own.
  public init(
    attributedText: StyledText?, secondaryAttributedText: StyledText? = nil, image: StyledText? = nil,
    arrangement: Arrangement = .inline
  ) {
    self.attributedText = attributedText
    self.secondaryAttributedText = secondaryAttributedText
    self.image = image
    self.arrangement = arrangement
  }

  /// The text without its styles; setting it leaves none.
  public var text: String? {
    get { attributedText?.text }
    set { attributedText = newValue.map { StyledText($0) } }
  }

  /// The second text without its styles; setting it leaves none.
  public var secondaryText: String? {
    get { secondaryAttributedText?.text }
    set { secondaryAttributedText = newValue.map { StyledText($0) } }
  }

  /// An empty content for a row with one text.
  public static func cell() -> Self { Self() }
  /// An empty content with the second text at the right edge.
  public static func valueCell() -> Self { Self(arrangement: .trailing) }
  /// An empty content with the second text on a line below.
  public static func subtitleCell() -> Self { Self(arrangement: .below) }
  /// An empty content for a value and its name.
  public static func captionCell() -> Self { Self(arrangement: .caption) }

  private var hasSecondaryText: Bool { !(secondaryAttributedText?.isEmpty ?? true) }

  /// Which of two texts beside each other is cut where there is too little room for both.
  private var cutsText: Bool {
    let (first, second) = (textProperties.priority, secondaryTextProperties.priority)
    return first == second ? arrangement == .trailing : first < second
  }
}

/// How a text of a content is set.
public struct TextProperties: Hashable, Sendable {
  /// Where lines shorter than the row stand: at its beginning, in its middle or at its end.
  public var alignment: TextAlignment
  /// The most lines it takes; 0 for as many as it needs. Lines are broken between words, and at the
  /// text's own line ends; with a single line these are shown as symbols.
  public var numberOfLines: Int
  /// The style; the theme's unless set.
  public var style: Style?
  /// Of two texts beside each other that do not both fit, the one with the lower priority is cut. Where both have the
  /// same it is the second one; beside a second one at the right edge the first.
  public var priority: Int

  /// Creates the properties of a text.
  public init(
    alignment: TextAlignment = .leading, numberOfLines: Int = 1, style: Style? = nil, priority: Int = 0
  ) {
    self.alignment = alignment
    self.numberOfLines = numberOfLines
    self.style = style
    self.priority = priority
  }
}

// MARK: - Drawing

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

  /// Draws the texts. Where both do not fit beside each other, their priorities decide which is cut; a first one that is
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

// MARK: - TextLines

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
      end = blank
      next = blank + 1
    }
    let line = glyphs[..<end].prefix(columns)
    glyphs = glyphs[next...].drop(while: \.isBlank)
    return Array(line)
  }
}
