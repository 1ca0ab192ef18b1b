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

  var hasSecondaryText: Bool { !(secondaryAttributedText?.isEmpty ?? true) }

  /// Which of two texts beside each other is cut where there is too little room for both.
  var cutsText: Bool {
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
