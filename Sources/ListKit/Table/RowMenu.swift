/// The menu on a row: its actions, and the one that enter performs.
///
/// ```text
///   ▌ Denali                       │[Flag]│ ✗ Delete
/// ```
struct RowMenu {
  let item: RowIdentifier
  let actions: [Action]
  /// Whether the delete key performs the chosen action.
  var isDeletion = false
  private(set) var chosen = 0
  /// Whether the user has seen the menu; until then, no key performs an action.
  var visibility = Visibility.hidden

  init(item: RowIdentifier, actions: [Action], isDeletion: Bool = false) {
    self.item = item
    self.actions = actions
    self.isDeletion = isDeletion
  }

  /// Chooses another action to the right, or to the left if the number is negative.
  mutating func choose(by count: Int) { chosen = min(max(0, chosen + count), actions.count - 1) }

  struct PlacedTitle {
    var index: Int
    var text: String
    var columns: Range<Int>
  }

  /// Returns the places of the titles at the right end of the row.
  ///
  /// If not all titles fit, the chosen one is among those shown, and is truncated only if it does not fit
  /// alone.
  func titles(in columns: Range<Int>, metrics: TextMetrics, symbols: Symbols) -> [PlacedTitle] {
    if columns.isEmpty { return [] }
    let texts = actions.indices.map { text(ofAction: $0, symbols) }
    let widths = texts.map(metrics.width(of:))
    var shown = actions.indices
    func width() -> Int { widths[shown].reduce(0, +) + shown.count - 1 }
    while shown.count > 1, width() > columns.count {
      shown = shown.last == chosen ? shown.dropFirst() : shown.dropLast()
    }
    var start = max(columns.lowerBound, columns.upperBound - width())
    return shown.map { index in
      let end = min(start + widths[index], columns.upperBound)
      defer { start = end + 1 }
      return PlacedTitle(index: index, text: texts[index], columns: start..<end)
    }
  }

  private func text(ofAction index: Int, _ symbols: Symbols) -> String {
    let action = actions[index]
    let sign = action.attributes.contains(.destructive) ? symbols.destructive + " " : ""
    return index == chosen ? "[\(sign)\(action.title)]" : " \(sign)\(action.title) "
  }
}

// MARK: - Menu

/// An action of a row's menu.
public struct Action {
  /// What an action does, as far as the menu shows it.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits, one per attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The action removes data, such as the row; a symbol marks it in the menu.
    public static let destructive = Attributes(rawValue: 1)
  }

  /// The name of the action in the menu, one or two words.
  public var title: String
  /// How the menu shows the action.
  public var attributes: Attributes
  /// Performs the action, after the menu was closed.
  public var handler: @MainActor (Action) -> Void

  /// Creates an action of a row's menu.
  public init(
    title: String, attributes: Attributes = [], handler: @escaping @MainActor (Action) -> Void
  ) {
    self.title = title
    self.attributes = attributes
    self.handler = handler
  }
}

/// The actions of a row, from left to right on the screen.
public struct Menu {
  /// The actions, the most important first.
  public var children: [Action]
  /// Whether keys do the same, so that neither a symbol after the row nor the list of keys has to show the actions.
  package var repeatsKeys = false

  /// Creates a menu whose first action is chosen when it opens.
  public init(children: [Action]) { self.children = children }
}

// MARK: - TableView

/// The menu of a row, opened by a key or by a click with the right mouse button.
extension TableView {
  /// Opens the menu of the cursor's row.
  func openMenu() {
    guard !phase.isCursorUnseen, let item = cursor, let row = cursorRow, let indexPath = row.indexPath else {
      return
    }
    let actions = menuActions(at: indexPath)
    if actions.isEmpty {
      notice = "this row has no actions"
      return
    }
    stopFollowing()
    if !(layout.placed(item).map(layout.isInView) ?? false) { moveCursor(to: row) }
    menu = RowMenu(item: item, actions: actions)
    notice = "arrows choose, enter performs, esc closes"
    setNeedsDisplay()
  }

  /// Moves the cursor to the row at a location and opens its menu.
  func openMenu(at location: ScreenPoint) {
    guard allowsSelection, carried == nil, let identifier = rowIdentifier(at: location) else { return }
    reconcile()
    closeMenu()
    guard content?.row(for: identifier)?.indexPath != nil else { return }
    moveCursor(.placed(identifier, line: layout.placed(identifier)?.line ?? location.line))
    moveCursorColumn(toColumn: location.column)
    openMenu()
  }

  private func menuActions(at indexPath: IndexPath) -> [Action] {
    guard let content, identifier(at: indexPath) != nil else { return [] }
    if let menu = content.contextMenu(at: indexPath) { return menu.children }
    return editingStyle(at: indexPath) == .delete ? [deletion] : []
  }

  /// Opens the menu of the cursor's row if the program provides one.
  func openProvidedMenu() {
    if let indexPath = cursorRow?.indexPath, hasMenu(at: indexPath) { openMenu() }
  }

  /// Whether the program provides actions for a row that keys do not repeat.
  private func hasMenu(at indexPath: IndexPath) -> Bool {
    guard let content, identifier(at: indexPath) != nil else { return false }
    return content.contextMenu(at: indexPath).map { !$0.children.isEmpty && !$0.repeatsKeys } ?? false
  }

  /// The actions that the program provides for the cursor's row.
  var menuOfCursorRow: [Action] {
    guard let indexPath = upcomingCursorRow?.indexPath, hasMenu(at: indexPath) else { return [] }
    return menuActions(at: indexPath)
  }

  /// Performs an action for the cursor's row without its menu.
  ///
  /// - Returns: whether the row still has the action.
  func performMenuAction(_ index: Int, _ title: String) -> Bool {
    reconcile()
    let actions = menuOfCursorRow
    guard actions.indices.contains(index), actions[index].title == title else { return false }
    stopFollowing()
    endInteraction()
    actions[index].handler(actions[index])
    setNeedsDisplay()
    return true
  }

  /// Performs a command while a menu is open; a command that does not concern the menu closes it first.
  ///
  /// - Returns: whether the command needs no other handling.
  func performInMenu(_ command: Command) -> Bool {
    guard let menu else { return false }
    switch command {
    case .chooseAction(let count): self.menu?.choose(by: count)
    case .openMenu: perform(menu.actions[0], of: menu)
    case .delete: if menu.isDeletion { perform(menu.actions[menu.chosen], of: menu) }
    case .primaryAction: perform(menu.actions[menu.chosen], of: menu)
    case .back: closeMenu()
    case .help, .redraw, .scroll, .scrollColumns: return false
    default:
      closeMenu()
      return false
    }
    setNeedsDisplay()
    return true
  }

  /// Whether a menu is open that was not on the terminal yet.
  var hasUnseenMenu: Bool { menu.map { $0.visibility != .seen } ?? false }

  /// Called when a drawing is on the terminal.
  func menuIsSeen() { menu?.visibility.reachTerminal() }

  /// Performs an action of a menu if the user has seen the menu.
  private func perform(_ action: Action, of menu: RowMenu) {
    guard menu.visibility == .seen else { return }
    closeMenu()
    action.handler(action)
    setNeedsDisplay()
    reconcile()
  }

  func closeMenu() {
    guard menu != nil else { return }
    menu = nil
    notice = nil
    setNeedsDisplay()
  }

  /// Closes a menu whose row is gone.
  func reconcileMenu() {
    if let menu, cursor != menu.item || cursorRow == nil { closeMenu() }
  }

  /// Handles a click while a menu is open: performs the action at the location, or closes
  /// the menu if there is none.
  ///
  /// - Returns: whether there is an action at the location.
  func pressMenu(at location: ScreenPoint) -> Bool {
    guard let menu else { return false }
    let line = location.line - columnTitleLines
    if let placed = layout.placed(menu.item), placed.line == line,
      let title = titles(of: menu, columns: placed.columns.count).first(where: {
        $0.columns.contains(location.column - placed.columns.lowerBound)
      })
    {
      perform(menu.actions[title.index], of: menu)
      return true
    }
    closeMenu()
    return false
  }

  /// Returns the titles of a menu on a row with a number of columns, gutter included.
  private func titles(of menu: RowMenu, columns: Int) -> [RowMenu.PlacedTitle] {
    let row = content?.row(for: menu.item)
    let margins = row.map { self.margins(ofSection: $0.section) } ?? listMargins
    return menu.titles(
      in: margins.content(of: columns), metrics: TextMetrics(traits), symbols: .standard(for: traits))
  }

  /// Draws a symbol after the cursor's row, in the column of the scroll bar, if the row has a menu.
  func drawMenuSign(in canvas: inout Canvas, _ painter: RowPainter) {
    guard let place = placeOfMenuSign else { return }
    canvas.write(
      StyledText(painter.symbols.actions), line: place.line, column: place.column, style: painter.theme.prompt
    )
  }

  /// The place of that symbol, counted from below the column titles; nil if the cursor's row has no menu.
  private var placeOfMenuSign: ScreenPoint? {
    guard hasFocus, !isModal, let indexPath = cursorRow?.indexPath,
      let placed = cursor.flatMap(layout.placed),
      layout.isInView(placed), placed.margins.trailing > 0, hasMenu(at: indexPath)
    else { return nil }
    return ScreenPoint(line: max(placed.line, layout.pinnedLines), column: placed.columns.upperBound - 1)
  }

  /// Opens the menu of the cursor's row if the user clicked its symbol.
  ///
  /// - Returns: whether the location is on the symbol.
  func pressMenuSign(at location: ScreenPoint) -> Bool {
    guard placeOfMenuSign == ScreenPoint(line: location.line - columnTitleLines, column: location.column)
    else {
      return false
    }
    openMenu()
    return true
  }

  func draw(_ menu: RowMenu, in canvas: inout Canvas, _ painter: RowPainter) {
    let titles = titles(of: menu, columns: canvas.size.columns)
    painter.draw(titles, of: menu, in: &canvas)
    // Actions that were not drawn are not performed.
    if titles.isEmpty { self.menu?.visibility = .hidden } else { self.menu?.visibility.draw() }
    // A table without a controller gets no call when its drawing is on the terminal.
    if controller == nil { menuIsSeen() }
  }
}

extension RowPainter {
  fileprivate func draw(_ titles: [RowMenu.PlacedTitle], of menu: RowMenu, in canvas: inout Canvas) {
    let columns = margins.content(of: canvas.size.columns)
    for title in titles {
      var style = TextStyle(attributes: title.index == menu.chosen ? [.bold, .underline] : [])
      if menu.actions[title.index].attributes.contains(.destructive) {
        style.foreground = theme.deleted.mark.foreground
      }
      canvas.write(
        StyledText(title.text), column: title.columns.lowerBound, width: title.columns.count, style: style)
      if columns.contains(title.columns.lowerBound - 1) {
        canvas.write(
          StyledText(symbols.edge), column: title.columns.lowerBound - 1, width: 1, style: theme.border)
      }
    }
  }
}
