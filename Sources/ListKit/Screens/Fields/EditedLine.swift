/// A line of text being edited, and where it stands on the screen.
@MainActor
struct EditedLine {
  var editor = LineEditor()
  /// Where the text began when it was drawn last; negative where its start was cut off.
  private var drawnStart = 0
  private var drawnMetrics: TextMetrics?

  init(_ text: String = "") { editor = LineEditor(text) }

  /// Draws the line from a column on. A long one scrolls so that the insertion point stays in sight.
  ///
  /// - Parameter isSecure: whether its characters are not shown.
  mutating func draw(
    in canvas: inout Canvas, line: Int = 0, from start: Int, placeholder: String, isSecure: Bool = false,
    hasFocus: Bool = true, theme: Theme
  ) {
    let room = Rect(line: line, column: start, columns: max(0, canvas.size.columns - start), lines: 1)
    if editor.text.isEmpty {
      canvas.inside(room) { $0.write(StyledText(placeholder), style: theme.secondaryText) }
    }
    let sign: Character = canvas.traits.isUnicode ? "•" : "*"
    let text = isSecure ? String(repeating: sign, count: editor.text.count) : editor.text
    let metrics = canvas.metrics
    let glyphs = metrics.glyphs(of: text, style: theme.text)
    let insertion = metrics.width(of: String(text.prefix(editor.insertionPoint)))
    let hidden = hasFocus ? max(0, insertion - max(0, room.size.columns - 1)) : 0
    (drawnStart, drawnMetrics) = (start - hidden, metrics)
    canvas.inside(room) {
      $0.place(glyphs, line: 0, column: -hidden)
      if hasFocus { $0.placeCursor(line: 0, column: insertion - hidden) }
    }
  }

  /// Moves the insertion point to the character at a column of the screen, as drawn last.
  mutating func moveInsertionPoint(toColumn column: Int) {
    guard let drawnMetrics else { return }
    var end = drawnStart
    let before = editor.text.prefix {
      end += drawnMetrics.width(of: String($0))
      return end <= column
    }
    editor.apply(.moveToStart)
    editor.apply(.move(before.count))
  }
}
