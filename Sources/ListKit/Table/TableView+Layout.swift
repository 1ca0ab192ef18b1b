/// The places of rows, now and at the next drawing.
extension TableView {
  nonisolated static let gutterColumns = 2
  nonisolated static let scrollBarColumns = 1
  /// A narrower window has no boxes around sections, a lower one no column titles.
  private static let leastColumnsForBoxes = 16
  private static let leastLinesForTitles = 4
  private static let leastLinesForFooters = 7
  private static let leastLinesForColumnBar = 8

  /// The lines for rows: all but those of the column titles and footers, and of the bar below the columns.
  var viewportLines: Int { max(0, size.lines - columnTitleLines - columnFooterLines - columnBarLines) }

  /// The lines of the bar at the lower edge that shows which columns are in view; 0 if all of them fit.
  var columnBarLines: Int {
    size.lines >= Self.leastLinesForColumnBar && !isAccessible && columns.overflow(contentColumns) ? 1 : 0
  }

  /// The lines of the column titles; 0 if no column has one.
  var columnTitleLines: Int {
    size.lines < Self.leastLinesForTitles || !columnFeatures.hasTitle ? 0 : 1
  }

  /// The lines of the column footers, below the rows; 0 if no column has one.
  var columnFooterLines: Int {
    size.lines >= Self.leastLinesForFooters && columnFeatures.hasFooter ? 1 : 0
  }

  /// Whether a box surrounds the items of a section.
  var framesSections: Bool {
    style == .insetGrouped && size.columns >= Self.leastColumnsForBoxes && !isAccessible
  }

  /// The columns in which items are drawn, gutter and scroll bar included.
  var itemColumns: Range<Int> { framesSections ? 1..<size.columns - 2 : 0..<size.columns }

  /// Columns for a row's content: all but the gutter and the scroll bar.
  package var contentColumns: Int { max(0, itemColumns.count - listMargins.columns) }

  /// The columns beside the content of the rows of a list.
  var listMargins: RowMargins { isAccessible ? .words(columns: size.columns) : .standard }

  /// Returns the columns beside the content of the items of a section.
  func margins(ofSection section: Int) -> RowMargins {
    isAccessible ? listMargins : content?.layout(ofSection: section).margins ?? .standard
  }

  /// The columns and lines for rows: all but the lines of the column titles and
  /// footers and of the column bar.
  ///
  /// While ``TableViewController/viewWillLayoutSubviews()`` is called, this is the size for the next drawing,
  /// otherwise that of the last one.
  public var visibleSize: ScreenSize { ScreenSize(columns: size.columns, lines: viewportLines) }

  /// Returns the screen columns of one of ``columns``; nil if it is not in view.
  public func columnWidth(at index: Int) -> Int? {
    placedColumns.first { $0.index == index }?.range.count
  }

  var placedColumns: [PlacedColumn] {
    var placed = columns.placed(in: contentColumns, scrolledBy: viewport.scrolledColumns)
    if isAccessible { for index in placed.indices { placed[index].numberOfLines = 1 } }
    return placed
  }

  var cursor: RowIdentifier? { viewport.cursor }

  /// The cursor's row in the current content.
  var cursorRow: TableRow? { cursor.flatMap { content?.row(for: $0) } }

  /// The rows of the current content with the transient ones among them, and all else that their layout
  /// depends on besides the viewport; nil without a data source.
  var rows: PresentedRows? {
    guard let content else { return nil }
    let basis = TableLayout.Basis(
      lines: viewportLines, columns: size.columns, itemColumns: itemColumns, pinsHeaders: style == .plain,
      contentVersion: content.version, heightsVersion: cellStore.heightsVersion,
      transient: transientRows(among: content))
    return PresentedRows(content, self, basis)
  }

  private func transientRows(among content: any TableContent) -> TransientRows {
    // The places of leaving rows refer to the rows of the displayed change, those of carried rows to the rows
    // taken over; a newer change places both again.
    var transient = TransientRows()
    if content.unshownChange != nil { return transient }
    if content.undrawnChange == nil, let leaving = presentation.transition?.leaving { transient = leaving }
    if let carried, !carried.session.isHome {
      let below = carried.session.itemBelow(carried.session.target)
      transient.carry(carried.transientRow, before: below.item, ofSection: below.section)
    }
    return transient
  }

  /// Returns the layout that the next drawing would show, for commands that come before it.
  func upcomingLayout() -> TableLayout {
    rows.map { $0.layout(viewport, reusing: layout) } ?? TableLayout()
  }
}

// MARK: - Heights

/// The heights of rows: measured once, and stored as long as they are valid.
extension TableView: RowHeights {
  func height(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight {
    cellStore.height(of: identifier) ?? measure(row, identifier)
  }

  func measure(_ row: TableRow, _ identifier: RowIdentifier) -> RowHeight {
    let height = measuredHeight(of: row, identifier)
    cellStore.setHeight(height, of: identifier)
    return height
  }

  private func measuredHeight(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight {
    guard row.item != nil else {
      let edge = framesSections && (content?.numberOfItems(inSection: row.section) ?? 0) > 0 ? 1 : 0
      return RowHeight(lines: topPadding(of: row) + textLines(of: row) + edge)
    }
    let own = itemLines(row, likeSection: row.section)
    guard content?.layout(ofSection: row.section) == .list else { return RowHeight(lines: own) }
    // The cell exists: its lines were measured.
    let below = noteLines(of: row) + (hasRule(below: cellStore.cells[identifier]) ? 1 : 0)
    return RowHeight(lines: own + below, linesBelow: below)
  }

  /// Whether a rule takes a line below a cell; for a screen reader none does.
  func hasRule(below cell: TableViewCell?) -> Bool { !isAccessible && cell?.hasRuleBelow ?? false }

  func pinnedLines(ofSection section: Int) -> Int { textLines(of: TableRow(section: section, .header)) }

  /// Returns the lines of the text of a header or footer.
  func textLines(of row: TableRow) -> Int {
    let signs =
      allowsSectionCollapsing && row.part == .header
      ? RowPainter.HeaderSign.columns(.standard(for: traits)) : 0
    let columns = max(0, size.columns - RowPainter.headerMargins(listMargins).columns - signs)
    return content?.content(of: row).map {
      max(1, $0.lines(inColumns: columns, metrics: TextMetrics(traits)))
    }
      ?? 0
  }

  /// Returns the blank lines above a header's text.
  func topPadding(of row: TableRow) -> Int {
    row.part == .header && textLines(of: row) > 0 ? max(0, sectionHeaderTopPadding) : 0
  }

  /// Returns the lines of an item's content, in its own section or another one.
  func itemLines(_ row: TableRow, likeSection section: Int) -> Int {
    if isAccessible { return 1 }
    let layout = content?.layout(ofSection: section) ?? .list
    if let lines = layout.itemLines { return lines }
    let columns = slotColumns(ofSection: section)
    return withCell(of: row, columns: columns, margins: layout.margins) { cell, _, signs in
      if columnFeatures.wraps,
        let content = cell.contentConfiguration as? ColumnContentConfiguration
      {
        return content.lines(in: signs.columns(placedColumns), metrics: TextMetrics(traits))
      }
      return cell.lines(inColumns: signs.content.count, metrics: TextMetrics(traits))
    } ?? 1
  }

  /// Returns the columns of each item of a section, gutter included.
  func slotColumns(ofSection section: Int) -> Int {
    (content?.layout(ofSection: section) ?? .list).geometry(in: itemColumns.count).slotColumns
  }
}

// MARK: - Cells

extension TableView {
  /// Registers the class of new cells for a reuse identifier; nil unregisters it.
  public func register(_ cellClass: TableViewCell.Type?, forCellReuseIdentifier identifier: String) {
    cellStore.register(cellClass, identifier)
  }

  /// Returns a cell for the row that the cell provider was called for: during a reconfiguration the row's
  /// cell, else a cell that waits for reuse, else a new one.
  ///
  /// Traps if no class is registered for the identifier.
  public func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> TableViewCell {
    if let cell = cellStore.reconfigured, cell.reuseIdentifier == identifier { return cell }
    guard let cell = cellStore.dequeue(identifier) else {
      trap(
        "dequeueReusableCell(withIdentifier:for:) \(indexPath): unable to dequeue a cell with identifier \(identifier) - must register a class for it"
      )
    }
    return cell
  }

  /// Returns a cell that waits for reuse, else a new one; nil if no class is registered for the identifier.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    cellStore.dequeue(identifier)
  }

  /// Returns the cell of a row on the screen; nil for other rows.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    identifier(at: indexPath).flatMap { cellStore.cells[$0] }
  }

  /// The rows on the screen, from top to bottom.
  public var indexPathsForVisibleRows: [IndexPath] {
    layout.rows.lazy.filter { $0.transient == nil }.compactMap {
      self.content?.row(for: $0.identifier)?.indexPath
    }
  }

  /// Calls the cell provider again for rows on the screen, which keep their cells; marks nothing as changed.
  ///
  /// Traps if no item has one of the index paths.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    for indexPath in indexPaths { checkItem(at: indexPath, for: "reconfigureRows(at:)") }
    for indexPath in indexPaths {
      guard let cell = cellForRow(at: indexPath) else { continue }
      reconfigure(cell, at: indexPath)
    }
    setNeedsDisplay()
  }

  /// Returns the cell of a row, and requests one if the row has none yet.
  func cell(for row: TableRow) -> TableViewCell? {
    guard let content, let indexPath = row.indexPath else { return nil }
    let identifier = content.identifier(of: row)
    if let cell = cellStore.cells[identifier] { return cell }
    let cell = content.cell(at: indexPath, in: self)
    cellStore.keep(cell, for: identifier)
    connect(cell, to: identifier)
    return cell
  }

  func reconfigure(_ cell: TableViewCell, at indexPath: IndexPath) {
    guard let content, let identifier = identifier(at: indexPath) else { return }
    cellStore.beginReconfiguring(cell)
    let configured = content.cell(at: indexPath, in: self)
    cellStore.endReconfiguring()
    configured.setNeedsUpdateConfiguration()
    if configured !== cell { cellStore.retire(identifier) }
    cellStore.keep(configured, for: identifier)
    connect(configured, to: identifier)
  }

  /// Lets a cell query the state of its row.
  private func connect(_ cell: TableViewCell, to identifier: RowIdentifier) {
    cell.currentState = { [weak self, weak cell] in
      guard let self, let cell, cellStore.cells[identifier] === cell, let row = content?.row(for: identifier)
      else { return nil }
      return configurationState(of: row, identifier, outline: outlinePosition(of: row))
    }
  }

  /// Returns the identifier of an item; nil if there is no such item.
  func identifier(at indexPath: IndexPath) -> RowIdentifier? {
    guard let content, let position = ItemPosition(exactly: indexPath),
      (0..<content.numberOfSections).contains(position.section),
      (0..<content.numberOfItems(inSection: position.section)).contains(position.item)
    else { return nil }
    return content.identifier(of: TableRow(indexPath))
  }

  /// Stops the program unless an item has an index path.
  func checkItem(at indexPath: IndexPath, for member: StaticString) {
    let absence = content.map { $0.absence(of: indexPath) } ?? "the table view has no data source"
    if let absence { trap("\(member) \(indexPath): \(absence)") }
  }

  /// Returns the index path of an item; nil if the content has no such item.
  func indexPath(of identifier: RowIdentifier) -> IndexPath? { content?.row(for: identifier)?.indexPath }
}

// MARK: - Scroll bars

extension TableView {
  /// The scroll bar for the layout that is being drawn; nil if there is none.
  var newScrollBar: ScrollBar? {
    guard showsVerticalScrollIndicator, !isAccessible, let content, let rows, viewportLines > 1,
      size.columns >= ScrollBar.leastColumns,
      let top = layout.rows.first(where: { $0.row?.indexPath != nil })?.row,
      let bottom = layout.rows.last(where: { $0.row?.indexPath != nil })?.row,
      let first = rows.items(beside: top).first, let last = rows.items(beside: bottom).last
    else { return nil }
    let from = content.itemIndex(of: IndexPath(item: first, section: top.section))
    let to = content.itemIndex(of: IndexPath(item: last, section: bottom.section)) + 1
    guard from < to, to - from < content.numberOfItems else { return nil }
    return ScrollBar(shown: from..<to, total: content.numberOfItems, lines: viewportLines)
  }

  /// Handles a press on the scroll bar: takes hold of the thumb, or scrolls by a
  /// screenful towards the location.
  ///
  /// - Returns: whether the location is on the bar.
  func pressScrollBar(at location: ScreenPoint) -> Bool {
    guard !isModal, location.column == size.columns - 1, let scrollBar = phase.scrollBar else { return false }
    let line = location.line - columnTitleLines
    guard (0..<scrollBar.lines).contains(line) else { return false }
    if scrollBar.thumb.contains(line) {
      interaction = .scrolling(grip: line - scrollBar.thumb.lowerBound)
    } else {
      reconcile()
      scroll(
        by: (line < scrollBar.thumb.lowerBound ? -1 : 1) * max(1, viewportLines - layout.pinnedLines - 1))
    }
    return true
  }

  /// Scrolls because the thumb is dragged to a line; the cursor stays on its row.
  func dragThumb(to line: Int, grip: Int) {
    guard let scrollBar = phase.scrollBar else { return }
    reconcile()
    guard let content, let rows else { return }
    let start = min(max(line - columnTitleLines - grip, 0), scrollBar.lines - scrollBar.thumb.count)
    if start == scrollBar.thumb.lowerBound { return }
    let item = scrollBar.firstItem(withThumbAt: start)
    guard let row = content.row(ofItemAt: item), rows.contains(row) else { return }
    handle(.shown(content.identifier(of: row), at: .top, withCursor: false))
  }
}

// MARK: - Columns

/// Scrolling the columns of a tabular list sideways.
///
/// ```text
///   name      │ size   kind   modified   owner        pinned: name; 2 columns are scrolled out of view
///   ▌ a.txt     text   May 3  me
///             ▂▂▂▂▂▂▂▂▂▂▂▂▂▂
/// ```
extension TableView {
  /// Scrolls the columns that are not pinned, as far as there are any; to the left if negative.
  func scrollColumns(by count: Int) {
    let most = columns.mostScrolled(in: contentColumns)
    let former = min(viewport.scrolledColumns, most)
    releaseCursorColumn()
    handle(.scrolledColumns(to: min(max(0, former + min(max(count, -most), most)), most)))
  }

  /// Moves the cursor over the columns, from left to right on the screen, as far as there are any.
  func moveCursorColumn(by count: Int) {
    let order = columns.order(in: contentColumns, scrolledBy: viewport.scrolledColumns)
    guard !order.isEmpty else { return }
    let former = cursorColumn.flatMap(order.firstIndex) ?? (count > 0 ? -1 : order.count)
    let step = min(max(count, -order.count), order.count)
    cursorColumn = order[min(max(former + step, 0), order.count - 1)]
  }

  /// Moves the cursor to the cells at a column of the screen, if it is on cells.
  func moveCursorColumn(toColumn screenColumn: Int) {
    if selectionUnit == .cell, let column = column(at: screenColumn) { cursorColumn = column }
  }

  /// Returns the index of the column at a column of the screen; nil if there is none.
  func column(at screenColumn: Int) -> Int? {
    let column = screenColumn - itemColumns.lowerBound - listMargins.leading
    return placedColumns.first { $0.range.contains(column) }?.index
  }

  /// Returns the number of steps by which the columns are scrolled if one of them is in view, as few as possible from
  /// where they are.
  ///
  /// - Parameter index: its index in ``columns``.
  func scrolledColumns(showing index: Int) -> Int {
    let isInView = placedColumns.contains { $0.index == index }
    guard !isInView, let place = columns.scrollable.firstIndex(of: index) else {
      return viewport.scrolledColumns
    }
    let steps = 0...columns.mostScrolled(in: contentColumns)
    let current = min(viewport.scrolledColumns, steps.upperBound)
    // A column further left becomes the first one in view, a column further right the last one.
    let target =
      place < columns.firstScrolled(current, in: contentColumns)
      ? steps.last { columns.firstScrolled($0, in: contentColumns) <= place }
      : steps.first { step in
        step > current
          && columns.placed(in: contentColumns, scrolledBy: step).contains { $0.index == index }
      }
    return target ?? steps.upperBound
  }

  /// The bar below the columns; nil if there is none.
  var columnBar: ScrollBar? {
    guard columnBarLines > 0 else { return nil }
    let scrollable = columns.scrollable
    let shown = placedColumns.count { scrollable.contains($0.index) }
    let first = columns.firstScrolled(viewport.scrolledColumns, in: contentColumns)
    guard shown < scrollable.count else { return nil }
    return ScrollBar(
      shown: first..<min(first + shown, scrollable.count), total: scrollable.count, lines: size.columns)
  }

  /// Handles a press on the bar below the columns: scrolls by the number of columns in view.
  ///
  /// - Returns: whether the location is on the bar.
  func pressColumnBar(at location: ScreenPoint) -> Bool {
    guard !isModal, location.line == size.lines - 1, let columnBar else { return false }
    let step = max(1, columnBar.shown.count)
    if location.column < columnBar.thumb.lowerBound { scrollColumns(by: -step) }
    if location.column >= columnBar.thumb.upperBound { scrollColumns(by: step) }
    return true
  }
}
