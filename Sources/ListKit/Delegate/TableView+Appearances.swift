/// A row that was on the screen at the last drawing.
struct Appearance {
  var row: TableRow
  /// The cell it was drawn by; nil for headers and footers.
  var cell: TableViewCell?
}

extension TableView {
  /// Tells the delegate which rows come onto the screen with this layout, and which have left it.
  ///
  /// - Complexity: O(rows on the screen).
  func tellAppearances() {
    defer { cellStore.releaseRetired() }
    guard let delegate else { return cellStore.appearances = [:] }
    let former = cellStore.appearances
    let appearances = currentAppearances()
    cellStore.appearances = appearances
    for (identifier, old) in former.sorted(by: { $0.value.row < $1.value.row }) {
      let kept = appearances[identifier]
      if kept == nil || kept?.cell !== old.cell { tellEnd(of: old, delegate) }
    }
    for (identifier, new) in appearances.sorted(by: { $0.value.row < $1.value.row }) {
      let kept = former[identifier]
      if kept == nil || kept?.cell !== new.cell { tellBegin(of: new, delegate) }
    }
  }

  private func currentAppearances() -> [RowIdentifier: Appearance] {
    var current: [RowIdentifier: Appearance] = [:]
    for placed in layout.rows {
      guard let row = placed.row else { continue }
      current[placed.identifier] = Appearance(row: row, cell: cellStore.cells[placed.identifier])
    }
    if let section = layout.pinnedSection, let content {
      let row = TableRow(section: section, .header)
      current[content.identifier(of: row)] = Appearance(row: row, cell: nil)
    }
    return current
  }

  private func tellBegin(of appearance: Appearance, _ delegate: any TableViewDelegate) {
    switch appearance.row.part {
    case .header: delegate.tableView(self, willDisplayHeaderForSection: appearance.row.section)
    case .footer: delegate.tableView(self, willDisplayFooterForSection: appearance.row.section)
    case .item:
      guard let cell = appearance.cell, let indexPath = appearance.row.indexPath else { return }
      delegate.tableView(self, willDisplay: cell, forRowAt: indexPath)
    }
  }

  private func tellEnd(of appearance: Appearance, _ delegate: any TableViewDelegate) {
    switch appearance.row.part {
    case .header: delegate.tableView(self, didEndDisplayingHeaderForSection: appearance.row.section)
    case .footer: delegate.tableView(self, didEndDisplayingFooterForSection: appearance.row.section)
    case .item:
      guard let cell = appearance.cell, let indexPath = appearance.row.indexPath else { return }
      delegate.tableView(self, didEndDisplaying: cell, forRowAt: indexPath)
    }
  }
}
