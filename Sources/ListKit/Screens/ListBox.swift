/// A box of lines on top of a screen: the text of a ``Panel``, or the list of keys, of which one is chosen.
@MainActor
final class ListBox {
  let panel: Panel
  /// Whether it lists the keys of a screen: letters find a key, and enter presses it.
  let listsKeys: Bool
  /// The filter: only lines that contain all of its words are shown. Nil if all lines are shown.
  private(set) var filter: LineEditor?
  /// Whether typed characters go to the filter.
  private(set) var isTyping = false
  /// The lines that the filter shows.
  private var lines: [Panel.Line]
  /// The line in a list of keys that enter performs.
  private var chosen = 0
  /// The number of rows scrolled out at the top; in a plain list, the row being read.
  private var offset = 0
  /// Whether the next drawing scrolls to the chosen line.
  private var showsChosen = true
  private var layout: ListLayout?
  /// What the layout was computed for, besides the lines.
  private var place: (size: ScreenSize, theme: Theme, symbols: Symbols)?
  /// Whether the user has seen the box.
  var visibility = Visibility.hidden

  /// Creates a box of text.
  init(_ panel: Panel) {
    (self.panel, lines, listsKeys) = (panel, panel.lines, false)
  }

  /// Creates a list of keys, in which the first key with a meaning is chosen.
  init(keys lines: [Panel.Line]) {
    (panel, self.lines, listsKeys) = (Panel(title: "Keys", lines: lines), lines, true)
    (filter, isTyping) = (LineEditor(), true)
    filterDidChange()
  }

  // MARK: Filter

  /// Whether escape shows all lines again: always while the filter of a text is typed.
  var isFiltered: Bool { filter.map { !listsKeys || !$0.text.isEmpty } ?? false }

  private var title: String { isFiltered ? "\(panel.title) / \(filter?.text ?? "")" : panel.title }

  private var keyHints: [KeyLegend] {
    let leaving = KeyLegend("esc", isFiltered ? "all lines" : "close")
    if listsKeys {
      return [leaving] + (chosenAction == nil ? [] : [KeyLegend("enter", "perform")])
        + (isFiltered ? [] : [KeyLegend("letters", "find")])
    }
    return isTyping ? [KeyLegend("enter", "keep"), leaving] : [leaving, KeyLegend("/", "filter")]
  }

  func beginFilter() {
    filter = filter ?? LineEditor()
    (isTyping, layout) = (true, nil)
  }

  /// Keeps the filter, but no longer sends it the keys.
  func keepFilter() {
    isTyping = false
    if filter?.text.isEmpty ?? false { filter = nil }
    layout = nil
  }

  func endFilter() {
    filter = listsKeys ? LineEditor() : nil
    isTyping = listsKeys
    filterDidChange()
  }

  func apply(_ edit: Edit) {
    filter?.apply(edit)
    filterDidChange()
  }

  /// Shows the lines that contain all words of the filter, and chooses the line with the typed key, even if the key
  /// has no meaning now; else the first with a meaning.
  private func filterDidChange() {
    lines = filteredLines
    (offset, layout, showsChosen) = (0, nil, true)
    chosen = lines.firstIndex { hasTypedKey($0) || $0.action != nil } ?? 0
  }

  /// The lines that contain all words of the filter, which stand out, or that have them as synonyms, those with the
  /// typed key first; if there are none, a line that says so.
  private var filteredLines: [Panel.Line] {
    let words = (filter?.text ?? "").lowercased().split(separator: " ").map { TextSearch(String($0)) }
    if words.isEmpty { return panel.lines }
    let found = panel.lines.compactMap { line -> Panel.Line? in
      let (text, others) = (line.text.text, line.name + " " + line.synonyms)
      guard !line.isTitle, words.allSatisfy({ $0.isFound(in: text) || $0.isFound(in: others) }) else {
        return nil
      }
      var line = line
      line.text.runs += words.compactMap { $0.ranges(in: text).first }.map { StyledText.Run($0, nil) }
      return line
    }
    if found.isEmpty { return [Panel.Line("", "no match; esc shows all")] }
    return found.filter(hasTypedKey) + found.filter { !hasTypedKey($0) }
  }

  private func hasTypedKey(_ line: Panel.Line) -> Bool {
    listsKeys && line.name.split(separator: " ").contains { $0 == filter?.text ?? "" }
  }

  // MARK: Choosing and scrolling

  /// What enter does; nil in a text, and on a line without an action.
  var chosenAction: Panel.Line.Action? {
    listsKeys && lines.indices.contains(chosen) ? lines[chosen].action : nil
  }

  /// Performs a command.
  ///
  /// - Returns: whether the command has a meaning here.
  func perform(_ command: Command) -> Bool {
    switch command {
    case .moveCursor(let count): move(by: count)
    case .scroll(let count): scroll(by: count)
    case .page(let count): move(by: count * (layout?.visibleRows ?? 1))
    case .first: move(by: -.max / 2)
    case .last: move(by: .max / 2)
    case .beginSearch: beginFilter()
    case .edit(let edit) where isTyping: apply(edit)
    case .endSearch: keepFilter()
    default: return false
    }
    return true
  }

  /// Chooses another line, over titles and blank lines, or scrolls a text.
  private func move(by count: Int) {
    guard listsKeys else { return scroll(by: count) }
    guard !stops.isEmpty else { return }
    let place = stops.firstIndex { $0 >= chosen } ?? stops.count - 1
    chosen = stops[min(max(0, place + count), stops.count - 1)]
    showsChosen = true
  }

  private var stops: [Int] {
    lines.indices.filter { !lines[$0].isTitle && !(lines[$0].name + lines[$0].text.text).isEmpty }
  }

  /// Chooses the line at a line of the screen.
  ///
  /// - Returns: whether there is one.
  func choose(atLine line: Int) -> Bool {
    guard let layout else { return false }
    let line = line - layout.rect.origin.line - 1
    let row = first(in: layout) + line
    guard (0..<layout.visibleRows).contains(line), layout.rows.indices.contains(row) else { return false }
    chosen = layout.rows[row].lineIndex
    return true
  }

  /// Whether a place on the screen is in the box as last drawn.
  func contains(_ place: ScreenPoint) -> Bool { layout?.rect.contains(place) ?? true }

  /// The first row in view.
  private func first(in layout: ListLayout) -> Int {
    layout.isPlain
      ? offset / layout.visibleRows * layout.visibleRows
      : max(0, min(offset, layout.rows.count - layout.visibleRows))
  }

  func scroll(by count: Int) {
    guard let layout else { return }
    let hidden = max(0, layout.rows.count - (layout.isPlain ? 1 : layout.visibleRows))
    offset = min(max(0, min(offset, hidden) + count), hidden)
  }

  private func scrollToChosen(in layout: ListLayout) {
    showsChosen = false
    let stops = stops
    guard listsKeys, let stop = stops.first(where: { $0 >= chosen }) ?? stops.last else { return }
    chosen = stop
    let rows = layout.rows(of: chosen)
    guard let top = rows.first, let bottom = rows.last else { return }
    if layout.isPlain {
      offset = top
    } else {
      // What is above the first line, and below the last one, is shown with it.
      let end = chosen == stops.last ? layout.rows.count : bottom + 1
      offset = min(max(offset, end - layout.visibleRows), top)
      if chosen == stops.first, bottom < layout.visibleRows { offset = 0 }
    }
  }

  // MARK: Drawing

  func draw(in canvas: inout Canvas, theme: Theme) {
    let symbols = Symbols.standard(for: canvas.traits)
    if place.map({ $0.size != canvas.size }) ?? true { showsChosen = true }
    if place.map({ $0 != (canvas.size, theme, symbols) }) ?? true { layout = nil }
    place = (canvas.size, theme, symbols)
    let layout =
      layout
      ?? ListLayout(
        lines, title: title, in: canvas.size, metrics: canvas.metrics, theme: theme,
        isPlain: canvas.traits.isAccessible)
    self.layout = layout
    if showsChosen { scrollToChosen(in: layout) }
    let first = first(in: layout)
    canvas.hideCursor()
    canvas.inside(layout.rect) { canvas in
      canvas.drawBox(
        title: title, keys: keyHints, theme: theme, symbols: symbols,
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
    visibility.draw()
  }

  /// Draws a bar over the chosen line, and puts the terminal's cursor there.
  private func drawCursor(
    _ layout: ListLayout, _ first: Int, in canvas: inout Canvas, theme: Theme, symbols: Symbols
  ) {
    let rows = layout.rows(of: chosen)
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

// MARK: - ListLayout

/// The frame of a box on a screen, and its text wrapped into rows.
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
/// For screen readers the box is a plain list that fills the screen. It shows `name: text` lines below each
/// other, and the user reads them line by line with the terminal's cursor.
private struct ListLayout {
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
  let textColumn: Int

  /// Whether it is a list without a box.
  let isPlain: Bool

  /// The minimum width of a text beside its name; narrower texts are placed below their names.
  private static let leastTextColumns = 16
  private static let mostNameColumns = 22
  private static let indentation = 2

  /// Centres a box on a screen, as large as its text.
  ///
  /// - Complexity: O(characters of the lines).
  init(
    _ shown: [Panel.Line], title: String, in size: ScreenSize, metrics: TextMetrics, theme: Theme,
    isPlain: Bool
  ) {
    self.isPlain = isPlain
    guard !isPlain else {
      (nameColumns, textColumn) = (0, 0)
      rect = Rect(line: 0, column: 0, columns: size.columns, lines: size.lines)
      for (index, line) in shown.enumerated() {
        let name = line.name.isEmpty || line.text.isEmpty ? line.name : line.name + ": "
        let text = StyledText(name) + line.text + (line.isOff ? ", not now" : "")
        rows += text.wrapped(to: max(1, size.columns), style: theme.text, match: theme.match, metrics).map {
          Row(name: "", text: $0, lineIndex: index)
        }
      }
      return
    }
    func width(_ text: String) -> Int { metrics.width(of: text, upTo: size.columns) }
    let names = shown.map { $0.isTitle ? 0 : width($0.name) }
    let texts = shown.map { $0.text.paragraphs.reduce(0) { max($0, width($1.text)) } }
    let widestName = min(names.max() ?? 0, Self.mostNameColumns)
    let beside = widestName == 0 ? 0 : widestName + 2
    let wanted = max(beside + (texts.max() ?? 0), width(title) + 2) + 4
    // Beside a box that is nearly as wide as the screen, only scraps of the rows would be visible.
    let columns = wanted * 4 > size.columns * 3 ? size.columns : wanted
    let isStacked = columns < wanted && beside > 0 && columns - 4 - beside < Self.leastTextColumns
    nameColumns = isStacked ? max(0, columns - 4) : widestName
    textColumn = isStacked ? Self.indentation : beside
    for (index, line) in shown.enumerated() {
      let broken = line.text.wrapped(
        to: max(1, columns - 4 - textColumn), style: line.isOff ? theme.secondaryText : theme.text,
        match: theme.match, metrics)
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

  /// The indexes of the rows of a line.
  func rows(of line: Int) -> [Int] { rows.indices.filter { rows[$0].lineIndex == line } }

  /// The number of rows that are visible at once.
  var visibleRows: Int { max(1, rect.size.lines - (isPlain ? 1 : 2)) }
}
