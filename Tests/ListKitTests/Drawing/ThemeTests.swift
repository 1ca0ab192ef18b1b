import LibC
import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@Suite("Themes") struct ThemeTests {
  @Test("The standard theme depends on the terminal's brightness and colour depth") func standardTheme() {
    var traits = ScreenTraits.testing(.trueColor)
    expectEqual(Theme.standard(for: traits), .dark)
    traits.userInterfaceStyle = .light
    expectEqual(Theme.standard(for: traits), .light)
    traits.userInterfaceStyle = .unspecified
    let unspecified = Theme.standard(for: traits)
    #expect(unspecified != .mono && unspecified.background == .default)
    traits.userInterfaceStyle = .light
    traits.colorDepth = .mono
    expectEqual(Theme.standard(for: traits), .mono)
  }

  @Test("The mono and high-contrast themes have no colours") func uncolouredThemes() {
    for theme in [Theme.mono, .highContrast] {
      let styles = [
        theme.title, theme.text, theme.secondaryText, theme.header, theme.cursor, theme.match, theme.prompt,
        theme.inserted.mark, theme.deleted.flash, theme.changed.flash, theme.moved.flash,
      ]
      #expect(styles.allSatisfy { $0.foreground == .default && $0.background == .default })
    }
  }

  @Test("Every theme marks cursor, matches, headers and deletions with attributes") func attributes() {
    for theme in [Theme.dark, .light, .highContrast, .mono, .terminal] {
      #expect(!theme.cursor.attributes.isEmpty || theme.cursor.background != .default)
      #expect(!theme.match.attributes.isEmpty)
      #expect(!theme.header.attributes.isEmpty)
      #expect(theme.deleted.flash.attributes.contains(.strikethrough))
    }
  }

  @Test("The high-contrast theme has no dim style") func highContrast() {
    let text = Theme.highContrast.description
    #expect(!text.contains("dim"))
  }

  // MARK: Contrast

  /// A theme, and the colours of the terminal for what has none.
  struct Look: CustomTestStringConvertible {
    var theme: Theme
    var depth: ScreenTraits.ColorDepth
    var (ink, paper): (Color, Color)
    var testDescription: String

    init(isLight: Bool, _ depth: ScreenTraits.ColorDepth) {
      var traits = ScreenTraits.testing(depth)
      traits.userInterfaceStyle = isLight ? .light : .dark
      (theme, self.depth) = (.standard(for: traits), depth)
      ink = isLight ? .rgb(0x20, 0x20, 0x20) : .rgb(0xD0, 0xD0, 0xD0)
      paper = theme.background
      testDescription = "\(isLight ? "light" : "dark"), \(depth)"
    }

    static let all = [true, false].flatMap { isLight in
      [ScreenTraits.ColorDepth.ansi, .palette, .trueColor].map { Look(isLight: isLight, $0) }
    }

    func contrast(_ style: TextStyle) -> Double {
      ThemeTests.contrast(
        ThemeTests.rgb(style.foreground) ?? ink, ThemeTests.rgb(style.background) ?? paper)
    }

    /// The least contrast of a style: less for what may be missed, which has the colour of secondary text.
    func least(_ style: TextStyle) -> Double {
      style.foreground == theme.secondaryText.foreground && style.foreground != .default ? 3 : 4.5
    }

    /// Returns the looks of a style: on the background, in the cursor's row, and in a row of each change at each level
    /// of its flash. Exchanged colours have the same contrast.
    func places(of style: TextStyle) -> [(name: String, style: TextStyle)] {
      var places = [("background", style)]
      if theme.cursor.background != .default {
        var onBar = style
        onBar.background = theme.cursor.background
        places.append(("cursor", onBar))
      }
      for change in [RowChange.inserted, .reconfigured, .movedUp] {
        let ramp = Ramp(change: theme[change], background: theme.background, depth: depth, steps: 9)
        places += (1...9).map { ("\(change) at \($0)", ramp.style(style, level: $0)) }
      }
      return places
    }
  }

  @Test("Each style of a theme is readable in each row where it can be", arguments: Look.all)
  func contrasts(_ look: Look) {
    #expect(look.theme.cursor.foreground == .default)
    for (name, path) in Theme.places {
      let style = look.theme[keyPath: path]
      for (place, shown) in look.places(of: TextStyle(foreground: style.foreground)) {
        let (found, least) = (look.contrast(shown), look.least(style))
        #expect(found >= least, "\(name), \(place): \(found)")
      }
      // The flash of a change is also a style with its own background.
      #expect(look.contrast(style) >= look.least(style), "\(name)")
    }
  }

  /// The darkest and the lightest backgrounds of common terminals, and less extreme ones.
  @Test(
    "Each style is readable on common backgrounds, in a colour that users do not change",
    arguments: [
      (Theme.dark, [.rgb(0, 0, 0), .rgb(0x1E, 0x1E, 0x2E), .rgb(0x28, 0x2C, 0x34)]),
      (Theme.light, [.rgb(255, 255, 255), .rgb(0xFD, 0xF6, 0xE3), .rgb(0xF0, 0xF0, 0xF0)]),
    ] as [(Theme, [Color])])
  func readability(_ theme: Theme, on backgrounds: [Color]) {
    for (name, path) in Theme.places {
      let style = theme[keyPath: path]
      #expect(!style.attributes.contains(.dim), "terminals differ in how dim it is")
      guard style.foreground != .default, style.background == .default else { continue }
      guard case .palette(let index) = style.foreground, index >= 16, let ink = Self.rgb(style.foreground)
      else {
        Issue.record("\(name) has a colour that users change")
        continue
      }
      let least = style.foreground == theme.secondaryText.foreground ? 3 : 4.5
      for background in backgrounds {
        #expect(Self.contrast(ink, background) >= least, "\(name) on \(background)")
      }
    }
  }

  /// No colour that is readable on both black and white has a contrast of more than 4.6:1 on both.
  @Test("If the background is unknown, signs are readable on black and on white")
  func unknownBackground() throws {
    var traits = ScreenTraits.testing(.palette)
    traits.userInterfaceStyle = .unspecified
    let theme = Theme.standard(for: traits)
    let signs = Theme.places.map { theme[keyPath: $0.style] }.filter {
      $0.foreground != .default && $0.background == .default
    }
    #expect(signs.count >= 7)
    for sign in signs {
      let ink = try #require(Self.rgb(sign.foreground))
      for background in [Color.rgb(0, 0, 0), .rgb(255, 255, 255)] {
        #expect(Self.contrast(ink, background) >= 3.8, "\(sign.foreground)")
      }
    }
    // The bar of the cursor brings both colours, and stands out from either background.
    let bar = try #require(Self.rgb(theme.cursor.background))
    #expect(Self.contrast(try #require(Self.rgb(theme.cursor.foreground)), bar) >= 4.5)
    for background in [Color.rgb(0, 0, 0), .rgb(255, 255, 255)] {
      #expect(Self.contrast(bar, background) >= 2.5)
    }
    for change in [theme.inserted, theme.deleted, theme.changed, theme.moved] {
      expectEqual(change.flash.background, .default)
    }
    traits.colorDepth = .ansi
    expectEqual(Theme.standard(for: traits).header.foreground, .palette(5))
  }

  @Test("A theme chosen by its name has its colours for sixteen on a terminal with sixteen")
  func namedOfSixteen() {
    for (theme, style) in [(Theme.dark, UserInterfaceStyle.dark), (.light, .light)] {
      for depth in [ScreenTraits.ColorDepth.ansi, .palette, .trueColor] {
        var traits = ScreenTraits.testing(depth)
        let named = Theme.resolved(theme, for: traits)
        traits.userInterfaceStyle = style
        expectEqual(named, Theme.standard(for: traits))
      }
    }
  }

  @Test(
    "A flash in palette colours is never grey and does not return after it has faded",
    arguments: [Theme.dark, .light])
  func paletteFlash(_ theme: Theme) {
    for change in [theme.inserted, theme.changed, theme.moved] {
      let ramp = Ramp(change: change, background: theme.background, depth: .palette, steps: 5)
      var wasColored = false
      for level in 1...5 {
        let background = ramp.style(.plain, level: level).background
        if background == .default {
          #expect(!wasColored, "what has faded stays so")
          continue
        }
        wasColored = true
        guard case .palette(let index) = background else {
          Issue.record("\(background)")
          continue
        }
        let color = PaletteColor.rgb(index)
        #expect(color.min() != color.max(), "grey at \(level)")
      }
      #expect(wasColored)
    }
  }

  /// Returns the components of a colour, or nil for the terminal's default colour.
  private static func rgb(_ color: Color) -> Color? {
    guard case .palette(let index) = color else { return color == .default ? nil : color }
    let color = PaletteColor.rgb(index)
    return .rgb(UInt8(color.x), UInt8(color.y), UInt8(color.z))
  }

  /// Returns the contrast of two colours, from 1 to 21, as the Web Content Accessibility Guidelines define
  /// it.
  private static func contrast(_ first: Color, _ second: Color) -> Double {
    let lights = [luminance(first), luminance(second)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private static func luminance(_ color: Color) -> Double {
    guard case .rgb(let red, let green, let blue) = color else { return 0 }
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  @MainActor @Test("A screen is drawn with the styles of a custom theme") func customTheme() {
    var theme = Theme()
    let styles = (0..<3).map { TextStyle(foreground: .palette(UInt8(60 + $0))) }
    (theme.columnTitle, theme.scrollBar, theme.border) = (styles[0], styles[1], styles[2])
    theme.inserted = Theme.Change(
      mark: TextStyle(foreground: .palette(70)), flash: TextStyle(background: .palette(71)))
    let controller = TableViewController()
    let table = controller.tableView
    table.theme = theme
    table.columns = [TableColumn("name", width: 2...9)]
    table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    let dataSource = TableViewDiffableDataSource<Int, Int>(tableView: table) { table, indexPath, item in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ColumnContentConfiguration(["\(item)"])
      return cell
    }
    dataSource.apply(DiffableDataSourceSnapshot([(0, Array(10..<40))]), animatingDifferences: false)
    func foregrounds(at milliseconds: Int) -> [[Color]] {
      var canvas = Canvas(
        size: ScreenSize(columns: 24, lines: 12), traits: .testing(.trueColor),
        time: .milliseconds(milliseconds))
      controller.chrome.render(in: &canvas)
      return (0..<12).map { line in (0..<24).map { canvas.frame[line, $0].style.foreground } }
    }
    #expect(foregrounds(at: 0)[0].contains(styles[0].foreground))
    #expect(foregrounds(at: 0).contains { $0.last == styles[1].foreground })
    #expect(!foregrounds(at: 0).joined().contains(.palette(70)))
    dataSource.apply(DiffableDataSourceSnapshot([(0, [10, 11, 9] + Array(12..<40))]))
    #expect(foregrounds(at: 10).joined().contains(theme.inserted.mark.foreground))
    controller.present(Panel(title: "About", lines: []))
    #expect(foregrounds(at: 20).joined().contains(styles[2].foreground))
    controller.dismiss()
    #expect(controller.panel == nil)
    #expect(!foregrounds(at: 20).joined().contains(styles[2].foreground))
  }
}
