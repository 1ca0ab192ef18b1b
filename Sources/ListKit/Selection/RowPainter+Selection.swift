extension RowPainter {
  /// Marks a selected row by a sign in the gutter: in the cursor's column, or beside the cursor; where there is
  /// no gutter, by underlining it.
  func drawSelection(isCursor: Bool, in canvas: inout Canvas) {
    guard margins.hasGutter else {
      for line in 0..<canvas.size.lines {
        canvas.restyle(line: line) { Style(attributes: .underline).over($0) }
      }
      return
    }
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
