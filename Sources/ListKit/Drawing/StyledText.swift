/// Text of which some stretches have a style of their own.
public struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A stretch of characters and what is painted over them.
  public struct Run: Hashable, Sendable {
    /// Which characters it styles, by their offsets from 0; what lies behind the end of the text is left out.
    public var characters: Range<Int>
    /// What is painted over the base style; nil for the theme's style of letters that match a query.
    public var style: Style?

    /// Creates a run; nil is the theme's style of letters that match a query.
    public init(_ characters: Range<Int>, _ style: Style?) {
      self.characters = characters
      self.style = style
    }
  }

  /// The characters without styles; when it is set, runs keep their offsets.
  public var text: String
  /// Stretches with a style of their own; where two overlap, the later one lies on top.
  public var runs: [Run]

  /// Creates a text with styled stretches.
  public init(_ text: String, runs: [Run] = []) {
    self.text = text
    self.runs = runs
  }

  /// Creates a text that is one stretch of a style.
  public init(_ text: String, style: Style) {
    self.init(text, runs: [Run(0..<text.count, style)])
  }

  /// Creates a text in which letters that match a query stand out.
  ///
  /// - Parameters:
  ///   - text: the characters.
  ///   - matches: character offsets of the letters.
  public init(_ text: String, matches: [Range<Int>]) {
    self.init(text, runs: matches.map { Run($0, nil) })
  }

  /// Creates a text without styled stretches.
  public init(stringLiteral text: String) { self.init(text) }

  /// Whether there is no character.
  public var isEmpty: Bool { text.isEmpty }

  /// This text followed by another.
  ///
  /// - Complexity: O(characters of both).
  public func appending(_ other: StyledText) -> StyledText {
    let offset = text.count
    let moved = other.runs.map {
      Run($0.characters.lowerBound + offset..<$0.characters.upperBound + offset, $0.style)
    }
    return StyledText(text + other.text, runs: runs + moved)
  }

  /// The glyphs on top of a base style.
  ///
  /// - Parameters:
  ///   - match: the style of letters that match a query.
  ///   - columns: how many columns are to be filled; where there are more, there is a glyph more.
  /// - Complexity: O(characters × runs), of those characters.
  func glyphs(
    over base: Style, match: Style, metrics: TextMetrics, fillingColumns columns: Int = .max
  ) -> [Glyph] {
    if runs.isEmpty { return metrics.glyphs(of: text, style: base, fillingColumns: columns) }
    var glyphs: [Glyph] = []
    for (offset, character) in text.enumerated() {
      let style = runs.reduce(base) { $1.characters.contains(offset) ? ($1.style ?? match).over($0) : $0 }
      metrics.append(character, style: style, to: &glyphs)
      if glyphs.count > columns { break }
    }
    return glyphs
  }
}
