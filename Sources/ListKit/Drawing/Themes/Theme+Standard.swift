/// The built-in themes.
extension Theme {
  /// The theme without colour: the terminal's own two, which its user can read, and attributes.
  public static let mono = Theme()

  // Signs are in colours of the cube, which are the same everywhere: of the first sixteen, which users change, none
  // can be read on every background.

  /// The theme for a dark background.
  public static let dark = Theme.colored(
    accent: .palette(80), match: .palette(221), secondary: .palette(247), text: .palette(231),
    background: .rgb(16, 16, 20),
    marks: (.palette(78), .palette(210), .palette(221), .palette(111)),
    flashes: (.rgb(20, 96, 52), .rgb(108, 84, 16), .rgb(28, 72, 128)))

  /// The theme for a light background.
  public static let light = Theme.colored(
    accent: .palette(25), match: .palette(90), secondary: .palette(241), text: .palette(16),
    background: .rgb(252, 252, 252),
    marks: (.palette(22), .palette(124), .palette(94), .palette(18)),
    flashes: (.rgb(176, 236, 190), .rgb(250, 226, 150), .rgb(186, 214, 250)))

  /// What is left of ``dark`` where there are but sixteen colours: those that can be read on most dark backgrounds.
  private static let darkOfSixteen = Theme.colored(
    accent: .palette(6), match: .palette(11), secondary: .palette(7), text: .default,
    background: .rgb(16, 16, 20),
    marks: (.palette(2), .palette(9), .palette(11), .palette(14)),
    flashes: (.default, .default, .default))

  /// What is left of ``light`` there.
  private static let lightOfSixteen = Theme.colored(
    accent: .palette(4), match: .default, secondary: .default, text: .default,
    background: .rgb(252, 252, 252),
    marks: (.default, .palette(1), .default, .palette(4)),
    flashes: (.default, .default, .default))

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

  /// The theme that suits a terminal. Where nobody knows whether it is light or dark, there are no colours.
  public static func standard(for traits: ScreenTraits) -> Theme {
    switch (traits.userInterfaceStyle, traits.colorDepth) {
    case (.unspecified, _), (_, .mono): .mono
    case (.dark, .ansi): .darkOfSixteen
    case (.light, .ansi): .lightOfSixteen
    case (.dark, _): .dark
    case (.light, _): .light
    }
  }

  private static func colored(
    accent: Color, match: Color, secondary: Color, text: Color, background: Color,
    marks: (inserted: Color, deleted: Color, changed: Color, moved: Color),
    flashes: (inserted: Color, changed: Color, moved: Color)
  ) -> Theme {
    func change(_ mark: Color, _ flash: Color) -> Change {
      Change(
        mark: Style(foreground: mark, attributes: .bold),
        flash: Style(foreground: flash == .default ? .default : text, background: flash))
    }
    var theme = Theme()
    theme.background = background
    theme.header = Style(foreground: accent, attributes: .bold)
    theme.prompt = Style(foreground: accent, attributes: .bold)
    theme.match = Style(foreground: match, attributes: [.bold, .underline])
    // Not dim: how dim that is nobody knows, and some terminals know no dim.
    theme.secondaryText = Style(foreground: secondary)
    theme.columnTitle = Style(foreground: secondary, attributes: .underline)
    theme.status = Style(foreground: secondary)
    theme.border = Style(foreground: secondary)
    theme.inserted = change(marks.inserted, flashes.inserted)
    theme.deleted = Change(
      mark: Style(foreground: marks.deleted, attributes: .bold),
      flash: Style(foreground: secondary, attributes: .strikethrough))
    theme.changed = change(marks.changed, flashes.changed)
    theme.moved = change(marks.moved, flashes.moved)
    return theme
  }
}
