/// A box of text on top of a list.
public struct Panel: Hashable, Sendable {
  /// The text in the top edge.
  public let title: String
  /// The lines, each with a name and a text; either may be empty.
  let lines: [Line]
  /// Whether the panel lists the keys of a screen: letters find a key, and enter presses it.
  let listsKeys: Bool
  /// The number of rows scrolled out at the top; in a plain list, the row being read.
  var offset = 0
  /// The filter: only lines that contain all of its words are shown. Nil if all lines are shown.
  private(set) var filter: LineEditor?
  /// Whether typed characters go to the filter.
  private(set) var isTyping = false
  /// The line in a list of keys that enter performs, by its index among those shown.
  private var chosen = 0

  /// A line of a panel: a name and a text.
  public struct Line: Hashable, Sendable {
    let name: String
    var text: StyledText
    /// Words that find the line besides its name and its text.
    var synonyms = ""
    /// Whether the name is the title of the lines below it.
    var isTitle = false
    /// What enter does on the line.
    var action: Action?
    /// Whether the line is about a key without a meaning at the moment.
    var isOff = false

    /// What enter does on a line of a list of keys.
    enum Action: Hashable, Sendable {
      /// Presses a key, if it still has the command.
      case press(KeyPress, Command)
      /// Performs an action of the row's menu, if it still has the title.
      case menu(Int, String)
    }

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
    listsKeys = false
  }

  /// Creates a list of keys, in which the first key with a meaning is chosen.
  init(keys lines: [Line]) {
    title = "Keys"
    self.lines = lines
    listsKeys = true
    beginFilter()
    chooseFirst()
  }

  mutating func beginFilter() {
    filter = filter ?? LineEditor()
    isTyping = true
  }

  mutating func apply(_ edit: Edit) {
    filter?.apply(edit)
    offset = 0
    chooseFirst()
  }

  /// Keeps the filter, but no longer sends it the keys.
  mutating func keepFilter() {
    isTyping = false
    if filter?.text.isEmpty ?? false { filter = nil }
  }

  mutating func endFilter() {
    filter = listsKeys ? LineEditor() : nil
    isTyping = listsKeys
    offset = 0
    chooseFirst()
  }

  /// Whether escape shows all lines again: always while the filter of a text is typed.
  var isFiltered: Bool { filter.map { !listsKeys || !$0.text.isEmpty } ?? false }

  private var keyHints: [KeyLegend] {
    let leaving = KeyLegend("esc", isFiltered ? "all lines" : "close")
    if listsKeys {
      return [leaving] + (chosenAction == nil ? [] : [KeyLegend("enter", "perform")])
        + (isFiltered ? [] : [KeyLegend("letters", "find")])
    }
    return isTyping ? [KeyLegend("enter", "keep"), leaving] : [leaving, KeyLegend("/", "filter")]
  }

  /// The title, and the filter if there is one.
  var shownTitle: String { isFiltered ? "\(title) / \(filter?.text ?? "")" : title }

  /// The lines that contain all words of the filter, which stand out, or that have them as synonyms, those with the
  /// typed key first; if there are none, a line that says so.
  var shownLines: [Line] {
    let words = (filter?.text ?? "").lowercased().split(separator: " ")
    if words.isEmpty { return lines }
    let found = lines.compactMap { line -> Line? in
      let (name, text) = (line.name.lowercased(), line.text.text.lowercased())
      let others = name + " " + line.synonyms
      guard !line.isTitle, words.allSatisfy({ text.place(of: $0) != nil || others.place(of: $0) != nil })
      else { return nil }
      var line = line
      line.text.runs += words.compactMap { text.place(of: $0) }.map {
        let start = text.distance(from: text.startIndex, to: $0.lowerBound)
        return StyledText.Run(start..<start + text[$0].count, nil)
      }
      return line
    }
    if found.isEmpty { return [Line("", "no match; esc shows all")] }
    return found.filter(hasTypedKey) + found.filter { !hasTypedKey($0) }
  }

  private func hasTypedKey(_ line: Line) -> Bool {
    listsKeys && line.name.split(separator: " ").contains { $0 == filter?.text ?? "" }
  }

  // MARK: Choosing a key

  /// What enter does; nil in a text, and on a line without an action.
  var chosenAction: Line.Action? {
    let lines = shownLines
    return listsKeys && lines.indices.contains(chosen) ? lines[chosen].action : nil
  }

  /// Chooses the line with the typed key, even if the key has no meaning now; else the first with a meaning.
  private mutating func chooseFirst() {
    chosen = shownLines.firstIndex { hasTypedKey($0) || $0.action != nil } ?? 0
  }

  /// Chooses another line, over titles and blank lines, and scrolls to it.
  mutating func choose(by count: Int, in layout: PanelLayout) {
    let lines = shownLines
    let stops = lines.indices.filter { !lines[$0].isTitle && !(lines[$0].name + lines[$0].text.text).isEmpty }
    guard let first = stops.first, let last = stops.last else { return }
    let place = stops.firstIndex { $0 >= chosen } ?? stops.count - 1
    chosen = stops[min(max(0, place + count), stops.count - 1)]
    let rows = layout.rows.indices.filter { layout.rows[$0].lineIndex == chosen }
    guard let top = rows.first, let bottom = rows.last else { return }
    if layout.isPlain {
      offset = top
    } else {
      // What is above the first line, and below the last one, is shown with it.
      offset = min(max(offset, (chosen == last ? layout.rows.count : bottom + 1) - layout.visibleRows), top)
      if chosen == first, bottom < layout.visibleRows { offset = 0 }
    }
  }

  /// Chooses the line at a line of the screen.
  ///
  /// - Returns: whether there is one.
  mutating func choose(atLine line: Int, in layout: PanelLayout) -> Bool {
    let line = line - layout.rect.origin.line - 1
    let row = first(in: layout) + line
    guard (0..<layout.visibleRows).contains(line), layout.rows.indices.contains(row) else { return false }
    chosen = layout.rows[row].lineIndex
    return true
  }

  /// The first row in view.
  private func first(in layout: PanelLayout) -> Int {
    layout.isPlain
      ? offset / layout.visibleRows * layout.visibleRows
      : max(0, min(offset, layout.rows.count - layout.visibleRows))
  }

  mutating func scroll(by count: Int, in layout: PanelLayout) {
    let hidden = max(0, layout.rows.count - (layout.isPlain ? 1 : layout.visibleRows))
    offset = min(max(0, min(offset, hidden) + count), hidden)
  }

  func draw(_ layout: PanelLayout, in canvas: inout Canvas, theme: Theme, symbols: Symbols) {
    let first = first(in: layout)
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
            style: row.isTitle
              ? theme.title : listsKeys && !row.isOff ? theme.prompt : theme.secondaryText)
          canvas.place(row.text, line: index, column: layout.textColumn)
        }
      }
      if listsKeys, !layout.isPlain { drawCursor(layout, first, in: &canvas, theme: theme, symbols: symbols) }
    }
  }

  /// Draws a bar over the chosen line, and puts the terminal's cursor there.
  private func drawCursor(
    _ layout: PanelLayout, _ first: Int, in canvas: inout Canvas, theme: Theme, symbols: Symbols
  ) {
    let rows = layout.rows.indices.filter { layout.rows[$0].lineIndex == chosen }
    for line in rows.map({ $0 - first + 1 }) where line > 0 && line < canvas.size.lines - 1 {
      let isFirst = line == (rows.first ?? 0) - first + 1
      if isFirst {
        canvas.write(StyledText(symbols.cursor), line: line, column: 1, style: theme.prompt)
        canvas.placeCursor(line: line, column: 2)
      }
      canvas.restyle(line: line, columns: 1..<max(1, canvas.size.columns - 1)) {
        theme.onCursor($0, hasSign: true)
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
  struct Row: Equatable {
    var name: String
    var text: [Glyph]
    var isTitle = false
    var isOff = false
    /// The index of its line among those shown.
    var lineIndex: Int
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
      for (index, line) in panel.shownLines.enumerated() {
        let name = line.name.isEmpty || line.text.isEmpty ? line.name : line.name + ": "
        rows += TextLines(
          StyledText(name) + line.text + (line.isOff ? ", not now" : ""), columns: max(1, size.columns),
          properties: TextProperties(numberOfLines: 0), style: theme.text, match: theme.match,
          metrics: metrics, isUnicode: true
        ).lines.map { Row(name: "", text: $0, lineIndex: index) }
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
    for (index, line) in panelLines.enumerated() {
      let broken = TextLines(
        line.text, columns: max(1, columns - 4 - textColumn), properties: TextProperties(numberOfLines: 0),
        style: line.isOff ? theme.secondaryText : theme.text, match: theme.match, metrics: metrics,
        isUnicode: true
      ).lines
      // Only a text that has a name is below it.
      let isBelow = isStacked && !line.name.isEmpty && !line.text.isEmpty
      let beside = isBelow ? [] : broken.first ?? []
      rows.append(
        Row(name: line.name, text: beside, isTitle: line.isTitle, isOff: line.isOff, lineIndex: index))
      rows += broken.dropFirst(isBelow ? 0 : 1).map { Row(name: "", text: $0, lineIndex: index) }
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
