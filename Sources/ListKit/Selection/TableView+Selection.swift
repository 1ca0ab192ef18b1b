/// What a program does with the selection. Nothing here calls the delegate back.
extension TableView {
  /// The selected row that stands first; nil where none is selected.
  ///
  /// - Complexity: O(selected rows).
  public var indexPathForSelectedRow: IndexPath? { selectedRows.min()?.indexPath }

  /// The selected rows from top to bottom; nil where none is selected.
  ///
  /// - Complexity: O(s · log s) for s selected rows.
  public var indexPathsForSelectedRows: [IndexPath]? {
    let rows = selectedRows
    return rows.isEmpty ? nil : rows.sorted().compactMap(\.indexPath)
  }

  /// How many rows are selected.
  public var numberOfSelectedRows: Int { upcomingSelection.items.count }

  /// Selects a row, instead of the selected one where only one can be; nil deselects all.
  ///
  /// The table looks the same at once whether `animated` or not. A row that does not exist is a
  /// programming error, which traps.
  ///
  /// - Parameter scrollPosition: where to bring the row; `.none` leaves the view as it is.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition = .none) {
    reconcile()
    setNeedsDisplay()
    guard let indexPath else { return selection.removeAll() }
    guard let item = identifier(at: indexPath) else {
      trap(
        "selectRow(at:animated:scrollPosition:) \(indexPath): Attempted to select an out-of-bounds row; index path out of range"
      )
    }
    guard allowsSelection else { return }
    if !(isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection) { selection.removeAll() }
    selection.insert(item)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition) }
  }

  /// Deselects a row. One that is not selected, or does not exist, stays as it is.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    reconcile()
    guard let item = identifier(at: indexPath) else { return }
    selection.remove(item)
    setNeedsDisplay()
  }

  /// Brings a row into view without moving the cursor; at once, whether `animated` or not.
  public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    scrollToRow(at: indexPath, at: scrollPosition)
  }

  /// Brings the selected row that is nearest to the top of the view into view.
  ///
  /// - Complexity: O(selected rows).
  public func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
    reconcile()
    guard let content, let top = upcomingLayout().rows.compactMap(\.row).first else { return }
    let start = ordinal(of: top, content)
    let nearest = selectedRows.min {
      abs(ordinal(of: $0, content) - start) < abs(ordinal(of: $1, content) - start)
    }
    guard let indexPath = nearest?.indexPath else { return }
    scrollToRow(at: indexPath, at: scrollPosition)
  }

  private func ordinal(of row: TableRow, _ content: any TableContent) -> Int {
    guard let item = row.indexPath == nil ? rows?.itemAfter(row) : row, let indexPath = item.indexPath else {
      return content.numberOfItems
    }
    return content.ordinal(of: indexPath)
  }

  private var selectedRows: [TableRow] {
    guard let content else { return [] }
    return upcomingSelection.items.compactMap(content.row(for:))
  }

  /// The selection as it will be when what was applied is taken over.
  private var upcomingSelection: RowSelection { content?.unshownChange.map(selection(after:)) ?? selection }

  /// The selection without what a change took away or replaced.
  func selection(after change: any TableChange) -> RowSelection {
    var selection = selection
    if let content, !selection.isEmpty {
      selection.forget(content.deselected(among: selection.items, by: change))
    }
    return selection
  }
}
