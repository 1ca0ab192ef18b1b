/// The arrangement of a section's slots in lines: one per line in a list, all on one line in a strip, which
/// scrolls sideways.
///
/// ```text
///   list: 0        strip: 0  1  2  3  4  5 …
///         1
///         2
/// ```
struct LineGeometry: Equatable {
  /// Whether all slots are on one line, which scrolls sideways.
  let scrollsSideways: Bool
  let slotColumns: Int

  static func list(columns: Int) -> Self { Self(scrollsSideways: false, slotColumns: columns) }

  static func strip(slotColumns: Int) -> Self {
    Self(scrollsSideways: true, slotColumns: max(1, slotColumns))
  }

  func line(of slot: Int) -> Int { scrollsSideways ? 0 : slot }

  /// Returns the number of lines of a number of slots.
  func lines(of count: Int) -> Int { scrollsSideways ? min(1, count) : count }

  func slots(ofLine line: Int, of count: Int) -> Range<Int> {
    scrollsSideways ? 0..<count : line..<max(line, min(line + 1, count))
  }

  /// Returns the screen columns of a slot.
  ///
  /// - Parameter start: the screen column of the first slot of each line.
  func columns(of slot: Int, from start: Int) -> Range<Int> {
    let first = scrollsSideways ? start + slot * slotColumns : start
    return first..<first + slotColumns
  }

  /// Returns the slots of a line that are in view between two screen columns.
  func seenSlots(ofLine line: Int, in columns: Range<Int>, from start: Int, of count: Int) -> Range<Int> {
    guard scrollsSideways else { return slots(ofLine: line, of: count) }
    if count == 0 || columns.isEmpty { return 0..<0 }
    let first = min(count - 1, max(0, columns.lowerBound - start) / slotColumns)
    return first..<min(count - 1, max(first, (columns.upperBound - 1 - start) / slotColumns)) + 1
  }
}

// MARK: - Scrolling sideways

/// An item that keeps its column, counted from the left edge: a strip is like a list on its side.
///
/// Rows are anchored to lines; a strip's items are anchored to columns: one item determines the places of
/// all, so that it keeps its place while others are inserted and removed beside it.
struct ColumnAnchor: Equatable {
  var identifier: RowIdentifier
  var column: Int
}

@MainActor
extension Viewport {
  /// Returns the anchor of a section, and its item; nil in a list.
  private func columnAnchor(
    ofSection section: Int, _ content: any RowContent
  ) -> (item: Int, column: Int)? {
    guard content.shape(ofSection: section).geometry.scrollsSideways,
      let anchor = columnAnchors[content.identifier(of: TableRow(section: section, .header))],
      let row = content.row(for: anchor.identifier), row.section == section, let item = row.item
    else { return nil }
    return (item, anchor.column)
  }

  /// Returns the item at which the cursor or a carried row enters a section from above or below: that of a
  /// strip that keeps its column; nil in a list.
  func entry(ofSection section: Int, _ content: any RowContent) -> Int? {
    columnAnchor(ofSection: section, content)?.item
  }

  /// Returns the column of the first slot of a section's lines; left of the items' columns if a strip is
  /// scrolled.
  func startColumn(of section: PresentedSection, _ rows: PresentedRows) -> Int {
    let left = rows.itemColumns.lowerBound
    guard section.geometry.scrollsSideways, let number = section.number else { return left }
    let (width, room) = (section.geometry.slotColumns, rows.itemColumns.count)
    let anchor = columnAnchor(ofSection: number, rows.content)
    var start = anchor.map { $0.column - section.slots.slot(of: $0.item) * width } ?? 0
    if let slot = shownSlot(of: section, number, rows) {
      start = max(min(start, room - (slot + 1) * width), -slot * width)
    }
    return left + max(min(start, 0), min(0, room - section.slots.count * width))
  }

  /// Returns the slot of a strip that must be visible: that of the row carried by keys or, if no row is
  /// carried, the cursor's.
  private func shownSlot(of section: PresentedSection, _ number: Int, _ rows: PresentedRows) -> Int? {
    if let carried = rows.transient.carried {
      return carried.byKeys && carried.section == number ? carried.slot : nil
    }
    guard showsCursor, let row = cursor.flatMap(rows.content.row(for:)), row.section == number else {
      return nil
    }
    return row.item.map(section.slots.slot(of:))
  }

  /// Scrolls a strip as far as is needed to show one of its items.
  mutating func showColumns(of row: TableRow, _ identifier: RowIdentifier, _ rows: PresentedRows) {
    let section = rows.section(row.section)
    guard section.geometry.scrollsSideways, let item = row.item else { return }
    let width = section.geometry.slotColumns
    let start = startColumn(of: section, rows) - rows.itemColumns.lowerBound
    let column = start + section.slots.slot(of: item) * width
    columnAnchors[rows.content.identifier(of: TableRow(section: row.section, .header))] = ColumnAnchor(
      identifier: identifier, column: max(0, min(column, rows.itemColumns.count - width)))
  }

  /// Anchors an item of each strip on the screen.
  mutating func keepColumns(_ drawn: TableLayout, _ rows: PresentedRows) {
    var seen: [Int: [TableLayout.PlacedRow]] = [:]
    for placed in drawn.rows where placed.isItem && placed.geometry.scrollsSideways {
      if let section = placed.row?.section { seen[section, default: []].append(placed) }
    }
    let left = rows.itemColumns.lowerBound
    for (section, items) in seen {
      let name = rows.content.identifier(of: TableRow(section: section, .header))
      let former = columnAnchors[name]?.identifier
      guard
        let anchor = items.first(where: { $0.identifier == cursor })
          ?? items.first(where: { $0.identifier == former })
          ?? items.first(where: { $0.columns.lowerBound >= left }) ?? items.first
      else { continue }
      columnAnchors[name] = ColumnAnchor(
        identifier: anchor.identifier, column: anchor.columns.lowerBound - left)
    }
  }
}
