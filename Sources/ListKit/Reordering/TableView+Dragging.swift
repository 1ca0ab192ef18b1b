#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
internal import ListDiff

/// Moving a row by the mouse.
extension TableView {
  /// Whether the button went down on a row and is not up again.
  var isDragging: Bool { pressed != nil || lifted?.grip == .mouse }

  /// The mouse moved with the button down.
  func drag(to location: Point) {
    reconcile()
    if lifted == nil, let pressed, pressed.location.line != location.line,
      content?.allowsReordering ?? false, case .item(let item) = pressed.identifier
    {
      self.pressed = nil
      _ = lift(item, .mouse)
    }
    guard lifted?.grip == .mouse else { return }
    let isElsewhere = lifted?.pointer?.line != location.line
    lifted?.pointer = location
    if scrollDirection == 0 { lifted?.scrollDue = nil }
    if isElsewhere { hover() }
    setNeedsDisplay()
  }

  /// The button came up.
  func release() {
    pressed = nil
    if lifted?.grip == .mouse { drop() }
  }

  /// Carries the lifted row to the place under the mouse.
  func hover() {
    guard let location = lifted?.pointer, let rows else { return }
    let line = min(max(location.line - columnTitleLines, 0), max(0, viewportLines - 1))
    let layout = upcomingLayout()
    guard let placed = layout.rows.first(where: { $0.range.contains(line) && line >= layout.stickyLines })
    else {
      // Below the last row is the end; under the pinned header nothing is meant.
      if line >= layout.stickyLines, rows.first != nil { carry { $0.moveToEnd(in: $1) } }
      return
    }
    guard let row = placed.row else { return }
    carry { $0.move(onto: row, in: $1) }
  }

  /// Which way the list scrolls while the mouse rests: up at the first line, down at the last.
  private var scrollDirection: Int {
    guard lifted?.grip == .mouse, let pointer = lifted?.pointer, viewportLines > 0 else { return 0 }
    let line = pointer.line - columnTitleLines
    if line <= 0 { return -1 }
    return line >= viewportLines - 1 ? 1 : 0
  }

  /// Whether there is more to see that way.
  private func canScroll(_ direction: Int) -> Bool {
    guard let rows, let first = layout.rows.first, let last = layout.rows.last else { return false }
    if direction < 0 { return first.line < 0 || layout.rows.lazy.compactMap(\.row).first != rows.first }
    return last.range.upperBound > viewportLines || layout.rows.last { $0.row != nil }?.row != rows.last
  }

  /// Scrolls on where the mouse rests at an edge.
  func autoscroll(at now: Duration) {
    let direction = scrollDirection
    guard direction != 0 else { return }
    guard let due = lifted?.scrollDue else {
      lifted?.scrollDue = now + LiftedRow.scrollInterval
      return
    }
    guard now >= due else { return }
    let steps = min(max(1, viewportLines), Int((now - due) / LiftedRow.scrollInterval) + 1)
    lifted?.scrollDue = now + LiftedRow.scrollInterval
    guard canScroll(direction) else { return }
    scroll(by: direction * steps)
    hover()
  }

  /// When the list scrolls on by itself; nil where it does not.
  var nextAutoscroll: Duration? {
    let direction = scrollDirection
    return direction != 0 && canScroll(direction) ? lifted?.scrollDue : nil
  }
}
