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
  public var columns: [TableColumn] = [] { didSet { setNeedsDisplay() } }
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
      if !allowsSelection { (viewport.cursor, selection) = (nil, RowSelection()) }
      if allowsSelection, cursor == nil { viewport.cursor = firstStop }
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
  /// Whether rows can be selected while the table is being edited.
  public var allowsSelectionDuringEditing = false { didSet { setNeedsDisplay() } }
  /// Whether several rows can be selected while the table is being edited: rows show circles instead of their
  /// controls, enter and a click on the circle fill it, and beginning and ending to edit clear the selection.
  public var allowsMultipleSelectionDuringEditing = false { didSet { setNeedsLayout() } }
  /// Called about what the user does; the closures below suffice for simple lists.
  public weak var delegate: (any TableViewDelegate)?
  /// Called when the cursor has come to another row, or to none.
  public var cursorDidMove: ((IndexPath?) -> Void)?
  /// Called when the title of a column is clicked, with its index in ``columns``: the place to sort by it.
  public var columnTitleAction: ((Int) -> Void)?
  /// Called when a row is chosen by enter or a double click.
  public var primaryAction: ((IndexPath) -> Void)?

  /// What there is to say about what the user did last, for a status line.
  public internal(set) var notice: String?
  /// Whether rows show controls to delete, insert and reorder them.
  public internal(set) var isEditing = false

  /// Called as ``cursorDidMove``, after it.
  var cursorObserver: () -> Void = {}
  /// Whether the keys come here; another table of the screen may have them.
  var hasFocus = true

  weak var content: (any TableContent)?
  /// Brings rows while the table is on the screen.
  weak var feed: (any TableFeed)?
  var needsDisplay: () -> Void = {}
  /// Made when the table is gone.
  var end: FinalCall?

  /// Where the user is.
  var viewport = Viewport(following: .first)
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
  var size = Size(columns: 0, lines: 0) { didSet { if size != oldValue { forgetLayout() } } }
  var traits = ScreenTraits { _ in 1 } {
    didSet { if traits.isUnicode != oldValue.isUnicode { forgetLayout() } }
  }
  /// The rows on the screen, as drawn last.
  var layout = TableLayout()

  /// Creates a table without content, which shows something once it has a data source.
  public init(style: Style = .plain) { self.style = style }

  /// Asks for a drawing, soon.
  public func setNeedsDisplay() { needsDisplay() }

  /// Does something in the meantime of which applies wait.
  func during<Result>(_ work: Phase.Work, _ body: () -> Result) -> Result {
    let outer = phase.work
    phase.work = work
    defer { phase.work = outer }
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
  func reportCursorMove() {
    cursorDidMove?(cursorRow?.indexPath)
    cursorObserver()
    feed?.cursorDidMove()
  }

  /// Whether it is seen.
  var isShown: Bool { phase.isOnScreen && size.lines > 0 }

  /// The numbers of the change shown last, while its marks stand.
  public var changeSummary: ChangeSummary? {
    guard let transition = presentation.transition, !transition.isInitial else { return nil }
    return transition.change.summary
  }
}

extension TableView {
  /// Whether the table is seen, what it is doing, and since when.
  struct Phase {
    enum Work {
      case none
      /// Cells are being made, whose provider must not change the content.
      case layingOut
      case drawing
    }

    var work = Work.none
    /// Whether it was there when the screen was drawn last.
    var isOnScreen = false
    /// Whether a drawing has shown what there was.
    var wasDrawn = false
    /// The time of the drawing last begun.
    var time = Duration.zero
    /// The bar at the right edge as it was drawn last: what is pressed is what was seen.
    var scrollBar: ScrollBar?
    /// The line of the screen where the table began when it was drawn last; nil before.
    var topLine: Int?
    /// When something that moves by itself but no transition looks different next.
    var nextNote: Duration?
    var showsAnimatedAccessory = false
    /// Whether a change moved the cursor to a row that was not drawn with it yet: the user saw another one.
    var isCursorUnseen = false
    /// Whether a change moved the cursor since ``cursorDidMove`` was called last.
    var hasUnreportedCursorMove = false
  }
}

// MARK: - Querying

/// What is where. Places on the screen count from the table's upper left corner, column titles included.
extension TableView {
  /// How many sections there are.
  public var numberOfSections: Int { content?.numberOfSections ?? 0 }

  /// How many rows a section has, seen or not.
  public func numberOfRows(inSection section: Int) -> Int {
    trapUnless(
      (0..<(content?.numberOfSections ?? 0)).contains(section),
      "numberOfRows(inSection:): section \(section) out of range, there are \(content?.numberOfSections ?? 0)"
    )
    return content?.numberOfItems(inSection: section) ?? 0
  }

  /// The cells on the screen, from top to bottom.
  public var visibleCells: [TableViewCell] { indexPathsForVisibleRows.compactMap(cellForRow) }

  /// The row that a cell on the screen belongs to; nil for one that waits for reuse.
  ///
  /// - Complexity: O(rows on the screen).
  public func indexPath(for cell: TableViewCell) -> IndexPath? {
    indexPathsForVisibleRows.first { cellForRow(at: $0) === cell }
  }

  /// The row that is drawn at a place; nil where none is.
  ///
  /// - Complexity: O(rows on the screen).
  public func indexPathForRow(at point: Point) -> IndexPath? {
    let place = Point(line: point.line - columnTitleLines, column: point.column)
    guard let placed = layout.row(at: place), placed.transient == nil else { return nil }
    return content?.row(for: placed.identifier)?.indexPath
  }

  /// Where a row was drawn; nil for one that is not on the screen. What is cut off counts too.
  ///
  /// - Complexity: O(rows on the screen).
  public func rectForRow(at indexPath: IndexPath) -> Rect? {
    guard let placed = identifier(at: indexPath).flatMap(layout.placed) else { return nil }
    return Rect(
      line: placed.line + columnTitleLines, column: placed.columns.lowerBound, columns: placed.columns.count,
      lines: placed.lines)
  }
}

// MARK: - Appearances

/// An item's row that was on the screen at the last drawing, and the cell that drew it.
struct Appearance {
  var indexPath: IndexPath
  var cell: TableViewCell
}

extension TableView {
  /// Tells the delegate which rows come onto the screen with this layout, and which have left it.
  ///
  /// - Complexity: O(rows on the screen).
  func reportAppearances() {
    defer { cellStore.releaseRetired() }
    guard let delegate else { return cellStore.appearances = [:] }
    let former = cellStore.appearances
    var appearances: [RowIdentifier: Appearance] = [:]
    for placed in layout.rows {
      guard let indexPath = placed.row?.indexPath, let cell = cellStore.cells[placed.identifier] else {
        continue
      }
      appearances[placed.identifier] = Appearance(indexPath: indexPath, cell: cell)
    }
    cellStore.appearances = appearances
    for (identifier, old) in former.sorted(by: { $0.value.indexPath < $1.value.indexPath })
    where appearances[identifier]?.cell !== old.cell {
      delegate.tableView(self, didEndDisplaying: old.cell, forRowAt: old.indexPath)
    }
    for (identifier, new) in appearances.sorted(by: { $0.value.indexPath < $1.value.indexPath })
    where former[identifier]?.cell !== new.cell {
      delegate.tableView(self, willDisplay: new.cell, forRowAt: new.indexPath)
    }
  }
}
