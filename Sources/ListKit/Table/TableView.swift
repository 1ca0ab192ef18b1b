/// A list of rows in sections, drawn on a part of the screen.
///
/// The data source says what there is; the table shows it, keeps the cursor on its item and that item
/// on its line, and shows by marks and flashes what changed. It asks for cells of visible rows only.
@MainActor
open class TableView {
  /// How sections are told apart: whether headers stay in view, and whether there is a box around the rows.
  public enum Style: Hashable, Sendable {
    /// Headers stay at the top edge while their section scrolls by.
    case plain
    /// Headers scroll with their rows.
    case grouped
    /// A box around the rows of each section, its header above and its footer below.
    case insetGrouped
  }

  /// What is drawn between the rows of a list.
  public enum SeparatorStyle: Hashable, Sendable {
    /// Nothing; unlike in UIKit this is the default, for a line takes a line.
    case none
    /// A line.
    case singleLine
  }

  /// How sections are told apart; it cannot be changed later.
  public let style: Style
  /// The columns of a tabular list; rows show them by ``ColumnContentConfiguration``.
  public var columns: [TableColumn] = [] {
    didSet {
      columnFeatures = ColumnFeatures(columns)
      setNeedsDisplay()
    }
  }
  /// What is drawn between the rows of a section.
  public var separatorStyle = SeparatorStyle.none { didSet { setNeedsLayout() } }
  /// Blank lines above the header of a section.
  public var sectionHeaderTopPadding = 0 { didSet { setNeedsLayout() } }
  /// What is shown while there are no rows.
  public var backgroundContent: ListContentConfiguration? { didSet { setNeedsDisplay() } }
  /// The styles; those that suit the terminal unless set.
  public var theme: Theme? { didSet { setNeedsDisplay() } }
  /// Whether a bar at the right edge shows which part of the rows is in view.
  public var showsVerticalScrollIndicator = true { didSet { setNeedsDisplay() } }
  /// How much moves when content changes; `none` shows the new content at once.
  public var motion = Motion.full
  /// Whether rows can be chosen; without it there is no cursor and arrows scroll.
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
  /// Whether a person can close sections: their headers take the cursor, and the keys and clicks that open and close
  /// rows of an outline do so to sections. Programs do it by the data source's `setCollapsed(_:sections:)`.
  public var allowsSectionCollapsing = false {
    didSet {
      setNeedsLayout()
      if let row = cursorRow, let rows, !rows.takesCursor(row) { viewport.cursor = firstStop }
    }
  }
  /// Whether several rows can be selected, by marking them.
  public var allowsMultipleSelection = false {
    didSet {
      if !allowsMultipleSelection, selection.items.count > 1 { selection.removeAll() }
      setNeedsDisplay()
    }
  }
  /// Whether the list is followed at its end, as a log is: until the cursor is moved it is on the last row and
  /// that in view, whatever comes; the end key takes it up again. Without it that holds for the first row and home.
  public var followsEnd: Bool {
    get { viewport.startsAt == .last }
    set {
      guard newValue != followsEnd else { return }
      viewport = Viewport(following: newValue ? .last : .first)
      if newValue { moveCursorToLastRow() } else { moveCursorToFirstRow() }
    }
  }
  /// Called about what the user does; the closures below suffice for simple lists.
  public weak var delegate: (any TableViewDelegate)?
  /// Called when the cursor has come to another row, or to none.
  public var cursorDidMove: ((IndexPath?) -> Void)?
  /// Called when the title of a column is clicked, with its index in ``columns``: the place to sort by it.
  public var columnTitleAction: ((Int) -> Void)?
  /// Called when a row is chosen by enter or a double click.
  ///
  /// ```swift
  /// tableView.primaryAction = { [unowned self] in open(messages[$0.item]) }
  /// tableView.primaryActionTitle = "read"
  /// ```
  ///
  /// Without it, and without a ``delegate``, enter turns the row's switch, or goes into its details in a
  /// ``SplitViewController``, or opens or closes a row of an outline, or else opens the menu of its swipe actions.
  public var primaryAction: ((IndexPath) -> Void)?
  /// What enter does with a row, in a word or two: the help says it, and the last line of the screen names it first. Nil
  /// for "open" in the help alone.
  public var primaryActionTitle: String? { didSet { setNeedsDisplay() } }

  /// What there is to say about what the user did last, for a status line.
  public internal(set) var notice: String?
  /// Whether rows show controls to delete, insert and reorder them.
  public private(set) var isEditing = false

  /// What some of ``columns`` have.
  private(set) var columnFeatures = ColumnFeatures([])
  /// Whether the keys come here; another table of the screen may have them.
  private(set) var hasFocus = true
  private(set) weak var content: (any TableContent)?
  /// Brings rows while the table is on the screen.
  private(set) weak var feed: (any TableFeed)?
  /// Where the user is.
  private(set) var viewport = Viewport(following: .first)
  /// The rows on the screen, as drawn last.
  private(set) var layout = TableLayout()
  private(set) var size = Size(columns: 0, lines: 0) { didSet { if size != oldValue { forgetLayout() } } }
  private(set) var traits = ScreenTraits { _ in 1 } {
    didSet {
      if traits.isUnicode != oldValue.isUnicode || isAccessible != oldValue.isAccessible { forgetLayout() }
    }
  }
  private var needsDisplay: () -> Void = {}
  /// Gives the keys to the details of the cursor's row, where there are such on the screen; returns whether it did.
  private(set) var enterDetails: () -> Bool = { false }
  /// Called as ``cursorDidMove``, after it.
  private var cursorObserver: () -> Void = {}
  /// Made when the table is gone.
  private var end: FinalCall?

  // Values that change by their own functions alone.
  /// What the user is in the middle of.
  var interaction = Interaction.browsing
  /// The row that looks pressed.
  var highlight: Highlight?
  var selection = RowSelection()
  /// The cells of the rows on the screen, how high they are, and what waits to be used again.
  var cellStore = CellStore()
  /// How what is shown becomes what there is.
  var presentation = Presentation()
  /// Whether the table is seen, and whether it is at work.
  var phase = Phase()

  /// Creates a table without content, which shows something once it has a data source.
  public init(style: Style = .plain) { self.style = style }

  /// Gives the table its rows.
  ///
  /// - Parameter end: called when the table is gone.
  func connect(to content: any TableContent, end: FinalCall) {
    self.content = content
    self.end = end
  }

  func connect(to feed: any TableFeed) { self.feed = feed }

  /// Connects the table to the screen it is on.
  func connect(
    needsDisplay: @escaping () -> Void, cursorDidMove: @escaping () -> Void,
    enterDetails: @escaping () -> Bool
  ) {
    self.needsDisplay = needsDisplay
    cursorObserver = cursorDidMove
    self.enterDetails = enterDetails
  }

  /// Asks for a drawing, soon.
  public func setNeedsDisplay() { needsDisplay() }

  /// Does something in the meantime of which applies wait.
  func during<Result>(_ work: Phase.Work, _ body: () -> Result) -> Result {
    let outer = phase.begin(work)
    defer { phase.begin(outer) }
    return body()
  }

  /// Asks for a drawing in which rows may stand elsewhere.
  func setNeedsLayout() {
    forgetLayout()
    needsDisplay()
  }

  /// Lays all rows out anew at the next drawing, and measures them.
  private func forgetLayout() {
    content?.sizeDidChange()
    cellStore.forgetHeights()
  }

  /// Says that the cursor has come to another row.
  private func reportCursorMove() {
    cursorDidMove?(cursorRow?.indexPath)
    cursorObserver()
    feed?.cursorDidMove()
  }

  /// Whether rows are read by a screen reader: each is one line of words.
  var isAccessible: Bool { traits.isAccessible }

  /// How much moves on the terminal drawn on last.
  var shownMotion: Motion { isAccessible && motion == .full ? .reduced : motion }

  /// Whether it is seen.
  var isShown: Bool { phase.isOnScreen && size.lines > 0 }

  /// Whether the data source was released; shown in debug builds alone.
  var hasLostDataSource: Bool {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug && content == nil && end != nil
  }

  /// Shows or hides the controls by which rows are deleted, inserted and moved; at once, whether `animated`
  /// or not.
  public func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != isEditing else { return }
    isEditing = editing
    endInteraction()
    setNeedsLayout()
  }

  /// The numbers of the change shown last, while its marks stand.
  public var changeSummary: ChangeSummary? {
    guard let transition = presentation.transition, !transition.isInitial else { return nil }
    return transition.change.summary
  }
}

// MARK: - Viewport and layout

/// Where the user is, and where rows stand: changed by events, by changes of the content, and by drawings.
extension TableView {
  /// Lets the laws decide where cursor and view are after something happened, and asks for a drawing of it.
  func handle(_ event: ViewportEvent) {
    guard let input = layoutInput else { return }
    viewport = viewport.after(event, shown: input.layout(viewport, reusing: layout), input)
    setNeedsDisplay()
  }

  /// Lets an event move the cursor, and says so if it did.
  func moveCursor(_ event: ViewportEvent) {
    let former = cursor
    handle(event)
    phase.cursorIsSeen()
    guard allowsSelection, phase.takeCursorMove() || cursor != former else { return }
    reportCursorMove()
  }

  /// The user, or the program, is elsewhere, whatever was there before.
  func go(to viewport: Viewport) { self.viewport = viewport }

  /// What the user does makes the cursor's place a choice, which does not follow an end of the list.
  func stopFollowing() { viewport.follow(nil) }

  /// Keeps a row on its line.
  func hold(_ placed: TableLayout.PlacedRow) {
    viewport.anchor = Viewport.Anchor(identifier: placed.identifier, line: placed.line)
  }

  /// The screen gives the table a place. Where it begins on another line than before, rows stay on theirs.
  ///
  /// - Returns: whether it has another size than before.
  func move(to rect: Rect, hasFocus: Bool) -> Bool {
    self.hasFocus = hasFocus
    let lines = phase.move(toTopLine: rect.origin.line)
    if lines != 0, let input = layoutInput {
      viewport = viewport.after(.tableMoved(by: lines), shown: layout, input)
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

  /// What was drawn is seen: reports where a change moved the cursor.
  func endDrawing() {
    phase.endDrawing()
    if phase.takeCursorMove() { reportCursorMove() }
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
      input = layoutInput ?? input
      layout = input.layout(viewport)
    }
    // How high a strip is does not depend on its cells, so they are not made yet.
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

// MARK: - Reconciling

/// How the table takes over a change of its content.
///
/// Changes are taken over when the table is drawn or answers an event, not when they are applied: several applies
/// between two frames are one change to the user, and what happened in between never touches the cursor.
extension TableView {
  /// Brings cursor and anchor over to the content as it is now, and asks for a drawing of it.
  func reconcile() {
    if phase.work != .drawing, takeOverChange() { setNeedsDisplay() }
  }

  /// Brings cursor and anchor over to the content as it is now.
  ///
  /// - Returns: whether there was anything new.
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
    reconcileSwipeMenu()
    return true
  }

  /// Completes changes that wait to be seen while the screen has no room for the table.
  ///
  /// What is pending stays so: layout and transition are those of the content before it, and the next drawing
  /// goes on from there.
  func stopShowing() {
    phase.leaveScreen()
    _ = takeOverChange()
    content?.undrawnChange?.completed()
    presentation.stopWaiting()
  }

  /// The row that takes the cursor where its row is gone since the table took the content over.
  private var cursorSuccessor: RowIdentifier? {
    guard let content, let cursor, content.row(for: cursor) == nil else { return nil }
    return content.successor(of: cursor).map(content.identifier(of:))
  }

  /// Cursor and anchor as a change of the content leaves them.
  private func viewport(withSuccessor successor: RowIdentifier?) -> Viewport {
    guard let input = layoutInput else { return viewport }
    var next = viewport.after(.contentChanged(successor: successor), shown: layout, input)
    if !allowsSelection {
      next.cursor = nil
    } else if next.cursor == nil {
      next.cursor = firstStop
    }
    return next
  }

  /// The cursor's row as it will be when what was applied is taken over.
  var upcomingCursorRow: TableRow? {
    guard let content, phase.work == .none, content.unshownChange != nil else { return cursorRow }
    return viewport(withSuccessor: cursorSuccessor).cursor.flatMap(content.row(for:))
  }

  var firstStop: RowIdentifier? { rows?.firstStop.flatMap { content?.identifier(of: $0) } }

  private func refreshCells(_ change: any TableChange) {
    guard let content else { return }
    for (identifier, cell) in cellStore.cells {
      // Made for a layout that a later change overtook: it was not drawn and may be out of date.
      guard cellStore.picture(of: identifier) != nil else {
        cellStore.retire(identifier)
        continue
      }
      guard let row = content.row(for: identifier), let indexPath = row.indexPath else {
        // Should it come back before the next drawing, it comes as another.
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

// What a developer who knows UIKit calls and does not find: the compiler says what to write instead.

extension TableView {
  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message: "pass the table to TableViewDiffableDataSource(tableView:cellProvider:) and keep the data source"
  )
  public var dataSource: Any? {
    get { nil }
    set {}
  }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable, message: "apply a snapshot to the data source; applySnapshotUsingReloadData marks nothing"
  )
  public func reloadData() {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "apply a snapshot to the data source: it finds out what changed")
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "apply a snapshot to the data source: it finds out what changed")
  public func beginUpdates() {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "apply a snapshot to the data source: it finds out what changed")
  public func endUpdates() {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "append items to a snapshot and apply it")
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "delete items from a snapshot and apply it")
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "mark items by reloadItems(_:) of a snapshot and apply it")
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "move items in a snapshot and apply it")
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}
