/// Draws the rows of a table: gutter, outline, content, accessories, and changes.
///
/// ```text
///   gutter  indentation  content                    accessories  scroll bar
///   +       │·▾          Karakoram                             ›          ▐
/// ```
@MainActor
struct RowPainter {
  let traits: ScreenTraits
  let appearance: Appearance
  let columns: [PlacedColumn]
  let transition: Transition?
  let now: Duration
  /// The columns beside the rows of a list, to which titles, headers and footers align.
  var list = RowMargins.standard
  /// The columns beside the content of the row to draw.
  var margins = RowMargins.standard
  /// The index of the cursor's column; nil if the whole row has the cursor.
  var cursorColumn: Int?
  /// The line of the row that has the cursor's symbol: the first one in view.
  var signLine = 0

  var theme: Theme { appearance.theme }
  var symbols: Symbols { appearance.symbols }

  func drawColumnTitles(_ titles: [TableColumn], in canvas: inout Canvas) {
    for column in columns {
      if column.hiddenBefore > 0 {
        let sign = PlacedColumn.sign(
          ofHidden: column.hiddenBefore, isNamed: column.namesHidden, isUnicode: symbols.isUnicode)
        canvas.write(
          StyledText(sign), column: list.leading + column.range.lowerBound - sign.count - 1,
          style: theme.secondaryText)
      }
      canvas.write(
        StyledText(titles[column.index].title), column: list.leading + column.range.lowerBound,
        width: column.range.count, style: column.index == cursorColumn ? theme.prompt : theme.columnTitle,
        alignment: column.alignment)
    }
  }

  func drawColumnFooters(_ all: [TableColumn], in canvas: inout Canvas) {
    let spacing = [TableColumn].spacing
    // The columns from here on, from the gutter, have no footer yet.
    var free = -list.leading
    for (place, column) in columns.enumerated() {
      guard var footer = all[column.index].footer else { continue }
      let next = columns[(place + 1)...].first { all[$0.index].footer != nil }?.range.lowerBound
      let isTrailing = column.alignment == .trailing
      let reach =
        isTrailing
        ? min(free, column.range.lowerBound)..<column.range.upperBound
        : column.range
          .lowerBound..<max(
            column.range.upperBound, (next.map { $0 - spacing } ?? canvas.size.columns - list.leading))
      var range = column.range
      if let caption = all[column.index].footerCaption,
        case let whole = isTrailing ? caption + " " + footer : footer + " " + caption,
        canvas.metrics.width(of: whole.text) <= reach.count
      {
        (footer, range) = (whole, reach)
      }
      canvas.write(
        footer, column: list.leading + range.lowerBound, width: range.count, style: theme.header,
        alignment: column.alignment)
      free = max(column.range.upperBound, range.lowerBound + canvas.metrics.width(of: footer.text)) + spacing
    }
  }

  /// Draws an item's row.
  ///
  /// - Parameter context: receives the columns of a tabular list, at their places in this row.
  func draw(
    _ cell: TableViewCell, _ signs: AccessoryLayout, context: inout CellContext, in canvas: inout Canvas
  ) {
    // Without a faint colour, the lines would be as strong as the text.
    if !symbols.areWords, theme.border.foreground != .default {
      for column in signs.guides {
        for line in 0..<canvas.size.lines {
          canvas.write(StyledText(symbols.edge), line: line, column: column, style: theme.border)
        }
      }
    }
    for sign in signs.placed {
      let rect = Rect(line: 0, column: sign.columns.lowerBound, columns: sign.columns.count, lines: 1)
      canvas.inside(rect) { sign.accessory.draw(in: &$0, context: context) }
    }
    context.columns = signs.columns(columns)
    let rect = Rect(
      line: 0, column: signs.content.lowerBound, columns: signs.content.count, lines: canvas.size.lines)
    canvas.inside(rect) { draw(cell, context: context, in: &$0) }
    drawBackground(cell.backgroundConfiguration, state: context.state, in: &canvas)
    if context.state.isFocused, cell.contentConfiguration is ColumnContentConfiguration {
      drawCursorCell(in: &canvas)
    }
    if let change = cell.changeMark {
      let style = context.state.isFocused ? onBar(.plain, in: canvas) : theme[change].mark
      drawMark(sign(of: change), style: style, in: &canvas)
    }
  }

  /// Reserves columns for the word that describes a row's change, on a screen where rows without
  /// one have no such columns.
  mutating func makeRoom(forMarkOf row: TableRow, _ own: RowChange?) {
    guard let word = (transition?.mark(of: row, at: now) ?? own).map(sign) else { return }
    margins.trailing = word.count + 1
    list = margins
  }

  /// Draws the content of a row; for a screen reader, joins all of its lines into one.
  private func draw(_ cell: TableViewCell, context: CellContext, in canvas: inout Canvas) {
    let columns = canvas.size.columns
    let lines = symbols.areWords ? cell.lines(inColumns: columns, metrics: canvas.metrics) : 1
    guard lines > 1 else { return cell.draw(in: &canvas, context: context) }
    var whole = Canvas(size: ScreenSize(columns: columns, lines: lines), traits: canvas.traits)
    whole.matchStyle = canvas.matchStyle
    cell.draw(in: &whole, context: context)
    let parts = (0..<lines).compactMap { line -> ArraySlice<Glyph>? in
      let glyphs = whole.frame.line(line)
      guard let first = glyphs.firstIndex(where: { !$0.isBlank }),
        let last = glyphs.lastIndex(where: { !$0.isBlank })
      else { return nil }
      return glyphs[first...last]
    }
    let text = Array(parts.joined(separator: [.blank, .blank]))
    canvas.place(text.truncated(to: columns, isUnicode: canvas.traits.isUnicode), line: 0, column: 0)
  }

  /// Shows what happened to a row: a symbol in its gutter, or a word after its content.
  private func drawMark(_ sign: String, style: TextStyle, in canvas: inout Canvas) {
    if margins.hasGutter {
      drawInGutter(sign, style: style, in: &canvas)
    } else if symbols.areWords {
      let columns = max(0, canvas.size.columns - margins.trailing)..<canvas.size.columns
      canvas.fill(line: 0, columns: columns, with: .blank)
      canvas.write(StyledText(sign), column: columns.lowerBound + 1, style: style)
    }
  }

  /// Draws a symbol in the first column of the gutter, so that a blank separates it from the content. The symbol of the
  /// cursor moves to the second column.
  private func drawInGutter(_ sign: String, style: TextStyle, in canvas: inout Canvas) {
    if canvas[0, 0].text == symbols.cursor { canvas[0, 1] = canvas[0, 0] }
    canvas.write(StyledText(sign), style: style)
  }

  /// Draws the row's background; the row under the cursor stands out without relying on colour.
  private func drawBackground(
    _ background: BackgroundConfiguration?, state: CellConfigurationState, in canvas: inout Canvas
  ) {
    let columns = margins.content(of: canvas.size.columns)
    if state.isFocused, background?.styleOnTop(for: state) == nil {
      // One bar that starts at the cursor's symbol.
      drawCursor(over: (margins.hasGutter ? 0 : columns.lowerBound)..<columns.upperBound, in: &canvas)
    } else if let style = background?.style(for: state), style != .plain {
      for line in 0..<canvas.size.lines { canvas.restyle(line: line, columns: columns) { $0.over(style) } }
    }
    if state.isFocused, margins.hasGutter {
      canvas.write(StyledText(symbols.cursor), line: signLine, style: onBar(theme.prompt, in: canvas))
    }
  }

  /// The columns of the cursor's cell in a row; nil if the cell is out of view, or the whole row has the cursor.
  func cursorCell(_ margins: RowMargins) -> Range<Int>? {
    columns.first { $0.index == cursorColumn }?.shifted(by: margins.leading).range
  }

  /// Makes the cursor's cell stand out in the bar of its row.
  private func drawCursorCell(in canvas: inout Canvas) {
    guard let cursorCell = cursorCell(margins) else { return }
    for line in 0..<canvas.size.lines {
      for column in cursorCell {
        canvas[line, column].style.attributes.formSymmetricDifference(.reverse)
        // Reversed, the blocks of a chart would show what is missing.
        if ("\u{2580}"..."\u{259F}").contains(canvas[line, column].scalar) {
          canvas[line, column].style.attributes.remove(.reverse)
        }
      }
    }
  }

  /// Returns the style of a symbol in the gutter, adapted to the cursor's bar if the bar is under it.
  private func onBar(_ sign: TextStyle, in canvas: Canvas) -> TextStyle {
    var style = canvas[0, 0].style
    if style.attributes.contains(.reverse) {
      style.background = sign.foreground
    } else if sign.foreground != .default, theme.cursor.foreground == .default {
      style.foreground = sign.foreground
    }
    style.attributes.insert(.bold)
    return style
  }

  func drawCursor(over columns: Range<Int>, in canvas: inout Canvas) {
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line, columns: columns) { theme.onCursor($0, hasSign: margins.hasGutter) }
    }
  }

  /// Marks the cursor's row in a table that does not receive the keys.
  func drawCursorWithoutKeys(in canvas: inout Canvas) {
    guard margins.hasGutter, let column = (0..<2).first(where: { canvas[0, $0].isBlank }) else {
      return underline(&canvas)
    }
    canvas.write(StyledText(symbols.cursor), column: column, style: theme.secondaryText)
  }

  func drawCentered(_ content: ListContentConfiguration, in canvas: inout Canvas) {
    var content = content
    content.arrangement = .below
    for properties in [\ListContentConfiguration.textProperties, \.secondaryTextProperties] {
      content[keyPath: properties].alignment = .center
      content[keyPath: properties].numberOfLines = 0
    }
    let (size, metrics) = (canvas.size, canvas.metrics)
    let lines = content.lines(inColumns: size.columns, metrics: metrics)
    let line = max(0, min(size.lines / 3, size.lines - lines))
    let rect = Rect(line: line, column: 0, columns: size.columns, lines: size.lines - line)
    canvas.inside(rect) { content.draw(in: &$0, context: CellContext(theme: theme, symbols: symbols)) }
  }

  func draw(_ scrollBar: ScrollBar, in canvas: inout Canvas) {
    for line in scrollBar.thumb {
      canvas.write(
        StyledText(symbols.thumb), line: line, column: canvas.size.columns - 1, style: theme.scrollBar)
    }
  }
}

extension RowPainter {
  func drawColumnBar(_ bar: ScrollBar, line: Int, in canvas: inout Canvas) {
    let thumb = String(repeating: symbols.columnThumb, count: bar.thumb.count)
    canvas.write(StyledText(thumb), line: line, column: bar.thumb.lowerBound, style: theme.border)
  }

  /// Marks a selected row by a symbol in the gutter; if there is no gutter, underlines the row.
  /// The mark of a change stays in the first column; then the symbol replaces the cursor's, because the cursor's row
  /// stands out without it.
  func drawSelection(in canvas: inout Canvas) {
    guard margins.hasGutter else { return underline(&canvas) }
    let style = onBar(theme.prompt, in: canvas)
    if canvas[0, 0].isBlank || canvas[0, 0].text == symbols.cursor {
      drawInGutter(symbols.mark, style: style, in: &canvas)
    } else {
      canvas.write(StyledText(symbols.mark), column: 1, style: style)
    }
  }

  private func underline(_ canvas: inout Canvas) {
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line) { TextStyle(attributes: .underline).over($0) }
    }
  }
}

// MARK: - Sections

/// The headers, footers and boxes of sections.
extension RowPainter {
  /// The symbol before the text of a header, or the word after it, that shows whether its section is closed.
  struct HeaderSign {
    var isCollapsed: Bool
    var isCursor: Bool

    /// Returns the columns of the symbol and the blank after it, or of the word and the blanks before it.
    static func columns(_ symbols: Symbols) -> Int {
      symbols.areWords ? 2 + max(symbols.expanded.count, symbols.collapsed.count) : 2
    }
  }

  /// Returns the columns beside the text of a header, which begins one column
  /// further left than a list's rows.
  static func headerMargins(_ list: RowMargins) -> RowMargins {
    RowMargins(leading: max(0, list.leading - 1), trailing: list.trailing)
  }

  /// Draws the content of a header or, fainter, of a footer.
  func draw(
    _ content: any ContentConfiguration, row: TableRow, sign: HeaderSign? = nil, in canvas: inout Canvas
  ) {
    var theme = theme
    theme.text = row.part == .header ? theme.header : theme.secondaryText
    var context = CellContext(theme: theme, symbols: symbols, time: now)
    let room = Self.headerMargins(list).content(of: canvas.size.columns)
    var (start, end) = (room.lowerBound, room.upperBound)
    if let sign {
      let symbol = sign.isCollapsed ? symbols.collapsed : symbols.expanded
      let width = HeaderSign.columns(symbols)
      if symbols.areWords { end -= width } else { start += width }
      canvas.write(
        StyledText(symbol), column: symbols.areWords ? end + 2 : room.lowerBound, style: theme.text)
    }
    context.columns = columns.map { $0.shifted(by: list.leading - start) }
    let rect = Rect(line: 0, column: start, columns: max(0, end - start), lines: canvas.size.lines)
    canvas.inside(rect) { content.draw(in: &$0, context: context) }
    if sign?.isCursor ?? false {
      drawCursor(over: 0..<room.upperBound, in: &canvas)
      canvas.write(StyledText(symbols.cursor), style: onBar(theme.prompt, in: canvas))
    }
  }

  /// Draws the left and right edges of a section's box.
  func drawSides(lines: Range<Int>, in canvas: inout Canvas) {
    for line in lines {
      canvas.write(StyledText(symbols.edge), line: line, column: 0, style: theme.border)
      canvas.write(StyledText(symbols.edge), line: line, column: canvas.size.columns - 2, style: theme.border)
    }
  }

  /// Draws the upper or lower edge of a section's box.
  func drawEdge(line: Int, isUpper: Bool, in canvas: inout Canvas) {
    let corners = isUpper ? symbols.corners.prefix(2) : symbols.corners.suffix(2)
    let width = max(0, canvas.size.columns - 1 - 2)
    let rule = String(repeating: symbols.rule, count: width)
    canvas.write(
      StyledText((corners.first ?? "") + rule + (corners.last ?? "")), line: line, style: theme.border)
  }
}

// MARK: - Motion

/// How rows that are inserted, removed, moved or changed are painted over.
extension RowPainter {
  /// Draws a removed row: dim and struck out, and closing if its animation does.
  func draw(_ picture: [[Glyph]], _ leaving: RowEffect, in canvas: inout Canvas) {
    for (line, glyphs) in picture.enumerated() {
      canvas.place(glyphs, line: line, column: 0)
      canvas.restyle(line: line) { _ in theme.deleted.flash }
    }
    if margins.hasGutter {
      canvas.fill(line: 0, columns: 0..<2, with: .blank)
      canvas.write(StyledText(symbols.deleted), style: theme.deleted.mark)
    }
    if let opening = transition?.opening(of: leaving, at: now) {
      cover(&canvas, opening, edge: theme.deleted.mark)
    }
  }

  /// Draws the mark and the flash of a change over a row that was drawn.
  func drawChange(of row: TableRow, _ identifier: RowIdentifier, isCursor: Bool, in canvas: inout Canvas) {
    guard let transition else { return }
    let effect = transition.effect(of: row, identifier, at: now)
    let mark = margins.hasGutter || symbols.areWords ? transition.mark(of: row, at: now) : nil
    // A header starts one column further left than items, so only the first column is free for the mark, unless
    // the cursor is there.
    if let mark, row.indexPath != nil || !isCursor {
      // While the mark flashes it stands out from the cursor's bar; later it is a part of the bar.
      let style = isCursor && effect == nil ? onBar(.plain, in: canvas) : theme[mark].mark
      drawMark(sign(of: mark), style: style, in: &canvas)
    }
    guard let effect else { return }
    let ramp = Ramp(
      change: theme[effect.change], background: theme.background, depth: traits.colorDepth,
      steps: effect.curve.steps)
    let level = effect.level(at: now)
    let flashed = flashedColumns(of: canvas.size.columns, isCursor: isCursor)
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line, columns: flashed) { ramp.style($0, level: level) }
    }
    if !isCursor, let opening = effect.opening(at: now) {
      cover(&canvas, opening, edge: theme[effect.change].mark)
    }
  }

  /// Returns the columns that flash: all, or for the cursor's row only that of the mark, so that the row stays
  /// readable.
  private func flashedColumns(of columns: Int, isCursor: Bool) -> Range<Int> {
    let content = margins.content(of: columns)
    guard margins.hasGutter else { return isCursor ? 0..<0 : content }
    return 0..<(isCursor ? 1 : max(1, content.upperBound))
  }

  /// Hides the part of a row that is not open.
  private func cover(_ canvas: inout Canvas, _ opening: RowOpening, edge: TextStyle) {
    let text = textColumns(canvas)
    let shown = opening.columns(of: text)
    for line in 0..<canvas.size.lines {
      switch opening.part(ofLine: line, of: canvas.size.lines) {
      case .whole: hide(&canvas, line, text.lowerBound..<shown.lowerBound, shown.upperBound..<text.upperBound)
      case .nothing: hide(&canvas, line, text)
      case .edge(let place):
        hide(&canvas, line, text)
        let sign = place.text(isUnicode: traits.isUnicode && traits.width("▔") == 1)
        for column in text {
          var glyph = canvas[line, column]
          glyph.scalar = sign
          glyph.style.foreground = edge.foreground
          canvas[line, column] = glyph
        }
      }
    }
  }

  @inline(never)
  private func hide(_ canvas: inout Canvas, _ line: Int, _ parts: Range<Int>...) {
    for column in parts.joined() {
      let background = canvas[line, column].style.background
      canvas.fill(
        line: line, columns: column..<column + 1, with: Glyph(" ", style: TextStyle(background: background)))
    }
  }

  /// Returns the columns between gutter and scroll bar, from the first to the last
  /// with a character on any line.
  private func textColumns(_ canvas: Canvas) -> Range<Int> {
    let start = min(margins.leading, canvas.size.columns)
    let content = start..<max(start, canvas.size.columns - margins.trailing)
    let taken = content.filter { column in
      (0..<canvas.size.lines).contains { !canvas[$0, column].isBlank }
    }
    guard let first = taken.first, let last = taken.last else { return start..<start }
    return first..<last + 1
  }

  private func sign(of change: RowChange) -> String {
    switch change {
    case .inserted: symbols.inserted
    case .movedUp: symbols.movedUp
    case .movedDown: symbols.movedDown
    case .reloaded, .reconfigured: symbols.changed
    case .deleted: symbols.deleted
    }
  }
}
