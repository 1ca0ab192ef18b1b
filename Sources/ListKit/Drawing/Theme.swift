/// The styles of everything a table and its surroundings draw.
///
/// The built-in themes are readable on the backgrounds they are made for, and never show
/// anything by colour alone.
public struct Theme: Hashable, Sendable {
  /// The styles of one kind of change: its mark in the gutter and its flash over the row.
  public struct Change: Hashable, Sendable {
    /// The symbol in the gutter.
    public var mark: TextStyle
    /// The row at the first moment; it fades from this style to its own.
    public var flash: TextStyle

    /// Creates the styles of a kind of change.
    public init(mark: TextStyle, flash: TextStyle) {
      self.mark = mark
      self.flash = flash
    }
  }

  /// The line at the top, with the name of the screen.
  public var title = TextStyle(attributes: .bold)
  /// The first text of a row, and all text without another style.
  public var text = TextStyle.plain
  /// A row's second text, counts, and hints.
  public var secondaryText = TextStyle(attributes: .dim)
  /// The line above the rows of a section.
  public var header = TextStyle(attributes: .bold)
  /// The line above all rows, with the names of the columns.
  public var columnTitle = TextStyle(attributes: [.dim, .underline])
  /// The row under the cursor. A bar with a background colour keeps the colours of the row's text, unless the
  /// style has a foreground or is reversed.
  public var cursor = TextStyle(attributes: .reverse)
  /// Letters that match the query.
  public var match = TextStyle(attributes: [.bold, .underline])
  /// The symbol before the query.
  public var prompt = TextStyle(attributes: .bold)
  /// What the available keys do, in the line at the bottom.
  public var status = TextStyle(attributes: .dim)
  /// The scroll bar at the right.
  ///
  /// Plain, because it is drawn at every step through a list: attributes cost twice the
  /// bytes of the symbol itself.
  public var scrollBar = TextStyle.plain
  /// The frame around help, details and questions, the line between two halves of a screen, and the bar below a
  /// table whose columns do not all fit.
  public var border = TextStyle(attributes: .dim)
  /// The style of inserted rows, as long as they are marked.
  public var inserted = Change(mark: TextStyle(attributes: .bold), flash: TextStyle(attributes: .bold))
  /// The style of removed rows, until they disappear.
  public var deleted = Change(
    mark: TextStyle(attributes: .dim), flash: TextStyle(attributes: [.dim, .strikethrough]))
  /// The style of rows with changed content, as long as they are marked.
  public var changed = Change(mark: TextStyle(attributes: .bold), flash: TextStyle(attributes: .bold))
  /// The style of moved rows, as long as they are marked.
  public var moved = Change(mark: TextStyle(attributes: .underline), flash: TextStyle(attributes: .underline))
  /// The colour that flashes fade to, in place of the terminal's own background.
  public var background = Color.default

  /// Creates the theme without colour.
  public init() {}

  /// Hashes a few of the properties, which takes less code than all of them.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(prompt)
    hasher.combine(background)
  }
}

/// A theme and symbols. An object, because each copy of a value with these many strings is long code.
final class Appearance: Sendable {
  let theme: Theme
  let symbols: Symbols

  init(_ theme: Theme, _ symbols: Symbols) {
    self.theme = theme
    self.symbols = symbols
  }
}

extension Theme {
  /// The style of what is wrong: the colour of removed rows, and bold where that is no colour.
  package var problem: TextStyle {
    let color = deleted.mark.foreground
    return color == .default ? TextStyle(attributes: .bold) : TextStyle(foreground: color)
  }

  /// Returns a style on the bar of the cursor.
  ///
  /// - Parameter hasSign: whether a symbol marks the row as well; without it, a bar of a colour is not enough.
  func onCursor(_ style: TextStyle, hasSign: Bool) -> TextStyle {
    let bar = hasSign || !cursor.attributes.isEmpty ? cursor : Theme.mono.cursor
    var style = style
    // Text keeps its colour on a bar of a colour.
    if bar.foreground != .default || bar.background == .default { style.foreground = bar.foreground }
    style.background = bar.background
    style.attributes.formUnion(bar.attributes)
    style.attributes.remove(.dim)
    return style
  }
}

// MARK: - Standard

/// The built-in themes.
extension Theme {
  /// The theme without colour: the terminal's own two colours, which its user can read, and attributes.
  public static let mono = Theme()

  // Symbols have colours of the cube, which are the same everywhere: users change the first sixteen, and none
  // of these is readable on every background.

  /// The theme for a dark background.
  public static let dark = Theme.colored(
    accent: .palette(80), match: .palette(221), secondary: .palette(247), text: .palette(231),
    background: .rgb(16, 16, 20), bar: .rgb(44, 54, 72),
    marks: (.palette(78), .palette(210), .palette(221), .palette(111)),
    flashes: (.rgb(4, 73, 32), .rgb(80, 58, 8), .rgb(22, 60, 116)))

  /// The theme for a light background.
  public static let light = Theme.colored(
    accent: .palette(25), match: .palette(90), secondary: .palette(241), text: .palette(16),
    background: .rgb(252, 252, 252), bar: .rgb(222, 232, 246),
    marks: (.palette(22), .palette(124), .palette(94), .palette(18)),
    flashes: (.rgb(190, 244, 203), .rgb(252, 228, 150), .rgb(212, 230, 252)))

  /// The variant of ``dark`` for sixteen colours: those that are readable on most dark backgrounds.
  private static let darkOfSixteen = Theme.colored(
    accent: .cyan, match: .palette(11), secondary: .palette(7), text: .default,
    background: .rgb(16, 16, 20),
    marks: (.green, .palette(9), .palette(11), .palette(14)),
    flashes: (.default, .default, .default))

  /// The variant of ``light`` for sixteen colours.
  private static let lightOfSixteen = Theme.colored(
    accent: .blue, match: .default, secondary: .default, text: .default,
    background: .rgb(252, 252, 252),
    marks: (.default, .red, .default, .blue),
    flashes: (.default, .default, .default))

  /// The theme of the terminal's own sixteen colours, as its user has chosen them.
  public static let terminal = Theme.onAnyBackground(
    accent: .cyan, match: .yellow,
    marks: (.green, .red, .yellow, .blue))

  /// The theme for a terminal that does not report its background: its symbols are readable on dark and light ones, and
  /// the cursor is a bar with both colours of its own, which stands out from either.
  private static let unspecified: Theme = {
    var theme = Theme.onAnyBackground(
      accent: .palette(30), match: .palette(130),
      marks: (.palette(28), .palette(160), .palette(130), .palette(62)))
    theme.cursor = TextStyle(foreground: .palette(255), background: .palette(24))
    return theme
  }()

  /// Its variant for sixteen colours, two of which are readable on most backgrounds.
  private static let unspecifiedOfSixteen = Theme.onAnyBackground(
    accent: .magenta, match: .magenta,
    marks: (.default, .red, .magenta, .default))

  /// The theme for users who need strong contrast: the terminal's full colours, nothing dim, no backgrounds;
  /// bold text, lines and exchanged colours distinguish the parts.
  public static let highContrast: Theme = {
    var theme = Theme()
    theme.title.attributes = [.bold, .underline]
    theme.secondaryText = .plain
    theme.header.attributes = [.bold, .underline]
    theme.columnTitle.attributes = [.bold, .underline]
    theme.cursor.attributes = [.reverse, .bold]
    theme.match.attributes = [.bold, .reverse]
    theme.status = .plain
    theme.scrollBar = TextStyle(attributes: .bold)
    theme.border = TextStyle(attributes: .bold)
    let mark = TextStyle(attributes: [.bold, .reverse])
    theme.inserted = Change(mark: mark, flash: TextStyle(attributes: [.bold, .underline]))
    theme.deleted = Change(mark: mark, flash: TextStyle(attributes: .strikethrough))
    theme.changed = Change(mark: mark, flash: TextStyle(attributes: [.bold, .underline]))
    theme.moved = Change(mark: mark, flash: TextStyle(attributes: [.bold, .underline]))
    return theme
  }()

  /// Returns the theme that suits a terminal. If it is unknown whether its background is light or dark,
  /// symbols have colours that are readable on both, and only the cursor has a background.
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

  /// Returns the theme that the program chose, ``dark`` and ``light`` in their variants for the terminal's colours; the
  /// standard one if it chose none.
  static func resolved(_ theme: Theme?, for traits: ScreenTraits) -> Theme {
    guard let theme else { return .standard(for: traits) }
    guard traits.colorDepth == .ansi else { return theme }
    return theme == .dark ? .darkOfSixteen : theme == .light ? .lightOfSixteen : theme
  }

  private static func onAnyBackground(
    accent: Color, match: Color,
    marks: (inserted: Color, deleted: Color, changed: Color, moved: Color)
  ) -> Theme {
    var theme = Theme()
    theme.header = TextStyle(foreground: accent, attributes: .bold)
    theme.prompt = TextStyle(foreground: accent, attributes: .bold)
    theme.match = TextStyle(foreground: match, attributes: [.bold, .underline])
    theme.inserted.mark = TextStyle(foreground: marks.inserted, attributes: .bold)
    theme.deleted.mark = TextStyle(foreground: marks.deleted, attributes: .bold)
    theme.changed.mark = TextStyle(foreground: marks.changed, attributes: .bold)
    theme.moved.mark = TextStyle(foreground: marks.moved, attributes: .bold)
    return theme
  }

  private static func colored(
    accent: Color, match: Color, secondary: Color, text: Color, background: Color, bar: Color? = nil,
    marks: (inserted: Color, deleted: Color, changed: Color, moved: Color),
    flashes: (inserted: Color, changed: Color, moved: Color)
  ) -> Theme {
    func flash(_ color: Color) -> TextStyle {
      TextStyle(foreground: color == .default ? .default : text, background: color)
    }
    var theme = onAnyBackground(accent: accent, match: match, marks: marks)
    theme.background = background
    if let bar { theme.cursor = TextStyle(background: bar) }
    // Not dim: terminals differ in how dim that is, and some ignore it.
    theme.secondaryText = TextStyle(foreground: secondary)
    theme.columnTitle = TextStyle(foreground: secondary, attributes: .underline)
    theme.status = TextStyle(foreground: secondary)
    theme.border = TextStyle(foreground: secondary)
    theme.inserted.flash = flash(flashes.inserted)
    theme.deleted.flash = TextStyle(foreground: secondary, attributes: .strikethrough)
    theme.changed.flash = flash(flashes.changed)
    theme.moved.flash = flash(flashes.moved)
    return theme
  }
}

// MARK: - Text

/// Themes as text, so that users of a program can define their own.
///
/// ```text
///   # the base theme, on the first line if it is given
///   base = dark
///   cursor = reverse bold
///   header = #5fafd7 bold
///   inserted.flash = on #044920
///   inserted.mark = green bold
///   background = #101014
/// ```
///
/// A line is a name, `=`, and a style: words in any order. It replaces the entire style of the base.
///
/// - Names: `title text secondaryText header columnTitle cursor match prompt status scrollBar border`,
///   `inserted deleted changed moved`, each with `.mark` or `.flash`, and `background`, a colour alone.
/// - A colour, or `on` and a colour for the background: `default`, `black red green yellow blue magenta cyan
///   white`, the same with `bright-` before them, a number of the palette from 0 to 255, or `#rrggbb`.
/// - Attributes: `bold dim italic underline reverse strikethrough`. `plain` alone is the terminal's own style.
/// - Empty lines, lines that begin with `#`, and text after a separate `#` are ignored.
extension Theme {
  /// Reads a theme from text.
  ///
  /// - Parameters:
  ///   - text: lines in this format.
  ///   - base: the theme for names that do not occur in the lines, unless these begin with another base.
  /// - Throws: the first line that cannot be read, and the reason.
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
      // `name=style` also becomes three words.
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
      self[keyPath: place.style] = try TextStyle(words: value)
    }
  }

  private static let named = [
    "dark": Theme.dark, "light": .light, "high-contrast": .highContrast, "mono": .mono,
    "terminal": .terminal,
  ]

  /// All styles by name.
  static var places: [(name: String, style: WritableKeyPath<Theme, TextStyle>)] {
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
  /// The theme as lines of text that can be read again.
  public var description: String {
    var lines = Self.places.map { "\($0.name) = \(self[keyPath: $0.style].words)" }
    lines.append("background = \(background.word)")
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: - ThemeError

/// The reason why a text is not a theme: the line and what is wrong with it.
public struct ThemeError: Error, Hashable, Sendable {
  /// What is wrong with a line.
  package enum Reason: Error, Hashable, Sendable {
    /// There is no `=` after the name.
    case missingEquals
    /// There is nothing after the `=`.
    case missingStyle
    /// A theme has no style of this name.
    case unknownName(String)
    /// There is no base theme of this name.
    case unknownBase(String)
    /// `base` is not the first line.
    case lateBase
    /// A word that is neither a colour nor an attribute.
    case unknownWord(String)
    /// `on` without a colour after it.
    case missingColor
    /// A second foreground or background colour.
    case secondColor(String)
  }

  /// The line, counted from 1.
  package var line: Int
  /// What is wrong with it.
  package var reason: Reason

  /// Creates an error in a line of a theme, counted from 1.
  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension ThemeError: CustomStringConvertible {
  /// The line and what is wrong with it, in words.
  public var description: String { "line \(line): \(reason)" }
}

extension ThemeError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingEquals: "missing = after the name"
    case .missingStyle: "missing style after ="
    case .unknownName(let name): "unknown name '\(name)'"
    case .unknownBase(let name): "unknown base '\(name)'; use dark, light, high-contrast, mono or terminal"
    case .lateBase: "base must come first"
    case .unknownWord(let word): "'\(word)' is neither a colour nor an attribute"
    case .missingColor: "missing colour after 'on'"
    case .secondColor(let word): "'\(word)' is a second colour"
    }
  }
}

extension Theme {
  subscript(change: RowChange) -> Change {
    switch change {
    case .inserted: inserted
    case .movedUp, .movedDown: moved
    case .reloaded, .reconfigured: changed
    case .deleted: deleted
    }
  }
}

// MARK: - Symbols

/// The symbols that a table draws, with their ASCII replacements.
public struct Symbols: Hashable, Sendable {
  /// The symbol beside a row that can be opened.
  var collapsed: String
  /// The symbol beside a row that is open.
  var expanded: String
  /// The symbol beside the row under the cursor.
  var cursor: String
  /// The symbol beside an inserted row.
  public var inserted: String
  /// The symbol beside a removed row.
  var deleted: String
  /// The symbol beside a row whose content changed.
  public var changed: String
  /// The symbol beside a row that moved towards the top.
  public var movedUp: String
  /// The symbol beside a row that moved towards the end.
  public var movedDown: String
  /// The symbol before the number of moved rows in a summary.
  var moved: String
  /// The symbol before the number of removed rows in a summary.
  public var minus: String
  /// The symbol at the end of a row if enter opens something else.
  var disclosure: String
  /// The symbol at the end of a checked row.
  public var checkmark: String
  /// The symbol at the end of a row that has details.
  var detail: String
  /// The character of a scroll bar's thumb.
  var thumb: String
  /// The character of horizontal lines between parts of a screen.
  public var rule: String
  /// The character of a panel's vertical edges.
  var edge: String
  /// The corners of a panel: upper left, upper right, lower left, lower right.
  var corners: [String]

  /// The symbol of a switch that is on.
  var switchOn = "──●"
  /// The symbol of a switch that is off.
  var switchOff = "○──"
  /// The symbol at the end of a row that can be moved.
  var reorder = "≡"
  /// The symbol before a row that can be deleted.
  var delete = "⊖"
  /// The symbol before a row that can be inserted.
  var insert = "⊕"
  /// The successive pictures of an activity indicator.
  var spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// The symbol of an activity if nothing may move.
  var busy = "…"

  /// Whether these are words for a screen reader: none of them is before a row.
  var areWords = false

  /// Whether these are characters beyond ASCII.
  var isUnicode: Bool { !areWords && !rule.utf8.elementsEqual("-".utf8) }

  /// The symbol beside a selected row; a word, or one column wide.
  var mark: String { areWords ? "selected" : isUnicode ? "●" : "*" }

  /// The character of the thumb in the bar below columns.
  var columnThumb: String { isUnicode ? "▂" : "=" }

  /// The symbol before an action that deletes the row.
  var destructive: String { areWords ? "" : isUnicode ? "✗" : "x" }

  /// The symbol after the cursor's row if the row has a menu of actions.
  var actions: String { isUnicode ? "⋮" : ":" }

  /// The symbol before the number of rows that are being moved.
  var times: String { areWords ? "rows: " : isUnicode ? "×" : "x" }

  /// Returns the symbols that a terminal can show, or words for a screen reader.
  static func standard(for traits: ScreenTraits) -> Symbols {
    traits.isAccessible ? .words : traits.isUnicode ? .unicode : .ascii
  }

  /// Symbols that every terminal with UTF-8 has; each character is one column wide.
  public static let unicode = Symbols(
    collapsed: "▸", expanded: "▾", cursor: "▌", inserted: "+", deleted: "-", changed: "~", movedUp: "↑",
    movedDown: "↓", moved: "↕", minus: "−", disclosure: "›", checkmark: "✓", detail: "ⓘ", thumb: "▐",
    rule: "─", edge: "│", corners: ["╭", "╮", "╰", "╯"])

  /// Symbols for terminals without UTF-8, with the same meanings.
  public static let ascii = Symbols(
    collapsed: ">", expanded: "v", cursor: ">", inserted: "+", deleted: "-", changed: "~", movedUp: "^",
    movedDown: "v", moved: "%", minus: "-", disclosure: ">", checkmark: "*", detail: "i", thumb: "#",
    rule: "-", edge: "|", corners: ["+", "+", "+", "+"], switchOn: "[on ]", switchOff: "[off]",
    reorder: "=", delete: "-", insert: "+",
    spinner: ["|", "/", "-", "\\"], busy: "...")

  /// Words for a screen reader; symbols that are only lines or visual hints are empty.
  public static let words = Symbols(
    collapsed: "closed", expanded: "open", cursor: "", inserted: "new", deleted: "gone", changed: "changed",
    movedUp: "moved up", movedDown: "moved down", moved: "moved ", minus: "gone ", disclosure: "",
    checkmark: "checked", detail: "details", thumb: "", rule: "", edge: "", corners: ["", "", "", ""],
    switchOn: "on", switchOff: "off", reorder: "", delete: "", insert: "", spinner: [], busy: "busy",
    areWords: true)
}
