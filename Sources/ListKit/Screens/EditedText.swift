/// A text that is being edited, and its position on the screen. If it is one line, it scrolls sideways; if it has
/// several lines, long ones continue in the next row.
@MainActor
struct EditedText {
  var editor: LineEditor
  private var firstRow = 0
  /// The number of columns scrolled out at the left.
  private var hiddenColumns = 0
  /// The column that the insertion point keeps while it moves from row to row.
  private var column: Int?
  /// The size of the area where the text was last drawn.
  private var size = ScreenSize(columns: .max, lines: 1)
  private var metrics = TextMetrics(ScreenTraits { _ in 1 })

  init(_ text: String = "", hasLines: Bool = false) {
    editor = hasLines ? LineEditor(lines: text) : LineEditor(text)
  }

  mutating func apply(_ edit: Edit) {
    editor.apply(edit)
    column = nil
  }

  /// Moves the insertion point by a number of rows, at most to the first or the last row.
  mutating func move(byRows count: Int) {
    let rows = rows(in: size.columns, metrics)
    let row = row(of: editor.insertionPoint, in: rows)
    let column = column ?? width(of: rows[row].lowerBound..<editor.insertionPoint)
    place(row: row + count, column: column, in: rows)
    self.column = column
  }

  mutating func move(byPages count: Int) { move(byRows: count * max(1, size.lines - 1)) }

  /// Moves the insertion point to the character at a position of the last drawing.
  mutating func moveInsertionPoint(to place: ScreenPoint) {
    let rows = rows(in: size.columns, metrics)
    self.place(row: firstRow + place.line, column: hiddenColumns + place.column, in: rows)
    column = nil
  }

  private mutating func place(row: Int, column: Int, in rows: [Range<Int>]) {
    let row = min(max(0, row), rows.count - 1)
    var (end, offset) = (0, rows[row].lowerBound)
    for character in editor.text.dropFirst(offset).prefix(rows[row].count) {
      end += metrics.width(of: String(character))
      if end > column { break }
      offset += 1
    }
    // The offset after the last character of a wrapped row belongs to the next row.
    let goesOn = row + 1 < rows.count && rows[row + 1].lowerBound == rows[row].upperBound
    editor.moveInsertionPoint(to: goesOn ? min(offset, rows[row].upperBound - 1) : offset)
  }

  /// Returns the number of rows of the text when it is wrapped at a number of columns.
  func rowCount(in columns: Int, _ metrics: TextMetrics) -> Int { rows(in: columns, metrics).count }

  /// Returns the character range of each row, without the newline.
  private func rows(in columns: Int, _ metrics: TextMetrics) -> [Range<Int>] {
    guard editor.keepsLines else { return [0..<editor.text.count] }
    // The last column is reserved for the insertion point after the text.
    let room = max(1, columns - 1)
    var rows: [Range<Int>] = []
    var (start, offset, taken) = (0, 0, 0)
    for character in editor.text {
      let width = metrics.width(of: String(character))
      if character == "\n" || taken + width > room && offset > start {
        rows.append(start..<offset)
        start = character == "\n" ? offset + 1 : offset
        taken = 0
      }
      if character != "\n" { taken += width }
      offset += 1
    }
    return rows + [start..<offset]
  }

  private func row(of offset: Int, in rows: [Range<Int>]) -> Int {
    rows.lastIndex { $0.lowerBound <= offset } ?? 0
  }

  private func width(of range: Range<Int>) -> Int {
    metrics.width(of: String(editor.text.dropFirst(range.lowerBound).prefix(range.count)))
  }

  /// Draws as many rows as fit, and the insertion point in any case.
  ///
  /// - Parameters:
  ///   - isSecure: whether the characters are hidden.
  ///   - isSelected: whether the text stands out while it has the focus.
  ///   - wrong: the characters that cannot be read.
  mutating func draw(
    in canvas: inout Canvas, placeholder: String, isSecure: Bool = false, isSelected: Bool = false,
    wrong: Range<Int>? = nil, hasFocus: Bool, theme: Theme
  ) {
    (size, metrics) = (canvas.size, canvas.metrics)
    if editor.text.isEmpty { canvas.write(StyledText(placeholder), style: theme.secondaryText) }
    let rows = rows(in: size.columns, metrics)
    let current = row(of: editor.insertionPoint, in: rows)
    firstRow = min(max(firstRow, current - size.lines + 1), current, max(0, rows.count - size.lines))
    let before = rows[current].lowerBound..<editor.insertionPoint
    let insertion = isSecure ? before.count : width(of: before)
    hiddenColumns = hasFocus ? max(0, insertion - max(0, size.columns - 1)) : 0
    let sign: Character = canvas.traits.isUnicode ? "•" : "*"
    var style = theme.text
    if isSelected, hasFocus { style.attributes.insert(.reverse) }
    let characters = Array(isSecure ? String(repeating: sign, count: editor.text.count) : editor.text)
    for (line, row) in rows.dropFirst(firstRow).prefix(size.lines).enumerated() {
      let part = wrong?.clamped(to: row)
      let runs = part.map {
        [StyledText.Run($0.lowerBound - row.lowerBound..<$0.upperBound - row.lowerBound, theme.problem)]
      }
      let glyphs = StyledText(String(characters[row]), runs: runs ?? []).glyphs(
        over: style, match: style, metrics: metrics)
      canvas.place(glyphs, line: line, column: -hiddenColumns)
    }
    if hasFocus { canvas.placeCursor(line: current - firstRow, column: insertion - hiddenColumns) }
  }
}
