/// What the user is doing.
enum Interaction {
  case browsing
  /// The mouse button is down on a row.
  case pressing(PressedRow)
  /// The user drags the thumb of the scroll bar, held at one of the thumb's lines.
  case scrolling(grip: Int)
  /// The user moves rows to another place.
  case carrying(CarriedRows)
  /// The menu on the cursor's row is open.
  case menu(SwipeMenu)
}

/// The row and place where the mouse button was pressed.
struct PressedRow {
  var identifier: RowIdentifier
  var location: Point
}

// MARK: - RowSelection

/// The selected items, by identifier: they stay selected when they move, and when they come back after they
/// were hidden or removed.
struct RowSelection {
  private(set) var items: Set<RowIdentifier> = [] { didSet { hiddenCount = nil } }
  /// The selected items that the table does not show.
  private(set) var absent: Set<RowIdentifier> = [] { didSet { hiddenCount = nil } }
  /// The item marked last, where the next range begins.
  private(set) var anchor: RowIdentifier?
  /// The number of hidden items at a version of the content.
  private var hiddenCount: (version: Int, count: Int)?

  var isEmpty: Bool { items.isEmpty }

  func contains(_ item: RowIdentifier) -> Bool { items.contains(item) }

  mutating func insert(_ item: RowIdentifier) {
    items.insert(item)
    anchor = item
  }

  mutating func remove(_ item: RowIdentifier) {
    items.remove(item)
    absent.remove(item)
  }

  /// Begins the next range at an item, selected or not.
  mutating func beginRange(at item: RowIdentifier) { anchor = item }

  mutating func removeAll() { self = RowSelection() }

  /// Records which selected items the table does not show after a change.
  ///
  /// - Parameters:
  ///   - removed: the items that the change removed.
  ///   - isShown: whether the table shows an item now.
  mutating func update(removed: [RowIdentifier], _ isShown: (RowIdentifier) -> Bool) {
    if removed.isEmpty, absent.isEmpty { return }
    absent = absent.union(removed).filter { !isShown($0) }
  }

  /// Replaces the selection.
  mutating func replace(with items: [RowIdentifier], _ isShown: (RowIdentifier) -> Bool) {
    self = RowSelection()
    self.items = Set(items)
    absent = self.items.filter { !isShown($0) }
    anchor = items.last
  }

  /// Deselects items that do not exist any more.
  mutating func forgetAbsent(unless isHidden: (RowIdentifier) -> Bool) {
    if absent.isEmpty { return }
    items.subtract(absent.filter { !isHidden($0) })
    absent.formIntersection(items)
  }

  /// Returns the number of items that are selected and hidden.
  ///
  /// - Parameter version: a number that changes whenever the result may change.
  mutating func countOfHidden(at version: Int, _ isHidden: (RowIdentifier) -> Bool) -> Int {
    if absent.isEmpty { return 0 }
    if let hiddenCount, hiddenCount.version == version { return hiddenCount.count }
    let count = absent.count(where: isHidden)
    hiddenCount = (version, count)
    return count
  }
}

// MARK: - SwipeMenu

/// The menu on a row: its actions, and the one that enter performs.
///
/// ```text
///   ▌ Denali                        Flag │[✗ Delete]
/// ```
struct SwipeMenu {
  let item: RowIdentifier
  let edge: SwipeEdge
  let configuration: SwipeActionsConfiguration
  /// Whether the delete key performs the chosen action.
  var isDeletion = false
  private(set) var chosen = 0
  /// Whether the user has seen the menu; until then, no key performs an action.
  var visibility = Visibility.hidden

  var chosenAction: ContextualAction { configuration.actions[chosen] }

  /// Chooses another action, counted from left to right on the screen.
  ///
  /// - Returns: whether that action exists; if not, the action at that end is chosen.
  @discardableResult
  mutating func choose(by count: Int) -> Bool {
    let wanted = chosen + (edge == .leading ? count : -count)
    chosen = min(max(0, wanted), configuration.actions.count - 1)
    return chosen == wanted
  }

  /// Chooses the first destructive action, which the delete key then performs.
  mutating func chooseDeletion() {
    guard let index = configuration.actions.firstIndex(where: { $0.style == .destructive }) else { return }
    chosen = index
    isDeletion = true
  }

  /// A title and its place in the row.
  struct PlacedTitle {
    var index: Int
    var text: String
    var columns: Range<Int>
  }

  /// Returns the places of the titles; the first action is nearest to the row's end.
  ///
  /// If not all titles fit, the chosen one is among those shown, and is truncated only
  /// if it does not fit alone.
  func titles(in columns: Range<Int>, metrics: TextMetrics, symbols: Symbols) -> [PlacedTitle] {
    let texts = configuration.actions.indices.map { text(ofAction: $0, symbols) }
    let widths = texts.map(metrics.width(of:))
    var first = chosen
    var room = columns.count - widths[chosen]
    while first > 0, room > widths[first - 1] {
      first -= 1
      room -= widths[first] + 1
    }
    var placed: [PlacedTitle] = []
    var (start, end) = (columns.lowerBound, columns.upperBound)
    for index in first..<texts.count {
      let width = min(widths[index], end - start)
      guard width > 2 || index == chosen && width > 0 else { break }
      let range = edge == .leading ? start..<start + width : end - width..<end
      placed.append(PlacedTitle(index: index, text: texts[index], columns: range))
      if edge == .leading { start += width + 1 } else { end -= width + 1 }
    }
    return placed
  }

  private func text(ofAction index: Int, _ symbols: Symbols) -> String {
    let action = configuration.actions[index]
    let sign = action.style == .destructive ? symbols.destructive + " " : ""
    return index == chosen ? "[\(sign)\(action.title)]" : " \(sign)\(action.title) "
  }
}

// MARK: - ContextualAction

/// An action of the menu on a row.
public struct ContextualAction {
  /// What an action does to the row.
  public enum Style: Hashable, Sendable {
    /// The action leaves the row in place.
    case normal
    /// The action removes the row; a symbol marks it in the menu.
    case destructive
  }

  /// Performs the action, then calls the completion with whether the action succeeded.
  public typealias Handler =
    @MainActor (
      _ action: ContextualAction, _ tableView: TableView, _ completion: @escaping @MainActor (Bool) -> Void
    ) -> Void

  /// What the action does to the row.
  public var style: Style
  /// The name of the action in the menu, one or two words.
  public var title: String
  /// Performs the action; it must call its completion once, with whether the action succeeded.
  public var handler: Handler

  /// Creates an action of a row's menu.
  public init(style: Style, title: String, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
  }
}

/// The actions at one end of a row.
public struct SwipeActionsConfiguration {
  /// The actions, most important first.
  public var actions: [ContextualAction]

  /// Creates a menu whose first action is chosen when it opens.
  public init(actions: [ContextualAction]) { self.actions = actions }
}

/// The end of a row where a menu opens.
public enum SwipeEdge: Hashable, Sendable {
  /// The left end.
  case leading
  /// The right end.
  case trailing
}

// MARK: - Phase

extension TableView {
  /// Whether the table is on the screen, what it is doing, and what it drew last.
  struct Phase {
    enum Work {
      case none
      /// Cells are being created; their provider must not change the content.
      case layingOut
      case drawing
    }

    private(set) var work = Work.none
    /// Whether the table was on the screen at the last drawing.
    private(set) var isOnScreen = false
    /// Whether the table was drawn at least once.
    private(set) var wasDrawn = false
    /// The time of the last drawing.
    private(set) var time = Duration.zero
    /// The scroll bar as drawn last: a press refers to what the user saw.
    private(set) var scrollBar: ScrollBar?
    /// When the next note of an outline row appears.
    private(set) var nextNote: Duration?
    private(set) var showsAnimatedAccessory = false
    /// Whether a change moved the cursor to a row that was not drawn with it yet: the
    /// user saw it on another row.
    private(set) var isCursorUnseen = false
    /// The screen line of the table's upper edge at the last drawing; nil before the first.
    private(set) var topLine: Int?
    /// Whether a change moved the cursor since ``cursorDidMove`` was called last.
    private var hasUnreportedCursorMove = false

    /// - Returns: the work that this call interrupts.
    @discardableResult
    mutating func begin(_ work: Work) -> Work {
      defer { self.work = work }
      return self.work
    }

    mutating func beginDrawing(at now: Duration) {
      isOnScreen = true
      time = now
      nextNote = nil
      showsAnimatedAccessory = false
    }

    mutating func endDrawing() {
      wasDrawn = true
      isCursorUnseen = false
    }

    mutating func leaveScreen() { isOnScreen = false }

    mutating func noteDrawn(_ scrollBar: ScrollBar?) { self.scrollBar = scrollBar }

    mutating func noteAnimation() { showsAnimatedAccessory = true }

    mutating func noteIsDue(at due: Duration) { nextNote = min(nextNote ?? due, due) }

    /// - Returns: the number of lines that the table moved down since the last drawing.
    mutating func move(toTopLine line: Int) -> Int {
      defer { topLine = line }
      return line - (topLine ?? line)
    }

    /// - Parameter fromRow: whether the cursor was on a row before, which is the row that the user saw.
    mutating func changeMovedCursor(fromRow: Bool) {
      hasUnreportedCursorMove = true
      isCursorUnseen = fromRow
    }

    mutating func cursorIsSeen() { isCursorUnseen = false }

    /// Returns whether a change moved the cursor since the last call.
    mutating func takeCursorMove() -> Bool {
      defer { hasUnreportedCursorMove = false }
      return hasUnreportedCursorMove
    }
  }
}
