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

/// Each part can be set only in its own case; nil ends it.
extension TableView {
  var pressed: PressedRow? {
    get { if case .pressing(let pressed) = interaction { pressed } else { nil } }
    set {
      if let newValue { interaction = .pressing(newValue) } else if pressed != nil { interaction = .browsing }
    }
  }

  var carried: CarriedRows? {
    get { if case .carrying(let carried) = interaction { carried } else { nil } }
    set {
      if let newValue { interaction = .carrying(newValue) } else if carried != nil { interaction = .browsing }
    }
  }

  var swipeMenu: SwipeMenu? {
    get { if case .menu(let menu) = interaction { menu } else { nil } }
    set {
      if let newValue { interaction = .menu(newValue) } else if swipeMenu != nil { interaction = .browsing }
    }
  }

  /// Whether keys mean something else than usual: rows are carried, or a menu is open.
  var isModal: Bool { carried != nil || swipeMenu != nil }

  /// The line of the thumb at which it is held while it is dragged.
  var thumbGrip: Int? { if case .scrolling(let grip) = interaction { grip } else { nil } }

  /// Whether the button went down on a row or the scroll bar and is not up again.
  var isDragging: Bool { pressed != nil || carried?.grip == .mouse || thumbGrip != nil }

  /// Ends what the user is in the middle of, as escape does.
  func endInteraction() {
    cancelCarrying()
    closeSwipeMenu()
  }

  /// Carries out a command where keys mean something else than usual.
  ///
  /// - Returns: whether the command is done with.
  func performModally(_ command: Command) -> Bool {
    performCarrying(command) || performSwiping(command)
  }
}

// MARK: - RowSelection

/// The items that are selected, by identifier: wherever they move, they stay so.
struct RowSelection {
  private(set) var items: Set<RowIdentifier> = []
  /// The item marked last, from which a range is drawn.
  var anchor: RowIdentifier?

  var isEmpty: Bool { items.isEmpty }

  func contains(_ item: RowIdentifier) -> Bool { items.contains(item) }

  mutating func insert(_ item: RowIdentifier) {
    items.insert(item)
    anchor = item
  }

  mutating func remove(_ item: RowIdentifier) { items.remove(item) }

  mutating func removeAll() { self = RowSelection() }

  /// Drops items that are gone or were replaced.
  mutating func forget(_ gone: [RowIdentifier]) {
    for item in gone {
      items.remove(item)
      if anchor == item { anchor = nil }
    }
  }
}
