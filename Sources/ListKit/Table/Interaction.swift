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
  case menu(RowMenu)
}

/// The row and place where the mouse button was pressed.
struct PressedRow {
  var identifier: RowIdentifier
  var location: ScreenPoint
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

    mutating func didDraw(_ scrollBar: ScrollBar?) { self.scrollBar = scrollBar }

    mutating func didDrawAnimation() { showsAnimatedAccessory = true }

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
