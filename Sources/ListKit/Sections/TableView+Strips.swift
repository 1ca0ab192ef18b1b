extension TableView {
  /// The column of a strip's first item; left of the table where the strip is scrolled.
  ///
  /// As rows are anchored to lines, a strip's items are anchored to columns: one item says where all stand,
  /// so that it stays in its place while others come and go beside it.
  func stripOrigin(ofSection section: Int) -> Int {
    guard let content, let rows else { return 0 }
    let width = slotColumns(ofSection: section)
    let room = itemColumns.count
    let slots = rows.slots(section)
    var start = 0
    if let anchor = stripAnchors[stripName(section)], let row = content.row(for: anchor.identifier),
      row.section == section, case .item(let item) = row.part
    {
      start = anchor.column - slots.slot(ofItem: item) * width
    }
    if let slot = slotToShow(ofSection: section, slots) {
      start = min(start, room - (slot + 1) * width)
      start = max(start, -slot * width)
    }
    return itemColumns.lowerBound + max(min(start, 0), min(0, room - slots.count * width))
  }

  /// The slot of a strip that must be seen: where keys have brought a row, else the cursor's.
  private func slotToShow(ofSection section: Int, _ slots: SlotSequence) -> Int? {
    if let ghost = lifted?.ghost {
      return lifted?.grip == .keys ? guestSlot(of: ghost, inSection: section) : nil
    }
    guard isCursorInView, let row = cursorRow, row.section == section, case .item(let item) = row.part else {
      return nil
    }
    return slots.slot(ofItem: item)
  }

  /// Scrolls a strip by slots; negative to the left.
  func scrollStrip(ofSection section: Int, by count: Int) {
    let placed = layout.rows.first { $0.row?.section == section && $0.isShared }
    guard let placed else { return }
    let column = placed.columns.lowerBound - itemColumns.lowerBound
    stripAnchors[stripName(section)] = (placed.identifier, column - count * slotColumns(ofSection: section))
    setNeedsLayout()
  }

  /// Scrolls a strip as far as is needed to show one of its items.
  func showInStrip(_ row: TableRow) {
    guard let content, let rows, rows.arrangement(row.section) == .strip, case .item(let item) = row.part
    else {
      return
    }
    let width = slotColumns(ofSection: row.section)
    let column =
      stripOrigin(ofSection: row.section) - itemColumns.lowerBound
      + rows.slots(row.section).slot(ofItem: item) * width
    let shown = max(0, min(column, itemColumns.count - width))
    stripAnchors[stripName(row.section)] = (content.identifier(of: row), shown)
    setNeedsLayout()
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
