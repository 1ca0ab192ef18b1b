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
  var showsFocus = true
  private var drawn: FieldLayout?
  private var drawnLines = 0

  init(_ fields: [TextField] = []) { self.fields = fields }

  /// The columns of the widest label and the space after it; 0 without labels.
  func labelColumns(_ metrics: TextMetrics) -> Int {
    let widest = fields.map { metrics.width(of: $0.label) }.max() ?? 0
    return widest > 0 ? widest + 2 : 0
  }

  /// Scrolls by a number of lines, as far as there are any.
  mutating func scroll(by lines: Int) {
    showsFocus = false
    offset = min(max(0, offset + lines), max(0, (drawn?.lineCount ?? 0) - drawnLines))
  }

  /// Marks all errors.
  ///
  /// - Returns: the first field whose text cannot be accepted.
  func firstProblem() -> Int? { fields.map { $0.checkText() }.firstIndex(of: false) }

  /// Handles a click at a place of the last drawing.
  ///
  /// - Returns: the field there.
  func click(_ place: Point) -> Int? {
    let line = place.line + offset
    guard let drawn, (0..<drawnLines).contains(place.line),
      let index = drawn.fields.firstIndex(where: { $0.rows.contains(line) })
    else { return nil }
    fields[index].click(
      Point(line: line - drawn.fields[index].rows.lowerBound, column: place.column - drawn.textColumn))
    return index
  }

  /// Draws the fields, and places the terminal's cursor in the one with the focus.
  mutating func draw(in canvas: inout Canvas, _ layout: FieldLayout, focus: Int?, theme: Theme) {
    (drawn, drawnLines) = (layout, canvas.size.lines)
    offset = min(offset, max(0, layout.lineCount - drawnLines))
    if showsFocus, let focus {
      let needed = layout.fields[focus].lines(ofRow: fields[focus].focusedRow)
      offset = min(max(offset, needed.upperBound - drawnLines), needed.lowerBound)
    }
    let sign = canvas.traits.isAccessible ? " " : canvas.traits.isUnicode ? "❯" : ">"
    let labelColumns = max(0, layout.textColumn - FieldLayout.labelColumn - 2)
    let textColumns = max(0, canvas.size.columns - layout.textColumn)
    for (index, (field, place)) in zip(fields, layout.fields).enumerated() {
      let (hasFocus, first) = (index == focus, place.rows.lowerBound - offset)
      if place.hasNote, let note = field.shownNote {
        canvas.write(
          StyledText(note), line: place.rows.upperBound - offset, column: layout.textColumn,
          style: field.hasProblem ? theme.deleted.mark : theme.secondaryText)
      }
      guard first < drawnLines, first + place.rows.count > 0 else { continue }
      canvas.write(StyledText(hasFocus ? sign : " "), line: first, style: theme.prompt)
      canvas.write(
        StyledText(field.label), line: first, column: FieldLayout.labelColumn, width: labelColumns,
        style: hasFocus ? theme.title : theme.secondaryText)
      let room = Rect(
        line: first, column: layout.textColumn, columns: textColumns, lines: place.rows.count)
      canvas.inside(room) { field.draw(in: &$0, hasFocus: hasFocus, theme: theme) }
    }
  }
}

/// The lines of fields, from the first line of the first field.
@MainActor
struct FieldLayout {
  struct Place {
    let rows: Range<Int>
    /// Whether the line below the rows is for a note.
    let hasNote: Bool

    /// The lines that have to be visible to see the entire field, or one of its rows.
    func lines(ofRow row: Int?) -> Range<Int> {
      let first = rows.lowerBound + (row ?? 0)
      let last = row.map { rows.lowerBound + $0 + 1 } ?? rows.upperBound
      return first..<(last == rows.upperBound && hasNote ? last + 1 : last)
    }
  }

  private(set) var fields: [Place] = []
  private(set) var lineCount = 0
  /// The column where texts start, after the labels.
  private(set) var textColumn = labelColumn

  /// The column where labels start, after the sign of the focus.
  static let labelColumn = 2
  /// The number of lines of a text with several, if they fit.
  private static let leastLines = 5

  /// - Parameters:
  ///   - size: the columns, and the lines that are free.
  ///   - hasNotes: whether there is room for notes.
  init(_ list: FieldList, in size: Size, _ metrics: TextMetrics, hasNotes: Bool = true) {
    textColumn += min(list.labelColumns(metrics), max(3, size.columns / 3))
    for (index, field) in list.fields.enumerated() {
      let rows = field.rowCount(in: max(1, size.columns - textColumn), metrics)
      let note = field.shownNote == nil ? 0 : 1
      let room = size.lines - lineCount - (list.fields.count - index - 1) - note
      let height = field.isMultiline ? max(1, min(max(Self.leastLines, rows), room)) : rows
      fields.append(Place(rows: lineCount..<lineCount + height, hasNote: hasNotes && note == 1))
      lineCount += height + (hasNotes ? note : 0)
    }
  }
}
