/// The line below an open row whose children are being found, or were not.
///
/// ```text
///   ▌ ▾ Pictures
///       ⠹ loading
///     ▸ Projects
/// ```
///
/// It belongs to the row, so that no rule about rows, cursor and screen lines knows of it.
extension TableView {
  /// Lines below a row that tell how its children are being found.
  func noteLines(of row: TableRow) -> Int {
    guard let content, let indexPath = row.indexPath, let note = content.outlineNote(at: indexPath),
      content.layout(ofSection: row.section) == .list
    else { return 0 }
    return note.isShown(at: phase.time) ? 1 : 0
  }

  /// Lets the clocks of notes begin whose rows are on the screen now.
  func startNotes() {
    guard let content else { return }
    for indexPath in layout.rows.lazy.compactMap({ $0.row?.indexPath }) {
      guard let note = content.outlineNote(at: indexPath),
        content.layout(ofSection: indexPath.section) == .list
      else { continue }
      if note.began == nil { content.outlineNoteIsDue(at: indexPath, from: phase.time) }
      if note.isShown(at: phase.time) { continue }
      let due = note.due ?? phase.time + OutlineNote.delay
      phase.nextNote = min(phase.nextNote ?? due, due)
    }
  }

  func drawNote(of row: TableRow, line: Int, in canvas: inout Canvas, _ painter: RowPainter) {
    guard let content, let indexPath = row.indexPath, let note = content.outlineNote(at: indexPath),
      let outline = content.outlinePosition(at: indexPath)
    else { return }
    let context = cellContext(CellConfigurationState())
    painter.drawNote(note, level: outline.level + 1, context: context, line: line, in: &canvas)
    if note.failure == nil { phase.showsAnimatedAccessory = true }
  }

  /// Whether a place is on the note below a row.
  func isOnNote(_ location: Point, of identifier: RowIdentifier) -> Bool {
    guard let placed = layout.placed(identifier), placed.noteLines > 0 else { return false }
    return location.line - columnTitleLines >= placed.ownRange.upperBound
  }
}

extension RowPainter {
  /// Draws a note where the first child would stand.
  fileprivate func drawNote(
    _ note: OutlineNote, level: Int, context: CellContext, line: Int, in canvas: inout Canvas
  ) {
    let start = TableView.gutterColumns + level * AccessoryLayout.indentation
    let text = start + AccessoryLayout.indentation
    let width = max(0, canvas.size.columns - TableView.scrollBarColumns - text)
    let sign = note.failure == nil ? Spinner.symbol(symbols, context) : "!"
    let signStyle = note.failure == nil ? theme.secondaryText : theme.deleted.mark
    canvas.write(StyledText(sign), line: line, column: start, style: signStyle)
    canvas.write(
      StyledText(note.failure ?? "loading"), line: line, column: text, width: width,
      style: note.failure == nil ? theme.secondaryText : theme.text)
  }
}
