/// A box of text on top of a list.
public struct Panel: Hashable, Sendable {
  /// The text in the top edge.
  public let title: String
  /// The lines, each with a name and a text; either may be empty.
  let lines: [Line]
  /// Whether the names are keys, which have the accent colour.
  var namesAreKeys = false
  /// The number of rows scrolled out at the top; in a plain list, the row being read.
  var offset = 0
  /// The filter: only lines that contain all of its words are shown. Nil if all lines are shown.
  private(set) var filter: LineEditor?
  /// Whether typed characters go to the filter.
  private(set) var isTyping = false

  /// A line of a panel: a name and a text.
  public struct Line: Hashable, Sendable {
    let name: String
    let text: StyledText
    /// Whether the name is the title of the lines below it.
    var isTitle = false

    /// Creates a line with a name and a text. The panel aligns the texts of its lines.
    public init(_ name: String, _ text: StyledText) {
      self.name = name
      self.text = text
    }

    /// Returns the title of the lines below it.
    static func title(_ title: String) -> Line {
      var line = Line(title, "")
      line.isTitle = true
      return line
    }
  }

  /// Creates a box of text.
  public init(title: String, lines: [Line]) {
    self.title = title
    self.lines = lines
  }

  mutating func beginFilter() {
    filter = filter ?? LineEditor()
    isTyping = true
  }

  mutating func apply(_ edit: Edit) {
    filter?.apply(edit)
    offset = 0
  }

  /// Keeps the filter, but no longer sends it the keys.
  mutating func keepFilter() {
    isTyping = false
    if filter?.text.isEmpty ?? false { filter = nil }
  }

  mutating func endFilter() {
    filter = nil
    isTyping = false
  }

  private var keyHints: [KeyHint] {
    isTyping
      ? [KeyHint("enter", "keep"), KeyHint("esc", "all lines")]
      : [KeyHint("esc", filter == nil ? "close" : "all lines"), KeyHint("/", "filter")]
  }

  /// The title, and the filter if there is one.
  var shownTitle: String { filter.map { "\(title) / \($0.text)" } ?? title }

  /// The lines that contain all words of the filter; if there are none, a line that says so.
  var shownLines: [Line] {
    let words = (filter?.text ?? "").lowercased().split(separator: " ")
    if words.isEmpty { return lines }
    let found = lines.filter { line in
      let text = "\(line.name) \(line.text.text)".lowercased()
      return words.allSatisfy { text.place(of: $0) != nil }
    }
    return found.isEmpty ? [Line("", "no match; esc shows all")] : found
  }

  mutating func scroll(by count: Int, in layout: PanelLayout) {
    let hidden = max(0, layout.rows.count - (layout.isPlain ? 1 : layout.visibleRows))
    offset = min(max(0, min(offset, hidden) + count), hidden)
  }

  func draw(_ layout: PanelLayout, in canvas: inout Canvas, theme: Theme, symbols: Symbols) {
    let first =
      layout.isPlain
      ? offset / layout.visibleRows * layout.visibleRows
      : max(0, min(offset, layout.rows.count - layout.visibleRows))
    canvas.hideCursor()
    canvas.inside(layout.rect) { canvas in
      canvas.drawBox(
        title: shownTitle, keys: keyHints, theme: theme, symbols: symbols,
        isCut: first + layout.visibleRows < layout.rows.count)
      let text =
        layout.isPlain
        ? Rect(line: 1, column: 0, columns: canvas.size.columns, lines: layout.visibleRows)
        : Rect(line: 1, column: 2, columns: canvas.size.columns - 4, lines: canvas.size.lines - 2)
      canvas.inside(text) { canvas in
        if layout.isPlain { canvas.placeCursor(line: offset - first, column: 0) }
        for (index, row) in layout.rows.dropFirst(first).prefix(canvas.size.lines).enumerated() {
          canvas.write(
            StyledText(row.name), line: index, width: row.isTitle ? nil : layout.nameColumns,
            style: row.isTitle ? theme.title : namesAreKeys ? theme.prompt : theme.secondaryText)
          canvas.place(row.text, line: index, column: layout.textColumn)
        }
      }
    }
  }
}

// MARK: - PanelLayout

/// The frame of a panel on a screen, and its text wrapped into rows.
///
/// ```text
///   wide enough                          too narrow for both
///   ╭─ K2 ─────────────────────╮         ╭─ K2 ──────────╮
///   │ Height     8,611 m       │         │ Height        │
///   │ Countries  Pakistan,     │         │   8,611 m     │
///   │            China         │         │ Countries     │
///   ╰──────────────────────────╯         ╰─────────────▾─╯
/// ```
///
/// For screen readers the panel is a plain list that fills the screen. It shows `name: text` lines below each
/// other, and the user reads them line by line with the terminal's cursor.
struct PanelLayout {
  struct Row: Hashable {
    var name: String
    var text: [Glyph]
    var isTitle = false
  }

  private(set) var rows: [Row] = []
  let rect: Rect
  /// The number of columns for names.
  let nameColumns: Int
  /// The column where texts start.
  fileprivate let textColumn: Int

  /// Whether the panel is a list without a box.
  let isPlain: Bool

  /// The minimum width of a text beside its name; narrower texts are placed below their names.
  private static let leastTextColumns = 16
  private static let mostNameColumns = 22
  private static let indentation = 2

  /// Centres a panel on a screen, as large as its text.
  ///
  /// - Complexity: O(characters of the panel).
  init(_ panel: Panel, in size: Size, metrics: TextMetrics, theme: Theme, isPlain: Bool = false) {
    self.isPlain = isPlain
    guard !isPlain else {
      (nameColumns, textColumn) = (0, 0)
      rect = Rect(line: 0, column: 0, columns: size.columns, lines: size.lines)
      for line in panel.shownLines {
        let name = line.name.isEmpty || line.text.isEmpty ? line.name : line.name + ": "
        rows += TextLines(
          StyledText(name).appending(line.text), columns: max(1, size.columns),
          properties: TextProperties(numberOfLines: 0), style: theme.text, match: theme.match,
          metrics: metrics, isUnicode: true
        ).lines.map { Row(name: "", text: $0) }
      }
      return
    }
    // A text may be much wider than the screen, so its width is measured only up to the screen's.
    func width(_ text: String) -> Int {
      metrics.glyphs(of: text, style: .plain, fillingColumns: size.columns).count
    }
    let panelLines = panel.shownLines
    let names = panelLines.map { $0.isTitle ? 0 : width($0.name) }
    let texts = panelLines.map { $0.text.paragraphs.reduce(0) { max($0, width($1.text)) } }
    let widestName = min(names.max() ?? 0, Self.mostNameColumns)
    let beside = widestName == 0 ? 0 : widestName + 2
    let wanted = max(beside + (texts.max() ?? 0), width(panel.shownTitle) + 2) + 4
    // Beside a box that is nearly as wide as the screen, only scraps of the rows would be visible.
    let columns = wanted * 4 > size.columns * 3 ? size.columns : wanted
    let isStacked = columns < wanted && beside > 0 && columns - 4 - beside < Self.leastTextColumns
    nameColumns = isStacked ? max(0, columns - 4) : widestName
    textColumn = isStacked ? Self.indentation : beside
    for line in panelLines {
      let broken = TextLines(
        line.text, columns: max(1, columns - 4 - textColumn), properties: TextProperties(numberOfLines: 0),
        style: theme.text, match: theme.match, metrics: metrics, isUnicode: true
      ).lines
      if isStacked {
        rows.append(Row(name: line.name, text: [], isTitle: line.isTitle))
        rows += broken.map { Row(name: "", text: $0) }
      } else {
        rows.append(Row(name: line.name, text: broken.first ?? [], isTitle: line.isTitle))
        rows += broken.dropFirst().map { Row(name: "", text: $0) }
      }
    }
    let lines = min(size.lines, max(1, rows.count) + 2)
    rect = Rect(
      line: (size.lines - lines) / 2, column: (size.columns - columns) / 2, columns: columns, lines: lines)
  }

  /// The number of rows that are visible at once.
  var visibleRows: Int { max(1, rect.size.lines - (isPlain ? 1 : 2)) }
}

/// A panel's layout, and the input it was computed from.
struct LaidOutPanel {
  /// The input of a layout other than the panel.
  struct Place: Equatable {
    var size: Size
    var traits: ScreenTraits
    var theme: Theme

    /// Compares without the width function of the traits: a terminal's character widths do not change.
    static func == (one: Self, other: Self) -> Bool {
      one.size == other.size && one.traits.isUnicode == other.traits.isUnicode
        && one.traits.isAccessible == other.traits.isAccessible && one.theme == other.theme
    }
  }

  let layout: PanelLayout
  private let title: String
  private let lines: [Panel.Line]
  private let place: Place

  init(_ panel: Panel, at place: Place) {
    title = panel.shownTitle
    lines = panel.shownLines
    self.place = place
    layout = PanelLayout(
      panel, in: place.size, metrics: TextMetrics(place.traits), theme: place.theme,
      isPlain: place.traits.isAccessible)
  }

  /// Whether the layout is still valid for a panel, whatever its scroll position.
  func isOf(_ panel: Panel, at place: Place) -> Bool {
    self.place == place && title == panel.shownTitle && lines == panel.shownLines
  }
}

// MARK: - ScreenLayout

/// The lines that the title, the query, the rows and the status take on a screen or on a part of a split
/// view, which has no status of its own.
///
/// The rows have priority: on a low screen the title is omitted first, then the status.
struct ScreenLayout: Hashable {
  var title: Int?
  var searchBar: Int?
  var table: Rect
  var status: Int?
  var isTooSmall: Bool

  init(size: Size, hasTitle: Bool, hasSearchBar: Bool, hasStatus: Bool = true) {
    var top = 0
    if hasTitle, size.lines >= 8 {
      title = top
      top += 1
    }
    if hasSearchBar {
      searchBar = top
      top += 1
    }
    var bottom = size.lines
    if hasStatus, size.lines >= 4 {
      bottom -= 1
      status = bottom
    }
    table = Rect(line: top, column: 0, columns: size.columns, lines: max(0, bottom - top))
    isTooSmall = table.size.lines < 1 || size.columns < 12
  }
}
