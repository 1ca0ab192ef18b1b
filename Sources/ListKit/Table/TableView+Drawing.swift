extension TableView {
  /// The styles in use.
  var currentTheme: Theme { .resolved(theme, for: traits) }

  /// Draws the table as it looks at a point in time.
  ///
  /// - Complexity: O(columns × lines of the canvas), whatever the number of rows.
  public func draw(in canvas: inout Canvas, at now: Duration) {
    feed?.tableWillDraw()
    during(.drawing) { drawTable(in: &canvas, at: now) }
    endDrawing()
    for change in presentation.takeEnded(at: now) { change.completed() }
    content?.tableDidDraw()
    feed?.tableDidDraw()
  }

  private func drawTable(in canvas: inout Canvas, at now: Duration) {
    beginDrawing(on: canvas, at: now)
    advanceHighlight(to: now)
    _ = takeOverChange()
    advancePresentation(to: now)
    autoscroll(at: now)
    refreshCarriedRow()
    performLayout()
    startNotes()
    reportAppearances()
    let painter = self.painter(at: now)
    if columnTitleLines > 0 {
      let rect = Rect(line: 0, column: itemColumns.lowerBound, columns: itemColumns.count, lines: 1)
      canvas.inside(rect) { painter.drawColumnTitles(columns, in: &$0) }
    }
    canvas.inside(Rect(line: columnTitleLines, column: 0, columns: size.columns, lines: viewportLines)) {
      canvas in
      drawRows(in: &canvas, painter)
      let scrollBar = newScrollBar
      phase.didDraw(scrollBar)
      if let scrollBar { painter.draw(scrollBar, in: &canvas) }
      drawMenuSign(in: &canvas, painter)
    }
    if columnFooterLines > 0 {
      let line = columnTitleLines + viewportLines
      let rect = Rect(line: line, column: itemColumns.lowerBound, columns: itemColumns.count, lines: 1)
      canvas.inside(rect) { painter.drawColumnFooters(columns, in: &$0) }
    }
    if let columnBar { painter.drawColumnBar(columnBar, line: size.lines - 1, in: &canvas) }
  }

  func painter(at now: Duration) -> RowPainter {
    RowPainter(
      traits: traits, appearance: Appearance(currentTheme, .standard(for: traits)),
      columns: placedColumns, transition: presentation.transition, now: now, list: listMargins,
      cursorColumn: cursorColumn)
  }

  /// Returns when the table's picture next changes by itself; nil if it does not.
  public func nextFrame(after now: Duration) -> Duration? {
    [
      presentation.transition?.nextFrame(after: now), nextAccessoryFrame(after: now), nextAutoscroll,
      phase.nextNote,
      highlight?.end,
    ]
    .compactMap(\.self).min()
  }

  private func drawRows(in canvas: inout Canvas, _ painter: RowPainter) {
    cellStore.forgetPictures()
    for placed in layout.rows { draw(placed, in: &canvas, painter) }
    let pinned = layout.pinnedSection.map { TableRow(section: $0, .header) }
    if let row = pinned, let header = content?.content(of: row) {
      for line in 0..<layout.pinnedLines { canvas.fill(line: line, with: .blank) }
      let rect = Rect(line: 0, column: 0, columns: size.columns, lines: layout.pinnedLines)
      canvas.inside(rect) { painter.draw(header, row: row, sign: headerSign(of: row), in: &$0) }
    }
    if layout.rows.isEmpty, let content = backgroundContent {
      painter.drawCentered(content, in: &canvas)
    }
    if let carried = layout.carried {
      placeCursor(line: carried.line, column: carried.columns.lowerBound, in: &canvas)
    } else if let cursor, let placed = layout.placed(cursor), layout.isInView(placed) {
      let cell = placed.isItem ? painter.cursorCell(isAccessible ? listMargins : placed.margins) : nil
      placeCursor(
        line: max(placed.line, layout.pinnedLines), column: placed.columns.lowerBound, cell: cell, in: &canvas
      )
    } else if isAccessible, !allowsSelection, case let seen = layout.rows.filter(layout.isInView),
      let placed = followsEnd && isFollowing ? seen.last : seen.first
    {
      // A text that scrolls is read at its first line, one that follows its end at the last.
      placeCursor(line: placed.line, column: placed.columns.lowerBound, in: &canvas)
    }
  }

  /// Puts the terminal's cursor on a row: at its left edge, or, for a screen reader and in a cell, on the first letter.
  private func placeCursor(line: Int, column: Int, cell: Range<Int>? = nil, in canvas: inout Canvas) {
    let start = max(0, column + (cell?.lowerBound ?? 0))
    let end = min(size.columns, cell.map { column + $0.upperBound } ?? (isAccessible ? size.columns : start))
    let first = (start..<max(start, end)).first { !canvas[line, $0].isBlank }
    canvas.placeCursor(line: line, column: first ?? start)
  }

  /// The cursor's row in words, such as `Row 3 of 638: Eiger 3,967 m`, as drawn last; nil if there is none.
  var cursorDescription: String? {
    guard let content, let cursor, let row = cursorRow, let placed = layout.placed(cursor) else { return nil }
    let margins = isAccessible ? listMargins : placed.margins
    let cell = cursorColumn.flatMap { column in placedColumns.first { $0.index == column } }
    let seen = cell?.shifted(by: margins.leading).range ?? margins.content(of: placed.columns.count)
    let words = (cellStore.picture(of: cursor) ?? []).flatMap { line in
      let glyphs = row.indexPath == nil ? line[...] : line[seen.clamped(to: line.indices)]
      return glyphs.map(\.text).joined().split(separator: " ")
    }
    let text = words.joined(separator: " ")
    guard let indexPath = row.indexPath else { return "Heading: \(text)" }
    let column = cell.map { ", \(columns[$0.index].title)" } ?? ""
    return "Row \(content.itemIndex(of: indexPath) + 1) of \(content.numberOfItems)\(column): \(text)"
  }

  private func draw(_ placed: TableLayout.PlacedRow, in canvas: inout Canvas, _ painter: RowPainter) {
    var painter = painter
    painter.margins = isAccessible ? listMargins : placed.margins
    if isAccessible, painter.margins == .none, let row = placed.row {
      painter.makeRoom(forMarkOf: row, cell(for: row)?.changeMark)
    }
    var row = Canvas(size: ScreenSize(columns: placed.columns.count, lines: placed.lines), traits: traits)
    row.matchStyle = painter.theme.match
    if let transient = placed.transient {
      draw(transient, in: &row, painter)
    } else if let address = placed.row {
      let lines = ownLines(of: address, placed)
      let rect = Rect(line: lines.lowerBound, column: 0, columns: row.size.columns, lines: lines.count)
      let hidden = layout.pinnedLines - placed.line - lines.lowerBound
      painter.signLine = min(max(0, hidden), max(0, lines.count - 1))
      row.inside(rect) {
        if placed.isItem {
          drawItem(address, in: &$0, painter)
        } else if let text = content?.content(of: address) {
          painter.draw(text, row: address, sign: headerSign(of: address), in: &$0)
        }
      }
      if placed.linesBelow > 0 {
        drawNote(of: address, line: lines.upperBound, in: &row, painter)
        if hasRule(below: cell(for: address)) { painter.drawRule(line: placed.lines - 1, in: &row) }
      }
      cellStore.keepPicture((0..<placed.lines).map { Array(row.frame.line($0)) }, of: placed.identifier)
      let seen = Rect(
        line: rect.origin.line + painter.signLine, column: 0, columns: rect.size.columns,
        lines: lines.count - painter.signLine)
      row.inside(seen) {
        let (isCursor, isSelected) = (placed.identifier == cursor, selection.contains(placed.identifier))
        painter.drawChange(of: address, placed.identifier, isCursor: isCursor, in: &$0)
        let isCarried = carried?.rows.contains(placed.identifier) ?? false
        if isSelected, !isCarried { painter.drawSelection(in: &$0) }
        if !hasFocus, isCursor { painter.drawCursorWithoutKeys(in: &$0) }
        if let menu, placed.identifier == menu.item { draw(menu, in: &$0, painter) }
        if let carried, isCarried {
          drawSource(of: carried, in: &$0, painter)
        }
      }
    }
    canvas.inside(Rect(line: 0, column: 0, columns: size.columns, lines: viewportLines)) {
      for line in 0..<placed.lines {
        $0.place(Array(row.frame.line(line)), line: placed.line + line, column: placed.columns.lowerBound)
      }
    }
    if framesSections { drawBox(of: placed, in: &canvas, painter) }
  }

  /// Draws a leaving row, or the carried row where it would be dropped.
  private func draw(_ transient: TransientRow, in canvas: inout Canvas, _ painter: RowPainter) {
    if let leaving = transient.leaving {
      painter.draw(transient.picture, leaving, in: &canvas)
    } else if let carried {
      draw(carried, in: &canvas, painter)
    }
  }

  /// Returns the lines of a row's content: all but those of padding, note, and the edge of a box.
  private func ownLines(of row: TableRow, _ placed: TableLayout.PlacedRow) -> Range<Int> {
    switch row.part {
    case .header:
      let padding = topPadding(of: row)
      return padding..<padding + textLines(of: row)
    case .item: return 0..<placed.ownRange.count
    case .footer: return placed.lines - textLines(of: row)..<placed.lines
    }
  }

  /// Draws the part of a section's box that belongs to a row.
  private func drawBox(of placed: TableLayout.PlacedRow, in canvas: inout Canvas, _ painter: RowPainter) {
    switch placed.identifier {
    case .item: painter.drawSides(lines: placed.range, in: &canvas)
    case .header, .footer:
      guard let row = placed.row, (content?.numberOfItems(inSection: row.section) ?? 0) > 0 else { return }
      let isUpper = row.part == .header
      painter.drawEdge(
        line: isUpper ? placed.range.upperBound - 1 : placed.line, isUpper: isUpper, in: &canvas)
    }
  }

  func drawItem(_ row: TableRow, in canvas: inout Canvas, _ painter: RowPainter) {
    withCell(of: row, columns: canvas.size.columns, margins: painter.margins) { cell, context, signs in
      painter.draw(cell, signs, context: &context, in: &canvas)
      if signs.isAnimated { phase.didDrawAnimation() }
    }
  }

  /// Reports to the delegate which rows appear on the screen with this layout, and which have left it.
  ///
  /// - Complexity: O(rows on the screen).
  private func reportAppearances() {
    defer { cellStore.releaseRetired() }
    guard let delegate else { return cellStore.forgetShown() }
    let (ended, begun) = cellStore.update(layout.rows)
    for row in ended { delegate.tableView(self, didEndDisplaying: row.cell, forRowAt: row.indexPath) }
    for row in begun { delegate.tableView(self, willDisplay: row.cell, forRowAt: row.indexPath) }
  }
}

// MARK: - Notes

/// The line below an open row whose children are loading, or failed to load.
///
/// ```text
///   ▌ ▾ Pictures
///       ⠹ loading
///     ▸ Projects
/// ```
///
/// The note belongs to the row, so the rules about rows, cursor and screen lines need not consider it.
extension TableView {
  /// Returns the number of lines of the note below a row of a list.
  func noteLines(of row: TableRow) -> Int {
    guard let content, let indexPath = row.indexPath, let note = content.outlineNote(at: indexPath) else {
      return 0
    }
    return note.isShown(at: phase.time) ? 1 : 0
  }

  /// Starts the clocks of the notes whose rows are now on the screen.
  private func startNotes() {
    guard let content else { return }
    for indexPath in layout.rows.lazy.compactMap({ $0.row?.indexPath }) {
      guard let note = content.outlineNote(at: indexPath),
        content.layout(ofSection: indexPath.section) == .list
      else { continue }
      if note.began == nil { content.outlineNoteIsDue(at: indexPath, from: phase.time) }
      if note.isShown(at: phase.time) { continue }
      phase.noteIsDue(at: note.due ?? phase.time + OutlineNote.delay)
    }
  }

  fileprivate func drawNote(of row: TableRow, line: Int, in canvas: inout Canvas, _ painter: RowPainter) {
    guard let content, let indexPath = row.indexPath, let note = content.outlineNote(at: indexPath),
      let outline = content.outlinePosition(at: indexPath)
    else { return }
    let context = cellContext(CellConfigurationState())
    painter.drawNote(note, level: outline.level + 1, context: context, line: line, in: &canvas)
    if note.failure == nil { phase.didDrawAnimation() }
  }

  /// Whether a location is on the note below a row.
  func isOnNote(_ location: ScreenPoint, of identifier: RowIdentifier) -> Bool {
    guard let placed = layout.placed(identifier), placed.linesBelow > 0 else { return false }
    return location.line - columnTitleLines >= placed.ownRange.upperBound
  }
}

extension RowPainter {
  fileprivate func drawRule(line: Int, in canvas: inout Canvas) {
    let columns = max(0, canvas.size.columns - TableView.scrollBarColumns)
    canvas.write(
      StyledText(String(repeating: symbols.rule, count: columns)), line: line, style: theme.border)
  }

  /// Draws a note at the place of the first child.
  fileprivate func drawNote(
    _ note: OutlineNote, level: Int, context: CellContext, line: Int, in canvas: inout Canvas
  ) {
    let start = list.leading + level * AccessoryLayout.indentation
    let text = start + (symbols.areWords ? 0 : AccessoryLayout.indentation)
    let width = max(0, canvas.size.columns - TableView.scrollBarColumns - text)
    let sign = symbols.areWords ? "" : note.failure == nil ? Spinner.symbol(symbols, context) : "!"
    let signStyle = note.failure == nil ? theme.secondaryText : theme.problem
    canvas.write(StyledText(sign), line: line, column: start, style: signStyle)
    canvas.write(
      StyledText(note.failure ?? "loading"), line: line, column: text, width: width,
      style: note.failure == nil ? theme.secondaryText : theme.text)
  }
}

// MARK: - Motion

/// How the table shows a change that it took over.
extension TableView {
  /// Starts to show a change that was taken over, and advances the transition.
  private func advancePresentation(to now: Duration) {
    if let change = content?.undrawnChange {
      let transition = transition(to: change, at: now)
      content?.forgetUndrawnChange()
      presentation.start(transition, of: change)
    }
    presentation.advance(to: now)
  }

  /// Returns the transition for a change; nil if nothing of the change is shown.
  private func transition(to change: any TableChange, at now: Duration) -> Transition? {
    guard let animation = change.animation, animation != .none, motion != .none || isAccessible else {
      return nil
    }
    let isBulk = isBulk(change)
    let deletion = RowEffect(
      change: .deleted, animation: animation, began: now,
      curve: FlashCurve(cause: change.cause, depth: traits.colorDepth))
    let former = isBulk || isAccessible ? [] : layout.rows.map { formerRow($0, change, deletion) }
    return Transition(
      change: change, isEmpty: change.isEmpty, began: now, insertion: animation, curve: deletion.curve,
      motion: shownMotion, isBulk: isBulk, isInitial: change.isFirstLoad && !phase.wasDrawn,
      marksStay: isAccessible, leaving: TransientRows(leaving: former),
      carried: isBulk ? [:] : runningEffects(at: now))
  }

  /// Returns the effects on the rows on the screen, which continue during the next change.
  private func runningEffects(at now: Duration) -> [RowIdentifier: RowEffect] {
    guard let transition = presentation.transition, shownMotion == .full else { return [:] }
    var effects = transition.carried
    for placed in layout.rows {
      // The row is one of the former content, as is the transition.
      guard let row = placed.row else { continue }
      effects[placed.identifier] = transition.effect(of: row, placed.identifier, at: now)
    }
    return effects
  }

  /// Whether a change is a first load, removes more than half of the rows on the screen, or
  /// changes more than half of the rows that will be there. A handful of rows is never too much to
  /// look at, however short the list.
  private func isBulk(_ change: any TableChange) -> Bool {
    if change.isFirstLoad { return true }
    let isGone = { (row: TableRow) in change.destination(of: row) == nil }
    let isNew = { (header: TableRow) in change.change(of: header) == .inserted }
    return layout.isMostly(isGone, wholeSection: isGone)
      || upcomingLayout().isMostly({ change.change(of: $0) != nil }, wholeSection: isNew)
  }

  // MARK: Leaving rows

  /// The numbers of the removed items that are still displayed.
  var leavingItems: Set<Int> {
    let leaving = presentation.transition?.leaving.rows ?? []
    return Set(leaving.compactMap { if case .item(let handle) = $0.identifier { handle } else { nil } })
  }

  /// Returns a row of the layout as a change leaves it: at its place in the new content if it kept its place
  /// among the others, leaving if it was removed, else neither.
  private func formerRow(
    _ placed: TableLayout.PlacedRow, _ change: any TableChange, _ deletion: RowEffect
  ) -> TableLayout.PlacedRow {
    var former = placed
    (former.row, former.transient) = (nil, nil)
    former.section = placed.section.flatMap(change.destination(ofSection:))
    if let transient = placed.transient {
      let isBack = content?.row(for: placed.identifier) != nil
      let isOver = transient.leaving?.isOver(at: deletion.began) ?? true
      if !isOver, !isBack { former.transient = transient }
    } else if let destination = placed.row.flatMap(change.destination(of:)) {
      switch change.change(of: destination) {
      case .movedUp, .movedDown: break
      case .inserted, .deleted, .reloaded, .reconfigured, nil: former.row = destination
      }
    } else if placed.row != nil, placed.line >= layout.pinnedLines,
      let picture = cellStore.picture(of: placed.identifier)
    {
      // A row under the pinned header was not visible, so the user does not miss it.
      former.transient = TransientRow(
        identifier: placed.identifier, kind: .leaving(deletion), picture: picture)
    }
    return former
  }
}

extension TableLayout {
  /// The number of rows that a user takes in at a glance.
  private static let handful = 4

  /// Returns whether more than half of the rows, and more than a handful, are changed. Sections that are
  /// inserted or removed as a whole are understood at a glance, however many rows they have; they count only
  /// if there is nothing else.
  ///
  /// - Parameter wholeSection: whether the entire section of a header is changed.
  fileprivate func isMostly(_ isChanged: (TableRow) -> Bool, wholeSection: (TableRow) -> Bool) -> Bool {
    let rows = rows.compactMap(\.row)
    let sections = Set(rows.map(\.section)).filter { wholeSection(TableRow(section: $0, .header)) }
    let single = rows.filter { !sections.contains($0.section) }
    if single.isEmpty { return rows.count > Self.handful }
    let changed = single.count(where: isChanged)
    return changed > Self.handful && changed * 2 > single.count
  }
}

// MARK: - Accessories

extension TableView {
  func configurationState(
    of row: TableRow, _ identifier: RowIdentifier, outline: OutlinePosition?
  ) -> CellConfigurationState {
    var state = CellConfigurationState()
    state.isFocused = hasFocus && allowsSelection && identifier == cursor && carried?.session.isHome ?? true
    state.isReordering = carried?.rows.contains(identifier) ?? false
    state.isSelected = selection.contains(identifier)
    state.isHighlighted = identifier == highlight?.identifier
    state.isEditing = isEditing
    state.isExpanded = outline?.isExpanded ?? false
    return state
  }

  /// Returns the place of a row in its outline, which only a list shows.
  func outlinePosition(of row: TableRow) -> OutlinePosition? {
    guard let content, let indexPath = row.indexPath, content.layout(ofSection: row.section) == .list else {
      return nil
    }
    return content.outlinePosition(at: indexPath)
  }

  /// Returns the context of a row's content, without its columns.
  private func cellContext(_ state: CellConfigurationState) -> CellContext {
    CellContext(
      state: state, theme: currentTheme, symbols: .standard(for: traits), time: phase.time,
      motion: shownMotion)
  }

  /// Calls a function with a row's cell, brought up to date, its context, and the places of its content and
  /// accessories. Returns nil if the row has no cell.
  @discardableResult
  func withCell<Result>(
    of row: TableRow, columns: Int, margins: RowMargins,
    _ body: (TableViewCell, inout CellContext, AccessoryLayout) -> Result
  ) -> Result? {
    guard let content, let indexPath = row.indexPath, let cell = cell(for: row) else { return nil }
    let outline = outlinePosition(of: row)
    let state = configurationState(of: row, content.identifier(of: row), outline: outline)
    cell.controls = controls(at: indexPath)
    cell.update(for: state)
    var context = cellContext(state)
    let outlineColumn =
      outline != nil && columnFeatures.hasOutline ? placedColumns.first(where: \.isOutline)?.range : nil
    let signs = AccessoryLayout(
      of: cell, outline: outline, outlineColumn: outlineColumn, bounds: margins.content(of: columns),
      context: context,
      metrics: TextMetrics(traits))
    context.isParent = outline?.isExpandable ?? false
    return body(cell, &context, signs)
  }

  /// Returns the accessory at a location of the table as drawn last, and its row.
  func accessory(at location: ScreenPoint) -> (indexPath: IndexPath, accessory: CellAccessory)? {
    let place = ScreenPoint(line: location.line - columnTitleLines, column: location.column)
    guard let placed = layout.row(at: place), place.line == placed.line,
      let row = content?.row(for: placed.identifier), let indexPath = row.indexPath,
      let accessory = withCell(
        of: row, columns: placed.columns.count, margins: placed.margins,
        { $2.accessory(atColumn: place.column - placed.columns.lowerBound) }) ?? nil
    else { return nil }
    return (indexPath, accessory)
  }

  /// Performs the action of a click on an accessory: its handler if it has one, or
  /// else what its kind implies.
  ///
  /// - Returns: whether there was an action.
  @discardableResult
  func perform(_ accessory: CellAccessory, at indexPath: IndexPath) -> Bool {
    if let handler = accessory.actionHandler {
      handler()
      return true
    }
    if accessory.isControl, performControl(at: indexPath) { return true }
    if accessory.kind == .detail, delegate != nil {
      notify { $0.tableView(self, accessoryButtonTappedForRowWith: indexPath) }
      return true
    }
    guard accessory.outlineStyle != nil, let outline = content?.outlinePosition(at: indexPath),
      outline.isExpandable
    else { return false }
    content?.setExpanded(!outline.isExpanded, at: indexPath, withDescendants: false)
    return true
  }

  /// The accessory for the details of the cursor's row, if it has an action.
  var detailAtCursor: CellAccessory? {
    guard let indexPath = cursorRow?.indexPath, let cell = cellForRow(at: indexPath) else { return nil }
    let state = cell.configurationState
    return cell.shownAccessories.first {
      $0.kind == .detail && $0.isShown(in: state) && ($0.actionHandler != nil || delegate != nil)
    }
  }

  /// Performs the action of that accessory.
  func showDetails() {
    guard !phase.isCursorUnseen, let indexPath = cursorRow?.indexPath, let detail = detailAtCursor else {
      return
    }
    perform(detail, at: indexPath)
  }

  /// Returns the accessory that opens and closes an entire row; nil for a row that can be chosen.
  func headerDisclosure(of row: TableRow) -> CellAccessory? {
    guard let indexPath = row.indexPath, content?.outlinePosition(at: indexPath)?.isExpandable ?? false else {
      return nil
    }
    return cell(for: row)?.shownAccessories.first { $0.outlineStyle == .header }
  }

  /// Returns when the next picture of an animated accessory is due; nil if none moves on the screen.
  private func nextAccessoryFrame(after now: Duration) -> Duration? {
    phase.showsAnimatedAccessory && shownMotion == .full ? Spinner.nextFrame(after: now) : nil
  }
}
