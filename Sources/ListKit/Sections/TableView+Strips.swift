extension TableView {
  /// The column of a strip's first item; left of the table where the strip is scrolled.
  ///
  /// As rows are anchored to lines, a strip's items are anchored to columns: one item says where all stand,
  /// so that it stays in its place while others come and go beside it.
  func stripOrigin(ofSection section: Int) -> Int {
    guard let content else { return 0 }
    let width = slotColumns(ofSection: section)
    let room = itemColumns.count
    var start = 0
    let anchor = stripAnchors[stripName(section)]
    if let anchor, case .item(let item) = content.row(for: anchor.identifier)?.part,
      content.row(for: anchor.identifier)?.section == section
    {
      start = anchor.column - item * width
    }
    if let row = cursorRow, row.section == section, case .item(let item) = row.part {
      start = min(start, room - (item + 1) * width)
      start = max(start, -item * width)
    }
    let total = content.numberOfItems(inSection: section) * width
    return itemColumns.lowerBound + max(min(start, 0), min(0, room - total))
  }

  /// Remembers where the strips on the screen stand.
  func updateStripAnchors() {
    guard let rows else { return }
    var strips: [Int: [TableLayout.PlacedRow]] = [:]
    for placed in layout.rows where placed.isShared {
      guard let row = placed.row, rows.arrangement(row.section) == .strip else { continue }
      strips[row.section, default: []].append(placed)
    }
    for (section, items) in strips {
      let former = stripAnchors[stripName(section)]?.identifier
      let whole = items.first { $0.columns.lowerBound >= itemColumns.lowerBound }
      guard
        let anchor = items.first(where: { $0.identifier == cursor })
          ?? items.first(where: { $0.identifier == former }) ?? whole ?? items.first
      else { continue }
      stripAnchors[stripName(section)] = (
        anchor.identifier, anchor.columns.lowerBound - itemColumns.lowerBound
      )
    }
  }

  func stripName(_ section: Int) -> RowIdentifier {
    content?.identifier(of: TableRow(section: section, .header)) ?? .header(section)
  }
}
