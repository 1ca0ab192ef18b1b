/// The styles of everything a table and its surroundings draw.
///
/// The built-in themes are made from the terminal's own colours, so they are readable on whatever
/// background it has, and never tell a thing by colour alone.
public struct Theme: Hashable, Sendable {
  /// Colours of one kind of change: its mark in the gutter and its flash over the row.
  public struct Change: Hashable, Sendable {
    /// The sign in the gutter.
    public var mark: Style
    /// The row at the first moment; it fades from here to its own style.
    public var flash: Style

    /// Creates the colours of a kind of change.
    public init(mark: Style, flash: Style) {
      self.mark = mark
      self.flash = flash
    }
  }

  /// The line at the top, with the name of the screen.
  public var title = Style(attributes: .bold)
  /// The first text of a row, wherever nothing else is said.
  public var text = Style.plain
  /// A row's second text, counts, hints.
  public var secondaryText = Style(attributes: .dim)
  /// The line above the rows of a section.
  public var header = Style(attributes: .bold)
  /// The line above all rows, with the names of the columns.
  public var columnTitle = Style(attributes: [.dim, .underline])
  /// The row under the cursor.
  public var cursor = Style(attributes: .reverse)
  /// Letters that match the query.
  public var match = Style(attributes: [.bold, .underline])
  /// The sign before the query.
  public var prompt = Style(attributes: .bold)
  /// The line at the bottom, with what happened last and which keys there are.
  public var status = Style(attributes: .dim)
  /// The scroll bar.
  ///
  /// Plain, for it is drawn at every step of a list: attributes cost twice the bytes of the sign itself.
  public var scrollBar = Style.plain
  /// The frame around help, details and questions, and the line between two halves of a screen.
  public var border = Style(attributes: .dim)
  /// How rows look that came, for as long as they are marked.
  public var inserted = Change(mark: Style(attributes: .bold), flash: Style(attributes: .bold))
  /// How rows look that leave, until they are gone.
  public var deleted = Change(
    mark: Style(attributes: .dim), flash: Style(attributes: [.dim, .strikethrough]))
  /// How rows look whose content changed, for as long as they are marked.
  public var changed = Change(mark: Style(attributes: .bold), flash: Style(attributes: .bold))
  /// How rows look that stand elsewhere now, for as long as they are marked.
  public var moved = Change(mark: Style(attributes: .underline), flash: Style(attributes: .underline))
  /// The colour flashes fade to where the terminal's own background is not known.
  public var background = Color.default

  /// Creates the theme without colour.
  public init() {}
}
