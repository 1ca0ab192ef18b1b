/// Fields in rows: which of them has the keys.
extension TableViewController {
  /// The field in a row that has the keys; nil where the rows or the query have them.
  ///
  /// Setting it moves the cursor to the row of the field, which is on the screen or will be at the next drawing; the
  /// keys go back to the rows when the cursor leaves it. Nil gives them back, which for the field is
  /// ``TextField/EndReason/left``.
  public var focusedTextField: TextField? {
    get { fieldFocus?.field }
    set { if newValue !== fieldFocus?.field { focus(newValue, ending: .left) } }
  }

  /// Gives the keys to a field, or back.
  ///
  /// - Parameter reason: why the one that had them has them no more.
  func focus(_ field: TextField?, ending reason: TextField.EndReason) {
    let former = fieldFocus?.field
    fieldFocus = field.map { FieldFocus(field: $0) }
    former?.endEditing(reason)
    setNeedsDisplay()
    // What the former one did may have given the keys elsewhere.
    guard let field, fieldFocus?.field === field else { return }
    field.beginEditing()
    followFocus()
  }

  /// Brings the cursor to the field that was given the keys; takes them from one that the cursor has left, or that is
  /// not there.
  ///
  /// - Parameter isDrawn: whether all that can be seen has been asked for.
  func followFocus(isDrawn: Bool = false) {
    guard let focus = fieldFocus else { return }
    if tableView.isCursor(on: focus.field) {
      fieldFocus?.isReached = true
    } else if !focus.isReached, let row = tableView.row(of: focus.field) {
      fieldFocus?.isReached = true
      tableView.moveCursor(to: row)
    } else if focus.isReached || isDrawn {
      self.focus(nil, ending: .left)
    }
  }

  /// What holds while a field has the keys, for the key map.
  var fieldCircumstances: KeyBinding.Conditions? {
    focusedTextField.map { [.hasQuery, $0.text.isEmpty ? .queryIsEmpty : .queryIsNotEmpty, .isEditingText] }
  }

  /// Carries out a command while a field has the keys.
  ///
  /// - Returns: whether it is done with.
  func performOnField(_ command: Command) -> Bool {
    guard let field = focusedTextField else { return false }
    switch command {
    case .edit(let edit):
      field.apply(edit)
      tableView.scrollToCursor()
    case .back: focus(nil, ending: .cancelled)
    case .primaryAction:
      guard field.checkText() else { break }
      let next = tableView.row(withFieldBeside: 1, wrapping: false)
      focus(nil, ending: .returned)
      // What was done then may have led elsewhere.
      if let next, fieldFocus == nil, (navigationController?.topViewController ?? screen) === screen {
        enter(next)
      }
    case .moveCursor, .page, .first, .last:
      // Up and down go on from field to field.
      tableView.perform(command)
      let next = tableView.cursorTextField
      if next !== field { focus(next, ending: .left) }
    default: return false
    }
    setNeedsDisplay()
    return true
  }

  /// Gives the keys to the next field, or to the one before; in a split view to the other part where there is none.
  func moveFocus(_ step: Int) {
    if focusedTextField == nil, let field = tableView.cursorTextField {
      focusedTextField = field
    } else if let row = tableView.row(withFieldBeside: step, wrapping: splitViewController == nil) {
      enter(row)
    } else {
      focusedTextField = nil
      splitViewController?.moveFocus()
    }
  }

  private func enter(_ row: TableRow) {
    tableView.moveCursor(to: row)
    if let field = tableView.cursorTextField { focus(field, ending: .left) }
  }
}

/// The field that was given the keys.
struct FieldFocus {
  let field: TextField
  /// Whether the cursor has been on its row.
  var isReached = false
}

extension TableView {
  /// Fields are looked for in so many rows: a list of fields is short, and one without any may be long.
  private static let mostRowsOfFields = 1000

  /// The field in the row of the cursor.
  var cursorTextField: TextField? { cursor.flatMap { cellStore.cells[$0]?.textField } }

  /// Whether a field is in the row of the cursor, which may be scrolled out of sight.
  func isCursor(on field: TextField) -> Bool {
    cursorTextField === field || cursorRow.flatMap { cell(for: $0) }?.textField === field
  }

  /// Brings the row of the cursor into view.
  func scrollToCursor() {
    if let cursorRow, !viewport.showsCursor { moveCursor(to: cursorRow) }
  }

  /// Whether there is any field on the screen.
  var showsTextFields: Bool { cellStore.cells.values.contains { $0.textField != nil } }

  /// The row of a field; nil for one that is not on the screen.
  func row(of field: TextField) -> TableRow? {
    cellStore.cells.first { $0.value.textField === field }.flatMap { content?.row(for: $0.key) }
  }

  /// The next row with a field, or the one before.
  ///
  /// - Parameter wrapping: whether the first one comes after the last.
  /// - Complexity: O(rows up to there).
  func row(withFieldBeside step: Int, wrapping: Bool) -> TableRow? {
    guard let rows, var row = cursorRow ?? rows.firstItem else { return nil }
    let start = row
    for _ in 0..<Self.mostRowsOfFields {
      let next = step > 0 ? rows.itemAfter(row) : rows.itemBefore(row)
      guard let next = next ?? (wrapping ? (step > 0 ? rows.firstItem : rows.lastItem) : nil), next != start
      else { return nil }
      row = next
      if cell(for: row)?.textField != nil { return row }
    }
    return nil
  }

  /// The field at a place of the table as drawn last, and the column of the place in its content.
  func textField(at location: Point) -> (field: TextField, column: Int)? {
    let place = Point(line: location.line - columnTitleLines, column: location.column)
    guard let placed = layout.row(at: place), let row = content?.row(for: placed.identifier) else {
      return nil
    }
    return withCell(of: row, columns: placed.columns.count, margins: placed.margins) { cell, _, signs in
      cell.textField.map { ($0, place.column - placed.columns.lowerBound - signs.content.lowerBound) }
    } ?? nil
  }
}

extension TableViewCell {
  /// What is typed into; nil in other cells.
  var textField: TextField? { (contentConfiguration as? TextFieldContentConfiguration)?.textField }
}
