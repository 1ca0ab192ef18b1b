/// What the user is in the middle of, besides browsing.
enum Interaction {
  case browsing
  /// The mouse button is down, where it went down on a row.
  case pressing(PressedRow)
  /// The thumb of the scroll bar is dragged, held at one of its lines.
  case scrolling(grip: Int)
  /// Rows are on their way to another place.
  case carrying(CarriedRows)
  /// The menu on the cursor's row is open.
  case menu(SwipeMenu)
}

/// Where the mouse button went down.
struct PressedRow {
  var identifier: RowIdentifier
  var location: Point
}

// MARK: - RowSelection

/// The items that are selected, by identifier: wherever they move, they stay so.
struct RowSelection {
  private(set) var items: Set<RowIdentifier> = []
  /// The item marked last, from which a range is drawn.
  private(set) var anchor: RowIdentifier?

  var isEmpty: Bool { items.isEmpty }

  func contains(_ item: RowIdentifier) -> Bool { items.contains(item) }

  mutating func insert(_ item: RowIdentifier) {
    items.insert(item)
    anchor = item
  }

  mutating func remove(_ item: RowIdentifier) { items.remove(item) }

  /// Draws the next range from an item, selected or not.
  mutating func beginRange(at item: RowIdentifier) { anchor = item }

  mutating func removeAll() { self = RowSelection() }

  /// Drops items that are gone or were replaced.
  mutating func forget(_ gone: [RowIdentifier]) {
    for item in gone {
      items.remove(item)
      if anchor == item { anchor = nil }
    }
  }
}

// MARK: - SwipeMenu

/// The menu on a row: its actions, and the one that enter would perform.
///
/// ```text
///   ▌ Denali                        Flag │[✗ Delete]
/// ```
struct SwipeMenu {
  let item: RowIdentifier
  let edge: SwipeEdge
  let configuration: SwipeActionsConfiguration
  /// Whether the key that deletes performs what is chosen.
  var isDeletion = false
  private(set) var chosen = 0
  /// Whether the user has seen it; keys typed ahead perform nothing.
  var wasDrawn = false

  var chosenAction: ContextualAction { configuration.actions[chosen] }

  /// Chooses another action, counted on the screen from left to right.
  ///
  /// - Returns: whether there is one; if not, the one at that end is chosen.
  @discardableResult
  mutating func choose(by count: Int) -> Bool {
    let wanted = chosen + (edge == .leading ? count : -count)
    chosen = min(max(0, wanted), configuration.actions.count - 1)
    return chosen == wanted
  }

  /// Chooses the first action that takes the row away, which the key that deletes then performs.
  mutating func chooseDeletion() {
    guard let index = configuration.actions.firstIndex(where: { $0.style == .destructive }) else { return }
    chosen = index
    isDeletion = true
  }

  /// A title at its place in the row.
  struct PlacedTitle {
    var index: Int
    var text: String
    var columns: Range<Int>
  }

  /// Where the titles stand: the first action nearest to the row's end.
  ///
  /// Where not all of them fit, the chosen one is among those that are shown, and cut only if there is not
  /// even room for it alone.
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

/// Something that can be done with a row from the menu on it.
public struct ContextualAction {
  /// What an action does to the row.
  public enum Style: Hashable, Sendable {
    /// Leaves it there.
    case normal
    /// Takes it away; shown with a sign of its own.
    case destructive
  }

  /// Does the work, and calls the completion with whether it was done.
  public typealias Handler =
    @MainActor (
      _ action: ContextualAction, _ tableView: TableView, _ completion: @escaping @MainActor (Bool) -> Void
    ) -> Void

  /// What it does to the row.
  public var style: Style
  /// Its name in the menu, a word or two.
  public var title: String
  /// Does the work, and has to call its completion once, with whether it was done.
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
  /// The actions, the one that counts first in front.
  public var actions: [ContextualAction]

  /// Creates a menu of actions, of which the first one is chosen when it opens.
  public init(actions: [ContextualAction]) { self.actions = actions }
}

/// The end of a row that a menu opens at.
public enum SwipeEdge: Hashable, Sendable {
  /// The left end.
  case leading
  /// The right end.
  case trailing
}

// MARK: - Phase

extension TableView {
  /// Whether the table is seen, what it is doing, and since when.
  struct Phase {
    enum Work {
      case none
      /// Cells are being made, whose provider must not change the content.
      case layingOut
      case drawing
    }

    private(set) var work = Work.none
    /// Whether it was there when the screen was drawn last.
    private(set) var isOnScreen = false
    /// Whether a drawing has shown what there was.
    private(set) var wasDrawn = false
    /// The time of the drawing last begun.
    private(set) var time = Duration.zero
    /// The bar at the right edge as it was drawn last: what is pressed is what was seen.
    private(set) var scrollBar: ScrollBar?
    /// When something that moves by itself but no transition looks different next.
    private(set) var nextNote: Duration?
    private(set) var showsAnimatedAccessory = false
    /// Whether a change moved the cursor to a row that was not drawn with it yet: the user saw another one.
    private(set) var isCursorUnseen = false
    /// The line of the screen where the table began when it was drawn last; nil before.
    private var topLine: Int?
    /// Whether a change moved the cursor since ``cursorDidMove`` was called last.
    private var hasUnreportedCursorMove = false

    /// - Returns: the work that this one interrupts.
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

    /// - Returns: how many lines the table stands lower than at the last drawing.
    mutating func move(toTopLine line: Int) -> Int {
      defer { topLine = line }
      return line - (topLine ?? line)
    }

    /// - Parameter fromRow: whether it was on a row before, which is the one that the user saw.
    mutating func changeMovedCursor(fromRow: Bool) {
      hasUnreportedCursorMove = true
      isCursorUnseen = fromRow
    }

    mutating func cursorIsSeen() { isCursorUnseen = false }

    /// Whether a change moved the cursor; true once for each.
    mutating func takeCursorMove() -> Bool {
      defer { hasUnreportedCursorMove = false }
      return hasUnreportedCursorMove
    }
  }
}
