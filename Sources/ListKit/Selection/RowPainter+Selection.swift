extension RowPainter {
  /// Marks a selected row by a sign in the gutter: in the cursor's column, or beside the cursor.
  func drawSelection(isCursor: Bool, in canvas: inout Canvas) {
    canvas.write(
      StyledText(symbols.mark), column: isCursor ? 1 : 0,
      style: Style(foreground: theme.prompt.foreground, attributes: .bold))
  }
}

extension Symbols {
  /// Whether these are signs beyond ASCII.
  var isUnicode: Bool { !rule.utf8.elementsEqual("-".utf8) }

  /// Beside a selected row, in one column.
  var mark: String { isUnicode ? "●" : "*" }
}
