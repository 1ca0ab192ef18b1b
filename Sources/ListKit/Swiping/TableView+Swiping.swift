/// The menu on a row, opened by a key.
extension TableView {
  /// Opens the menu of the cursor's row; where it is open already, performs its first action.
  func openSwipeActions(_ edge: SwipeEdge) {
    guard !phase.isCursorUnseen, let item = cursor, let indexPath = cursorRow?.indexPath else { return }
    guard let configuration = swipeActions(edge, at: indexPath), !configuration.actions.isEmpty else {
      notice = "no actions at this end of the row"
      return
    }
    if let row = cursorRow, !(layout.placed(item).map(layout.isInView) ?? false) { moveCursor(to: row) }
    swipeMenu = SwipeMenu(item: item, edge: edge, configuration: configuration)
    notice = "arrows choose, enter performs, esc closes"
    setNeedsDisplay()
  }

  private func swipeActions(_ edge: SwipeEdge, at indexPath: IndexPath) -> SwipeActionsConfiguration? {
    var configuration: SwipeActionsConfiguration?
    tell {
      configuration =
        edge == .leading
        ? $0.tableView(self, leadingSwipeActionsConfigurationForRowAt: indexPath)
        : $0.tableView(self, trailingSwipeActionsConfigurationForRowAt: indexPath)
    }
    if let configuration { return configuration }
    guard let content, identifier(at: indexPath) != nil else { return nil }
    if let configuration = content.swipeActions(edge, at: indexPath) { return configuration }
    return edge == .trailing && editingStyle(at: indexPath) == .delete ? deletion : nil
  }

  /// Carries out a command while a menu is open; one that has nothing to do with it closes it first.
  ///
  /// - Returns: whether the command is done with.
  func performSwiping(_ command: Command) -> Bool {
    guard let menu = swipeMenu else { return false }
    switch command {
    case .chooseAction(let count): swipeMenu?.choose(by: count)
    case .openSwipeActions(let edge):
      if edge != menu.edge { closeSwipeMenu() } else { perform(menu.fullSwipeAction, of: menu) }
    case .delete: perform(menu.isDeletion ? menu.chosenAction : nil, of: menu)
    case .primaryAction: perform(menu.chosenAction, of: menu)
    case .back: closeSwipeMenu()
    case .help, .redraw, .scroll: return false
    default:
      closeSwipeMenu()
      return false
    }
    setNeedsDisplay()
    return true
  }

  /// Performs an action of a menu that the user has seen.
  private func perform(_ action: ContextualAction?, of menu: SwipeMenu) {
    guard menu.wasDrawn, let action else { return }
    closeSwipeMenu()
    action.handler(action, self) { [weak self] isDone in
      if !isDone { self?.notice = "\(action.title): not done" }
      self?.setNeedsDisplay()
    }
    reconcile()
  }

  func closeSwipeMenu() {
    guard swipeMenu != nil else { return }
    (swipeMenu, notice) = (nil, nil)
    setNeedsDisplay()
  }

  /// Closes a menu whose row is gone.
  func reconcileSwipeMenu() {
    if let swipeMenu, cursor != swipeMenu.item || cursorRow == nil {
      closeSwipeMenu()
    }
  }

  /// Answers a click while a menu is open: on an action it performs that, elsewhere it closes the menu.
  ///
  /// - Returns: whether it was on an action.
  func pressSwipeMenu(at location: Point) -> Bool {
    guard let menu = swipeMenu else { return false }
    let line = location.line - columnTitleLines
    if let placed = layout.placed(menu.item), placed.line == line,
      let title = titles(of: menu, columns: placed.columns.count).first(where: {
        $0.columns.contains(location.column - placed.columns.lowerBound)
      })
    {
      perform(menu.configuration.actions[title.index], of: menu)
      return true
    }
    closeSwipeMenu()
    return false
  }

  /// The titles of a menu on a row of a number of columns, gutter included.
  private func titles(of menu: SwipeMenu, columns: Int) -> [SwipeMenu.PlacedTitle] {
    let row = content?.row(for: menu.item)
    let margins = row.flatMap { content?.layout(ofSection: $0.section).margins } ?? .standard
    return menu.titles(
      in: margins.content(of: columns), metrics: TextMetrics(traits), symbols: .standard(for: traits))
  }

  /// Draws the menu over its row.
  func drawSwipeMenu(_ menu: SwipeMenu, in canvas: inout Canvas, _ painter: RowPainter) {
    let titles = titles(of: menu, columns: canvas.size.columns)
    painter.draw(titles, of: menu, in: &canvas)
    // What nobody saw is not performed.
    swipeMenu?.wasDrawn = !titles.isEmpty
  }
}

extension RowPainter {
  func draw(_ titles: [SwipeMenu.PlacedTitle], of menu: SwipeMenu, in canvas: inout Canvas) {
    for title in titles {
      var style = Style(attributes: title.index == menu.chosen ? [.bold, .underline] : [])
      if menu.configuration.actions[title.index].style == .destructive {
        style.foreground = theme.deleted.mark.foreground
      }
      canvas.write(
        StyledText(title.text), column: title.columns.lowerBound, width: title.columns.count, style: style)
      let border = menu.edge == .leading ? title.columns.upperBound : title.columns.lowerBound - 1
      if margins.content(of: canvas.size.columns).contains(border) {
        canvas.write(StyledText(symbols.edge), column: border, width: 1, style: theme.border)
      }
    }
  }
}
