/// The content of a cell: a value that draws itself.
///
/// Most lists use ``ListContentConfiguration`` and ``ColumnContentConfiguration``. Your own types only have
/// to return their number of lines and draw them.
public protocol ContentConfiguration: Sendable {
  /// Returns the number of lines in a given number of terminal columns; at least one.
  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int
  /// Draws the content; the canvas has the requested lines.
  func draw(in canvas: inout Canvas, context: CellContext)
}

/// The environment of a cell's content while it is drawn.
public struct CellContext: Sendable {
  /// The state of the row: selected, under the cursor, expanded, being moved, and so on.
  public var state: CellConfigurationState
  /// The styles of the screen, which depend on its background and its colour depth.
  public var theme: Theme {
    get { appearance.theme }
    set { appearance = Appearance(newValue, symbols) }
  }
  /// The symbols of the screen: Unicode, or ASCII if the terminal supports no other.
  public var symbols: Symbols {
    get { appearance.symbols }
    set { appearance = Appearance(theme, newValue) }
  }
  private var appearance: Appearance
  /// The placed columns of a tabular list, relative to the left edge of the content; empty in other lists.
  public var columns: [PlacedColumn]
  /// The time of the drawing, for animations.
  public var time: Duration
  /// The amount of animation: `none` if the user does not want any.
  public var motion: Motion
  /// Whether the row has children in an outline, so that its name is bold.
  var isParent = false

  /// Creates a context. Tables do this for each row; tests of a content do it themselves.
  public init(
    state: CellConfigurationState = CellConfigurationState(), theme: Theme = .mono,
    symbols: Symbols = .unicode, columns: [PlacedColumn] = [],
    time: Duration = .zero, motion: Motion = .full
  ) {
    self.state = state
    appearance = Appearance(theme, symbols)
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
  /// The position of the second text.
  public enum Arrangement: Hashable, Sendable {
    /// Beside the text, after two spaces.
    case inline
    /// At the right edge.
    case trailing
    /// On its own line below the text.
    case below
    /// Beside the text, which is its caption; the captions of all rows end at the same column.
    case caption
  }

  /// One or two characters before the text, such as an emoji; takes at least two columns.
  public var image: StyledText?
  /// The text, whose parts may have their own styles.
  public var attributedText: StyledText?
  /// The second text, which is dimmed and whose parts may have their own styles.
  public var secondaryAttributedText: StyledText?
  /// The position of the second text.
  public var arrangement: Arrangement
  /// The layout of the text. Beside a second text it has one line.
  public var textProperties = TextProperties()
  /// The layout of the second text. It can have more than one line only below the text.
  public var secondaryTextProperties = TextProperties()

  /// Creates a content with a text, a second text and an image; each may be nil.
  public init(
    text: String? = nil, secondaryText: String? = nil, image: StyledText? = nil,
    arrangement: Arrangement = .inline
  ) {
    self.init(
      attributedText: text.map { StyledText($0) },
      secondaryAttributedText: secondaryText.map { StyledText($0) },
      image: image, arrangement: arrangement)
  }

  /// Creates a content with styled texts.
  public init(
    attributedText: StyledText?, secondaryAttributedText: StyledText? = nil, image: StyledText? = nil,
    arrangement: Arrangement = .inline
  ) {
    self.attributedText = attributedText
    self.secondaryAttributedText = secondaryAttributedText
    self.image = image
    self.arrangement = arrangement
  }

  /// The text without its styles; setting it removes the styles.
  public var text: String? {
    get { attributedText?.text }
    set { attributedText = newValue.map { StyledText($0) } }
  }

  /// The second text without its styles; setting it removes the styles.
  public var secondaryText: String? {
    get { secondaryAttributedText?.text }
    set { secondaryAttributedText = newValue.map { StyledText($0) } }
  }

  /// Returns an empty content for a row with one text.
  public static func cell() -> Self { Self() }
  /// Returns an empty content with the second text at the right edge.
  public static func valueCell() -> Self { Self(arrangement: .trailing) }
  /// Returns an empty content with the second text on a line below.
  public static func subtitleCell() -> Self { Self(arrangement: .below) }

  private var hasSecondaryText: Bool { !(secondaryAttributedText?.isEmpty ?? true) }

  /// Whether the first of two texts beside each other is cut if both do not fit.
  private var cutsText: Bool {
    let (first, second) = (textProperties.priority, secondaryTextProperties.priority)
    return first == second ? arrangement == .trailing : first < second
  }
}

/// The layout of a text in a content.
public struct TextProperties: Hashable, Sendable {
  /// The alignment of lines that are shorter than the row.
  public var alignment: TextAlignment
  /// The maximum number of lines; 0 for no maximum. Lines are wrapped between words and at the text's
  /// newlines; in a single line, newlines are shown as symbols.
  public var numberOfLines: Int
  /// The style; nil for the theme's.
  public var style: TextStyle?
  /// If two texts beside each other do not both fit, the one with the lower priority is cut. With equal
  /// priorities the second one is cut, or the first if the second is at the right edge.
  public var priority: Int

  /// Creates the properties of a text.
  public init(
    alignment: TextAlignment = .leading, numberOfLines: Int = 1, style: TextStyle? = nil, priority: Int = 0
  ) {
    self.alignment = alignment
    self.numberOfLines = numberOfLines
    self.style = style
    self.priority = priority
  }
}

// MARK: - Drawing

extension ListContentConfiguration {
  /// Returns one, or more if a text has several lines or the second text is below.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    let room = columns - imageColumns(metrics)
    var lines = 1
    if let attributedText, isTextAlone {
      lines = attributedText.lineCount(in: room, limit: textProperties.numberOfLines, metrics)
    }
    guard [.below, .caption].contains(arrangement), hasSecondaryText, let secondaryAttributedText else {
      return lines
    }
    let isBelow = arrangement == .below
    return (isBelow ? lines : 0)
      + secondaryAttributedText.lineCount(
        in: isBelow ? room : room - Self.captionColumns(in: room),
        limit: secondaryTextProperties.numberOfLines, metrics)
  }

  /// Draws the texts. If both do not fit beside each other, their priorities decide which one is cut; a first
  /// text that is cut keeps eight columns.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    if let image, !image.isEmpty { canvas.write(image, style: context.theme.text) }
    let start = imageColumns(canvas.metrics)
    var theme = context.theme
    if context.isParent { theme.text.attributes.insert(.bold) }
    switch arrangement {
    case .caption where hasSecondaryText: drawCaption(in: &canvas, from: start, theme: context.theme)
    case .trailing where hasSecondaryText: drawTrailing(in: &canvas, from: start, theme: theme)
    case .inline where hasSecondaryText: drawInline(in: &canvas, from: start, theme: theme)
    case .below, .caption, .trailing, .inline: drawLines(in: &canvas, from: start, theme: theme)
    }
  }

  private var isTextAlone: Bool { arrangement == .below || !hasSecondaryText }

  /// At least two columns, as most emoji take, so that the texts of all rows are aligned.
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

  /// - Returns: the index of the line below the text.
  private func write(
    _ text: StyledText, _ properties: TextProperties, style: TextStyle, line: Int, column: Int,
    in canvas: inout Canvas
  ) -> Int {
    canvas.writeLines(
      text, limit: properties.numberOfLines, line: line, column: column,
      width: max(0, canvas.size.columns - column), style: properties.style ?? style,
      alignment: properties.alignment)
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
      secondaryAttributedText, column: column > start ? column + 2 : start,
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

  /// The minimum width of a text that is cut beside another.
  private static let leastColumns = 8

  /// The number of spaces between a caption and its value.
  private static let captionSpacing = 2

  /// Returns the number of columns that a caption and the space after it take: a third, at most 22.
  private static func captionColumns(in room: Int) -> Int {
    let names = min(20, max(0, room) / 3)
    return names > 0 ? names + captionSpacing : 0
  }

  /// Draws the caption in the first third, and the value after it.
  private func drawCaption(in canvas: inout Canvas, from start: Int, theme: Theme) {
    guard let secondaryAttributedText else { return }
    let taken = Self.captionColumns(in: canvas.size.columns - start)
    if let attributedText {
      canvas.write(
        attributedText, column: start, width: max(0, taken - Self.captionSpacing),
        style: textProperties.style ?? theme.secondaryText, alignment: .trailing)
    }
    _ = write(
      secondaryAttributedText, secondaryTextProperties, style: theme.text, line: 0, column: start + taken,
      in: &canvas)
  }
}
