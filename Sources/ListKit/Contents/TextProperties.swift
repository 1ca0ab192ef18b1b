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
