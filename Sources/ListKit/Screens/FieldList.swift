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
final class FieldList {
  private(set) var fields: [TextField] = []
  /// The field with the focus, unless a button below has it.
  private(set) var focus = 0
  /// Returns the reason why the fields together cannot be accepted, else nil.
  var problem: () -> String? = { nil }
  /// Whether leaving the fields would lose what was typed.
  var hasChanges: () -> Bool = { false }
  /// The number of lines scrolled out at the top.
  private var offset = 0
  /// Whether the next drawing scrolls to the field with the focus.
  private var showsFocus = true
  private var drawn: FieldLayout?
  private var drawnLines = 0

  /// What a key does to a field, or to the fields.
  enum Effect {
    case nothing
    case redraw
    /// The user accepted the last field.
    case accepted
    case opensEditor(TextField)
  }

  func add(_ field: TextField) { fields.append(field) }

  /// Shows other fields; the focus stays where it is.
  func show(_ fields: [TextField]) {
    (self.fields, offset, showsFocus, drawn) = (fields, 0, true, nil)
  }

  var focusedField: TextField? { fields.indices.contains(focus) ? fields[focus] : nil }

  // MARK: Keys

  /// Handles a key of the field with the focus.
  ///
  /// - Parameter command: the meaning of the key while text is typed.
  /// - Returns: nil if the key has no meaning in the field, so that it may move the focus.
  func handle(_ press: KeyPress, meaning command: Command?) -> Effect? {
    showsFocus = true
    guard let field = focusedField else { return nil }
    if let effect = field.handle(press, meaning: command) { return effect }
    // Ctrl-d ends a text of several lines, where enter has another meaning.
    return press.key == .enter || press == .control("d") && field.isMultiline ? accept() : nil
  }

  /// Goes to the next field; the last one is accepted.
  func accept() -> Effect { move(1) ? .redraw : .accepted }

  /// Moves the focus to the next or the previous field.
  ///
  /// - Returns: false if there is none.
  func move(_ step: Int) -> Bool {
    fields[focus].leave()
    guard fields.indices.contains(focus + step) else { return false }
    focus += step
    fields[focus].enter(from: step)
    return true
  }

  /// Moves the focus to the first or the last field, coming from outside.
  func enter(from step: Int) {
    focus = step > 0 ? 0 : fields.count - 1
    showsFocus = true
    focusedField?.enter(from: step)
  }

  /// Returns the step of a key that moves the focus; nil if the key does not.
  static func step(of press: KeyPress) -> Int? {
    switch press.key {
    case .tab: press.modifiers.contains(.shift) ? -1 : 1
    case .down: 1
    case .up: -1
    default: nil
    }
  }

  /// Inserts a text into the field with the focus.
  func insert(_ text: String) { focusedField?.apply(.insert(text)) }

  /// Whether the fields can be accepted. If not, all errors are shown, and the first field with one gets the focus.
  ///
  /// - Parameter hasFocus: whether one of the fields has the focus, below which the problem of all is shown; else it is
  ///   shown below the last.
  func check(hasFocus: Bool) -> Bool {
    if let invalid = fields.map({ $0.checkText() }).firstIndex(of: false) {
      focus = invalid
    } else if let problem = problem() {
      if !hasFocus { focus = fields.count - 1 }
      focusedField?.report(problem)
    } else {
      return true
    }
    showsFocus = true
    return false
  }

  /// The columns of the widest label and the space after it; 0 without labels.
  func labelColumns(_ metrics: TextMetrics) -> Int {
    let widest = fields.map { metrics.width(of: $0.label) }.max() ?? 0
    return widest > 0 ? widest + 2 : 0
  }

  /// Scrolls by a number of lines, as far as there are any.
  func scroll(by lines: Int) {
    showsFocus = false
    offset = min(max(0, offset + lines), max(0, (drawn?.lineCount ?? 0) - drawnLines))
  }

  /// Handles a click at a place of the last drawing.
  ///
  /// - Returns: whether there is a field, which then has the focus.
  func click(_ place: ScreenPoint) -> Bool {
    let line = place.line + offset
    guard let drawn, (0..<drawnLines).contains(place.line),
      let index = drawn.fields.firstIndex(where: { $0.rows.contains(line) })
    else { return false }
    fields[index].click(
      ScreenPoint(line: line - drawn.fields[index].rows.lowerBound, column: place.column - drawn.textColumn))
    if focus != index { fields[focus].leave() }
    focus = index
    return true
  }

  /// Draws the fields, and places the terminal's cursor in the one with the focus.
  func draw(in canvas: inout Canvas, _ layout: FieldLayout, hasFocus isActive: Bool, theme: Theme) {
    let focus = isActive ? focus : nil
    (drawn, drawnLines) = (layout, canvas.size.lines)
    offset = min(offset, max(0, layout.lineCount - drawnLines))
    if showsFocus, let focus, fields.indices.contains(focus) {
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
          style: field.hasProblem ? theme.problem : theme.secondaryText)
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
  init(_ list: FieldList, in size: ScreenSize, _ metrics: TextMetrics, hasNotes: Bool = true) {
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
