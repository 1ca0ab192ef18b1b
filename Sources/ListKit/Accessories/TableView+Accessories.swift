extension TableView {
  /// The state of a row as it is now.
  func configurationState(
    of row: TableRow, _ identifier: RowIdentifier, outline: OutlinePosition?
  ) -> CellConfigurationState {
    var state = CellConfigurationState()
    state.isFocused = hasFocus && allowsSelection && identifier == cursor && carried?.session.isHome ?? true
    state.isReordering = carried?.items.contains(identifier) ?? false
    state.isSelected = selection.contains(identifier)
    state.isHighlighted = identifier == highlight?.identifier
    state.isEditing = isEditing
    state.isSwiped = swipeMenu?.item == identifier
    state.isExpanded = outline?.isExpanded ?? false
    return state
  }

  /// Where a row stands in its outline, which only a list shows.
  func outlinePosition(of row: TableRow) -> OutlinePosition? {
    guard let content, let indexPath = row.indexPath, content.layout(ofSection: row.section) == .list else {
      return nil
    }
    return content.outlinePosition(at: indexPath)
  }

  /// What surrounds a row's content, apart from columns.
  func cellContext(_ state: CellConfigurationState) -> CellContext {
    CellContext(
      state: state, theme: currentTheme, symbols: .standard(for: traits), time: phase.time, motion: motion)
  }

  /// Does something with a row's cell, which is brought up to date, what surrounds its content, and where that and
  /// its signs stand; nil where the row has none.
  @discardableResult
  func withCell<Result>(
    of row: TableRow, columns: Int, margins: RowMargins,
    _ body: (TableViewCell, inout CellContext, AccessoryLayout) -> Result
  ) -> Result? {
    guard let content, let indexPath = row.indexPath, let cell = cell(for: row) else { return nil }
    let outline = outlinePosition(of: row)
    let state = configurationState(of: row, content.identifier(of: row), outline: outline)
    prepare(cell, at: indexPath)
    cell.update(for: state)
    var context = cellContext(state)
    let signs = AccessoryLayout(
      of: cell, outline: outline, bounds: margins.content(of: columns), context: context,
      metrics: TextMetrics(traits))
    return body(cell, &context, signs)
  }

  /// The sign at a place of the table as drawn last, and its row.
  func accessory(at location: Point) -> (indexPath: IndexPath, accessory: CellAccessory)? {
    let place = Point(line: location.line - columnTitleLines, column: location.column)
    guard let placed = layout.row(at: place), place.line == placed.line,
      let row = content?.row(for: placed.identifier), let indexPath = row.indexPath,
      let accessory = withCell(
        of: row, columns: placed.columns.count, margins: placed.margins,
        { $2.accessory(atColumn: place.column - placed.columns.lowerBound) }) ?? nil
    else { return nil }
    return (indexPath, accessory)
  }

  /// Does what a click on a sign does: its handler's work, else what opens and closes rows does that.
  ///
  /// - Returns: whether it did anything.
  @discardableResult
  func perform(_ accessory: CellAccessory, at indexPath: IndexPath) -> Bool {
    if let handler = accessory.actionHandler {
      handler()
      return true
    }
    if accessory.isControl, performControl(at: indexPath) { return true }
    if accessory.kind == .detail, delegate != nil {
      notify { $0.tableView(self, accessoryButtonTappedForRowWith: indexPath) }
      return true
    }
    guard accessory.outlineStyle != nil, let outline = content?.outlinePosition(at: indexPath),
      outline.isExpandable
    else { return false }
    content?.setExpanded(!outline.isExpanded, at: indexPath, withDescendants: false)
    return true
  }

  /// The sign of the cursor's row that shows its details, where somebody does that.
  var detailAtCursor: CellAccessory? {
    guard let indexPath = cursorRow?.indexPath, let cell = cellForRow(at: indexPath) else { return nil }
    let state = cell.configurationState
    return cell.shownAccessories.first {
      $0.kind == .detail && $0.isShown(in: state) && ($0.actionHandler != nil || delegate != nil)
    }
  }

  /// Does what a click on that sign does.
  func showDetails() {
    guard !phase.isCursorUnseen, let indexPath = cursorRow?.indexPath, let detail = detailAtCursor else {
      return
    }
    perform(detail, at: indexPath)
  }

  /// The sign by which a whole row opens and closes; nil for a row that can be chosen.
  func headerDisclosure(of row: TableRow) -> CellAccessory? {
    guard let indexPath = row.indexPath, content?.outlinePosition(at: indexPath)?.isExpandable ?? false else {
      return nil
    }
    return cell(for: row)?.shownAccessories.first { $0.outlineStyle == .header }
  }

  /// When the next picture of a sign that turns is due; nil while none is on the screen.
  func nextAccessoryFrame(after now: Duration) -> Duration? {
    phase.showsAnimatedAccessory && motion == .full ? Spinner.nextFrame(after: now) : nil
  }
}
