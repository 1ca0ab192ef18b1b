/// The styles of everything a table and its surroundings draw.
///
/// The built-in themes are made from the terminal's own colours, so they are readable on whatever
/// background it has, and never show anything by colour alone.
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

// MARK: - Standard

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

  /// The theme of the terminal's own sixteen colours, as its user has chosen them.
  public static let terminal = Theme.onAnyBackground(
    accent: .palette(6), match: .palette(3),
    marks: (.palette(2), .palette(1), .palette(3), .palette(4)))

  /// The theme for a terminal that does not tell its background: its signs can be read on dark and on light ones.
  private static let unspecified = Theme.onAnyBackground(
    accent: .palette(30), match: .palette(130),
    marks: (.palette(28), .palette(160), .palette(130), .palette(62)))

  /// What is left of it where there are but sixteen colours, of which two can be read on most backgrounds.
  private static let unspecifiedOfSixteen = Theme.onAnyBackground(
    accent: .palette(5), match: .palette(5),
    marks: (.default, .palette(1), .palette(5), .default))

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

  /// The theme that suits a terminal. Where it is unknown whether it is light or dark, signs have colours that can be read
  /// on both, and nothing has a background.
  public static func standard(for traits: ScreenTraits) -> Theme {
    switch (traits.userInterfaceStyle, traits.colorDepth) {
    case (_, .mono): .mono
    case (.unspecified, .ansi): .unspecifiedOfSixteen
    case (.unspecified, _): .unspecified
    case (.dark, .ansi): .darkOfSixteen
    case (.light, .ansi): .lightOfSixteen
    case (.dark, _): .dark
    case (.light, _): .light
    }
  }

  private static func onAnyBackground(
    accent: Color, match: Color,
    marks: (inserted: Color, deleted: Color, changed: Color, moved: Color)
  ) -> Theme {
    var theme = Theme()
    theme.header = Style(foreground: accent, attributes: .bold)
    theme.prompt = Style(foreground: accent, attributes: .bold)
    theme.match = Style(foreground: match, attributes: [.bold, .underline])
    theme.inserted.mark = Style(foreground: marks.inserted, attributes: .bold)
    theme.deleted.mark = Style(foreground: marks.deleted, attributes: .bold)
    theme.changed.mark = Style(foreground: marks.changed, attributes: .bold)
    theme.moved.mark = Style(foreground: marks.moved, attributes: .bold)
    return theme
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
    // Not dim: terminals differ in how dim that is, and some have none.
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

// MARK: - Text

/// Themes as text, so that users of a program can have their own.
///
/// ```text
///   # what it is based on; first, where it is given
///   base = dark
///   cursor = reverse bold
///   header = #5fafd7 bold
///   inserted.flash = on #146034
///   inserted.mark = green bold
///   background = #101014
/// ```
///
/// A line is a name, `=`, and a style: words in any order, of which each replaces what the base says.
///
/// - Names: `title text secondaryText header columnTitle cursor match prompt status scrollBar border`,
///   `inserted deleted changed moved`, each with `.mark` or `.flash`, and `background`, a colour alone.
/// - A colour, or `on` and a colour for what is behind: `default`, `black red green yellow blue magenta cyan
///   white`, the same with `bright-` before them, a number of the palette from 0 to 255, or `#rrggbb`.
/// - Attributes: `bold dim italic underline reverse strikethrough`. `plain` alone is the terminal's own style.
/// - Empty lines, and what follows `#` and a blank, do not count.
extension Theme {
  /// Reads a theme.
  ///
  /// - Parameters:
  ///   - text: lines as above.
  ///   - base: what the lines do not name, unless they begin with another one.
  /// - Throws: the first line that cannot be read, and why.
  /// - Complexity: O(length of the text).
  public init(text: String, base: Theme = .mono) throws(ThemeError) {
    self = base
    var isFirst = true
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = Self.words(of: line)
      guard !words.isEmpty else { continue }
      do {
        try apply(words, isFirst: isFirst)
      } catch {
        throw ThemeError(line: index + 1, reason: error)
      }
      isFirst = false
    }
  }

  private static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    let spaced = line.split { $0 == " " || $0 == "\t" }
    for word in spaced {
      if word == "#" || (words.isEmpty && word.hasPrefix("#")) { break }
      guard let sign = word.firstIndex(of: "="), words.count < 2, !words.contains("=") else {
        words.append(word)
        continue
      }
      // `name=style` is three words too.
      let parts = [word[..<sign], "=", word[word.index(after: sign)...]]
      words += parts.filter { !$0.isEmpty }
    }
    return words
  }

  private mutating func apply(_ words: [Substring], isFirst: Bool) throws(ThemeError.Reason) {
    let name = String(words[0])
    guard words.count > 1, words[1] == "=" else { throw .missingEquals }
    let value = words.dropFirst(2)
    guard let first = value.first else { throw .missingStyle }
    switch name {
    case "base":
      guard isFirst else { throw .lateBase }
      guard value.count == 1, let base = Self.named[String(first)] else { throw .unknownBase(String(first)) }
      self = base
    case "background":
      guard value.count == 1, let color = Color(word: first) else { throw .unknownWord(String(first)) }
      background = color
    default:
      guard let place = Self.places.first(where: { $0.name == name }) else { throw .unknownName(name) }
      self[keyPath: place.style] = try Style(words: value)
    }
  }

  private static let named = [
    "dark": Theme.dark, "light": .light, "high-contrast": .highContrast, "mono": .mono,
    "terminal": .terminal,
  ]

  fileprivate static var places: [(name: String, style: WritableKeyPath<Theme, Style>)] {
    [
      ("title", \.title), ("text", \.text), ("secondaryText", \.secondaryText), ("header", \.header),
      ("columnTitle", \.columnTitle), ("cursor", \.cursor), ("match", \.match), ("prompt", \.prompt),
      ("status", \.status), ("scrollBar", \.scrollBar), ("border", \.border),
      ("inserted.mark", \.inserted.mark), ("inserted.flash", \.inserted.flash),
      ("deleted.mark", \.deleted.mark), ("deleted.flash", \.deleted.flash),
      ("changed.mark", \.changed.mark), ("changed.flash", \.changed.flash),
      ("moved.mark", \.moved.mark), ("moved.flash", \.moved.flash),
    ]
  }
}

extension Theme: CustomStringConvertible {
  /// The theme as lines of text, from which it can be read again.
  public var description: String {
    var lines = Self.places.map { "\($0.name) = \(self[keyPath: $0.style].words)" }
    lines.append("background = \(background.word)")
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: - ThemeError

/// Why a text is no theme.
public struct ThemeError: Error, Hashable, Sendable {
  /// What is wrong with a line.
  public enum Reason: Error, Hashable, Sendable {
    /// There is no `=` behind the name.
    case missingEquals
    /// There is nothing behind the `=`.
    case missingStyle
    /// Nothing in a theme has this name.
    case unknownName(String)
    /// No theme that another one may be based on has this name.
    case unknownBase(String)
    /// `base` is not the first line.
    case lateBase
    /// A word that is no colour and no attribute.
    case unknownWord(String)
    /// `on` without a colour behind it.
    case missingColor
    /// A second colour for the same thing.
    case secondColor(String)
  }

  /// The line, counted from 1.
  public var line: Int
  /// What is wrong with it.
  public var reason: Reason

  /// Creates an error in a line of a theme, counted from 1.
  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension ThemeError: CustomStringConvertible {
  /// The line and what is wrong with it, in words.
  public var description: String { "line \(line): \(reason)" }
}

extension ThemeError.Reason: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .missingEquals: "no = behind the name"
    case .missingStyle: "nothing behind the ="
    case .unknownName(let name): "nothing is called '\(name)'"
    case .unknownBase(let name): "no base '\(name)'; there are dark, light, high-contrast, mono and terminal"
    case .lateBase: "base must come first"
    case .unknownWord(let word): "'\(word)' is no colour and no attribute"
    case .missingColor: "no colour behind 'on'"
    case .secondColor(let word): "'\(word)' is a second colour"
    }
  }
}

extension Theme {
  subscript(change: RowChange) -> Change {
    switch change {
    case .inserted: inserted
    case .movedUp, .movedDown: moved
    case .changed: changed
    }
  }
}

// MARK: - Symbols

/// The signs a table draws, with their ASCII fallbacks.
public struct Symbols: Hashable, Sendable {
  /// Beside a row that can be opened.
  public var collapsed: String
  /// Beside a row that is open.
  public var expanded: String
  /// Beside the row under the cursor.
  public var cursor: String
  /// Beside a row that came.
  public var inserted: String
  /// Beside a row that is leaving.
  public var deleted: String
  /// Beside a row whose content changed.
  public var changed: String
  /// Beside a row that moved towards the top.
  public var movedUp: String
  /// Beside a row that moved towards the end.
  public var movedDown: String
  /// In a summary, before the number of rows that moved.
  public var moved: String
  /// In a summary, before the number of rows that left.
  public var minus: String
  /// At the end of a row where enter leads to more.
  public var disclosure: String
  /// At the end of a row that is chosen.
  public var checkmark: String
  /// At the end of a row that has details.
  public var detail: String
  /// The part of a scroll bar that is in view.
  public var thumb: String
  /// Repeated, a horizontal line between parts of a screen.
  public var rule: String
  /// Upright line of a panel.
  public var edge: String
  /// Corners of a panel: upper left, upper right, lower left, lower right.
  public var corners: [String]

  /// A switch that is on.
  public var switchOn = "──●"
  /// A switch that is off.
  public var switchOff = "○──"
  /// At the end of a row that can be moved.
  public var reorder = "≡"
  /// Before a row that can be deleted.
  public var delete = "⊖"
  /// Before a row that can be inserted.
  public var insert = "⊕"
  /// The pictures of something under way, one after the other.
  public var spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// Something under way, where nothing moves.
  public var busy = "…"

  /// Whether these are words for a screen reader: none stands before a row.
  var areWords = false

  /// Whether these are signs beyond ASCII.
  var isUnicode: Bool { !areWords && !rule.utf8.elementsEqual("-".utf8) }

  /// Beside a selected row, in one column.
  var mark: String { areWords ? "selected" : isUnicode ? "●" : "*" }

  /// The part of the bar below columns that is in view.
  var columnThumb: String { isUnicode ? "▂" : "=" }

  /// Before an action that deletes the row.
  var destructive: String { areWords ? "" : isUnicode ? "✗" : "x" }

  /// Behind the cursor's row, where it has a menu of actions.
  var actions: String { isUnicode ? "⋮" : ":" }

  /// Before the number of rows that are being moved.
  var times: String { areWords ? "rows: " : isUnicode ? "×" : "x" }

  /// The signs that a terminal can show, or words in their place.
  static func standard(for traits: ScreenTraits) -> Symbols {
    traits.isAccessible ? .words : traits.isUnicode ? .unicode : .ascii
  }

  /// Signs that every terminal with UTF-8 has, all of them one column wide.
  public static let unicode = Symbols(
    collapsed: "▸", expanded: "▾", cursor: "▌", inserted: "+", deleted: "-", changed: "~", movedUp: "↑",
    movedDown: "↓", moved: "↕", minus: "−", disclosure: "›", checkmark: "✓", detail: "ⓘ", thumb: "▐",
    rule: "─", edge: "│", corners: ["╭", "╮", "╰", "╯"])

  /// Signs for terminals without UTF-8, of the same meanings.
  public static let ascii = Symbols(
    collapsed: ">", expanded: "v", cursor: ">", inserted: "+", deleted: "-", changed: "~", movedUp: "^",
    movedDown: "v", moved: "%", minus: "-", disclosure: ">", checkmark: "*", detail: "i", thumb: "#",
    rule: "-", edge: "|", corners: ["+", "+", "+", "+"], switchOn: "[on ]", switchOff: "[off]",
    reorder: "=", delete: "-", insert: "+",
    spinner: ["|", "/", "-", "\\"], busy: "...")

  /// Words for a screen reader; what is but a line or a hint for the eye is empty.
  public static let words = Symbols(
    collapsed: "closed", expanded: "open", cursor: "", inserted: "new", deleted: "gone", changed: "changed",
    movedUp: "moved up", movedDown: "moved down", moved: "moved ", minus: "gone ", disclosure: "",
    checkmark: "checked", detail: "details", thumb: "", rule: "", edge: "", corners: ["", "", "", ""],
    switchOn: "on", switchOff: "off", reorder: "", delete: "", insert: "", spinner: [], busy: "busy",
    areWords: true)
}
