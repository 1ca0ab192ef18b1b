/// A list of rows in sections, drawn on a part of the screen.
///
/// The data source says what there is; the table shows it, keeps the cursor on its item and that item
/// on its line, and tells by marks and flashes what changed. It asks for cells of visible rows only.
@MainActor
open class TableView {
  /// How sections look.
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

  /// How sections look.
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
  /// How much moves.
  public var motion = Motion.full
  /// How rows leave; as the data source's `defaultRowAnimation` says unless set.
  public var deletionRowAnimation: RowAnimation?
  /// Whether rows can be chosen; without it there is no cursor and arrows scroll.
  public var allowsSelection = true {
    didSet {
      if !allowsSelection { (cursor, selection) = (nil, RowSelection()) }
      if allowsSelection, cursor == nil, let content { cursor = rows?.firstItem.map(content.identifier(of:)) }
      setNeedsDisplay()
    }
  }
  /// Whether several rows can be selected, by marking them.
  public var allowsMultipleSelection = false {
    didSet {
      if !allowsMultipleSelection, selection.items.count > 1 { selection.removeAll() }
      setNeedsDisplay()
    }
  }
  /// Whether rows can be selected while the table is being edited.
  public var allowsSelectionDuringEditing = false { didSet { setNeedsDisplay() } }
  /// Whether several rows can be selected while the table is being edited: rows show circles instead of their
  /// controls, enter and a click on the circle fill it, and beginning and ending to edit clear the selection.
  public var allowsMultipleSelectionDuringEditing = false { didSet { setNeedsLayout() } }
  /// Asked and told what the user does; the two closures below are there for those who need no more.
  public weak var delegate: (any TableViewDelegate)?
  /// Told which rows will probably be seen soon.
  public weak var prefetchDataSource: (any TableViewDataSourcePrefetching)?
  /// Whether ``prefetchDataSource`` is told.
  public var isPrefetchingEnabled = true
  /// Told when the cursor has come to another row, or to none.
  public var cursorDidMove: ((IndexPath?) -> Void)?
  /// Told when a row is chosen by enter or a double click.
  public var primaryAction: ((IndexPath) -> Void)?

  weak var content: (any TableContent)?
  var needsDisplay: () -> Void = {}

  // What is on the screen.
  var size = Size(columns: 0, lines: 0)
  var layout = TableLayout()
  var drawn: [RowIdentifier: [[Glyph]]] = [:]
  var cells: [AnyHashable: TableViewCell] = [:]
  var traits = ScreenTraits { _ in 1 }
  var pool = ReusePool()
  var headerFooterClasses: [String: TableViewHeaderFooterView.Type] = [:]
  var waitingHeaderFooters: [String: [TableViewHeaderFooterView]] = [:]
  var reconfigured: TableViewCell?
  var isLayingOut = false
  var isDrawing = false
  /// The time of the drawing last begun.
  var drawingTime = Duration.zero
  /// When a note on children that are being found comes onto the screen.
  var nextNote: Duration?
  /// Whether a sign that moves by itself was drawn.
  var showsAnimatedAccessory = false
  /// Whether it was there when the screen was drawn last.
  var isOnScreen = false
  let lifetime = TableLifetime()

  // Where the user is.
  var cursor: RowIdentifier?
  var anchor: (identifier: RowIdentifier, line: Int)? { didSet { isLayoutDue = true } }
  /// Whether the rows may stand elsewhere than ``layout`` says.
  var isLayoutDue = true
  var isCursorInView = true
  /// For each strip an item and its column, counted from the left edge.
  var stripAnchors: [RowIdentifier: (identifier: RowIdentifier, column: Int)] = [:]
  /// The column of a grid that the cursor keeps while it goes up and down, through shorter lines too.
  var keptColumn: (cursor: RowIdentifier, column: Int)?
  /// Whether a change moved the cursor since ``cursorDidMove`` was called last.
  var isCursorMoveUntold = false
  /// Whether a change moved the cursor to a row that was not drawn with it yet.
  var isCursorUnseen = false

  // What the hand does.
  var selection = RowSelection()
  var appearances: [RowIdentifier: Appearance] = [:]
  /// Cells replaced on the screen, which serve other rows once the delegate knows.
  var retired: [TableViewCell] = []
  /// The row in the hand.
  var lifted: LiftedRow? { didSet { isLayoutDue = true } }
  /// Where the mouse button went down, until it moves or comes up.
  var pressed: (identifier: RowIdentifier, location: Point)?
  /// The row that looks pressed.
  var highlight: Highlight?
  /// The menu on the cursor's row.
  var swipeMenu: SwipeMenu?
  var prefetch = Prefetch()
  /// What there is to say about what the hand did last, for a status line.
  public internal(set) var notice: String?
  /// Whether rows show controls to delete, insert and reorder them.
  public internal(set) var isEditing = false

  // What is moving.
  /// Whether a drawing has shown what there was.
  var wasDrawn = false
  var transition: Transition?
  var pendingChange: (any TableChange)?
  var running: [any TableChange] = []
  /// Changes that are over, to be told so once the drawing is.
  var ended: [any TableChange] = []

  /// Creates an empty table.
  public init(style: Style = .plain) { self.style = style }

  /// Asks for a drawing, soon.
  public func setNeedsDisplay() { needsDisplay() }

  /// Asks for a drawing in which rows may stand elsewhere.
  func setNeedsLayout() {
    isLayoutDue = true
    needsDisplay()
  }

  /// Whether it is seen.
  var isShown: Bool { isOnScreen && size.lines > 0 }

  var rows: RowSequence? {
    content.map {
      RowSequence(
        content: $0, framesSections: framesSections,
        arrangement: { [unowned self] in arrangement(ofSection: $0) },
        guests: { [unowned self] in guests(ofSection: $0).map(\.place) })
    }
  }

  /// The numbers of the change shown last, while its marks stand.
  public var changeSummary: ChangeSummary? {
    guard let transition, !transition.isInitial else { return nil }
    return transition.change.summary
  }
}
