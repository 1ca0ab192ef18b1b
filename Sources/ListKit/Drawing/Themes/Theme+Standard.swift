/// The built-in themes.
extension Theme {
  /// The theme without colour.
  public static let mono = Theme()

  /// The theme for a dark background.
  public static let dark = Theme.colored(
    accent: .palette(6), match: .palette(3), background: .rgb(16, 16, 20),
    marks: (.palette(2), .palette(1), .palette(3), .palette(4)),
    flashes: (.rgb(20, 96, 52), .rgb(108, 84, 16), .rgb(28, 72, 128)))

  /// The theme for a light background: signs in the dark colours of the cube, for the terminal's own green
  /// and yellow can hardly be read on white.
  public static let light = Theme.colored(
    accent: .palette(4), match: .palette(90), background: .rgb(252, 252, 252),
    marks: (.palette(28), .palette(124), .palette(136), .palette(18)),
    flashes: (.rgb(176, 236, 190), .rgb(250, 226, 150), .rgb(186, 214, 250)))

  /// The theme for eyes that need strong contrast: the terminal's full colours, nothing dim, no
  /// backgrounds; heavy strokes, lines and exchanged colours say what is what.
  public static let highContrast: Theme = {
    var theme = Theme()
    theme.title.attributes = [.bold, .underline]
    theme.secondaryText = .plain
    theme.header.attributes = [.bold, .underline]
    theme.columnTitle.attributes = [.bold, .underline]
    theme.cursor.attributes = [.reverse, .bold]
    theme.match.attributes = [.bold, .reverse]
    theme.status = .plain
    theme.scrollBar = Style(attributes: .bold)
    theme.border = Style(attributes: .bold)
    let mark = Style(attributes: [.bold, .reverse])
    theme.inserted = Change(mark: mark, flash: Style(attributes: [.bold, .underline]))
    theme.deleted = Change(mark: mark, flash: Style(attributes: .strikethrough))
    theme.changed = Change(mark: mark, flash: Style(attributes: [.bold, .underline]))
    theme.moved = Change(mark: mark, flash: Style(attributes: [.bold, .underline]))
    return theme
  }()

  /// The theme that suits a terminal.
  public static func standard(for traits: ScreenTraits) -> Theme {
    if traits.colorDepth == .mono { return .mono }
    return traits.hasLightBackground ? .light : .dark
  }

  private static func colored(
    accent: Color, match: Color, background: Color,
    marks: (inserted: Color, deleted: Color, changed: Color, moved: Color),
    flashes: (inserted: Color, changed: Color, moved: Color)
  ) -> Theme {
    func change(_ mark: Color, _ flash: Color) -> Change {
      Change(mark: Style(foreground: mark, attributes: .bold), flash: Style(background: flash))
    }
    var theme = Theme()
    theme.background = background
    theme.header = Style(foreground: accent, attributes: .bold)
    theme.prompt = Style(foreground: accent, attributes: .bold)
    theme.match = Style(foreground: match, attributes: [.bold, .underline])
    theme.inserted = change(marks.inserted, flashes.inserted)
    theme.deleted = Change(
      mark: Style(foreground: marks.deleted), flash: Style(attributes: [.dim, .strikethrough]))
    theme.changed = change(marks.changed, flashes.changed)
    theme.moved = change(marks.moved, flashes.moved)
    return theme
  }
}
