/// The content of an ordinary row: an image, a text, and a second text.
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
  /// The text.
  public var text: StyledText?
  /// The second text, drawn fainter.
  public var secondaryText: StyledText?
  /// Where the second text stands.
  public var arrangement: Arrangement
  /// How the text is set. Beside a second text it takes one line.
  public var textProperties = TextProperties()
  /// How the second text is set. Only below the text it may take more than one line.
  public var secondaryTextProperties = TextProperties()

  /// Creates a content.
  public init(
    text: StyledText? = nil, secondaryText: StyledText? = nil, image: StyledText? = nil,
    arrangement: Arrangement = .inline
  ) {
    self.text = text
    self.secondaryText = secondaryText
    self.image = image
    self.arrangement = arrangement
  }

  /// An empty content for a row with one text.
  public static func cell() -> Self { Self() }
  /// An empty content with the second text at the right edge.
  public static func valueCell() -> Self { Self(arrangement: .trailing) }
  /// An empty content with the second text on a line below.
  public static func subtitleCell() -> Self { Self(arrangement: .below) }
  /// An empty content for a value and its name.
  public static func captionCell() -> Self { Self(arrangement: .caption) }

  var hasSecondaryText: Bool { !(secondaryText?.isEmpty ?? true) }
}

/// How a text of a content is set.
public struct TextProperties: Hashable, Sendable {
  /// Where its lines stand.
  public var alignment: TextAlignment
  /// The most lines it takes; 0 for as many as it needs. Lines are broken between words, and at the
  /// text's own line ends; with a single line these are shown as symbols.
  public var numberOfLines: Int
  /// The style; the theme's unless set.
  public var style: Style?

  /// Creates the properties of a text.
  public init(alignment: TextAlignment = .leading, numberOfLines: Int = 1, style: Style? = nil) {
    self.alignment = alignment
    self.numberOfLines = numberOfLines
    self.style = style
  }
}
