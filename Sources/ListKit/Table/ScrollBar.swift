/// The bar at the right edge: how much of the table is in view, and where.
///
/// ```text
///   items 0 … 99, 20 … 39 in view, 10 lines   ▶   a thumb of 2 lines from line 2 on
/// ```
struct ScrollBar: Hashable {
  /// The items in view, by their order in the table.
  var shown: Range<Int>
  /// How many there are; more than are in view.
  var total: Int
  /// Its lines.
  var lines: Int

  /// Narrower tables have none.
  static let leastColumns = 11

  /// The lines of the thumb.
  var thumb: Range<Int> {
    let length = max(1, lines * shown.count / total)
    let start = (lines - length) * shown.lowerBound / (total - shown.count)
    return start..<min(lines, start + length)
  }

  /// The first item in view where the thumb begins on a line; as many as it takes for the last to be in view at most.
  func firstItem(withThumbAt line: Int) -> Int {
    let most = max(1, lines - thumb.count)
    return (total - shown.count) * min(max(line, 0), most) / most
  }
}

extension TableView {
  /// The bar of the layout that is being drawn; nil where there is none.
  var newScrollBar: ScrollBar? {
    guard showsVerticalScrollIndicator, let content, let rows, viewportLines > 1,
      size.columns >= ScrollBar.leastColumns,
      let top = layout.rows.first(where: { $0.row?.indexPath != nil })?.row,
      let bottom = layout.rows.last(where: { $0.row?.indexPath != nil })?.row,
      let first = rows.items(beside: top).first, let last = rows.items(beside: bottom).last
    else { return nil }
    let from = content.ordinal(of: IndexPath(item: first, section: top.section))
    let to = content.ordinal(of: IndexPath(item: last, section: bottom.section)) + 1
    guard from < to, to - from < content.numberOfItems else { return nil }
    return ScrollBar(shown: from..<to, total: content.numberOfItems, lines: viewportLines)
  }

  /// The button went down on the bar: it takes hold of the thumb, or scrolls by a screenful towards it.
  ///
  /// - Returns: whether the place is on the bar.
  func pressScrollBar(at location: Point) -> Bool {
    guard !isModal, location.column == size.columns - 1, let scrollBar = phase.scrollBar else { return false }
    let line = location.line - columnTitleLines
    guard (0..<scrollBar.lines).contains(line) else { return false }
    if scrollBar.thumb.contains(line) {
      interaction = .scrolling(grip: line - scrollBar.thumb.lowerBound)
    } else {
      reconcile()
      scroll(
        by: (line < scrollBar.thumb.lowerBound ? -1 : 1) * max(1, viewportLines - layout.pinnedLines - 1))
    }
    return true
  }

  /// The thumb is dragged to a line; the cursor stays on its row.
  func dragThumb(to line: Int, grip: Int) {
    guard let scrollBar = phase.scrollBar else { return }
    reconcile()
    guard let content, let rows else { return }
    let start = min(max(line - columnTitleLines - grip, 0), scrollBar.lines - scrollBar.thumb.count)
    if start == scrollBar.thumb.lowerBound { return }
    let item = scrollBar.firstItem(withThumbAt: start)
    guard let row = content.row(ofItemAt: item), rows.contains(row) else { return }
    happen(.shown(content.identifier(of: row), at: .top, withCursor: false))
  }
}
