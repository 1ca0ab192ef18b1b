/// A bar that shows how much of the table is in view, and where: its items at the right edge, its columns below.
///
/// ```text
///   items 0 … 99, 20 … 39 in view, 10 lines   ▶   a thumb of 2 lines from line 2 on
/// ```
struct ScrollBar: Hashable {
  /// The items or columns in view, by their order in the table.
  var shown: Range<Int>
  /// How many there are; more than are in view.
  var total: Int
  /// Its length.
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
    handle(.shown(content.identifier(of: row), at: .top, withCursor: false))
  }
}

// MARK: - Columns

/// Scrolling the columns of a tabular list sideways.
///
/// ```text
///   name      │ size   kind   modified   owner        pinned: name; 2 columns are scrolled out of view
///   ▌ a.txt     text   May 3  me
///             ━━━━━━━━━━━━━━
/// ```
extension TableView {
  /// Scrolls the columns that are not pinned, as far as there are any; negative to the left.
  public func scrollColumns(by count: Int) {
    let most = columns.mostScrolled(in: contentColumns)
    let former = min(viewport.scrolledColumns, most)
    handle(.scrolledColumns(to: min(max(0, former + min(max(count, -most), most)), most)))
  }

  /// Scrolls the columns as far as is needed to show one of them.
  ///
  /// - Parameter index: its index in ``columns``.
  public func scrollToColumn(at index: Int) {
    guard !visibleColumns.contains(index), let place = columns.scrollable.firstIndex(of: index) else {
      return
    }
    let most = columns.mostScrolled(in: contentColumns)
    let range = 0...most
    let fitting = range.first {
      columns.placed(in: contentColumns, scrolledBy: $0).contains { $0.index == index }
    }
    // One further left comes first, one further right last of those that are seen.
    let isLeft = place < columns.firstScrolled(viewport.scrolledColumns, in: contentColumns)
    let last = range.last { columns.firstScrolled($0, in: contentColumns) <= place }
    handle(.scrolledColumns(to: (isLeft ? last : fitting) ?? most))
  }

  /// The bar below the columns; nil where there is none.
  var columnBar: ScrollBar? {
    guard columnBarLines > 0 else { return nil }
    let scrollable = columns.scrollable
    let shown = placedColumns.count { scrollable.contains($0.index) }
    let first = columns.firstScrolled(viewport.scrolledColumns, in: contentColumns)
    guard shown < scrollable.count else { return nil }
    return ScrollBar(
      shown: first..<min(first + shown, scrollable.count), total: scrollable.count, lines: size.columns)
  }

  /// The button went down on the bar below the columns: it scrolls by as many as are seen.
  ///
  /// - Returns: whether the place is on the bar.
  func pressColumnBar(at location: Point) -> Bool {
    guard !isModal, location.line == size.lines - 1, let columnBar else { return false }
    let step = max(1, columnBar.shown.count)
    if location.column < columnBar.thumb.lowerBound { scrollColumns(by: -step) }
    if location.column >= columnBar.thumb.upperBound { scrollColumns(by: step) }
    return true
  }
}
