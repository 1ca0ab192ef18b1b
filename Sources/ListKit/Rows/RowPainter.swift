/// Draws the rows of a table: gutter, outline, content, accessories, and what is changing.
///
/// ```text
///   gutter  indentation  content                    accessories  scroll bar
///   ▌+      ··▾          Karakoram                             ›          ▐
/// ```
@MainActor
struct RowPainter {
  let traits: ScreenTraits
  let theme: Theme
  let symbols: Symbols
  let columns: [PlacedColumn]
  let transition: Transition?
  let now: Duration
  /// The columns beside the content of the row to draw.
  var margins = RowMargins.standard

  func drawColumnTitles(_ titles: [TableColumn], in canvas: inout Canvas) {
    for column in columns {
      canvas.write(
        StyledText(titles[column.index].title), column: TableView.gutterColumns + column.range.lowerBound,
        width: column.range.count, style: titles[column.index].isSelected ? theme.prompt : theme.columnTitle,
        alignment: column.alignment)
    }
  }

  /// Draws an item's row.
  ///
  /// - Parameter context: takes the columns of a tabular list, where they are in this row.
  func draw(
    _ cell: TableViewCell, _ signs: AccessoryLayout, context: inout CellContext, in canvas: inout Canvas
  ) {
    for sign in signs.placed {
      let rect = Rect(line: 0, column: sign.columns.lowerBound, columns: sign.columns.count, lines: 1)
      canvas.inside(rect) { sign.accessory.draw(in: &$0, context: context) }
    }
    let indentation = signs.content.lowerBound - margins.leading
    context.columns = columns.map { $0.shifted(by: -indentation) }
    let rect = Rect(
      line: 0, column: signs.content.lowerBound, columns: signs.content.count, lines: canvas.size.lines)
    canvas.inside(rect) { cell.draw(in: &$0, context: context) }
    drawBackground(
      cell.backgroundConfiguration, state: context.state, isTypedInto: cell.textField?.isEditing ?? false,
      in: &canvas)
  }

  /// Lays the row's background under it; the row under the cursor stands out without relying on colour.
  ///
  /// - Parameter isTypedInto: whether the terminal's cursor does so.
  private func drawBackground(
    _ background: BackgroundConfiguration?, state: CellConfigurationState, isTypedInto: Bool,
    in canvas: inout Canvas
  ) {
    let columns = margins.content(of: canvas.size.columns)
    if state.isFocused, !isTypedInto, background?.styleOnTop(for: state) == nil {
      // One bar, from the sign before the row on.
      drawCursor(over: (margins.hasGutter ? 0 : columns.lowerBound)..<columns.upperBound, in: &canvas)
    } else if let style = background?.style(for: state), style != .plain {
      for line in 0..<canvas.size.lines { canvas.restyle(line: line, columns: columns) { $0.over(style) } }
    }
    if state.isFocused, margins.hasGutter {
      canvas.write(StyledText(symbols.cursor), style: onBar(theme.prompt, in: canvas))
    }
  }

  /// The style of a sign in the gutter, on the cursor's bar where that is under it.
  func onBar(_ sign: Style, in canvas: Canvas) -> Style {
    var style = canvas[0, 0].style
    if style.attributes.contains(.reverse) {
      style.background = sign.foreground
    } else if sign.foreground != .default {
      style.foreground = sign.foreground
    }
    style.attributes.insert(.bold)
    return style
  }

  func drawCursor(over columns: Range<Int>, in canvas: inout Canvas) {
    let row = theme.cursor
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line, columns: columns) {
        var attributes = $0.attributes.union(row.attributes)
        attributes.remove(.dim)
        return Style(
          foreground: row.foreground, background: row.background, attributes: attributes, link: $0.link)
      }
    }
  }

  /// Marks the row of a cursor whose table has not got the keys.
  func drawCursorWithoutKeys(in canvas: inout Canvas) {
    guard margins.hasGutter else { return underline(&canvas) }
    canvas.write(StyledText(symbols.cursor), style: theme.secondaryText)
  }

  func drawCentered(_ content: ListContentConfiguration, in canvas: inout Canvas) {
    let line = max(0, canvas.size.lines / 3)
    for (offset, text) in [content.attributedText, content.secondaryAttributedText].compactMap(\.self)
      .enumerated()
    {
      let style = offset == 0 ? theme.text : theme.secondaryText
      canvas.write(text, line: line + offset, style: style, alignment: .center)
    }
  }

  func draw(_ scrollBar: ScrollBar, in canvas: inout Canvas) {
    for line in scrollBar.thumb {
      canvas.write(
        StyledText(symbols.thumb), line: line, column: canvas.size.columns - 1, style: theme.scrollBar)
    }
  }
}

extension Theme {
  subscript(change: RowChange) -> Change {
    switch change {
    case .inserted: inserted
    case .movedUp, .movedDown: moved
    case .changed: changed
    }
  }
}

extension RowPainter {
  /// Marks a selected row by a sign in the gutter: in the cursor's column, or beside the cursor; where there is
  /// no gutter, by underlining it.
  func drawSelection(isCursor: Bool, in canvas: inout Canvas) {
    guard margins.hasGutter else { return underline(&canvas) }
    canvas.write(
      StyledText(symbols.mark), column: isCursor ? 1 : 0, style: onBar(theme.prompt, in: canvas))
  }

  private func underline(_ canvas: inout Canvas) {
    for line in 0..<canvas.size.lines {
      canvas.restyle(line: line) { Style(attributes: .underline).over($0) }
    }
  }
}

extension Symbols {
  /// Whether these are signs beyond ASCII.
  var isUnicode: Bool { !rule.utf8.elementsEqual("-".utf8) }

  /// Beside a selected row, in one column.
  var mark: String { isUnicode ? "●" : "*" }
}
