internal import ListDiff

/// Moving a row by the mouse.
extension TableView {
  /// Whether the button went down on a row and is not up again.
  var isDragging: Bool { pressed != nil || lifted?.grip == .mouse }

  /// The mouse moved with the button down.
  func drag(to location: Point) {
    reconcile()
    if lifted == nil, let pressed, hasLeft(pressed, location),
      content?.allowsReordering ?? false, case .item(let item) = pressed.identifier
    {
      (self.pressed, highlight) = (nil, nil)
      _ = lift(item, .mouse)
    }
    guard lifted?.grip == .mouse else { return }
    let isElsewhere = lifted?.pointer.map(slot(at:)) != slot(at: location)
    lifted?.pointer = location
    if autoscroll == nil { lifted?.scrollDue = nil }
    if isElsewhere { hover() }
    setNeedsDisplay()
  }

  /// Whether the mouse is on another row than the one it was pressed on, or on none.
  private func hasLeft(_ pressed: (identifier: RowIdentifier, location: Point), _ location: Point) -> Bool {
    if pressed.location.line != location.line { return true }
    guard let placed = layout.placed(pressed.identifier), placed.isShared else { return false }
    return !placed.columns.contains(location.column)
  }

  /// Line and first column of what is at a place of the table: the same all over a row that is drawn there.
  private func slot(at location: Point) -> Point {
    let place = Point(line: location.line - columnTitleLines, column: location.column)
    guard let placed = layout.row(at: place), placed.isShared else {
      return Point(line: location.line, column: 0)
    }
    return Point(line: location.line, column: placed.columns.lowerBound)
  }

  /// The button came up.
  func release() {
    (pressed, highlight) = (nil, nil)
    if lifted?.grip == .mouse { drop() }
  }

  /// Carries the lifted row to the place under the mouse.
  func hover() {
    guard let location = lifted?.pointer, let rows else { return }
    let line = min(max(location.line - columnTitleLines, 0), max(0, viewportLines - 1))
    let layout = upcomingLayout()
    let beside = layout.rows.filter { $0.range.contains(line) && line >= layout.stickyLines }
    guard let last = beside.last else {
      // Below the last row is the end; under the pinned header nothing is meant.
      if line >= layout.stickyLines, rows.first != nil { carry { $0.moveToEnd(in: $1) } }
      return
    }
    let column = max(location.column, itemColumns.lowerBound)
    guard let placed = beside.first(where: { $0.columns.contains(column) }) ?? (last.isShared ? nil : last)
    else {
      // Right of a line's last item.
      if last.tombstone == nil, let item = last.row?.indexPath?.position {
        carry { $0.move(to: $0.place(behind: item), in: $1) }
      }
      return
    }
    guard let row = placed.row else { return }
    carry { $0.move(onto: row, in: $1) }
  }

  // MARK: Scrolling on

  /// How the list scrolls while the mouse rests at an edge.
  private enum Autoscroll {
    /// By lines, where it rests on the first or last one.
    case lines(Int)
    /// By items of a strip, where it rests at one of its ends.
    case strip(section: Int, Int)
  }

  private var autoscroll: Autoscroll? {
    guard lifted?.grip == .mouse, let pointer = lifted?.pointer, viewportLines > 0 else { return nil }
    let line = pointer.line - columnTitleLines
    if let sideways = autoscrollOfStrip(atLine: line, column: pointer.column) { return sideways }
    if line <= 0 { return canScroll(-1) ? .lines(-1) : nil }
    return line >= viewportLines - 1 && canScroll(1) ? .lines(1) : nil
  }

  private func autoscrollOfStrip(atLine line: Int, column: Int) -> Autoscroll? {
    let placed = layout.rows.first { $0.isShared && $0.row != nil && $0.range.contains(line) }
    guard let section = placed?.row?.section, let rows, content?.numberOfSections ?? 0 > section,
      rows.arrangement(section) == .strip
    else { return nil }
    let origin = stripOrigin(ofSection: section)
    let end = origin + rows.slots(section).count * slotColumns(ofSection: section)
    if column < itemColumns.lowerBound + LiftedRow.edgeColumns, origin < itemColumns.lowerBound {
      return .strip(section: section, -1)
    }
    if column >= itemColumns.upperBound - LiftedRow.edgeColumns, end > itemColumns.upperBound {
      return .strip(section: section, 1)
    }
    return nil
  }

  /// Whether there is more to see that way.
  private func canScroll(_ direction: Int) -> Bool {
    guard let rows, let first = layout.rows.first, let last = layout.rows.last else { return false }
    if direction < 0 {
      let top = layout.rows.lazy.compactMap(\.row).first
      return first.line < 0 || top.map(rows.lineStart) != rows.first
    }
    let bottom = layout.rows.last { $0.row != nil }?.row
    return last.range.upperBound > viewportLines || bottom.map(rows.lineEnd) != rows.last
  }

  /// Scrolls on where the mouse rests at an edge.
  func autoscroll(at now: Duration) {
    guard let autoscroll else { return }
    guard let due = lifted?.scrollDue else {
      lifted?.scrollDue = now + LiftedRow.scrollInterval
      return
    }
    guard now >= due else { return }
    let steps = min(max(1, viewportLines), Int((now - due) / LiftedRow.scrollInterval) + 1)
    lifted?.scrollDue = now + LiftedRow.scrollInterval
    switch autoscroll {
    case .lines(let direction): scroll(by: direction * steps)
    case .strip(let section, let direction): scrollStrip(ofSection: section, by: direction * steps)
    }
    hover()
  }

  /// When the list scrolls on by itself; nil where it does not.
  var nextAutoscroll: Duration? { autoscroll == nil ? nil : lifted?.scrollDue }
}
