/// Fields one below the other, in an alert or on a screen.
///
/// ```text
///   ❯ Name      Aurora▏
///     Password  ••••
///               at least 8 characters
///     Security  ‹ WPA2 ›
/// ```
///
/// If they do not all fit, they scroll: to the field with the focus after each key, and with the wheel.
@MainActor
struct FieldList {
  var fields: [TextField] = []
  /// The number of lines scrolled out at the top.
  private var offset = 0
  /// Whether the next drawing scrolls to the field with the focus.
  private var showsFocus = true
  private var drawn = FieldLayout()
  private var drawnLines = 0

  init(_ fields: [TextField] = []) { self.fields = fields }

  mutating func scrollToFocus() { showsFocus = true }

  /// The columns of the widest label and the space after it; 0 without labels.
  func labelColumns(_ metrics: TextMetrics) -> Int {
    let widest = fields.map { metrics.width(of: $0.label) }.max() ?? 0
    return widest > 0 ? widest + 2 : 0
  }

  /// Scrolls by a number of lines, as far as there are any.
  mutating func scroll(by lines: Int) {
    showsFocus = false
    offset = min(max(0, offset + lines), max(0, drawn.lineCount - drawnLines))
  }

  /// Marks all errors.
  ///
  /// - Returns: the first field whose text cannot be accepted.
  func firstProblem() -> Int? { fields.map { $0.checkText() }.firstIndex(of: false) }

  /// Handles a click at a place of the last drawing.
  ///
  /// - Returns: the field there.
  mutating func click(_ place: Point) -> Int? {
    let line = place.line + offset
    guard (0..<drawnLines).contains(place.line),
      let index = drawn.fields.firstIndex(where: { $0.contains(line) })
    else { return nil }
    fields[index].click(
      Point(line: line - drawn.fields[index].lowerBound, column: place.column), from: drawn.textColumn)
    return index
  }

  /// Draws the fields, and places the terminal's cursor in the one with the focus.
  mutating func draw(in canvas: inout Canvas, _ layout: FieldLayout, focus: Int?, theme: Theme) {
    (drawn, drawnLines) = (layout, canvas.size.lines)
    offset = min(offset, max(0, layout.lineCount - drawnLines))
    if showsFocus, let focus, layout.fields.indices.contains(focus) {
      let needed = layout.lines(of: focus, row: fields[focus].focusedRow)
      offset = max(min(offset, needed.lowerBound), needed.upperBound - drawnLines)
      offset = min(offset, needed.lowerBound)
    }
    let sign = canvas.traits.isAccessible ? " " : canvas.traits.isUnicode ? "❯" : ">"
    for (index, field) in fields.enumerated() {
      let (lines, hasFocus) = (layout.fields[index], index == focus)
      if let line = layout.notes[index], let note = field.shownNote {
        canvas.write(
          StyledText(note), line: line - offset, column: layout.textColumn,
          style: field.hasProblem ? theme.deleted.mark : theme.secondaryText)
      }
      let room = Rect(
        line: lines.lowerBound - offset, column: 0, columns: canvas.size.columns, lines: lines.count)
      guard room.lines.overlaps(0..<drawnLines) else { continue }
      canvas.inside(room) { canvas in
        canvas.write(StyledText(hasFocus ? sign : " "), style: theme.prompt)
        canvas.write(
          StyledText(field.label), column: FieldLayout.labelColumn,
          width: max(0, layout.textColumn - FieldLayout.labelColumn - 2),
          style: hasFocus ? theme.title : theme.secondaryText)
        field.draw(in: &canvas, from: layout.textColumn, hasFocus: hasFocus, theme: theme)
      }
    }
  }
}

/// The lines of fields, from the first line of the first field.
@MainActor
struct FieldLayout {
  private(set) var fields: [Range<Int>] = []
  /// The line of each field's note.
  private(set) var notes: [Int?] = []
  private(set) var lineCount = 0
  /// The column where texts start, after the labels.
  private(set) var textColumn = labelColumn

  /// The column where labels start, after the sign of the focus.
  static let labelColumn = 2
  /// The number of lines of a text with several, if they fit.
  private static let leastLines = 5

  init() {}

  /// - Parameters:
  ///   - size: the columns, and the lines that are free.
  ///   - hasNotes: whether there is room for notes.
  init(_ list: FieldList, in size: Size, _ metrics: TextMetrics, hasNotes: Bool = true) {
    textColumn += min(list.labelColumns(metrics), max(3, size.columns / 3))
    for (index, field) in list.fields.enumerated() {
      let rows = field.rowCount(in: max(1, size.columns - textColumn), metrics)
      let hasNote = field.shownNote != nil
      let others = list.fields.count - index - 1
      let room = size.lines - lineCount - others - (hasNote ? 1 : 0)
      let height = field.isMultiline ? max(1, min(max(Self.leastLines, rows), room)) : rows
      fields.append(lineCount..<lineCount + height)
      lineCount += height
      notes.append(hasNote && hasNotes ? lineCount : nil)
      if hasNote && hasNotes { lineCount += 1 }
    }
  }

  /// The lines of a field, or of one of its rows, that have to be visible.
  func lines(of field: Int, row: Int?) -> Range<Int> {
    let end = (notes[field] ?? fields[field].upperBound - 1) + 1
    guard let row else { return fields[field].lowerBound..<end }
    let line = fields[field].lowerBound + row
    return line..<(line + 1 == fields[field].upperBound ? end : line + 1)
  }
}
