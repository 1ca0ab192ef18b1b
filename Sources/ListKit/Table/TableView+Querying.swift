/// What is where. Places on the screen count from the table's upper left corner, column titles included.
extension TableView {
  /// How many sections there are.
  public var numberOfSections: Int { content?.numberOfSections ?? 0 }

  /// How many rows a section has, seen or not.
  public func numberOfRows(inSection section: Int) -> Int {
    trapUnless(
      (0..<(content?.numberOfSections ?? 0)).contains(section),
      "numberOfRows(inSection:): section \(section) out of range, there are \(content?.numberOfSections ?? 0)"
    )
    return content?.numberOfItems(inSection: section) ?? 0
  }

  /// The cells on the screen, from top to bottom.
  public var visibleCells: [TableViewCell] { indexPathsForVisibleRows.compactMap(cellForRow) }

  /// The row that a cell on the screen belongs to; nil for one that waits for reuse.
  ///
  /// - Complexity: O(rows on the screen).
  public func indexPath(for cell: TableViewCell) -> IndexPath? {
    indexPathsForVisibleRows.first { cellForRow(at: $0) === cell }
  }

  /// The row that is drawn at a place; nil where none is.
  ///
  /// - Complexity: O(rows on the screen).
  public func indexPathForRow(at point: Point) -> IndexPath? {
    let place = Point(line: point.line - columnTitleLines, column: point.column)
    guard let placed = layout.row(at: place), placed.transient == nil else { return nil }
    return content?.row(for: placed.identifier)?.indexPath
  }

  /// Where a row was drawn; nil for one that is not on the screen. What is cut off counts too.
  ///
  /// - Complexity: O(rows on the screen).
  public func rectForRow(at indexPath: IndexPath) -> Rect? {
    guard let placed = identifier(at: indexPath).flatMap(layout.placed) else { return nil }
    return Rect(
      line: placed.line + columnTitleLines, column: placed.columns.lowerBound, columns: placed.columns.count,
      lines: placed.lines)
  }
}
