internal import ListDiff

/// Moving a row by the mouse.
extension TableView {
  /// The mouse moved with the button down.
  func drag(to location: Point) {
    reconcile()
    if let thumbGrip { return dragThumb(to: location.line, grip: thumbGrip) }
    if let pressed, hasLeft(pressed, location), content?.allowsReordering ?? false {
      (self.pressed, highlight) = (nil, nil)
      _ = pickUp(pressed.identifier, .mouse)
    }
    guard carried?.grip == .mouse else { return }
    let isElsewhere = carried?.pointer.map(slot(at:)) != slot(at: location)
    carried?.pointer = location
    if autoscroll == nil { carried?.scrollDue = nil }
    if isElsewhere { hover() }
    setNeedsDisplay()
  }

  /// Whether the mouse is on another row than the one it was pressed on, or on none.
  private func hasLeft(_ pressed: PressedRow, _ location: Point) -> Bool {
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
    if thumbGrip != nil { interaction = .browsing }
    if carried?.grip == .mouse { drop() }
  }

  /// Carries the rows to the place under the mouse.
  func hover() {
    guard let location = carried?.pointer else { return }
    let line = min(max(location.line - columnTitleLines, 0), max(0, viewportLines - 1))
    let layout = upcomingLayout()
    let beside = layout.rows.filter { $0.range.contains(line) && line >= layout.pinnedLines }
    guard let last = beside.last else {
      // Below the last row is the end; under the pinned header nothing is meant.
      if line >= layout.pinnedLines, !layout.rows.isEmpty { carry { $0.moveToEnd(in: $1) } }
      return
    }
    let column = max(location.column, itemColumns.lowerBound)
    guard let placed = beside.first(where: { $0.columns.contains(column) }) ?? (last.isShared ? nil : last)
    else {
      // Right of a line's last item.
      if let item = last.row?.indexPath?.position {
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
    guard let carried, carried.grip == .mouse, let pointer = carried.pointer, viewportLines > 0 else {
      return nil
    }
    let line = pointer.line - columnTitleLines
    if let sideways = autoscrollOfStrip(atLine: line, column: pointer.column) { return sideways }
    if line <= 0 { return layout.showsStart ? nil : .lines(-1) }
    return line >= viewportLines - 1 && !layout.showsEnd ? .lines(1) : nil
  }

  private func autoscrollOfStrip(atLine line: Int, column: Int) -> Autoscroll? {
    let placed = layout.rows.first { $0.isShared && $0.row != nil && $0.range.contains(line) }
    guard let number = placed?.row?.section, let input = layoutInput,
      number < input.rows.content.numberOfSections, case let section = input.rows.section(number),
      section.geometry.isStrip
    else { return nil }
    let origin = input.origin(of: section, viewport)
    let end = origin + section.slots.count * section.geometry.slotColumns
    if column < itemColumns.lowerBound + CarriedRows.edgeColumns, origin < itemColumns.lowerBound {
      return .strip(section: number, -1)
    }
    if column >= itemColumns.upperBound - CarriedRows.edgeColumns, end > itemColumns.upperBound {
      return .strip(section: number, 1)
    }
    return nil
  }

  /// Scrolls on where the mouse rests at an edge.
  func autoscroll(at now: Duration) {
    guard let autoscroll else {
      // Should there be more again, it begins anew.
      if carried?.scrollDue != nil { carried?.scrollDue = nil }
      return
    }
    guard let due = carried?.scrollDue else {
      carried?.scrollDue = now + CarriedRows.scrollInterval
      return
    }
    guard now >= due else { return }
    let steps = min(max(1, viewportLines), Int((now - due) / CarriedRows.scrollInterval) + 1)
    carried?.scrollDue = now + CarriedRows.scrollInterval
    switch autoscroll {
    case .lines(let direction): scroll(by: direction * steps)
    case .strip(let section, let direction): happen(.scrolledStrip(by: direction * steps, section: section))
    }
    hover()
  }

  /// When the list scrolls on by itself; nil where it does not.
  var nextAutoscroll: Duration? { autoscroll == nil ? nil : carried?.scrollDue }
}
