internal import ListDiff

/// Moving a row with the mouse.
extension TableView {
  /// Handles a movement of the mouse with the button down.
  func drag(to location: ScreenPoint) {
    reconcile()
    if let thumbGrip { return dragThumb(to: location.line, grip: thumbGrip) }
    if let pressed, hasLeft(pressed, location), content?.allowsReordering ?? false {
      self.pressed = nil
      highlight = nil
      _ = pickUp(pressed.identifier, .mouse)
    }
    guard carried?.grip == .mouse else { return }
    let isElsewhere = carried?.pointer.map(slot(at:)) != slot(at: location)
    carried?.pointer = location
    if autoscroll == nil { carried?.scrollDue = nil }
    if isElsewhere { hover() }
    setNeedsDisplay()
  }

  /// Whether the mouse is on another row than the pressed one, or on none.
  private func hasLeft(_ pressed: PressedRow, _ location: ScreenPoint) -> Bool {
    if pressed.location.line != location.line { return true }
    guard let placed = layout.placed(pressed.identifier) else { return false }
    return !placed.columns.contains(layout.itemColumn(at: location.column))
  }

  /// Returns the line of a location and the first column of the item there: equal for all columns of an item.
  private func slot(at location: ScreenPoint) -> ScreenPoint {
    let column = layout.itemColumn(at: location.column)
    let placed = layout.row(at: ScreenPoint(line: location.line - columnTitleLines, column: column))
    return ScreenPoint(line: location.line, column: placed?.columns.lowerBound ?? 0)
  }

  /// Handles the release of the mouse button.
  func release() {
    pressed = nil
    highlight = nil
    if thumbGrip != nil { interaction = .browsing }
    if carried?.grip == .mouse { drop() }
  }

  /// Moves the carried rows to the place under the mouse.
  func hover() {
    guard let location = carried?.pointer else { return }
    let line = min(max(location.line - columnTitleLines, 0), max(0, viewportLines - 1))
    let layout = upcomingLayout()
    // Under the pinned header there is no place.
    guard line >= layout.pinnedLines, !layout.rows.isEmpty else { return }
    if let placed = layout.row(at: ScreenPoint(line: line, column: layout.itemColumn(at: location.column))) {
      if let row = placed.row { carry { $0.move(onto: row, in: $1) } }
    } else if let last = layout.rows.last(where: { $0.range.contains(line) }) {
      // To the right of a line's last item.
      if let item = last.row?.indexPath?.position { carry { $0.move(to: $0.place(behind: item), in: $1) } }
    } else {
      // Below the last row is the end of the list.
      carry { $0.moveToEnd(in: $1) }
    }
  }

  // MARK: Autoscrolling

  /// The direction in which the list scrolls while the mouse is at its first or last line.
  private var autoscroll: Int? {
    guard let carried, carried.grip == .mouse, let pointer = carried.pointer, viewportLines > 0 else {
      return nil
    }
    let line = pointer.line - columnTitleLines
    if line <= 0 { return layout.showsStart ? nil : -1 }
    return line >= viewportLines - 1 && !layout.showsEnd ? 1 : nil
  }

  /// Continues scrolling while the mouse is at an edge.
  func autoscroll(at now: Duration) {
    guard let autoscroll else {
      // If scrolling becomes possible again, a new interval begins.
      if carried?.scrollDue != nil { carried?.scrollDue = nil }
      return
    }
    guard let due = carried?.scrollDue else {
      carried?.scrollDue = now + CarriedRows.scrollInterval
      return
    }
    guard now >= due else { return }
    let steps = min(max(1, viewportLines), Int((now - due) / CarriedRows.scrollInterval) + 1)
    carried?.scrollDue = now + CarriedRows.scrollInterval
    scroll(by: autoscroll * steps)
    hover()
  }

  /// When the list next scrolls by itself; nil if it does not.
  var nextAutoscroll: Duration? { autoscroll == nil ? nil : carried?.scrollDue }
}

// MARK: - Carrying

/// Picking rows up, carrying them, and putting them down.
extension TableView {
  /// Performs a command while rows are carried; ignores the commands that make no sense then.
  ///
  /// - Returns: whether the command needs no other handling.
  func performCarrying(_ command: Command) -> Bool {
    guard carried != nil else { return false }
    let screenful = max(1, viewportLines - 1)
    // One call with a closure that is not known, because the optimiser copies `carry` for each one that is.
    let move: (inout ReorderSession, ReorderSpace) -> Void
    switch command {
    case .moveCursor(let count), .moveRow(let count): move = { $0.move(byLines: count, in: $1) }
    case .moveBeside(let count), .moveRowBeside(let count): move = { $0.move(besideBy: count, in: $1) }
    case .firstOfLine: move = { $0.move(toLineEnd: false, in: $1) }
    case .lastOfLine: move = { $0.move(toLineEnd: true, in: $1) }
    case .page(let count): move = { $0.move(byLines: count * screenful, in: $1) }
    case .first: move = { $0.moveToStart(in: $1) }
    case .last: move = { $0.moveToEnd(in: $1) }
    case .scroll, .scrollColumns, .help, .quit, .redraw: return false
    case .primaryAction, .grab:
      drop()
      return true
    case .back:
      cancelCarrying()
      return true
    default: return true
    }
    carry(move)
    return true
  }

  /// Moves the cursor's row by lines, at once.
  func moveCursorRow(by count: Int) { moveCursorRow { $0.move(byLines: count, in: $1) } }

  /// Moves the cursor's row along its line, at once.
  func moveCursorRow(besideBy count: Int) { moveCursorRow { $0.move(besideBy: count, in: $1) } }

  private func moveCursorRow(_ move: (inout ReorderSession, ReorderSpace) -> Void) {
    guard !phase.isCursorUnseen, let item = cursor, pickUp(item, .keys), var carried, var space = reorderSpace
    else { return }
    // Only the row's place after the drop counts, because nothing is shown before.
    space.showsSources = false
    var former = carried.session.proposed
    repeat {
      former = carried.session.proposed
      move(&carried.session, space)
      self.carried = carried
      redirectTarget()
    } while !drop() && carried.session.proposed != former
  }

  /// Moves the cursor's row to another level; if it is selected, all selected rows.
  func changeLevel(by step: Int) {
    guard !phase.isCursorUnseen, let content, let indexPath = cursorRow?.indexPath else { return }
    let selected = indexPathsForSelectedRows
    let rows = selected.contains(indexPath) ? selected : [indexPath]
    notice = content.changeLevel(ofRowsAt: rows, by: step) ? nil : "this row cannot be moved there"
    setNeedsDisplay()
  }

  /// Picks up the cursor's row.
  func grabCursorRow() {
    guard !phase.isCursorUnseen, let item = cursor, pickUp(item, .keys), let carried else { return }
    let count = carried.rows.count
    let rows = count > 1 ? " \(count) rows" : ""
    notice = "moving\(rows): arrows, enter drops, esc cancels"
  }

  /// Picks up a row. If it is selected, keys also pick up all other selected rows that may be moved. The rows below
  /// them in an outline come along.
  ///
  /// - Returns: whether it may be moved.
  private func pickUp(_ item: RowIdentifier, _ grip: CarriedRows.Grip) -> Bool {
    guard carried == nil, let content, let indexPath = indexPath(of: item) else { return false }
    setNeedsDisplay()
    guard content.canReorder(at: indexPath) else {
      notice = "this row cannot be moved"
      return false
    }
    let takesMarked = grip == .keys && allowsMultipleSelection && selection.contains(item)
    let marked = takesMarked ? selection.items : []
    let others = marked.filter { self.indexPath(of: $0).map(content.canReorder) ?? false }
    carried = carriedRows(item, with: others, grip)
    refreshCarriedRow()
    return true
  }

  /// Returns the state of an item, of others that still exist, and of the rows below them that are carried from where
  /// they are.
  private func carriedRows(
    _ item: RowIdentifier, with others: Set<RowIdentifier>, _ grip: CarriedRows.Grip
  ) -> CarriedRows? {
    guard let content, let source = indexPath(of: item) else { return nil }
    let items = others.union([item]).filter { indexPath(of: $0) != nil }
    let places = items.compactMap(indexPath).flatMap { place in
      (0..<content.numberOfMovedRows(at: place)).map {
        ItemPosition(section: place.section, item: place.item + $0)
      }
    }
    let session = ReorderSession(source: source.position, with: places)
    let rows = session.sources.map { content.identifier(of: TableRow(IndexPath($0))) }
    return CarriedRows(item: item, items: items, rows: Set(rows), grip: grip, session: session)
  }

  private var reorderSpace: ReorderSpace? {
    content.map { content in
      ReorderSpace(content: content, entry: { self.viewport.entry(ofSection: $0, content) })
    }
  }

  /// Moves the carried rows to another place and brings it into view.
  func carry(_ move: (inout ReorderSession, ReorderSpace) -> Void) {
    guard var session = carried?.session, let space = reorderSpace else { return }
    handle(.scrolled(by: 0))
    move(&session, space)
    carry(session)
  }

  /// Shows the carried rows at their new place. (The optimiser copies the function above for each closure.)
  private func carry(_ session: ReorderSession) {
    let former = carried?.session
    carried?.session = session
    redirectTarget()
    refreshCarriedRow()
    if carried?.session != former { showCarriedRow() }
  }

  private func redirectTarget() {
    guard let session = carried?.session, session.proposed != session.home, let delegate else { return }
    let target = delegate.tableView(
      self, targetIndexPathForMoveFromRowAt: IndexPath(session.source),
      toProposedIndexPath: IndexPath(session.proposed))
    if let space = reorderSpace { carried?.session.redirect(to: target.position, in: space) }
  }

  /// Drops the rows; handlers are called unless the rows are back at their place.
  ///
  /// - Returns: whether the rows may be there.
  @discardableResult
  func drop() -> Bool {
    reconcile()
    guard let carried, let content else { return true }
    self.carried = nil
    notice = nil
    setNeedsDisplay()
    defer { showLanded(carried) }
    if carried.session.isHome { return true }
    handle(.scrolled(by: 0, without: carried.rows))
    let sources = carried.session.sources.map { IndexPath($0) }
    let isMoved = content.performReorder(from: sources, to: IndexPath(carried.session.target))
    if !isMoved { notice = "this row cannot be moved there" }
    reconcile()
    return isMoved
  }

  /// Puts the rows back without calling a handler.
  func cancelCarrying() {
    guard let carried else { return }
    self.carried = nil
    notice = nil
    showLanded(carried)
    setNeedsDisplay()
  }

  private func showLanded(_ carried: CarriedRows) {
    guard let row = content?.row(for: carried.item) else { return }
    allowsSelection ? moveCursor(to: row) : scrollToShow(row)
  }

  /// Adapts to a change of the content: the carried rows stay after the same neighbour.
  func reconcileCarrying() {
    guard let former = carried, let content else { return }
    carried = carriedRows(former.item, with: former.items, former.grip)
    guard var session = carried?.session else {
      notice = nil
      return
    }
    carried?.pointer = former.pointer
    carried?.scrollDue = former.scrollDue
    if !former.session.isHome, let space = reorderSpace {
      switch former.neighbor {
      case .item(let name)?:
        if let item = indexPath(of: name)?.position {
          session.move(to: session.place(behind: item), in: space)
        }
      case .startOfSection(let name)?:
        if let section = content.section(of: name) {
          session.move(to: ItemPosition(section: section, item: 0), in: space)
        }
      case nil: break
      }
      carried?.session = session
    }
    refreshCarriedRow()
  }
}

// MARK: - DropTarget

/// The place on the screen where carried rows would be dropped.
extension TableView {
  /// Updates the neighbour and the picture of the carried row at the place where it would be dropped.
  func refreshCarriedRow() {
    guard var carried, let content, let row = content.row(for: carried.item) else { return }
    let target = carried.session.target
    let above = carried.session.itemAbove(target)
    carried.neighbor =
      above.map { .item(content.identifier(of: TableRow(IndexPath($0)))) }
      ?? .startOfSection(content.identifier(of: TableRow(section: target.section, .header)))
    if carried.lines.first?.count != slotColumns(ofSection: target.section) {
      carried.lines = picture(of: row, inSection: target.section)
    }
    self.carried = carried
  }

  /// Scrolls just enough to show the place where the carried row would be dropped.
  private func showCarriedRow() {
    setNeedsDisplay()
    guard let rows, let carried else { return }
    guard let address = rows.carriedLine else {
      content?.row(for: carried.item).map(scrollToShow)
      return
    }
    // The first pass brings a row beyond the edges near; only then is its exact place known.
    for _ in 0..<2 {
      let layout = upcomingLayout()
      let highest = layout.pinnedLines
      let lines = layout.carried?.lines ?? rows.lines(of: address, viewport)
      let lowest = max(highest, viewportLines - lines)
      let isAbove = layout.rows.first.map { address < $0.address } ?? false
      let line = layout.carried?.line ?? (isAbove ? highest - 1 : lowest + 1)
      if (highest...lowest).contains(line) { return }
      let shown = rows.layout(viewport, of: address, at: min(max(line, highest), lowest))
      guard let top = shown.top() else { return }
      keepOnLine(top)
    }
  }

  private func scrollToShow(_ row: TableRow) {
    guard let indexPath = row.indexPath else { return }
    scrollToRow(at: indexPath, at: .none)
  }

  /// Returns the picture of a row in a section, even of another section's row or one
  /// that is not on the screen.
  private func picture(of row: TableRow, inSection section: Int) -> [[Glyph]] {
    let lines = itemLines(row, likeSection: section)
    var canvas = Canvas(
      size: ScreenSize(columns: slotColumns(ofSection: section), lines: lines), traits: traits)
    canvas.matchStyle = currentTheme.match
    var painter = painter(at: phase.time)
    painter.margins = margins(ofSection: section)
    drawItem(row, in: &canvas, painter)
    return (0..<lines).map { Array(canvas.frame.line($0)) }
  }

  /// Draws the picked-up row where it would be dropped, and the number of carried rows.
  func draw(_ carried: CarriedRows, in canvas: inout Canvas, _ painter: RowPainter) {
    for (line, glyphs) in carried.lines.enumerated() { canvas.place(glyphs, line: line, column: 0) }
    painter.drawCarried(in: &canvas)
    let count = carried.session.sources.count
    if count > 1 { painter.drawCount(count, in: &canvas) }
  }

  /// Marks a carried row at its place in the content: by a grip, or dim if the drop would move it.
  func drawSource(of carried: CarriedRows, in canvas: inout Canvas, _ painter: RowPainter) {
    if carried.session.isHome { return painter.drawGrip(in: &canvas) }
    for line in 0..<canvas.size.lines { canvas.restyle(line: line) { painter.faded($0) } }
  }
}

extension RowPainter {
  /// Draws the number of carried rows at the right end of the displayed one.
  fileprivate func drawCount(_ count: Int, in canvas: inout Canvas) {
    let columns = margins.content(of: canvas.size.columns)
    let text = " \(symbols.times)\(count)"
    let width = canvas.metrics.width(of: text)
    guard width <= columns.count else { return }
    canvas.write(
      StyledText(text), column: columns.upperBound - width, style: TextStyle(attributes: [.bold, .reverse]))
  }

  func faded(_ style: TextStyle) -> TextStyle {
    TextStyle(foreground: style.foreground, background: style.background, attributes: .dim)
  }

  /// Makes the carried row look like the one under the cursor.
  fileprivate func drawCarried(in canvas: inout Canvas) {
    drawCursor(over: margins.content(of: canvas.size.columns), in: &canvas)
    if margins.hasGutter {
      canvas.write(
        StyledText(symbols.cursor), style: TextStyle(foreground: theme.prompt.foreground, attributes: .bold))
    }
    drawGrip(in: &canvas)
  }

  fileprivate func drawGrip(in canvas: inout Canvas) {
    canvas.write(
      StyledText(symbols.reorder), column: margins.hasGutter ? 1 : 0, style: TextStyle(attributes: .bold))
  }
}
