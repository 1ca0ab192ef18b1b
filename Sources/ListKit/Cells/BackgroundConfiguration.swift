/// What lies behind a row's content, by the row's state.
///
/// A style is painted under the content: colours show where the content leaves them at their default, and
/// attributes are added. Where several states hold, the first of swiped, moving, pressed, cursor,
/// selected that has a style of its own counts.
public struct BackgroundConfiguration: Hashable, Sendable {
  /// The style of a row that is neither selected nor under the cursor.
  public var style: Style
  /// The row under the cursor; nil for the theme's.
  public var focused: Style?
  /// The style while the row is selected; nil for that of the theme.
  public var selected: Style?
  /// A row that is pressed.
  public var highlighted: Style?
  /// A row that is being moved.
  public var reordering: Style?
  /// A row whose swipe actions are shown.
  public var swiped: Style?

  /// Creates a background with one style, and the theme's for the other states of a row.
  public init(_ style: Style = .plain) { self.style = style }

  /// Nothing behind the row, except under the cursor.
  public static func clear() -> Self { Self() }

  /// The style in a state.
  public func style(for state: CellConfigurationState) -> Style {
    styleOnTop(for: state) ?? (state.isSelected ? selected : nil) ?? style
  }

  /// The style that takes the place of the theme's cursor, where the row has it.
  func styleOnTop(for state: CellConfigurationState) -> Style? {
    let candidates = [
      state.isSwiped ? swiped : nil, state.isReordering ? reordering : nil,
      state.isHighlighted ? highlighted : nil, state.isFocused ? focused : nil,
    ]
    return candidates.lazy.compactMap(\.self).first
  }
}
