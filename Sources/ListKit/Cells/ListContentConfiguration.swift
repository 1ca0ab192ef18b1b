/// The content of an ordinary row: an image, a text, and a second text.
///
/// ```text
///   default    🏔 Denali                      subtitle   🏔 Denali
///   value1     Denali              6,190 m               Alaska Range
///   value2     Denali  6,190 m
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
  }

  /// A sign or two before the text, such as an emoji.
  public var image: StyledText?
  /// The text.
  public var text: StyledText?
  /// The second text, drawn fainter.
  public var secondaryText: StyledText?
  /// Where the second text stands.
  public var arrangement: Arrangement

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

  /// One, or two with a second text below.
  public func lines(inColumns columns: Int) -> Int {
    arrangement == .below && !(secondaryText?.isEmpty ?? true) ? 2 : 1
  }

  /// Draws the texts. Where both do not fit, the first one is cut beside a second one at the right edge,
  /// which leaves it eight columns at least; else the second one is cut.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    let theme = context.theme
    var column = 0
    if let image, !image.isEmpty { column = canvas.write(image, style: theme.text) + 1 }
    var room = canvas.size.columns - column
    if arrangement == .trailing, let secondaryText, !secondaryText.isEmpty {
      let wanted = canvas.metrics.width(of: secondaryText.text)
      let taken = min(wanted, max(0, room - min(room, 8)))
      canvas.write(
        secondaryText, column: canvas.size.columns - taken, width: taken, style: theme.secondaryText,
        alignment: .trailing)
      room -= taken + (taken > 0 ? 2 : 0)
    }
    let start = column
    if let text { column = canvas.write(text, column: column, width: room, style: theme.text) }
    guard let secondaryText else { return }
    switch arrangement {
    case .inline: canvas.write(secondaryText, column: column > 0 ? column + 2 : 0, style: theme.secondaryText)
    case .below: canvas.write(secondaryText, line: 1, column: start, style: theme.secondaryText)
    case .trailing: break
    }
  }
}
