/// Where an alert lies on a screen, and what stands where in it.
///
/// ```text
///   ╭─ Delete “taxes”? ──────────────╮
///   │ It cannot be brought back.     │
///   │                                │
///   │            [ Cancel ] [ Delete ] │
///   ╰────────────────────────────────╯
/// ```
@MainActor
struct AlertLayout {
  let rect: Rect
  /// The lines of the message.
  let message: [[Glyph]]
  /// The line of each field, from the top of the box.
  let fields: [Int]
  /// Where the answers stand that are seen.
  let actions: [(index: Int, rect: Rect)]
  /// Whether there are answers below those that are seen.
  let isCut: Bool

  private static let leastColumns = 28

  init(_ alert: AlertController, in size: Size, metrics: TextMetrics, theme: Theme) {
    let labels = alert.actions.map { Self.label(of: $0) }
    let widths = labels.map { metrics.width(of: $0) }
    let inRow = widths.reduce(0, +) + max(0, widths.count - 1)
    let isColumn = alert.preferredStyle == .actionSheet || inRow > size.columns - 4
    let text = alert.message.map { StyledText($0) }
    let wanted =
      [
        metrics.width(of: alert.title) + 2, text.map { metrics.width(of: $0.text) } ?? 0,
        isColumn ? widths.max() ?? 0 : inRow, alert.textFields.isEmpty ? 0 : 40, Self.leastColumns,
      ].max() ?? 0
    let columns = min(size.columns, min(wanted, 72) + 4)
    let inner = max(1, columns - 4)
    message =
      text.map {
        TextLines(
          $0, columns: inner, properties: TextProperties(numberOfLines: 0), style: theme.text,
          match: theme.match, metrics: metrics, isUnicode: true
        ).lines
      } ?? []
    var line = 1 + message.count
    if !alert.textFields.isEmpty {
      if !message.isEmpty { line += 1 }
      var places: [Int] = []
      for field in alert.textFields {
        places.append(line)
        line += field.shownProblem == nil ? 1 : 2
      }
      fields = places
    } else {
      fields = []
    }
    if line > 1, !labels.isEmpty, !isColumn { line += 1 }
    let rows = isColumn ? labels.count : min(1, labels.count)
    let lines = min(size.lines, line + rows + 1)
    let seen = min(rows, max(0, lines - 1 - line))
    var placed: [(Int, Rect)] = []
    if isColumn {
      let first = Self.first(of: rows, seen: seen, in: alert)
      for row in 0..<seen {
        placed.append((first + row, Rect(line: line + row, column: 2, columns: inner, lines: 1)))
      }
      isCut = first + seen < rows
    } else {
      var column = 2 + inner - inRow
      for (index, width) in widths.enumerated() where seen > 0 {
        placed.append((index, Rect(line: line, column: column, columns: width, lines: 1)))
        column += width + 1
      }
      isCut = false
    }
    actions = placed.map { (index: $0.0, rect: $0.1) }
    rect = Rect(
      line: (size.lines - lines) / 2, column: (size.columns - columns) / 2, columns: columns, lines: lines)
  }

  /// The first answer to show: the one there was, unless the chosen one would not be seen.
  private static func first(of rows: Int, seen: Int, in alert: AlertController) -> Int {
    let first = max(0, min(alert.offset, rows - seen))
    guard seen > 0, case .action(let chosen)? = alert.currentFocus else { return first }
    return min(max(first, chosen - seen + 1), chosen)
  }

  static func label(of action: AlertAction) -> String { "[ \(action.title) ]" }

  /// The answer at a place of the screen.
  func action(at point: Point) -> Int? {
    let inside = Point(line: point.line - rect.origin.line, column: point.column - rect.origin.column)
    return actions.first { $0.rect.contains(inside) }?.index
  }

  /// The field on a line of the screen.
  func field(at point: Point) -> Int? {
    rect.contains(point) ? fields.firstIndex(of: point.line - rect.origin.line) : nil
  }
}

extension AlertController {
  func draw(in canvas: inout Canvas, theme: Theme) {
    let layout = AlertLayout(self, in: canvas.size, metrics: canvas.metrics, theme: theme)
    offset = layout.actions.first?.index ?? 0
    let symbols = Symbols.standard(for: canvas.traits)
    let focus = currentFocus
    canvas.hideCursor()
    canvas.inside(layout.rect) { canvas in
      canvas.drawBox(title: title, theme: theme, symbols: symbols, isCut: layout.isCut)
      for (index, line) in layout.message.enumerated() where index + 1 < canvas.size.lines - 1 {
        canvas.place(line, line: 1 + index, column: 2)
      }
      for (index, line) in layout.fields.enumerated() where line < canvas.size.lines - 1 {
        let room = Rect(line: line, column: 2, columns: max(0, canvas.size.columns - 4), lines: 1)
        canvas.inside(room) { draw(index, hasFocus: focus == .field(index), in: &$0, theme: theme) }
        if let problem = textFields[index].shownProblem, line + 1 < canvas.size.lines - 1 {
          canvas.write(
            StyledText(problem), line: line + 1, column: 4, width: max(0, canvas.size.columns - 6),
            style: theme.deleted.mark)
        }
      }
      for (index, rect) in layout.actions {
        canvas.inside(rect) { draw(actions[index], hasFocus: focus == .action(index), in: &$0, theme: theme) }
      }
    }
    wasDrawn = true
  }

  private func draw(_ index: Int, hasFocus: Bool, in canvas: inout Canvas, theme: Theme) {
    let sign = canvas.traits.isUnicode ? "❯" : ">"
    canvas.write(StyledText(hasFocus ? sign : " "), style: theme.prompt)
    textFields[index].draw(in: &canvas, from: 2, hasFocus: hasFocus, theme: theme)
  }

  private func draw(_ action: AlertAction, hasFocus: Bool, in canvas: inout Canvas, theme: Theme) {
    var style = theme.text
    if !action.isEnabled {
      style = theme.secondaryText
    } else if action.style == .destructive {
      style = theme.deleted.mark
    }
    if hasFocus { style.attributes.formUnion([.reverse, .bold]) }
    canvas.write(StyledText(AlertLayout.label(of: action)), style: style)
    if hasFocus { canvas.placeCursor(line: 0, column: 2) }
  }
}
