/// A list of rows in sections, drawn on a part of the screen.
///
/// The data source provides the content. The table shows it, keeps the cursor on its item and that item on
/// its line, and shows changes by marks and flashes. It requests cells only for visible rows.
@MainActor
open class TableView {
  /// The look of sections: whether headers stay in view, and whether a box surrounds the rows.
  public enum Style: Hashable, Sendable {
    /// Headers stay at the top edge while their section scrolls by.
    case plain
    /// Headers scroll with their rows.
    case grouped
    /// A box around the rows of each section, its header above and its footer below.
    case insetGrouped
  }

  /// What the cursor is on.
  public enum SelectionUnit: Hashable, Sendable {
    /// A row.
    case row
    /// A cell: a row and one of its columns.
    case cell
  }

  /// The look of sections; it cannot change later.
  public let style: Style
  /// The columns of a tabular list; rows show them with ``ColumnContentConfiguration``.
  public var columns: [TableColumn] = [] {
    didSet {
      columnFeatures = ColumnFeatures(columns)
      viewport.keepColumn(of: oldValue, in: columns)
      showCursorColumn()
      setNeedsDisplay()
    }
  }
  /// What the cursor is on. If it is on cells, ← → `h` `l` and a click move it over ``columns`` as well; on rows of
  /// an outline ← and → still open and close. ``cursorColumn`` is the column.
  public var selectionUnit = SelectionUnit.row { didSet { setNeedsDisplay() } }
  /// Blank lines above the header of a section.
  public var sectionHeaderTopPadding = 0 { didSet { setNeedsLayout() } }
  /// The content shown while there are no rows.
  public var backgroundContent: ListContentConfiguration? { didSet { setNeedsDisplay() } }
  /// The styles; nil for those that suit the terminal.
  public var theme: Theme? { didSet { setNeedsDisplay() } }
  /// Whether a bar at the right edge shows which part of the rows is in view.
  public var showsVerticalScrollIndicator = true { didSet { setNeedsDisplay() } }
  /// How much moves when content changes; `none` shows the new content at once.
  public var motion = Motion.full
  /// Whether the user can choose rows; if not, there is no cursor, and arrow keys scroll.
  public var allowsSelection = true {
    didSet {
      if allowsSelection {
        if cursor == nil { viewport.cursor = firstStop }
      } else {
        viewport.cursor = nil
        selection.removeAll()
      }
      setNeedsDisplay()
    }
  }
  /// Whether the user can close sections: their headers take the cursor, and the keys and clicks that open
  /// and close rows of an outline also open and close sections. Programs call the data source's
  /// `setCollapsed(_:sections:)`.
  public var allowsSectionCollapsing = false {
    didSet {
      setNeedsLayout()
      if let row = cursorRow, let rows, !rows.takesCursor(row) { viewport.cursor = firstStop }
    }
  }
  /// Whether the user can select several rows by marking them.
  public var allowsMultipleSelection = false {
    didSet {
      if !allowsMultipleSelection, selection.items.count > 1 { selection.removeAll() }
      setNeedsDisplay()
    }
  }
  /// Whether the table follows the end of the list, as for a log: until the user moves the cursor, it stays
  /// on the last row and the last row stays in view; the end key resumes this. If false, the table follows
  /// the first row, and the home key resumes that.
  public var followsEnd: Bool {
    get { viewport.startsAt == .last }
    set {
      guard newValue != followsEnd else { return }
      viewport = Viewport(following: newValue ? .last : .first)
      if newValue { moveCursorToLastRow() } else { moveCursorToFirstRow() }
    }
  }
  /// Whether cursor and view follow the end of the list now, or its start if ``followsEnd`` is false: until the
  /// user moves the cursor or scrolls away, and again after end or home.
  public var isFollowing: Bool { viewport.isFollowing }
  /// The object that is called about the user's actions; for simple lists the closures below are enough.
  public weak var delegate: (any TableViewDelegate)?
  /// Called when the cursor moves to another row or none, or to another cell, and when ``isFollowing`` has changed.
  /// (What changed the rows is reported by ``TableViewDiffableDataSource/didApply``.)
  public var cursorDidMove: ((IndexPath?) -> Void)?
  /// Called with an index in ``columns`` when the user clicks that column's title, for example to sort by it.
  public var columnTitleAction: ((Int) -> Void)?
  /// Called when the user chooses a row with enter or a double click.
  ///
  /// ```swift
  /// tableView.primaryAction = { [unowned self] in open(messages[$0.item]) }
  /// tableView.primaryActionTitle = "read"
  /// ```
  ///
  /// Without this action and without a ``delegate``, enter turns the row's switch, or moves the keyboard
  /// focus to the row's details in a ``SplitViewController``, or opens or closes a row of an outline, or else
  /// opens the row's menu.
  public var primaryAction: ((IndexPath) -> Void)?
  /// What enter does with a row, in one or two words; the help shows it, and the last line of the screen
  /// shows it first. If nil, only the help names enter, as "open".
  public var primaryActionTitle: String? { didSet { setNeedsDisplay() } }

  /// A message about the user's last action, for a status line.
  public internal(set) var notice: String?
  /// Whether rows show controls to delete, insert and reorder them.
  public private(set) var isEditing = false

  /// The features that at least one of ``columns`` has.
  private(set) var columnFeatures = ColumnFeatures([])
  /// Whether a query may hide rows.
  private(set) var isFiltered = false
  /// Whether this table receives the keys; another table on the screen may receive them.
  private(set) var hasFocus = true
  private(set) var content: (any TableContent)?
  /// Supplies rows while the table is on the screen.
  private(set) weak var feed: (any TableFeed)?
  /// The position of the cursor and of the view.
  private(set) var viewport = Viewport(following: .first)
  /// The rows on the screen, as drawn last.
  private(set) var layout = TableLayout()
  private(set) var size = ScreenSize(columns: 0, lines: 0) {
    didSet {
      if size == oldValue { return }
      forgetLayout()
      showCursorColumn()
    }
  }
  private(set) var traits = ScreenTraits { _ in 1 } {
    didSet {
      if traits.isUnicode != oldValue.isUnicode || isAccessible != oldValue.isAccessible { forgetLayout() }
    }
  }
  /// The screen that shows the table.
  weak var controller: TableViewController?
  /// ``isFollowing`` when ``cursorDidMove`` was called last.
  private var wasFollowing = true
  /// A call that is made when the table is deallocated.
  private var end: FinalCall?

  /// The row that keeps the cursor while keys are listed.
  private var held: HeldRow?
  private struct HeldRow {
    var identifier: RowIdentifier?
    var follows: TableEnd?
  }

  // Values that only their own functions change.
  /// What the user is doing.
  var interaction = Interaction.browsing
  /// The row that looks pressed.
  var highlight: Highlight?
  var selection = RowSelection()
  /// The cells and heights of the rows on the screen, and the cells that wait for reuse.
  var cellStore = CellStore()
  /// The transition to the current content.
  var presentation = Presentation()
  /// Whether the table is on the screen, and what it is doing.
  var phase = Phase()

  /// Creates a table that is empty until it has a data source.
  public init(style: Style = .plain) { self.style = style }

  /// Connects the table to its content.
  ///
  /// - Parameter end: a call that is made when the table is deallocated.
  func connect(to content: any TableContent, end: FinalCall) {
    self.content = content
    self.end = end
  }

  package func connect(to feed: any TableFeed) { self.feed = feed }

  /// Requests a drawing.
  public func setNeedsDisplay() { controller?.setNeedsDisplay() }

  /// Requests a drawing and an update of the screen's content.
  package func setNeedsUpdateContent() { controller?.setNeedsUpdateContent() }

  /// Does work during which applies wait.
  func during<Result>(_ work: Phase.Work, _ body: () -> Result) -> Result {
    let outer = phase.begin(work)
    defer { phase.begin(outer) }
    return body()
  }

  /// Requests a drawing with a new layout.
  func setNeedsLayout() {
    forgetLayout()
    setNeedsDisplay()
  }

  /// Makes the next drawing lay out and measure all rows again.
  private func forgetLayout() {
    content?.sizeDidChange()
    cellStore.forgetHeights()
  }

  /// Reports that the cursor moved to another row.
  private func reportCursorMove() {
    wasFollowing = isFollowing
    cursorDidMove?(cursorRow?.indexPath)
    if let controller { controller.splitViewController?.cursorDidMove(in: controller) }
    feed?.cursorDidMove()
  }

  /// Whether a screen reader reads the rows: each row is then one line of words.
  var isAccessible: Bool { traits.isAccessible }

  /// The amount of motion on the terminal drawn on last.
  var shownMotion: Motion { isAccessible && motion == .full ? .reduced : motion }

  /// Whether the table is visible.
  var isShown: Bool { phase.isOnScreen && size.lines > 0 }

  /// Shows or hides the controls that delete, insert and move rows; at once, whether `animated` or not.
  public func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != isEditing else { return }
    isEditing = editing
    endInteraction()
    setNeedsLayout()
  }

  /// The counts of the change shown last, while its marks are shown.
  package var changeSummary: ChangeSummary? {
    guard let transition = presentation.transition, !transition.isInitial else { return nil }
    return transition.change.summary
  }
}

// MARK: - Viewport and layout

/// The position of the user and of the rows: events, content changes and drawings change it.
extension TableView {
  /// Lets the laws of the viewport decide the new cursor and view after an event, and requests a drawing.
  func handle(_ event: ViewportEvent) {
    guard let rows else { return }
    viewport = viewport.after(event, shown: rows.layout(viewport, reusing: layout), rows)
    setNeedsDisplay()
  }

  /// Lets an event move the cursor, and reports the move.
  func moveCursor(_ event: ViewportEvent) {
    let former = cursor
    handle(event)
    phase.cursorIsSeen()
    guard allowsSelection, phase.takeCursorMove() || cursor != former else { return }
    reportCursorMove()
  }

  /// The column of the cursor, by its index in ``columns``; nil if the whole row has the cursor: where
  /// ``selectionUnit`` is `.row`, and until the cursor is first moved to a column.
  ///
  /// The laws of rows hold: the cursor stays on its column when ``columns`` are added, moved and removed, goes to the
  /// one that takes the place of a removed one, and stays in view unless the user scrolls it away. Setting it scrolls
  /// to the column, as little as possible.
  ///
  /// Traps if there is no such column.
  public var cursorColumn: Int? {
    get { selectionUnit == .cell ? viewport.cursorColumn : nil }
    set {
      trapUnless(
        newValue.map(columns.indices.contains) ?? true, "cursorColumn: there is no column \(newValue ?? 0)")
      let former = viewport.cursorColumn
      (viewport.cursorColumn, viewport.showsCursorColumn) = (newValue, true)
      showCursorColumn()
      setNeedsDisplay()
      if newValue != former { cursorDidMove?(cursorRow?.indexPath) }
    }
  }

  /// Scrolls the columns as little as needed to show that of the cursor, unless the user scrolled it away.
  private func showCursorColumn() {
    guard viewport.showsCursorColumn, let column = cursorColumn else { return }
    viewport.scrolledColumns = scrolledColumns(showing: column)
  }

  /// Lets the cursor's column leave the view.
  func releaseCursorColumn() { viewport.showsCursorColumn = false }

  /// Sets the cursor and view; for tests.
  func go(to viewport: Viewport) { self.viewport = viewport }

  /// The cursor and view, on the screen.
  struct Place {
    fileprivate var viewport: Viewport
    fileprivate var topLine: Int?
  }

  /// The current place, to return to.
  var place: Place { Place(viewport: viewport, topLine: phase.topLine) }

  /// Returns to a place: its rows get the lines of the screen that they had.
  func go(backTo place: Place) {
    reconcile()
    guard let rows else { return }
    let moved = (phase.topLine ?? 0) - (place.topLine ?? phase.topLine ?? 0)
    viewport = place.viewport.after(.tableMoved(by: moved), shown: layout, rows)
      .after(.contentChanged(successor: nil), shown: layout, rows)
    setNeedsDisplay()
  }

  /// Stops following an end of the list: the user's action makes the cursor's row a choice.
  func stopFollowing() { viewport.follow(nil) }

  /// Keeps the cursor on its row although it may never have been moved, because keys for the row are listed.
  func beginHolding() {
    endHolding()
    reconcile()
    held = HeldRow(identifier: cursor, follows: viewport.follows)
    stopFollowing()
  }

  /// Follows the end of the list again that was followed before ``beginHolding()``.
  ///
  /// - Returns: whether the cursor is on the same row as then.
  @discardableResult
  func endHolding() -> Bool {
    guard let held = held.take() else { return true }
    reconcile()
    viewport.follow(held.follows)
    return cursor == held.identifier
  }

  /// Prepares cursor and view for a change of the query (law 2).
  func queryWillChange(from former: String, to query: String) {
    guard former.isEmpty != query.isEmpty else { return }
    reconcile()
    if query.isEmpty {
      viewport.endQuery(isEmpty: firstStop == nil)
    } else {
      viewport.beginQuery()
      forgetMissingSelection()
    }
    isFiltered = !query.isEmpty
  }

  /// Whether a row is needed although it may not be in the content: it is selected, or the cursor may return
  /// to it.
  func remembers(_ row: RowIdentifier) -> Bool { selection.contains(row) || viewport.remembers(row) }

  /// The row that the cursor keeps when the query is cleared: its own or, if nothing was found, the one from
  /// before the query; nil if it followed an end of the list then.
  var rowKeptAfterQuery: RowIdentifier? { cursor ?? viewport.rowToReturnTo }

  /// Keeps a row on its line.
  func keepOnLine(_ placed: TableLayout.PlacedRow) {
    viewport.anchor = Viewport.Anchor(identifier: placed.identifier, line: placed.line)
  }

  /// Sets the table's place on the screen. If its first line changes, rows keep their lines on the screen.
  ///
  /// - Returns: whether the size changed.
  func move(to rect: Rect, hasFocus: Bool) -> Bool {
    self.hasFocus = hasFocus
    let lines = phase.move(toTopLine: rect.origin.line)
    if lines != 0, let rows {
      viewport = viewport.after(.tableMoved(by: lines), shown: layout, rows)
    }
    guard size != rect.size else { return false }
    size = rect.size
    return true
  }

  func beginDrawing(on canvas: Canvas, at now: Duration) {
    size = canvas.size
    traits = canvas.traits
    phase.beginDrawing(at: now)
  }

  /// Ends a drawing, and reports that a change moved the cursor, or that the table began or ceased to follow an end.
  func endDrawing() {
    phase.endDrawing()
    if phase.takeCursorMove() { return reportCursorMove() }
    guard isFollowing != wasFollowing else { return }
    wasFollowing = isFollowing
    cursorDidMove?(cursorRow?.indexPath)
  }

  /// Lays out the rows for a drawing, and anchors them for the next one.
  ///
  /// The layout reuses the former one as far as it is valid. Each visible row is measured once, because drawing
  /// needs that anyway. If a height differs from the one in the layout, or if leaving rows have to make way, the
  /// rows are laid out again.
  func performLayout() {
    guard var rows else { return layout = TableLayout() }
    cellStore.beginDrawing()
    if layout.basis?.lines != rows.viewportLines || layout.basis?.columns != rows.basis.columns {
      viewport = viewport.after(.measured, shown: layout, rows)
    }
    layout = rows.layout(viewport, reusing: layout)
    while true {
      let agree = measuresAgree(layout)
      if agree, !removeRowsInTheWay(rows) { break }
      rows = self.rows ?? rows
      if !agree, viewport.follows == .last { viewport = viewport.after(.measured, shown: layout, rows) }
      layout = rows.layout(viewport)
    }
    // Where the layout determines the heights, cells may not exist yet.
    for row in layout.rows.lazy.compactMap(\.row) where row.item != nil { _ = cell(for: row) }
    cellStore.keepOnly(Set(layout.rows.lazy.filter { $0.row != nil }.map(\.identifier)))
    viewport = viewport.after(.drawn, shown: layout, rows)
  }

  /// - Returns: whether there were any such rows.
  private func removeRowsInTheWay(_ rows: PresentedRows) -> Bool {
    let gone = rows.rowsInTheWay(layout, viewport)
    presentation.remove(gone)
    return !gone.isEmpty
  }

  /// Measures the rows of a layout that were not measured for this drawing.
  ///
  /// - Returns: whether all heights are unchanged.
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

// MARK: - Reconciling

/// How the table takes over a change of its content.
///
/// The table takes over changes when it is drawn or handles an event, not when they are applied: several
/// applies between two frames are one change to the user, and intermediate states never move the cursor.
extension TableView {
  /// Adapts cursor and anchor to the current content, and requests a drawing if the content changed.
  func reconcile() {
    if phase.work != .drawing, takeOverChange() { setNeedsDisplay() }
  }

  /// Adapts cursor and anchor to the current content.
  ///
  /// - Returns: whether the content changed.
  func takeOverChange() -> Bool {
    guard phase.work != .layingOut, let content, let change = content.unshownChange else { return false }
    refreshCells(change)
    cellStore.forgetHeights()
    selection = upcomingSelection
    let former = cursor
    let successor = cursorSuccessor
    content.takeOverChange()
    reconcileCarrying()
    viewport = viewport(withSuccessor: successor)
    if cursor != former { phase.changeMovedCursor(fromRow: former != nil) }
    reconcileMenu()
    return true
  }

  /// Completes the changes that wait for a drawing while the screen has no space for the table.
  ///
  /// A pending change stays pending: layout and transition belong to the content before it, and the next
  /// drawing continues from there.
  func stopShowing() {
    phase.leaveScreen()
    _ = takeOverChange()
    content?.undrawnChange?.completed()
    presentation.stopWaiting()
  }

  /// The row that takes the cursor if its row was removed since the table took over the content.
  private var cursorSuccessor: RowIdentifier? {
    guard let content, let cursor, content.row(for: cursor) == nil else { return nil }
    return content.successor(of: cursor).map(content.identifier(of:))
  }

  /// Returns cursor and anchor after a change of the content.
  private func viewport(withSuccessor successor: RowIdentifier?) -> Viewport {
    guard let rows else { return viewport }
    var next = viewport.after(.contentChanged(successor: successor), shown: layout, rows)
    if !allowsSelection {
      next.cursor = nil
    } else if next.cursor == nil {
      next.cursor = firstStop
    }
    return next
  }

  /// The cursor's row after the table takes over the applied changes.
  var upcomingCursorRow: TableRow? {
    guard let content, phase.work == .none, content.unshownChange != nil else { return cursorRow }
    return viewport(withSuccessor: cursorSuccessor).cursor.flatMap(content.row(for:))
  }

  var firstStop: RowIdentifier? { rows?.firstStop.flatMap { content?.identifier(of: $0) } }

  private func refreshCells(_ change: any TableChange) {
    guard let content else { return }
    for (identifier, cell) in cellStore.cells {
      // This cell was made for a layout that a later change replaced: it was not
      // drawn and may be out of date.
      guard cellStore.picture(of: identifier) != nil else {
        cellStore.retire(identifier)
        continue
      }
      guard let row = content.row(for: identifier), let indexPath = row.indexPath else {
        // If the row comes back before the next drawing, its cell is requested again.
        cellStore.retire(identifier)
        continue
      }
      switch change.replacesCell(of: row) {
      case true?: cellStore.retire(identifier)
      case false?: reconfigure(cell, at: indexPath)
      case nil: break
      }
    }
  }
}
