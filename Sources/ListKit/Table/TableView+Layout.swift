/// Where rows stand, now and at the next drawing.
extension TableView {
  nonisolated static let gutterColumns = 2
  nonisolated static let scrollBarColumns = 1
  /// A narrower window has no room for boxes around sections, a lower one none for column titles.
  private static let leastColumnsForBoxes = 16
  private static let leastLinesForTitles = 6

  /// Lines for rows: all but those of the column titles.
  var viewportLines: Int { max(0, size.lines - columnTitleLines) }

  var columnTitleLines: Int { columns.isEmpty || size.lines < Self.leastLinesForTitles ? 0 : 1 }

  /// Whether the items of a section have a box around them.
  var framesSections: Bool { style == .insetGrouped && size.columns >= Self.leastColumnsForBoxes }

  /// The columns in which items are drawn, gutter and scroll bar included.
  var itemColumns: Range<Int> { framesSections ? 1..<size.columns - 2 : 0..<size.columns }

  /// Columns for a row's content: all but the gutter and the scroll bar.
  package var contentColumns: Int { max(0, itemColumns.count - Self.gutterColumns - Self.scrollBarColumns) }

  /// The columns and lines that rows have on the screen: all but those of the column titles.
  ///
  /// It is the next drawing's while ``TableViewController/viewWillLayoutSubviews()`` is called, and else that
  /// of the last one.
  public var visibleSize: Size { Size(columns: size.columns, lines: viewportLines) }

  /// The columns that there is room for, by their index in ``columns``.
  ///
  /// At the width that ``visibleSize`` tells; columns of low priority are left out first.
  public var visibleColumns: [Int] { columns.placed(in: contentColumns).map(\.index) }

  /// The item that the cursor is on.
  var cursor: RowIdentifier? { viewport.cursor }

  /// The place of the cursor's row in the content as it is now.
  var cursorRow: TableRow? { cursor.flatMap { content?.row(for: $0) } }

  /// The rows of the content at the width there is now, and the transient ones among them.
  var rows: PresentedRows? {
    guard let content else { return nil }
    // What leaves stands among the rows of the change that is shown, what is carried among those that were taken
    // over; a newer change places both anew.
    guard content.unshownChange == nil else { return PresentedRows(content) }
    var transient = TransientRows()
    if presentation.pending == nil, let leaving = presentation.transition?.leaving { transient = leaving }
    if let carried, !carried.session.isHome {
      let below = carried.session.itemBelow(carried.session.target)
      transient.carry(carried.transientRow, before: below.item, ofSection: below.section)
    }
    return PresentedRows(content, transient)
  }

  /// All that the layout depends on but the viewport; nil without a data source.
  var layoutInput: LayoutInput? {
    rows.map {
      LayoutInput(
        rows: $0, heights: self, lines: viewportLines, columns: size.columns, itemColumns: itemColumns,
        pinsHeaders: style == .plain, generation: generation)
    }
  }

  /// The layout that the next drawing would show, for commands that come before it.
  func upcomingLayout() -> TableLayout {
    layoutInput.map { $0.layout(viewport, reusing: layout) } ?? TableLayout()
  }

  /// Lets the laws decide where cursor and view are after something happened, and asks for a drawing of it.
  func happen(_ event: ViewportEvent) {
    guard let input = layoutInput else { return }
    viewport = viewport.after(event, shown: input.layout(viewport, reusing: layout), input)
    setNeedsDisplay()
  }

  /// Tells on which line of the screen the table is about to be drawn; where it is another than before, rows stay on
  /// theirs.
  func stay(onScreenFrom topLine: Int) {
    let former = phase.topLine
    phase.topLine = topLine
    guard let former, former != topLine, let input = layoutInput else { return }
    viewport = viewport.after(.tableMoved(by: topLine - former), shown: layout, input)
  }

  /// Lays the rows out for a drawing, and anchors them for the next time.
  ///
  /// A former layout is used as far as it still holds. Each row that is seen is measured once, as it has to be to
  /// be drawn; where one is higher or lower than the layout took it for, there is another layout. So there is where
  /// rows that left have to make way.
  func performLayout() {
    guard var input = layoutInput else { return layout = TableLayout() }
    cellStore.beginDrawing()
    layout = input.layout(viewport, reusing: layout)
    while !measuresAgree(layout) || removeRowsInTheWay(input) {
      generation += 1
      input = layoutInput ?? input
      layout = input.layout(viewport)
    }
    // How high a strip is does not depend on its cells, so nobody has asked for them yet.
    for row in layout.rows.lazy.compactMap(\.row) where row.item != nil { _ = cell(for: row) }
    cellStore.keepOnly(Set(layout.rows.lazy.filter { $0.row != nil }.map(\.identifier)))
    viewport = viewport.after(.drawn, shown: layout, input)
  }

  /// - Returns: whether there were any.
  private func removeRowsInTheWay(_ input: LayoutInput) -> Bool {
    let gone = input.rowsInTheWay(layout, viewport)
    presentation.remove(gone)
    return !gone.isEmpty
  }

  /// Measures the rows of a layout that were not measured for this drawing.
  ///
  /// - Returns: whether all are as high as they were.
  private func measuresAgree(_ layout: TableLayout) -> Bool {
    var agree = true
    for placed in layout.rows {
      guard let row = placed.row, !cellStore.isFresh(placed.identifier) else { continue }
      let former = cellStore.height(of: placed.identifier)
      if measure(row, placed.identifier) != former { agree = false }
    }
    return agree
  }
}
